// The coach: what each decision is worth, exactly, while you decide; and what a mistake cost.
import { get } from "/web/lib/api.js";
import { h } from "/web/lib/dom.js";
import { cardName } from "/web/lib/cards.js";
import { dollars } from "/web/lib/money.js";

const KEY = "houserules coach";
let on = localStorage.getItem(KEY) === "on";
let asked = -1;
let advice = null;
let counting = 0;
let fault = "";
let chosen = null;
const told = [];

// What was decided: with it, and with no guess, the cost is worked out.
export function decided(action, cents, discard) {
  chosen = { action, cents, discard };
}

// Asks for advice when it is the player's turn and the coach is on; while it is still counting, asks again.
export async function coach(description, view, seat, redraw) {
  note(view, seat);
  if (!on || !view.choices.length || asked === view.number) return;
  asked = view.number;
  advice = null;
  fault = "";
  counting = 0;
  while (on && asked === view.number && !advice && !fault) {
    await ask(description, view);
    if (asked === view.number) redraw();
  }
}

async function ask(description, view) {
  try {
    const found = await get(`/api/tables/${encodeURIComponent(description.table)}/advice`);
    if (asked !== view.number) return;
    if (found.is_counting) counting = found.seconds;
    else if (found.actions.length) advice = { number: view.number, round: view.round, ...found };
    else asked = -1;
  } catch (refusal) {
    if (refusal.code !== "too-many" && refusal.code !== "no-line") fault = refusal.sentence ?? "no advice";
    await new Promise((wake) => setTimeout(wake, 1000));
  }
}

// When the decision is made, remembers what it cost against the best.
function note(view, seat) {
  if (!advice || view.number <= advice.number || !seat) return;
  const best = advice.actions.reduce((one, other) => (other.value > one.value ? other : one));
  const made = advice.actions.find((one) => one.action === chosen?.action && one.cents === chosen.cents && (!one.discard || one.discard === chosen.discard));
  if (made) told.unshift({ round: advice.round, made: words(made), best: words(best), cost: best.value - made.value });
  advice = null;
  chosen = null;
}

export function coachPanel(description, view, seat, redraw) {
  if (!seat) return null;
  return h("section", { class: "panel", "aria-label": "Coach" },
    h("div", { class: "between" }, h("h2", {}, "Coach"), h("label", { class: "inline small" }, h("input", { type: "checkbox", checked: on, "data-key": "coach", onchange: (event) => toggle(event.target.checked, description, view, seat, redraw) }), "switched on")),
    on ? body(view) : h("p", { class: "small soft" }, "Shows the exact value of each decision, counted over every card you cannot see."));
}

function toggle(value, description, view, seat, redraw) {
  on = value;
  localStorage.setItem(KEY, on ? "on" : "off");
  redraw();
  coach(description, view, seat, redraw);
}

function body(view) {
  const parts = [];
  if (fault && view.choices.length) parts.push(h("p", { class: "small soft" }, fault));
  else if (view.choices.length && !advice) parts.push(waiting());
  if (advice && view.choices.length) parts.push(h("p", { class: "small soft" }, "What the main wagers bring you on average after each decision, counted over every card you cannot see. Side wagers are not in it:"), actions(advice));
  if (told.length) parts.push(h("h3", {}, "Your decisions"), h("ul", { class: "small" }, told.slice(0, 6).map((one) =>
    h("li", {}, `Round ${one.round}: `, one.cost > 0 ? [h("strong", { class: "bad" }, `${one.made} cost ${dollars(Math.round(one.cost))} on average`), `; best was: ${one.best}.`] : [h("strong", { class: "good" }, one.made), " was best."]))));
  return parts.length ? parts : h("p", { class: "small soft" }, "Speaks up when it is your turn.");
}

// How far it is; no longer than the first count of a game takes.
function waiting() {
  const words = counting < 3 ? "Counting every card you cannot see ..."
    : `Counting this game for the first time: ${Math.round(counting)} seconds so far. It may take a minute; after that every answer comes at once. You need not wait for it.`;
  return h("div", { role: "status" }, h("p", { class: "small soft" }, words), h("progress", { "aria-label": "The coach is counting" }));
}

function actions(found) {
  const values = found.actions.map((action) => action.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return h("div", { class: "stack" }, found.actions.map((action) => {
    const bar = h("span");
    bar.style.width = `${high === low ? 100 : 8 + (92 * (action.value - low)) / (high - low)}%`;
    return h("div", { class: `ev-row ${action.value === high ? "best" : ""}` }, h("span", {}, words(action), action.value === high ? h("strong", { class: "good" }, " · best") : ""),
      h("span", { class: "number" }, signed(action.value)), h("div", { class: `ev-bar ${action.value === high ? "best" : ""}` }, bar));
  }));
}

// "bet $15", "bet $5, put away the three of clubs".
function words(one) {
  return `${one.action}${one.cents ? ` ${dollars(one.cents)}` : ""}${one.discard ? `, put away the ${cardName(one.discard)}` : ""}`;
}

function signed(cents) {
  return cents >= 0 ? `+${dollars(Math.round(cents))}` : dollars(Math.round(cents));
}
