// The felt around the player's own place: dealer, board, meters and the other seats, laid out for the space there is.
// Everything is in pixels of the screen, so that text stays readable at every size.
import { s } from "/web/lib/dom.js";
import { capital, exact } from "/web/lib/format.js";
import { inWords, PLACES, slidingIn } from "./felt.js";
import { fitted, neighbour } from "./seat.js";

/** @typedef {{ width: number; height: number }} Size */
/** @typedef {{ x: number; y: number; width: number; height: number }} Box */
/** @typedef {{ description: Api.TableDescription; view: Api.WireTable; place: Page.PlaceCard }} Drawing */

const CARD = { width: 50, height: 70 };
const SEAT = { width: 200, height: 108 };
const NAME = 18;
const WORDS = 22;
const LARGEST = 3;
const DEALER_LARGEST = 2.2;
const LINE = 20;

/**
 * @param {Api.TableDescription} description
 * @param {Api.WireTable} view
 * @param {Api.WireSeat | null} mine
 * @param {Size} size
 */
export function scene(description, view, mine, { width, height }) {
  const others = around(view, mine);
  return slidingIn(view, (place) => {
    const drawing = { description, view, place };
    const isWide = width >= 560 && width > 1.3 * height;
    return s(
      "svg",
      {
        viewBox: `0 0 ${width} ${height}`,
        width,
        height,
        role: "img",
        "aria-label": inWords(description, view),
      },
      isWide ? wide(drawing, others, width, height) : narrow(drawing, others, width, height),
    );
  });
}

/**
 * The other seats in the order they lie around the table, from the player's right to the player's left. A player who has
 * a seat sees only seats that are taken.
 * @param {Api.WireTable} view
 * @param {Api.WireSeat | null} mine
 */
function around(view, mine) {
  const own = mine ? mine.seat : 0;
  const before = view.seats.slice(0, Math.max(0, own - 1)).reverse();
  const after = view.seats.slice(own).reverse();
  return [...before, ...after].filter((seat) => !mine || seat.player);
}

// --- Wide: the other seats at both sides --------------------------------------------------------------------------

/**
 * @param {Drawing} drawing
 * @param {Api.WireSeat[]} others
 * @param {number} width
 * @param {number} height
 */
function wide(drawing, others, width, height) {
  const isEmpty = !others.length && !drawing.view.meters.length;
  const side = isEmpty ? 0 : Math.min(240, width * 0.22);
  const half = Math.ceil(others.length / 2);
  const right = { x: width - side, y: 6, width: side, height: height - 10 };
  const left = { ...right, x: 0 };
  return [
    column(drawing, others.slice(0, half).reverse(), drawing.view.meters.slice(1, 2), right),
    column(
      drawing,
      others.slice(half),
      [drawing.view.meters[0], ...drawing.view.meters.slice(2)].filter(Boolean),
      left,
    ),
    middle(drawing, { x: side + 6, y: 4, width: width - 2 * side - 12, height: height - 8 }),
  ];
}

/**
 * Meters above seats.
 * @param {Drawing} drawing
 * @param {Api.WireSeat[]} seats
 * @param {Api.WireMeter[]} meters
 * @param {Box} box
 */
function column(drawing, seats, meters, box) {
  const isLow = box.height < 220;
  const each = isLow ? 26 : 50;
  const top = meters.length * each;
  const room = (box.height - top) / Math.max(1, seats.length);
  const scale = Math.min(1.15, (box.width - 8) / SEAT.width, room / SEAT.height);
  return [
    meters.map((meter, n) =>
      meterBox(meter, { x: box.x + 8, y: box.y + n * each, width: box.width - 16, height: each - 6 }),
    ),
    scale < 0.36
      ? null
      : seats.map((seat, n) =>
          seatAt(
            drawing,
            seat,
            box.x + box.width / 2,
            box.y + top + n * room + (room - SEAT.height * scale) / 2,
            scale,
          ),
        ),
  ];
}

/**
 * @param {Drawing} drawing
 * @param {Api.WireSeat} seat
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
function seatAt({ view, place }, seat, x, y, scale) {
  return s(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale})`, "data-key": `seat ${seat.seat}` },
    neighbour(view, seat, place, 0, 4),
  );
}

/**
 * @param {Api.WireMeter} meter
 * @param {Box} box
 */
