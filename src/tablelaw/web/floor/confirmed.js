// Orders that are confirmed in a dialog, which names the table or the sum and what the order does.
import { ask } from "/web/lib/dialog.js";
import { h } from "/web/lib/dom.js";

/**
 * Resolves to true once the order is carried out; to false if it was refused or the dialog was closed.
 * @param {string} title
 * @param {string} what
 * @param {string} words
 * @param {() => Promise<boolean | void>} give
 * @returns {Promise<boolean>}
 */
export function confirmed(title, what, words, give) {
  return new Promise((resolve) => {
    const dialog = ask(title, h("p", {}, what), words, async () => {
      const isDone = Boolean(await give());
      if (isDone) resolve(true);
      return isDone;
    });
    dialog.addEventListener("close", () => resolve(false));
  });
}
