// Two submissions side by side: the figures of both sheets, and what differs.
import { get, sentenceOf, tablePath } from "/web/lib/api.js";
import { h, show } from "/web/lib/dom.js";
import { capital, toNumber } from "/web/lib/format.js";
import { slowAnswer } from "/web/lib/slow_questions.js";
import { asCards } from "/web/lib/scrolling_tables.js";

const LONG = 40;

/**
 * @param {HTMLElement} panel
 * @param {Page.Chosen} chosen
 */
export async function compareTab(panel, chosen) {
  const lobby = await get("/api/lobby");
  const result = h("div", { class: "stack", "aria-live": "polite" });
  const others = lobby.tables.filter((one) => one.table !== chosen.name);
  const select = h(
    "select",
    {
      onchange: async () => {
        if (select.value)
          compare(result, chosen, select.value, (await get(`${tablePath(select.value)}/submission`)).text);
      },
    },
    h("option", { value: "" }, "choose a table"),
    others.map((one) => h("option", { value: one.table }, `${one.table}: ${one.game}`)),
  );
  const file = h("input", {
    type: "file",
    accept: ".toml,text/plain",
    onchange: async () => {
      const given = file.files?.[0];
      if (given) compare(result, chosen, given.name, await given.text());
    },
  });
  show(
    panel,
    h(
      "section",
      { class: "panel chooser", "aria-label": "Compare with" },
      h("label", {}, `Compare ${chosen.name} with`, select),
      h("label", {}, "or a file", file),
    ),
    result,
  );
}

/**
 * @param {HTMLElement} result
 * @param {Page.Chosen} chosen
 * @param {string} name
 * @param {string} text
 */
async function compare(result, chosen, name, text) {
  const said = h("p", { class: "empty", role: "status" }, "One moment ...");
  show(result, said);
  try {
    const told = await slowAnswer({ ask: "compare", text: chosen.text, other: text }, (words) => {
      said.textContent = words;
    });
    if (said.isConnected)
      show(
        result,
        h("section", { class: "panel stack", "aria-label": "Comparison" }, differences(told, [chosen.name, name])),
      );
  } catch (refusal) {
    show(result, h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

/**
 * The rows of a comparison by part; only what differs, or all of it.
 * @param {any} told
 * @param {string[]} names
 * @param {boolean} isShort
 */
export function differences(told, names, isShort = false) {
  const body = h("div", { class: "stack" });
  /** @type {HTMLInputElement} */
  const all = h("input", { type: "checkbox", onchange: () => show(body, parts(told.rows, all.checked, names)) });
  show(body, parts(told.rows, false, names));
  const count = `${told.differences} of ${told.rows.length} figures and choices differ.`;
  return [
    h(
      "div",
      { class: "between" },
      h("p", {}, count),
      isShort ? null : h("label", { class: "inline small" }, all, "also show what is the same"),
    ),
    body,
  ];
}

/**
 * @param {any[]} rows
 * @param {boolean} all
 * @param {string[]} names
 */
function parts(rows, all, names) {
  const shown = rows.filter((row) => all || row.differs);
  if (!shown.length) return h("p", { class: "empty" }, "Nothing differs.");
  return [...new Set(shown.map((row) => row.part))].map((part) =>
    onePart(
      part,
      shown.filter((row) => row.part === part),
      names,
    ),
  );
}

/**
 * @param {string} part
 * @param {any[]} rows
 * @param {string[]} names
 */
function onePart(part, rows, names) {
  const title = capital(part);
  const isLong = rows.length > LONG;
  const table = h(
    "div",
    { class: "scroll", tabindex: 0 },
    asCards(
      h(
        "table",
        { class: "compared" },
        isLong ? null : h("caption", {}, title),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", {}, "Figure or choice"),
            names.map((name) => h("th", { class: "number" }, name)),
            h("th", { class: "number" }, "Change"),
          ),
        ),
        h("tbody", {}, rows.map(line)),
      ),
    ),
  );
  return isLong ? h("details", {}, h("summary", {}, `${title}: ${rows.length} rows`), table) : table;
}

/** @param {any} row */
function line(row) {
  const change = row.change ? toNumber(row.change) : 0;
  const isShare = row.left.endsWith("%") || row.right.endsWith("%");
  const shown = change
    ? `${change > 0 ? "+" : ""}${isShare ? `${(change * 100).toFixed(4)}%` : change.toLocaleString("en-US", { maximumFractionDigits: Math.abs(change) < 100 ? 4 : 0 })}`
    : row.differs
      ? ""
      : "same";
  return h(
    "tr",
    { class: row.differs ? "differs" : "" },
    h("td", {}, row.name),
    [row.left, row.right].map((words) => h("td", { class: `number ${words.length > 18 ? "long" : ""}` }, words)),
    h("td", { class: "number", title: row.change ? `exactly ${row.change}` : "" }, shown),
  );
}
