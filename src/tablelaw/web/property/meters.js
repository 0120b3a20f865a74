// Progressive meters and the links between tables: links are cut off and restored, meters adjusted by two people.
import { h, redraw } from "/web/lib/dom.js";
import { currencySymbol, dollars, exact, parseDollars } from "/web/lib/format.js";
import { approval, ask } from "/web/lib/dialog.js";
import { asCards } from "/web/lib/scrolling_tables.js";

const UNITS_PER_CENT = 10000;
/**
 * @param {HTMLElement} panel
 * @param {Api.PropertyView} view
 * @param {Page.GiveApproved} give
 */
export function meters(panel, view, give) {
  redraw(
    panel,
    links(view, give),
    h(
      "section",
      { class: "panel", "aria-label": "Meters" },
      h("h2", {}, "Meters"),
      view.meters.length ? listing(view, give) : h("p", { class: "soft" }, "No table offers a progressive wager."),
    ),
  );
}

/**
 * @param {Api.PropertyView} view
 * @param {Page.GiveApproved} give
 */
function links(view, give) {
  return h(
    "section",
    { class: "panel", "aria-label": "Links" },
    h("h2", {}, "Links"),
    h(
      "p",
      { class: "small soft" },
      "Tables that share a meter are linked. While a link is cut off, its wagers are not accepted.",
    ),
    view.links.length
      ? h(
          "ul",
          { class: "stack plain" },
          view.links.map((one) =>
            h(
              "li",
              { class: "row", "data-key": one.link },
              h("strong", {}, one.link),
              h("span", { class: "soft" }, one.tables.join(", ")),
              h("span", { class: `tag ${one.is_down ? "bad" : "good"}` }, one.is_down ? "cut off" : "working"),
              h(
                "button",
                {
                  type: "button",
                  "data-key": `link ${one.link}`,
                  onclick: () => give({ type: one.is_down ? "RestoreLink" : "CutLink", link: one.link }),
                },
                one.is_down ? "Restore" : "Cut off",
              ),
            ),
          ),
        )
      : h("p", { class: "soft" }, "No tables are linked."),
  );
}

/**
 * @param {Api.PropertyView} view
 * @param {Page.GiveApproved} give
 */
function listing(view, give) {
  return h(
    "div",
    { class: "scroll listing", tabindex: 0, role: "region", "aria-label": "All meters" },
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
            ["Shows", "Pending", "Reserve", "Paid out"].map((name) => h("th", { class: "number" }, name)),
            h("th", {}, "Correct"),
          ),
        ),
        h(
          "tbody",
          {},
          view.meters.map((meter) =>
            h(
              "tr",
              { "data-key": meter.id },
              h("td", {}, meter.id),
              h("td", {}, meter.tables.join(", ") || "no table"),
              h("td", { class: "number" }, h("strong", {}, exact(meter.shown))),
              h("td", { class: "number" }, exact(meter.pending)),
              h("td", { class: "number" }, exact(meter.reserve)),
              h("td", { class: "number" }, dollars(meter.paid)),
              h(
                "td",
                {},
                h(
                  "button",
                  { type: "button", "data-key": `adjust ${meter.id}`, onclick: () => adjust(meter, give) },
                  "Adjust",
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * "12.50", "-3" -> cents.
 * @param {string} text
 */
function signed(text) {
  const [, sign, rest] = /^\s*([+-]?)(.*)$/.exec(text) ?? ["", "", ""];
  const cents = parseDollars(rest);
  return cents === null ? null : sign === "-" ? -cents : cents;
}

/**
 * @param {Api.FloorMeter} meter
 * @param {Page.GiveApproved} give
 */
function adjust(meter, give) {
  const change = h("input", {
    placeholder: "-12.50",
    required: true,
    oninput: () => {
      would.textContent = told(signed(change.value));
    },
  });
  const reason = h("input", { required: true, maxlength: 200 });
  /** @param {number | null} cents */
  const told = (cents) =>
    cents === null
      ? `It shows ${exact(meter.shown)}.`
      : `It would show ${exact(meter.shown + cents)} instead of ${exact(meter.shown)}.`;
  const would = h("output", { class: "small" }, told(null));
  const second = approval();
  ask(
    `Adjust ${meter.id}`,
    [
      h(
        "p",
        { class: "small soft" },
        "A meter on display falls only after a win or a recorded correction with a reason and two approvers.",
      ),
      h(
        "div",
        { class: "fields" },
        h("label", {}, currencySymbol() === "$" ? "Change in dollars" : `Change in ${currencySymbol()}`, change),
        h("label", { class: "wide" }, "Reason", reason),
      ),
      would,
      second.parts,
    ],
    "Adjust the meter",
    async (tell) => {
      const cents = signed(change.value);
      if (!cents) return tell("Enter an amount such as 12.50 to raise the meter or -12.50 to lower it.");
      return give(
        { type: "AdjustMeter", meter: meter.id, units: cents * UNITS_PER_CENT, reason: reason.value, approvers: [] },
        { approver: second.given(), tell },
      );
    },
  );
}
