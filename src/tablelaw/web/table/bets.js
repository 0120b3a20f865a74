// Betting on the felt: a press on a circle puts the chosen chip there. Presses are added up on the page at once; the orders
// follow when the player pauses for a moment, so that any number of quick presses comes to the right sum.
import { h, toast } from "/web/lib/dom.js";
import { isRefused, order, sentenceOf } from "/web/lib/api.js";
import { dollars } from "/web/lib/format.js";
import { pause } from "/web/lib/pause.js";

/** @typedef {Record<string, number>} Wagers the cents on each wager. */

export const CHIPS = [100, 500, 2500, 10000, 50000];
const PAUSE_MS = 220;
const HOLD_MS = 450;
const MOST_UNDO = 50;

/** The wagers of one player at one table. */
export class Bets {
  /**
   * @param {Api.TableDescription} description
   * @param {Page.Redraw} redraw
   * @param {() => void} wantMoney shows the player where chips are bought.
   */
  constructor(description, redraw, wantMoney) {
    this.description = description;
    this.redraw = redraw;
    this.wantMoney = wantMoney;
    this.offered = description.wagers.filter((wager) => ["opening", "optional"].includes(wager.kind));
    this.chips = CHIPS.filter((cents) => cents <= description.maximum);
    this.key = `tablelaw bets ${description.table}`;
    const kept = read(this.key);
    this.chosen = this.chips.includes(kept.chip) ? kept.chip : this.firstChip();
    /** @type {Wagers} */
    this.last = kept.last ?? {};
    /** @type {Wagers | null} what the player wants, while it differs from what the table has. */
    this.wish = null;
    /** @type {Wagers} what the table has, as far as this page knows. */
    this.placed = {};
    /** @type {Wagers[]} */
    this.undoable = [];
    this.seat = 0;
    this.isSending = false;
    this.changedAt = 0;
    // The entry of the last order: an older view still shows the wagers from before it.
    this.made = 0;
    this.round = -1;
    this.heldAt = 0;
    this.holding = 0;
  }

  // The chip that makes the minimum in one press.
  firstChip() {
    return this.chips.filter((cents) => cents <= this.description.minimum).at(-1) ?? this.chips[0];
  }

  /**
   * Takes what the table has from a view, unless an order of this page is not in it yet.
   * @param {Api.WireTable} view
   * @param {Api.WireSeat | null} mine
   */
  follow(view, mine) {
    this.seat = mine?.seat ?? 0;
    const now = view.rounds;
    if (now !== this.round || view.phase !== "betting") {
      if (now !== this.round) this.undoable = [];
      this.round = now;
      if (view.phase !== "betting") this.wish = null;
    }
    if (!this.isSending && view.number >= this.made)
      this.placed = mine && view.phase === "betting" ? { ...mine.wagers } : {};
    if (mine && !["betting", "ending"].includes(view.phase)) this.remember(mine);
  }

  /**
   * Remembers the wagers for the next round, even after a reload.
   * @param {Api.WireSeat} seat
   */
  remember(seat) {
    const placed = Object.fromEntries(
      this.offered.filter((wager) => seat.wagers[wager.id]).map((wager) => [wager.id, seat.wagers[wager.id]]),
    );
    if (!Object.keys(placed).length || same(placed, this.last)) return;
    this.last = placed;
    this.keep();
  }

  keep() {
    localStorage.setItem(this.key, JSON.stringify({ chip: this.chosen, last: this.last }));
  }

  now() {
    return this.wish ?? this.placed;
  }

  /**
   * The cents on a wager as the player wants them.
   * @param {Api.WireSeat} _seat
   * @param {string} id
   */
  wanted(_seat, id) {
    return this.now()[id] ?? 0;
  }

  // --- What a circle looks like and does ---------------------------------------------------------------------------

