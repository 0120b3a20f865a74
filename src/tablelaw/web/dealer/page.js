// The dealer's page: the procedure step by step, with the paragraph each step rests on.
import { get, live, order, post, remove, sentenceOf, tablePath } from "/web/lib/api.js";
import { byId, h, redraw, show, toast } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { clockTime, dollars } from "/web/lib/format.js";
import { frame, line, needs, tableOfAddress } from "/web/lib/frame.js";
import { parts } from "/web/lib/names.js";
import { pause } from "/web/lib/pause.js";
import { felt, onTurn } from "/web/table/felt.js";
import { ChipsPanel } from "./chips.js";
import { CardEntry } from "./card_entry.js";
import { irregularities } from "./irregularities.js";

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
      irregularities(this.description, (command) => this.give(command)),
    );
    this.checklist();
    await this.refresh();
    onTurn(() => this.draw());
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
    redraw(byId("felt"), felt(this.description, this.view));
    redraw(byId("next"), this.next(mine));
    redraw(
      byId("entry"),
      mine && this.view.is_physical && this.view.phase === "dealing" && this.view.next.place
        ? this.entry.draw(this.view)
        : null,
    );
    redraw(byId("steps"), this.others(mine));
    redraw(byId("chips"), this.chips.draw(this.view, mine));
    redraw(byId("duties"), this.duties());
    redraw(byId("waiting"), this.waiting());
    byId("waiting").classList.toggle("hidden", !this.view.waiting.length);
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
      h(
        "div",
        { class: "says" },
        this.view.phase === "betting" ? "Wagers are open." : this.view.next.says,
        " ",
        cite(this.description.rulebook, this.view.next.cite),
      ),
      this.steps.why_not ? h("p", { class: "notice warn" }, this.steps.why_not) : null,
      SAID[kind] ? h("div", { class: "announce" }, SAID[kind]) : null,
      this.view.next.place ? h("p", {}, "Place it ", h("strong", {}, `face ${this.view.next.face}`), ".") : null,
      !mine
        ? h("p", { class: "soft" }, this.notMine())
        : step?.asks
          ? this.countForm(step)
          : step
            ? h(
                "button",
                {
                  class: "primary big",
                  type: "button",
                  disabled: this.isBusy(),
                  "data-key": "next",
                  "data-means": JSON.stringify(step.command),
                  onclick: () => this.give(step.command),
                },
                step.says,
              )
            : this.steps.why_not
              ? null
              : h("p", { class: "soft" }, this.waitsFor()),
    ];
  }

  /**
   * A count that the dealer enters before the system reveals its own.
   * @param {Api.StepsStep} step
   */
  countForm(step) {
    const field = h("input", {
      type: "number",
      name: "counted",
      min: 0,
      max: 99,
      required: true,
      "data-key": `count ${step.asks}`,
    });
    return h(
      "form",
      {
        class: "stack",
        "data-key": `count ${step.asks}`,
        onsubmit: (event) => {
          event.preventDefault();
          const { value } = event.currentTarget.elements.counted;
          if (!/^\d{1,2}$/.test(value)) return toast("Enter a whole number from 0 to 99.", "bad");
          return this.give({ ...step.command, [step.asks]: Number(value) });
        },
      },
      h("p", { class: "small" }, step.how),
      h(
        "div",
        { class: "row" },
        h("label", { class: "inline" }, "Counted", field),
        h("button", { class: "primary big", disabled: this.isBusy() }, step.says),
      ),
    );
  }

  waitsFor() {
    if (this.view.is_physical && this.view.phase === "dealing" && this.view.next.place)
      return "Enter the next card from the shoe.";
    const [role, seat] = parts(this.view.next.who);
    if (role === "dealer") return "Nothing to do here. See the other panels.";
    if (role === "player") return `Waiting for ${seat ? `seat ${seat}` : "a player"}.`;
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
    const rest = this.steps.steps.filter((step) => !step.is_next);
    if (!mine)
      return [h("h2", {}, "Other actions"), h("p", { class: "soft small" }, "Only this table's dealer can do this.")];
    const seats = rest.filter((step) => step.command.type === "LeaveSeat");
    const unserved = rest.filter((step) => step.command.type === "ServeSeat");
    const plain = rest.filter((step) => !step.asks && !seats.includes(step) && !unserved.includes(step));
    /** @param {Api.StepsStep} step */
    const button = (step) =>
      h(
        "button",
        {
          type: "button",
          disabled: this.isBusy(),
          "data-key": step.says,
          onclick: () => (unserved.includes(step) ? this.serve(step.command) : this.give(step.command)),
        },
        step.says,
      );
    return [
      h("h2", {}, "Other actions"),
      plain.length ? h("div", { class: "row" }, plain.map(button)) : null,
      rest
        .filter((step) => step.asks)
        .map((step) => h("details", { "data-key": step.says }, h("summary", {}, step.says), this.countForm(step))),
      seats.length
        ? h(
            "details",
            { "data-key": "seats" },
            h("summary", {}, "A player left the table"),
            h("div", { class: "row" }, seats.map(button)),
          )
        : null,
      unserved.length
        ? h(
            "details",
            { "data-key": "unserved" },
            h("summary", {}, "A player has no device"),
            h("div", { class: "row" }, unserved.map(button)),
          )
        : null,
      rest.length ? null : h("p", { class: "soft small" }, "Nothing else."),
    ];
  }

  duties() {
    const due = this.view.duties.slice(0, 8);
    return [
      h("h2", {}, "Duties"),
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
    ];
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
        "div",
        { class: "checklist" },
        h("h2", {}, "The procedure"),
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
  async serve(command) {
    try {
      await order(command);
    } catch (refusal) {
      toast(sentenceOf(refusal), "bad");
    }
    await this.refresh();
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

/** @param {Api.WireDuty} duty */
function when(duty) {
  if (duty.when === "at") return `at ${clockTime(duty.due)}`;
  if (duty.when === "in rounds") return `in ${duty.due} rounds`;
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
