// The figures of the floor: each table's day, win against theory by game, table, dealer and shift, players' ratings.
import { get, sentenceOf } from "/web/lib/api.js";
import { h } from "/web/lib/dom.js";
import { dollars } from "/web/lib/format.js";
import { oneAtATime } from "/web/lib/one_at_a_time.js";
import { asCards } from "/web/lib/scrolling_tables.js";
import { insideLimits } from "./win_picture.js";
import { roundsButton } from "./rounds_of_figure.js";

/** @typedef {"game" | "table" | "dealer" | "shift"} By */

/** @type {Record<By, string>} */
const GROUPED = { game: "Game", table: "Table", dealer: "Dealer", shift: "Shift" };
const AFTER_COUNT = "after the count";
const UNCOUNTED = "uncounted";
const READING = "Reading the log ...";

/**
 * Theoretical sums are fractions of a cent; they are shown in whole cents, or in whole units if they are large.
 * @param {number} cents
 */
export const rounded = (cents) => dollars(Math.abs(cents) >= 10000 ? Math.round(cents / 100) * 100 : Math.round(cents));

/**
 * @param {Api.AgainstTheory} against
 * @param {number} uncounted
 * @param {string[]} preparing
 */
export function winAgainstTheory(against, uncounted, preparing) {
  if (against.win) return insideLimits(against.win, against.win_cents);
  if (uncounted && !against.rounds) return h("span", { class: "soft small" }, AFTER_COUNT);
  if (!against.rounds) return h("span", { class: "soft small" }, "no rounds yet");
  return h("span", { class: "soft small" }, preparing.length ? "theory is being prepared" : "no theory");
}

/** @param {string} name */
export const figuresPath = (name) => `/floor/${encodeURIComponent(name)}`;

/** The figures as last read from the server. */
export class FiguresPanel {
  /** @param {() => void} redraw */
  constructor(redraw) {
    /** @type {Api.FloorFigures | null} */
    this.figures = null;
    this.month = "";
    /** @type {By} */
    this.by = "game";
    this.fault = "";
    this.redraw = redraw;
    this.refresh = oneAtATime(async () => {
      try {
        this.figures = await get(this.month ? `/api/floor/figures?month=${this.month}` : "/api/floor/figures");
        this.fault = "";
      } catch (refusal) {
        this.fault = sentenceOf(refusal);
      }
      this.redraw();
    });
  }

  /** Which figures cannot be judged yet. */
  stillUnknown() {
    const games = this.figures?.preparing ?? [];
    return games.length ? ` The win of ${games.join(", ")} cannot be judged yet: the theory is being prepared.` : "";
  }

  /** What the alerts say if the figures cannot be read. */
  notices() {
    if (!this.fault) return [];
    return [h("li", { "data-key": "figures", class: "notice warn" }, `The figures cannot be read: ${this.fault}`)];
  }

  // --- The day ---

  day() {
    const told = this.figures;
    if (!told) return [h("h2", {}, "Figures of the day"), h("p", { class: "soft" }, this.fault || READING)];
    return [
      h("h2", {}, "Figures of the day"),
      this.note(told),
      table(
        "Figures of every table",
        ["Table"],
        ["Minimum", "Seats", "Rounds", "Last hour", "Handle", "Drop", "Win", "Hold", "Theoretical win"],
        "Win against theory",
        told.tables.map((row) => this.row(row, told.preparing)),
      ),
    ];
  }

  /** @param {Api.FloorFigures} told */
  note(told) {
    const preparing = told.preparing.length ? ` Theory is being prepared for ${told.preparing.join(", ")}.` : "";
    return h(
      "p",
      { class: "small soft" },
      "Finished rounds only. Press a number of rounds to see which rounds they are. Win and hold come from tray and drop; win against theory is what players lost, including shares of meters, shown with its 95 % and 99.9 % limits.",
      preparing,
    );
  }

  /**
   * @param {Api.TableFigures} row
   * @param {string[]} preparing
   */
  row(row, preparing) {
    return h(
      "tr",
      { "data-key": row.table },
      h("td", {}, h("a", { href: figuresPath(row.table) }, row.table)),
      number(dollars(row.minimum_cents)),
      number(String(row.seats)),
      number(roundsButton(row.rounds, row.table, { table: row.table })),
      number(String(row.rounds_in_the_last_hour)),
      number(dollars(row.handle_cents)),
      number(row.drop_cents === null ? UNCOUNTED : dollars(row.drop_cents)),
      number(row.win_cents === null ? UNCOUNTED : dollars(row.win_cents)),
      number(row.hold),
      number(row.expected_cents === null ? "" : rounded(row.expected_cents)),
      h("td", {}, winAgainstTheory(row.against, row.uncounted_rounds, preparing)),
    );
  }

