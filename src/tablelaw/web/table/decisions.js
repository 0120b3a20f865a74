// Decisions: the choices of the player whose turn it is, with their amounts, and the cards to discard in a game with a discard.
import { h, toast } from "/web/lib/dom.js";
import { order, sentenceOf } from "/web/lib/api.js";
import { card, cardName } from "/web/lib/cards.js";
import { cite } from "/web/lib/cites.js";
import { isWholeChips } from "/web/lib/chip_set.js";
import { dollars, parseDollars } from "/web/lib/format.js";

/** @type {Record<string, string>} */
const WORDS = {
  fold: "Fold",
  check: "Check",
  bet: "Bet",
  buy: "Bet and buy a card",
  play: "Play",
  declare: "Declare",
  pull: "Pull back",
  ride: "Let it ride",
};
/** @type {Record<string, string>} */
const HINTS = {
  fold: "give up the hand and the wagers that go with it",
  check: "see more cards without a further wager",
  ride: "leave every wager on the table",
};
/** @type {Record<string, string>} */
const KINDS = { fold: "danger", declare: "plain", pull: "plain" };
/** @typedef {{ view: Api.WireTable; seat: Api.WireSeat; choice: Api.WireChoice }} Asked */

/**
 * What an action without an amount does.
 * @param {Asked} asked
 */
function hint({ seat, choice }) {
  if (choice.action === "pull") return `take back ${choice.name}, ${dollars(seat.wagers[choice.wager])}`;
  if (choice.action === "declare") return `claim ${choice.says}; a wrong claim loses`;
  return HINTS[choice.action] ?? choice.name;
}

/**
 * Whether a choice needs the whole width of a phone.
 * @param {Api.WireChoice} choice
 */
function isWide(choice) {
  return choice.cents.length > 1 || choice.any_between || choice.price > 0 || choice.action === "declare";
}

/** @param {boolean} sells whether the card is exchanged for a price, if the player wants to. */
function askForCard(sells) {
  return sells ? "To buy a card, press the card you want to exchange." : "Press the card you want to discard.";
}

/** The decisions of one player at one table. */
export class DecisionsPanel {
  /**
   * @param {Api.TableDescription} description
   * @param {import("./coach.js").Coach} coach hears what was decided.
   * @param {Page.Redraw} redraw
   */
  constructor(description, coach, redraw) {
    this.description = description;
    this.coach = coach;
    this.redraw = redraw;
    this.discard = "";
    this.busy = false;
    // The entry of the last decision: an older view still shows the choices from before it.
    this.made = 0;
  }

  /**
   * @param {Api.WireTable} view
   * @param {Api.WireSeat} seat
   */
  draw(view, seat) {
    const puts = view.choices.some((choice) => choice.discards.length);
    const sells = view.choices.some((choice) => choice.price);
    if (!seat.cards.includes(this.discard)) this.discard = "";
    return h(
      "div",
      { class: "deciding", role: "group", "aria-label": "Your decision" },
      puts
        ? h(
            "p",
            { class: "small asked-card" },
            this.discard
              ? `You are ${sells ? "exchanging" : "discarding"} the ${cardName(this.discard)}.`
              : askForCard(sells),
          )
        : null,
      h(
        "div",
        { class: "choices" },
        view.choices.map((choice) =>
          h(
            "div",
            { class: `choice ${choice.action} ${isWide(choice) ? "wide" : ""}`, "data-key": choice.action },
            this.buttons({ view, seat, choice }),
          ),
        ),
      ),
    );
  }

  /**
   * One of the player's cards, to be discarded or exchanged.
   * @param {string} text
   * @param {boolean} sells
   */
  cardButton(text, sells) {
    return h(
      "button",
      {
        class: "card-button",
        type: "button",
        "aria-pressed": String(this.discard === text),
        "aria-label": `${sells ? "Exchange" : "Discard"} the ${cardName(text)}`,
        "data-key": `discard ${text}`,
        onclick: () => this.put(text),
      },
      card(text),
    );
  }

