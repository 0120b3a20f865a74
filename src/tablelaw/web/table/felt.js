// The felt: dealer at the top, seats along the arc clockwise from the dealer's left, an area for each wager.
// On a narrow screen the player's own seat is large in the middle and the others are in rows below it; while the player
// decides, only what matters for the decision is drawn, so that the buttons stay visible.
import { h, s } from "/web/lib/dom.js";
import { face, cardName } from "/web/lib/cards.js";
import { exact } from "/web/lib/format.js";
import { neighbour, position } from "./seat.js";

/** @typedef {{ middle: number; dealer: number; words: number; board: number; step: number }} At where things lie. */

const WIDE = { width: 1200, height: 700, middle: 600, dealer: 44, words: 135, board: 150, step: 1 };
const NARROW_WIDTH = 600;
/** @type {Record<string, string>} */
export const PLACES = { burn: "burned" };
const narrow = matchMedia("(max-width: 640px)");
/** @type {Map<string, Set<string>>} */
const seen = new Map();

/**
 * Calls `draw` when the screen becomes narrow or wide.
 * @param {Page.Redraw} draw
 */
export function onTurn(draw) {
  narrow.addEventListener("change", draw);
}

/**
 * Draws a view of a table; cards that were not in the earlier view slide in.
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 */
export function felt(description, view) {
  return h(
    "div",
    {},
    slidingIn(view, (place) => (narrow.matches ? narrowFelt : wideFelt)(description, view, place)),
  );
}

/**
 * Draws with cards that slide in if the earlier view did not have them.
 * @template Drawn
 * @param {Api.WireTable} view
 * @param {(place: Page.PlaceCard) => Drawn} draw
 */
export function slidingIn(view, draw) {
  const before = seen.get(view.table) ?? new Set();
  /** @type {Set<string>} */
  const now = new Set();
  const drawn = draw((key, text, x, y, scale) => {
    const id = `${view.round}/${key}/${text}`;
    now.add(id);
    const moved = s("g", { class: before.has(id) ? "" : "dealt" }, face(text));
    return s("g", { "data-key": id, transform: `translate(${x} ${y}) scale(${scale})` }, moved);
  });
  seen.set(view.table, now);
  return drawn;
}

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 * @param {number} width
 * @param {number} height
 * @param {...Page.Child} parts
 */
function picture(description, view, width, height, ...parts) {
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": inWords(description, view) },
    ...parts,
  );
}

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 */
export function inWords(description, view) {
  const shared = view.community.map(cardName).join(", ") || "no cards";
  const seats = view.seats
    .filter((seat) => seat.in_round)
    .map((seat) => `seat ${seat.seat}, ${seat.player}`)
    .join("; ");
  const own = view.seats
    .filter((seat) => seat.is_you && seat.cards.length)
    .map((seat) => ` You hold: ${seat.cards.map(cardName).join(", ")}.`)
    .join("");
  const dealt = view.dealer.length ? ` The dealer holds: ${view.dealer.map(cardName).join(", ")}.` : "";
  return `${description.game}. On the board: ${shared}.${own}${dealt} In the round: ${seats || "nobody"}.`;
}

// --- Wide -------------------------------------------------------------------------------------------------

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 * @param {Page.PlaceCard} place
 */
function wideFelt(description, view, place) {
  const { width, height } = WIDE;
  const edge = "M 14 8 H 1186 V 330 C 1186 590 905 688 600 688 C 295 688 14 590 14 330 Z";
  return picture(
    description,
    view,
    width,
    height,
    s("path", { class: "felt-cloth", d: edge }),
    s("path", { class: "felt-rim", d: edge }),
    s("path", { class: "felt-curve", d: "M 34 232 C 220 392, 980 392, 1166 232" }),
    words(description, 274),
    meters(view, 26, 26, 184),
    dealer(description, view, place, WIDE),
    community(description, view, place, WIDE),
    others(view, place),
    view.seats.map((seat) => position(description, view, seat, place, along(description.seats, seat))),
  );
}

/**
 * The place of a betting position: seat 1 is at the dealer's left, which players see on the right.
 * @param {number} seats
 * @param {Api.WireSeat} seat
 */
function along(seats, seat) {
  const share = seats === 1 ? 0.5 : (seat.seat - 1) / (seats - 1);
  const scale = Math.min(1, 6.4 / seats) * (seat.is_you ? 1.12 : 0.92);
  const side = seat.is_you ? 134 : 116;
  return { x: 1200 - side - share * (1200 - 2 * side), y: 364 + 166 * Math.sin(Math.PI * share), scale };
}

/**
 * The inscriptions of the felt, one sentence per line, as far as there is room.
 * @param {Api.TableDescription} description
 * @param {number} y
 */
function words(description, y) {
  const lines = description.inscriptions.flatMap((text) => text.split(/(?<=\.) /)).filter((line) => line.length <= 90);
  return lines.slice(0, 3).map((line, n) => s("text", { class: "words", x: WIDE.middle, y: y + n * 23 }, line));
}

/**
 * @param {Api.WireTable} view
 * @param {number} x
 * @param {number} y
 * @param {number} width
 */
