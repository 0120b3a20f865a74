// What a progressive meter is called where players see it.
const NAMES = { meter: "Progressive", mega: "Mega jackpot", major: "Major jackpot", minor: "Minor jackpot" };

export function meterName(meter) {
  return meter.id.includes("five-card") ? "Five Card Hand" : NAMES[meter.name] ?? meter.name;
}