  /**
   * @param {Api.WireSeat} seat
   * @param {Api.WagerDescription} wager
   */
  attributes(seat, wager) {
    const cents = this.wanted(seat, wager.id);
    const isKnown = cents === (this.placed[wager.id] ?? 0);
    const placed = isKnown ? `${wager.name}: ${dollars(cents)}.` : `${wager.name}, ${dollars(cents)}, is being placed.`;
    const name = cents ? placed : `Wager ${dollars(this.next(wager))} on ${wager.name},`;
    return {
      class: `spot-button ${wager.kind === "opening" ? "required" : "optional"} ${cents && isKnown ? "placed" : ""} ${isKnown ? "" : "pending"}`,
      "aria-label": `${name} ${this.limits(wager)}${cents ? ". Press Delete to take chips off." : ""}`,
      "data-means": "bet",
      title: `${wager.name}: ${this.limits(wager)}`,
      onclick: () => this.press(wager),
      oncontextmenu: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (Date.now() - this.heldAt > 1000) this.takeOff(wager);
      },
      onpointerdown: (/** @type {PointerEvent} */ event) => this.hold(event, wager),
      onpointerup: () => this.release(),
      onpointerleave: () => this.release(),
      onpointercancel: () => this.release(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (["Delete", "Backspace", "-"].includes(event.key)) this.takeOff(wager);
      },
    };
  }

  /**
   * @param {PointerEvent} event
   * @param {Api.WagerDescription} wager
   */
  hold(event, wager) {
    this.release();
    if (event.button) return;
    this.holding = setTimeout(() => {
      this.heldAt = Date.now();
      this.takeOff(wager);
    }, HOLD_MS);
  }

  release() {
    clearTimeout(this.holding);
  }

  /**
   * "$5 to $500", "$1", "as much as the Ante".
   * @param {Api.WagerDescription} wager
   */
  limits(wager) {
    const account = wager.medium === "electronic account" ? ", from the electronic account" : "";
    if (wager.equal_to) return `as much as the ${this.nameOf(wager.equal_to)}${account}`;
    if (wager.amounts.length) return `${wager.amounts.map(dollars).join(" or ")}${account}`;
    return `${dollars(wager.minimum)} to ${dollars(wager.maximum)}${account}`;
  }

  /** @param {string} id */
  nameOf(id) {
    return this.description.wagers.find((wager) => wager.id === id)?.name ?? id;
  }

  /**
   * What a wager comes to with one more chip.
   * @param {Api.WagerDescription} wager
   */
  next(wager) {
    const cents = this.now()[wager.id] ?? 0;
    if (wager.amounts.length) return wager.amounts.find((amount) => amount > cents) ?? wager.amounts.at(-1) ?? 0;
    const most = wager.maximum - (wager.maximum % this.description.smallest_chip);
    return Math.min(most, Math.max(wager.minimum, cents + this.chosen));
  }

  // --- What the player does ----------------------------------------------------------------------------------------

  /** @param {number} cents */
  choose(cents) {
    this.chosen = cents;
    this.keep();
    this.redraw();
  }

  /** @param {Api.WagerDescription} wager */
  press(wager) {
    if (Date.now() - this.heldAt < 1000) return undefined;
    const missing = wager.needs.find((id) => !this.now()[id] && !this.partners(wager).includes(id));
    if (missing) return toast(`First place the ${this.nameOf(missing)}; the ${wager.name} goes with it.`, "bad");
    const now = this.now()[wager.id] ?? 0;
    const next = this.next(wager);
    if (next === now) return toast(`${dollars(now)} is the most you can wager on the ${wager.name}.`, "bad");
    const both = [wager.id, ...this.partners(wager)];
    return this.want({ ...this.now(), ...Object.fromEntries(both.map((id) => [id, next])) });
  }

  /**
   * Wagers that must be placed together in equal sums.
   * @param {Api.WagerDescription} wager
   */
  partners(wager) {
    return this.offered
      .filter((other) => other.kind === "opening" && wager.kind === "opening" && other !== wager)
      .filter((other) => other.equal_to === wager.id || wager.equal_to === other.id)
      .map((other) => other.id);
  }

  /**
   * Takes a chip off; the whole wager if less than its minimum would stay.
   * @param {Api.WagerDescription} wager
   */
  takeOff(wager) {
    const cents = this.now()[wager.id] ?? 0;
    if (!cents) return;
    const fewer = wager.amounts.length ? (wager.amounts.filter((one) => one < cents).at(-1) ?? 0) : cents - this.chosen;
    if (fewer >= Math.max(1, wager.minimum)) {
      const both = [wager.id, ...this.partners(wager)];
      this.want({ ...this.now(), ...Object.fromEntries(both.map((id) => [id, fewer])) });
      return;
    }
    const rest = this.without(wager, { ...this.now() });
    const gone = this.offered.filter((other) => other !== wager && this.now()[other.id] && !rest[other.id]);
    if (gone.length)
      toast(`You took back the ${wager.name}, and with it the ${listed(gone.map((other) => other.name))}.`);
    this.want(rest);
  }

  /**
   * The wagers that stay without this one: those that need it or must equal it go too.
   * @param {Api.WagerDescription} wager
   * @param {Wagers} wagers
   */
  without(wager, wagers) {
    delete wagers[wager.id];
    for (const other of this.offered)
      if (wagers[other.id] && (other.needs.includes(wager.id) || this.partners(wager).includes(other.id)))
        this.without(other, wagers);
    return wagers;
  }

  undo() {
    const before = this.undoable.pop();
    if (before) this.send(before);
  }

  clear() {
    if (this.total()) this.want({});
  }

  repeat() {
    if (!this.total() && Object.keys(this.last).length) this.want({ ...this.last });
  }

  double() {
    /** @type {Wagers} */
    const twice = {};
    for (const wager of this.offered) {
      const cents = this.now()[wager.id];
      if (cents) twice[wager.id] = wager.amounts.length ? cents : Math.min(wager.maximum, 2 * cents);
    }
    if (same(twice, this.now())) toast("These wagers cannot be larger.", "bad");
    else this.want(twice);
  }

  total() {
    return Object.values(this.now()).reduce((sum, cents) => sum + cents, 0);
  }

  // --- Orders ------------------------------------------------------------------------------------------------------

  /** @param {Wagers} wagers */
  want(wagers) {
    for (const id of Object.keys(wagers)) if (!this.offered.some((wager) => wager.id === id)) delete wagers[id];
    this.undoable.push({ ...this.now() });
    if (this.undoable.length > MOST_UNDO) this.undoable.shift();
    this.send(wagers);
  }

  /** @param {Wagers} wagers */
  send(wagers) {
    this.wish = wagers;
    this.changedAt = Date.now();
    this.redraw();
    if (!this.isSending) this.carryOut();
  }

  // Gives orders until the table has what the player wants.
  async carryOut() {
    this.isSending = true;
    try {
      while (this.wish && !same(this.wish, this.placed)) {
        const quiet = this.changedAt + PAUSE_MS - Date.now();
        if (quiet > 0) await pause(quiet);
        else await this.nextOrder(this.wish);
      }
    } catch (refusal) {
      if (isRefused(refusal, "balance-below-zero")) this.wantMoney();
      toast(sentenceOf(refusal), "bad");
      this.undoable.pop();
    } finally {
      this.isSending = false;
      this.wish = null;
      this.redraw();
    }
  }

  /**
   * One order towards what is wanted. A wager is changed by taking it back and placing it again; those that need it go
   * with it and are placed again after it.
   * @param {Wagers} wish
   */
  async nextOrder(wish) {
    const { table } = this.description;
    const seat = this.seat;
    const wrong = this.offered.find(({ id }) => this.placed[id] && this.placed[id] !== wish[id]);
    if (wrong) {
      const done = await order({ type: "WithdrawWager", seat, wager: wrong.id }, table);
      this.placed = this.afterWithdrawal(wrong, { ...this.placed });
      this.made = done.number;
      return;
    }
    const missing = this.offered.find(({ id }) => wish[id] && !this.placed[id]);
    if (!missing) return;
    const cents = wish[missing.id];
    const done = await order({ type: "PlaceWager", seat, wager: missing.id, cents }, table);
    this.placed = { ...this.placed, [missing.id]: cents };
    this.made = done.number;
  }

  /**
   * What the table keeps when a wager is withdrawn: those that need it go too.
   * @param {Api.WagerDescription} wager
   * @param {Wagers} wagers
   */
  afterWithdrawal(wager, wagers) {
    delete wagers[wager.id];
    for (const other of this.offered)
      if (wagers[other.id] && other.needs.includes(wager.id)) this.afterWithdrawal(other, wagers);
    return wagers;
  }

  // --- The tray ----------------------------------------------------------------------------------------------------

  /** @param {Page.Child} goOn */
  draw(goOn) {
    const total = this.total();
    const hasLast = Object.keys(this.last).length > 0;
    return h(
      "div",
      { class: "betting" },
      h(
        "div",
        { class: "tray", role: "group", "aria-label": "Chips" },
        this.chips.map((cents) => this.chipButton(cents)),
      ),
      h(
        "div",
        { class: "bet-tools", role: "group", "aria-label": "Change the wagers" },
        tool("undo", "Undo", !this.undoable.length, () => this.undo()),
        tool("clear", "Take all back", !total, () => this.clear()),
        total
          ? tool("double", "Double", false, () => this.double())
          : tool("repeat", "Same again", !hasLast, () => this.repeat()),
        goOn,
        h(
          "span",
          { class: "total", "data-key": "total" },
          total ? `On the table: ${dollars(total)}` : hint(this.chosen),
        ),
      ),
    );
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
        onclick: () => this.choose(cents),
      },
      dollars(cents),
    );
  }
}

/** @param {number} chosen */
function hint(chosen) {
  return `Press a circle to bet ${dollars(chosen)}.`;
}

/**
 * @param {string} key
 * @param {string} words
 * @param {boolean} disabled
 * @param {() => void} act
 */
function tool(key, words, disabled, act) {
  return h("button", { type: "button", class: "tool", "data-key": key, disabled, onclick: act }, words);
}

/**
 * @param {Wagers} one
 * @param {Wagers} other
 */
function same(one, other) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? 0) === (other[name] ?? 0));
}

/** @param {string[]} words */
function listed(words) {
  return words.length > 1 ? `${words.slice(0, -1).join(", the ")} and the ${words.at(-1)}` : words.join("");
}

/**
 * @param {string} key
 * @returns {{ chip: number; last?: Wagers }}
 */
function read(key) {
  try {
    return { chip: 0, ...JSON.parse(localStorage.getItem(key) ?? "{}") };
  } catch {
    return { chip: 0 };
  }
}
