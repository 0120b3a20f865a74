// Decisions: what is open to the player who is asked, with its sums, and cards to put away where the game asks for one.
import { h, toast } from "/web/lib/dom.js";
import { order } from "/web/lib/api.js";
import { card, cardName } from "/web/lib/cards.js";
import { cite } from "/web/lib/cites.js";
import { dollars, parseDollars } from "/web/lib/money.js";
import { decided } from "./coach.js";

const WORDS = { fold: "Fold", check: "Check", bet: "Bet", play: "Play", declare: "Declare" };
const HINTS = {
  fold: "give up the hand and the wagers that fall with it",
  check: "wait and see more cards, no further wager",
  declare: "claim three of a kind or a straight flush in three cards; a wrong claim loses",
};
const KINDS = { fold: "danger", declare: "plain" };
let discard = "";
let busy = false;
// The entry of the last decision: until the view has come that far, it still shows what was asked before.
let made = 0;

export function decisions(description, view, seat, redraw) {
  const puts = view.choices.some((choice) => choice.discards.length);
  if (!seat.cards.includes(discard)) discard = "";
  return h("div", {},
    h("h2", {}, "Your decision"),
    puts ? ownCards(seat, redraw) : null,
    puts ? h("p", { class: "small soft" }, discard ? `You put away the ${cardName(discard)}.` : "Press the card you put away.") : null,
    h("div", { class: "choices" }, view.choices.map((choice) => h("div", { class: "choice", "data-key": choice.action }, buttons({ description, view, seat, choice, redraw })))));
}

function ownCards(seat, redraw) {
  return h("div", { class: "cards own-cards", role: "group", "aria-label": "Your cards" }, seat.cards.map((text) =>
    h("button", { class: "card-button", type: "button", "aria-pressed": String(discard === text), "aria-label": `Put away the ${cardName(text)}`, "data-key": `discard ${text}`, onclick: () => { discard = text; redraw(); } }, card(text))));
}

function buttons(asked) {
  const { description, view, choice } = asked;
  const title = WORDS[choice.action] ?? choice.action;
  const why = cite(description.rulebook, choice.cite, "law", `The law of this choice: ${title}`);
  if (choice.any_between) return [between(asked, title), why];
  return [h("div", { class: "row" }, choice.cents.map((cents) => h("button", {
    class: `${KINDS[choice.action] ?? "primary"} decision`, type: "button", disabled: busy || view.number < made, "data-key": `act ${choice.action} ${cents}`,
    onclick: () => act(asked, cents),
  }, cents ? `${title} ${dollars(cents)}` : title, h("span", { class: "hint" }, cents ? onWhat(asked, cents) : HINTS[choice.action] ?? choice.name)))), why];
}

// "Play, 3 times the Ante": on which wager the sum goes, and how much that is.
function onWhat({ description, seat, choice }, cents) {
  const base = description.wagers.find((wager) => wager.kind === "opening");
  const times = cents / seat.wagers[base.id];
  if (!Number.isInteger(times)) return choice.name;
  return `${choice.name}, ${times === 1 ? "as much as" : times === 2 ? "twice" : `${times} times`} the ${base.name}`;
}

function between(asked, title) {
  const { choice } = asked;
  const [least, most] = choice.cents;
  const field = h("input", { size: 8, name: "sum", inputmode: "decimal", value: dollars(least), "aria-label": `${title}: the sum`, "data-key": `sum ${choice.action}` });
  return h("form", { class: "row", "data-key": `form ${choice.action}`, onsubmit: (event) => {
    event.preventDefault();
    const cents = parseDollars(event.currentTarget.elements.sum.value);
    if (cents === null || cents < least || cents > most) return toast(`Write a sum from ${dollars(least)} to ${dollars(most)}.`, "bad");
    return act(asked, cents);
  } }, h("label", { class: "small" }, `${choice.name}, ${dollars(least)} to ${dollars(most)}`, field),
  h("button", { class: "primary", disabled: busy || asked.view.number < made }, title));
}

async function act({ description, view, seat, choice, redraw }, cents) {
  if (busy || view.number < made) return;
  if (choice.discards.length && !discard) {
    toast("First press the card you put away.", "bad");
    return;
  }
  busy = true;
  redraw();
  try {
    const put = choice.discards.length ? [discard] : [];
    decided(choice.action, cents, put[0] ?? "");
    const done = await order({ type: "Act", seat: seat.seat, action: choice.action, cents, discard: put }, description.table);
    made = done.number;
  } catch (refusal) {
    toast(refusal.sentence ?? String(refusal), "bad");
  } finally {
    busy = false;
    redraw();
  }
}
