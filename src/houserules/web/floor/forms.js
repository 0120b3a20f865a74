// Forms of the floor: money in and out of trays, tables and decks, corrections with two approvers.
import { h, toast } from "/web/lib/dom.js";
import { parseDollars } from "/web/lib/money.js";

function tableSelect(view) {
  return h("select", { "aria-label": "Table" }, view.tables.map((row) => h("option", { value: row.table }, row.table)));
}

function sumOf(field) {
  const cents = parseDollars(field.value);
  if (cents === null || cents <= 0) toast("That is no sum of money. Accepted: 5000 or $5,000.", "bad");
  return cents;
}

export function cage(view, give) {
  const table = tableSelect(view);
  const sum = h("input", { size: 10, value: "$10,000", inputmode: "decimal", "aria-label": "Sum" });
  const button = (type, words) => h("button", { type: "button", onclick: () => { const cents = sumOf(sum); if (cents) give({ type, table: table.value, cents }); } }, words);
  return [h("h2", {}, "Trays and drops"), h("p", { class: "small soft" }, "A fill brings chips from the cage, a credit takes them back. A drop count empties the box; a difference is an exception of the day."),
    h("div", { class: "money-form" }, h("label", {}, "Table", table), h("label", {}, "Sum", sum)),
    h("div", { class: "row" }, button("FillTray", "Fill"), button("CreditTray", "Credit"), button("CountDrop", "Count the drop"))];
}

export function decks(view, give) {
  const table = tableSelect(view);
  const order = (command, words) => h("button", { type: "button", onclick: () => give(command, table.value) }, words);
  return [h("h2", {}, "Tables and decks"), h("p", { class: "small soft" }, "A dealer opens a table with decks and inspects them; you verify it. A table closes when its round is over, and stays closed until a dealer brings decks again."),
    h("label", {}, "Table", table),
    h("div", { class: "row" }, order({ type: "VerifyInspection" }, "Verify the inspection"), order({ type: "OrderRecut" }, "Order a recut"), order({ type: "CloseTable" }, "Close the table"))];
}

export function corrections(give) {
  const transfer = h("input", { placeholder: "table UTH-1:42/0", "aria-label": "Transfer" });
  const sum = h("input", { size: 8, "aria-label": "Sum to move back" });
  const reason = h("input", { "aria-label": "Reason" });
  const first = h("input", { "aria-label": "First approver", size: 10 });
  const second = h("input", { "aria-label": "Second approver", size: 10 });
  return [h("h2", {}, "Corrections"), h("p", { class: "small soft" }, "Nothing is ever changed: a further transfer sets it right, with a reason and two persons who approve it."),
    h("form", { class: "stack", onsubmit: (event) => {
      event.preventDefault();
      const cents = sumOf(sum);
      if (cents) give({ type: "CorrectTransfer", transfer: transfer.value, cents, reason: reason.value, approvers: [first.value, second.value].filter(Boolean) });
    } }, h("label", {}, "Transfer", transfer), h("label", {}, "Sum to move back", sum), h("label", {}, "Reason", reason),
    h("div", { class: "row" }, h("label", {}, "Approved by", first), h("label", {}, "and by", second)), h("button", {}, "Correct"))];
}
