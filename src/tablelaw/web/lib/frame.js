// The frame of every page: who is signed in, links to the other pages, and the state of the connection.
import { enterDemo, me, sentenceOf, session, signIn, signOut } from "./api.js";
import { ask } from "./dialog.js";
import { h, show } from "./dom.js";
import { showWhenDrawn } from "./first_draw.js";
import { toast } from "./toast.js";

// The pages in the navigation, and who finds them there: `ANYONE`, or the roles that work with them.
const ANYONE = "";
/** @type {[path: string, name: string, roles: string[]][]} */
const PLACES = [
  ["/", "Lobby", [ANYONE]],
  ["/floor", "Floor", ["floor"]],
  ["/property", "Property", ["administrator", "floor"]],
  ["/audit", "Auditor", ["auditor"]],
  ["/analyst", "Analyst", ["auditor", "administrator", "floor"]],
  ["/submission", "Submissions", ["auditor", "administrator", "floor"]],
  ["/help", "Help", [ANYONE]],
];
// What a role's page is for, shown to people who may not open it.
/** @type {Record<string, string>} */
const DOES = {
  dealer: "Dealers run a table step by step, with the law behind each step.",
  floor: "Floorpersons see every table, validate payouts, fill trays and read the daily report.",
  administrator:
    "Administrators install tables with their Rules Submissions and, with a second person, correct meters and transfers.",
  auditor: "Auditors replay finished rounds and check the log, the ledger and the meters.",
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
  lineState = h("div", { class: "line-state", role: "status" });
  const main = document.querySelector("main");
  if (main) main.id ||= "main";
  document.body.prepend(h("a", { class: "skip", href: `#${main?.id ?? ""}` }, "Skip to content"), header, lineState);
  draw(header, who, onchange);
  showWhenDrawn();
  return who;
}

// The table a page is about: the last part of its address.
export function tableOfAddress() {
  return decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
}

/** @type {Record<Page.LineState, string>} */
const LINE = {
  stalled: "The server is not answering. What you see may be out of date.",
  lost: "Connection lost. Reconnecting ...",
  open: "Connected again.",
};
const AGAIN_MS = 4000;

/**
 * Says that the live connection is down, and for a moment that it is back.
 * @param {Page.LineState} state
 */
export function line(state) {
  if (!lineState) return;
  const was = lineState.dataset.state ?? "open";
  if (was === state) return;
  lineState.dataset.state = state;
  lineState.textContent = LINE[state];
  setTimeout(() => {
    if (lineState?.dataset.state === "open") lineState.textContent = "";
  }, AGAIN_MS);
}

/**
 * @param {HTMLElement} header
 * @param {Api.Who} who
 * @param {() => void} onchange
 */
function draw(header, who, onchange) {
  const here = location.pathname;
  const open = PLACES.filter(([, , roles]) => roles.includes(ANYONE) || roles.includes(who.role));
  const links = open.map(([path, name]) =>
    h("a", { href: path, "aria-current": path === here ? "page" : undefined }, name),
  );
  show(
    header,
    h("a", { class: "brand", href: "/" }, who.property || "Tablelaw"),
    h("nav", { "aria-label": "Pages" }, links),
    h("div", { class: "who" }, who.role ? signedIn(who, onchange) : signedOut(who, onchange)),
  );
  const current = links.find((link) => link.getAttribute("aria-current"));
  if (current?.parentElement)
    current.parentElement.scrollLeft = current.offsetLeft - current.parentElement.offsetLeft - 60;
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
 * In the demo, choosing a role signs in.
 * @param {Api.Who} who
 * @param {() => void} onchange
 */
function roleSwitch(who, onchange) {
  const select = h(
    "select",
    {
      "aria-label": "Enter as",
      onchange: async () => {
        select.disabled = true; // one choice at a time: a second one would be lost when the page is drawn again
        try {
          await enterDemo(select.value);
          onchange();
        } catch (refusal) {
          select.value = who.role;
          select.disabled = false;
          toast(sentenceOf(refusal), "bad");
        }
      },
    },
    h("option", { value: "", selected: !who.role, disabled: true }, "Enter as ..."),
    Object.entries(ROLES).map(([role, name]) => h("option", { value: role, selected: role === who.role }, name)),
  );
  return select;
}

/**
 * A failed sign-in is reported inside the dialog, where it is seen and read out, and the password can be typed again.
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
 * For a page that needs a role: offers to enter with it, if this is the demo.
 * Several roles may be named; the first is the one offered.
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
    : h("p", { class: "soft" }, "Sign in at the top of the page.");
  const [title] = document.title.split(" · ");
  show(
    main,
    h("h1", {}, title),
    h(
      "div",
      { class: "empty" },
      h("p", {}, `This page is for ${[role, ...others].map((name) => `${ROLES[name].toLowerCase()}s`).join(" and ")}.`),
      h("p", {}, DOES[role] ?? ""),
      enter,
    ),
  );
  return false;
}
