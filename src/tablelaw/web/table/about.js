// About the table: how the game is played, what each wager is, what each hand pays.
import { h } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { dollars } from "/web/lib/format.js";

/** @type {Record<string, (task: Api.Task) => boolean>} */
const FOR_A_PLAYER = { Wagers: (task) => task.who === "player", "The round": () => true };

/**
 * `checklist` is the dealer's procedure; only the player's part of it and the course of a round are shown.
 * @param {Api.TableDescription} description
 * @param {Api.Checklist} checklist
 */
export function about(description, checklist) {
  return h(
    "section",
    { class: "panel", "aria-label": "About the table" },
    h("h2", {}, "About this table"),
    h(
      "details",
      { "data-key": "how" },
      h("summary", {}, "How a round is played"),
      h("p", { class: "small" }, description.about),
      h(
        "ol",
        { class: "small how" },
        checklist.sections
          .flatMap(([title, tasks]) => tasks.filter(FOR_A_PLAYER[title] ?? (() => false)))
          .map((task) =>
            h("li", {}, h("strong", {}, `${task.who}: `), task.says, " ", cite(description.rulebook, task.cites[0])),
          ),
      ),
    ),
    h(
      "details",
      {},
      h("summary", {}, "The wagers"),
      h(
        "dl",
        { class: "small" },
        description.wagers.map((wager) => [
          h(
            "dt",
            {},
            h("strong", {}, wager.name),
            wager.kind === "opening" ? " (required)" : "",
            " ",
            cite(description.rulebook, wager.cite),
          ),
          h("dd", {}, wager.says),
        ]),
      ),
    ),
    h(
      "details",
      {},
      h("summary", {}, "Paytables"),
      description.paytables.map((table) => paytable(description, table)),
    ),
    h(
      "p",
      { class: "small" },
      description.payout_limit ? `No more than ${dollars(description.payout_limit)} is paid on one hand. ` : "",
      h("a", { href: `/display/${encodeURIComponent(description.table)}` }, "The table's sign"),
      " · ",
      h("a", { href: "/help" }, "How it works"),
    ),
  );
}

/**
 * @param {Api.TableDescription} description
 * @param {Api.PaytableDescription} table
 */
export function paytable(description, table) {
  return h(
    "div",
    { class: "scroll", tabindex: 0 },
    h(
      "table",
      {},
      h("caption", {}, table.title, " ", cite(description.rulebook, table.cite)),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          table.columns.map((column, n) => h("th", { class: n ? "number" : "" }, column)),
        ),
      ),
      h(
        "tbody",
        {},
        table.rows.map((row) =>
          h(
            "tr",
            {},
            row.map((cell, n) => h("td", { class: n ? "number" : "" }, cell)),
          ),
        ),
      ),
    ),
    table.note ? h("p", { class: "small soft" }, table.note) : null,
  );
}
