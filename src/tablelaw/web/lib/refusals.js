// Refusals in the words of who meets them. A refusal has a code; those a player can meet have a sentence here that says
// what to do. To others they are told as they come, with the names of orders written as words.
import { dollars, parseDollars } from "./format.js";

/** @type {Record<string, string>} */
const ORDERS = {
  TakeSeat: "take a seat",
  PlaceWager: "place the wager",
  WithdrawWager: "take the wager back",
  Act: "decide",
  StartDay: "a floorperson starts the gaming day",
  EndDay: "a floorperson ends the gaming day",
  TakeBackDay: "take the gaming day back",
  BuyIn: "buy chips",
  LoadAccount: "load the electronic account",
  CloseAccount: "turn the account into chips",
  CashOut: "cash out",
  ReceiveDecks: "bring decks to the table",
  InspectDecks: "inspect the decks",
  VerifyInspection: "a floorperson verifies the inspection",
  SpreadCards: "spread the cards",
  ShowCards: "a player looks at the cards",
  WashCards: "wash the cards",
  Shuffle: "shuffle",
  CutDeck: "cut the deck",
  ChangeDecks: "change the decks",
  MarkDevice: "mark the device",
  CloseBets: "call no more bets",
  CountChips: "count the chips",
  EnterCard: "enter the card",
  TurnUp: "turn up the dealer's cards",
  SettleSeat: "settle the seat",
  CompleteDocuments: "complete the documents",
  CountStub: "count the stub",
  ReportSlip: "report the irregularity",
  ClearRound: "collect the cards",
  OpenProperty: "open the property",
  InstallTable: "install the table",
};

/** @typedef {(refusal: import("./api.js").Refusal, isDemo: boolean) => string} Sentence */

/** @type {Record<string, Sentence>} */
const TO_PLAYERS = {
  "wrong-role": () => "This seat is not yours. Take a free seat to play.",
  "not-your-seat": () => "Somebody else sits there. Take a free seat to play.",
  "no-such-seat": () => "This table has no such seat. Choose one of the free seats shown.",
  "seat-taken": () => "Somebody was quicker: the seat is taken. Choose another.",
  "seat-empty": () => "You are not seated there any more. Take a seat first.",
  "too-many-positions": () => "You have as many seats here as one player may have.",
  "not-adjacent": () => "Your seats at a table must be next to each other.",
  "round-in-progress": () =>
    "Your wagers are still on the table. Take them back first, or leave when the round is over.",
  "round-under-way": () => "A round is under way. Try again when it is over.",
  "player-in-a-round": () => "You have wagers on a table. Try again when the round is over.",
  "bets-closed": () => "Too late for this round: the dealer has called no more bets. Wager again in the next one.",
  "deck-not-ready": () => "The cards are still being made ready. Wager again in a moment.",
  "deck-change-due": () => "The decks are being changed. Wager again in a moment.",
  "out-of-order": () => "That is not possible at this moment: another step comes first.",
  "wager-not-offered": () => "This table does not take that wager.",
  "amount-not-permitted": ({ accepted }) => `This wager is taken only as ${accepted}.`,
  "below-minimum": ({ accepted }) => `That is less than this table takes. Wager ${accepted}.`,
  "above-maximum": ({ accepted }) => `That is more than this table takes. Wager ${accepted}.`,
  "not-equal": ({ accepted }) => `This wager must be as large as the one it belongs to: ${accepted}.`,
  "wager-missing": ({ accepted }) =>
    / first$/.test(accepted)
      ? `First place the ${wager(accepted)}; this wager goes with it.`
      : "There is no such wager of yours on the table.",
  "wager-twice": () => "You have made this wager already. Press it to take it back, then wager another sum.",
  "no-decision-due": () => "You are not asked for a decision now.",
  "not-your-turn": () => "It is another player's turn. Yours comes.",
  "action-not-permitted": () => "That is not possible at this point of the round. Choose one of the decisions shown.",
  "raise-not-permitted": ({ accepted }) => `Not with this sum. Permitted here: ${accepted}.`,
  "wrong-discard": () => "Press the one card you put away; then decide.",
  "no-first-player": () => "The cards wait for the first player to sit down.",
  "round-is-void": () => "The round is void; its wagers go back.",
  "link-down": () => "This jackpot's line is down, so its wager is not taken now. All other wagers are.",
  "no-gaming-day": () => "The house is not open for play: no gaming day has begun. A floorperson starts it.",
  "nothing-there": () => "There is nothing to pay out.",
  "not-a-sum": () => `Enter an amount such as 100 or ${dollars(25050)}.`,
  "account-not-emptied": () =>
    "A wager from the electronic account is still on a table. Try again when the round is over.",
  "balance-below-zero": tooLittle,
};