function meterBox(meter, { x, y, width, height }) {
  const isLow = height < 30;
  const name = !meter.is_down ? meter.title : isLow ? "link down" : `${meter.title}, link down`;
  return s(
    "g",
    { transform: `translate(${x} ${y})`, "data-key": `meter ${meter.id}` },
    s("rect", { class: "meter-box", width, height, rx: 6 }),
    isLow
      ? s(
          "g",
          { transform: `translate(${width / 2} 0)` },
          fitted("meter-sum", `${name} ${exact(meter.cents)}`, height / 2 + 4, 13, width - 10),
        )
      : s(
          "g",
          { transform: `translate(${width / 2} 0)` },
          fitted("meter-name", name, 16, 13, width - 10),
          fitted("meter-sum", exact(meter.cents), height - 8, 20, width - 10),
        ),
  );
}

// --- Narrow: the other seats in rows below ------------------------------------------------------------------------

/**
 * @param {Drawing} drawing
 * @param {Api.WireSeat[]} others
 * @param {number} width
 * @param {number} height
 */
function narrow(drawing, others, width, height) {
  const { meters } = drawing.view;
  const inRow = meters.length > 1 ? 2 : 1;
  const top = Math.ceil(meters.length / inRow) * 26;
  const each = (width - 8) / inRow;
  const columns = Math.min(3, Math.max(1, others.length));
  const rows = Math.ceil(others.length / 3);
  const scale = Math.min(0.72, width / (columns * SEAT.width));
  const below = rows * SEAT.height * scale;
  const isRoom = height - top - below >= 120;
  const seats = isRoom ? [...others].reverse() : [];
  return [
    meters.map((meter, n) =>
      meterBox(meter, { x: 6 + (n % inRow) * each, y: 4 + Math.floor(n / inRow) * 26, width: each - 4, height: 22 }),
    ),
    middle(drawing, { x: 8, y: top + 4, width: width - 16, height: height - top - (isRoom ? below : 0) - 8 }),
    seats.map((seat, n) =>
      seatAt(
        drawing,
        seat,
        (width / columns) * ((n % 3) + 0.5),
        height - below + Math.floor(n / 3) * SEAT.height * scale,
        scale,
      ),
    ),
  ];
}

// --- The dealer and the board -------------------------------------------------------------------------------------

/**
 * The dealer's cards above the board, or beside it where the space is low.
 * @param {Drawing} drawing
 * @param {Box} box
 */
function middle(drawing, box) {
  const { has_dealer: hasDealer, board_size: board } = drawing.description;
  if (!hasDealer || !board) {
    const both = hasDealer ? dealer : community;
    return [both(drawing, box), piles(drawing, box)];
  }
  if (box.height < 190 && box.width > 440) {
    const part = Math.min(0.3, 220 / box.width);
    return [
      dealer(drawing, { ...box, width: box.width * part }, box),
      community(drawing, {
        ...box,
        x: box.x + box.width * part + 14,
        y: box.y + NAME,
        width: box.width * (1 - part) - 18,
        height: box.height - NAME - WORDS,
      }),
    ];
  }
  const lines = box.height > 330 ? inscriptions(drawing.description, box.width) : [];
  const words = NAME + WORDS;
  const between = lines.length * LINE;
  const room = box.height - words - between;
  const [first, each] = [
    Math.min(CARD.height * DEALER_LARGEST, room * 0.42),
    Math.min(CARD.height * LARGEST, room * 0.52),
  ];
  const y = box.y + Math.max(0, (room - first - each) / 3);
  const upper = words + first;
  return [
    dealer(drawing, { ...box, y, height: upper }),
    lines.map((line, n) => s("text", { class: "words", x: box.x + box.width / 2, y: y + upper + 14 + n * LINE }, line)),
    community(drawing, { ...box, y: y + upper + between, height: each + 8 }),
    piles(drawing, box),
  ];
}

