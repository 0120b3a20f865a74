// The dealer's page: the procedure step by step, with the paragraph each step rests on.
import { get, live, order, post, remove, sentenceOf, tablePath } from "/web/lib/api.js";
import { byId, h, redraw, show, toast } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { clockTime, dollars, howMany, parseDollars } from "/web/lib/format.js";
import { frame, line, needs, tableOfAddress } from "/web/lib/frame.js";
import { parts } from "/web/lib/names.js";
import { pause } from "/web/lib/pause.js";
import { cardName, parseCard } from "/web/lib/cards.js";
import { ask } from "/web/lib/dialog.js";
import { irregularities } from "/web/lib/irregularities.js";
import { CardEntry } from "./card_entry.js";
import { ChipsPanel } from "./chips.js";
import { dealerFelt } from "./felt.js";
import { NoDevicePanel } from "./no_device.js";
import { payouts } from "./payouts.js";

/** @type {Record<string, string>} */
const SAID = {
  CloseBets: 'Announce: "No more bets."',
  Deal: "Deal without showing faces.",
  TurnUp: "Announce the dealer's hand.",
  CutDeck: "Offer the cut.",
};
const AGAIN_MS = 500;

/** What a dealer sees and does at one table. */
class DealerPage {
  /** @type {Api.WireTable} */
  view;
  /** @type {Api.Steps} */
  steps;

  /** @param {Api.TableDescription} description */
  constructor(description) {
    this.description = description;
    this.table = description.table;
    this.path = tablePath(this.table);
    this.chips = new ChipsPanel((command) => this.giveMoney(command));
    this.entry = new CardEntry((command) => this.give(command));
    this.noDevice = new NoDevicePanel(
      description,
      (command) => this.give(command),
      (command) => this.record(command),
    );
    // The card that is due, for which the field was given the focus.
    this.due = "";
    // What was wrong with the last count, until it is right.
    this.miscount = "";
    // Orders in progress.
    this.given = 0;
    // The entry of the last order: an older view still shows the steps from before it.
    this.made = 0;
    // What is still to be drawn, and whether a request is in progress.
    /** @type {{ fresh: Api.WireTable | null; drawn: () => void }[]} */
    this.wish = [];
    this.isAsking = false;
    // The last known gaming day, and the state of this table's links.
    this.outside = "";
  }

  async start() {
    byId("title").textContent = `${this.table}: ${this.description.game}`;
    show(
      byId("irregularities"),
      irregularities(this.description, "dealer", (command) => this.give(command)),
    );
    this.checklist();
    await this.refresh();
    this.entry.listen();
    live([this.table, "lobby"], (message) => this.hear(message), line);
  }

  /**
   * Messages about the table, and about what decides whether wagers are accepted: the gaming day and the links.
   * @param {Page.Message} message
   */
  hear(message) {
    if (message.view) this.refresh(message.view);
    if (!message.lobby) return;
    const meters = message.lobby.tables.find((one) => one.table === this.table)?.meters ?? [];
    const now = JSON.stringify([message.lobby.day, meters.map((meter) => meter.is_down)]);
    if (this.outside !== now) this.refresh();
    this.outside = now;
  }

  /**
   * Resolves when a view at least as new as this call, and its steps, have been drawn.
   * @param {Api.WireTable | null} fresh
   */
  refresh(fresh = null) {
    return new Promise((drawn) => {
      this.wish.push({ fresh, drawn: () => drawn(undefined) });
      if (!this.isAsking) this.catchUp();
    });
  }

  // One request at a time, each for the newest state, so a table that changes faster than the server answers is still drawn.
  async catchUp() {
    this.isAsking = true;
    while (this.wish.length) {
      const asked = this.wish.splice(0);
      try {
        await this.fetched(asked[asked.length - 1].fresh);
        for (const one of asked) one.drawn();
      } catch (refusal) {
        if (!this.view) toast(sentenceOf(refusal), "bad");
        this.wish.unshift(...asked.map((one) => ({ ...one, fresh: null })));
        await pause(AGAIN_MS);
      }
    }
    this.isAsking = false;
  }

  /** @param {Api.WireTable | null} fresh */
  async fetched(fresh) {
    const isNew = fresh && !(this.view && fresh.number < this.view.number);
    const seen = isNew ? fresh : await get(`${this.path}/view`);
    this.steps = await get(`${this.path}/steps`);
    this.view = seen;
    this.draw();
  }