function meters(view, x, y, width) {
  return view.meters.map((meter, n) =>
    s(
      "g",
      { transform: `translate(${x + (n % 2) * (width + 10)} ${y + Math.floor(n / 2) * 64})` },
      s("rect", { class: "meter-box", width, height: 56, rx: 8 }),
      s("text", { class: "meter-name", x: width / 2, y: 20 }, meter.is_down ? "link down" : meter.title),
      s("text", { class: "meter-sum", x: width / 2, y: 45 }, exact(meter.cents)),
    ),
  );
}

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 * @param {Page.PlaceCard} place
 * @param {At} at
 */
function dealer(description, view, place, at) {
  const middle = at.middle;
  if (!description.has_dealer) return s("text", { class: "seat-name", x: middle, y: at.dealer - 4 }, "Dealer");
  const step = (view.dealer.length > 2 ? 36 : 60) * at.step;
  const left = middle - (step * (view.dealer.length - 1) + 50 * at.step) / 2;
  return s(
    "g",
    {},
    s("text", { class: "seat-name", x: middle, y: at.dealer - 8 }, "Dealer"),
    view.dealer.length
      ? view.dealer.map((card, n) => place(`dealer ${n}`, card, left + n * step, at.dealer, at.step))
      : slots(description.dealer_size, at),
    s("text", { class: "hand-words", x: middle, y: at.words }, view.dealer_hand),
  );
}

/**
 * @param {number} count
 * @param {At} at
 */
function slots(count, at) {
  const step = (count > 2 ? 36 : 60) * at.step;
  const left = at.middle - (step * (count - 1) + 50 * at.step) / 2;
  return Array.from({ length: count }, (_, n) =>
    s("rect", { class: "slot", x: left + n * step, y: at.dealer, width: 50 * at.step, height: 70 * at.step, rx: 5 }),
  );
}

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 * @param {Page.PlaceCard} place
 * @param {At} at
 */
function community(description, view, place, at) {
  const size = description.board_size;
  if (!size) return null;
  const scale = 1.4 * Math.max(1, at.step * 0.86);
  const step = 50 * scale + 12;
  const left = at.middle - (step * (size - 1) + 50 * scale) / 2;
  return s(
    "g",
    {},
    Array.from({ length: size }, (_, n) =>
      view.community[n]
        ? place(`board ${n}`, view.community[n], left + n * step, at.board, scale)
        : s("rect", { class: "slot", x: left + n * step, y: at.board, width: 50 * scale, height: 70 * scale, rx: 6 }),
    ),
  );
}

/**
 * Cards in other places: those of a bonus, burned cards, a drawn card.
 * @param {Api.WireTable} view
 * @param {Page.PlaceCard} place
 */
function others(view, place) {
  const piles = Object.entries(view.places).filter(([, cards]) => cards.length);
  return [
    piles.map(([name, cards], n) =>
      s(
        "g",
        { transform: `translate(${960} ${28 + n * 84})` },
        cards.slice(0, 6).map((card, i) => place(`${name} ${i}`, card, i * 30, 0, 0.8)),
        s("text", { x: 20, y: 74, class: "pile-name" }, PLACES[name] ?? name.replaceAll("-", " ")),
      ),
    ),
    view.drawn.length ? s("text", { class: "seat-note", x: 1080, y: 200 }, `Drawn: ${view.drawn.join(", ")}`) : null,
  ];
}

// --- Narrow -----------------------------------------------------------------------------------------------

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 * @param {Page.PlaceCard} place
 */
function narrowFelt(description, view, place) {
  const isAsked = view.choices.length > 0;
  const top = isAsked ? 12 : 24 + Math.ceil(view.meters.length / 2) * 64;
  const row = top + 26;
  const board = description.has_dealer ? row + (view.dealer_hand ? 128 : 102) : top + 40;
  const at = { middle: NARROW_WIDTH / 2, dealer: row, words: row + 112, board, step: 1.25 };
  const mine = view.seats.find((seat) => seat.is_you && seat.is_asked) ?? view.seats.find((seat) => seat.is_you);
  const held = mine && !mine.cards.length ? 80 : 200;
  const own = (description.board_size ? at.board + 122 : at.dealer + (view.dealer_hand ? 134 : 106)) + held;
  const rest = isAsked ? [] : view.seats.filter((seat) => seat !== mine).reverse();
  const below = mine ? own + 208 : own - held + 30;
  const height = below + Math.ceil(rest.length / 3) * 112 + (isAsked ? 0 : 8);
  return picture(
    description,
    view,
    NARROW_WIDTH,
    height,
    s("rect", { class: "felt-cloth", width: NARROW_WIDTH, height }),
    isAsked ? null : meters(view, 16, 16, 279),
    dealer(description, view, place, at),
    community(description, view, place, at),
    mine ? position(description, view, mine, place, { x: at.middle, y: own, scale: 1.75 }) : null,
    rest.map((seat, n) => neighbour(view, seat, place, 104 + (n % 3) * 196, below + Math.floor(n / 3) * 112)),
  );
}
