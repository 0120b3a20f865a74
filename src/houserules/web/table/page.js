// The player's page: one view of the table in, everything drawn anew from it.
import { enterDemo, get, live, me, order } from "/web/lib/api.js";
import { byId, h, show, toast } from "/web/lib/dom.js";
import { card, sorted } from "/web/lib/cards.js";
import { dollars, parseDollars } from "/web/lib/money.js";
import { line, shell } from "/web/lib/shell.js";
import { about } from "./about.js";
import { bets, remember } from "./bets.js";
import { coach, coachPanel } from "./coach.js";
import { decisions } from "./decisions.js";
import { felt, onTurn } from "./felt.js";
import { history } from "./history.js";
import { settlement } from "./settlement.js";

const table = decodeURIComponent(location.pathname.split("/").pop());
// What the dealer does, told to players; to the dealer it is told as what to do.
const DEALER_DOES = {
  revealing: "The dealer turns up the next cards.", showdown: "The dealer turns up the dealer's cards.",
  settling: "The dealer settles the wagers, seat by seat.", done: "The round is over; the dealer collects the cards.",
};
let view = null;
let purse = { chips: 0, game: 0 };
let decideUntil = 0;
let shown = { round: 0, phase: "" };
let settled = { round: 0, lines: [], hands: [] };

await shell(table);
const description = await load();
if (description) start();

async function load() {
  try {
    return await get(`/api/tables/${encodeURIComponent(table)}`);
  } catch (refusal) {
    show(byId("felt"), h("p", { class: "empty" }, `There is no table ${table} on this floor. `, h("a", { href: "/" }, "Back to the lobby")));
    return null;
  }
}

async function start() {
  byId("title").textContent = description.game;
  byId("subtitle").textContent = `${table} · ${description.law} · ${dollars(description.minimum)} to ${dollars(description.maximum)}`;
  show(byId("about"), about(description));
  await hear({ view: await get(`/api/tables/${encodeURIComponent(table)}/view`) });
  if (me().role) live([table], hear, line);
  else setInterval(async () => hear({ view: await get(`/api/tables/${encodeURIComponent(table)}/view`) }), 2000);
  setInterval(tick, 250);
  onTurn(draw);
}

