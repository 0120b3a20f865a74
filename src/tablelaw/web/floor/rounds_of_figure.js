// The rounds behind a figure, by number. Their cards are opened by an auditor, whose look is recorded.
import { get, sentenceOf } from "/web/lib/api.js";
import { h, toast } from "/web/lib/dom.js";
import { roundsOfTable } from "/web/lib/round_numbers.js";

/** @typedef {{ game?: string, table?: string, dealer?: string, shift?: string, player?: string, month?: string }} Wanted */

/** @param {Wanted} wanted */
export function askRounds(wanted) {
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
  return get(`/api/floor/figures/rounds?${query}`);
}

/**
 * "T-1: rounds 1 to 40, 42".
 * @param {Api.FigureRounds} found
 */
export function roundLines(found) {
  if (!found.rounds) return [h("p", { class: "soft" }, "No finished rounds yet.")];
  return found.tables.map(({ table, spans }) => roundsOfTable(table, spans));
}

/**
 * A number of rounds that shows which ones they are when pressed.
 * @param {number} rounds
 * @param {string} title
 * @param {Wanted} wanted
 */
export function roundsButton(rounds, title, wanted) {
  if (!rounds) return "0";
  return h(
    "button",
    {
      type: "button",
      class: "link",
      "data-key": `rounds ${title}`,
      "data-means": JSON.stringify(wanted),
      "aria-label": `${rounds}: show the rounds of ${title}`,
      onclick: () => showRounds(title, wanted),
    },
    String(rounds),
  );
}

/**
 * @param {string} title
 * @param {Wanted} wanted
 */
async function showRounds(title, wanted) {
  try {
    const found = await askRounds(wanted);
    /** @type {HTMLDialogElement} */
    const dialog = h(
      "dialog",
      { class: "asking", "aria-label": `Rounds of ${title}`, onclose: () => dialog.remove() },
      h("h2", {}, `Rounds of ${title}`),
      h(
        "p",
        { class: "small soft" },
        "Finished rounds only. An auditor can see the cards of these rounds, and each look is recorded.",
      ),
      h(
        "div",
        { class: "round-numbers", tabindex: 0, role: "region", "aria-label": "Round numbers" },
        roundLines(found),
      ),
      h("button", { type: "button", onclick: () => dialog.close() }, "Close"),
    );
    document.body.append(dialog);
    dialog.showModal();
  } catch (refusal) {
    toast(sentenceOf(refusal), "bad");
  }
}
