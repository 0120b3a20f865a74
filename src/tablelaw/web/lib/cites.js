// "Why?": a paraphrased paragraph of law, or a reading of it, shown where it is cited.
import { get, sentenceOf } from "./api.js";
import { h, show } from "./dom.js";

/** @type {HTMLDialogElement | undefined} */
let dialog;

/**
 * A button that shows the paragraph a rule rests on.
 * @param {string} rulebook
 * @param {string} paragraph
 * @param {string} label
 * @param {string} spoken
 */
export function cite(rulebook, paragraph, label = paragraph, spoken = "") {
  if (!paragraph) return h("span");
  return h(
    "button",
    {
      class: "cite",
      type: "button",
      "data-key": `cite ${paragraph}`,
      title: `What ${paragraph} says`,
      "aria-label": spoken || undefined,
      onclick: () => explain(rulebook, paragraph),
    },
    label,
  );
}

/**
 * A button that shows how an ambiguous text is read, for a line that rests on the reading.
 * @param {string} rulebook
 * @param {string} name
 */
export function readAs(rulebook, name) {
  return h(
    "button",
    {
      class: "cite",
      type: "button",
      "data-key": `reading ${name}`,
      title: `Why the text is read as ${name}`,
      onclick: () => explainReading(rulebook, name),
    },
    `read as ${name}`,
  );
}

/**
 * @param {string} rulebook
 * @param {string} paragraph
 */
export async function explain(rulebook, paragraph) {
  await tell(paragraph, get(`/api/law/${rulebook}/${encodeURIComponent(paragraph)}`), (told) => [
    h("p", {}, told.says),
  ]);
}

/**
 * @param {string} rulebook
 * @param {string} name
 */
export async function explainReading(rulebook, name) {
  await tell(name, get(`/api/readings/${rulebook}/${encodeURIComponent(name)}`), (told) => [
    h(
      "p",
      {},
      told.cites.map((paragraph) => [cite(rulebook, paragraph), " "]),
    ),
    h("p", {}, told.doubt),
    told.meanings.map((one) =>
      h(
        "p",
        { class: one.is_chosen ? "" : "soft" },
        h("strong", {}, one.is_chosen ? "Read here as: " : "It could also mean: "),
        one.says,
        " ",
        one.effect,
      ),
    ),
    h("p", {}, h("strong", {}, "Why: "), told.why),
    told.may_be_filed
      ? h(
          "p",
          { class: "small soft" },
          "A Rules Submission may choose another of these meanings; this line follows the one that was filed.",
        )
      : null,
  ]);
}

/**
 * The one dialog that shows paragraphs and readings.
 * @param {string} name
 * @template {{ title: string }} Told
 * @param {Promise<Told>} asked
 * @param {(told: Told) => Page.Child} words
 */
async function tell(name, asked, words) {
  if (!dialog) {
    dialog = h("dialog", { "aria-label": "The law" });
    document.body.append(dialog);
  }
  show(dialog, h("h2", {}, name), h("p", { class: "soft" }, "One moment ..."));
  if (!dialog.open) dialog.showModal();
  try {
    const told = await asked;
    show(dialog, h("h2", {}, told.title || name), words(told), closing());
  } catch (refusal) {
    show(dialog, h("h2", {}, name), h("p", {}, sentenceOf(refusal)), closing());
  }
}

function closing() {
  return h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close"));
}
