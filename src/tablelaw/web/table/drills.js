// Drills: the coach deals a spot, the player decides, and is told what the decision costs. No money is involved.
import { get, isRefused, sentenceOf, tablePath } from "/web/lib/api.js";
import { card } from "/web/lib/cards.js";
import { h, redraw } from "/web/lib/dom.js";
import { rounded, textOf } from "/web/lib/exact_fractions.js";
import { capital, dollars } from "/web/lib/format.js";
import { pause } from "/web/lib/pause.js";
import { actionValues, stageWords, timesBase, words } from "./coach_words.js";
import { costOf } from "./mistakes.js";

const ORDER = ["fold", "check", "pull", "ride", "declare", "play", "bet", "buy"];

export class Drills {
  /**
   * @param {Api.TableDescription} description
   * @param {import("./mistakes.js").Mistakes} mistakes
   */
  constructor(description, mistakes) {
    this.description = description;
    this.mistakes = mistakes;
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
    /** @type {Api.DrillSpot | null} */
    this.spot = null;
    /** @type {Api.CoachedAction | null} */
    this.answer = null;
    this.fromMistakes = true;
    this.fault = "";
    this.asked = 0;
  }

  open() {
    if (!this.dialog) {
      this.dialog = h("dialog", { class: "drill", "aria-label": "Practise decisions" });
      this.dialog.addEventListener("close", () => (this.asked += 1));
      document.body.append(this.dialog);
    }
    if (!this.dialog.open) this.dialog.showModal();
    this.deal();
  }

  // A kind of mistake, more often one that was made more often; null for any spot.
  wanted() {
    const kinds = this.fromMistakes ? this.mistakes.kinds() : [];
    let left = Math.random() * kinds.reduce((sum, kind) => sum + kind.times, 0);
    return kinds.find((kind) => (left -= kind.times) < 0) ?? null;
  }

  async deal() {
    this.spot = null;
    this.answer = null;
    this.fault = "";
    this.asked += 1;
    const [mine, wanted] = [this.asked, this.wanted()];
    const asked = new URLSearchParams({ seed: crypto.randomUUID() });
    if (wanted) {
      asked.set("stage", wanted.stage);
      asked.set("best", wanted.best);
    }
    this.draw();
    while (mine === this.asked && !this.spot && !this.fault) await this.ask(asked, mine);
  }

  /**
   * @param {URLSearchParams} asked
   * @param {number} mine
   */
  async ask(asked, mine) {
    try {
      const found = await get(`${tablePath(this.description.table)}/drill?${asked}`);
      if (mine !== this.asked) return;
      if (!found.is_counting) this.spot = found;
    } catch (refusal) {
      if (isRefused(refusal, "too-many") || isRefused(refusal, "no-line")) await pause(1000);
      else this.fault = sentenceOf(refusal);
    }
    this.draw();
  }

  /** @param {Api.CoachedAction} chosen */
  decide(chosen) {
    if (!this.spot || this.answer) return;
    this.answer = chosen;
    this.mistakes.drilled(costOf(this.spot.actions[0], chosen).over <= 0n);
    this.draw();
  }

  draw() {
    if (!this.dialog) return;
    const { kept } = this.mistakes;
    redraw(
      this.dialog,
      h("h2", {}, "Practise decisions"),
      h(
        "p",
        { class: "small soft" },
        "Random cards of this game. Nothing is wagered and nothing is recorded at the table. ",
        kept.drills ? `Right so far: ${kept.right} of ${kept.drills}.` : "",
      ),
      this.choice(),
      this.spot ? this.question(this.spot) : this.waiting(),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            type: "button",
            class: this.answer ? "primary" : "",
            "data-key": "next spot",
            disabled: !this.spot && !this.fault,
            onclick: () => this.deal(),
          },
          this.answer ? "Next spot" : "Another spot",
        ),
        h("button", { type: "button", "data-key": "close drill", onclick: () => this.dialog?.close() }, "Close"),
      ),
    );
  }

  choice() {
    if (!this.mistakes.kinds().length) return null;
    return h(
      "label",
      { class: "inline small" },
      h("input", {
        type: "checkbox",
        checked: this.fromMistakes,
        "data-key": "from mistakes",
        onchange: (event) => {
          this.fromMistakes = event.target.checked;
          this.deal();
        },
      }),
      "only spots like those I got wrong",
    );
  }

  waiting() {
    if (this.fault) return h("p", { role: "status" }, this.fault);
    return h("p", { role: "status", class: "soft" }, "The coach is dealing a spot ...");
  }

  /** @param {Api.DrillSpot} spot */
  question(spot) {
    return h(
      "div",
      { class: "stack" },
      h("h3", {}, `${stageWords(spot.stage)}, with a first wager of ${dollars(spot.ante)}`),
      spot.earlier.length ? h("p", { class: "small" }, `Before: ${spot.earlier.join(", ")}.`) : null,
      hand("Your cards", spot.cards),
      hand("Board", spot.board),
      hand("Dealer's card", spot.dealer),
      this.answer ? this.verdict(spot, this.answer) : this.buttons(spot),
    );
  }

  /** @param {Api.DrillSpot} spot */
  buttons(spot) {
    const inOrder = [...spot.actions].sort(
      (one, other) => ORDER.indexOf(one.action) - ORDER.indexOf(other.action) || one.cents - other.cents,
    );
    return h(
      "div",
      { class: "row drill-choices", role: "group", "aria-label": "Your decision in this spot" },
      inOrder.map((one) =>
        h(
          "button",
          { type: "button", "data-key": `drill ${one.words}`, onclick: () => this.decide(one) },
          capital(words(one)),
        ),
      ),
    );
  }

  /**
   * @param {Api.DrillSpot} spot
   * @param {Api.CoachedAction} made
   */
  verdict(spot, made) {
    const cost = costOf(spot.actions[0], made);
    const isRight = cost.over <= 0n;
    return h(
      "div",
      { class: "stack" },
      h(
        "p",
        { role: "status", class: isRight ? "good" : "bad" },
        h("strong", {}, isRight ? "Right. " : "Not the best. "),
        isRight
          ? `${capital(words(made))} is the best decision.`
          : [
              `${capital(words(made))} costs `,
              h(
                "span",
                { title: timesBase(this.description, textOf(cost)) },
                timesBase(this.description, rounded(cost, 4)),
              ),
              ` on average. The best is: ${words(spot.actions[0])}.`,
            ],
      ),
      actionValues(spot, this.description),
    );
  }
}

/**
 * @param {string} title
 * @param {string[]} cards
 */
function hand(title, cards) {
  if (!cards.length) return null;
  return h(
    "div",
    { class: "drill-hand" },
    h("span", { class: "small" }, title),
    h(
      "span",
      { class: "cards" },
      cards.map((text) => card(text)),
    ),
  );
}
