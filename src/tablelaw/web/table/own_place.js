// The player's own place on the felt: cards, the name of the hand, and a circle for each wager.
import { h } from "/web/lib/dom.js";
import { card, sorted } from "/web/lib/cards.js";
import { capital, dollars } from "/web/lib/format.js";
import { handSoFar } from "./hand_so_far.js";

/** @typedef {import("./bets.js").Bets} Bets */
/** @typedef {import("./decisions.js").DecisionsPanel} Decisions */

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 * @param {Api.WireSeat} mine
 * @param {{ bets: Bets; decisions: Decisions; explain: (wager: string, at: Element) => void; redraw: Page.Redraw }} page
 */
export function ownPlace(description, view, mine, page) {
  const isBetting = view.phase === "betting";
  /** @param {Api.WagerDescription} wager */
  const circle = (wager) => spot(view, mine, wager, isBetting, bestOdds(description, wager), page);
  const main = description.wagers.filter((wager) => ["opening", "decision"].includes(wager.kind));
  const optional = description.wagers.filter((wager) => wager.kind === "optional");
  return h(
    "div",
    { class: `own ${mine.actions.includes("fold") ? "folded" : ""}` },
    hand(description, view, mine, page.decisions),
    h("div", { class: "spots main", role: "group", "aria-label": "Main wagers" }, main.map(circle)),
    optional.length
      ? h(
          "div",
          { class: `spots side ${optional.length > 3 ? "many" : ""}`, role: "group", "aria-label": "Optional wagers" },
          optional.map(circle),
        )
      : null,
  );
}

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 * @param {Api.WireSeat} mine
 * @param {Decisions} decisions
 */
function hand(description, view, mine, decisions) {
  const asks = view.choices.some((choice) => choice.discards.length);
  const sells = view.choices.some((choice) => choice.price);
  const cards = !asks && mine.cards.length > 3 ? sorted(mine.cards) : mine.cards;
  const words = mine.hand || (description.is_best_five ? handSoFar(mine.cards, view.community) : "");
  return h(
    "div",
    { class: `own-hand ${cards.length > 3 ? "many" : ""} ${cards.length ? "" : "none"}` },
    h(
      "div",
      {
        class: "cards own-cards",
        role: asks ? "group" : undefined,
        "aria-label": asks ? "Your cards" : undefined,
      },
      cards.map((text) =>
        asks
          ? decisions.cardButton(text, sells)
          : card(text, { "data-key": `${view.round} ${text}`, class: "card dealt" }),
      ),
    ),
    h("p", { class: "hand-name" }, capital(words)),
  );
}

/**
 * A circle for one wager, with its name below. Pressing the circle bets; pressing the name explains the wager.
 * @param {Api.WireTable} view
 * @param {Api.WireSeat} mine
 * @param {Api.WagerDescription} wager
 * @param {boolean} isBetting
 * @param {string} odds
 * @param {{ bets: Bets; explain: (wager: string, at: Element) => void }} page
 */
function spot(view, mine, wager, isBetting, odds, page) {
  const isOpen = isBetting && ["opening", "optional"].includes(wager.kind);
  const cents = isOpen ? page.bets.wanted(mine, wager.id) : (mine.wagers[wager.id] ?? 0);
  const result = resultOf(view, mine, wager.id);
  return h(
    "div",
    { class: `spot-place ${cents || isOpen ? "" : "idle"}`, "data-key": `place ${wager.id}` },
    isOpen
      ? h(
          "button",
          { ...page.bets.attributes(mine, wager), type: "button", "data-key": `spot ${wager.id}` },
          chipOn(wager, cents),
        )
      : h(
          "div",
          { class: `spot-button ${wager.kind === "decision" ? "later" : ""} ${cents ? "placed" : ""} ${result.kind}` },
          chipOn(wager, cents),
        ),
    h(
      "button",
      {
        class: `spot-name-button ${wager.short === wager.name ? "" : "has-short"}`,
        type: "button",
        "data-key": `about ${wager.id}`,
        "aria-label": `About ${wager.name}`,
        onclick: (event) => page.explain(wager.id, event.currentTarget),
      },
      h("span", { class: "name" }, breakable(wager.name)),
      wager.short === wager.name ? null : h("span", { class: "short" }, breakable(wager.short)),
      result.drawn ?? (odds ? h("span", { class: "odds" }, odds) : null),
    ),
  );
}

/**
 * "up to 50 to 1": what the first row of its paytable pays, where there are several.
 * @param {Api.TableDescription} description
 * @param {Api.WagerDescription} wager
 */
function bestOdds(description, wager) {
  const rows = description.paytables.find((table) => table.wagers.includes(wager.id))?.rows ?? [];
  if (!rows.length) return "";
  const most = `${rows[0].at(-1)}`.replaceAll(" to ", "\u00A0to\u00A0");
  return rows.length > 1 ? `up to ${most}` : most;
}

/**
 * @param {Api.WagerDescription} wager
 * @param {number} cents
 */
function chipOn(wager, cents) {
  if (cents) return h("span", { class: `chip-on ${chipColour(cents)}` }, h("span", { class: "sum" }, shortSum(cents)));
  const word = wager.kind === "optional" ? "+" : wager.short;
  return h(
    "span",
    { class: word.length > 5 ? "empty-spot long" : "empty-spot", "aria-hidden": "true" },
    breakable(word),
  );
}

/**
 * The colour of the largest chip in a sum.
 * @param {number} cents
 */
export function chipColour(cents) {
  return cents >= 50000
    ? "c50000"
    : cents >= 10000
      ? "c10000"
      : cents >= 2500
        ? "c2500"
        : cents >= 500
          ? "c500"
          : "c100";
}

/** @param {number} cents */
function shortSum(cents) {
  return cents >= 10_000_000 && cents % 100_000 === 0 ? `${dollars(cents / 1000)}k` : dollars(cents);
}

/**
 * What a wager won or lost, written below its name.
 * @param {Api.WireTable} view
 * @param {Api.WireSeat} mine
 * @param {string} wager
 */
function resultOf(view, mine, wager) {
  const lines = view.lines.filter((line) => line.seat === mine.seat && line.wager === wager);
  if (!lines.length) return { kind: "", drawn: null };
  const net = lines.reduce((sum, line) => sum + line.paid - line.kept, 0);
  const kind = net > 0 ? "won" : net < 0 ? "lost" : "even";
  const words = net > 0 ? `+${dollars(net)}` : net < 0 ? dollars(net) : "returned";
  return { kind, drawn: h("span", { class: `result ${kind} ${lengthOf(words)}` }, breakable(words)) };
}

/**
 * A long sum is written smaller, and a very long one on two lines.
 * @param {string} words
 */
function lengthOf(words) {
  if (words.length > 11) return "very-long";
  if (words.length > 9) return "longer";
  return words.length > 7 ? "long" : "";
}

/**
 * A sum or name that may be broken after its commas and dots, where a circle is narrow.
 * @param {string} words
 */
function breakable(words) {
  return words.split(/(?<=[,·])/).flatMap((part, n) => (n ? [h("wbr"), part] : [part]));
}