  draw() {
    if (!this.view) return;
    byId("page").dataset.number = String(this.view.number);
    const mine = this.steps.may_deal;
    redraw(byId("shift"), this.shifts(mine));
    redraw(byId("next"), this.next(mine));
    byId("felt").classList.toggle("settling", this.view.lines.length > 0);
    redraw(byId("felt"), dealerFelt(this.description, this.view, this.steps.served));
    redraw(byId("work"), this.work(mine));
    redraw(byId("steps"), this.others(mine));
    redraw(byId("chips"), this.chips.draw(this.view, mine));
    redraw(byId("duties"), this.duties());
    redraw(byId("waiting"), this.waiting());
    byId("waiting").classList.toggle("hidden", !this.view.waiting.length);
    this.focusOnCard(mine);
  }

  /** @param {boolean} mine */
  entersCards(mine) {
    return mine && this.view.is_physical && this.view.phase === "dealing" && Boolean(this.view.next.place);
  }

  /**
   * The field has the focus as soon as a card is due.
   * @param {boolean} mine
   */
  focusOnCard(mine) {
    const due = this.entersCards(mine)
      ? `${this.view.round} ${this.view.next.place} ${this.entry.gone.cards.size}`
      : "";
    if (due && due !== this.due) this.entry.focus();
    this.due = due;
  }

  /**
   * What the present step is about: the cards to choose from, the payouts, or wagers the dealer enters.
   * @param {boolean} mine
   */
  work(mine) {
    if (this.entersCards(mine)) return this.entry.grid(this.view);
    return payouts(this.description, this.view) ?? (mine ? this.noDevice.wagers(this.view, this.steps.served) : null);
  }

  /**
   * Who deals: a dealer takes over a table that nobody else deals, and hands it back. Only that dealer acts for players.
   * @param {boolean} mine
   */
  shifts(mine) {
    if (mine && this.steps.dealer)
      return h(
        "button",
        { type: "button", "data-key": "hand back", onclick: () => this.shift(remove) },
        "Hand back the table",
      );
    if (this.steps.dealer) return h("p", { class: "soft" }, `${this.steps.dealer} is dealing this table.`);
    return h(
      "button",
      { class: "primary", type: "button", "data-key": "shift", onclick: () => this.shift(post) },
      "Take over the table",
    );
  }

  /** @param {(path: `/api/tables/${string}/dealer`) => Promise<unknown>} act */
  async shift(act) {
    try {
      await act(`${this.path}/dealer`);
    } catch (refusal) {
      toast(sentenceOf(refusal), "bad");
    }
    await this.refresh();
  }

  /** @param {boolean} mine */
  next(mine) {
    const step = this.steps.steps.find((found) => found.is_next);
    const kind = step?.command.type ?? "";
    return [
      h("div", { class: "says" }, this.says(), " ", cite(this.description.rulebook, this.view.next.cite)),
      this.steps.why_not ? h("p", { class: "notice warn" }, this.steps.why_not) : null,
      this.miscount ? h("p", { class: "notice warn", role: "alert" }, this.miscount) : null,
      SAID[kind] ? h("div", { class: "announce" }, SAID[kind]) : null,
      h("div", { class: "row next-act" }, mine ? this.act(step) : h("p", { class: "soft" }, this.notMine())),
    ];
  }

  /** The next step in a sentence: who decides is named, and a card's side is said with its place. */
  says() {
    const { phase, next, seats } = this.view;
    if (phase === "betting") return "Wagers are open.";
    const asked = seats.find((seat) => seat.is_asked);
    const told = this.steps.may_deal && this.steps.decisions.length ? " Enter what they say." : "";
    if (asked && phase === "deciding") return `${asked.player} (seat ${asked.seat}) is deciding.${told}`;
    return next.place ? next.says.replace(/\.$/, `, face ${next.face}.`) : next.says;
  }

  /**
   * The one thing to do now: a button, a count, a card, or what a player without a device says.
   * @param {Api.StepsStep | undefined} step
   */
  act(step) {
    if (step?.asks) return this.askFor(step);
    if (step) return this.button(step, "primary big", "next");
    if (this.entersCards(true)) return [this.entry.field(this.view), this.takeBack()];
    if (this.steps.decisions.length) return [this.decisions(), this.takeBack()];
    return [this.steps.why_not ? null : h("p", { class: "soft" }, this.waitsFor()), this.takeBack()];
  }

  /**
   * @param {Api.StepsStep} step
   * @param {string} look
   * @param {string} key
   */
  button(step, look, key) {
    return h(
      "button",
      {
        class: look,
        type: "button",
        disabled: this.isBusy(),
        "data-key": key,
        "data-means": JSON.stringify(step.command),
        onclick: () => (step.command.type === "ServeSeat" ? this.record(step.command) : this.give(step.command)),
      },
      step.says,
    );
  }

  /** What the player without a device may say whose turn it is. */
  decisions() {
    return h(
      "div",
      { class: "row", role: "group", "aria-label": "What the player without a device says", "data-key": "decisions" },
      this.steps.decisions.map((step) =>
        step.asks ? this.askFor(step) : this.button(step, "decision", `decision ${step.says}`),
      ),
    );
  }

