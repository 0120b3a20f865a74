// The gaming day: started by its date, and ended by a second press, since that closes its books.
import { h } from "/web/lib/dom.js";

// `open` names the tables that stand open: who ends the day is told of them.
export function day(current, give, open) {
  if (current) return [h("span", {}, `Gaming day ${current}`), ending(give, open)];
  const field = h("input", { type: "date", value: new Date().toISOString().slice(0, 10), "aria-label": "Gaming day" });
  return [h("span", { class: "soft" }, "No gaming day is open."), field, h("button", { class: "primary", type: "button", onclick: () => give({ type: "StartDay", day: field.value }) }, "Start the day")];
}

function ending(give, open) {
  const button = h("button", { type: "button", onclick: () => {
    if (button.classList.contains("danger")) return give({ type: "EndDay" });
    button.classList.add("danger");
    button.textContent = `${open().map((table) => `${table} is open. `).join("")}Press again to end the day`;
    return setTimeout(() => { button.classList.remove("danger"); button.textContent = "End the day"; }, 6000);
  } }, "End the day");
  return button;
}
