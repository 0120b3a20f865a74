// The floorperson's page: alerts, tables, meters, money, decks, and the daily report.
import { get, live, order, sentenceOf } from "/web/lib/api.js";
import { byId, h, redraw, toast } from "/web/lib/dom.js";
import { dollars, exact } from "/web/lib/format.js";
import { oneAtATime } from "/web/lib/one_at_a_time.js";
import { line, needs, frame } from "/web/lib/frame.js";
import { gamingDay } from "/web/lib/gaming_day.js";
import { asCards } from "/web/lib/scrolling_tables.js";
import { FiguresPanel, figuresPath } from "./figures.js";
import { AlertsPanel } from "./alerts.js";
import { DecksPanel, drops, players, trays } from "./forms.js";
import { StaffPanel } from "./staff.js";
import { report } from "./report.js";
import { SeenCardsPanel } from "./seen_cards.js";

const FIGURES_EVERY_MS = 10_000;

/** What a floorperson sees and does. */
class FloorPage {
  /** @type {Api.FloorView} */
  view;

  constructor() {
    this.refresh = oneAtATime(async () => {
      this.view = await get("/api/floor");
      this.draw();
    });
    /** @type {Page.Give} */
    this.give = (command, table) => this.carryOut(command, table);
    this.alerts = new AlertsPanel(this.give);
    this.decks = new DecksPanel(this.give, () => this.draw(), this.refresh);
    this.staff = new StaffPanel(this.give, () => this.draw());
    this.figures = new FiguresPanel(() => {
      this.drawFigures();
      this.refresh().catch(() => {}); // what is far from theory is an alert from now on
    });
    this.seenCards = new SeenCardsPanel(() => this.drawSeenCards());
  }

  async start() {
    await this.refresh();
    this.drawFigures();
    this.drawSeenCards();
    live(["lobby"], () => this.refresh().catch(() => {}), line);
    setInterval(() => this.refresh().catch(() => {}), 5000);
    for (const panel of [this.figures, this.seenCards]) {
      panel.refresh();
      setInterval(() => panel.refresh(), FIGURES_EVERY_MS);
    }
  }

  draw() {
    redraw(byId("alerts"), this.alerts.draw(this.view, this.figures));
    redraw(byId("tables"), this.tables());
    redraw(byId("meters"), this.meters());
    this.drawDay();
    redraw(byId("trays"), trays(this.view, this.give));
    redraw(byId("drops"), drops(this.view, this.give));
    redraw(byId("money"), players(this.view, this.give));
    redraw(byId("decks"), this.decks.draw(this.view));
    redraw(byId("staff"), this.staff.draw(this.view));
    if (!byId("report").firstChild) redraw(byId("report"), report(this.view));
  }

  drawFigures() {
    redraw(byId("alerts"), this.alerts.draw(this.view, this.figures));
    redraw(byId("figures"), this.figures.day());
    redraw(byId("theory"), this.figures.theory());
    redraw(byId("rating"), this.figures.players());
  }

  drawSeenCards() {
    redraw(byId("seen-cards"), this.seenCards.draw());
  }

  drawDay() {
    redraw(byId("day"), gamingDay(this.view.day, this.give));
  }

  /**
   * @param {Api.Command} command
   * @param {string} table
   */
  async carryOut(command, table = "") {
    const isDone = await this.isAccepted(command, table);
    await this.refresh().catch(() => {});
    return isDone;
  }

  /**
   * @param {Api.Command} command
   * @param {string} table
   */
  async isAccepted(command, table) {
    try {
      await order(command, table);
      toast("Done and recorded.");
      return true;
    } catch (refusal) {
      toast(sentenceOf(refusal), "bad");
      return false;
    }
  }