async function hear(message) {
  if (!message.view || message.view.table !== table) return;
  const before = view;
  view = message.view;
  const mine = own();
  if (mine && view.phase !== "betting") remember(description, mine);
  if (!before || purseMayDiffer(before)) await money();
  if (view.choices.length && (!before || !before.choices.length || shown.asked !== view.number)) decideUntil = Date.now() + 30000;
  shown = { round: view.round, phase: view.phase, asked: view.number };
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

async function money() {
  if (me().role !== "player") return;
  try {
    purse = await get("/api/me");
  } catch {
    purse = { chips: 0, game: 0 };
  }
}

function draw() {
  const mine = own();
  show(byId("felt"), felt(description, view));
  const said = byId("announcement");
  const words = announcement(mine);
  if (said.textContent !== words) said.textContent = words;
  show(byId("position"), position(mine));
  show(byId("settlement"), settledLines(mine));
  show(byId("coach"), coachPanel(description, view, mine, draw));
}

// The settlement of this round, or of the one before until cards are dealt again.
function settledLines(mine) {
  const lines = mine ? view.lines.filter((found) => view.seats[found.seat - 1].is_you) : [];
  if (lines.length) settled = { round: view.round, lines, hands: hands(mine) };
  else if (view.round && view.phase !== "betting") settled = { round: 0, lines: [], hands: [] };
  const title = lines.length ? "Your settlement" : `Settlement of round ${settled.round}`;
  return settlement(description.rulebook, settled.lines, title, settled.hands);
}

function hands(mine) {
  return [["You", mine?.hand ?? ""], ["Dealer", view.dealer_hand]].filter(([, words]) => words);
}

function announcement(mine) {
  if (view.voided_by) return "The round is void. Wagers go back as the regulation says.";
  if (view.choices.length) return "It is your turn.";
  if (mine && !mine.in_round && view.round && view.phase !== "betting") return `${view.next.says} You join in the next round.`;
  return (view.next.who === "dealer" && DEALER_DOES[view.phase]) || view.next.says;
}

// --- The own position -----------------------------------------------------------------------------------

function position(mine) {
  if (!me().role) return outside();
  if (me().role !== "player") return h("p", { class: "soft" }, `You are watching as ${me().role}. `, me().role === "dealer" ? h("a", { href: `/dealer/${encodeURIComponent(table)}` }, "Deal this table") : "");
  const head = h("div", { class: "between position-head" },
    h("span", { class: "row" }, h("strong", {}, mine ? `Seat ${mine.seat}` : "Take a seat"), mine?.cards.length ? h("span", { class: "cards" }, (mine.cards.length > 3 ? sorted(mine.cards) : mine.cards).map((text) => card(text))) : null),
    h("span", { class: "small" }, `Chips ${dollars(purse.chips)}`, takesAccount() ? ` · electronic account ${dollars(purse.game)}` : ""));
  if (!mine) return h("div", { class: "stack" }, head, freeSeats());
  const parts = [head];
  if (view.choices.length) parts.push(clock(), decisions(description, view, mine, draw));
  else if (view.phase === "betting") parts.push(bets(description, view, mine, draw));
  else parts.push(waiting(mine));
  parts.push(cashier(mine));
  return h("div", { class: "stack" }, parts);
}

function outside() {
  const enter = h("button", { class: "primary", type: "button", onclick: () => enterDemo("player").then(() => location.reload()) }, "Enter as a player");
  return h("div", { class: "row" }, h("span", { class: "soft" }, me().is_demo ? "You are watching." : "You are watching. Sign in, at the top, to take a seat."), me().is_demo ? enter : null);
}

function waiting(mine) {
  if (view.deck === "spread" || view.deck === "idle") return h("div", {}, h("p", {}, "The dealer has spread the cards face up. The first player at a table looks whether they are all there."), h("button", { class: "primary", type: "button", "data-key": "looked", onclick: () => give({ type: "ShowCards" }, table) }, "I have looked at the cards"));
  if (!mine.in_round) return h("p", { class: "soft" }, view.phase === "closed" ? "The table is closed. A dealer opens it with decks." : view.phase === "opening" ? "The cards are being made ready; then place your wagers." : "The round is under way; you join in the next.");
  return h("p", { class: "soft" }, mine.hand ? `Your hand: ${mine.hand}.` : "Watch the cards.");
}

function freeSeats() {
  const free = view.seats.filter((seat) => !seat.player);
  if (!free.length) return h("p", { class: "soft" }, "Every seat is taken. Watch, or choose another table.");
  return h("div", {}, h("p", { class: "soft" }, "Seats are numbered from the dealer's left. Choose one:"),
    h("div", { class: "row" }, free.map((seat) => h("button", { type: "button", class: "primary", "data-key": `seat ${seat.seat}`, onclick: () => give({ type: "TakeSeat", seat: seat.seat }, table) }, `Seat ${seat.seat}`))));
}

function takesAccount() {
  return description.wagers.some((wager) => wager.medium === "electronic account");
}

// Chips for cash, the electronic account, cashing out, leaving.
function cashier(mine) {
  const sum = h("input", { size: 8, inputmode: "decimal", value: "$500", "aria-label": "A sum", "data-key": "cash" });
  const withSum = (act) => () => {
    const cents = parseDollars(sum.value);
    if (cents === null || cents <= 0) return toast("That is no sum of money. Accepted: 100 or $250.50.", "bad");
    return act(cents);
  };
  const name = me().name;
  return h("details", { open: purse.chips === 0, "data-key": purse.chips ? "cashier" : "first chips" }, h("summary", {}, "Chips and seat"),
    h("div", { class: "row" }, sum,
      h("button", { type: "button", "data-key": "buy", onclick: withSum((cents) => give({ type: "BuyIn", player: name, table, cents })) }, "Buy chips"),
      takesAccount() ? h("button", { type: "button", "data-key": "load", onclick: withSum((cents) => give({ type: "LoadAccount", player: name, cents })) }, "Load the account") : null,
      takesAccount() && purse.game ? h("button", { type: "button", "data-key": "unload", onclick: () => give({ type: "CloseAccount", player: name }) }, "Account to chips") : null,
      purse.chips ? h("button", { type: "button", "data-key": "cashout", onclick: () => give({ type: "CashOut", player: name }) }, "Cash out") : null,
      h("button", { type: "button", "data-key": "leave", onclick: () => give({ type: "LeaveSeat", seat: mine.seat }, table) }, "Leave the seat")));
}

async function give(command, at = "") {
  try {
    await order(command, at);
  } catch (refusal) {
    toast(refusal.sentence ?? String(refusal), "bad");
  }
  await money();
  draw();
}

function clock() {
  return h("div", { class: "clock", role: "timer", "aria-label": "Time to decide" }, h("span", { id: "time-left" }));
}

function tick() {
  const bar = byId("time-left");
  if (bar) bar.style.width = `${Math.max(0, (decideUntil - Date.now()) / 300)}%`;
}
