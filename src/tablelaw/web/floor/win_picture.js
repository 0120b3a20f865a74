// A figure inside its control limits: a picture, and the same in words beside it.
import { h, s } from "/web/lib/dom.js";

const WIDTH = 150;
const HEIGHT = 26;
const MARGIN = 8;

/** @typedef {(value: number) => string} Shown */

/**
 * "within its 95 % limits", "below its 99.9 % limits".
 * @param {Api.Span} span
 * @param {number} actual
 */
export function standing(span, actual) {
  if (span.standing === "inside") return "within its 95 % limits";
  const side = actual < span.expected ? "below" : "above";
  return span.standing === "outside 95 %" ? `${side} its 95 % limits, within 99.9 %` : `${side} its 99.9 % limits`;
}

/** @param {Api.Span} span */
export function tone(span) {
  return { inside: "good", "outside 95 %": "warn", "outside 99.9 %": "bad" }[span.standing];
}

/**
 * The limits as bands, the expected figure as a line, the actual one as a dot. Screen readers get the words alone.
 * @param {Api.Span} span
 * @param {number} actual
 */
function picture(span, actual) {
  const low = Math.min(span.far_below, actual);
  const high = Math.max(span.far_above, actual);
  /** @param {number} value */
  const x = (value) => MARGIN + ((value - low) / (high - low || 1)) * (WIDTH - 2 * MARGIN);
  /**
   * @param {string} name
   * @param {number} from
   * @param {number} to
   */
  const band = (name, from, to) =>
    s("rect", { class: name, x: x(from), y: 5, width: Math.max(x(to) - x(from), 1), height: HEIGHT - 10, rx: 2 });
  return s(
    "svg",
    { class: "limits", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "aria-hidden": "true" },
    band("limits-far", span.far_below, span.far_above),
    band("limits-near", span.below, span.above),
    s("line", { class: "limits-expected", x1: x(span.expected), x2: x(span.expected), y1: 1, y2: HEIGHT - 1 }),
    s("circle", { class: `limits-actual ${tone(span)}`, cx: x(actual), cy: HEIGHT / 2, r: 5 }),
  );
}

/**
 * @param {Api.Span} span
 * @param {number} actual
 */
export function insideLimits(span, actual) {
  return h(
    "div",
    { class: "inside-limits" },
    picture(span, actual),
    h("span", { class: `small ${tone(span)}` }, standing(span, actual)),
  );
}

/**
 * The limits themselves, for the page of one table.
 * @param {Shown} says the actual figure in words
 * @param {Api.Span} span
 * @param {number} actual
 * @param {Shown} shown
 */
export function limitsInWords(says, span, actual, shown) {
  const share = (span.position * 100).toFixed(1);
  return h(
    "div",
    { class: "stack tight" },
    insideLimits(span, actual),
    h(
      "p",
      { class: "small" },
      `${says(actual)} Expected: ${shown(span.expected)}, with a standard deviation of ${shown(span.deviation)}. `,
      `95 % of results lie between ${shown(span.below)} and ${shown(span.above)}, 99.9 % between ${shown(span.far_below)} and ${shown(span.far_above)}. `,
      `${share} % of results are no higher than this one.`,
    ),
  );
}
