// A button for an action that cannot be undone: the first press arms it, the second gives the order.
import { h } from "./dom.js";

const SECONDS = 8;
const until = new Map();

/**
 * `again` is the text of the armed button; `redraw` draws the part it is in. It stays armed through redraws.
 * @param {{ key: string; words: string; again: () => string; act: () => unknown; redraw: Page.Redraw }} button
 */
export function twoPressButton({ key, words, again, act, redraw }) {
  const isArmed = (until.get(key) ?? 0) > Date.now();
  return h(
    "button",
    {
      type: "button",
      class: isArmed ? "danger" : "",
      "data-key": key,
      "data-means": isArmed ? "armed" : "first",
      onclick: () => {
        if (isArmed) {
          until.delete(key);
          return act();
        }
        until.set(key, Date.now() + SECONDS * 1000);
        setTimeout(redraw, SECONDS * 1000 + 50);
        return redraw();
      },
    },
    isArmed ? again() : words,
  );
}
