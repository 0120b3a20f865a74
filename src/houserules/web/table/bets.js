// Placing wagers: a tray of chips, and an area for each wager the table offers.
import { h, toast } from "/web/lib/dom.js";
import { order } from "/web/lib/api.js";
import { cite } from "/web/lib/cites.js";
import { dollars, parseDollars } from "/web/lib/money.js";
import { wantMoney } from "./cashier.js";

const CHIPS = [100, 500, 2500, 10000, 50000];
let chosen = 500;
let busy = false;
// The entry of the last wager: until the view has come that far, it still shows the areas as they were before.
let made = 0;
let placedAt = 0;
const DOUBLE_CLICK_MS = 700;
let drawAgain = () => {};
const last = new Map();

// The betting panel of one seat while bets are open.
export function bets(description, view, seat, redraw) {
  drawAgain = redraw;
  const offered = description.wagers.filter((wager) => wager.kind === "opening" || wager.kind === "optional");
  const locked = busy || view.number < made;
  const total = Object.values(seat.wagers).reduce((sum, cents) => sum + cents, 0);
  return h("div", {},
    h("p", { class: "soft" }, "Choose a chip, then the wager it goes on. Press a wager again to take it back."),
    h("div", { class: "tray", role: "group", "aria-label": "Chips" }, CHIPS.map((cents) => chipButton(cents, redraw)), sumField(redraw)),
    group("To play", offered.filter((wager) => wager.kind === "opening"), (wager) => spot(description, seat, wager, locked)),
    group("If you like", offered.filter((wager) => wager.kind === "optional"), (wager) => spot(description, seat, wager, locked)),
    h("div", { class: "row" },
      h("button", { type: "button", disabled: locked || total > 0 || !last.has(description.table), "data-key": "repeat", onclick: () => repeat(description, seat) }, "Same as last round"),
      h("button", { type: "button", disabled: locked || !total, "data-key": "clear", onclick: () => clear(description, seat) }, "Take all back"),
      h("span", { class: "soft" }, total ? `On the felt: ${dollars(total)}` : "")));
}

function group(title, wagers, draw) {
  return wagers.length ? [h("p", { class: "spots-title" }, title), h("div", { class: "spots", role: "group", "aria-label": title }, wagers.map(draw))] : null;
}

// Remembers what was wagered, for the round after.
export function remember(description, seat) {
  const placed = description.wagers.filter((wager) => wager.kind !== "decision" && seat.wagers[wager.id]);
  if (placed.length) last.set(description.table, placed.map((wager) => [wager.id, seat.wagers[wager.id]]));
}

function chipButton(cents, redraw) {
  return h("button", { class: `chip c${cents}`, type: "button", "aria-pressed": String(chosen === cents), "aria-label": `Chip of ${dollars(cents)}`, "data-key": `chip ${cents}`, onclick: (event) => {
    chosen = cents;
    const field = event.currentTarget.parentElement.querySelector("input");
    field.value = "";
    redraw();
  } }, dollars(cents));
}

function sumField(redraw) {
  return h("label", { class: "inline small" }, "or a sum of", h("input", { size: 7, inputmode: "decimal", "aria-label": "Another sum", "data-key": "sum", placeholder: dollars(1500), value: CHIPS.includes(chosen) ? "" : dollars(chosen), oninput: (event) => {
    chosen = parseDollars(event.target.value) || chosen;
  }, onchange: (event) => {
    if (event.target.value.trim() && !parseDollars(event.target.value)) {
      event.target.value = "";
      toast(`That is no sum of money. Write it like 15, ${dollars(1250)} or ${dollars(120000)}.`, "bad");
    }
    redraw();
  } }));
}

function spot(description, seat, wager, locked) {
  const cents = seat.wagers[wager.id];
  const fixed = wager.amounts.length === 1 ? wager.amounts[0] : null;
  const range = wager.amounts.length ? wager.amounts.map(dollars).join(" or ") : `${dollars(wager.minimum)} to ${dollars(wager.maximum)}`;
  const needs = wager.equal_to ? `equal to ${nameOf(description, wager.equal_to)}` : range;
  const label = cents ? `${wager.name}: ${dollars(cents)}. Press to take it back.` : `Wager ${dollars(fixed ?? chosen)} on ${wager.name}, ${needs}`;
  return h("div", { class: "spot-place" },
    h("button", { class: `spot-button ${wager.kind === "opening" ? "required" : "optional"} ${cents ? "placed" : ""}`, type: "button", disabled: locked, "aria-label": label, "data-key": `spot ${wager.id}`, "data-means": cents ? "take back" : "place", onclick: () => (cents ? withdraw(description, seat, wager) : place(description, seat, wager, fixed ?? chosen)) },
      h("span", { class: "name" }, wager.name), h("span", { class: "sum" }, cents ? dollars(cents) : "+"), h("span", { class: "hint" }, cents ? "take back" : needs, !cents && wager.medium === "electronic account" ? ", from the electronic account" : "")),
    h("span", { class: "small" }, cite(description.rulebook, wager.cite, "what is it?", `What is the ${wager.name}?`)));
}

function nameOf(description, id) {
  return description.wagers.find((wager) => wager.id === id)?.name ?? id;
}

// A wager that must equal another is placed with it, so that one click opens a round.
async function place(description, seat, wager, cents) {
  const partners = description.wagers.filter((other) => other.kind === "opening" && (other.equal_to === wager.id || wager.equal_to === other.id));
  const sum = wager.equal_to && seat.wagers[wager.equal_to] ? seat.wagers[wager.equal_to] : cents;
  const wanted = [[wager.id, sum], ...partners.filter((other) => !seat.wagers[other.id]).map((other) => [other.id, sum])];
  await each(wanted, ([id, amount]) => order({ type: "PlaceWager", seat: seat.seat, wager: id, cents: amount }, description.table));
  placedAt = Date.now();
}

// A second press that comes at once is the end of a double click, not a change of mind.
async function withdraw(description, seat, wager) {
  if (Date.now() - placedAt < DOUBLE_CLICK_MS) return;
  await each([wager], () => order({ type: "WithdrawWager", seat: seat.seat, wager: wager.id }, description.table));
}

async function repeat(description, seat) {
  await each(last.get(description.table), ([id, cents]) => order({ type: "PlaceWager", seat: seat.seat, wager: id, cents }, description.table));
}

async function clear(description, seat) {
  const openings = Object.keys(seat.wagers);
  await each(openings, async (id) => {
    try {
      return await order({ type: "WithdrawWager", seat: seat.seat, wager: id }, description.table);
    } catch (refusal) {
      if (refusal.code !== "wager-missing") throw refusal;
      return null;
    }
  });
}

async function each(things, act) {
  if (busy) return;
  busy = true;
  drawAgain();
  try {
    for (const thing of things) made = (await act(thing))?.number ?? made;
  } catch (refusal) {
    if (refusal.code === "balance-below-zero") wantMoney();
    toast(refusal.sentence ?? String(refusal), "bad");
  } finally {
    busy = false;
    drawAgain();
  }
}
