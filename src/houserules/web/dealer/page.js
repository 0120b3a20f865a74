// The dealer's page: the procedure step by step, with the paragraph each step rests on.
import { get, live, me, order, post, remove } from "/web/lib/api.js";
import { byId, h, show, toast } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { dollars } from "/web/lib/money.js";
import { line, needs, shell } from "/web/lib/shell.js";
import { felt, onTurn } from "/web/table/felt.js";
import { entry } from "./entry.js";
import { slips } from "./slips.js";

const table = decodeURIComponent(location.pathname.split("/").pop());
const path = `/api/tables/${encodeURIComponent(table)}`;
const SAID = { CloseBets: "Announce: \"No more bets.\"", Deal: "Deal without showing faces.", TurnUp: "Announce the dealer's hand.", CutDeck: "Offer the cut." };
let description = null;
let view = null;
let steps = null;
let busy = false;
let asked = 0;

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
  live([table], (message) => message.view && refresh(message.view), line);
}

// The view and the steps that belong to it; an answer that a later one has overtaken is left out.
async function refresh(fresh) {
  asked += 1;
  const turn = asked;
  const seen = fresh ?? (await get(`${path}/view`));
  const open = await get(`${path}/steps`);
  if (turn !== asked) return;
  view = seen;
  steps = open;
  draw();
}

function draw() {
  byId("page").dataset.number = view.number;
  const mine = steps.dealer === me().name;
  show(byId("shift"), mine
    ? h("button", { type: "button", onclick: () => shift(remove) }, "Hand the table back")
    : h("button", { class: "primary", type: "button", "data-key": "shift", onclick: () => shift(post) }, steps.dealer ? `Dealt by ${steps.dealer}` : "Take the table over"));
  show(byId("felt"), felt(description, view));
  show(byId("next"), next(mine));
  show(byId("entry"), mine && view.is_physical && view.phase === "dealing" ? entry(view, give) : null);
  show(byId("steps"), others(mine));
  show(byId("duties"), duties());
  show(byId("waiting"), waiting());
  byId("waiting").classList.toggle("hidden", !view.waiting.length);
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
    h("div", { class: "says" }, view.next.says, " ", cite(description.rulebook, view.next.cite)),
    SAID[kind] ? h("div", { class: "announce" }, SAID[kind]) : null,
    view.next.place ? h("p", {}, "It is laid ", h("strong", {}, `face ${view.next.face}`), ".") : null,
    !mine ? h("p", { class: "soft" }, "The automatic dealer keeps the pace. Take the table over to deal it yourself.")
      : step ? h("button", { class: "primary big", type: "button", disabled: busy, "data-key": "next", onclick: () => give(step.command) }, step.says)
        : h("p", { class: "soft" }, view.is_physical && view.phase === "dealing" ? "Enter the card that leaves the shoe." : `Waiting for ${view.next.who.replace("player:", "seat ")}.`),
  ];
}

function others(mine) {
  const rest = steps.steps.filter((step, n, all) => !step.is_next && all.findIndex((other) => other.says === step.says) === n);
  return [h("h2", {}, "Also permitted now"), mine && rest.length
    ? h("div", { class: "row" }, rest.map((step) => h("button", { type: "button", disabled: busy, "data-key": step.says, onclick: () => give(step.command) }, step.says)))
    : h("p", { class: "soft small" }, mine ? "Nothing else." : "Take the table over first.")];
}

function duties() {
  const due = view.duties.slice(0, 8);
  return [h("h2", {}, "Duties"), due.length ? h("ul", { class: "small" }, due.map((duty) => h("li", { class: duty.when === "overdue" ? "due-overdue" : "" },
    `${duty.name}: ${when(duty)} `, cite(description.rulebook, duty.cite), h("div", { class: "soft" }, duty.says)))) : h("p", { class: "soft small" }, "Nothing is due.")];
}

function when(duty) {
  if (duty.when === "at") return `at ${new Date(duty.due * 1000).toLocaleTimeString()}`;
  if (duty.when === "in rounds") return `in ${duty.due} rounds`;
  return duty.when === "overdue" ? "overdue" : "now";
}

function waiting() {
  return [h("h2", {}, "Waiting for a floorperson"), h("ul", { class: "small" }, view.waiting.map((wait) =>
    h("li", {}, `${wait.name}, seat ${wait.seat}: ${wait.what}${wait.cents ? ` ${dollars(wait.cents)}` : ""} `, cite(description.rulebook, wait.cite))))];
}

async function checklist() {
  const told = await get(`${path}/checklist`);
  show(byId("checklist"), h("div", { class: "checklist" }, h("h2", {}, "The procedure"), told.sections.map(([title, tasks]) =>
    h("details", {}, h("summary", {}, title), h("ol", { class: "small" }, tasks.map((task) =>
      h("li", {}, h("strong", {}, `${task.who}: `), task.says, " ", task.cites.map((paragraph) => [cite(description.rulebook, paragraph), " "]))))))));
}

async function give(command) {
  if (busy) return;
  busy = true;
  try {
    await order(command, table);
  } catch (refusal) {
    toast(refusal.sentence ?? String(refusal), "bad");
  } finally {
    busy = false;
    draw();
  }
}
