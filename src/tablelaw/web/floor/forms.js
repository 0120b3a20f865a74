// Forms of the floor: trays and drop boxes, players' money, tables and decks. They are redrawn with every view, so
// their values are read from the form when it is sent.
import { post, remove, sentenceOf, tablePath } from "/web/lib/api.js";
import { h, toast } from "/web/lib/dom.js";
import { dollars, parseDollars } from "/web/lib/format.js";
import { buyIn, cashOut, closeAccount, countDrop, credit, fill, loadAccount } from "./money_confirmations.js";

/** @typedef {(fields: Page.Fields) => Api.Command | null} Make the order of a filled-in form, or null. */

/**
 * @param {Api.FloorView} view
 * @param {string} chosen
 * @param {(event: { currentTarget: HTMLSelectElement }) => void} [onchange]
 */
export function tableSelect(view, chosen = "", onchange) {
  return h(
    "select",
    { name: "table", "aria-label": "Table", onchange },
    view.tables.map((row) =>
      h("option", { value: row.table, "data-key": row.table, selected: row.table === chosen }, row.table),
    ),
  );
}

/**
 * @param {HTMLInputElement} field
 * @param {number} least
 */
function sumOf(field, least = 1) {
  const cents = parseDollars(field.value);
  if (cents === null || cents < least) {
    toast(`Enter an amount such as 5000 or ${dollars(500000)}.`, "bad");
    return null;
  }
  return cents;
}

/**
 * A count that was refused stays in its field, to be corrected and sent again.
 * @param {HTMLInputElement} field
 * @param {Promise<boolean | void>} isDone
 */
async function emptiedWhenDone(field, isDone) {
  if (await isDone) field.value = "";
}

/** @param {string} title */
export const none = (title) => [
  h("h2", {}, title),
  h(
    "p",
    { class: "soft" },
    "There are no tables on this floor yet. ",
    h("a", { href: "/property" }, "Install one"),
    ".",
  ),
];

/**
 * A form with several independent buttons; Enter in a field presses none of them.
 * @param {...Page.Child} parts
 */
export function form(...parts) {
  return h("form", { class: "stack", "data-key": "form", onsubmit: (event) => event.preventDefault() }, ...parts);
}

/**
 * `make(fields)` gives the order, or null if the form is not filled in correctly.
 * @param {string} words
 * @param {Page.Give} give
 * @param {Make} make
 */
export function button(words, give, make) {
  return h(
    "button",
    {
      type: "button",
      "data-key": words,
      onclick: (event) => {
        const { elements } = /** @type {HTMLFormElement} */ (event.currentTarget.form);
        const command = make(/** @type {any} */ (elements));
        return command ? give(command) : undefined;
      },
    },
    words,
  );
}

/**
 * A button of a form that does more than give one order.
 * @param {string} words
 * @param {(fields: Page.Fields) => unknown} done
 */
function act(words, done) {
  return h(
    "button",
    {
      type: "button",
      "data-key": words,
      onclick: (event) => done(/** @type {any} */ (/** @type {HTMLFormElement} */ (event.currentTarget.form).elements)),
    },
    words,
  );
}

/**
 * @param {Api.FloorView} view
 * @param {Page.Give} give
 */
export function trays(view, give) {
  if (!view.tables.length) return none("Trays");
  /** @param {typeof fill} move */
  const moving =
    (move) =>
    (/** @type {Page.Fields} */ { table, sum }) => {
      const cents = sumOf(sum);
      return cents ? move(table.value, cents, give) : undefined;
    };
  return [
    h("h2", {}, "Trays"),
    h("p", { class: "small soft" }, "A fill brings chips from the cage; a credit returns them."),
    form(
      h(
        "div",
        { class: "money-form" },
        h("label", {}, "Table", tableSelect(view)),
        h(
          "label",
          {},
          "Amount",
          h("input", { name: "sum", size: 10, value: dollars(1000000), inputmode: "decimal", "aria-label": "Amount" }),
        ),
      ),
      h("div", { class: "row" }, act("Fill", moving(fill)), act("Credit", moving(credit))),
    ),
  ];
}

/**
 * The box is counted before anyone is told how much it should hold.
 * @param {Api.FloorView} view
 * @param {Page.Give} give
 */
export function drops(view, give) {
  if (!view.tables.length) return none("Drop boxes");
  return [
    h("h2", {}, "Drop boxes"),
    h(
      "p",
      { class: "small soft" },
      "Open the box, count the cash, and enter your count. A difference is recorded as an exception in the day's report.",
    ),
    h(
      "form",
      {
        class: "stack",
        "data-key": "form",
        onsubmit: (event) => {
          event.preventDefault();
          const { table, sum } = event.currentTarget.elements;
          const cents = sumOf(sum, 0);
          if (cents === null) return undefined;
          return emptiedWhenDone(sum, countDrop(table.value, cents, give));
        },
      },
      h(
        "div",
        { class: "money-form" },
        h("label", {}, "Table", tableSelect(view)),
        h(
          "label",
          {},
          "Cash counted",
          h("input", { name: "sum", size: 10, placeholder: dollars(0), inputmode: "decimal", required: true }),
        ),
      ),
      h("div", {}, h("button", {}, "Count the drop")),
    ),
  ];
}

/**
 * The stub is recounted without knowing the dealer's count or the expected number.
 * @param {string} table
 * @param {Page.Give} give
 */
