// Meters reconciled: the opening amount, every change, the closing amount, and the ledger's balance.
import { get, sentenceOf } from "/web/lib/api.js";
import { h, show } from "/web/lib/dom.js";
import { exact, howMany } from "/web/lib/format.js";
import { asCards } from "/web/lib/scrolling_tables.js";
import { verdict } from "./log_checks.js";

/** @type {[name: keyof Api.MeterDay & `${string}_units`, words: string][]} */
const PARTS = [
  ["opening_units", "At the start of the day"],
  ["seed_units", "Seeds of new meters"],
  ["contribution_units", "Added by wagers"],
  ["win_units", "Won"],
  ["reseed_units", "Reseeded"],
  ["reserve_moved_units", "Moved from the reserve"],
  ["undone_units", "Reversed for void rounds"],
  ["adjustment_units", "Adjusted (two approvers)"],
  ["closing_units", "Shown now"],
];

/** @param {HTMLElement} panel */
export async function meters(panel) {
  const { day } = await get("/api/lobby");
  const place = h("div", { class: "stack" });
  /** @type {HTMLInputElement} */
  const field = h("input", { type: "date", value: day, onchange: () => draw(place, field.value) });
  show(
    panel,
    h(
      "section",
      { class: "panel stack", "aria-label": "Meters" },
      h(
        "div",
        { class: "between" },
        h("h2", {}, "Meters reconciled"),
        h("label", { class: "inline" }, "Gaming day", field),
      ),
      h(
        "p",
        { class: "soft" },
        "Meters are kept in ten-thousandths of a cent. Each column adds up from top to bottom. A meter on display falls only after a win or a recorded correction.",
      ),
      place,
    ),
  );
  await draw(place, day);
}

/**
 * @param {HTMLElement} place
 * @param {string} day
 */
async function draw(place, day) {
  if (!day) return show(place, h("p", { class: "empty" }, "No gaming day is open. Choose a day above."));
  try {
    const report = await get(`/api/reports/${encodeURIComponent(day)}`);
    show(
      place,
      report.meters.length
        ? [agreement(report), table(report.meters)]
        : h("p", { class: "empty" }, "This floor has no meters."),
    );
  } catch (refusal) {
    show(place, h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

/** @param {Api.DayReport} report */
function agreement(report) {
  const wrong = report.meters.filter((meter) => !meter.agrees).map((meter) => meter.meter);
  return verdict(
    !wrong.length,
    wrong.length
      ? `These do not add up: ${wrong.join(", ")}.`
      : `${howMany(report.meters.length, "meter")} checked: all sums add up, and the ledger holds the whole cents.`,
  );
}

/** @param {Api.MeterDay[]} found */
function table(found) {
  return h(
    "div",
    { class: "scroll", tabindex: 0 },
    asCards(
      h(
        "table",
        { class: "meter-table" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", {}, "Meter"),
            found.map((meter) => h("th", { class: "number" }, meter.meter)),
          ),
        ),
        h(
          "tbody",
          {},
          PARTS.map(([name, words]) =>
            h(
              "tr",
              { class: name === "closing_units" ? "total" : "" },
              h("th", { scope: "row" }, words),
              found.map((meter) => h("td", { class: "number" }, units(meter[name], name))),
            ),
          ),
          h(
            "tr",
            {},
            h("th", { scope: "row" }, "Ledger account"),
            found.map((meter) => h("td", { class: "number" }, exact(meter.ledger_cents))),
          ),
          h(
            "tr",
            {},
            h("th", { scope: "row" }, "Reserve, opening and now"),
            found.map((meter) =>
              h(
                "td",
                { class: "number" },
                meter.reserve_opening_units || meter.reserve_closing_units
                  ? `${units(meter.reserve_opening_units)} / ${units(meter.reserve_closing_units)}`
                  : "",
              ),
            ),
          ),
          h(
            "tr",
            {},
            h("th", { scope: "row" }, "Wagers taken"),
            found.map((meter) => h("td", { class: "number" }, exact(meter.amount_in_cents))),
          ),
          h(
            "tr",
            {},
            h("th", { scope: "row" }, "Hits, and hand-pays"),
            found.map((meter) => h("td", { class: "number" }, `${meter.hits}, ${exact(meter.paid_cents)}`)),
          ),
          h(
            "tr",
            {},
            h("th", { scope: "row" }, "Agrees"),
            found.map((meter) =>
              h(
                "td",
                { class: "number" },
                h("span", { class: `tag ${meter.agrees ? "good" : "bad"}` }, meter.agrees ? "yes" : "no"),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * An amount in ten-thousandths of a cent, never rounded.
 * @param {number} amount
 * @param {string} name
 */
function units(amount, name = "closing_units") {
  if (!amount && !name.startsWith("opening") && !name.startsWith("closing")) return "";
  const sign = amount < 0 ? "-" : "";
  const cents = Math.floor(Math.abs(amount) / 10000);
  const rest = Math.abs(amount) % 10000;
  return `${sign}${exact(cents)}${rest ? String(rest).padStart(4, "0").replace(/0+$/, "") : ""}`;
}
