// The felt from the dealer's side: seat 1 on the left, the highest seat on the right, the dealer's own cards nearest.
import { h } from "/web/lib/dom.js";
import { card } from "/web/lib/cards.js";
import { dollars, exact } from "/web/lib/format.js";

/** @type {Record<string, string>} */
const PLACES = { burn: "Burned" };

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 * @param {number[]} served
 */
export function dealerFelt(description, view, served) {
  const piles = Object.entries(view.places).filter(([, cards]) => cards.length);
  return [
    h(
      "ol",
      { class: "felt-seats", "data-key": "seats" },
      view.seats.map((seat) => seatOf(description, view, seat, served)),
    ),
    h(
      "div",
      { class: "felt-near", "data-key": "near" },
      view.meters.length
        ? h(
            "ul",
            { class: "felt-meters" },
            view.meters.map((meter) =>
              h("li", {}, `${meter.title} `, h("strong", {}, meter.is_down ? "link down" : exact(meter.cents))),
            ),
          )
        : null,
      description.board_size ? pile("Board", view.community, description.board_size) : null,
      piles.map(([name, cards]) => pile(PLACES[name] ?? name.replaceAll("-", " "), cards, cards.length)),
      description.has_dealer ? pile("Dealer", view.dealer, description.dealer_size, view.dealer_hand) : null,
      view.drawn.length ? h("p", {}, `Drawn: ${view.drawn.join(", ")}`) : null,
    ),
  ];
}

/**
 * @param {string} title
 * @param {string[]} cards
 * @param {number} size
 * @param {string} hand
 */
function pile(title, cards, size, hand = "") {
  const empty = Math.max(0, size - cards.length);
  return h(
    "div",
    { class: "felt-pile", "data-key": title },
    h("span", { class: "pile-title" }, hand ? `${title}: ${hand}` : title),
    h(
      "span",
      { class: "pile-cards" },
      cards.map((text) => card(text)),
      Array.from({ length: empty }, () => h("span", { class: "card-slot" })),
    ),
  );
}

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 * @param {Api.WireSeat} seat
 * @param {number[]} served
 */
function seatOf(description, view, seat, served) {
  const isDue = view.next.place === `seat ${seat.seat}`;
  const isOut = seat.actions.includes("fold") || seat.status === "left";
  const names = ["felt-seat", seat.player ? "" : "free", seat.is_asked || isDue ? "asked" : "", isOut ? "out" : ""];
  return h(
    "li",
    { class: names.filter(Boolean).join(" "), "data-key": `seat ${seat.seat}` },
    h(
      "span",
      { class: "seat-title" },
      h("strong", {}, String(seat.seat)),
      ` ${seat.player || "free"}`,
      served.includes(seat.seat) ? h("span", { class: "tag" }, "no device") : null,
    ),
    seat.cards.length
      ? h(
          "span",
          { class: "pile-cards" },
          seat.cards.map((text) => card(text)),
        )
      : null,
    seat.in_round
      ? h(
          "span",
          { class: "seat-wagers" },
          description.wagers
            .filter((wager) => seat.wagers[wager.id])
            .map((wager) => h("span", {}, `${wager.short} ${dollars(seat.wagers[wager.id])}`)),
        )
      : null,
    seat.is_asked
      ? h("span", { class: "seat-says" }, "is deciding")
      : isOut
        ? h("span", { class: "seat-says" }, "out")
        : null,
  );
}
