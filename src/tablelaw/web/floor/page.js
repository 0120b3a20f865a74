// The floorperson's page: alerts, tables, meters, money, decks, and the daily report.
import { get, live, order, sentenceOf } from "/web/lib/api.js";
import { byId, h, redraw, toast } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { dollars, exact } from "/web/lib/format.js";
import { oneAtATime } from "/web/lib/one_at_a_time.js";
import { line, needs, frame } from "/web/lib/frame.js";
import { gamingDay } from "/web/lib/gaming_day.js";
import { DecksPanel, drops, players, recount, trays } from "./forms.js";
import { StaffPanel } from "./staff.js";
import { report } from "./report.js";

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
    this.decks = new DecksPanel(this.give, () => this.draw(), this.refresh);
    this.staff = new StaffPanel(this.give, () => this.draw());
  }

  async start() {
    await this.refresh();
    live(["lobby"], () => this.refresh().catch(() => {}), line);
    setInterval(() => this.refresh().catch(() => {}), 5000);
  }

  draw() {
    redraw(byId("alerts"), this.alerts());
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

  drawDay() {
    const open = this.view.tables.filter((row) => row.phase !== "closed").map((row) => row.table);
    redraw(
      byId("day"),
      gamingDay(this.view.day, open, this.give, () => this.drawDay()),
    );
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

  alerts() {
    if (!this.view.tables.length)
      return h(
        "p",
        { class: "notice" },
        "There are no tables on this floor yet. ",
        h("a", { href: "/property" }, "Install one under its Rules Submission"),
        ".",
      );
    if (!this.view.alerts.length) return h("p", { class: "notice good" }, "Nothing needs attention.");
    return h(
      "ul",
      { class: "alert-list" },
      this.view.alerts.map((alert) =>
        h(
          "li",
          {
            "data-key": `${alert.kind} ${alert.table}`,
            class: `notice ${["stopped", "duty", "still"].includes(alert.kind) ? "bad" : "warn"}`,
          },
          h(
            "span",
            {},
            alert.table ? h("strong", {}, `${alert.table}: `) : "",
            alert.says,
            " ",
            alert.table ? cite(this.rulebook(alert.table), alert.cite) : h("span", { class: "small soft" }, alert.cite),
          ),
          this.remedy(alert),
        ),
      ),
    );
  }

  /** @param {string} table */
  rulebook(table) {
    return this.view.tables.find((row) => row.table === table)?.rulebook ?? "";
  }

  /** @param {Api.Alert} alert */
  remedy(alert) {
    const row = this.view.tables.find((found) => found.table === alert.table);
    if (alert.kind === "validate") {
      const wait = row?.waiting.find((found) => found.what === "validate");
      if (!wait) return null;
      return h(
        "button",
        {
          class: "primary",
          type: "button",
          "data-key": `validate ${alert.table}`,
          "data-means": `${wait.seat} ${wait.wager}`,
          onclick: () => this.give({ type: "Validate", seat: wait.seat, wager: wait.wager }, alert.table),
        },
        "Validate",
      );
    }
    if (alert.kind === "documents") {
      const wait = row?.waiting.find((found) => found.what === "documents");
      if (!wait) return null;
      return h(
        "button",
        {
          class: "primary",
          type: "button",
          "data-key": `documents ${alert.table}`,
          "data-means": String(wait.seat),
          onclick: () => this.give({ type: "CompleteDocuments", seat: wait.seat }, alert.table),
        },
        "Documents complete",
      );
    }
    if (alert.kind === "stub") return recount(alert.table, this.give);
    if (alert.kind === "verify")
      return h(
        "button",
        {
          class: "primary",
          type: "button",
          "data-key": `verify ${alert.table}`,
          onclick: () => this.give({ type: "VerifyInspection" }, alert.table),
        },
        "I have verified it",
      );
    if (alert.kind === "tray")
      return h(
        "button",
        { type: "button", onclick: () => this.give({ type: "FillTray", table: alert.table, cents: 10000000 }) },
        `Fill ${dollars(10000000)}`,
      );
    return null;
  }

  tables() {
    return [
      h("h2", {}, "Tables"),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": "All tables" },
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
                h("td", {}, h("a", { href: `/table/${encodeURIComponent(row.table)}` }, row.table)),
                h("td", {}, row.game),
                h("td", { class: "now", title: row.says }, row.says),
                h("td", {}, row.round || `${row.rounds} played`),
                h("td", {}, row.players),
                h("td", {}, row.dealer || (this.view.is_automatic ? "automatic" : "none yet")),
                h("td", { class: "number" }, dollars(row.on_felt)),
                h("td", { class: "number" }, dollars(row.tray)),
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
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": "All meters" },
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
