// Irregularities: named as in the regulation, each with its effect. The pages of dealers and floorpersons share this form.
import { parseCard } from "./cards.js";
import { cite } from "./cites.js";
import { h, show } from "./dom.js";

/** @typedef {(command: Api.Command, name: string, effect: string) => Promise<boolean | void>} Report */

/**
 * `report` resolves to true once the irregularity is reported; the form is then empty again.
 * @param {Api.TableDescription} description
 * @param {"dealer" | "floor"} role
 * @param {Report} report
 */
export function irregularities(description, role, report) {
  const detail = h("div", { class: "irregularity-form" });
  /** @type {Report} */
  const reported = async (command, name, effect) => {
    if (!(await report(command, name, effect))) return;
    choice.value = "";
    show(detail);
  };
  /** @type {HTMLSelectElement} */
  const choice = h(
    "select",
    { "aria-label": "Which irregularity", onchange: () => draw(description, role, detail, choice.value, reported) },
    h("option", { value: "" }, "What happened?"),
    description.slips.map((slip) => h("option", { value: slip.id }, slip.name)),
  );
  return h("div", { class: "stack" }, h("h2", {}, "Irregularities"), choice, detail);
}

/**
 * @param {Api.TableDescription} description
 * @param {"dealer" | "floor"} role
 * @param {HTMLElement} detail
 * @param {string} id
 * @param {Report} report
 */
function draw(description, role, detail, id, report) {
  const slip = description.slips.find((found) => found.id === id);
  if (!slip) return show(detail);
  const effect = h("p", {}, slip.says, " ", cite(description.rulebook, slip.cite));
  if (slip.by_floor_only && role !== "floor")
    return show(
      detail,
      effect,
      h("p", { class: "small warn" }, "Call a floorperson: only a floorperson can report this, on the table's page."),
    );
  const seat = h("input", { type: "number", min: 1, max: description.seats, value: 1, "aria-label": "Which seat" });
  const card = h("input", { size: 4, placeholder: "As", autocomplete: "off", "aria-label": "Which card" });
  return show(
    detail,
    effect,
    slip.needs_seat ? h("label", {}, "Seat", seat) : null,
    slip.needs_card ? h("label", {}, "The exposed card", card) : null,
    h(
      "button",
      {
        class: "danger",
        type: "button",
        onclick: () =>
          report(
            {
              type: "ReportSlip",
              slip: slip.id,
              seat: slip.needs_seat ? Number(seat.value) : 0,
              card: slip.needs_card && card.value ? [parseCard(card.value) ?? card.value.trim()] : [],
            },
            slip.name,
            slip.says,
          ),
      },
      `Report: ${slip.name}`,
    ),
  );
}
