// The gaming day: started by its date, and ended by a second press, since that closes its books.
import { h } from "/web/lib/dom.js";

export function day(current, give) {
  if (current) return [h("span", {}, `Gaming day ${current}`), ending(give)];
  const field = h("input", { type: "date", value: new Date().toISOString().slice(0, 10), "aria-label": "Gaming day" });
  return [h("span", { class: "soft" }, "No gaming day is open."), field, h("button", { class: "primary", type: "button", onclick: () => give({ type: "StartDay", day: field.value }) }, "Start the day")];
}

function ending(give) {
  const button = h("button", { type: "button", onclick: () => {
    if (button.classList.contains("danger")) return give({ type: "EndDay" });
    button.classList.add("danger");
    button.textContent = "Press again to end the day";
    return setTimeout(() => { button.classList.remove("danger"); button.textContent = "End the day"; }, 6000);
  } }, "End the day");
  return button;
}
