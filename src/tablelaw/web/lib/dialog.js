// A dialog that asks for what an order needs; closed by Escape, by its own button, or once the order is carried out.
import { me } from "./current_user.js";
import { h } from "./dom.js";

/**
 * `send(tell)` resolves to whether it was; `tell` shows a problem inside the dialog. Returns the dialog.
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
        h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * The second approver of an order, who proves their identity with their own password in the same form.
 * Returns the fields, and `given()`, which goes with the order. The password is cleared once the form is sent.
 * @param {string} note
 */
export function approval(note = "") {
  const name = h("input", { required: true, autocomplete: "off", maxlength: 60 });
  const password = h("input", { type: "password", required: true, autocomplete: "off" });
  const demo = me().is_demo;
  const parts = h(
    "fieldset",
    {},
    h("legend", {}, "Two people must approve"),
    h(
      "p",
      { class: "small soft" },
      `You, ${me().name}, and another floorperson or administrator. ${note} `,
      demo
        ? "In the demo nobody has a password; a colleague's name is enough."
        : "The second person enters their own name and password; this page keeps neither.",
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
