// How pages write which rounds are meant.
import { h } from "./dom.js";

/**
 * "1 to 40, 42".
 * @param {[number, number][]} spans
 */
export const roundNumbers = (spans) =>
  spans.map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`)).join(", ");

/**
 * "T-1: rounds 1 to 40, 42".
 * @param {string} table
 * @param {[number, number][]} spans
 */
export function roundsOfTable(table, spans) {
  const isOne = spans.length === 1 && spans[0][0] === spans[0][1];
  return h("p", {}, h("strong", {}, table), isOne ? ": round " : ": rounds ", roundNumbers(spans));
}
