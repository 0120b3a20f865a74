// Paytables as printed: a column to choose, with the house edge of each.
import { h } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { asCards } from "/web/lib/scrolling_tables.js";
import { read, write } from "./fields.js";

/**
 * A table whose column the operator chooses.
 * @param {Page.Editing} state
 * @param {Api.Table} table
 * @param {(field?: unknown, value?: unknown) => void} changed
 */
export function paytable(state, table, changed) {
  const one = { part: "paytables", key: table.id };
  const chosen = read(state, one);
  return h(
    "div",
    { class: "scroll", tabindex: 0 },
    asCards(
      h(
        "table",
        { class: "paytable" },
        h(
          "caption",
          {},
          table.title,
          " ",
          cite(state.form.rulebook, table.cite.split(", ")[0]),
          table.notes.map((note) => h("p", { class: "small soft" }, note)),
        ),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", {}, "Hand"),
            table.columns.map((column) =>
              h(
                "th",
                {},
                h(
                  "label",
                  { class: "inline" },
                  h("input", {
                    type: "radio",
                    name: `column ${table.id}`,
                    value: column,
                    checked: column === chosen,
                    "data-key": `paytable ${table.id} ${column}`,
                    onchange: () => {
                      write(state, one, column);
                      changed();
                    },
                  }),
                  `Table ${column}`,
                ),
              ),
            ),
          ),
        ),
        h("tbody", {}, rows(table)),
        h(
          "tfoot",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "row" }, "House edge"),
            table.columns.map((column) => h("td", { class: "column-hold", "data-column": `${table.id} ${column}` })),
          ),
        ),
      ),
    ),
  );
}

/**
 * Tables without a choice, for reference.
 * @param {Api.Table[]} tables
 */
export function fixedTables(tables) {
  const fixed = tables.filter((table) => !table.is_choice);
  return fixed.length
    ? h(
        "details",
        {},
        h("summary", {}, `Fixed by the regulation: ${fixed.map((table) => table.title).join("; ")}`),
        fixed.map(fixedTable),
      )
    : null;
}

/** @param {Api.Table} table */
export function fixedTable(table) {
  return h(
    "div",
    { class: "scroll", tabindex: 0 },
    asCards(
      h(
        "table",
        { class: "paytable" },
        h("caption", {}, `${table.title} (${table.cite})`),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", {}, "Hand"),
            table.columns.map((column) => h("th", {}, column === "printed" ? "Pays" : column)),
          ),
        ),
        h("tbody", {}, rows(table)),
      ),
    ),
  );
}

/** @param {Api.Table} table */
function rows(table) {
  return table.rows.map((row) =>
    h(
      "tr",
      {},
      row.map((cell, n) => (n ? h("td", {}, cell || "-") : h("th", { scope: "row" }, cell))),
    ),
  );
}

/**
 * If the printed odds are a minimum, better ones may be offered row by row.
 * @param {Page.Editing} state
 * @param {(field?: unknown, value?: unknown) => void} changed
 */
export function raisedOdds(state, changed) {
  const tables = state.form.tables.filter((table) => table.is_floor);
  if (!tables.length) return null;
  return h(
    "section",
    { class: "panel form-part", "data-part": "odds", "aria-label": "Better odds" },
    h("h2", {}, "Better odds"),
    h(
      "p",
      { class: "small soft" },
      "Here the printed odds are a minimum. Leave a field empty to pay the printed odds.",
    ),
    h("div", { class: "findings-here", "data-findings": "odds" }),
    tables.map((table) =>
      h(
        "details",
        {},
        h("summary", {}, table.title),
        h(
          "div",
          { class: "fields" },
          table.rows.map((row) => raised(state, table, row, changed)),
        ),
      ),
    ),
  );
}

/**
 * @param {Page.Editing} state
 * @param {Api.Table} table
 * @param {any} row
 * @param {(field?: unknown, value?: unknown) => void} changed
 */
function raised(state, table, row, changed) {
  const one = { part: `odds.${table.id}`, key: row[0] };
  const printed = [...new Set(row.slice(1).filter(Boolean))].join(" or ");
  return h(
    "div",
    { class: "field" },
    h(
      "label",
      {},
      row[0],
      h("input", {
        value: read(state, one) ?? "",
        placeholder: printed,
        oninput: (event) => {
          write(state, one, event.target.value.trim());
          if (!Object.keys(state.draft.odds[table.id]).length) delete state.draft.odds[table.id];
          changed();
        },
      }),
    ),
  );
}
