// What was won from a meter in a round: one sum from the player's turn to the hand-pay, moment by moment.
import { h } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { dayTime, exact } from "/web/lib/format.js";
import { person } from "/web/lib/names.js";
import { heading, numberHeading, scrollingTable } from "../lib/scrolling_tables.js";
import { verdict } from "./log_checks.js";

/** @type {Record<string, string>} */
const MOMENTS = {
  fixed: "Fixed at the player's turn",
  validated: "Validated and settled",
  paid: "Paid by an attendant",
};

/** @param {Api.Replay} round */
export function jackpots(round) {
  return round.jackpots.map((one) => jackpot(round, one));
}

/**
 * @param {Api.Replay} round
 * @param {Api.Jackpot} one
 */
function jackpot(round, one) {
  const player = round.steps[0].view.seats[one.seat - 1]?.player ?? "";
  const title = `${one.name} at seat ${one.seat}${player ? `, ${player}` : ""}`;
  return h(
    "section",
    { class: "panel stack", "aria-label": `Jackpot: ${title}` },
    h("h3", {}, `Jackpot: ${title}`),
    h(
      "p",
      { class: "soft" },
      `${[one.row, one.odds, one.note].filter(Boolean).join(", ")}. The meter showed ${exact(one.meter_cents)}. `,
      cite(round.rulebook, one.cite),
    ),
    oneSum(one),
    scrollingTable(
      [heading("Moment"), numberHeading("Amount"), ["Entry", "By", "At"].map(heading)],
      one.moments.map(({ what, cents, entry, by, at }) =>
        h(
          "tr",
          {},
          h("td", {}, MOMENTS[what] ?? what),
          h("td", { class: "number" }, exact(cents)),
          h("td", { class: "number left" }, entry),
          h("td", {}, person(by)),
          h("td", { class: "number left" }, dayTime(at)),
        ),
      ),
    ),
  );
}

/** @param {Api.Jackpot} one */
function oneSum({ moments, is_one_sum }) {
  const sums = [...new Set(moments.map(({ cents }) => cents))].map(exact).join(", ");
  if (!is_one_sum) return verdict(false, `Different sums were fixed, validated and paid: ${sums}.`);
  if (moments.some(({ what }) => what === "fixed")) return verdict(true, `${sums} was fixed, validated and paid.`);
  return verdict(
    true,
    `${sums} was read from the meter when it was validated, as was usual when this log was written, and then paid.`,
  );
}
