// What a floorperson does at one table: irregularities, devices and the dealing procedure, seats and mistyped cards. Each
// order is confirmed in a dialog that names the table and what the order does.
import { get, order, sentenceOf, tablePath } from "/web/lib/api.js";
import { h, redraw, show, toast } from "/web/lib/dom.js";
import { irregularities } from "/web/lib/irregularities.js";
import { confirmed } from "./confirmed.js";

// The kinds of orders of each part, as the server offers them while they are possible.
const OF_DEVICES = ["MarkDevice", "ChangeMethod"];
const OF_SEATS = ["LeaveSeat"];
const OF_CARDS = ["TakeBackCard"];

/** The orders of a floorperson at one table. */
export class TableOrders {
  /**
   * @param {string} table
   * @param {HTMLElement} place
   * @param {() => Promise<unknown>} refresh
   */
  constructor(table, place, refresh) {
    this.table = table;
    this.place = place;
    this.places = 0;
    this.refresh = refresh;
    /** @type {HTMLElement} */
    this.devices = h("div", { class: "stack" });
    /** @type {HTMLElement} */
    this.seats = h("div", { class: "stack" });
  }

  /** The parts stay while the page is read anew, so that nothing typed is lost. */
  async start() {
    const description = await get(tablePath(this.table));
    this.places = description.seats;
    const reporting = irregularities(description, "floor", (command, name, effect) =>
      this.confirm(
        `Report at ${this.table}`,
        `${name}${seatOf(command)}. ${effect}`,
        `Report at ${this.table}`,
        command,
      ),
    );
    show(this.place, h("div", { class: "orders" }, reporting, this.devices, this.seats));
  }

  /** @param {Api.FloorRow} row */
  async draw(row) {
    if (!this.places) await this.start();
    const { steps } = await get(`${tablePath(this.table)}/steps`);
    redraw(this.devices, this.ofDevices(steps));
    redraw(this.seats, this.ofSeats(steps, row));
  }

  /** @param {Api.StepsStep[]} steps */
  ofDevices(steps) {
    const marks = steps.filter((step) => OF_DEVICES.includes(step.command.type));
    return [
      h("h2", {}, "Devices and procedure"),
      h(
        "p",
        { class: "small soft" },
        "The dealing procedure changes between rounds, to one whose devices are in use. A shoe that is no longer used is marked as out of order first.",
      ),
      marks.length
        ? h("div", { class: "row" }, marks.map(this.button, this))
        : h("p", { class: "soft" }, "Neither a device nor the procedure can be changed now."),
    ];
  }

  /**
   * @param {Api.StepsStep[]} steps
   * @param {Api.FloorRow} row
   */
  ofSeats(steps, row) {
    const taken = row.seated.map((one) => one.seat);
    const cards = steps.filter((step) => OF_CARDS.includes(step.command.type));
    return [
      h("h2", {}, "Seats"),
      h("div", { class: "row" }, steps.filter((step) => OF_SEATS.includes(step.command.type)).map(this.button, this)),
      this.seating(taken),
      cards.length ? [h("h2", {}, "Cards"), h("div", { class: "row" }, cards.map(this.button, this))] : null,
    ];
  }

  /**
   * A player without a device is seated by name; the dealer then enters what the player says.
   * @param {number[]} taken
   */
  seating(taken) {
    return h(
      "form",
      {
        class: "row",
        "data-key": "seating",
        onsubmit: async (event) => {
          event.preventDefault();
          const { player, seat } = event.currentTarget.elements;
          const name = player.value.trim();
          const at = Number(seat.value);
          if (taken.includes(at)) return toast(`Somebody sits at seat ${at} already. Choose an empty seat.`, "bad");
          const what = `${name} takes seat ${at} of ${this.table}.`;
          const isDone = await this.confirm(`Seat a player at ${this.table}`, what, `Seat ${name}`, {
            type: "TakeSeat",
            seat: at,
            player: name,
          });
          if (isDone) player.value = "";
          return isDone;
        },
      },
      h("label", {}, "Player", h("input", { name: "player", size: 14, autocomplete: "off", required: true })),
      h("label", {}, "Seat", h("input", { name: "seat", type: "number", min: 1, max: this.places, required: true })),
      h("button", {}, "Seat the player"),
    );
  }

  /** @param {Api.StepsStep} step */
  button(step) {
    return h(
      "button",
      {
        type: "button",
        "data-key": step.says,
        "data-means": JSON.stringify(step.command),
        onclick: () => this.confirm(`${this.table}: ${step.says}`, step.how, step.says, step.command),
      },
      step.says,
    );
  }

  /**
   * Resolves to whether the order was carried out.
   * @param {string} title
   * @param {string} what
   * @param {string} words
   * @param {Api.Command} command
   */
  confirm(title, what, words, command) {
    return confirmed(title, what, words, () => this.give(command));
  }

  /** @param {Api.Command} command */
  async give(command) {
    try {
      await order(command, this.table);
      toast("Done and recorded.");
      this.refresh().catch(() => {});
      return true;
    } catch (refusal) {
      toast(sentenceOf(refusal), "bad");
      return false;
    }
  }
}

/** @param {Api.Command} command */
function seatOf(command) {
  const seat = "seat" in command ? command.seat : 0;
  return seat ? `, seat ${seat}` : "";
}
