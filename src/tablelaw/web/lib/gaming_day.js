// The gaming day: started by date, and ended only by a second press, since that closes its books.
import { twoPressButton } from "./two_press_button.js";
import { h } from "./dom.js";
import { today } from "./format.js";

/**
 * `open` names the tables that are still open, as a warning before the day is ended. `redraw` draws this part again.
 * @param {string} current
 * @param {string[]} open
 * @param {(command: Api.Command) => unknown} give
 * @param {Page.Redraw} redraw
 */
export function gamingDay(current, open, give, redraw) {
  if (current) return [h("span", {}, `Gaming day ${current}`), ending(open, give, redraw)];
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

/**
 * @param {string[]} open
 * @param {(command: Api.Command) => unknown} give
 * @param {Page.Redraw} redraw
 */
function ending(open, give, redraw) {
  const again = () => `${open.map((table) => `${table} is open. `).join("")}Press again to end the day`;
  return twoPressButton({
    key: "end the day",
    words: "End the day",
    again,
    redraw,
    act: () => give({ type: "EndDay" }),
  });
}
