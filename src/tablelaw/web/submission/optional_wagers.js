// An optional wager: whether it is offered, its limits and its paytable.
import { h } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { firstSum, withSymbol } from "/web/lib/format.js";
import { field, read, write } from "./fields.js";
import { fixedTables, paytable } from "./paytables.js";

/**
 * @param {Page.Editing} state
 * @param {Api.Offer} one
 * @param {(field?: unknown, value?: unknown) => void} changed
 */
export function offer(state, one, changed) {
  const part = `wagers.${one.id}`;
  const said = { part, key: "offered" };
  const tables = state.form.tables.filter((table) => one.tables.includes(table.id));
  const check = h("input", {
    type: "checkbox",
    checked: read(state, said) === true,
    "data-key": `${part} offered`,
    onchange: () => {
      write(state, said, check.checked);
      if (check.checked) usual();
      box.classList.toggle("is-offered", check.checked);
      changed();
    },
  });
  const own = h(
    "div",
    { class: "fields" },
    one.fields.map((known) => field(state, known, changed)),
  );
  const box = h(
    "div",
    { class: `offer ${check.checked ? "is-offered" : ""}`, "data-part": part },
    h("label", { class: "inline offer-name" }, check, h("strong", {}, one.name)),
    h(
      "p",
      { class: "small soft" },
      one.says,
      " ",
      one.cite.split(", ").map((paragraph) => [cite(state.form.rulebook, paragraph), " "]),
    ),
    h("div", { class: "findings-here", "data-findings": part }),
    h("div", { class: "when-offered" }, own),
    tables.filter((table) => table.is_choice).map((table) => paytable(state, table, changed)),
    fixedTables(tables),
  );
  return box;

  // Fields that an offered wager requires are filled in with the usual values, which can be changed.
  function usual() {
    for (const known of one.fields) {
      if (known.is_optional || read(state, known) !== undefined) continue;
      const value =
        known.kind === "choice"
          ? known.values[0].value
          : known.kind === "percent"
            ? "20%"
            : (firstSum(known.says) ?? withSymbol("1"));
      write(state, known, value);
      const key = CSS.escape(`${known.part} ${known.key}`);
      const input = /** @type {HTMLInputElement | null} */ (own.querySelector(`[data-key="${key}"]`));
      if (input) input.value = value;
    }
  }
}
