// "Why?": a paragraph of law in our words, shown where it is cited.
import { get } from "./api.js";
import { h, show } from "./dom.js";

let dialog;

// A button that shows the paragraph a rule rests on.
export function cite(rulebook, paragraph, label = paragraph, spoken = undefined) {
  if (!paragraph) return h("span");
  return h("button", { class: "cite", type: "button", "data-key": `cite ${paragraph}`, title: `What ${paragraph} says`, "aria-label": spoken, onclick: () => explain(rulebook, paragraph) }, label);
}

export async function explain(rulebook, paragraph) {
  if (!dialog) {
    dialog = h("dialog", { "aria-label": "A paragraph of the law" });
    document.body.append(dialog);
  }
  show(dialog, h("h2", {}, paragraph), h("p", { class: "soft" }, "One moment ..."));
  if (!dialog.open) dialog.showModal();
  try {
    const told = await get(`/api/law/${rulebook}/${encodeURIComponent(paragraph)}`);
    show(dialog, h("h2", {}, told.title || paragraph), h("p", {}, told.says), closing());
  } catch (refusal) {
    show(dialog, h("h2", {}, paragraph), h("p", {}, refusal.sentence), closing());
  }
}

function closing() {
  return h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close"));
}
