// The pace of a table that the house deals: ready to go on, and more time.
import { post, sentenceOf, tablePath } from "/web/lib/api.js";
import { h, toast } from "/web/lib/dom.js";

export class PaceButtons {
  /**
   * @param {string} table
   * @param {import("./bets.js").Bets} bets
   * @param {(view: Api.WireTable) => unknown} take hears the table's answer.
   */
  constructor(table, bets, take) {
    this.path = tablePath(table);
    this.bets = bets;
    this.take = take;
  }

  async ready() {
    await this.ask(post(`${this.path}/ready`));
  }

  async extend() {
    await this.ask(post(`${this.path}/extension`));
  }

  /** @param {Promise<Api.WireTable>} asked */
  async ask(asked) {
    try {
      await this.take(await asked);
    } catch (refusal) {
      toast(sentenceOf(refusal), "bad");
    }
  }

  /**
   * Whether the wagers on the felt are those that the table has, and none that must be made is missing.
   * @param {Api.WireSeat} mine
   */
  isComplete(mine) {
    const isSent = !this.bets.wish && !this.bets.isSending;
    const placed = Object.keys(mine.wagers).length;
    return isSent && (!placed || this.bets.offered.every((one) => one.kind !== "opening" || mine.wagers[one.id]));
  }

  /**
   * @param {Api.WireTable} view
   * @param {Api.WireSeat | null} mine
   */
  canSayReady(view, mine) {
    return Boolean(mine && view.pace?.can_say_ready && !view.pace.is_ready && this.isComplete(mine));
  }

  /**
   * @param {Api.WireTable} view
   * @param {Api.WireSeat | null} mine
   */
  canExtend(view, mine) {
    const isRunning = view.seconds_left !== null && (view.choices.length > 0 || view.phase === "betting");
    return Boolean(mine && isRunning && view.round && view.pace?.extensions_left);
  }

  /**
   * @param {Api.WireTable} view
   * @param {Api.WireSeat} mine
   */
  more(view, mine) {
    if (!this.canExtend(view, mine)) return null;
    return h(
      "button",
      { type: "button", class: "small-button", "data-key": "more time", onclick: () => this.extend() },
      "More time",
    );
  }

  /**
   * @param {Api.WireTable} view
   * @param {Api.WireSeat} mine
   * @param {Api.WirePace} pace
   */
  goOn(view, mine, pace) {
    if (!pace.can_say_ready) return null;
    if (pace.is_ready)
      return pace.waits_for.length
        ? h(
            "span",
            { class: "small soft", "data-key": "waits for" },
            `Ready. Waiting for ${pace.waits_for.join(", ")}.`,
          )
        : null;
    const isOver = view.phase === "done";
    const words = isOver ? "Next round" : Object.keys(mine.wagers).length ? "Deal now" : "Deal without me";
    return h(
      "button",
      {
        type: "button",
        class: isOver ? "primary over" : Object.keys(mine.wagers).length ? "primary" : "small-button",
        "data-key": "ready",
        disabled: !this.isComplete(mine),
        onclick: () => this.ready(),
      },
      words,
    );
  }
}