  /** @param {string} text */
  put(text) {
    this.discard = this.discard === text ? "" : text;
    this.redraw();
  }

  /** @param {Asked} asked */
  buttons(asked) {
    const { view, choice } = asked;
    const title = WORDS[choice.action] ?? choice.action;
    const why = cite(this.description.rulebook, choice.cite, "law", `The law behind ${title}`);
    if (choice.any_between) return [this.between(asked, title), why];
    return [
      h(
        "div",
        { class: "choice-buttons" },
        choice.cents.map((cents) =>
          h(
            "button",
            {
              class: `${KINDS[choice.action] ?? "primary"} decision`,
              type: "button",
              disabled: this.busy || view.number < this.made,
              "data-key": `act ${choice.action} ${cents}`,
              onclick: () => this.act(asked, cents),
            },
            cents ? `${title}${choice.price ? "," : ""} ${dollars(cents + choice.price)}` : title,
            h("span", { class: "hint" }, cents ? this.onWhat(asked, cents) : hint(asked)),
          ),
        ),
      ),
      why,
    ];
  }

  /**
   * "Play, 3 times the Ante": the wager that the amount goes on, and how large it is.
   * @param {Asked} asked
   * @param {number} cents
   */
  onWhat({ seat, choice }, cents) {
    const base = this.description.wagers.find((wager) => wager.kind === "opening");
    const times = base ? cents / seat.wagers[base.id] : 0;
    const size = times === 1 ? "as much as" : times === 2 ? "twice" : `${times} times`;
    const wager = base && Number.isInteger(times) ? `${choice.name}, ${size} the ${base.name}` : choice.name;
    return choice.price
      ? `${dollars(cents)} on ${wager}; ${dollars(choice.price)} for the card, which is not returned`
      : wager;
  }

  /**
   * @param {Asked} asked
   * @param {string} title
   */
  between(asked, title) {
    const { choice } = asked;
    const [least, most] = choice.cents;
    const field = h("input", {
      size: 8,
      name: "sum",
      inputmode: "decimal",
      value: dollars(least),
      "aria-label": `${title}: amount`,
      "data-key": `sum ${choice.action}`,
    });
    return h(
      "form",
      {
        class: "row",
        "data-key": `form ${choice.action}`,
        onsubmit: (event) => {
          event.preventDefault();
          const cents = parseDollars(event.currentTarget.elements.sum.value);
          if (cents === null || cents < least || cents > most)
            return toast(`Enter an amount from ${dollars(least)} to ${dollars(most)}.`, "bad");
          if (!isWholeChips(this.description, cents) && cents !== least && cents !== most)
            return toast(`Enter an amount in whole chips, such as ${dollars(least)}.`, "bad");
          return this.act(asked, cents);
        },
      },
      h("label", { class: "small" }, `${choice.name}, ${dollars(least)} to ${dollars(most)}`, field),
      h("button", { class: "primary", disabled: this.busy || asked.view.number < this.made }, title),
    );
  }

  /**
   * @param {Asked} asked
   * @param {number} cents
   */
  async act({ view, seat, choice }, cents) {
    if (this.busy || view.number < this.made) return;
    if (choice.discards.length && !this.discard) {
      toast(`First press the card you want to ${choice.price ? "exchange" : "discard"}.`, "bad");
      return;
    }
    this.busy = true;
    this.redraw();
    try {
      const put = choice.discards.length ? [this.discard] : [];
      this.coach.decided(choice.action, cents, put[0] ?? "");
      const done = await order(
        { type: "Act", seat: seat.seat, action: choice.action, cents, discard: put },
        this.description.table,
      );
      this.made = done.number;
    } catch (refusal) {
      toast(sentenceOf(refusal), "bad");
    } finally {
      this.busy = false;
      this.redraw();
    }
  }
}
