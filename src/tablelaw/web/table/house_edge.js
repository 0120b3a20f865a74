// The house edge of a wager in words, exactly; for a wager on meters at their present readings.
import { h } from "/web/lib/dom.js";
import { exact } from "/web/lib/format.js";

/** @typedef {{ top: bigint; bottom: bigint }} Fraction */

/**
 * @param {Api.WagerEdge} edge
 * @param {string} base the name of the first wager, of which the edge of the main game is a part.
 * @param {Api.WireMeter[]} meters those that this wager can win.
 */
export function edgeInWords(edge, base, meters) {
  const now = edgeNow(edge, meters);
  const of = edge.is_main ? `of the ${base}, for all main wagers together` : "of the wager";
  const who = now.top < 0n ? "The player's edge" : "House edge";
  const size = now.top < 0n ? { top: -now.top, bottom: now.bottom } : now;
  return [
    h(
      "p",
      { class: "edge" },
      h("strong", {}, `${who}: ${percentOf(size)}`),
      ` ${of}${edge.basis ? `, ${edge.basis}` : ""}.`,
    ),
    edge.of_everything
      ? h(
          "p",
          { class: "small soft" },
          `That is ${percentOf(parse(edge.of_everything))} of everything wagered in the main game.`,
        )
      : null,
    meters.filter((meter) => edge.shares[meter.name]).map((meter) => meterInWords(edge, now, meter)),
    h("p", { class: "small soft exact" }, `Exactly ${size.top}/${size.bottom}.`),
  ];
}

/**
 * @param {Api.WagerEdge} edge
 * @param {Fraction} now
 * @param {Api.WireMeter} meter
 */
function meterInWords(edge, now, meter) {
  const share = parse(edge.shares[meter.name]);
  const more = roundedUp(now.top * share.bottom * BigInt(edge.stake_cents), now.bottom * share.top);
  const even = meter.cents + Number(more);
  return h(
    "p",
    { class: "small" },
    `With the meter at ${exact(meter.cents)}. `,
    even > 0 ? `At ${exact(even)} the wager would be even.` : "",
  );
}

/**
 * What the house keeps of a unit at the present readings.
 * @param {Api.WagerEdge} edge
 * @param {Api.WireMeter[]} meters
 */
export function edgeNow(edge, meters) {
  let { top, bottom } = parse(edge.fixed);
  for (const meter of meters.filter((one) => edge.shares[one.name])) {
    const share = parse(edge.shares[meter.name]);
    const by = share.bottom * BigInt(edge.stake_cents);
    top = top * by - share.top * BigInt(meter.cents) * bottom;
    bottom *= by;
  }
  return reduced({ top, bottom });
}

/** @param {string} text */
function parse(text) {
  const [top, bottom = "1"] = text.split("/");
  return { top: BigInt(top), bottom: BigInt(bottom) };
}

/** @param {Fraction} fraction */
function reduced({ top, bottom }) {
  let [one, other] = [top < 0n ? -top : top, bottom];
  while (other) [one, other] = [other, one % other];
  return { top: top / one, bottom: bottom / one };
}

/**
 * "2.185%", rounded half up.
 * @param {Fraction} fraction
 */
function percentOf({ top, bottom }) {
  const thousandths = (top * 100_000n * 2n + bottom) / (bottom * 2n);
  return `${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, "0")}%`;
}

/**
 * @param {bigint} top
 * @param {bigint} bottom
 */
function roundedUp(top, bottom) {
  const whole = top / bottom;
  return top > 0n && top % bottom ? whole + 1n : whole;
}
