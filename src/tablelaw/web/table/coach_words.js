// The coach's words: actions, chances and outs.
import { h } from "/web/lib/dom.js";
import { cardName } from "/web/lib/cards.js";
import { fraction, rounded, scaled } from "/web/lib/exact_fractions.js";
import { capital, dollars } from "/web/lib/format.js";

/** @type {Record<string, string>} */
const IN_WORDS = { buy: "bet", play: "play on", pull: "pull back", ride: "let it ride" };

/**
 * "bet $15", "bet $5, discard the three of clubs".
 * @param {Api.CoachedAction} one
 */
export function words(one) {
  const action = IN_WORDS[one.action] ?? one.action;
  const verb = one.action === "buy" ? "exchange" : "discard";
  return `${action}${one.cents ? ` ${dollars(one.cents)}` : ""}${one.discard ? `, ${verb} the ${cardName(one.discard)}` : ""}`;
}

/**
 * "before-flop" -> "Before the flop".
 * @param {string} stage
 */
export function stageWords(stage) {
  const spaced = stage.replaceAll("-", " ").replace(/ (?=(flop|turn|river)$)/, " the ");
  return capital(spaced);
}

/**
 * "48.31 %", with the exact fraction for whoever points at it.
 * @param {string} chance
 */
function percent(chance) {
  return h("span", { title: chance }, `${rounded(scaled(fraction(chance), 100, 1), 2)} %`);
}

/**
 * @param {Api.CoachedAction} one
 * @param {boolean} hasDealer
 */
export function chances(one, hasDealer) {
  const even = hasDealer ? "tie" : "break even";
  return [percent(one.win), " win, ", percent(one.tie), ` ${even}, `, percent(one.lose), " lose"];
}

/** @param {Api.CoachedAction} one */
const sameChances = (one) => `${one.win} ${one.tie} ${one.lose}`;

/**
 * Chances and outs, once if they are the same for every action that goes on, else with each action.
 * @param {Api.CoachedAction[]} actions
 * @param {number} unseen
 * @param {boolean} hasDealer
 */
export function why(actions, unseen, hasDealer) {
  const going = actions.filter((one) => one.win);
  if (!going.length) return null;
  if (new Set(going.map(sameChances)).size > 1) return null;
  return h(
    "div",
    { class: "coach-why small" },
    h("p", {}, h("strong", {}, "If you play to the end: "), chances(going[0], hasDealer), "."),
    outs(going[0], unseen),
  );
}

/**
 * @param {Api.CoachedAction} one
 * @param {number} unseen
 */
function outs(one, unseen) {
  if (!one.outs.length) return null;
  const made = one.outs.map(({ hand, cards }) => `${cards} for ${hand}`).join(", ");
  return h("p", {}, h("strong", {}, "Outs "), `on the next card, out of ${unseen} you cannot see: ${made}.`);
}

/**
 * "0.02 times the Ante": an amount in units of the first wager, by its own name.
 * @param {Api.TableDescription} description
 * @param {string} amount
 */
export function timesBase({ wagers }, amount) {
  const base = wagers.find((wager) => wager.kind === "opening")?.name ?? "first wager";
  return `${amount} times the ${base}`;
}

/**
 * What each action is worth, the best first.
 * @param {{ actions: Api.CoachedAction[]; unseen: number }} found
 * @param {Api.TableDescription} description
 */
export function actionValues({ actions, unseen }, description) {
  const hasDealer = description.has_dealer;
  const values = actions.map((action) => action.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const shared = why(actions, unseen, hasDealer);
  return h(
    "div",
    { class: "stack" },
    shared,
    actions.map((action) => {
      const bar = h("span");
      bar.style.width = `${high === low ? 100 : 8 + (92 * (action.value - low)) / (high - low)}%`;
      const isBest = action.value === high;
      return h(
        "div",
        { class: `ev-row ${isBest ? "best" : ""}` },
        h("span", {}, words(action), isBest ? h("strong", { class: "good" }, " · best") : ""),
        h("span", { class: "number", title: timesBase(description, action.ev) }, signed(action.value)),
        h("div", { class: `ev-bar ${isBest ? "best" : ""}` }, bar),
        !shared && action.win ? h("p", { class: "small soft ev-why" }, chances(action, hasDealer), ".") : null,
        !shared && action.outs.length ? h("div", { class: "small soft ev-why" }, outs(action, unseen)) : null,
      );
    }),
  );
}

/** @param {number} cents */
function signed(cents) {
  return cents >= 0 ? `+${dollars(Math.round(cents))}` : dollars(Math.round(cents));
}
