// Exact figures come as "NUM/DEN"; they are shown as decimals, with the fraction at hand.
import { h } from "./dom.js";

export function toNumber(text) {
  const [top, bottom] = text.split("/").map((part) => BigInt(part));
  const scale = 10n ** 18n;
  return Number((top * scale) / bottom) / 1e18;
}

export function percent(number, digits = 4) {
  return `${(number * 100).toFixed(digits)}%`;
}

// A figure with its exact fraction as a title.
export function exactly(text, shown) {
  return h("span", { class: "number", title: `exactly ${text}` }, shown(toNumber(text)));
}

// A hold is the player's loss: the other sign of the player's gain.
export function hold(ev) {
  return exactly(ev, (number) => percent(-number));
}
