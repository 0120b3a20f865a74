// Who may sign in. A change is recorded, and where money is concerned a second person approves it.
import { get, me, post, sentenceOf } from "/web/lib/api.js";
import { approval, ask } from "/web/lib/dialog.js";
import { h, show, toast } from "/web/lib/dom.js";
import { ROLES } from "/web/lib/frame.js";
import { asCards } from "/web/lib/scrolling_tables.js";

const DEMO =
  "In the demo anyone can enter in any role without a password. At a real property an administrator adds and removes people here, and a second person approves it.";
const RULE =
  "Every change is recorded in the log. A second person approves each one, except that a player can be added or removed by one administrator.";

/** @param {HTMLElement} panel */
export async function people(panel) {
  const place = h("div", {}, h("p", { class: "soft" }, "One moment ..."));
  show(
    panel,
    h(
      "section",
      { class: "panel", "aria-label": "People" },
      h("h2", {}, "People who may sign in"),
      h("p", { class: "small soft" }, me().is_demo ? DEMO : RULE),
      place,
    ),
  );
  if (me().role !== "administrator")
    return show(place, h("p", { class: "soft" }, "Only administrators can see who may sign in."));
  if (me().is_demo) return show(place, null);
  try {
    return list(place, await get("/api/property/people"));
  } catch (refusal) {
    return show(place, h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

/**
 * @param {HTMLElement} place
 * @param {Api.ListedPeople} told
 */
function list(place, told) {
  /** @type {Changed} */
  const changed = (now, done) => {
    toast(done);
    list(place, now);
  };
  return show(
    place,
    h("p", {}, h("button", { type: "button", class: "primary", onclick: () => add(changed) }, "Add a person")),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Everybody" },
      asCards(
        h(
          "table",
          {},
          h("thead", {}, h("tr", {}, h("th", {}, "Name"), h("th", {}, "Role"), h("th", {}, "Change"))),
          h(
            "tbody",
            {},
            told.people.map((one) => row(one, changed)),
          ),
        ),
      ),
    ),
  );
}

/** @typedef {(now: Api.ListedPeople, done: string) => void} Changed */

/**
 * @param {Api.ListedPerson} one
 * @param {Changed} changed
 */
function row(one, changed) {
  /** @param {string} words @param {() => void} press */
  const button = (words, press) =>
    h("button", { type: "button", "aria-label": `${words}: ${one.name}`, onclick: press }, words);
  return h(
    "tr",
    {},
    h("td", {}, one.name),
    h("td", {}, ROLES[one.role] ?? one.role),
    h(
      "td",
      {},
      h(
        "span",
        { class: "row" },
        button("New role", () => changeRole(one, changed)),
        button("New password", () => reset(one, changed)),
        button("Remove", () => remove(one, changed)),
      ),
    ),
  );
}

// --- Changes ---

/** @param {Changed} changed */
function add(changed) {
  const name = h("input", { required: true, autocomplete: "off", maxlength: 60 });
  const role = roles("dealer");
  const password = newPassword();
  const second = approval();
  const showSecond = () => toggle(second.parts, role.value !== "player");
  role.addEventListener("change", showSecond);
  ask(
    "Add a person",
    [
      h(
        "div",
        { class: "fields" },
        h("label", {}, "Name", name),
        h("label", {}, "Role", role),
        h("label", {}, "First password", password),
      ),
      h("p", { class: "small soft" }, "The person enters a password of ten characters or more."),
      second.parts,
    ],
    "Add",
    (tell) =>
      send(
        { change: "added", name: name.value.trim(), role: role.value, password: password.value },
        role.value === "player" ? null : second,
        `${name.value.trim()} may sign in as ${titleOf(role.value)}.`,
        changed,
        tell,
      ),
  );
}

/**
 * @param {Api.ListedPerson} one
 * @param {Changed} changed
 */
function changeRole(one, changed) {
  const role = roles("", one.role);
  const second = approval();
  ask(
    `Change the role of ${one.name}`,
    [
      h("p", {}, `The role of ${one.name} is ${titleOf(one.role)}. The change ends all sessions of ${one.name}.`),
      h("div", { class: "fields" }, h("label", {}, "New role", role)),
      second.parts,
    ],
    "Change the role",
    (tell) =>
      send(
        { change: "role changed", name: one.name, role: role.value },
        second,
        `The role of ${one.name} is now ${titleOf(role.value)}.`,
        changed,
        tell,
      ),
  );
}

/**
 * @param {Api.ListedPerson} one
 * @param {Changed} changed
 */
function reset(one, changed) {
  const password = newPassword();
  const second = approval();
  ask(
    `New password for ${one.name}`,
    [
      h("p", {}, `${one.name} enters it. The old password stops working, and all sessions of ${one.name} end.`),
      h("div", { class: "fields" }, h("label", {}, "New password", password)),
      second.parts,
    ],
    "Set the password",
    (tell) =>
      send(
        { change: "password reset", name: one.name, password: password.value },
        second,
        `${one.name} has a new password.`,
        changed,
        tell,
      ),
  );
}

/**
 * @param {Api.ListedPerson} one
 * @param {Changed} changed
 */
function remove(one, changed) {
  const second = one.role === "player" ? null : approval();
  ask(
    `Remove ${one.name}`,
    [
      h("p", {}, `${one.name}, ${titleOf(one.role)}, can no longer sign in, and all sessions end.`),
      second ? second.parts : null,
    ],
    `Remove ${one.name}`,
    (tell) => send({ change: "removed", name: one.name }, second, `${one.name} may no longer sign in.`, changed, tell),
  );
}

/**
 * Resolves to whether the change was made; a refusal is shown in the dialog.
 * @param {Omit<Api.PersonIn, "approver">} change
 * @param {ReturnType<typeof approval> | null} second
 * @param {string} done
 * @param {Changed} changed
 * @param {Page.Tell} tell
 */
async function send(change, second, done, changed, tell) {
  try {
    changed(await post("/api/property/people", { ...change, approver: second ? second.given() : null }), done);
    return true;
  } catch (refusal) {
    tell(sentenceOf(refusal));
    return false;
  }
}

// --- Parts of the forms ---

/** @param {string} role */
const titleOf = (role) => (ROLES[role] ?? role).toLowerCase();

const newPassword = () => h("input", { type: "password", required: true, minlength: 10, autocomplete: "new-password" });

/**
 * @param {string} chosen
 * @param {string} [leftOut]
 */
function roles(chosen, leftOut = "") {
  return h(
    "select",
    {},
    Object.keys(ROLES)
      .filter((role) => role !== leftOut)
      .map((role) => h("option", { value: role, selected: role === chosen }, ROLES[role])),
  );
}

/**
 * Shows or hides a part of a form; what is hidden is not asked for.
 * @param {HTMLFieldSetElement} part
 * @param {boolean} isShown
 */
function toggle(part, isShown) {
  part.hidden = !isShown;
  part.disabled = !isShown;
}