/**
 * The inscriptions of the felt, one sentence in a line, as far as there is room.
 * @param {Api.TableDescription} description
 * @param {number} width
 */
function inscriptions(description, width) {
  return description.inscriptions
    .flatMap((text) => text.split(/(?<=\.) /))
    .filter((line) => line.length * 6.6 <= width)
    .slice(0, 2);
}

/**
 * @param {Drawing} drawing
 * @param {Box} box
 * @param {{ x: number; width: number }} words where the name of the hand may stand.
 */
function dealer({ description, view, place }, { x, y, width, height }, words = { x, width }) {
  const count = Math.max(view.dealer.length, description.dealer_size);
  const inside = { x, y: y + NAME, width, height: height - NAME - WORDS };
  const row = laid(count, inside, description.board_size || count > 5 ? DEALER_LARGEST : LARGEST);
  return s(
    "g",
    { "data-key": "dealer" },
    s("text", { class: "seat-name dealer-name", x: x + width / 2, y: row.y - 5 }, "Dealer"),
    cardsIn(row, count, view.dealer, "dealer", place),
    s(
      "g",
      { transform: `translate(${words.x + words.width / 2} 0)` },
      fitted("hand-words", capital(view.dealer_hand), row.y + CARD.height * row.scale + 17, 15, words.width),
    ),
  );
}

/**
 * @param {Drawing} drawing
 * @param {Box} box
 */
function community({ description, view, place }, box) {
  const count = description.board_size;
  if (!count) return null;
  const row = laid(count, { ...box, y: box.y + 2, height: box.height - 6 });
  return s("g", { "data-key": "board" }, cardsIn(row, count, view.community, "board", place));
}

/**
 * How large cards can be in a box, and where the first one lies.
 * @param {number} count
 * @param {Box} box
 * @param {number} most
 */
function laid(count, { x, y, width, height }, most = LARGEST) {
  const gap = count > 5 ? 0.62 : 1.16;
  const units = CARD.width * (gap * (count - 1) + 1);
  const scale = Math.max(0.3, Math.min(most, height / CARD.height, width / units));
  return {
    x: x + (width - units * scale) / 2,
    y: y + Math.max(0, (height - CARD.height * scale) / 2),
    step: CARD.width * gap * scale,
    scale,
  };
}

/**
 * @param {ReturnType<typeof laid>} row
 * @param {number} count
 * @param {string[]} cards
 * @param {string} key
 * @param {Page.PlaceCard} place
 */
function cardsIn({ x, y, step, scale }, count, cards, key, place) {
  return Array.from({ length: count }, (_, n) =>
    cards[n]
      ? place(`${key} ${n}`, cards[n], x + n * step, y, scale)
      : s("rect", {
          class: step < CARD.width * scale ? "slot over" : "slot",
          x: x + n * step,
          y,
          width: CARD.width * scale,
          height: CARD.height * scale,
          rx: 5 * scale,
        }),
  );
}

/**
 * Cards in other places: those of a bonus, burned cards, a drawn card.
 * @param {Drawing} drawing
 * @param {Box} box
 */
function piles({ view, place }, { x, y, width }) {
  const isNarrow = width < 440;
  const found = Object.entries(view.places).filter(([name, cards]) => cards.length && !(isNarrow && name === "burn"));
  const scale = 0.5;
  const right = x + width;
  return [
    found.slice(0, 2).map(([name, cards], n) => {
      const shown = cards.slice(0, 6);
      const span = CARD.width * scale + (shown.length - 1) * 14;
      return s(
        "g",
        { "data-key": `pile ${name}` },
        shown.map((card, i) => place(`${name} ${i}`, card, right - span - 4 + i * 14, y + 4 + n * 56, scale)),
        s(
          "text",
          { x: right - span / 2 - 4, y: y + 52 + n * 56, class: "pile-name" },
          PLACES[name] ?? name.replaceAll("-", " "),
        ),
      );
    }),
    view.drawn.length
      ? s(
          "g",
          { transform: `translate(${right - 60} 0)` },
          fitted("seat-note", `Drawn: ${view.drawn.join(", ")}`, y + 60 + found.length * 56, 13, 120),
        )
      : null,
  ];
}