  /** A mistyped card is taken back after a question, which names it; a card dealt wrongly is an irregularity. */
  takeBack() {
    const step = this.steps.steps.find((found) => found.command.type === "TakeBackCard");
    if (!step) return null;
    const last = this.entry.last();
    const shown = this.entersCards(true) ? last : ""; // while players decide, no face-down card is on the screen
    const named = last ? `the ${cardName(last)}` : "the last card";
    return h(
      "button",
      {
        type: "button",
        "data-key": "take back",
        disabled: this.isBusy(),
        onclick: () =>
          ask(
            step.says,
            h(
              "p",
              {},
              `Take back ${named} only if you mistyped it and another card lies there. If a card was dealt wrongly, report an irregularity instead. The correction is recorded under your name.`,
            ),
            "Take it back",
            () => this.give(step.command),
          ),
      },
      `${step.says}${shown ? ` (${shown})` : ""}`,
    );
  }

  /**
   * A number that the dealer counts before the system reveals its own, an amount, or a card put away.
   * @param {Api.StepsStep} step
   */
  askFor(step) {
    const { asks } = step;
    const isCount = asks === "number" || asks === "cards";
    const label = isCount ? "Counted" : asks === "discard" ? "Card" : "Amount";
    return h(
      "form",
      {
        class: "row ask-for",
        "data-key": `ask ${asks} ${step.says}`,
        onsubmit: (event) => {
          event.preventDefault();
          const { answer } = event.currentTarget.elements;
          return this.answer(step, answer.value);
        },
      },
      h(
        "label",
        { class: "inline" },
        label,
        h("input", {
          name: "answer",
          size: 6,
          autocomplete: "off",
          inputmode: asks === "discard" ? "text" : "decimal",
          required: true,
          "data-key": `answer ${asks} ${step.says}`,
        }),
      ),
      h("button", { class: "primary big", disabled: this.isBusy() }, step.says),
      h("p", { class: "small how" }, step.how),
    );
  }

  /**
   * @param {Api.StepsStep} step
   * @param {string} text
   */
  async answer(step, text) {
    const given = read(step.asks, text);
    if (given === null) return toast(WANTED[step.asks], "bad");
    const isCount = step.asks === "number" || step.asks === "cards";
    const done = await this.give({ ...step.command, [step.asks]: given });
    if (isCount) this.miscount = done ? "" : COUNT_AGAIN;
    return this.draw();
  }

  waitsFor() {
    if (this.view.is_physical && this.view.phase === "dealing" && this.view.next.place)
      return "Enter the next card from the shoe.";
    const [role, seat] = parts(this.view.next.who);
    if (role === "dealer") return "Nothing to do here. See the other panels.";
    if (role === "player") return seat ? "Wait for the decision." : "Waiting for a player.";
    return `Waiting for ${role === "floor" ? "a floorperson" : role}.`;
  }

  notMine() {
    if (this.steps.dealer) return "You can take it over once they hand it back.";
    return this.view.is_physical
      ? "This table uses real cards. Take it over to deal."
      : "The automatic dealer is running this table. Take it over to deal it yourself.";
  }

  /** @param {boolean} mine */
  others(mine) {
    const rest = this.steps.steps.filter((step) => !step.is_next && step.command.type !== "TakeBackCard");
    if (!mine)
      return fold("plain", "Other actions", h("p", { class: "soft small" }, "Only this table's dealer can do this."));
    const seats = rest.filter((step) => step.command.type === "LeaveSeat");
    const unserved = rest.filter((step) => step.command.type === "ServeSeat");
    const plain = rest.filter((step) => !step.asks && !seats.includes(step) && !unserved.includes(step));
    /** @param {Api.StepsStep} step */
    const button = (step) => this.button(step, "", step.says);
    const seating = this.noDevice.seating(this.view);
    return [
      plain.length ? fold("plain", "Other actions", h("div", { class: "row" }, plain.map(button))) : null,
      rest
        .filter((step) => step.asks)
        .map((step) => h("details", { "data-key": step.says }, h("summary", {}, step.says), this.askFor(step))),
      seats.length ? fold("seats", "A player left the table", h("div", { class: "row" }, seats.map(button))) : null,
      unserved.length || seating
        ? fold("unserved", "A player has no device", [h("div", { class: "row" }, unserved.map(button)), seating])
        : null,
      rest.length || seating ? null : h("p", { class: "soft small" }, "There is nothing else to do."),
    ];
  }

