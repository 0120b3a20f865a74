// The player's page: everything is redrawn from each view of the table.
import { enterDemo, get, isRefused, live, me, order, Refusal, sentenceOf, tablePath } from "/web/lib/api.js";
import { byId, h, redraw, show, toast } from "/web/lib/dom.js";
import { dollars } from "/web/lib/format.js";
import { oneAtATime } from "/web/lib/one_at_a_time.js";
import { frame, line, ROLES, tableOfAddress } from "/web/lib/frame.js";
import { about } from "./about.js";
import { Bets } from "./bets.js";
import { Cashier, takesAccount } from "./cashier.js";
import { Clock } from "./clock.js";
import { Coach } from "./coach.js";
import { DecisionsPanel } from "./decisions.js";
import { Effects } from "./effects.js";
import { history } from "./history.js";
import { ownPlace } from "./own_place.js";
import { PaceButtons } from "./pace.js";
import { scene } from "./own_scene.js";
import { settlement } from "./settlement.js";
import { Sheet } from "./phone_sheet.js";
import { Shortcuts } from "./shortcuts.js";
import { WagerNote } from "./wager_note.js";
import { announcement, netInWords, slipOf, spoken } from "./announcements.js";

/** @typedef {{ round: number; lines: Api.WireLine[]; hands: string[][]; slip: Api.IrregularityDescription | null }} Settled */

// The table at which somebody wants to sit as soon as the page is loaded again.
const SIT = "tablelaw sit";
const FIRST_CHIPS = 50_000;
/** @type {Api.Purse} */
const NO_MONEY = { chips: 0, on_tables: 0, game: 0 };
/** @type {Settled} */
const NOTHING_SETTLED = { round: 0, lines: [], hands: [], slip: null };

// The end of the address of a table that was removed while somebody looked at it.
const REMOVED = "?removed";

/** What the player sees and does at one table. */
class TablePage {
  /**
   * @param {Api.TableDescription} description
   * @param {Api.WireTable} view
   */
  constructor(description, view) {
    this.description = description;
    this.table = description.table;
    this.path = tablePath(this.table);
    this.view = view;
    this.wasOpen = view.phase !== "closed";
    /** @type {Api.Purse} */
    this.purse = NO_MONEY;
    this.money = oneAtATime(() => this.askForMoney());
    /** @type {number | null} */
    this.asking = null;
    /** @type {Settled} */
    this.settled = NOTHING_SETTLED;
    this.heard = "";
    this.clock = new Clock();
    this.coach = new Coach(description, () => this.draw());
    this.cashier = new Cashier(description, (command, table) => this.give(command, table));
    this.decisions = new DecisionsPanel(description, this.coach, () => this.draw());
    this.bets = new Bets(
      description,
      () => this.draw(),
      () => this.cashier.wantMoney(),
    );
    this.pace = new PaceButtons(this.table, this.bets, (seen) => this.take(seen, this.view));
    this.effects = new Effects();
    this.sheet = new Sheet(() => this.draw());
    this.note = new WagerNote(description, this.bets, () => this.view);
    this.shortcuts = new Shortcuts(this);
    this.size = { width: 0, height: 0 };
  }

  async start() {
    byId("title").textContent = this.description.game;
    byId("subtitle").textContent =
      `${this.table} · ${this.description.law} · ${dollars(this.description.minimum)} to ${dollars(this.description.maximum)}`;
    get(`${this.path}/checklist`).then((checklist) =>
      show(byId("about"), about(this.description, checklist), this.effects.draw()),
    );
    this.watchSize();
    await this.take(this.view, null);
    if (sessionStorage.getItem(SIT) === this.table) await this.playHere();
    else sessionStorage.removeItem(SIT);
    if (me().role) live(me().is_demo ? [this.table] : [this.table, "lobby"], (message) => this.hear(message), line);
    else setInterval(async () => this.hear({ view: await get(`${this.path}/view`) }), 2000);
    setInterval(() => this.clock.tick(document), 250);
  }

