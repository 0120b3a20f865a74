// A check and what it came to: shown, not shown, or not to be told.
import { h } from "/web/lib/dom.js";

export function verdict(is, words) {
  const [kind, mark] = is === null ? ["warn", "Open"] : is ? ["good", "Shown"] : ["bad", "Not shown"];
  return h("p", { class: `verdict notice ${kind}` }, h("strong", {}, `${mark}: `), words);
}
