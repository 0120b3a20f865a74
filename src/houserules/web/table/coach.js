// The coach: what each decision is worth, exactly, while you decide; and what a mistake cost.
import { get } from "/web/lib/api.js";
import { h } from "/web/lib/dom.js";
import { cardName } from "/web/lib/cards.js";
import { dollars } from "/web/lib/money.js";

const KEY = "houserules coach";
let on = localStorage.getItem(KEY) === "on";
let asked = -1;
let advice = null;
let fault = "";
let chosen = null;
const told = [];

// What was decided: with it, and with no guess, the cost is worked out.
export function decided(action, cents, discard) {
  chosen = { action, cents, discard };
}

// Asks for advice when it is the player's turn and the coach is on.
export async function coach(description, view, seat, redraw) {
  note(view, seat);
  if (!on || !view.choices.length || asked === view.number) return;
  asked = view.number;
  advice = null;
  fault = "";
  try {
    const found = await get(`/api/tables/${encodeURIComponent(description.table)}/advice`);
    if (found.actions.length) advice = { number: view.number, round: view.round, ...found };
  } catch (refusal) {
    fault = refusal.sentence ?? "no advice";
  }
  redraw();
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
  else if (view.choices.length && !advice) parts.push(h("p", { class: "small soft" }, "Counting ..."));
  if (advice && view.choices.length) parts.push(h("p", { class: "small soft" }, "What this round brings you on average after each decision, counted over every card you cannot see:"), actions(advice));
  if (told.length) parts.push(h("h3", {}, "Your decisions"), h("ul", { class: "small" }, told.slice(0, 6).map((one) =>
    h("li", {}, `Round ${one.round}: `, one.cost > 0 ? [h("strong", { class: "bad" }, `${one.made} cost ${dollars(Math.round(one.cost))} on average`), `; best was: ${one.best}.`] : [h("strong", { class: "good" }, one.made), " was best."]))));
  return parts.length ? parts : h("p", { class: "small soft" }, "Speaks up when it is your turn.");
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
