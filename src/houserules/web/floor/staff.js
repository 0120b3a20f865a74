// Who deals a table, and for which players its dealer acts because they have no device.
import { h, toast } from "/web/lib/dom.js";
import { button, form, none, tableSelect } from "./forms.js";

let chosen = "";

export function staff(view, give, redraw) {
  if (!view.tables.length) return none("Dealers");
  const row = view.tables.find((found) => found.table === chosen) ?? view.tables[0];
  chosen = row.table;
  const select = tableSelect(view, chosen, (event) => {
    chosen = event.currentTarget.value;
    redraw();
  });
  return [h("h2", {}, "Dealers"), h("p", { class: "small soft" }, "Only the dealer assigned to a table deals it. For a player who has no device the dealer enters what the player says; the log keeps who recorded that."),
    form(h("label", {}, "Table", select), h("p", { class: "small", role: "status" }, row.assigned ? `${row.assigned} is assigned to ${row.table}.` : `Nobody is assigned to ${row.table}.`),
      h("div", { class: "money-form" }, h("label", {}, "Dealer", h("input", { name: "dealer", size: 14, autocomplete: "off" }))),
      h("div", { class: "row" }, assign(row, give), release(row, give)), serving(row, give))];
}

function assign(row, give) {
  return button("Assign", give, ({ dealer }) => {
    const name = dealer.value.trim();
    if (!name) toast("Who deals? Accepted: the name the dealer signs in with.", "bad");
    return name ? { type: "AssignDealer", table: row.table, dealer: name } : null;
  });
}

function release(row, give) {
  return h("button", { type: "button", "data-key": "Assign nobody", "data-means": row.table, disabled: !row.assigned, onclick: () => give({ type: "AssignDealer", table: row.table, dealer: "" }) }, "Assign nobody");
}

// A player for whom the dealer acts already is named, and cannot be recorded twice.
function serving(row, give) {
  const served = row.seated.filter((one) => one.is_served).map((one) => `${one.player} at seat ${one.seat}`);
  const others = row.seated.filter((one) => !one.is_served);
  const told = served.length ? `The dealer acts for ${served.join(", ")}.` : "";
  if (!others.length) return h("p", { class: "small soft" }, told || "Nobody sits at this table.");
  return h("div", { class: "stack", "data-key": "serving" }, h("p", { class: "small soft" }, told),
    h("label", {}, "Player without a device", h("select", { name: "seat" }, others.map((one) => h("option", { value: String(one.seat), "data-key": `${one.seat} ${one.player}` }, `Seat ${one.seat}, ${one.player}`)))),
    h("div", {}, button("Has no device", give, ({ seat }) => {
      const found = others.find((one) => String(one.seat) === seat.value);
      return found ? { type: "ServeSeat", table: row.table, seat: found.seat, player: found.player } : null;
    })));
}
