// Forms of the floor: trays and drop boxes, players' money, tables and decks.
import { h, toast } from "/web/lib/dom.js";
import { parseDollars } from "/web/lib/money.js";

function tableSelect(view, onchange) {
  return h("select", { "aria-label": "Table", onchange }, view.tables.map((row) => h("option", { value: row.table }, row.table)));
}

function sumOf(field, least = 1) {
  const cents = parseDollars(field.value);
  if (cents === null || cents < least) {
    toast("That is no sum of money. Accepted: 5000 or $5,000.", "bad");
    return null;
  }
  return cents;
}

const none = (title) => [h("h2", {}, title), h("p", { class: "soft" }, "No table stands on this floor yet. ", h("a", { href: "/property" }, "Install one"), ".")];

export function trays(view, give) {
  if (!view.tables.length) return none("Trays");
  const table = tableSelect(view);
  const sum = h("input", { size: 10, value: "$10,000", inputmode: "decimal", "aria-label": "Sum" });
  const button = (type, words) => h("button", { type: "button", onclick: () => { const cents = sumOf(sum); if (cents) give({ type, table: table.value, cents }); } }, words);
  return [h("h2", {}, "Trays"), h("p", { class: "small soft" }, "A fill brings chips from the cage, a credit takes them back."),
    h("div", { class: "money-form" }, h("label", {}, "Table", table), h("label", {}, "Sum", sum)),
    h("div", { class: "row" }, button("FillTray", "Fill"), button("CreditTray", "Credit"))];
}

// The box is counted before anybody is told what should be in it.
export function drops(view, give) {
  if (!view.tables.length) return none("Drop boxes");
  const table = tableSelect(view);
  const sum = h("input", { size: 10, placeholder: "$0", inputmode: "decimal", required: true });
  return [h("h2", {}, "Drop boxes"), h("p", { class: "small soft" }, "Open the box, count the cash, and enter what you counted. A difference is written down as an exception of the day."),
    h("form", { class: "stack", onsubmit: (event) => {
      event.preventDefault();
      const cents = sumOf(sum, 0);
      if (cents !== null) give({ type: "CountDrop", table: table.value, cents });
      sum.value = "";
    } }, h("div", { class: "money-form" }, h("label", {}, "Table", table), h("label", {}, "Cash counted", sum)), h("div", {}, h("button", {}, "Count the drop")))];
}

export function players(view, give) {
  if (!view.tables.length) return none("Players' money");
  const table = tableSelect(view);
  const name = h("input", { size: 14, list: "players", autocomplete: "off", required: true });
  const sum = h("input", { size: 8, value: "$100", inputmode: "decimal" });
  const known = () => name.value.trim() || (toast("Whose money? Accepted: the name the player signs in with.", "bad"), "");
  const withSum = (make) => () => { const player = known(); const cents = player && sumOf(sum); if (cents) give(make(player, cents)); };
  const button = (words, onclick) => h("button", { type: "button", onclick }, words);
  return [h("h2", {}, "Players' money"), h("p", { class: "small soft" }, "Cash goes into the drop box of a table and chips come from its tray. All chips of a player are exchanged when they cash out."),
    h("datalist", { id: "players" }, view.players.map((player) => h("option", { value: player }))),
    h("div", { class: "money-form" }, h("label", {}, "Player", name), h("label", {}, "Table", table), h("label", {}, "Sum", sum)),
    h("div", { class: "row" },
      button("Cash for chips", withSum((player, cents) => ({ type: "BuyIn", player, table: table.value, cents }))),
      button("Chips to the account", withSum((player, cents) => ({ type: "LoadAccount", player, cents }))),
      button("Account to chips", () => known() && give({ type: "CloseAccount", player: name.value.trim() })),
      button("Cash out", () => known() && give({ type: "CashOut", player: name.value.trim() })))];
}

// What may be done with a table's decks. A table that cannot be closed now says why, and what to do.
export function decks(view, give) {
  if (!view.tables.length) return { told: () => {}, parts: none("Tables and decks") };
  const why = h("p", { class: "small notice warn", role: "status" });
  const close = h("button", { type: "button", onclick: () => give({ type: "CloseTable" }, table.value) }, "Close the table");
  const table = tableSelect(view, () => told(view));
  function told(now) {
    const row = now.tables.find((found) => found.table === table.value);
    why.textContent = row?.why_open ?? "";
    why.classList.toggle("hidden", !row?.why_open);
    close.disabled = Boolean(row?.why_open);
  }
  told(view);
  const order = (command, words) => h("button", { type: "button", onclick: () => give(command, table.value) }, words);
  return { told, parts: [h("h2", {}, "Tables and decks"), h("p", { class: "small soft" }, "A dealer opens a table with decks and inspects them; you verify it. A closed table stays closed until a dealer brings decks again."),
    h("label", {}, "Table", table), why,
    h("div", { class: "row" }, order({ type: "VerifyInspection" }, "Verify the inspection"), order({ type: "OrderRecut" }, "Order a recut"), close)] };
}
