// Placing wagers: a tray of chips, and an area for each wager the table offers.
import { fieldBeside, h, toast } from "/web/lib/dom.js";
import { isRefused, order, sentenceOf } from "/web/lib/api.js";
import { cite } from "/web/lib/cites.js";
import { dollars, parseDollars } from "/web/lib/format.js";

const CHIPS = [100, 500, 2500, 10000, 50000];
const DOUBLE_CLICK_MS = 700;

/** The betting panel of one player at one table. */
export class BetsPanel {
  /**
   * @param {Api.TableDescription} description
   * @param {Page.Redraw} redraw
   * @param {() => void} wantMoney shows the player where chips are bought.
   */
  constructor(description, redraw, wantMoney) {
    this.description = description;
    this.redraw = redraw;
    this.wantMoney = wantMoney;
    this.chosen = 500;
    this.busy = false;
    // The entry of the last wager: an older view still shows the areas from before it.
    this.made = 0;
    this.placedAt = 0;
    /** @type {[wager: string, cents: number][]} */
    this.last = [];
  }

  /**
   * What a seat can do while bets are open.
   * @param {Api.WireTable} view
   * @param {Api.WireSeat} seat
   */
  draw(view, seat) {
    const offered = this.description.wagers.filter((wager) => wager.kind === "opening" || wager.kind === "optional");
    const locked = this.busy || view.number < this.made;
    const total = Object.values(seat.wagers).reduce((sum, cents) => sum + cents, 0);
    return h(
      "div",
      {},
      h("p", { class: "soft" }, "Choose a chip, then the wager to place it on. Press a wager again to take it back."),
      h(
        "div",
        { class: "tray", role: "group", "aria-label": "Chips" },
        CHIPS.map((cents) => this.chipButton(cents)),
        this.sumField(),
      ),
      group(
        "Required",
        offered.filter((wager) => wager.kind === "opening"),
        (wager) => this.spot(seat, wager, locked),
      ),
      group(
        "Optional",
        offered.filter((wager) => wager.kind === "optional"),
        (wager) => this.spot(seat, wager, locked),
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            type: "button",
            disabled: locked || total > 0 || !this.last.length,
            "data-key": "repeat",
            onclick: () => this.repeat(seat),
          },
          "Same as last round",
        ),
        h(
          "button",
          { type: "button", disabled: locked || !total, "data-key": "clear", onclick: () => this.clear(seat) },
          "Take all back",
        ),
        h("span", { class: "soft" }, total ? `Total wagered: ${dollars(total)}` : ""),
      ),
    );
  }

  /**
   * Remembers the wagers for the next round.
   * @param {Api.WireSeat} seat
   */
  remember(seat) {
    const placed = this.description.wagers.filter((wager) => wager.kind !== "decision" && seat.wagers[wager.id]);
    if (placed.length) this.last = placed.map((wager) => [wager.id, seat.wagers[wager.id]]);
  }

  /** @param {number} cents */
  chipButton(cents) {
    return h(
      "button",
      {
        class: `chip c${cents}`,
        type: "button",
        "aria-pressed": String(this.chosen === cents),
        "aria-label": `Chip of ${dollars(cents)}`,
        "data-key": `chip ${cents}`,
        onclick: (event) => {
          this.chosen = cents;
          fieldBeside(event.currentTarget, "input").value = "";
          this.redraw();
        },
      },
      dollars(cents),
    );
  }

  sumField() {
    return h(
      "label",
      { class: "inline small" },
      "or another amount",
      h("input", {
        size: 7,
        inputmode: "decimal",
        "aria-label": "Another amount",
        "data-key": "sum",
        placeholder: dollars(1500),
        value: CHIPS.includes(this.chosen) ? "" : dollars(this.chosen),
        oninput: (event) => {
          this.chosen = parseDollars(event.target.value) || this.chosen;
        },
        onchange: (event) => {
          if (event.target.value.trim() && !parseDollars(event.target.value)) {
            event.target.value = "";
            toast(`Enter an amount such as 15, ${dollars(1250)} or ${dollars(120000)}.`, "bad");
          }
          this.redraw();
        },
      }),
    );
  }

  /**
   * @param {Api.WireSeat} seat
   * @param {Api.WagerDescription} wager
   * @param {boolean} locked
   */
  spot(seat, wager, locked) {
    const cents = seat.wagers[wager.id];
    const fixed = wager.amounts.length === 1 ? wager.amounts[0] : null;
    const range = wager.amounts.length
      ? wager.amounts.map(dollars).join(" or ")
      : `${dollars(wager.minimum)} to ${dollars(wager.maximum)}`;
    const needs = wager.equal_to ? `equal to ${this.nameOf(wager.equal_to)}` : range;
    const label = cents
      ? `${wager.name}: ${dollars(cents)}. Press to take it back.`
      : `Wager ${dollars(fixed ?? this.chosen)} on ${wager.name}, ${needs}`;
    return h(
      "div",
      { class: "spot-place" },
      h(
        "button",
        {
          class: `spot-button ${wager.kind === "opening" ? "required" : "optional"} ${cents ? "placed" : ""}`,
          type: "button",
          disabled: locked,
          "aria-label": label,
          "data-key": `spot ${wager.id}`,
          "data-means": cents ? "take back" : "place",
          onclick: () => (cents ? this.withdraw(seat, wager) : this.place(seat, wager, fixed ?? this.chosen)),
        },
        h("span", { class: "name" }, wager.name),
        h("span", { class: "sum" }, cents ? dollars(cents) : "+"),
        h(
          "span",
          { class: "hint" },
          cents ? "take back" : needs,
          !cents && wager.medium === "electronic account" ? ", from the electronic account" : "",
        ),
      ),
      h(
        "span",
        { class: "small" },
        cite(this.description.rulebook, wager.cite, "details", `What is the ${wager.name}?`),
      ),
    );
  }

  /** @param {string} id */
  nameOf(id) {
    return this.description.wagers.find((wager) => wager.id === id)?.name ?? id;
  }

  /**
   * A wager that must equal another is placed with it, so that one click is enough to start.
   * @param {Api.WireSeat} seat
   * @param {Api.WagerDescription} wager
   * @param {number} cents
   */
  async place(seat, wager, cents) {
    const partners = this.description.wagers.filter(
      (other) => other.kind === "opening" && (other.equal_to === wager.id || wager.equal_to === other.id),
    );
    const sum = wager.equal_to && seat.wagers[wager.equal_to] ? seat.wagers[wager.equal_to] : cents;
    /** @type {[wager: string, cents: number][]} */
    const wanted = [
      [wager.id, sum],
      ...partners
        .filter((other) => !seat.wagers[other.id])
        .map((other) => /** @type {[string, number]} */ ([other.id, sum])),
    ];
    await this.each(wanted, ([id, amount]) =>
      order({ type: "PlaceWager", seat: seat.seat, wager: id, cents: amount }, this.description.table),
    );
    this.placedAt = Date.now();
  }

  /**
   * Ignores the second press of a double click, which is not a change of mind.
   * @param {Api.WireSeat} seat
   * @param {Api.WagerDescription} wager
   */
  async withdraw(seat, wager) {
    if (Date.now() - this.placedAt < DOUBLE_CLICK_MS) return;
    await this.each([wager], () =>
      order({ type: "WithdrawWager", seat: seat.seat, wager: wager.id }, this.description.table),
    );
  }

  /** @param {Api.WireSeat} seat */
  async repeat(seat) {
    await this.each(this.last, ([id, cents]) =>
      order({ type: "PlaceWager", seat: seat.seat, wager: id, cents }, this.description.table),
    );
  }

  /** @param {Api.WireSeat} seat */
  async clear(seat) {
    const openings = Object.keys(seat.wagers);
    await this.each(openings, async (id) => {
      try {
        return await order({ type: "WithdrawWager", seat: seat.seat, wager: id }, this.description.table);
      } catch (refusal) {
        if (!isRefused(refusal, "wager-missing")) throw refusal;
        return null;
      }
    });
  }

  /**
   * @template Thing
   * @param {Thing[]} things
   * @param {(thing: Thing) => Promise<Api.Done | null>} act
   */
  async each(things, act) {
    if (this.busy) return;
    this.busy = true;
    this.redraw();
    try {
      for (const thing of things) this.made = (await act(thing))?.number ?? this.made;
    } catch (refusal) {
      if (isRefused(refusal, "balance-below-zero")) this.wantMoney();
      toast(sentenceOf(refusal), "bad");
    } finally {
      this.busy = false;
      this.redraw();
    }
  }
}

/**
 * @param {string} title
 * @param {Api.WagerDescription[]} wagers
 * @param {(wager: Api.WagerDescription) => Page.Child} draw
 */
function group(title, wagers, draw) {
  return wagers.length
    ? [
        h("p", { class: "spots-title" }, title),
        h("div", { class: "spots", role: "group", "aria-label": title }, wagers.map(draw)),
      ]
    : null;
}
