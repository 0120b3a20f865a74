// Playing cards as SVG. A card is two characters ("As", "Td"); "??" is face down.
import { s } from "./dom.js";

/** @type {Record<string, string>} */
const RANKS = { T: "10", J: "J", Q: "Q", K: "K", A: "A" };
/** @type {Record<string, string>} */
const NAMES = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  9: "nine",
  8: "eight",
  7: "seven",
  6: "six",
  5: "five",
  4: "four",
  3: "three",
  2: "two",
};
/** @type {Record<string, string>} */
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
// Each suit in a box of 20 by 20, centred at 10, 10.
/** @type {Record<string, string>} */
const PATHS = {
  h: "M10 18 C2 11 0 7.5 2.2 4.4 C4.4 1.4 8.4 2.2 10 5.6 C11.6 2.2 15.6 1.4 17.8 4.4 C20 7.5 18 11 10 18 Z",
  d: "M10 1 L17 10 L10 19 L3 10 Z",
  s: "M10 1.5 C14 6.5 18.5 8.6 18.5 12.6 C18.5 16.4 13.8 17.2 11.3 14.4 C11.4 16.4 12 17.7 13.4 18.6 L6.6 18.6 C8 17.7 8.6 16.4 8.7 14.4 C6.2 17.2 1.5 16.4 1.5 12.6 C1.5 8.6 6 6.5 10 1.5 Z",
  c: "M10 1.6 A4.1 4.1 0 0 1 13.4 8 A4.1 4.1 0 1 1 11.2 14.2 C11.4 16.3 12 17.6 13.4 18.6 L6.6 18.6 C8 17.6 8.6 16.3 8.8 14.2 A4.1 4.1 0 1 1 6.6 8 A4.1 4.1 0 0 1 10 1.6 Z",
};

/**
 * A card as it is typed or scanned, such as "As", "td" or "10h"; null if it is none.
 * @param {string} text
 */
export function parseCard(text) {
  const match = /^(10|[2-9TJQKA])([shdc])$/i.exec(text.trim());
  return match ? `${match[1] === "10" ? "T" : match[1].toUpperCase()}${match[2].toLowerCase()}` : null;
}

/** @param {string} text */
export function cardName(text) {
  return text === "??" ? "a face-down card" : `${NAMES[text[0]]} of ${SUITS[text[1]]}`;
}

/**
 * The card as an <svg> of its own, 50 by 70 units.
 * @param {string} text
 * @param {Record<string, unknown>} attributes
 */
export function card(text, attributes = {}) {
  return s(
    "svg",
    { viewBox: "0 0 50 70", class: "card", role: "img", "aria-label": cardName(text), ...attributes },
    face(text),
  );
}

/**
 * The card as a group, for a larger drawing.
 * @param {string} text
 */
export function face(text) {
  if (text === "??") return back();
  const suit = text[1];
  const colour = suit === "h" || suit === "d" ? "card-red" : "card-black";
  return s(
    "g",
    { class: colour },
    s("rect", { class: "card-face", x: 0.75, y: 0.75, width: 48.5, height: 68.5, rx: 5 }),
    s(
      "text",
      { class: text[0] === "T" ? "card-rank ten" : "card-rank", x: text[0] === "T" ? 3 : 5, y: 20 },
      RANKS[text[0]] ?? text[0],
    ),
    s("path", { d: PATHS[suit], transform: "translate(5 24) scale(.62)" }),
    s("path", { d: PATHS[suit], transform: "translate(17 33) scale(1.45)" }),
  );
}

function back() {
  return s(
    "g",
    { class: "card-back" },
    s("rect", { class: "card-face", x: 0.75, y: 0.75, width: 48.5, height: 68.5, rx: 5 }),
    s("rect", { class: "card-pattern", x: 5, y: 5, width: 40, height: 60, rx: 3 }),
    s("path", { class: "card-lines", d: "M25 9 L41 35 L25 61 L9 35 Z M25 20 L34 35 L25 50 L16 35 Z" }),
  );
}

/**
 * A hand as a player sorts it: the longest suit first, high cards first.
 * @param {string[]} cards
 */
export function sorted(cards) {
  const order = "AKQJT98765432";
  /** @param {string} text */
  const length = (text) => cards.filter((other) => other[1] === text[1]).length;
  return [...cards].sort(
    (one, other) =>
      length(other) - length(one) || one[1].localeCompare(other[1]) || order.indexOf(one[0]) - order.indexOf(other[0]),
  );
}
