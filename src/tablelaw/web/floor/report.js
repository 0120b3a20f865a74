// The report of a gaming day: each table's win, each meter's changes, hand-pays and exceptions.
import { get, sentenceOf } from "/web/lib/api.js";
import { h, show } from "/web/lib/dom.js";
import { clockTime, dollars, exact, today, zone } from "/web/lib/format.js";
import { person } from "/web/lib/names.js";
import { asCards } from "/web/lib/scrolling_tables.js";

/** @typedef {(value: any) => string} Shown */
/** @typedef {[heading: string, field: string, shown?: Shown]} Column */

/** @type {Shown} */
const money = (value) => (value === null || value === undefined ? "" : dollars(value));
/** @type {Shown} */
const counted = (value) => (value === null ? "after the count" : dollars(value));
/** @type {(shown: Shown) => Shown} */
const some = (told) => (value) => (value ? told(value) : "");
const SUMS = [money, counted];
/** @type {Shown} */
const names = (value) => value.join(", ");
/** @type {Shown} */
const units = (value) => exact(Math.trunc(value / 10000));
// Title -> where the rows are, and the columns: heading, field, how it is shown.
/** @type {[title: string, field: "tables" | "meters" | "hand_pays" | "exceptions", columns: Column[]][]} */
const PARTS = [
  [
    "Tables",
    "tables",
    [
      ["Table", "table"],
      ["Game", "game"],
      ["Tray at opening", "opening_tray_cents", money],
      ["Fills", "fills_cents", money],
      ["Credits", "credits_cents", money],
      ["Drop", "drop_cents", counted],
      ["Counted", "counted_cents", money],
      ["Tray now", "closing_tray_cents", money],
      ["Win", "win_cents", counted],
      ["Hold", "hold"],
      ["Rounds", "rounds"],
      ["Void", "void_rounds"],
    ],
  ],
  [
    "Meters",
    "meters",
    [
      ["Meter", "meter"],
      ["At opening", "opening_units", units],
      ["Seeded", "seed_units", units],
      ["Added by wagers", "contribution_units", units],
      ["Won", "win_units", units],
      ["Reseeded", "reseed_units", units],
      ["From the reserve", "reserve_moved_units", units],
      ["Reversed", "undone_units", units],
      ["Corrected", "adjustment_units", units],
      ["Shown now", "closing_units", units],
    ],
  ],
  [
    "Hand-pays",
    "hand_pays",
    [
      ["Time", "at", clockTime],
      ["Table", "table"],
      ["Round", "round"],
      ["Seat", "seat"],
      ["Player", "player"],
      ["Wager", "wager"],
      ["Amount", "cents", money],
      ["Validated by", "validated_by", person],
      ["Documents by", "documented_by", person],
      ["Law", "cite"],
    ],
  ],
  [
    "Exceptions",
    "exceptions",
    [
      ["Time", "at", clockTime],
      ["What", "kind"],
      ["Of", "what"],
      ["Table", "table"],
      ["Amount", "cents", some(money)],
      ["Meter by", "units", some(units)],
      ["By", "by", person],
      ["Approved by", "approvers", names],
      ["Law", "cite"],
    ],
  ],
];

/** @param {Api.FloorView} view */
export function report(view) {
  const place = h("div", { class: "stack" });
  const day = h("input", { type: "date", value: view.day || today(), "aria-label": "Report date" });
  const load = async () => {
    show(place, h("p", { class: "soft", role: "status" }, "Preparing the report ..."));
    try {
      show(place, drawn(await get(`/api/reports/${day.value}`)));
    } catch (refusal) {
      show(place, h("p", { class: "notice bad" }, sentenceOf(refusal)));
    }
  };
  return [
    h(
      "div",
      { class: "between" },
      h("h2", {}, "Daily report"),
      h("span", { class: "row" }, day, h("button", { type: "button", "data-key": "report", onclick: load }, "Show")),
    ),
    h(
      "p",
      { class: "small soft" },
      "A table's win is the closing tray plus the drop and the credits, less the opening tray and the fills. Drop and win are shown once the box has been counted. Meters are shown to the cent; the auditor's page shows fractions. ",
      `Times are in ${zone()}.`,
    ),
    place,
  ];
}

/** @param {Api.DayReport} told */
function drawn(told) {
  return [
    h("p", { class: "small soft" }, `${told.title} · ${told.property} · ${told.day}`),
    PARTS.map(([title, field, columns]) => rows(title, told[field] ?? [], columns)),
  ];
}

/**
 * @param {string} title
 * @param {any[]} list
 * @param {Column[]} columns
 */
function rows(title, list, columns) {
  if (!list.length) return h("div", {}, h("h3", {}, title), h("p", { class: "soft" }, "No Activity"));
  const known = columns.filter(([, field]) => field in list[0]);
  /** @param {Column} column */
  const side = ([, field, shown]) =>
    (shown && SUMS.includes(shown)) || (typeof list[0][field] === "number" && field !== "at") ? "number" : "";
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": `${title} of the day` },
    asCards(
      h(
        "table",
        { class: "report" },
        h("caption", {}, title),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            known.map((column) => h("th", { class: side(column) }, column[0])),
          ),
        ),
        h(
          "tbody",
          {},
          list.map((row) =>
            h(
              "tr",
              {},
              known.map((column) => h("td", { class: side(column) }, (column[2] ?? String)(row[column[1]]))),
            ),
          ),
        ),
      ),
    ),
  );
}
