// The form in which somebody says what a player sees: one item for each place, a marked group, and from when.
import { sentenceOf } from "/web/lib/api.js";
import { h, show } from "/web/lib/dom.js";
import { slowAnswer } from "/web/lib/slow_questions.js";

/**
 * Asks the server what of a table may be seen, and draws a panel with the answer.
 * @param {HTMLElement} panel
 * @param {Page.Chosen} chosen
 * @param {(panel: HTMLElement, chosen: Page.Chosen, form: Page.ExposureForm) => void} draw
 */
export async function drawWithForm(panel, chosen, draw) {
  const said = h("p", { class: "empty", role: "status" }, "One moment ...");
  show(panel, said);
  try {
    const form = await slowAnswer({ ask: "exposure-form", text: chosen.text }, () => {});
    if (said.isConnected) draw(panel, { ...chosen }, form);
  } catch (refusal) {
    show(panel, h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

/**
 * Fields for every place of the form, and `items()`, which reads them as the items that the server takes.
 * @param {Page.ExposureForm} form
 * @param {boolean} isPlain whether only faces known from the beginning can be chosen
 */
export function seenFields(form, isPlain = false) {
  const places = form.places.map((place, n) => fieldsOf(place, isPlain ? [] : form.decisions, n === 0, isPlain));
  return {
    shown: places.map((place) => place.shown),
    items: () => places.map((place) => place.item()).filter((item) => item),
  };
}

/**
 * @param {Page.ExposureForm["places"][number]} place
 * @param {string[]} decisions
 * @param {boolean} isFirst
 * @param {boolean} isPlain
 */
function fieldsOf({ place, items }, decisions, isFirst, isPlain) {
  const choice = h(
    "select",
    {},
    h("option", { value: "" }, "nothing"),
    items.map(({ item, says }, n) => h("option", { value: item, selected: isFirst && n === 0 }, says)),
  );
  const since = h(
    "select",
    {},
    decisions.map((stage, n) => h("option", { value: n ? `@${n + 1}` : "" }, stage.replaceAll("-", " "))),
  );
  const group = h("input", { size: 9, maxlength: 12, placeholder: "such as QKA" });
  const isMarkable = place === "dealer" && !isPlain;
  const shown = h(
    "div",
    { class: "seen-fields" },
    h("label", {}, NAMES[place] ?? place, choice),
    isMarkable ? h("label", {}, "Marked ranks only (optional)", group) : null,
    decisions.length > 1 ? h("label", {}, "Known from decision", since) : null,
  );
  return {
    shown,
    item() {
      const ranks = isMarkable ? group.value.trim().toUpperCase() : "";
      return choice.value && `${choice.value}${ranks && `/${ranks}`}${since.value}`;
    },
  };
}

/** @type {Record<string, string>} */
const NAMES = {
  dealer: "Of the dealer's cards",
  flop: "Of the flop",
  turn: "The turn",
  river: "The river",
  community: "Of the community cards",
  seats: "Of other seats",
  burn: "Out of play",
};
