// The form: a section for each part of the file, a field for each choice.
import { h } from "/web/lib/dom.js";
import { field } from "./fields.js";
import { offer } from "./offers.js";
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
    section("", "The table", "Whose it is, and what it is called.", fields(form.heading)),
    section("limits", "Limits", "", fields(form.limits)),
    section(
      "procedure",
      "Cards and procedure",
      "How the cards come to the table. Some ways of dealing need a device.",
      fields(form.procedure),
    ),
    form.options.length
      ? section("options", "Options", "What the regulation leaves open, beside paytables.", fields(form.options))
      : null,
    main.length
      ? section(
          "paytables",
          "Wagers always offered",
          "What they are paid by; a column to choose where the regulation prints several.",
          main.filter((table) => table.is_choice).map((table) => paytable(state, table, changed)),
          fixedTables(main),
        )
      : null,
    section(
      "wagers",
      "Wagers you may offer",
      "Each is offered or not. The hold beside a paytable is exact, with everything else as you have it.",
      form.offers.map((one) => offer(state, one, changed)),
    ),
    form.readings.length
      ? section(
          "readings",
          "Readings",
          "Where the text leaves a doubt that you may settle. They begin as the readings register has them.",
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
    { class: "panel form-part", "data-part": part, "aria-label": title },
    h("h2", {}, title),
    says ? h("p", { class: "small soft" }, says) : null,
    h("div", { class: "findings-here", "data-findings": part }),
    ...children,
  );
}