  // The felt is laid out again whenever the space for it changes.
  watchSize() {
    const felt = byId("felt");
    this.size = { width: felt.clientWidth, height: felt.clientHeight };
    new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = felt;
      if (width === this.size.width && height === this.size.height) return;
      this.size = { width, height };
      this.drawFelt();
    }).observe(felt);
  }

  drawFelt() {
    redraw(byId("felt"), scene(this.description, this.view, this.own(), this.size));
  }

  // A dealer may have added chips. Asked for with a delay, so that not every message causes a request.
  moneyMayDiffer() {
    this.asking ??= setTimeout(async () => {
      this.asking = null;
      const before = JSON.stringify(this.purse);
      await this.money();
      if (JSON.stringify(this.purse) !== before) this.draw();
    }, 500);
  }

  /** @param {Page.Message} message */
  async hear(message) {
    if (message.gone === this.table && !this.view.pace?.is_private)
      return location.replace(`${location.pathname}${REMOVED}`);
    if (message.lobby) this.moneyMayDiffer();
    if (message.view?.table === this.table) await this.take(message.view, this.view);
  }

  /**
   * Takes a new view, given the one shown before.
   * @param {Api.WireTable} view
   * @param {Api.WireTable | null} before
   */
  async take(view, before) {
    this.view = view;
    this.wasOpen ||= view.phase !== "closed";
    const mine = this.own();
    this.bets.follow(this.view, mine);
    if (!before || this.purseMayDiffer(before)) await this.money();
    this.clock.set(this.view);
    this.effects.follow(this.view);
    this.draw();
    this.coach.follow(this.view, mine);
    if (me().role === "player" && (!before || (before.round && before.round !== this.view.round)))
      this.catchUp(before, await history(this.description));
  }

  /**
   * A slow connection gets only the latest view, so a round may end without the page having seen its settlement, which is
   * then taken from the player's earlier rounds.
   * @param {Api.WireTable | null} before
   * @param {Api.OwnRound[]} rounds
   */
  catchUp(before, rounds) {
    const last = rounds[0];
    if (!before || last?.round !== before.round || last.round === this.settled.round || this.cardsAreOut()) return;
    this.settled = { round: last.round, lines: last.lines, hands: [], slip: null };
    this.heard = `Round ${last.round}: ${netInWords(last.net)}`;
    this.draw();
  }

  /** @param {Api.WireTable} before */
  purseMayDiffer(before) {
    /** @param {Api.WireTable} seen */
    const staked = (seen) => JSON.stringify(seen.seats.filter((seat) => seat.is_you).map((seat) => seat.wagers));
    return (
      before.round !== this.view.round ||
      before.phase !== this.view.phase ||
      before.lines.length !== this.view.lines.length ||
      staked(before) !== staked(this.view)
    );
  }

  own() {
    const seats = this.view.seats.filter((seat) => seat.is_you);
    return seats.find((seat) => seat.is_asked) ?? seats[0] ?? null;
  }

  async askForMoney() {
    if (me().role !== "player") return;
    try {
      this.purse = await get("/api/me");
    } catch {
      this.purse = NO_MONEY;
    }
  }

  draw() {
    const mine = this.own();
    say("announcement", announcement(this.description, this.view, mine));
    say("spoken", this.lastSpoken(mine));
    redraw(byId("clock"), this.timer(mine));
    redraw(byId("purse"), this.moneyAndSeat(mine));
    redraw(byId("own"), mine ? ownPlace(this.description, this.view, mine, this.onTheFelt()) : null);
    redraw(byId("position"), this.position(mine));
    redraw(byId("settlement"), this.settledLines(mine));
    redraw(byId("coach"), this.coach.draw(this.view, mine));
    this.sheet.draw(mine, this.settled.lines.length > 0);
    byId("aside").classList.toggle("deciding", this.view.choices.length > 0);
    this.drawFelt();
  }

  onTheFelt() {
    /** @type {(wager: string, at: Element) => void} */
    const explain = (wager, at) => this.note.open(wager, at);
    return { bets: this.bets, decisions: this.decisions, explain, redraw: () => this.draw() };
  }

  /** @param {Api.WireSeat | null} mine */
  timer(mine) {
    const words = this.view.choices.length ? "Time to decide" : "Bets close in";
    const isTimed = this.view.choices.length || (this.view.phase === "betting" && this.view.round);
    return mine && isTimed ? [this.clock.draw(words), this.pace.more(this.view, mine)] : null;
  }

  /**
   * Keeps the result of the round until cards are dealt again, as the settlement stays visible: text that
   * is cleared before a screen reader reaches it is never read out.
   * @param {Api.WireSeat | null} mine
   */
  lastSpoken(mine) {
    const words = spoken(this.view, mine);
    if (words || this.cardsAreOut()) this.heard = words;
    return this.heard;
  }

  cardsAreOut() {
    return this.view.round && !["betting", "ending"].includes(this.view.phase);
  }

  /**
   * The settlement of this round, or of the last one until cards are dealt again.
   * @param {Api.WireSeat | null} mine
   */
  settledLines(mine) {
    const lines = mine ? this.view.lines.filter((found) => this.view.seats[found.seat - 1].is_you) : [];
    if (lines.length)
      this.settled = {
        round: this.view.round,
        lines,
        hands: this.hands(mine),
        slip: slipOf(this.description, this.view),
      };
    else if (this.cardsAreOut()) this.settled = NOTHING_SETTLED;
    const title = lines.length ? "Your settlement" : `Settlement of round ${this.settled.round}`;
    return settlement(this.description.rulebook, this.settled.lines, title, this.settled.hands, this.settled.slip);
  }

  /** @param {Api.WireSeat | null} mine */
  hands(mine) {
    return [
      ["You", mine?.hand ?? ""],
      ["Dealer", this.view.dealer_hand],
    ].filter(([, words]) => words);
  }

  // --- The player's own position

  /** @param {Api.WireSeat | null} mine */
  moneyAndSeat(mine) {
    if (me().role !== "player") return null;
    return [
      h(
        "span",
        { class: "small purse-sum" },
        `Chips ${dollars(this.purse.chips)}`,
        h("span", { class: "on-table" }, this.bets.total() ? ` · wagered ${dollars(this.bets.total())}` : ""),
        takesAccount(this.description) && this.purse.game ? ` · electronic account ${dollars(this.purse.game)}` : "",
      ),
      mine && !this.isFirst(mine) ? this.cashier.draw(this.purse, mine) : null,
    ];
  }

  /** @param {Api.WireSeat} mine */
  isFirst(mine) {
    return !this.purse.chips && !Object.keys(mine.wagers).length && !this.bets.total();
  }

  /** @param {Api.WireSeat | null} mine */
  position(mine) {
    if (!me().role) return this.outside();
    if (me().role !== "player") return watching(this.table);
    if (this.view.phase === "closed" && this.wasOpen) return closed();
    if (!mine) return sessionStorage.getItem(SIT) ? h("p", { class: "soft" }, "Taking a seat ...") : this.freeSeats();
    const looks = ["spread", "idle"].includes(this.view.deck);
    if (this.isFirst(mine) && !looks) return this.cashier.draw(this.purse, mine);
    if (!this.view.is_dealt) return undealt();
    if (this.view.choices.length) return this.decisions.draw(this.view, mine);
    const on = this.view.pace ? this.pace.goOn(this.view, mine, this.view.pace) : null;
    return this.view.phase === "betting" ? this.bets.draw(on) : h("div", { class: "row" }, this.waiting(mine), on);
  }

  /** @param {Api.WireSeat} mine */
  waiting(mine) {
    if (this.view.phase === "ending") return h("p", { class: "soft" }, this.notIn());
    if (this.view.deck === "spread" || this.view.deck === "idle")
      return h(
        "div",
        {},
        h("p", {}, "The dealer has spread the cards face up. As the first player, check that they are all there."),
        h(
          "button",
          {
            class: "primary",
            type: "button",
            "data-key": "looked",
            onclick: () => this.give({ type: "ShowCards" }, this.table),
          },
          "I have checked the cards",
        ),
      );
    if (!mine.in_round) return h("p", { class: "soft" }, this.notIn());
    if (mine.actions.includes("fold"))
      return h("p", { class: "soft" }, "You have folded. You can play again in the next round.");
    if (mine.hand || this.view.voided_by) return null;
    return h(
      "p",
      { class: "soft" },
      mine.cards.length ? "Your wagers are placed." : "Your wagers are placed. The cards are being dealt.",
    );
  }

  notIn() {
    if (this.view.phase === "closed" || this.view.phase === "ending") return this.view.next.says;
    if (this.view.phase === "opening") return "The cards are being prepared. You can wager in a moment.";
    return "A round is in progress. You can wager in the next one.";
  }

  freeSeats() {
    const free = this.view.seats.filter((seat) => !seat.player);
    if (!free.length) return h("p", { class: "soft" }, "Every seat is taken. You can watch, or choose another table.");
    return h(
      "div",
      { class: "row seats" },
      me().is_demo ? this.playButton() : h("span", { class: "soft" }, "Choose a seat:"),
      free.map((seat) =>
        h(
          "button",
          {
            type: "button",
            class: me().is_demo ? "" : "primary",
            "data-key": `seat ${seat.seat}`,
            onclick: () => this.give({ type: "TakeSeat", seat: seat.seat }, this.table),
          },
          `Seat ${seat.seat}`,
        ),
      ),
    );
  }

  playButton() {
    return h(
      "button",
      { class: "primary big play-here", type: "button", "data-key": "play here", onclick: () => this.playHere() },
      this.purse.chips ? "Play here" : `Play here with ${dollars(FIRST_CHIPS)} of play money`,
    );
  }

  // In the demo one press is enough to play: it signs in, takes a seat and buys chips, as far as each is still to do.
  async playHere() {
    if (!me().role) {
      sessionStorage.setItem(SIT, this.table);
      await enterDemo("player");
      location.reload();
      return;
    }
    sessionStorage.removeItem(SIT);
    if (me().role !== "player") return;
    await this.money();
    if (!this.purse.chips) await this.give({ type: "BuyIn", player: me().name, table: this.table, cents: FIRST_CHIPS });
    const free = this.view.seats.find((seat) => !seat.player);
    if (free && !this.own()) await this.give({ type: "TakeSeat", seat: free.seat }, this.table);
  }

  outside() {
    const isFull = this.view.seats.every((seat) => seat.player);
    return h(
      "div",
      { class: "row seats" },
      me().is_demo && !isFull ? this.playButton() : null,
      h(
        "span",
        { class: "soft" },
        me().is_demo ? "You are watching." : "You are watching. Sign in at the top of the page to take a seat.",
      ),
    );
  }

  /**
   * @param {Api.Command} command
   * @param {string} at
   */
  async give(command, at = "") {
    try {
      await order(command, at);
    } catch (refusal) {
      if (isRefused(refusal, "balance-below-zero")) this.cashier.wantMoney();
      toast(sentenceOf(refusal), "bad");
    }
    await this.money();
    this.draw();
  }
}

