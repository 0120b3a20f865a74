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
      "div",
      { class: "scroll", tabindex: 0 },
      h(
        "table",
        { class: "settlement-lines" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", {}, "Wager"),
            h("th", {}, "Result"),
            h("th", { class: "number" }, "Net"),
            h("th", {}, "Why?"),
          ),
        ),
        h(
          "tbody",
          {},
          lines.map((line) => row(rulebook, line)),
        ),
      ),
    ),
  );
}

/**
 * @param {string} rulebook
 * @param {Api.WireLine} line
 */
function row(rulebook, line) {
  const result = [
    OUTCOMES[line.outcome] ?? line.outcome,
    line.odds && line.odds !== line.outcome ? ` ${line.odds}` : "",
    line.row && line.row !== "any winning hand" ? h("div", { class: "small soft" }, line.row) : "",
    line.note ? h("div", { class: "small soft" }, line.note) : "",
    line.hand_pay && line.paid ? h("div", { class: "small warn" }, "paid by an attendant, not from the tray") : "",
  ];
  const sum = line.paid - line.kept;
  return h(
    "tr",
    {},
    h("td", {}, line.name, line.stake ? h("div", { class: "small soft" }, dollars(line.stake)) : ""),
    h("td", {}, result),
    h(
      "td",
      { class: `number ${sum > 0 ? "good" : sum < 0 ? "bad" : ""}` },
      sum > 0 ? `+${dollars(sum)}` : dollars(sum),
    ),
    h(
      "td",
      {},
      cite(rulebook, line.cite),
      line.paid_under && line.paid_under !== line.cite ? [" ", cite(rulebook, line.paid_under)] : "",
      line.readings.map((name) => h("div", { class: "small" }, readAs(rulebook, name))),
    ),
  );
}
