// Who may sign in. People are added and removed on the server itself, so that no page ever handles their passwords.
import { get, me, sentenceOf } from "/web/lib/api.js";
import { h, show } from "/web/lib/dom.js";
import { ROLES } from "/web/lib/frame.js";

/** @param {HTMLElement} panel */
export async function people(panel) {
  const how = h(
    "p",
    { class: "small soft" },
    "On the server, add a person with ",
    h("code", {}, "tablelaw user add NAME --role ROLE --db FLOOR"),
    ", which asks for a password, and remove one with ",
    h("code", {}, "tablelaw user remove NAME --db FLOOR"),
    ", which also ends their sessions.",
  );
  const place = h("div", {}, h("p", { class: "soft" }, "One moment ..."));
  show(
    panel,
    h(
      "section",
      { class: "panel", "aria-label": "People" },
      h("h2", {}, "People who may sign in"),
      me().is_demo
        ? h("p", {}, "In the demo anyone can enter in any role without a password. At a real property people sign in.")
        : null,
      place,
      how,
    ),
  );
  show(place, await listed());
}

async function listed() {
  if (me().role !== "administrator") return h("p", { class: "soft" }, "Only administrators can see who may sign in.");
  try {
    const told = await get("/api/property/people");
    if (!told.people.length) return h("p", { class: "soft" }, "Nobody has been added.");
    return h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", {}, "Name"), h("th", {}, "Role"))),
      h(
        "tbody",
        {},
        told.people.map((one) => h("tr", {}, h("td", {}, one.name), h("td", {}, ROLES[one.role] ?? one.role))),
      ),
    );
  } catch (refusal) {
    return h("p", { class: "notice bad" }, sentenceOf(refusal));
  }
}
