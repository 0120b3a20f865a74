// The gaming day: started by date, and ended after a checklist of what is still open; going on then needs a reason.
import { get, sentenceOf } from "./api.js";
import { ask } from "./dialog.js";
import { h, toast } from "./dom.js";
import { today } from "./format.js";

/** @typedef {(command: Api.Command) => Promise<boolean | void>} GiveDay */

const LONGEST_REASON = 200;

/**
 * @param {string} current
 * @param {GiveDay} give
 */
export function gamingDay(current, give) {
  if (current) return [h("span", {}, `Gaming day ${current}`), ending(give)];
  return [
    h("span", { class: "soft" }, "No gaming day is open."),
    h(
      "form",
      {
        class: "row",
        "data-key": "start the day",
        onsubmit: (event) => {
          event.preventDefault();
          return give({ type: "StartDay", day: event.currentTarget.elements.day.value });
        },
      },
      h("input", { type: "date", name: "day", required: true, value: today(), "aria-label": "Gaming day" }),
      h("button", { class: "primary" }, "Start the day"),
    ),
  ];
}

/** @param {GiveDay} give */
function ending(give) {
  return h(
    "button",
    {
      type: "button",
      "data-key": "end the day",
      onclick: async () => {
        try {
          endOfDay(await get("/api/floor/day-end"), give);
        } catch (refusal) {
          toast(sentenceOf(refusal), "bad");
        }
      },
    },
    "End the day",
  );
}

/**
 * The checklist: what is open, and the reason for ending the day all the same.
 * @param {Api.DayEnd} told
 * @param {GiveDay} give
 */
function endOfDay(told, give) {
  const title = `End gaming day ${told.day}`;
  if (!told.matters.length) {
    ask(title, h("p", { class: "notice good" }, "Nothing is open."), "End the day", () => give({ type: "EndDay" }));
    return;
  }
  const reason = h("input", { required: true, maxlength: LONGEST_REASON, autocomplete: "off", autofocus: true });
  const first = told.matters.filter((matter) => matter.must_end);
  ask(
    title,
    [
      first.length ? matters("These must be finished first:", first, "bad") : null,
      matters(
        "Still open:",
        told.matters.filter((matter) => !matter.must_end),
        "warn",
      ),
      h("label", {}, "Reason for ending the day all the same", reason),
      h("p", { class: "small soft" }, "The list and your reason are recorded in the log, and shown the next day."),
    ],
    "End the day",
    () => give({ type: "EndDay", reason: reason.value.trim() }),
  );
}

/**
 * @param {string} title
 * @param {Api.OpenMatter[]} list
 * @param {string} look
 */
function matters(title, list, look) {
  if (!list.length) return null;
  return h(
    "div",
    { class: `notice ${look} open-matters`, tabindex: 0, role: "region", "aria-label": title },
    h("strong", {}, title),
    h(
      "ul",
      {},
      list.map((matter) => h("li", {}, `${matter.says} `, h("span", { class: "small soft" }, matter.cite))),
    ),
  );
}
