// Irregularities: named as in the regulation, each with its effect, confirmed before it is reported.
import { h, show } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { parse } from "/web/dealer/card_entry.js";

/**
 * @param {Api.TableDescription} description
 * @param {(command: Api.Command) => Promise<boolean>} give
 */
export function irregularities(description, give) {
  const detail = h("div", { class: "irregularity-form" });
  // Once an irregularity is reported, the form is empty again.
  /** @param {Api.Command} command */
  const report = async (command) => {
    if (!(await give(command))) return;
    choice.value = "";
    show(detail);
  };
  /** @type {HTMLSelectElement} */
  const choice = h(
    "select",
    { "aria-label": "Which irregularity", onchange: () => draw(description, detail, choice.value, report) },
    h("option", { value: "" }, "What happened?"),
    description.slips.map((slip) => h("option", { value: slip.id }, slip.name)),
  );
  return h("div", { class: "stack" }, h("h2", {}, "Irregularities"), choice, detail);
}

/**
 * @param {Api.TableDescription} description
 * @param {HTMLElement} detail
 * @param {string} id
 * @param {(command: Api.Command) => unknown} give
 */
function draw(description, detail, id, give) {
  const slip = description.slips.find((found) => found.id === id);
  if (!slip) return show(detail);
  const seat = h("input", { type: "number", min: 1, max: description.seats, value: 1, "aria-label": "Which seat" });
  const card = h("input", { size: 4, placeholder: "As", "aria-label": "Which card" });
  return show(
    detail,
    h("p", {}, slip.says, " ", cite(description.rulebook, slip.cite)),
    slip.needs_seat ? h("label", {}, "Seat", seat) : null,
    slip.needs_card ? h("label", {}, "The exposed card", card) : null,
    slip.by_floor_only ? h("p", { class: "small warn" }, "Only a floorperson can report this.") : null,
    h(
      "button",
      {
        class: "danger",
        type: "button",
        onclick: () =>
          give({
            type: "ReportSlip",
            slip: slip.id,
            seat: slip.needs_seat ? Number(seat.value) : 0,
            card: slip.needs_card && card.value ? [parse(card.value) ?? card.value.trim()] : [],
          }),
      },
      `Report: ${slip.name}`,
    ),
  );
}
