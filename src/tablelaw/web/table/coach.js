// The coach: the exact value of each decision, and the cost of a mistake.
import { get, isRefused, sentenceOf, tablePath } from "/web/lib/api.js";
import { h } from "/web/lib/dom.js";
import { cardName } from "/web/lib/cards.js";
import { dollars } from "/web/lib/format.js";
import { pause } from "/web/lib/pause.js";

const KEY = "tablelaw coach";

export class Coach {
  /**
   * @param {string} table
   * @param {Page.Redraw} redraw
   */
  constructor(table, redraw) {
    this.table = table;
    this.redraw = redraw;
    this.on = localStorage.getItem(KEY) === "on";
    this.asked = -1;
    /** @type {(Api.Coaching & { number: number; round: number }) | null} */
    this.advice = null;
    this.counting = 0;
    this.fault = "";
    /** @type {{ action: string; cents: number; discard: string } | null} */
    this.chosen = null;
    /** @type {{ round: number; made: string; best: string; cost: number }[]} */
    this.told = [];
  }

  /**
   * Records the decision, from which its cost is calculated.
   * @param {string} action
   * @param {number} cents
   * @param {string} discard
   */
  decided(action, cents, discard) {
    this.chosen = { action, cents, discard };
  }

  /**
   * Asks for advice on the player's turn if the coach is on; asks again while it is still counting.
   * @param {Api.WireTable} view
   * @param {Api.WireSeat | null} seat
   */
  async follow(view, seat) {
    this.note(view, seat);
    if (!this.on || !view.choices.length || this.asked === view.number) return;
    this.asked = view.number;
    this.advice = null;
    this.fault = "";
    this.counting = 0;
    while (this.on && this.asked === view.number && !this.advice && !this.fault) {
      await this.ask(view);
      if (this.asked === view.number) this.redraw();
    }
  }

  /** @param {Api.WireTable} view */
  async ask(view) {
    try {
      const found = await get(`${tablePath(this.table)}/advice`);
      if (this.asked !== view.number) return;
      if (found.is_counting) this.counting = found.seconds;
      else if (found.actions.length) this.advice = { number: view.number, round: view.round, ...found };
      else this.asked = -1;
    } catch (refusal) {
      if (!isRefused(refusal, "too-many") && !isRefused(refusal, "no-line")) this.fault = sentenceOf(refusal);
      await pause(1000);
    }
  }

  /**
   * Remembers what the decision cost, compared with the best one.
   * @param {Api.WireTable} view
   * @param {Api.WireSeat | null} seat
   */
  note(view, seat) {
    if (!this.advice || view.number <= this.advice.number || !seat) return;
    const best = this.advice.actions.reduce((one, other) => (other.value > one.value ? other : one));
    const made = this.advice.actions.find(
      (one) =>
        one.action === this.chosen?.action &&
        one.cents === this.chosen.cents &&
        (!one.discard || one.discard === this.chosen.discard),
    );
    if (made)
      this.told.unshift({
        round: this.advice.round,
        made: words(made),
        best: words(best),
        cost: best.value - made.value,
      });
    this.advice = null;
    this.chosen = null;
  }

  /**
   * @param {Api.WireTable} view
   * @param {Api.WireSeat | null} seat
   */
  draw(view, seat) {
    if (!seat) return null;
    return h(
      "section",
      { class: "panel", "aria-label": "Coach" },
      h(
        "div",
        { class: "between" },
        h("h2", {}, "Coach"),
        h(
          "label",
          { class: "inline small" },
          h("input", {
            type: "checkbox",
            checked: this.on,
            "data-key": "coach",
            onchange: (event) => this.toggle(event.target.checked, view, seat),
          }),
          "show advice",
        ),
      ),
      this.on
        ? this.body(view)
        : h(
            "p",
            { class: "small soft" },
            "Shows the exact value of each decision, counted over every possible card you cannot see.",
          ),
    );
  }

  /**
   * @param {boolean} value
   * @param {Api.WireTable} view
   * @param {Api.WireSeat | null} seat
   */
  toggle(value, view, seat) {
    this.on = value;
    localStorage.setItem(KEY, this.on ? "on" : "off");
    this.redraw();
    this.follow(view, seat);
  }

  /** @param {Api.WireTable} view */
  body(view) {
    const parts = [];
    if (this.fault && view.choices.length) parts.push(h("p", { class: "small soft" }, this.fault));
    else if (view.choices.length && !this.advice) parts.push(this.waiting());
    if (this.advice && view.choices.length)
      parts.push(
        h(
          "p",
          { class: "small soft" },
          "Your average result on the main wagers after each decision, counted over every possible card you cannot see. Side wagers are not included:",
        ),
        actions(this.advice),
      );
    if (this.told.length)
      parts.push(
        h("h3", {}, "Your decisions"),
        h(
          "ul",
          { class: "small" },
          this.told
            .slice(0, 6)
            .map((one) =>
              h(
                "li",
                {},
                `Round ${one.round}: `,
                one.cost > 0
                  ? [
                      h("strong", { class: "bad" }, `${one.made} cost ${dollars(Math.round(one.cost))} on average`),
                      `; the best was: ${one.best}.`,
                    ]
                  : [h("strong", { class: "good" }, one.made), " was the best."],
              ),
            ),
        ),
      );
    return parts.length ? parts : h("p", { class: "small soft" }, "Advice appears on your turn.");
  }

  // The progress; only the first count of a game takes long.
  waiting() {
    const said =
      this.counting < 3
        ? "Counting every possible card ..."
        : `Counting this game for the first time: ${Math.round(this.counting)} seconds so far. It may take a minute; after that every answer is immediate. You do not have to wait.`;
    return h(
      "div",
      { role: "status" },
      h("p", { class: "small soft" }, said),
      h("progress", { "aria-label": "The coach is counting" }),
    );
  }
}

/** @param {Api.Coaching} found */
function actions(found) {
  const values = found.actions.map((action) => action.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return h(
    "div",
    { class: "stack" },
    found.actions.map((action) => {
      const bar = h("span");
      bar.style.width = `${high === low ? 100 : 8 + (92 * (action.value - low)) / (high - low)}%`;
      return h(
        "div",
        { class: `ev-row ${action.value === high ? "best" : ""}` },
        h("span", {}, words(action), action.value === high ? h("strong", { class: "good" }, " · best") : ""),
        h("span", { class: "number" }, signed(action.value)),
        h("div", { class: `ev-bar ${action.value === high ? "best" : ""}` }, bar),
      );
    }),
  );
}

/** @type {Record<string, string>} */
const IN_WORDS = { buy: "bet", play: "play on", pull: "pull back", ride: "let it ride" };

/**
 * "bet $15", "bet $5, discard the three of clubs".
 * @param {Api.CoachedAction} one
 */
function words(one) {
  const action = IN_WORDS[one.action] ?? one.action;
  const verb = one.action === "buy" ? "exchange" : "discard";
  return `${action}${one.cents ? ` ${dollars(one.cents)}` : ""}${one.discard ? `, ${verb} the ${cardName(one.discard)}` : ""}`;
}

/** @param {number} cents */
function signed(cents) {
  return cents >= 0 ? `+${dollars(Math.round(cents))}` : dollars(Math.round(cents));
}
