// The settlement of the player's wagers: what each won or lost, at what odds, and the paragraph that decided it.
import { h } from "/web/lib/dom.js";
import { cite, readAs } from "/web/lib/cites.js";
import { dollars } from "/web/lib/format.js";

/** @type {Record<string, string>} */
const OUTCOMES = { won: "won", lost: "lost", push: "push", returned: "returned", void: "returned", limited: "limit" };

/**
 * `hands` are the compared hands as [whose, in words]; `slip` is the irregularity that voided the round.
 * @param {string} rulebook
 * @param {Api.WireLine[]} lines
 * @param {string} title
 * @param {string[][]} hands
 * @param {Api.IrregularityDescription | null} slip
 */
export function settlement(rulebook, lines, title = "Settlement", hands = [], slip = null) {
  if (!lines.length) return null;
  const net = lines.reduce((sum, line) => sum + line.paid - line.kept, 0);
  return h(
    "section",
    { class: "panel", "aria-label": title },
    h(
      "div",
      { class: "between" },
      h("h2", {}, title),
      h("strong", { class: net > 0 ? "good" : net < 0 ? "bad" : "" }, net > 0 ? `+${dollars(net)}` : dollars(net)),
    ),
    slip
      ? h(
          "p",
          { class: "notice warn small" },
          h("strong", {}, "This round was void. "),
          `${slip.name}. ${slip.says} `,
          cite(rulebook, slip.cite),
        )
      : null,
    hands.map(([whose, words]) => h("p", { class: "small hand-line" }, h("strong", {}, `${whose}: `), words)),
    h(
      "table",
      { class: "settlement-lines" },
      h("thead", {}, h("tr", {}, h("th", {}, "Wager, result and law"), h("th", { class: "number" }, "Net"))),
      h(
        "tbody",
        {},
        lines.map((line) => row(rulebook, line)),
      ),
    ),
  );
}

/**
 * @param {string} rulebook
 * @param {Api.WireLine} line
 */
function row(rulebook, line) {
  const net = line.paid - line.kept;
  const odds = line.odds && line.odds !== line.outcome ? ` ${line.odds}` : "";
  const hand = line.row && line.row !== "any winning hand" ? `, ${line.row}` : "";
  return h(
    "tr",
    {},
    h(
      "td",
      {},
      h("strong", {}, line.name),
      line.stake ? ` ${dollars(line.stake)}` : "",
      `: ${OUTCOMES[line.outcome] ?? line.outcome}${odds}${hand}`,
      line.note ? h("div", { class: "small soft" }, line.note) : "",
      line.hand_pay && line.paid
        ? h("div", { class: "small warn" }, `${dollars(line.paid)}, paid by an attendant, not from the tray`)
        : "",
      h(
        "div",
        { class: "why" },
        cite(rulebook, line.cite),
        line.paid_under && line.paid_under !== line.cite ? [" ", cite(rulebook, line.paid_under)] : "",
        line.readings.map((name) => [" ", readAs(rulebook, name)]),
      ),
    ),
    h(
      "td",
      { class: `number ${net > 0 ? "good" : net < 0 ? "bad" : ""}` },
      net > 0 ? `+${dollars(net)}` : dollars(net),
    ),
  );
}
