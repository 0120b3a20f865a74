// Keyboard shortcuts for everything a player does at the table; "?" lists them, and they can be switched off.
import { h, show } from "/web/lib/dom.js";

const SPOTS = "asdfghjkl";
const KEY = "tablelaw shortcuts";

/** @typedef {{ keys: string; words: string }} Shortcut */
/**
 * @typedef {{ bets: import("./bets.js").Bets; decisions: import("./decisions.js").DecisionsPanel;
 *   sheet: import("./phone_sheet.js").Sheet; pace: import("./pace.js").PaceButtons; view: Api.WireTable; own: () => Api.WireSeat | null }} Page_
 */

export class Shortcuts {
  /** @param {Page_} page */
  constructor(page) {
    this.page = page;
    this.isOn = localStorage.getItem(KEY) !== "off";
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
    addEventListener("keydown", (event) => this.heard(event));
  }

  /** @param {KeyboardEvent} event */
  heard(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog[open]")) return;
    if (event.key === "?") this.tell();
    else if (this.isOn && this.act(event.key, event.shiftKey)) event.preventDefault();
  }

  /**
   * Whether the key means anything now.
   * @param {string} key
   * @param {boolean} isShifted
   */
  act(key, isShifted) {
    const { view, bets } = this.page;
    const mine = this.page.own();
    if (!mine) return key.toLowerCase() === "p" && pressed("#position .play-here");
    if (key.toLowerCase() === "m") return pressed("#purse summary");
    if (this.changePace(key.toLowerCase(), mine)) return true;
    if (view.choices.length) return this.decide(key.toLowerCase(), mine);
    if (view.phase !== "betting") return false;
    const chip = bets.chips[Number(key) - 1];
    const spot = bets.offered[SPOTS.indexOf(key.toLowerCase())];
    /** @type {Record<string, () => void>} */
    const tools = {
      u: () => bets.undo(),
      c: () => bets.clear(),
      r: () => bets.repeat(),
      x: () => bets.double(),
    };
    if (chip) bets.choose(chip);
    else if (spot && isShifted) bets.takeOff(spot);
    else if (spot) bets.press(spot);
    else if (tools[key.toLowerCase()]) tools[key.toLowerCase()]();
    else return false;
    return true;
  }

  /**
   * @param {string} key
   * @param {Api.WireSeat} mine
   */
  changePace(key, mine) {
    const { pace, view } = this.page;
    if (key === "n" && pace.canSayReady(view, mine)) pace.ready();
    else if (key === "t" && pace.canExtend(view, mine)) pace.extend();
    else return false;
    return true;
  }

  /**
   * @param {string} key
   * @param {Api.WireSeat} mine
   */
  decide(key, mine) {
    const { view, decisions } = this.page;
    const card = mine.cards[SPOTS.indexOf(key)];
    if (card && view.choices.some((choice) => choice.discards.length)) {
      decisions.put(card);
      return true;
    }
    const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (
      document.querySelectorAll("#position .choice button:not(.cite)")
    );
    const wanted = buttons[Number(key) - 1];
    if (!wanted) return false;
    wanted.click();
    return true;
  }

  /** @returns {Shortcut[]} */
  list() {
    const { bets } = this.page;
    const last = bets.offered.length - 1;
    return [
      { keys: "P", words: "take a seat and play, in the demo" },
      { keys: `1 to ${bets.chips.length}`, words: "choose a chip, the smallest first" },
      ...bets.offered.map((wager, n) => ({ keys: SPOTS[n].toUpperCase(), words: `put the chip on ${wager.name}` })),
      {
        keys: `Shift and ${SPOTS[0].toUpperCase()} to ${SPOTS[last].toUpperCase()}`,
        words: "take a chip off that wager",
      },
      { keys: "U", words: "undo" },
      { keys: "C", words: "take all wagers back" },
      { keys: "R", words: "same wagers as last round" },
      { keys: "X", words: "double the wagers" },
      { keys: "N", words: "deal now, or go on to the next round" },
      { keys: "T", words: "more time" },
      { keys: "1, 2, 3 ...", words: "on your turn: the first, second, third decision" },
      { keys: "A, S, D ...", words: "where a card is discarded or exchanged: your first, second, third card" },
      { keys: "M", words: "your money and seat" },
      { keys: "?", words: "show these keys" },
    ];
  }

  tell() {
    if (!this.dialog) {
      this.dialog = h("dialog", { class: "shortcuts", "aria-label": "Keyboard shortcuts" });
      document.body.append(this.dialog);
    }
    show(
      this.dialog,
      h("h2", {}, "Keyboard shortcuts"),
      h(
        "dl",
        { class: "keys" },
        this.list().map(({ keys, words }) => [h("dt", {}, h("kbd", {}, keys)), h("dd", {}, words)]),
      ),
      h(
        "label",
        { class: "inline" },
        h("input", {
          type: "checkbox",
          checked: this.isOn,
          onchange: (event) => {
            this.isOn = event.target.checked;
            localStorage.setItem(KEY, this.isOn ? "on" : "off");
          },
        }),
        "Use these keys",
      ),
      h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")),
    );
    if (!this.dialog.open) this.dialog.showModal();
  }
}

/**
 * Presses what is there; whether it is.
 * @param {string} selector
 */
function pressed(selector) {
  const found = /** @type {HTMLElement | null} */ (document.querySelector(selector));
  found?.click();
  return !!found;
}
