// What the dealer takes and pays: seat by seat from the dealer's right, wager by wager in the order of the law.
import { h } from "/web/lib/dom.js";
import { card } from "/web/lib/cards.js";
import { inChips } from "/web/lib/chip_set.js";
import { cite } from "/web/lib/cites.js";
import { dollars } from "/web/lib/format.js";

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 */
export function payouts(description, view) {
  if (!["settling", "done"].includes(view.phase)) return null;
  const seats = view.seats.filter((seat) => seat.in_round).reverse();
  const now = current(view);
  return h(
    "section",
    { class: "panel payouts", "aria-label": "Payouts" },
    h(
      "div",
      { class: "payout-top" },
      h(
        "ol",
        { class: "payout-seats", "aria-label": "Seats in the order of settlement" },
        seats.map((seat) => seatInOrder(view, seat, now)),
      ),
      now ? handOf(view, now) : h("p", { class: "soft" }, "Nothing is settled yet."),
    ),
    now ? paidLines(description, view, now) : null,
  );
}

/**
 * The seat the dealer pays now: the last one settled, or one whose payout waits for a floorperson.
 * @param {Api.WireTable} view
 */
function current(view) {
  const waits = view.waiting.find((wait) => wait.what === "validate");
  const number = waits?.seat ?? view.lines.at(-1)?.seat;
  return view.seats.find((seat) => seat.seat === number);
}

/**
 * @param {Api.WireTable} view
 * @param {Api.WireSeat} seat
 * @param {Api.WireSeat | undefined} now
 */
function seatInOrder(view, seat, now) {
  const isNow = seat.seat === now?.seat;
  const said = isNow ? "now" : seat.status === "settled" ? "done" : "to come";
  return h(
    "li",
    { class: isNow ? "now" : "", "aria-current": isNow ? "step" : undefined, "data-key": `payout ${seat.seat}` },
    `Seat ${seat.seat} `,
    h("span", { class: "small" }, said),
  );
}

/**
 * @param {Api.WireTable} view
 * @param {Api.WireSeat} seat
 */
function handOf(view, seat) {
  return h(
    "div",
    { class: "payout-hand" },
    h("strong", {}, `Seat ${seat.seat}, ${seat.player}`),
    seat.cards.map((text) => card(text)),
    h("span", {}, seat.hand),
    view.dealer_hand ? h("span", { class: "soft against" }, `Dealer: ${view.dealer_hand}`) : null,
  );
}

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 * @param {Api.WireSeat} seat
 */
function paidLines(description, view, seat) {
  const lines = view.lines.filter((line) => line.seat === seat.seat);
  const waits = view.waiting.filter((wait) => wait.seat === seat.seat && wait.what === "validate");
  return h(
    "table",
    { class: "payout-lines" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["Wager", "Result", "Take", "Pay", "How"].map((title) => h("th", { scope: "col" }, title)),
      ),
    ),
    h(
      "tbody",
      {},
      lines.map((line) => lineRow(description, line)),
      waits.map((wait) =>
        h(
          "tr",
          { class: "waits", "data-key": `waits ${wait.wager}` },
          h("th", { scope: "row" }, wait.name, " ", cite(description.rulebook, wait.cite)),
          h(
            "td",
            { colspan: 4 },
            `Do not pay yet. A floorperson validates${wait.cents ? ` ${dollars(wait.cents)}` : " it"} first.`,
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireLine} line
 */
function lineRow(description, line) {
  const medium = description.wagers.find((wager) => wager.id === line.wager)?.medium ?? "chips";
  return h(
    "tr",
    { class: line.paid ? "pays" : line.kept ? "takes" : "", "data-key": `line ${line.wager}` },
    h("th", { scope: "row" }, line.name, " ", cite(description.rulebook, line.cite)),
    h("td", {}, result(line)),
    h("td", { class: "number", "data-label": "Take" }, taken(line, medium)),
    h("td", { class: "number", "data-label": "Pay" }, line.paid ? dollars(line.paid) : "–"),
    h("td", {}, paid(line, medium)),
  );
}

/** @param {Api.WireLine} line */
function result(line) {
  const odds = line.odds && line.paid ? `, ${line.odds}` : "";
  const hand = line.row && line.paid && line.row !== "any winning hand" ? ` (${line.row})` : "";
  return `${line.outcome}${odds}${hand}`;
}

/**
 * @param {Api.WireLine} line
 * @param {string} medium
 */
function taken(line, medium) {
  if (!line.kept) return "–";
  if (medium === "chips") return dollars(line.kept);
  return medium === "electronic account" ? "by the system" : "already collected";
}

/**
 * @param {Api.WireLine} line
 * @param {string} medium
 */
function paid(line, medium) {
  if (line.paid && line.hand_pay) return "An attendant pays this; pay nothing from the tray.";
  if (line.paid && medium === "electronic account") return "The system adds it to the account.";
  const back = line.returned && !line.kept && !line.paid ? `Give back ${dollars(line.returned)}.` : "";
  return line.paid ? chipsFor(line.paid) : back;
}

/** @param {number} cents */
export function chipsFor(cents) {
  const { stacks, rest } = inChips(cents);
  return h(
    "span",
    { class: "chip-stacks" },
    stacks.map((stack) =>
      h(
        "span",
        { class: "chip-stack" },
        h("span", { class: `value-chip ${stack.colour}`, "aria-hidden": "true" }, dollars(stack.cents)),
        h(
          "span",
          {},
          `${stack.count} ${stack.colour}`,
          h("span", { class: "visually-hidden" }, ` ${dollars(stack.cents)}`),
        ),
      ),
    ),
    rest ? h("span", { class: "warn" }, `${dollars(rest)} cannot be paid in chips: pay it in coin.`) : null,
  );
}
