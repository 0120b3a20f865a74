// A dialog that asks for what an order needs; closed by Escape, by its own button, or when the order was carried out.
import { h } from "./dom.js";

// `send(tell)` says whether it was; `tell` shows what stands against it, inside the dialog.
export function ask(title, parts, words, send) {
  const said = h("p", { class: "notice bad hidden", role: "alert" });
  const tell = (text) => {
    said.textContent = text;
    said.classList.toggle("hidden", !text);
  };
  const dialog = h("dialog", { class: "asking", "aria-label": title, onclose: () => dialog.remove() }, h("form", { class: "asking-form", onsubmit: async (event) => {
    event.preventDefault();
    tell("");
    if (await send(tell)) dialog.close();
  } }, h("h2", {}, title), parts, said, h("div", { class: "row" }, h("button", { class: "primary" }, words), h("button", { type: "button", onclick: () => dialog.close() }, "Not now"))));
  document.body.append(dialog);
  dialog.showModal();
}
