// Who deals a table, and which players without a device its dealer acts for.
import { h, toast } from "/web/lib/dom.js";
import { button, form, none, tableSelect } from "./forms.js";

/** Who deals the selected table. */
export class StaffPanel {
  /**
   * @param {Page.Give} give
   * @param {Page.Redraw} redraw
   */
  constructor(give, redraw) {
    this.give = give;
    this.redraw = redraw;
    this.chosen = "";
  }

  /** @param {Api.FloorView} view */
  draw(view) {
    if (!view.tables.length) return none("Dealers");
    const row = view.tables.find((found) => found.table === this.chosen) ?? view.tables[0];
    this.chosen = row.table;
    const select = tableSelect(view, this.chosen, (event) => {
      this.chosen = event.currentTarget.value;
      this.redraw();
    });
    return [
      h("h2", {}, "Dealers"),
      h(
        "p",
        { class: "small soft" },
        "Only the dealer assigned to a table can deal it. For a player without a device, the dealer enters what the player says; the log records who set this.",
      ),
      form(
        h("label", {}, "Table", select),
        h(
          "p",
          { class: "small", role: "status" },
          row.assigned ? `${row.assigned} is assigned to ${row.table}.` : `Nobody is assigned to ${row.table}.`,
        ),
        h(
          "div",
          { class: "money-form" },
          h("label", {}, "Dealer", h("input", { name: "dealer", size: 14, autocomplete: "off" })),
        ),
        h("div", { class: "row" }, assign(row, this.give), release(row, this.give)),
        serving(row, this.give),
      ),
    ];
  }
}

/**
 * @param {Api.FloorRow} row
 * @param {Page.Give} give
 */
function assign(row, give) {
  return button("Assign", give, ({ dealer }) => {
    const name = dealer.value.trim();
    if (!name) toast("Enter the dealer's sign-in name.", "bad");
    return name ? { type: "AssignDealer", table: row.table, dealer: name } : null;
  });
}

/**
 * @param {Api.FloorRow} row
 * @param {Page.Give} give
 */
function release(row, give) {
  return h(
    "button",
    {
      type: "button",
      "data-key": "Remove the dealer",
      "data-means": row.table,
      disabled: !row.assigned,
      onclick: () => give({ type: "AssignDealer", table: row.table, dealer: "" }),
    },
    "Remove the dealer",
  );
}

/**
 * Lists players the dealer already acts for, and offers only the others.
 * @param {Api.FloorRow} row
 * @param {Page.Give} give
 */
function serving(row, give) {
  const served = row.seated.filter((one) => one.is_served).map((one) => `${one.player} at seat ${one.seat}`);
  const others = row.seated.filter((one) => !one.is_served);
  const told = served.length ? `The dealer acts for ${served.join(", ")}.` : "";
  if (!others.length) return h("p", { class: "small soft" }, told || "Nobody is seated at this table.");
  return h(
    "div",
    { class: "stack", "data-key": "serving" },
    told ? h("p", { class: "small soft" }, told) : null,
    h(
      "label",
      {},
      "Player without a device",
      h(
        "select",
        { name: "seat" },
        others.map((one) =>
          h(
            "option",
            { value: String(one.seat), "data-key": `${one.seat} ${one.player}` },
            `Seat ${one.seat}, ${one.player}`,
          ),
        ),
      ),
    ),
    h(
      "div",
      {},
      button("Has no device", give, ({ seat }) => {
        const found = others.find((one) => String(one.seat) === seat.value);
        return found ? { type: "ServeSeat", table: row.table, seat: found.seat, player: found.player } : null;
      }),
    ),
  );
}
