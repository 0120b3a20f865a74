// The player's page: one view of the table in, everything drawn anew from it.
import { enterDemo, get, live, me, order } from "/web/lib/api.js";
import { byId, h, redraw, show, toast } from "/web/lib/dom.js";
import { card, sorted } from "/web/lib/cards.js";
import { dollars } from "/web/lib/money.js";
import { oneAtATime } from "/web/lib/one_at_a_time.js";
import { line, ROLES, shell } from "/web/lib/shell.js";
import { about } from "./about.js";
import { bets, remember } from "./bets.js";
import { cashier, takesAccount, wantMoney } from "./cashier.js";
import { clock, setClock, tick } from "./clock.js";
import { coach, coachPanel } from "./coach.js";
import { decisions } from "./decisions.js";
import { felt, onTurn } from "./felt.js";
import { history } from "./history.js";
import { settlement } from "./settlement.js";
import { announcement, slipOf, spoken } from "./words.js";

const table = decodeURIComponent(location.pathname.split("/").pop());
let view = null;
let purse = { chips: 0, game: 0 };
const money = oneAtATime(askForMoney);
let settled = { round: 0, lines: [], hands: [], slip: null };

await shell(table);
const description = await load();
if (description) start();

async function load() {
  try {
    return await get(`/api/tables/${encodeURIComponent(table)}`);
  } catch (refusal) {
    const main = document.querySelector("main");
    main.className = "";
    show(main, h("div", { class: "empty nowhere" }, h("h1", {}, "No such table"),
      h("p", {}, refusal.status === 404 ? `There is no table ${table} on this floor. It may have been removed, or the address was mistyped.` : refusal.sentence),
      h("p", {}, h("a", { class: "button primary", href: "/" }, "Back to the lobby"))));
    return null;
  }
}

async function start() {
  byId("title").textContent = description.game;
  byId("subtitle").textContent = `${table} · ${description.law} · ${dollars(description.minimum)} to ${dollars(description.maximum)}`;
  get(`/api/tables/${encodeURIComponent(table)}/checklist`).then((checklist) => show(byId("about"), about(description, checklist)));
  await hear({ view: await get(`/api/tables/${encodeURIComponent(table)}/view`) });
  if (me().role) live(me().is_demo ? [table] : [table, "lobby"], hear, line);
  else setInterval(async () => hear({ view: await get(`/api/tables/${encodeURIComponent(table)}/view`) }), 2000);
  setInterval(() => tick(document), 250);
  onTurn(draw);
}

// Somebody else may have handed chips over; asked a moment later, so that not every word of the house asks.
let asking = null;

function moneyMayDiffer() {
  asking ??= setTimeout(async () => {
    asking = null;
    const before = JSON.stringify(purse);
    await money();
    if (JSON.stringify(purse) !== before) draw();
  }, 500);
}

async function hear(message) {
  if (message.lobby && view) moneyMayDiffer();
  if (!message.view || message.view.table !== table) return;
  const before = view;
  view = message.view;
  const mine = own();
  if (mine && !["betting", "ending"].includes(view.phase)) remember(description, mine);
  if (!before || purseMayDiffer(before)) await money();
  setClock(view);
  draw();
  coach(description, view, mine, draw);
  if (me().role === "player" && (!before || (before.round && before.round !== view.round))) history(description);
}

function purseMayDiffer(before) {
  const staked = (seen) => JSON.stringify(seen.seats.filter((seat) => seat.is_you).map((seat) => seat.wagers));
  return before.round !== view.round || before.phase !== view.phase || before.lines.length !== view.lines.length || staked(before) !== staked(view);
}

function own() {
  const seats = view.seats.filter((seat) => seat.is_you);
  return seats.find((seat) => seat.is_asked) ?? seats[0] ?? null;
}

async function askForMoney() {
  if (me().role !== "player") return;
  try {
    purse = await get("/api/me");
  } catch {
    purse = { chips: 0, game: 0 };
  }
}

function draw() {
  const mine = own();
  redraw(byId("felt"), felt(description, view));
  say("announcement", announcement(description, view, mine));
  say("spoken", spoken(view, mine));
  redraw(byId("position"), position(mine));
  redraw(byId("settlement"), settledLines(mine));
  redraw(byId("coach"), coachPanel(description, view, mine, draw));
}

// Only what is new is put there: whatever is put into such a line is read out.
function say(id, words) {
  if (byId(id).textContent !== words) byId(id).textContent = words;
}

