// A dialog that asks for what an order needs; closed by Escape, by its own button, or when the order was carried out.
import { h } from "./dom.js";
import { me } from "./session.js";

/**
 * `send(tell)` says whether it was; `tell` shows what stands against it, inside the dialog.
 * @param {string} title
 * @param {Page.Child} parts
 * @param {string} words
 * @param {(tell: Page.Tell) => Promise<boolean | void> | boolean | void} send
 */
export function ask(title, parts, words, send) {
  const said = h("p", { class: "notice bad hidden", role: "alert" });
  /** @param {string} text */
  const tell = (text) => {
    said.textContent = text;
    said.classList.toggle("hidden", !text);
  };
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "asking", "aria-label": title, onclose: () => dialog.remove() },
    h(
      "form",
      {
        class: "asking-form",
        onsubmit: async (event) => {
          event.preventDefault();
          tell("");
          if (await send(tell)) dialog.close();
        },
      },
      h("h2", {}, title),
      parts,
      said,
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary" }, words),
        h("button", { type: "button", onclick: () => dialog.close() }, "Not now"),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * The second person of an order that two approve: proven by their own password, in the same form.
 * The fields, and `given()`: what goes with the order. The password is forgotten when the form has been sent.
 * @param {string} note
 */
export function approval(note = "") {
  const name = h("input", { required: true, autocomplete: "off", maxlength: 60 });
  const password = h("input", { type: "password", required: true, autocomplete: "off" });
  const demo = me().is_demo;
  const parts = h(
    "fieldset",
    {},
    h("legend", {}, "Two persons approve it"),
    h(
      "p",
      { class: "small soft" },
      `You, ${me().name}, and another floorperson or administrator. ${note} `,
      demo
        ? "Nobody has a password in the demo: here the name of a colleague is enough."
        : "The second person enters their own name and password; neither is kept by this page.",
    ),
    h(
      "div",
      { class: "fields" },
      h("label", {}, "Second person", name),
      demo ? null : h("label", {}, "Their password", password),
    ),
  );
  return {
    parts,
    given() {
      const approver = demo ? { name: name.value } : { name: name.value, password: password.value };
      password.value = "";
      return approver;
    },
  };
}
