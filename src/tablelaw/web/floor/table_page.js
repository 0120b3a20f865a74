// One table: what a floorperson orders there, and its figures: the day, its win inside the limits, the month, and the rounds
// behind them.
import { get, sentenceOf } from "/web/lib/api.js";
import { byId, h, redraw } from "/web/lib/dom.js";
import { dollars, howMany } from "/web/lib/format.js";
import { frame, needs, tableOfAddress } from "/web/lib/frame.js";
import { oneAtATime } from "/web/lib/one_at_a_time.js";
import { rounded, winAgainstTheory } from "./figures.js";
import { askRounds, roundLines } from "./rounds_of_figure.js";
import { TableOrders } from "./table_orders.js";
import { limitsInWords } from "./win_picture.js";

const EVERY_MS = 10_000;
const AFTER_COUNT = "after the count";

/** The page of one table. */
class FloorTablePage {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.orders = new TableOrders(table, byId("orders"), () => this.refresh());
    this.refresh = oneAtATime(async () => {
      const [figures, floor, rounds] = await Promise.all([
        get("/api/floor/figures"),
        get("/api/floor"),
        askRounds({ table }),
      ]);
      this.draw(figures, floor, rounds);
      const row = floor.tables.find((found) => found.table === table);
      if (row) await this.orders.draw(row);
    });
  }

  async start() {
    byId("name").textContent = this.table;
    try {
      await this.refresh();
    } catch (refusal) {
      redraw(byId("now"), h("p", { class: "notice bad" }, sentenceOf(refusal)));
    }
    setInterval(() => this.refresh().catch(() => {}), EVERY_MS);
  }

  /**
   * @param {Api.FloorFigures} figures
   * @param {Api.FloorView} floor
   * @param {Api.FigureRounds} rounds
   */
  draw(figures, floor, rounds) {
    const row = figures.tables.find((found) => found.table === this.table);
    const live = floor.tables.find((found) => found.table === this.table);
    if (!row || !live) {
      redraw(byId("now"), h("p", { class: "notice warn" }, `There is no table ${this.table} on this floor.`));
      return;
    }
    byId("name").textContent = `${this.table}, ${row.game}`;
    redraw(byId("now"), now(live, floor));
    redraw(byId("today"), today(row, live, figures));
    redraw(byId("months"), ofMonth(this.table, figures));
    redraw(byId("rounds"), [
      h("h2", {}, "Rounds of the day"),
      h(
        "p",
        { class: "small soft" },
        "Finished rounds only. An auditor can see the cards of these rounds, and each look is recorded.",
      ),
      roundLines(rounds),
    ]);
  }
}

/**
 * @param {Api.FloorRow} live
 * @param {Api.FloorView} floor
 */
function now(live, floor) {
  const alerts = floor.alerts.filter((alert) => alert.table === live.table);
  return [
    h("p", {}, live.says, " ", h("a", { href: `/table/${encodeURIComponent(live.table)}` }, "Watch the table")),
    alerts.map((alert) => h("p", { class: "notice warn", "data-key": alert.kind }, alert.says)),
  ];
}

/**
 * @param {Api.TableFigures} row
 * @param {Api.FloorRow} live
 * @param {Api.FloorFigures} figures
 */
function today(row, live, figures) {
  /** @type {[string, string][]} */
  const facts = [
    ["Minimum", dollars(row.minimum_cents)],
    ["Seats taken", `${live.players} of ${row.seats}`],
    ["Rounds", row.void_rounds ? `${row.rounds}, and ${row.void_rounds} void` : String(row.rounds)],
    ["Rounds in the last hour", String(row.rounds_in_the_last_hour)],
    ["Handle", dollars(row.handle_cents)],
    ["Drop", row.drop_cents === null ? AFTER_COUNT : dollars(row.drop_cents)],
    ["Win", row.win_cents === null ? AFTER_COUNT : dollars(row.win_cents)],
    ["Hold", row.win_cents === null ? AFTER_COUNT : row.hold || "none"],
    ["Theoretical win", row.expected_cents === null ? "being prepared" : rounded(row.expected_cents)],
    ["Tray", dollars(live.tray)],
  ];
  return [
    h("h2", {}, `Today, ${figures.day}`),
    h(
      "dl",
      { class: "facts" },
      facts.map(([name, value]) => h("div", { "data-key": name }, h("dt", {}, name), h("dd", {}, value))),
    ),
    againstTheory(row.against, row.uncounted_rounds, figures.preparing),
  ];
}

/**
 * @param {string} table
 * @param {Api.FloorFigures} figures
 */
function ofMonth(table, figures) {
  const row = figures.groups.find((found) => found.by === "table" && found.name === table);
  return [
    h("h2", {}, `This month, ${figures.month}`),
    row
      ? againstTheory(row.against, row.uncounted_rounds, figures.preparing)
      : h("p", { class: "soft" }, "No finished rounds in this month."),
  ];
}

/** @param {number} cents */
const lost = (cents) => (cents < 0 ? `Players won ${dollars(-cents)}.` : `Players lost ${dollars(cents)}.`);

/** @param {number} pushes */
const cameBack = (pushes) => `${howMany(pushes, "opening wager")} returned.`;

/**
 * @param {Api.AgainstTheory} against
 * @param {number} uncounted
 * @param {string[]} preparing
 */
function againstTheory(against, uncounted, preparing) {
  const { win, pushes_span } = against;
  return [
    h("h3", {}, "Win against theory"),
    uncounted
      ? h(
          "p",
          { class: "small soft" },
          against.rounds
            ? `${howMany(uncounted, "round")} not included: the win is shown after the drop count.`
            : "The win of these rounds is shown after the drop count.",
        )
      : null,
    win ? limitsInWords(lost, win, against.win_cents, rounded) : null,
    win || (uncounted && !against.rounds) ? null : h("p", {}, winAgainstTheory(against, uncounted, preparing)),
    pushes_span ? h("h3", {}, "Pushes") : null,
    pushes_span ? limitsInWords(cameBack, pushes_span, against.pushes, (value) => value.toFixed(0)) : null,
  ];
}

await frame("A table of the floor");
if (needs("floor", byId("page"))) await new FloorTablePage(tableOfAddress()).start();