// The settlement of this round, or of the one before until cards are dealt again.
function settledLines(mine) {
  const lines = mine ? view.lines.filter((found) => view.seats[found.seat - 1].is_you) : [];
  if (lines.length) settled = { round: view.round, lines, hands: hands(mine), slip: slipOf(description, view) };
  else if (view.round && !["betting", "ending"].includes(view.phase)) settled = { round: 0, lines: [], hands: [], slip: null };
  const title = lines.length ? "Your settlement" : `Settlement of round ${settled.round}`;
  return settlement(description.rulebook, settled.lines, title, settled.hands, settled.slip);
}

function hands(mine) {
  return [["You", mine?.hand ?? ""], ["Dealer", view.dealer_hand]].filter(([, words]) => words);
}

// --- The own position -----------------------------------------------------------------------------------

function position(mine) {
  if (!me().role) return outside();
  if (me().role !== "player") return watching();
  const head = h("div", { class: "between position-head" },
    h("span", { class: "row" }, h("strong", {}, mine ? `Seat ${mine.seat}` : "Take a seat"), mine?.cards.length ? h("span", { class: "cards" }, (mine.cards.length > 3 ? sorted(mine.cards) : mine.cards).map((text) => card(text))) : null),
    h("span", { class: "small" }, `Chips ${dollars(purse.chips)}`, takesAccount(description) ? ` · electronic account ${dollars(purse.game)}` : ""));
  if (!mine) return h("div", { class: "stack" }, head, freeSeats());
  const isFirst = !purse.chips && !Object.keys(mine.wagers).length;
  const parts = [head, isFirst ? cashier(description, purse, mine, give) : null];
  if (!view.is_dealt) parts.push(undealt());
  if (view.choices.length) parts.push(clock("Time to decide"), decisions(description, view, mine, draw));
  else if (view.phase === "betting") parts.push(view.round ? clock("Bets close in") : null, bets(description, view, mine, draw));
  else parts.push(waiting(mine));
  if (!isFirst) parts.push(cashier(description, purse, mine, give));
  return h("div", { class: "stack" }, parts);
}

function outside() {
  const enter = h("button", { class: "primary", type: "button", onclick: () => enterDemo("player").then(() => location.reload()) }, "Enter as a player");
  return h("div", { class: "row" }, h("span", { class: "soft" }, me().is_demo ? "You are watching." : "You are watching. Sign in, at the top, to take a seat."), me().is_demo ? enter : null);
}

function watching() {
  return h("p", { class: "soft" }, `You are watching as ${ROLES[me().role].toLowerCase()}. `,
    me().role === "dealer" ? h("a", { href: `/dealer/${encodeURIComponent(table)}` }, "Deal this table") : me().is_demo ? "To play, choose Player at the top of the page." : "");
}

// A table of real cards stands still until somebody deals it.
function undealt() {
  return h("div", { class: "notice" }, h("p", {}, "This table is played with real cards: a dealer enters each one as it leaves the shoe. Nobody deals it at the moment."),
    me().is_demo ? h("p", {}, "To try it from the other side, choose Dealer at the top of the page: your seat and your chips wait for you.") : null);
}

function waiting(mine) {
  if (view.phase === "ending") return h("p", { class: "soft" }, notIn());
  if (view.deck === "spread" || view.deck === "idle") return h("div", {}, h("p", {}, "The dealer has spread the cards face up. The first player at a table looks whether they are all there."), h("button", { class: "primary", type: "button", "data-key": "looked", onclick: () => give({ type: "ShowCards" }, table) }, "I have looked at the cards"));
  if (!mine.in_round) return h("p", { class: "soft" }, notIn());
  if (mine.actions.includes("fold")) return h("p", { class: "soft" }, "You have folded. The others play on; you are back in the next round.");
  return h("p", { class: "soft" }, mine.hand ? `Your hand: ${mine.hand}.` : mine.cards.length ? "Your wagers stand. Watch the cards." : "Your wagers stand; the cards are being dealt.");
}

function notIn() {
  if (view.phase === "closed" || view.phase === "ending") return view.next.says;
  if (view.phase === "opening") return "The cards are being made ready; then place your wagers.";
  return "A round is under way; you can wager on the next.";
}

function freeSeats() {
  const free = view.seats.filter((seat) => !seat.player);
  if (!free.length) return h("p", { class: "soft" }, "Every seat is taken. Watch, or choose another table.");
  return h("div", {}, h("p", { class: "soft" }, "Seats are numbered from the dealer's left. Choose one:"),
    h("div", { class: "row" }, free.map((seat) => h("button", { type: "button", class: "primary", "data-key": `seat ${seat.seat}`, onclick: () => give({ type: "TakeSeat", seat: seat.seat }, table) }, `Seat ${seat.seat}`))));
}

async function give(command, at = "") {
  try {
    await order(command, at);
  } catch (refusal) {
    if (refusal.code === "balance-below-zero") wantMoney();
    toast(refusal.sentence ?? String(refusal), "bad");
  }
  await money();
  draw();
}