export function recount(table, give) {
  return h(
    "form",
    {
      class: "row",
      "data-key": `recount ${table}`,
      onsubmit: (event) => {
        event.preventDefault();
        const { cards } = event.currentTarget.elements;
        if (!/^\d{1,3}$/.test(cards.value.trim())) {
          toast("Enter a whole number of cards, such as 33.", "bad");
          return undefined;
        }
        return emptiedWhenDone(cards, give({ type: "CountStub", cards: Number(cards.value) }, table));
      },
    },
    h(
      "label",
      {},
      "Cards counted ",
      h("input", {
        name: "cards",
        size: 4,
        inputmode: "numeric",
        autocomplete: "off",
        required: true,
        "aria-label": `Cards counted in the stub of ${table}`,
      }),
    ),
    h("button", { class: "primary" }, "Recount"),
  );
}

/**
 * @param {Api.FloorView} view
 * @param {Page.Give} give
 */
export function players(view, give) {
  if (!view.tables.length) return none("Players' money");
  /** @param {(player: string, fields: Page.Fields) => unknown} done */
  const named = (done) => (/** @type {Page.Fields} */ fields) => {
    const player = fields.player.value.trim();
    if (player) return done(player, fields);
    toast("Enter the player's sign-in name.", "bad");
    return undefined;
  };
  /** @param {(player: string, cents: number, table: string) => unknown} done */
  const withSum = (done) =>
    named((player, fields) => {
      const cents = sumOf(fields.sum);
      return cents ? done(player, cents, fields.table.value) : undefined;
    });
  /** @param {string} player */
  const money = (player) => view.money.find((one) => one.player === player) ?? { chips: 0, account: 0 };
  return [
    h("h2", {}, "Players' money"),
    h(
      "p",
      { class: "small soft" },
      "Cash goes into a table's drop box, and chips come from its tray. Cashing out exchanges all of a player's chips.",
    ),
    h(
      "datalist",
      { id: "players" },
      view.players.map((player) => h("option", { value: player })),
    ),
    form(
      h(
        "div",
        { class: "money-form" },
        h(
          "label",
          {},
          "Player",
          h("input", { name: "player", size: 14, list: "players", autocomplete: "off", required: true }),
        ),
        h("label", {}, "Table", tableSelect(view)),
        h("label", {}, "Amount", h("input", { name: "sum", size: 8, value: dollars(10000), inputmode: "decimal" })),
      ),
      h(
        "div",
        { class: "row" },
        act(
          "Cash for chips",
          withSum((player, cents, table) => buyIn(player, table, cents, give)),
        ),
        act(
          "Chips to the account",
          withSum((player, cents) => loadAccount(player, cents, give)),
        ),
        act(
          "Account to chips",
          named((player) => closeAccount(player, money(player).account, give)),
        ),
        act(
          "Cash out",
          named((player) => cashOut(player, money(player).chips, give)),
        ),
      ),
    ),
  ];
}

/**
 * During a round, closing is requested and happens once the round is over.
 * @param {Api.FloorRow} row
 * @param {(command: Api.Command, words: string, disabled?: boolean) => HTMLElement} order
 * @param {() => Promise<unknown>} refresh
 */
function closing(row, order, refresh) {
  if (!row.round) return order({ type: "CloseTable" }, "Close the table", Boolean(row.why_open));
  const words = row.closing ? "Keep the table open" : "Close after this round";
  const path = /** @type {const} */ (`${tablePath(row.table)}/closing`);
  const ask = () =>
    (row.closing ? remove(path) : post(path)).then(refresh).catch((refusal) => toast(sentenceOf(refusal), "bad"));
  return h("button", { type: "button", "data-key": words, "data-means": `${words} ${row.table}`, onclick: ask }, words);
}

/** What can be done with the decks of the selected table. */
export class DecksPanel {
  /**
   * @param {Page.Give} give
   * @param {Page.Redraw} redraw
   * @param {() => Promise<unknown>} refresh
   */
  constructor(give, redraw, refresh) {
    this.give = give;
    this.redraw = redraw;
    this.refresh = refresh;
    this.chosen = "";
  }

  /**
   * If a table cannot be closed now, says why and what to do.
   * @param {Api.FloorView} view
   */
  draw(view) {
    if (!view.tables.length) return none("Tables and decks");
    const row = view.tables.find((found) => found.table === this.chosen) ?? view.tables[0];
    this.chosen = row.table;
    const select = tableSelect(view, this.chosen, (event) => {
      this.chosen = event.currentTarget.value;
      this.redraw();
    });
    /**
     * @param {Api.Command} command
     * @param {string} words
     */
    const order = (command, words, disabled = false) =>
      h(
        "button",
        {
          type: "button",
          "data-key": words,
          "data-means": `${words} ${row.table}`,
          disabled,
          onclick: () => this.give(command, row.table),
        },
        words,
      );
    return [
      h("h2", {}, "Tables and decks"),
      h(
        "p",
        { class: "small soft" },
        "A dealer opens a table by bringing and inspecting decks; you verify the inspection. A closed table stays closed until a dealer brings decks again.",
      ),
      h("label", {}, "Table", select),
      h(
        "p",
        { class: `small notice warn ${row.why_open ? "" : "hidden"}`, role: "status" },
        row.closing ? `${row.closing} asked to close the table. It closes after round ${row.round}.` : row.why_open,
      ),
      h(
        "div",
        { class: "row" },
        order({ type: "VerifyInspection" }, "Verify the inspection"),
        order({ type: "OrderRecut" }, "Order a recut"),
        closing(row, order, this.refresh),
      ),
    ];
  }
}
