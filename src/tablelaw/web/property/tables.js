// Every table on the floor, with its Rules Submission, and how to remove it.
import { get, sentenceOf, tablePath } from "/web/lib/api.js";
import { twoPressButton } from "/web/lib/two_press_button.js";
import { h, redraw, save, show, toast } from "/web/lib/dom.js";
import { dollars } from "/web/lib/format.js";
import { asCards } from "/web/lib/scrolling_tables.js";

const list = h("div", { class: "stack" });
const filed = h("div", { "aria-live": "polite" });

/**
 * @param {HTMLElement} panel
 * @param {Api.PropertyView} view
 * @param {Page.GiveApproved} give
 */
export function tables(panel, view, give) {
  if (!panel.contains(list)) show(panel, list, filed);
  if (!view.tables.length) {
    return redraw(
      list,
      h(
        "div",
        { class: "empty" },
        h("p", {}, "There are no tables on this floor yet."),
        h("a", { class: "button primary", href: "#install" }, "Install a table"),
      ),
    );
  }
  return redraw(
    list,
    h(
      "section",
      { class: "panel", "aria-label": "Tables" },
      h("h2", {}, "Tables on the floor"),
      h(
        "p",
        { class: "small soft" },
        "To change a submission, remove the table and install it again. The contents of its tray and drop box then go to the cage.",
      ),
      h(
        "div",
        { class: "scroll listing", tabindex: 0, role: "region", "aria-label": "All tables" },
        asCards(
          h(
            "table",
            {},
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ["Table", "Game", "Cards", "Now"].map((name) => h("th", {}, name)),
                h("th", { class: "number" }, "Tray"),
                h("th", {}, "Submission"),
                h("th", {}, "Remove"),
              ),
            ),
            h(
              "tbody",
              {},
              view.tables.map((row) => tableRow(row, give, () => tables(panel, view, give))),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Api.PropertyTable} row
 * @param {Page.GiveApproved} give
 * @param {() => void} again
 */
function tableRow(row, give, again) {
  return h(
    "tr",
    { "data-key": row.table },
    h("td", {}, h("a", { href: `/table/${encodeURIComponent(row.table)}` }, row.table)),
    h("td", {}, row.game, h("div", { class: "small soft" }, row.law)),
    h("td", {}, row.is_physical ? "real" : "virtual"),
    h(
      "td",
      {},
      row.is_open ? `open, ${row.players.length} seated` : "closed",
      h("div", { class: "small soft" }, row.rounds === 1 ? "1 round" : `${row.rounds} rounds`),
    ),
    h("td", { class: "number" }, dollars(row.tray)),
    h(
      "td",
      {},
      h("button", { type: "button", "data-key": `filed ${row.table}`, onclick: () => read(row.table) }, "Read"),
    ),
    h(
      "td",
      {},
      row.is_open
        ? h("span", { class: "small soft" }, "Close it first on the ", h("a", { href: "/floor" }, "Floor page"), ".")
        : removal(row.table, give, again),
    ),
  );
}

/**
 * @param {string} table
 * @param {Page.GiveApproved} give
 * @param {() => void} redrawn
 */
function removal(table, give, redrawn) {
  return twoPressButton({
    key: `remove ${table}`,
    words: "Remove",
    again: () => `Press again to remove ${table}`,
    redraw: redrawn,
    act: () => give({ type: "RemoveTable", table }, { done: `${table} has been removed.` }),
  });
}

/** @param {string} table */
async function read(table) {
  try {
    const { text } = await get(`${tablePath(table)}/submission`);
    show(
      filed,
      h(
        "section",
        { class: "panel", "aria-label": `Rules Submission of ${table}` },
        h("h2", {}, `Rules Submission of ${table}`),
        h(
          "p",
          {},
          h(
            "button",
            {
              type: "button",
              "data-key": "download",
              onclick: () => save(`${table.replaceAll(/[^\w-]+/g, "-")}.toml`, text, "application/toml"),
            },
            "Download",
          ),
        ),
        h("pre", { class: "filed", tabindex: "0" }, text),
      ),
    );
    filed.scrollIntoView({ block: "nearest" });
  } catch (refusal) {
    toast(sentenceOf(refusal), "bad");
  }
}
