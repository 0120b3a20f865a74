// What a progressive meter is called where players see it.
/** @type {Record<string, string>} */
const NAMES = { meter: "Progressive", mega: "Mega jackpot", major: "Major jackpot", minor: "Minor jackpot" };

/** @param {{ id: string; name: string }} meter */
export function meterName(meter) {
  return meter.id.includes("five-card") ? "Five Card Hand" : (NAMES[meter.name] ?? meter.name);
}
