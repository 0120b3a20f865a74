// What is happening, in words: one line to read, and one for screen readers.
import { cardName } from "/web/lib/cards.js";
import { dollars } from "/web/lib/format.js";

// What the dealer is doing, for players; dealers see it as an instruction instead.
/** @type {Record<string, string>} */
const DEALER_DOES = {
  revealing: "The dealer is turning up the next cards.",
  showdown: "The dealer is turning up the dealer's cards.",
  settling: "The dealer is settling the wagers, seat by seat.",
  done: "The round is over. The dealer is collecting the cards.",
};

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 * @param {Api.WireSeat | null} mine
 */
export function announcement(description, view, mine) {
  if (!view.is_dealt) return "This table has no dealer at the moment.";
  if (view.voided_by) return isVoid(description, view, mine);
  if (view.choices.length) return "It is your turn.";
  const result = outcome(view, mine);
  if (result) return result;
  if (view.phase === "betting")
    return mine && !Object.keys(mine.wagers).length ? "Place your wagers." : "Bets are open.";
  if (mine && !mine.in_round && view.round && !["betting", "ending"].includes(view.phase))
    return `${seen(view)} You can join the next round.`;
  return seen(view);
}

/** @param {Api.WireTable} view */
function seen(view) {
  return (view.next.who === "dealer" && DEALER_DOES[view.phase]) || view.next.says;
}

/**
 * Why a round is void, and what happened to the player's wagers.
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 * @param {Api.WireSeat | null} mine
 */
function isVoid(description, view, mine) {
  const slip = description.slips.find((known) => known.id === view.voided_by);
  const lines = own(view, mine);
  const back = lines.reduce((sum, line) => sum + line.returned, 0);
  const told = `The round is void: ${slip ? lower(slip.name) : "an irregularity"}.`;
  if (!mine?.in_round) return told;
  return lines.length
    ? `${told} You got back ${dollars(back)} of your wagers.`
    : `${told} Your wagers are being returned.`;
}

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 */
export function slipOf(description, view) {
  return description.slips.find((known) => known.id === view.voided_by) ?? null;
}

/**
 * "You win $15." once all of the player's wagers are settled.
 * @param {Api.WireTable} view
 * @param {Api.WireSeat | null} mine
 */
export function outcome(view, mine) {
  if (mine?.status !== "settled") return "";
  const lines = own(view, mine);
  if (!lines.length) return "";
  const byHand = lines.reduce((sum, line) => sum + (line.hand_pay ? line.paid : 0), 0);
  const told = netInWords(lines.reduce((sum, line) => sum + line.paid - line.kept, 0));
  return byHand ? `${told} An attendant pays ${dollars(byHand)} by hand.` : told;
}

/** @param {number} net */
export function netInWords(net) {
  return net > 0 ? `You win ${dollars(net)}.` : net < 0 ? `You lose ${dollars(-net)}.` : "You break even.";
}

/**
 * For screen readers: the player's cards and the board on their turn, and the result of the round.
 * @param {Api.WireTable} view
 * @param {Api.WireSeat | null} mine
 */
export function spoken(view, mine) {
  if (view.choices.length && mine) return `${holding(mine)}${onBoard(view)}`;
  const result = outcome(view, mine);
  if (!result) return "";
  const dealer = view.dealer_hand ? ` The dealer's hand: ${view.dealer_hand}.` : "";
  return `Round ${view.round}: ${result}${mine?.hand ? ` Your hand: ${mine.hand}.` : ""}${dealer}`;
}

/** @param {Api.WireSeat} mine */
function holding(mine) {
  return `You hold ${listed(mine.cards.map((card) => `the ${cardName(card)}`))}.`;
}

/** @param {Api.WireTable} view */
function onBoard(view) {
  const open = view.community.filter((card) => card !== "??");
  return open.length ? ` On the board: ${listed(open.map((card) => `the ${cardName(card)}`))}.` : "";
}

/**
 * @param {Api.WireTable} view
 * @param {Api.WireSeat | null} mine
 */
function own(view, mine) {
  return mine ? view.lines.filter((line) => view.seats[line.seat - 1].is_you) : [];
}

/** @param {string[]} words */
function listed(words) {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
}

/** @param {string} text */
function lower(text) {
  return text[0].toLowerCase() + text.slice(1);
}
