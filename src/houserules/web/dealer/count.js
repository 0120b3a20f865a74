// A count that is made before the system tells its own: the number is typed by who counted.
import { h, toast } from "/web/lib/dom.js";

export function count(step, give, busy) {
  const field = h("input", { type: "number", name: "counted", min: 0, max: 99, required: true, "data-key": `count ${step.asks}` });
  return h("form", { class: "stack", "data-key": `count ${step.asks}`, onsubmit: (event) => {
    event.preventDefault();
    const { value } = event.currentTarget.elements.counted;
    if (!/^\d{1,2}$/.test(value)) return toast("That is no count. Accepted: a whole number from 0 to 99.", "bad");
    return give({ ...step.command, [step.asks]: Number(value) });
  } }, h("p", { class: "small" }, step.how), h("div", { class: "row" }, h("label", { class: "inline" }, "Counted", field), h("button", { class: "primary big", disabled: busy }, step.says)));
}