  duties() {
    const due = this.view.duties.slice(0, 8);
    const overdue = due.filter((duty) => duty.when === "overdue").length;
    return fold("duties", overdue ? `Duties: ${overdue} overdue` : `Duties (${due.length})`, [
      due.length
        ? h(
            "ul",
            { class: "small" },
            due.map((duty) =>
              h(
                "li",
                { class: duty.when === "overdue" ? "due-overdue" : "" },
                `${duty.name}: ${when(duty)} `,
                cite(this.description.rulebook, duty.cite),
                h("div", { class: "soft" }, duty.says),
              ),
            ),
          )
        : h("p", { class: "soft small" }, "No duties are due."),
    ]);
  }

  waiting() {
    return [
      h("h2", {}, "Waiting for a floorperson"),
      h(
        "ul",
        { class: "small" },
        this.view.waiting.map((wait) =>
          h(
            "li",
            {},
            `${wait.name}, seat ${wait.seat}: ${wait.what === "validate" ? "to be validated" : "documents due"}${wait.cents ? ` ${dollars(wait.cents)}` : ""} `,
            cite(this.description.rulebook, wait.cite),
          ),
        ),
      ),
    ];
  }

  async checklist() {
    const told = await get(`${this.path}/checklist`);
    show(
      byId("checklist"),
      h(
        "details",
        { class: "checklist", "data-key": "procedure" },
        h("summary", {}, "The procedure"),
        told.sections.map(([title, tasks]) =>
          h(
            "details",
            {},
            h("summary", {}, title),
            h(
              "ol",
              { class: "small" },
              tasks.map((task) =>
                h(
                  "li",
                  {},
                  h("strong", {}, `${task.who}: `),
                  task.says,
                  " ",
                  task.cites.map((paragraph) => [cite(this.description.rulebook, paragraph), " "]),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  /**
   * Gives an order and tells whether it was carried out. An order given while another is in progress is sent after it.
   * @param {Api.Command} command
   */
  async give(command) {
    this.given += 1;
    this.draw();
    try {
      this.made = Math.max(this.made, (await order(command, this.table)).number);
      if (command.type === "EnterCard") this.entry.remember(this.view.round, command.card);
      if (command.type === "TakeBackCard") this.entry.forgetLast();
      return true;
    } catch (refusal) {
      toast(sentenceOf(refusal), "bad");
      return false;
    } finally {
      this.given -= 1;
      this.draw();
    }
  }

  isBusy() {
    return this.given > 0 || this.view.number < this.made;
  }

  /**
   * Records that a player has no device: an order to the property, not to the table.
   * @param {Api.Command} command
   */
  async record(command) {
    let done = true;
    try {
      await order(command);
    } catch (refusal) {
      toast(sentenceOf(refusal), "bad");
      done = false;
    }
    await this.refresh();
    return done;
  }

  /**
   * Exchanges cash and chips at this table, or moves chips to or from an electronic account.
   * @param {Api.Command} command
   */
  async giveMoney(command) {
    try {
      await order(command);
      toast("Done and recorded.");
    } catch (refusal) {
      toast(sentenceOf(refusal), "bad");
    }
  }
}

const COUNT_AGAIN = "The count differs. Count again; if it still differs, call a floorperson. Nothing is void.";
/** @type {Record<string, string>} */
const WANTED = {
  number: "Enter a whole number from 0 to 99.",
  cards: "Enter a whole number from 0 to 99.",
  cents: "Enter an amount such as 15.",
  discard: "Enter rank and suit, such as As, Td or 10h.",
};

/**
 * What was typed, as the order needs it; null if it cannot be read.
 * @param {string} asks
 * @param {string} text
 */
function read(asks, text) {
  if (asks === "cents") return parseDollars(text);
  if (asks === "discard") {
    const card = parseCard(text);
    return card ? [card] : null;
  }
  return /^\d{1,2}$/.test(text.trim()) ? Number(text) : null;
}

/**
 * Something that is seldom needed, behind its title.
 * @param {string} key
 * @param {string} title
 * @param {Page.Child} inside
 */
function fold(key, title, inside) {
  return h("details", { "data-key": key }, h("summary", {}, title), inside);
}

/** @param {Api.WireDuty} duty */
function when(duty) {
  if (duty.when === "at") return `at ${clockTime(duty.due)}`;
  if (duty.when === "in rounds") return `in ${howMany(duty.due, "round")}`;
  return duty.when === "overdue" ? "overdue" : "now";
}

/** @param {string} table */
async function load(table) {
  try {
    return await get(tablePath(table));
  } catch {
    show(
      byId("page"),
      h(
        "p",
        { class: "empty" },
        `There is no table ${table} on this floor. `,
        h("a", { href: "/" }, "Back to the lobby"),
      ),
    );
    return null;
  }
}

const table = tableOfAddress();
await frame(`Dealer, ${table}`);
if (needs("dealer", byId("page"))) {
  const description = await load(table);
  if (description) await new DealerPage(description).start();
}
