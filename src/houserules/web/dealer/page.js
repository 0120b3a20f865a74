// The dealer's page: the procedure step by step, with the paragraph each step rests on.
import { get, live, order, post, remove } from "/web/lib/api.js";
import { byId, h, redraw, show, toast } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { dollars } from "/web/lib/money.js";
import { line, needs, shell } from "/web/lib/shell.js";
import { clockTime } from "/web/lib/time.js";
import { felt, onTurn } from "/web/table/felt.js";
import { chips } from "./chips.js";
import { count } from "./count.js";
import { entry, remember } from "./entry.js";
import { slips } from "./slips.js";

const table = decodeURIComponent(location.pathname.split("/").pop());
const path = `/api/tables/${encodeURIComponent(table)}`;
const SAID = { CloseBets: "Announce: \"No more bets.\"", Deal: "Deal without showing faces.", TurnUp: "Announce the dealer's hand.", CutDeck: "Offer the cut." };
let description = null;
let view = null;
let steps = null;
const AGAIN_MS = 500;
// Orders that are under way.
let given = 0;
// The entry of the last order: until the view has come that far, it still shows the steps as they were before.
let made = 0;
// What is still to be drawn, and whether the server is being asked.
const wish = [];
let isAsking = false;

await shell(`Dealer, ${table}`);
if (needs("dealer", byId("page"))) await start();

async function start() {
  try {
    description = await get(path);
  } catch {
    return show(byId("page"), h("p", { class: "empty" }, `There is no table ${table} on this floor. `, h("a", { href: "/" }, "Back to the lobby")));
  }
  byId("title").textContent = `${table}: ${description.game}`;
  show(byId("slips"), slips(description, give));
  checklist();
  await refresh();
  onTurn(draw);
  live([table, "lobby"], hear, line);
}

// The table itself, and of the property what decides whether wagers are taken: the gaming day and the links.
let outside = "";

function hear(message) {
  if (message.view) refresh(message.view);
  if (!message.lobby) return;
  const meters = message.lobby.tables.find((one) => one.table === table)?.meters ?? [];
  const now = JSON.stringify([message.lobby.day, meters.map((meter) => meter.is_down)]);
  if (outside !== now) refresh();
  outside = now;
}

// Resolves when a view that is at least as new as this call, and the steps that belong to it, have been drawn.
function refresh(fresh = null) {
  return new Promise((drawn) => {
    wish.push({ fresh, drawn });
    if (!isAsking) catchUp();
  });
}

// One question at a time, each about the newest: a table that changes faster than the server answers is still drawn.
async function catchUp() {
  isAsking = true;
  while (wish.length) {
    const asked = wish.splice(0);
    try {
      await fetched(asked.at(-1).fresh);
      for (const one of asked) one.drawn();
    } catch (refusal) {
      if (!view) toast(refusal.sentence ?? String(refusal), "bad");
      wish.unshift(...asked.map((one) => ({ ...one, fresh: null })));
      await new Promise((wake) => setTimeout(wake, AGAIN_MS));
    }
  }
  isAsking = false;
}

async function fetched(fresh) {
  const isNew = fresh && !(view && fresh.number < view.number);
  const seen = isNew ? fresh : await get(`${path}/view`);
  steps = await get(`${path}/steps`);
  view = seen;
  draw();
}

function draw() {
  if (!view) return;
  byId("page").dataset.number = view.number;
  const mine = steps.may_deal;
  redraw(byId("shift"), shifts(mine));
  redraw(byId("felt"), felt(description, view));
  redraw(byId("next"), next(mine));
  redraw(byId("entry"), mine && view.is_physical && view.phase === "dealing" && view.next.place ? entry(view, give) : null);
  redraw(byId("steps"), others(mine));
  redraw(byId("chips"), chips(view, mine, giveMoney));
  redraw(byId("duties"), duties());
  redraw(byId("waiting"), waiting());
  byId("waiting").classList.toggle("hidden", !view.waiting.length);
}

// Who deals: a table is taken over where nobody else deals it, and handed back. Only who has taken it over acts for players.
function shifts(mine) {
  if (mine && steps.dealer) return h("button", { type: "button", "data-key": "hand back", onclick: () => shift(remove) }, "Hand the table back");
  if (steps.dealer) return h("p", { class: "soft" }, `${steps.dealer} deals this table.`);
  return h("button", { class: "primary", type: "button", "data-key": "shift", onclick: () => shift(post) }, "Take the table over");
}

async function shift(act) {
  try {
    await act(`${path}/dealer`);
  } catch (refusal) {
    toast(refusal.sentence, "bad");
  }
  await refresh();
}

