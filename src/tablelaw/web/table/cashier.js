// The player's money: buying chips, the electronic account, cashing out; and leaving the seat.
// In the demo there is no cash and players serve themselves; elsewhere the dealer enters the cash.
import { me } from "/web/lib/api.js";
import { fieldBeside, h, toast } from "/web/lib/dom.js";
import { dollars, parseDollars } from "/web/lib/format.js";

/** Where a player buys chips, loads the electronic account, cashes out and leaves the seat. */
export class Cashier {
  /**
   * @param {Api.TableDescription} description
   * @param {Page.Give} give
   */
  constructor(description, give) {
    this.description = description;
    this.give = give;
    this.isWanted = false;
  }

  // Stays open until the player closes it, because something was refused for lack of money.
  wantMoney() {
    this.isWanted = true;
  }

  /**
   * @param {Api.Purse} purse
   * @param {Api.WireSeat} seat
   */
  draw(purse, seat) {
    const isFirst = purse.chips === 0 && me().is_demo;
    const isOpen = purse.chips === 0 || this.isWanted;
    return h(
      "details",
      {
        class: purse.chips ? "cashier" : "cashier first",
        open: isOpen,
        "data-key": purse.chips ? "cashier" : "first chips",
        ontoggle: (event) => {
          this.isWanted &&= event.currentTarget.open;
        },
      },
      h("summary", {}, "Your money and seat"),
      h(
        "div",
        { class: "cashier-panel" },
        h(
          "p",
          { class: "small soft" },
          me().is_demo ? inTheDemo(this.description, isFirst) : atTheTable(this.description),
        ),
        me().is_demo ? own(this.description, purse, this.give) : null,
        h(
          "div",
          { class: "row" },
          h(
            "button",
            {
              type: "button",
              "data-key": "leave",
              onclick: () => this.give({ type: "LeaveSeat", seat: seat.seat }, this.description.table),
            },
            "Leave seat",
          ),
        ),
      ),
    );
  }
}

/** @param {Api.TableDescription} description */
export function takesAccount(description) {
  return description.wagers.some((wager) => wager.medium === "electronic account");
}

/**
 * @param {Api.TableDescription} description
 * @param {boolean} isFirst
 */
function inTheDemo(description, isFirst) {
  const first = isFirst ? "First buy chips. This is play money, so take as much as you like." : "This is play money.";
  return takesAccount(description)
    ? `${first} Wagers marked “from the electronic account” are not made with chips: first move some of your chips to that account.`
    : first;
}

/** @param {Api.TableDescription} description */
function atTheTable(description) {
  const account = takesAccount(description)
    ? " The dealer can also move chips to your electronic account, which pays for the wagers marked that way."
    : "";
  return `Give your cash to the dealer, who enters it; your chips then appear here.${account} A floorperson exchanges chips for cash.`;
}

/**
 * @param {Api.TableDescription} description
 * @param {Api.Purse} purse
 * @param {Page.Give} give
 */
function own(description, purse, give) {
  const player = me().name;
  const chips = h(
    "div",
    { class: "row" },
    ...sumAnd("Buy chips", "buy", dollars(50000), (cents) =>
      give({ type: "BuyIn", player, table: description.table, cents }),
    ),
    purse.chips
      ? h(
          "button",
          { type: "button", "data-key": "cashout", onclick: () => give({ type: "CashOut", player }) },
          "Cash out",
        )
      : null,
  );
  if (!takesAccount(description) || !(purse.chips || purse.game)) return chips;
  return [
    chips,
    h(
      "div",
      { class: "row" },
      ...sumAnd("Load the account", "load", dollars(2000), (cents) => give({ type: "LoadAccount", player, cents })),
      purse.game
        ? h(
            "button",
            { type: "button", "data-key": "unload", onclick: () => give({ type: "CloseAccount", player }) },
            "Account to chips",
          )
        : null,
    ),
  ];
}

/**
 * @param {string} words
 * @param {string} key
 * @param {string} value
 * @param {(cents: number) => unknown} act
 */
function sumAnd(words, key, value, act) {
  const sum = h("input", {
    size: 8,
    inputmode: "decimal",
    value,
    "aria-label": `${words}: amount`,
    "data-key": `sum ${key}`,
  });
  return [
    sum,
    h(
      "button",
      {
        type: "button",
        "data-key": key,
        onclick: (event) => {
          const cents = parseDollars(fieldBeside(event.currentTarget, `[data-key="sum ${key}"]`).value);
          return cents ? act(cents) : toast(`Enter an amount such as 100 or ${dollars(25050)}.`, "bad");
        },
      },
      words,
    ),
  ];
}
