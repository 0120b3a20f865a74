// The second person of an order that two approve: proven by their own password, in the same form.
import { h } from "/web/lib/dom.js";
import { me } from "/web/lib/api.js";

// The fields, and `given()`: what goes with the order. The password is forgotten when the form has been sent.
export function approval(note = "") {
  const name = h("input", { required: true, autocomplete: "off", maxlength: 60 });
  const password = h("input", { type: "password", required: true, autocomplete: "off" });
  const demo = me().is_demo;
  const parts = h("fieldset", {}, h("legend", {}, "Two persons approve it"),
    h("p", { class: "small soft" }, `You, ${me().name}, and another floorperson or administrator. ${note} `,
      demo ? "Nobody has a password in the demo: here the name of a colleague is enough." : "The second person enters their own name and password; neither is kept by this page."),
    h("div", { class: "fields" }, h("label", {}, "Second person", name), demo ? null : h("label", {}, "Their password", password)));
  return { parts, given() {
    const approver = demo ? { name: name.value } : { name: name.value, password: password.value };
    password.value = "";
    return approver;
  } };
}