function next(mine) {
  const step = steps.steps.find((found) => found.is_next);
  const kind = step?.command.type;
  return [
    h("div", { class: "says" }, view.phase === "betting" ? "Wagers are open." : view.next.says, " ", cite(description.rulebook, view.next.cite)),
    steps.why_not ? h("p", { class: "notice warn" }, steps.why_not) : null,
    SAID[kind] ? h("div", { class: "announce" }, SAID[kind]) : null,
    view.next.place ? h("p", {}, "It is laid ", h("strong", {}, `face ${view.next.face}`), ".") : null,
    !mine ? h("p", { class: "soft" }, notMine())
      : step?.asks ? count(step, give, isBusy())
        : step ? h("button", { class: "primary big", type: "button", disabled: isBusy(), "data-key": "next", "data-means": JSON.stringify(step.command), onclick: () => give(step.command) }, step.says)
          : steps.why_not ? null : h("p", { class: "soft" }, waitsFor()),
  ];
}

function waitsFor() {
  if (view.is_physical && view.phase === "dealing" && view.next.place) return "Enter the card that leaves the shoe.";
  const who = view.next.who.replace("player:", "seat ");
  return who === "dealer" ? "Nothing to press: see the panels beside." : `Waiting for ${who === "floor" ? "a floorperson" : who === "player" ? "a player" : who}.`;
}

function notMine() {
  if (steps.dealer) return "It can be taken over when they have handed it back.";
  return view.is_physical ? "Its cards are real: nobody deals it until a dealer takes it over."
    : "The automatic dealer keeps the pace. Take the table over to deal it yourself.";
}

function others(mine) {
  const rest = steps.steps.filter((step) => !step.is_next);
  if (!mine) return [h("h2", {}, "Also permitted now"), h("p", { class: "soft small" }, "Only who deals the table may do this.")];
  const seats = rest.filter((step) => step.command.type === "LeaveSeat");
  const unserved = rest.filter((step) => step.command.type === "ServeSeat");
  const plain = rest.filter((step) => !step.asks && !seats.includes(step) && !unserved.includes(step));
  const button = (step) => h("button", { type: "button", disabled: isBusy(), "data-key": step.says, onclick: () => (unserved.includes(step) ? serve(step.command) : give(step.command)) }, step.says);
  return [h("h2", {}, "Also permitted now"),
    plain.length ? h("div", { class: "row" }, plain.map(button)) : null,
    rest.filter((step) => step.asks).map((step) => h("details", { "data-key": step.says }, h("summary", {}, step.says), count(step, give, isBusy()))),
    seats.length ? h("details", { "data-key": "seats" }, h("summary", {}, "A player has left the table"), h("div", { class: "row" }, seats.map(button))) : null,
    unserved.length ? h("details", { "data-key": "unserved" }, h("summary", {}, "A player has no device"), h("div", { class: "row" }, unserved.map(button))) : null,
    rest.length ? null : h("p", { class: "soft small" }, "Nothing else.")];
}

function duties() {
  const due = view.duties.slice(0, 8);
  return [h("h2", {}, "Duties"), due.length ? h("ul", { class: "small" }, due.map((duty) => h("li", { class: duty.when === "overdue" ? "due-overdue" : "" },
    `${duty.name}: ${when(duty)} `, cite(description.rulebook, duty.cite), h("div", { class: "soft" }, duty.says)))) : h("p", { class: "soft small" }, "Nothing is due.")];
}

function when(duty) {
  if (duty.when === "at") return `at ${clockTime(duty.due)}`;
  if (duty.when === "in rounds") return `in ${duty.due} rounds`;
  return duty.when === "overdue" ? "overdue" : "now";
}

function waiting() {
  return [h("h2", {}, "Waiting for a floorperson"), h("ul", { class: "small" }, view.waiting.map((wait) =>
    h("li", {}, `${wait.name}, seat ${wait.seat}: ${wait.what === "validate" ? "to be validated" : "documents"}${wait.cents ? ` ${dollars(wait.cents)}` : ""} `, cite(description.rulebook, wait.cite))))];
}

async function checklist() {
  const told = await get(`${path}/checklist`);
  show(byId("checklist"), h("div", { class: "checklist" }, h("h2", {}, "The procedure"), told.sections.map(([title, tasks]) =>
    h("details", {}, h("summary", {}, title), h("ol", { class: "small" }, tasks.map((task) =>
      h("li", {}, h("strong", {}, `${task.who}: `), task.says, " ", task.cites.map((paragraph) => [cite(description.rulebook, paragraph), " "]))))))));
}

// Whether it was carried out. No press is dropped: what is pressed while another order is under way goes out after it.
async function give(command) {
  given += 1;
  draw();
  try {
    made = Math.max(made, (await order(command, table)).number);
    if (command.type === "EnterCard") remember(view.round, command.card);
    return true;
  } catch (refusal) {
    toast(refusal.sentence ?? String(refusal), "bad");
    return false;
  } finally {
    given -= 1;
    draw();
  }
}

function isBusy() {
  return given > 0 || view.number < made;
}

// Cash for chips at this table, and what stands on an electronic account.
// An order to the property, not to the table: that a player has no device.
async function serve(command) {
  try {
    await order(command);
  } catch (refusal) {
    toast(refusal.sentence ?? String(refusal), "bad");
  }
  await refresh();
}

async function giveMoney(command) {
  try {
    await order(command.type === "BuyIn" ? { ...command, table } : command);
    toast("Done, and written down.");
  } catch (refusal) {
    toast(refusal.sentence ?? String(refusal), "bad");
  }
}
