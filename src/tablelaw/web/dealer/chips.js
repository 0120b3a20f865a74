// A dealer's cash and chips: cash for chips, chips for the electronic wagering account.
import { h, toast } from "/web/lib/dom.js";
import { dollars, parseDollars } from "/web/lib/format.js";

/** Keeps the chosen player and amount while the page is redrawn. */
export class ChipsPanel {
  /** @param {(command: Api.Command) => unknown} give */
  constructor(give) {
    this.give = give;
    this.player = "";
    this.sum = "";
  }

  /**
   * @param {Api.WireTable} view
   * @param {boolean} mine
   */
  draw(view, mine) {
    const players = [...new Set(view.seats.map((seat) => seat.player).filter(Boolean))];
    const title = h("h2", {}, "Chips for players");
    if (!mine) return [title, h("p", { class: "soft small" }, "Only this table's dealer can do this.")];
    if (!players.length)
      return [title, h("p", { class: "soft small" }, "Nobody is seated. A seated player can buy chips with cash.")];
    this.sum ||= dollars(10000);
    if (!players.includes(this.player)) this.player = players[0];
    const player = h(
      "select",
      {
        "data-key": "chips player",
        onchange: (event) => {
          this.player = event.currentTarget.value;
        },
      },
      players.map((name) => h("option", { value: name, selected: name === this.player }, name)),
    );
    const sum = h("input", {
      type: "text",
      size: 8,
      inputmode: "decimal",
      value: this.sum,
      "data-key": "chips sum",
      oninput: (event) => {
        this.sum = event.currentTarget.value;
      },
    });
    /** @param {"BuyIn" | "LoadAccount"} type */
    const act = (type) => () => {
      const cents = parseDollars(this.sum);
      if (!cents) return toast(`Enter an amount such as 100 or ${dollars(25000)}.`, "bad");
      const order = { player: this.player, cents };
      return this.give(type === "BuyIn" ? { type, table: view.table, ...order } : { type, ...order });
    };
    return [
      title,
      h("p", { class: "soft small" }, "Spread the cash, announce it, put it into the drop box, then enter it here."),
      h("div", { class: "row chips-form" }, h("label", {}, "Player", player), h("label", {}, "Amount", sum)),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", "data-key": "buy in", onclick: act("BuyIn") }, "Cash for chips"),
        h("button", { type: "button", "data-key": "load", onclick: act("LoadAccount") }, "Chips to the account"),
        h(
          "button",
          {
            type: "button",
            "data-key": "unload",
            onclick: () => this.give({ type: "CloseAccount", player: this.player }),
          },
          "Account to chips",
        ),
      ),
    ];
  }
}
