// The form: a section for each part of the file, a field for each choice.
import { h } from "/web/lib/dom.js";
import { field } from "./fields.js";
import { offer } from "./optional_wagers.js";
import { fixedTables, paytable, raisedOdds } from "./paytables.js";

/**
 * @param {Page.Editing} state
 * @param {(field?: unknown, value?: unknown) => void} changed
 */
export function drawForm(state, changed) {
  const { form } = state;
  const own = new Set(form.offers.flatMap((one) => one.tables));
  const main = form.tables.filter((table) => !own.has(table.id));
  return [
    section("", "The table", "The property and the name of the table.", fields(form.heading)),
    section("limits", "Limits", "", fields(form.limits)),
    section(
      "procedure",
      "Cards and procedure",
      "How cards are shuffled and dealt. Some procedures need a device.",
      fields(form.procedure),
    ),
    form.options.length
      ? section("options", "Options", "What the regulation leaves open, apart from paytables.", fields(form.options))
      : null,
    main.length
      ? section(
          "paytables",
          "Wagers always offered",
          "Their paytables; choose a column if the regulation gives several.",
          main.filter((table) => table.is_choice).map((table) => paytable(state, table, changed)),
          fixedTables(main),
        )
      : null,
    section(
      "wagers",
      "Wagers you may offer",
      "Choose which to offer. The house edge beside a paytable is exact, given your other choices.",
      form.offers.map((one) => offer(state, one, changed)),
    ),
    form.readings.length
      ? section(
          "readings",
          "Readings",
          "How to read the text where it is ambiguous and leaves the choice to you. Each choice is preset as in the readings register.",
          fields(form.readings),
        )
      : null,
    raisedOdds(state, changed),
  ];

  /** @param {Api.Field[]} list */
  function fields(list) {
    return h(
      "div",
      { class: "fields" },
      list.map((one) => field(state, one, changed)),
    );
  }
}

/**
 * @param {string} part
 * @param {string} title
 * @param {string} says
 * @param {...Page.Child} children
 */
export function section(part, title, says, ...children) {
  return h(
    "section",
    { class: "panel form-part", id: `part-${part || "table"}`, "data-part": part, "aria-label": title },
    h("h2", {}, title),
    says ? h("p", { class: "small soft" }, says) : null,
    h("div", { class: "findings-here", "data-findings": part }),
    ...children,
  );
}
