// The coach: what each decision is worth and why, what mistakes cost, and drills.
import { get, isRefused, me, sentenceOf, tablePath } from "/web/lib/api.js";
import { h } from "/web/lib/dom.js";
import { fraction, rounded, textOf } from "/web/lib/exact_fractions.js";
import { dollars, howMany } from "/web/lib/format.js";
import { pause } from "/web/lib/pause.js";
import { actionValues, stageWords, timesBase, words } from "./coach_words.js";
import { Drills } from "./drills.js";
import { Mistakes } from "./mistakes.js";

const KEY = "tablelaw coach";
const LATE = "tablelaw coach afterwards";
const MOST_SHOWN = 6;

export class Coach {
  /**
   * @param {Api.TableDescription} description
   * @param {Page.Redraw} redraw
   */
  constructor(description, redraw) {
    this.description = description;
    this.table = description.table;
    this.redraw = redraw;
    this.on = me().has_coach && localStorage.getItem(KEY) === "on";
    // Whether advice is hidden until the player has decided.
    this.isLate = localStorage.getItem(LATE) === "on";
    this.asked = -1;
    /** @type {(Api.Coaching & { number: number; round: number }) | null} */
    this.advice = null;
    this.counting = 0;
    this.fault = "";
    /** @type {{ action: string; cents: number; discard: string } | null} */
    this.chosen = null;
    this.mistakes = new Mistakes(description.rulebook);
    this.drills = new Drills(description, this.mistakes);
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
    const { actions, round, stage } = this.advice;
    const made = actions.find(
      (one) =>
        one.action === this.chosen?.action &&
        one.cents === this.chosen.cents &&
        (!one.discard || one.discard === this.chosen.discard),
    );
    if (made) this.mistakes.add({ table: this.table, round, stage }, actions[0], made, words);
    this.advice = null;
    this.chosen = null;
  }

  /**
   * @param {Api.WireTable} view
   * @param {Api.WireSeat | null} seat
   */
  draw(view, seat) {
    if (!seat || !me().has_coach) return null;
    return h(
      "section",
      { class: "panel", "aria-label": "Coach" },
      h(
        "div",
        { class: "between" },
        h("h2", {}, "Coach"),
        this.box("coach", "show advice", this.on, (isOn) => this.toggle(isOn, view, seat)),
      ),
      this.on
        ? this.body(view)
        : h(
            "p",
            { class: "small soft" },
            "Shows the exact value of each decision, counted over every possible card you cannot see.",
          ),
      h(
        "button",
        { class: "drill-open", type: "button", "data-key": "drills", onclick: () => this.drills.open() },
        this.mistakes.kinds().length ? "Practise spots I get wrong" : "Practise decisions",
      ),
    );
  }

  /**
   * @param {string} key
   * @param {string} label
   * @param {boolean} isOn
   * @param {(isOn: boolean) => void} change
   */
  box(key, label, isOn, change) {
    return h(
      "label",
      { class: "inline small" },
      h("input", {
        type: "checkbox",
        checked: isOn,
        "data-key": key,
        onchange: (event) => change(event.target.checked),
      }),
      label,
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

  /** @param {boolean} value */
  hideUntilDecided(value) {
    this.isLate = value;
    localStorage.setItem(LATE, value ? "on" : "off");
    this.redraw();
  }

  /** @param {Api.WireTable} view */
  body(view) {
    const isAsked = view.choices.length > 0;
    return [
      this.box("afterwards", "only after I have decided", this.isLate, (isOn) => this.hideUntilDecided(isOn)),
      isAsked ? this.now() : null,
      !isAsked && !this.mistakes.kept.told.length
        ? h("p", { class: "small soft" }, "Advice appears on your turn.")
        : null,
      this.score(),
      this.told(),
      this.kinds(),
    ];
  }

  // What the coach says about the decision that the player has to make.
  now() {
    if (this.fault) return h("p", { class: "small soft" }, this.fault);
    if (!this.advice) return this.waiting();
    if (this.isLate) return h("p", { class: "small soft" }, "The coach tells you after you have decided.");
    return [
      h(
        "p",
        { class: "small soft" },
        "Your average result on the main wagers after each decision, counted over every possible card you cannot see. Side wagers are not included:",
      ),
      actionValues(this.advice, this.description),
    ];
  }

  score() {
    const { rounds, decisions, mistakes } = this.mistakes.kept;
    const cost = this.mistakes.perHundred();
    if (!cost) return null;
    return h(
      "div",
      { class: "coach-score small" },
      h("h3", {}, "Your play"),
      h(
        "span",
        {},
        "Mistakes cost ",
        h(
          "strong",
          { title: timesBase(this.description, textOf(cost)) },
          timesBase(this.description, rounded(cost, 2)),
        ),
        " in 100 rounds, compared with best play.",
      ),
      h(
        "span",
        { class: "soft" },
        `${howMany(rounds, "round")}, ${howMany(decisions, "decision")}, ${howMany(mistakes, "mistake")}.`,
      ),
    );
  }

  told() {
    const { told } = this.mistakes.kept;
    if (!told.length) return null;
    return [
      h("h3", {}, "Your decisions"),
      h(
        "ul",
        { class: "small" },
        told
          .slice(0, MOST_SHOWN)
          .map((one) =>
            h(
              "li",
              {},
              `Round ${one.round}: `,
              one.cents > 0
                ? [
                    h("strong", { class: "bad" }, `${one.made} cost ${dollars(Math.round(one.cents))} on average`),
                    `; the best was: ${one.best}.`,
                  ]
                : [h("strong", { class: "good" }, one.made), " was the best."],
            ),
          ),
      ),
    ];
  }

  kinds() {
    const kinds = this.mistakes.kinds();
    if (!kinds.length) return null;
    return h(
      "details",
      { "data-key": "mistakes" },
      h("summary", {}, "Your mistakes by kind"),
      h(
        "ul",
        { class: "small coach-kinds" },
        kinds.map((kind) =>
          h(
            "li",
            { "data-key": `${kind.stage} ${kind.best} ${kind.made}` },
            `${stageWords(kind.stage)}: `,
            kind.best === kind.made ? `${kind.made} with the wrong card` : `${kind.made} instead of ${kind.best}`,
            `, ${kind.times === 1 ? "once" : `${kind.times} times`}, cost `,
            h(
              "span",
              { title: timesBase(this.description, kind.cost) },
              timesBase(this.description, rounded(fraction(kind.cost), 4)),
            ),
          ),
        ),
      ),
      h("button", { type: "button", "data-key": "forget mistakes", onclick: () => this.forget() }, "Start again"),
    );
  }

  forget() {
    this.mistakes.forget();
    this.redraw();
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
