// Players without a device: the dealer of their table seats them, and enters their wagers and what they decide.
import { fieldBeside, h, toast } from "/web/lib/dom.js";
import { isWholeChips } from "/web/lib/chip_set.js";
import { dollars, parseDollars } from "/web/lib/format.js";

/** Keeps what was typed while the page is redrawn. */
export class NoDevicePanel {
  /**
   * @param {Api.TableDescription} description
   * @param {(command: Api.Command) => Promise<boolean>} give an order to the table
   * @param {(command: Api.Command) => Promise<boolean>} record an order to the property
   */
  constructor(description, give, record) {
    this.description = description;
    this.give = give;
    this.record = record;
  }

  /**
   * Wagers of the seats that the dealer serves, while wagers are open.
   * @param {Api.WireTable} view
   * @param {number[]} served
   */
  wagers(view, served) {
    const seats = view.seats.filter((seat) => served.includes(seat.seat));
    if (view.phase !== "betting" || !seats.length) return null;
    return h(
      "section",
      { class: "panel no-device", "aria-label": "Wagers of players without a device" },
      seats.map((seat) => this.seat(seat)),
    );
  }

  /** @param {Api.WireSeat} seat */
  seat(seat) {
    const offered = this.description.wagers.filter((wager) => ["opening", "optional"].includes(wager.kind));
    const opening = offered.filter((wager) => wager.kind === "opening");
    const missing = opening.filter((wager) => !seat.wagers[wager.id]);
    const optional = offered.filter((wager) => wager.kind === "optional" && !seat.wagers[wager.id]);
    return h(
      "form",
      {
        class: "row served-seat",
        "data-key": `wagers ${seat.seat}`,
        onsubmit: (event) => {
          event.preventDefault();
          const { amount, wager } = event.currentTarget.elements;
          return this.place(seat, missing.length ? missing.map((one) => one.id) : [wager.value], amount);
        },
      },
      h("strong", {}, `Seat ${seat.seat}, ${seat.player}`),
      offered
        .filter((wager) => seat.wagers[wager.id])
        .map((wager) =>
          h(
            "button",
            {
              type: "button",
              "data-key": `back ${wager.id}`,
              title: `Hand back the ${wager.name}`,
              onclick: () => this.give({ type: "WithdrawWager", seat: seat.seat, wager: wager.id }),
            },
            `${wager.short} ${dollars(seat.wagers[wager.id])} ✕`,
          ),
        ),
      missing.length || optional.length
        ? [
            missing.length
              ? null
              : h(
                  "select",
                  {
                    name: "wager",
                    "aria-label": `Further wager of seat ${seat.seat}`,
                    "data-key": "wager",
                    onchange: (event) => {
                      const chosen = optional.find((wager) => wager.id === event.currentTarget.value);
                      const amount = fieldBeside(event.currentTarget, "[name=amount]");
                      if (chosen) amount.value = dollars(leastOf(chosen));
                    },
                  },
                  optional.map((wager) => h("option", { value: wager.id }, wager.name)),
                ),
            h("input", {
              name: "amount",
              size: 6,
              inputmode: "decimal",
              autocomplete: "off",
              "data-key": missing.length ? "opening" : "further",
              "aria-label": `Amount of seat ${seat.seat}`,
              value: dollars(missing.length ? this.description.minimum : leastOf(optional[0])),
            }),
            h(
              "button",
              { class: missing.length ? "primary" : "" },
              missing.length ? `Place ${missing.map((wager) => wager.name).join(" and ")}` : "Place",
            ),
          ]
        : null,
    );
  }

  /**
   * @param {Api.WireSeat} seat
   * @param {string[]} wagers
   * @param {HTMLInputElement} amount
   */
  async place(seat, wagers, amount) {
    const cents = parseDollars(amount.value);
    if (!cents || !isWholeChips(this.description, cents))
      return toast(`Enter an amount in whole chips, such as ${dollars(this.description.minimum)}.`, "bad");
    for (const wager of wagers) {
      if (!(await this.give({ type: "PlaceWager", seat: seat.seat, wager, cents }))) return undefined;
    }
    return undefined;
  }

  /**
   * A form that seats somebody without a device; both orders are recorded under the dealer's name.
   * @param {Api.WireTable} view
   */
  seating(view) {
    const free = view.seats.filter((seat) => !seat.player);
    if (!free.length) return null;
    return h(
      "form",
      {
        class: "row",
        "data-key": "seating",
        onsubmit: async (event) => {
          event.preventDefault();
          const { seat, player } = event.currentTarget.elements;
          const [at, name] = [Number(seat.value), player.value.trim()];
          if (!name) return toast("Enter the player's name.", "bad");
          if (!(await this.give({ type: "TakeSeat", seat: at, player: name }))) return undefined;
          player.value = "";
          return this.record({ type: "ServeSeat", table: view.table, seat: at, player: name });
        },
      },
      h(
        "label",
        {},
        "Seat",
        h(
          "select",
          { name: "seat", "data-key": "seat" },
          free.map((seat) => h("option", { value: seat.seat }, String(seat.seat))),
        ),
      ),
      h("label", {}, "Name", h("input", { name: "player", maxlength: 60, autocomplete: "off", "data-key": "player" })),
      h("button", {}, "Seat a player without a device"),
    );
  }
}

/** @param {Api.WagerDescription} wager */
function leastOf(wager) {
  return wager.amounts[0] ?? wager.minimum;
}
