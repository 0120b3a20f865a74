// Entering real cards as they leave the shoe: by keyboard or scanner ("As", "Td") wherever the focus is, or from a grid.
import { h, toast } from "/web/lib/dom.js";
import { cardName, parseCard } from "/web/lib/cards.js";

const RANKS = "AKQJT98765432";
/** @type {Record<string, string>} */
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

export class CardEntry {
  /** @param {(command: Api.Command) => unknown} give */
  constructor(give) {
    this.give = give;
    // Cards entered here in this round. The server reveals no face-down card, not even to the dealer.
    /** @type {{ round: number; cards: Set<string> }} */
    this.gone = { round: 0, cards: new Set() };
    // Cards typed or scanned faster than the server accepts them; they are sent one after the other.
    /** @type {string[]} */
    this.waiting = [];
  }

  /**
   * @param {number} round
   * @param {string} card
   */
  remember(round, card) {
    if (this.gone.round !== round) this.gone = { round, cards: new Set() };
    this.gone.cards.add(card);
  }

  /**
   * Every card that cannot be dealt again: entered here, or face up.
   * @param {Api.WireTable} view
   */
  dealt(view) {
    const open = [
      view.community,
      view.dealer,
      ...view.seats.map((seat) => seat.cards),
      ...Object.values(view.places),
    ].flat();
    return new Set([...open, ...(this.gone.round === view.round ? this.gone.cards : [])]);
  }

  /** @param {Api.WireTable} view */
  known(view) {
    return new Set([...this.dealt(view), ...this.waiting]);
  }

  /**
   * @param {Api.WireTable} view
   * @param {string} text
   */
  enter(view, text) {
    const card = parseCard(text);
    if (!card)
      return toast(`${text ? `“${text}” is not a card. ` : ""}Enter rank and suit, such as As, Td or 10h.`, "bad");
    if (this.known(view).has(card))
      return toast(
        `The ${cardName(card)} has already been dealt in this round. Enter a card that is still in the shoe.`,
        "bad",
      );
    if (this.waiting.push(card) === 1) this.send();
    return undefined;
  }

  /**
   * The field for the next card. It has the focus whenever nothing else is being typed.
   * @param {Api.WireTable} view
   */
  field(view) {
    return h(
      "form",
      {
        class: "row card-form",
        "data-key": "card entry",
        onsubmit: (event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.card;
          this.enter(view, field.value);
          field.value = "";
        },
      },
      h("input", {
        name: "card",
        id: "card-field",
        class: "card-field",
        size: 4,
        maxlength: 3,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        "aria-label": "The card, such as As or Td",
        "data-key": "card",
        placeholder: "As",
      }),
      h("button", { class: "primary" }, "Enter"),
      h("span", { class: "small soft" }, "Type or scan the card, then Enter."),
    );
  }

  /**
   * All cards to choose from.
   * @param {Api.WireTable} view
   */
  grid(view) {
    const out = this.known(view);
    return h(
      "div",
      { class: "panel entry-grid", role: "group", "aria-label": "All cards" },
      Object.keys(SUITS).flatMap((suit) =>
        [...RANKS].map((rank) =>
          h(
            "button",
            {
              type: "button",
              class: suit === "h" || suit === "d" ? "red" : "",
              "data-key": rank + suit,
              "aria-label": cardName(rank + suit),
              disabled: out.has(rank + suit),
              onclick: () => {
                this.enter(view, rank + suit);
              },
            },
            `${rank === "T" ? "10" : rank}${SUITS[suit]}`,
          ),
        ),
      ),
    );
  }

  /** Gives the field the focus unless somebody types elsewhere or a dialog is open. */
  focus() {
    const field = document.getElementById("card-field");
    const active = document.activeElement;
    if (!field || document.querySelector("dialog[open]") || (active && isTyped(active))) return;
    if (!active || active === document.body || /** @type {HTMLElement} */ (active).closest("#next, #work"))
      field.focus({ preventScroll: true });
  }

  /** Sends what a scanner or keyboard types to the field, wherever the focus is. */
  listen() {
    document.addEventListener(
      "keydown",
      (event) => {
        const field = document.getElementById("card-field");
        const isKey = /^[0-9tjqkashdc]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
        if (!field || !isKey || document.querySelector("dialog[open]")) return;
        if (event.target instanceof Element && isTyped(event.target)) return;
        field.focus({ preventScroll: true });
      },
      { capture: true },
    );
  }

  /** The card entered last, while it may be taken back; empty if this page did not enter it. */
  last() {
    return [...this.gone.cards].at(-1) ?? "";
  }

  forgetLast() {
    this.gone.cards.delete(this.last());
  }

  /** A refused card stops those behind it, because each card's place depends on the one before. */
  async send() {
    while (this.waiting.length) {
      const done = await this.give({ type: "EnterCard", card: this.waiting[0] });
      this.waiting.shift();
      if (!done && this.waiting.length)
        toast(
          `Also not entered: ${this.waiting.splice(0).map(cardName).join(", ")}. Enter them again once the card before them has been entered.`,
          "bad",
        );
    }
  }
}

/** @param {Element} element */
function isTyped(element) {
  return element.matches("input, select, textarea, [contenteditable]");
}