/** @type {Record<string, Sentence>} */
const TO_ANYBODY = {
  stale: () => "The table has moved on meanwhile. Look again, then decide.",
  "floor-stopped": () => "The house had to stop. Nothing you were told is lost; wait until it is open again.",
  "floor-closed": () => "The house is closing. Nothing you were told is lost.",
  "not-signed-in": (_, isDemo) =>
    isDemo
      ? "You have been away for long. Enter again at the top of the page."
      : "You have been away for long. Sign in again at the top of the page.",
  "not-permitted": () => "Your role may not do this.",
  "wrong-token": () => "This page is older than your visit. Load it anew.",
  "too-many": () => "That was very fast. Wait a second, then try again.",
  "name-taken": () => "Somebody here has this name already. Choose another.",
  "no-line": () => "The server cannot be reached. It is tried again; nothing is done twice.",
  failed: () => "Something went wrong on the server. Try the same again in a moment.",
};

/**
 * A refusal as one or two plain sentences.
 * @param {import("./api.js").Refusal} refusal
 * @param {Api.Who} who
 */
export function sentenceFor(refusal, who) {
  const isPlayer = !who?.role || who.role === "player";
  const says = (isPlayer && TO_PLAYERS[refusal.code]) || TO_ANYBODY[refusal.code];
  if (!says) return told(refusal);
  return inWords(`${says(refusal, who?.is_demo)}${refusal.cite ? ` (${refusal.cite})` : ""}`);
}

export const CODES = [...Object.keys(TO_PLAYERS), ...Object.keys(TO_ANYBODY)];

/** @param {import("./api.js").Refusal} refusal */
function told({ message, why, accepted }) {
  const because = why
    ? ` (${why.replace(/ ?\(?no paragraph: ([^)]*)\)?/, (_, reason) => `; ${reason}`).replace(/^; /, "")})`
    : "";
  const wanted = accepted ? ` Accepted: ${accepted}.` : "";
  return inWords(`${message[0].toUpperCase()}${message.slice(1)}${because}.${wanted}`);
}

/**
 * "StartDay first" -> "first a floorperson starts the gaming day"; "WithdrawWager" -> "take the wager back".
 * @param {string} text
 */
export function inWords(text) {
  return text.replace(/\b([A-Z][a-z]+[A-Z][A-Za-z]*|Shuffle|Act)\b( first)?/g, (name, order, first) => {
    const words =
      ORDERS[order] ?? (/[a-z][A-Z]/.test(order) ? order.replace(/(?!^)([A-Z])/g, " $1").toLowerCase() : null);
    return words === null ? name : `${first ? "first " : ""}${words}`;
  });
}

/** @param {string} accepted */
function wager(accepted) {
  return accepted.replace(/ first$/, "").replaceAll("-", " ");
}

/**
 * Whose account holds too little, and what fills it.
 * @param {import("./api.js").Refusal} refusal
 * @param {boolean} isDemo
 */
function tooLittle({ why }, isDemo) {
  const [, kind, has] = /^(\w+):?.*? has (\$[\d,.]+)/.exec(why) ?? [];
  const sum = has ? dollars(parseDollars(has) ?? 0) : "too little";
  if (kind === "game")
    return `Your electronic account holds ${sum}. ${isDemo ? "Load it under “Your money” below" : "Ask the dealer to load it"}, then wager again.`;
  if (kind === "chips")
    return `You have ${sum} in chips at hand, less than that. ${isDemo ? "Buy more under “Your money” below" : "Buy more from the dealer"}, or choose a smaller sum.`;
  if (kind === "tray")
    return `The table's tray holds only ${sum}. Take less, or wait until a floorperson has filled it.`;
  return "There is not enough money for that.";
}