  // --- A month ---

  theory() {
    const told = this.figures;
    if (!told) return [h("h2", {}, "Win against theory"), h("p", { class: "soft" }, this.fault || READING)];
    const rows = told.groups.filter((row) => row.by === this.by);
    return [
      h(
        "div",
        { class: "between" },
        h("h2", {}, "Win against theory"),
        h("span", { class: "row" }, this.choices(told)),
      ),
      h(
        "p",
        { class: "small soft" },
        "Pushes are opening wagers that were returned. Fewer than expected may mean that pushes were paid, or that players fold too often. A win above its limits may mean that players do not follow best play.",
      ),
      rows.length
        ? table(
            `Win against theory by ${this.by}`,
            [GROUPED[this.by]],
            ["Rounds", "Handle", "Win", "Theoretical win"],
            ["Win within its limits", "Pushes within their limits"],
            rows.map((row) => this.group(row, told)),
          )
        : h("p", { class: "soft" }, "No finished rounds in this month."),
      told.notes.map((note) => h("p", { class: "small soft" }, note)),
    ];
  }

  /** @param {Api.FloorFigures} told */
  choices(told) {
    return [
      select("Month", told.months, told.month, (value) => {
        this.month = value;
        this.refresh();
      }),
      select("By", Object.keys(GROUPED), this.by, (value) => {
        this.by = /** @type {By} */ (value);
        this.redraw();
      }),
    ];
  }

  /**
   * @param {Api.GroupFigures} row
   * @param {Api.FloorFigures} told
   */
  group(row, told) {
    const { against } = row;
    const isHidden = !against.rounds && row.uncounted_rounds > 0;
    const whole = against.rounds + row.uncounted_rounds;
    return h(
      "tr",
      { "data-key": row.name },
      h("td", {}, row.by === "table" ? h("a", { href: figuresPath(row.name) }, row.name) : row.name || "none"),
      number([
        roundsButton(whole, row.name, { [row.by]: row.name, month: told.month }),
        row.uncounted_rounds && !isHidden
          ? h("div", { class: "small soft" }, `${row.uncounted_rounds} ${AFTER_COUNT}`)
          : null,
      ]),
      number(isHidden ? AFTER_COUNT : dollars(against.handle_cents)),
      number(isHidden ? AFTER_COUNT : dollars(against.win_cents)),
      number(against.win ? rounded(against.win.expected) : ""),
      h("td", {}, winAgainstTheory(against, row.uncounted_rounds, told.preparing)),
      h("td", {}, against.pushes_span ? insideLimits(against.pushes_span, against.pushes) : ""),
    );
  }

  // --- Players ---

  players() {
    if (!this.figures) return [h("h2", {}, "Players today"), h("p", { class: "soft" }, this.fault || READING)];
    const rows = this.figures.players;
    return [
      h("h2", {}, "Players today"),
      h(
        "p",
        { class: "small soft" },
        "Worked out from the log: the average opening wager, and what the house expects to win from everything staked.",
      ),
      rows.length
        ? table(
            "Rating of every player",
            ["Player"],
            ["Hands", "Average bet", "Handle", "Theoretical loss"],
            "",
            rows.map(playerRow),
          )
        : h("p", { class: "soft" }, "Nobody has finished a round today."),
    ];
  }
}

/** @param {Api.PlayerFigures} row */
function playerRow(row) {
  return h(
    "tr",
    { "data-key": row.player },
    h("td", {}, row.player),
    number(roundsButton(row.hands, row.player, { player: row.player })),
    number(rounded(row.average_bet_cents)),
    number(dollars(row.handle_cents)),
    number(row.expected_loss_cents === null ? "" : rounded(row.expected_loss_cents)),
  );
}

/** @param {Page.Child} child */
const number = (child) => h("td", { class: "number" }, child);

/**
 * @param {string} name
 * @param {string[]} texts
 * @param {string[]} numbers
 * @param {string | string[]} last
 * @param {HTMLElement[]} rows
 */
function table(name, texts, numbers, last, rows) {
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": name },
    asCards(
      h(
        "table",
        { class: "figures" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            texts.map((title) => h("th", {}, title)),
            numbers.map((title) => h("th", { class: "number" }, title)),
            [last].flat().map((title) => (title ? h("th", {}, title) : null)),
          ),
        ),
        h("tbody", {}, rows),
      ),
    ),
  );
}

/**
 * @param {string} name
 * @param {string[]} values
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
function select(name, values, chosen, choose) {
  return h(
    "label",
    { class: "row", "data-key": name },
    name,
    h(
      "select",
      { onchange: (event) => choose(event.currentTarget.value) },
      values.map((value) => h("option", { value, "data-key": value, selected: value === chosen }, value)),
    ),
  );
}
