// One betting position on the felt: its cards, an area for each wager with its chips, and the player's name.
import { s } from "/web/lib/dom.js";
import { dollars } from "/web/lib/format.js";

/** @typedef {{ radius: number; step: number }} Size */

const MAIN = { radius: 21, step: 46 };
const SIDE = { radius: 14, step: 31, inRow: 6 };

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 * @param {Api.WireSeat} seat
 * @param {Page.PlaceCard} place
 * @param {{ x: number; y: number; scale: number }} at
 */
export function position(description, view, seat, place, at) {
  const { x, y, scale } = at;
  return s(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale})`, class: isOut(seat) ? "folded" : "" },
    cardsOf(seat, place, -108, 1),
    areas(description, seat),
    s("rect", { class: plateClass(seat), x: -80, y: 62, width: 160, height: 28, rx: 14 }),
    fitted("seat-name", seat.player || `Seat ${seat.seat}`, 82, 18, 150),
    fitted(`seat-note ${noteClass(view, seat)}`, note(view, seat), 110, 17, 186),
  );
}

/**
 * Another player on a narrow screen: name, cards and total stake, small.
 * @param {Api.WireTable} view
 * @param {Api.WireSeat} seat
 * @param {Page.PlaceCard} place
 * @param {number} x
 * @param {number} y
 */
export function neighbour(view, seat, place, x, y) {
  const staked = Object.values(seat.wagers).reduce((sum, cents) => sum + cents, 0);
  return s(
    "g",
    { transform: `translate(${x} ${y})`, class: isOut(seat) ? "folded" : "" },
    cardsOf(seat, place, 0, 0.86, staked ? -31 : 0, staked ? 122 : 184),
    staked ? s("g", { transform: "translate(62 30)" }, chip(staked, 24)) : null,
    s("rect", { class: plateClass(seat), x: -92, y: 64, width: 184, height: 32, rx: 16 }),
    fitted("seat-name", label(view, seat), 86, 20, 174),
  );
}

/**
 * @param {Api.WireTable} view
 * @param {Api.WireSeat} seat
 */
function label(view, seat) {
  const said = note(view, seat);
  if (!seat.player) return `Seat ${seat.seat}`;
  return said ? `${short(seat.player, Math.max(6, 17 - said.length))} ${said}` : seat.player;
}

// A line of text no wider than `most`: made smaller as far as it stays readable, then cut.
const SMALLEST = 0.8;
const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
pen.font = `700 100px ${getComputedStyle(document.documentElement).fontFamily}`;

/**
 * @param {string} name
 * @param {string} text
 * @param {number} y
 * @param {number} size
 * @param {number} most
 */
export function fitted(name, text, y, size, most) {
  const small = Math.max(size * SMALLEST, Math.min(size, most / widthOf(text)));
  let shown = text;
  for (let length = text.length - 1; length > 1 && widthOf(shown) * small > most; length -= 1)
    shown = short(text, length);
  const drawn = s("text", { class: name, x: 0, y }, shown);
  drawn.style.fontSize = `${small}px`;
  return drawn;
}

/**
 * The width in a font of size one.
 * @param {string} text
 */
function widthOf(text) {
  return Math.max(0.01, pen.measureText(text).width / 100);
}

/** @param {Api.WireSeat} seat */
function plateClass(seat) {
  return ["seat-plate", seat.player ? "" : "free", seat.is_you ? "you" : "", seat.is_asked ? "asked" : ""].join(" ");
}

/** @param {Api.WireSeat} seat */
function isOut(seat) {
  return seat.actions.includes("fold") || seat.status === "left";
}

// --- The note under a seat ---------------------------------------------------------------------------------

/**
 * @param {Api.WireTable} view
 * @param {Api.WireSeat} seat
 */
function net(view, seat) {
  const lines = view.lines.filter((line) => line.seat === seat.seat);
  return seat.status === "settled" && lines.length ? lines.reduce((sum, line) => sum + line.paid - line.kept, 0) : null;
}

/**
 * @param {Api.WireTable} view
 * @param {Api.WireSeat} seat
 */
export function note(view, seat) {
  const won = net(view, seat);
  if (won !== null) return won > 0 ? `wins ${dollars(won)}` : won < 0 ? `loses ${dollars(-won)}` : "breaks even";
  if (seat.actions.includes("fold")) return "folded";
  return seat.is_asked ? "is deciding" : "";
}

/**
 * @param {Api.WireTable} view
 * @param {Api.WireSeat} seat
 */
export function noteClass(view, seat) {
  const won = net(view, seat);
  return won === null || won === 0 ? "" : won > 0 ? "won" : "lost";
}

// --- Cards and chips ------------------------------------------------------------------------------------------

/**
 * Side by side, or overlapping where they would be wider than `most`.
 * @param {Api.WireSeat} seat
 * @param {Page.PlaceCard} place
 * @param {number} y
 * @param {number} scale
 * @param {number} middle
 * @param {number} most
 */
function cardsOf(seat, place, y, scale, middle = 0, most = 200) {
  const step = Math.min(
    (seat.cards.length > 3 ? 24 : 42) * scale,
    (most - 50 * scale) / Math.max(1, seat.cards.length - 1),
  );
  const width = step * (seat.cards.length - 1) + 50 * scale;
  return seat.cards.map((card, n) => place(`seat ${seat.seat} ${n}`, card, middle - width / 2 + n * step, y, scale));
}

/**
 * The main wagers in large areas, in the order they are made, and optional ones in small areas below: all of them at
 * the player's own seat, and only those placed at other seats.
 * @param {Api.TableDescription} description
 * @param {Api.WireSeat} seat
 */
function areas(description, seat) {
  const wagers = description.wagers.filter((wager) => wager.kind !== "bonus");
  const main = wagers.filter((wager) => wager.kind !== "optional");
  const optional = wagers.filter((wager) => wager.kind === "optional" && (seat.is_you || seat.wagers[wager.id]));
  return [row(main, seat, 0, MAIN, main.length), row(optional, seat, 40, SIDE, SIDE.inRow)];
}

/**
 * @param {Api.WagerDescription[]} wagers
 * @param {Api.WireSeat} seat
 * @param {number} y
 * @param {Size} size
 * @param {number} inRow
 */
function row(wagers, seat, y, size, inRow) {
  const columns = Math.min(inRow, wagers.length);
  const step = Math.min(size.step, 186 / Math.max(1, columns));
  return wagers.map((wager, n) => {
    const inThis = Math.min(columns, wagers.length - Math.floor(n / columns) * columns);
    const x = ((n % columns) - (inThis - 1) / 2) * step;
    return s(
      "g",
      { transform: `translate(${x} ${y + Math.floor(n / columns) * size.step})` },
      area(wager, seat.wagers[wager.id], size),
    );
  });
}

/**
 * @param {Api.WagerDescription} wager
 * @param {number} cents
 * @param {Size} size
 */
function area(wager, cents, size) {
  const title = s("title", {}, cents ? `${wager.name}: ${dollars(cents)}` : wager.name);
  if (cents) return [title, chip(cents, size.radius)];
  const isMain = size === MAIN;
  const name = s("text", { class: isMain ? "spot-name" : "spot-name side", y: 4 }, wager.short);
  name.style.fontSize = `${Math.min(isMain ? 13 : 11, (2 * size.radius) / widthOf(wager.short))}px`;
  return [
    title,
    s("circle", { class: isMain ? "spot" : "spot side", r: isMain ? size.radius : size.radius - 1 }),
    name,
  ];
}

/**
 * @param {number} cents
 * @param {number} radius
 */
function chip(cents, radius) {
  const kind = cents >= 50000 ? "c500" : cents >= 10000 ? "c100" : cents >= 2500 ? "c25" : cents >= 500 ? "c5" : "c1";
  const sum = cents % 100 || cents < 1_000_000 ? dollars(cents) : `${dollars(Math.floor(cents / 100_000) * 100)}k`;
  return [
    s("circle", { class: "chip-shade", r: radius, cy: 2.5 }),
    s("circle", { class: `chip-edge ${kind}`, r: radius - 1 }),
    s("circle", { class: "chip-ring", r: radius * 0.7 }),
    fitted("chip-sum", sum, radius > 18 ? 5 : 4, radius * 0.68, radius * 1.8),
  ];
}

/**
 * @param {string} text
 * @param {number} length
 */
function short(text, length) {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