/** @param {string} table */
function watching(table) {
  return h(
    "p",
    { class: "soft" },
    `You are watching as ${ROLES[me().role].toLowerCase()}. `,
    me().role === "dealer"
      ? h("a", { href: `/dealer/${encodeURIComponent(table)}` }, "Deal this table")
      : me().is_demo
        ? "To play, choose Player at the top of the page."
        : "",
  );
}

// The table was closed while a player was there.
function closed() {
  return h(
    "p",
    {},
    "A floorperson has closed this table. Your chips are still yours: ",
    h("a", { href: "/" }, "choose another table"),
    ".",
  );
}

// A table of real cards waits until somebody deals it.
function undealt() {
  return h(
    "div",
    { class: "notice" },
    h(
      "p",
      {},
      "This table is played with real cards, and the dealer enters each one as it is dealt. It has no dealer at the moment.",
    ),
    me().is_demo
      ? h("p", {}, "To deal it yourself, choose Dealer at the top of the page. You keep your seat and your chips.")
      : null,
  );
}

/**
 * Changes the text only if it is new, because every change is read out.
 * @param {string} id
 * @param {string} words
 */
function say(id, words) {
  if (byId(id).textContent !== words) byId(id).textContent = words;
}

/** @param {string} table */
async function load(table) {
  try {
    return await get(tablePath(table));
  } catch (refusal) {
    const main = /** @type {HTMLElement} */ (document.querySelector("main"));
    main.className = "";
    document.body.classList.remove("play");
    show(
      main,
      h(
        "div",
        { class: "empty not-found" },
        h("h1", {}, "No such table"),
        h(
          "p",
          {},
          refusal instanceof Refusal && refusal.status === 404
            ? location.search === REMOVED
              ? `The floor has removed ${table}. Your chips are still yours: choose another table in the lobby.`
              : `There is no table ${table} on this floor. It may have been removed, or the address may be mistyped.`
            : sentenceOf(refusal),
        ),
        h("p", {}, h("a", { class: "button primary", href: "/" }, "Back to the lobby")),
      ),
    );
    return null;
  }
}

const table = tableOfAddress();
await frame(table);
const description = await load(table);
if (description) await new TablePage(description, await get(`${tablePath(table)}/view`)).start();
