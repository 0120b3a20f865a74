// Exact figures as the analyst sees them: a decimal, with the exact fraction as its title.
import { h } from "/web/lib/dom.js";
import { percent, toNumber } from "/web/lib/format.js";

/**
 * A figure with its exact fraction as a title.
 * @param {string} text
 * @param {(number: number) => string} shown
 */
export function exactly(text, shown) {
  return h("span", { class: "number", title: `exactly ${text}` }, shown(toNumber(text)));
}

/**
 * The house edge is the player's loss, so its sign is the opposite of the player's gain.
 * @param {string} ev
 */
export function houseEdge(ev) {
  return exactly(ev, (number) => percent(-number));
}
