// The feed of alerts: what is wrong now, and what has happened and waits to be acknowledged by name with a note.
import { h } from "/web/lib/dom.js";
import { ask } from "/web/lib/dialog.js";
import { cite } from "/web/lib/cites.js";
import { clockTime, dayOf, dollars, howMany } from "/web/lib/format.js";
import { figuresPath } from "./figures.js";
import { recount } from "./forms.js";
import { fill } from "./money_confirmations.js";

const SERIOUS = ["stopped", "duty", "still", "void round", "drop difference"];
const LONGEST_NOTE = 200;
const FILL_CENTS = 10000000;

/** The alerts of the floor's page. */
export class AlertsPanel {
  /** @param {Page.Give} give */
  constructor(give) {
    this.give = give;
  }

  /**
   * Nothing needs attention only if that is known of the figures too.
   * @param {Api.FloorView} view
   * @param {import("./figures.js").FiguresPanel} figures
   */
  draw(view, figures) {
    if (!view.tables.length && !view.alerts.length)
      return h(
        "p",
        { class: "notice" },
        "There are no tables on this floor yet. ",
        h("a", { href: "/property" }, "Install one under its Rules Submission"),
        ".",
      );
    const open = view.alerts.filter((alert) => alert.is_standing || !alert.acknowledged_by);
    const done = view.alerts.filter((alert) => !alert.is_standing && alert.acknowledged_by);
    const faults = figures.notices();
    return [
      open.length || faults.length || view.more_alerts
        ? h(
            "ul",
            { class: "alert-list", "data-key": "open alerts", "aria-label": "Alerts that need attention" },
            faults,
            open.map((alert) => this.item(view, alert)),
          )
        : calm(view, figures),
      view.more_alerts
        ? h(
            "p",
            { class: "small soft" },
            `${howMany(view.more_alerts, "more alert")} not listed here; see the daily report.`,
          )
        : null,
      done.length ? acknowledged(done) : null,
    ];
  }

  /**
   * @param {Api.FloorView} view
   * @param {Api.Alert} alert
   */
  item(view, alert) {
    const rulebook = view.tables.find((row) => row.table === alert.table)?.rulebook ?? "";
    return h(
      "li",
      { "data-key": alert.id, class: `notice ${SERIOUS.includes(alert.kind) ? "bad" : "warn"}` },
      h(
        "span",
        {},
        alert.at ? h("span", { class: "alert-time" }, when(alert.at)) : null,
        alert.table ? h("strong", {}, `${alert.table}: `) : "",
        alert.says,
        " ",
        rulebook ? cite(rulebook, alert.cite) : h("span", { class: "small soft" }, alert.cite),
        alert.acknowledged_by ? h("span", { class: "small" }, ` ${seen(alert)} It is still the case.`) : null,
      ),
      h("span", { class: "row" }, this.remedy(view, alert), alert.acknowledged_by ? null : this.acknowledge(alert)),
    );
  }

  /** @param {Api.Alert} alert */
  acknowledge(alert) {
    const what = alert.table ? `${alert.table}: ${alert.says}` : alert.says;
    return h(
      "button",
      {
        type: "button",
        "data-key": `acknowledge ${alert.id}`,
        "data-means": alert.id,
        "aria-label": `Acknowledge: ${what}`,
        onclick: () => {
          const note = h("input", { required: true, maxlength: LONGEST_NOTE, autocomplete: "off" });
          ask(
            "Acknowledge an alert",
            [
              h("p", {}, what),
              h("label", {}, "Your note", note),
              h("p", { class: "small soft" }, "Your name and your note are recorded in the log."),
            ],
            "Acknowledge",
            () => this.give({ type: "AcknowledgeAlert", alert: alert.id, note: note.value.trim() }),
          );
        },
      },
      "Acknowledge",
    );
  }

  /**
   * What can be done about an alert at once.
   * @param {Api.FloorView} view
   * @param {Api.Alert} alert
   */
  remedy(view, alert) {
    const row = view.tables.find((found) => found.table === alert.table);
    if (alert.kind === "validate" || alert.kind === "documents") {
      const waiting = row?.waiting.find(
        (wait) => wait.what === alert.kind && alert.id.endsWith(` ${wait.seat} ${wait.wager}`),
      );
      return waiting ? this.payout(alert, waiting) : null;
    }
    if (alert.kind === "theory")
      return h("a", { href: alert.table ? figuresPath(alert.table) : "#theory" }, "See the figures");
    if (alert.kind === "seen cards") return h("a", { href: "#seen-cards" }, "See the rounds");
    if (alert.kind === "stub") return recount(alert.table, this.give);
    if (alert.kind === "verify")
      return this.order(alert, { type: "VerifyInspection" }, `verify ${alert.table}`, "I have verified it");
    if (alert.kind === "tray")
      return h(
        "button",
        {
          type: "button",
          "data-key": `fill ${alert.table}`,
          onclick: () => fill(alert.table, FILL_CENTS, this.give),
        },
        `Fill ${dollars(FILL_CENTS)}`,
      );
    return null;
  }

  /**
   * @param {Api.Alert} alert
   * @param {Api.WireWaiting} wait
   */
  payout(alert, wait) {
    const key = `${alert.kind} ${alert.table}`;
    if (alert.kind === "validate")
      return this.order(alert, { type: "Validate", seat: wait.seat, wager: wait.wager }, key, "Validate");
    return this.order(alert, { type: "CompleteDocuments", seat: wait.seat }, key, "Documents complete");
  }

  /**
   * @param {Api.Alert} alert
   * @param {Api.Command} command
   * @param {string} key
   * @param {string} words
   */
  order(alert, command, key, words) {
    return h(
      "button",
      {
        class: "primary",
        type: "button",
        "data-key": key,
        "data-means": alert.id,
        onclick: () => this.give(command, alert.table),
      },
      words,
    );
  }
}

/**
 * A figure far from theory is an alert of its own once the server has read the figures.
 * @param {Api.FloorView} view
 * @param {import("./figures.js").FiguresPanel} figures
 */
function calm(view, figures) {
  if (!view.are_figures_judged || !figures.figures)
    return h("p", { class: "soft" }, "Reading the figures of the day ...");
  return h("p", { class: "notice good" }, "Nothing needs attention.", figures.stillUnknown());
}

/**
 * The time of an alert; with its date if it is not from today.
 * @param {number} at
 */
function when(at) {
  const day = dayOf(at) === dayOf(Date.now() / 1000) ? "" : `${dayOf(at)} `;
  return `${day}${clockTime(at)} `;
}

/** @param {Api.Alert} alert */
function seen(alert) {
  return `Acknowledged by ${alert.acknowledged_by} at ${when(alert.acknowledged_at ?? 0).trim()}: ${alert.note}`;
}

/** @param {Api.Alert[]} done */
function acknowledged(done) {
  return h(
    "details",
    { "data-key": "acknowledged alerts" },
    h("summary", {}, `Acknowledged today: ${done.length}`),
    h(
      "ul",
      { class: "alert-list", "aria-label": "Acknowledged alerts" },
      done.map((alert) =>
        h(
          "li",
          { "data-key": alert.id, class: "small" },
          h(
            "span",
            {},
            alert.at ? h("span", { class: "alert-time" }, when(alert.at)) : null,
            alert.table ? h("strong", {}, `${alert.table}: `) : "",
            `${alert.says} ${seen(alert)}`,
          ),
        ),
      ),
    ),
  );
}