  tables() {
    return [
      h("h2", {}, "Tables"),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": "All tables" },
        asCards(
          h(
            "table",
            {},
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ["Table", "Game", "Now", "Round", "Players", "Dealer"].map((name) => h("th", {}, name)),
                ["On the felt", "Tray"].map((name) => h("th", { class: "number" }, name)),
              ),
            ),
            h(
              "tbody",
              {},
              this.view.tables.map((row) =>
                h(
                  "tr",
                  { "data-key": row.table },
                  h("td", {}, h("a", { href: figuresPath(row.table) }, row.table)),
                  h("td", {}, row.game),
                  h("td", { class: "now", title: row.says }, h("div", {}, row.says)),
                  h("td", {}, row.round || `${row.rounds} played`),
                  h("td", {}, row.players),
                  h("td", {}, row.dealer || (this.view.automatic.includes(row.table) ? "automatic" : "none yet")),
                  h("td", { class: "number" }, dollars(row.on_felt)),
                  h("td", { class: "number" }, dollars(row.tray)),
                ),
              ),
            ),
          ),
        ),
      ),
    ];
  }

  meters() {
    if (!this.view.meters.length)
      return [h("h2", {}, "Meters"), h("p", { class: "soft" }, "No table offers a progressive wager.")];
    return [
      h("h2", {}, "Meters"),
      h("p", { class: "small soft" }, liability(this.view.meters)),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": "All meters" },
        asCards(
          h(
            "table",
            {},
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                h("th", {}, "Meter"),
                h("th", {}, "Fed by"),
                ["Shows", "Pending", "Reserve", "Wagered", "Hits", "Won", "Paid out"].map((name) =>
                  h("th", { class: "number" }, name),
                ),
                h("th", {}, "Link"),
              ),
            ),
            h(
              "tbody",
              {},
              this.view.meters.map((meter) =>
                h(
                  "tr",
                  { "data-key": meter.id },
                  h("td", {}, meterName(meter)),
                  h("td", {}, meter.tables.join(", ")),
                  h("td", { class: "number" }, h("strong", {}, exact(meter.shown))),
                  h("td", { class: "number" }, exact(meter.pending)),
                  h("td", { class: "number" }, exact(meter.reserve)),
                  h("td", { class: "number" }, dollars(meter.amount_in)),
                  h("td", { class: "number" }, meter.hits),
                  h("td", { class: "number" }, dollars(meter.wins)),
                  h("td", { class: "number" }, dollars(meter.paid)),
                  h("td", {}, this.link(meter)),
                ),
              ),
            ),
          ),
        ),
      ),
    ];
  }

  /** @param {Api.FloorMeter} meter */
  link(meter) {
    if (!meter.link) return h("span", { class: "soft small" }, "own");
    /** @type {Api.Command} */
    const command = meter.is_down ? { type: "RestoreLink", link: meter.link } : { type: "CutLink", link: meter.link };
    return h(
      "button",
      {
        type: "button",
        class: meter.is_down ? "primary" : "",
        "data-key": `link ${meter.id}`,
        onclick: () => this.give(command),
      },
      meter.is_down ? "Restore" : "Cut off",
    );
  }
}

/**
 * What the house owes on its meters.
 * @param {Api.FloorMeter[]} meters
 */
function liability(meters) {
  /** @param {"shown" | "reserve" | "pending"} part */
  const sum = (part) => meters.reduce((total, meter) => total + meter[part], 0);
  const whole = sum("shown") + sum("reserve") + sum("pending");
  return `Progressive liability: ${exact(whole)}. The meters show ${exact(sum("shown"))}; ${exact(sum("reserve"))} is reserved, and ${exact(sum("pending"))} is pending until rounds are over.`;
}

/**
 * "keystone-progressive/progressive-a" -> "progressive a", and where it belongs.
 * @param {Api.FloorMeter} meter
 */
function meterName(meter) {
  const [belongs, name] = meter.id.split("/");
  return [
    h("strong", {}, name.replaceAll("-", " ")),
    h("div", { class: "small soft" }, meter.link ? `link ${meter.link}` : belongs),
  ];
}

await frame("Floor");
if (needs("floor", byId("page"))) await new FloorPage().start();
