// The frame of every page: who is here, where to go, and whether the line holds.
import { enterDemo, me, sentenceOf, session, signIn, signOut } from "./api.js";
import { ask } from "./dialog.js";
import { h, show } from "./dom.js";

const PLACES = [
  ["/", "Lobby"],
  ["/floor", "Floor"],
  ["/property", "Property"],
  ["/audit", "Auditor"],
  ["/analyst", "Analyst"],
  ["/submission", "Submissions"],
  ["/help", "Help"],
];
// What a role's page is for, told to who may not open it.
/** @type {Record<string, string>} */
const DOES = {
  dealer: "A dealer carries a table through its procedure, step by step, with the law of each.",
  floor: "A floorperson sees every table at a glance, validates payouts, fills trays and reads the report of the day.",
  administrator:
    "An administrator installs tables under their Rules Submissions, and with a second person sets meters and transfers right.",
  auditor: "An auditor sees any finished round again, and checks the log, the ledger and the meters.",
};
/** @type {Record<string, string>} */
export const ROLES = {
  player: "Player",
  dealer: "Dealer",
  floor: "Floorperson",
  auditor: "Auditor",
  administrator: "Administrator",
};
/** @type {HTMLElement | undefined} */
let lineState;

/**
 * Draws the frame and says who is signed in. `onchange` is called when somebody signs in or out.
 * @param {string} title
 * @param {() => void} onchange
 */
export async function frame(title, onchange = () => location.reload()) {
  document.title = `${title} · Tablelaw`;
  const who = await session();
  const header = h("header", { class: "top" });
  lineState = h("div", { class: "line-state hidden", role: "status" }, "The line is broken; trying again ...");
  const main = document.querySelector("main");
  if (main) main.id ||= "main";
  document.body.prepend(h("a", { class: "skip", href: `#${main?.id ?? ""}` }, "Skip to the page"), header, lineState);
  draw(header, who, onchange);
  return who;
}

// The table that a page is about: the last part of its address.
export function tableOfAddress() {
  return decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
}

/**
 * Shown while the live line is down.
 * @param {"open" | "lost"} state
 */
export function line(state) {
  lineState?.classList.toggle("hidden", state !== "lost");
}

/**
 * @param {HTMLElement} header
 * @param {Api.Who} who
 * @param {() => void} onchange
 */
function draw(header, who, onchange) {
  const here = location.pathname;
  const links = PLACES.map(([path, name]) =>
    h("a", { href: path, "aria-current": path === here ? "page" : undefined }, name),
  );
  show(
    header,
    h("a", { class: "brand", href: "/" }, who.property || "Tablelaw"),
    h("nav", { "aria-label": "Pages" }, links),
    h("div", { class: "who" }, who.role ? signedIn(who, onchange) : signedOut(who, onchange)),
  );
}

/**
 * @param {Api.Who} who
 * @param {() => void} onchange
 */
function signedIn(who, onchange) {
  const parts = [
    h(
      "span",
      { class: "who-name", title: `${ROLES[who.role]}: ${who.name}` },
      `${ROLES[who.role]}: `,
      h("strong", {}, who.name),
    ),
  ];
  if (who.is_demo) parts.push(roleSwitch(who, onchange));
  parts.push(h("button", { type: "button", onclick: () => signOut().then(onchange) }, "Leave"));
  return parts;
}

/**
 * @param {Api.Who} who
 * @param {() => void} onchange
 */
function signedOut(who, onchange) {
  if (who.is_demo) return [roleSwitch(who, onchange)];
  return [h("button", { type: "button", onclick: () => askPassword(onchange) }, "Sign in")];
}

/**
 * Entering the demo as anybody is one click.
 * @param {Api.Who} who
 * @param {() => void} onchange
 */
function roleSwitch(who, onchange) {
  const select = h(
    "select",
    {
      "aria-label": "Enter as",
      onchange: async () => {
        await enterDemo(select.value);
        onchange();
      },
    },
    h("option", { value: "", selected: !who.role, disabled: true }, "Enter as ..."),
    Object.entries(ROLES).map(([role, name]) => h("option", { value: role, selected: role === who.role }, name)),
  );
  return select;
}

/**
 * What stands against signing in is said inside the dialog, where it is seen, read out, and the password can be typed anew.
 * @param {() => void} onchange
 */
function askPassword(onchange) {
  const name = h("input", { name: "name", autocomplete: "username", required: true });
  const password = h("input", { name: "password", type: "password", autocomplete: "current-password", required: true });
  ask("Sign in", [h("label", {}, "Name", name), h("label", {}, "Password", password)], "Sign in", async (tell) => {
    try {
      await signIn(name.value, password.value);
    } catch (refusal) {
      tell(sentenceOf(refusal));
      password.select();
      return false;
    }
    onchange();
    return true;
  });
}

/**
 * For a page that needs a role: an invitation to enter with it, where the demo allows it.
 * Several roles may be named; the first is the one invited.
 * @param {string | string[]} roles
 * @param {HTMLElement} main
 */
export function needs(roles, main) {
  const who = me();
  const [role, ...others] = [roles].flat();
  if ([role, ...others].includes(who?.role)) return true;
  const enter = who?.is_demo
    ? h(
        "button",
        { class: "primary", type: "button", onclick: () => enterDemo(role).then(() => location.reload()) },
        `Enter as ${ROLES[role].toLowerCase()}`,
      )
    : h("p", { class: "soft" }, "Sign in above.");
  const [title] = document.title.split(" · ");
  show(
    main,
    h("h1", {}, title),
    h(
      "div",
      { class: "empty" },
      h(
        "p",
        {},
        `This page is for the role ${[role, ...others].map((name) => ROLES[name].toLowerCase()).join(" or ")}.`,
      ),
      h("p", {}, DOES[role] ?? ""),
      enter,
    ),
  );
  return false;
}
