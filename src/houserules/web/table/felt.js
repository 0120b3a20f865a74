// The felt: dealer at the top, seats along the arc from the dealer's left, clockwise; areas for each wager.
import { h, s } from "/web/lib/dom.js";
import { face, cardName } from "/web/lib/cards.js";
import { dollars, exact } from "/web/lib/money.js";

const WIDTH = 1200;
const HEIGHT = 720;
const METERS = { meter: "Progressive", mega: "Mega", major: "Major", minor: "Minor" };
const seen = new Map();

// Draws a view of a table; cards that were not there in the view before slide in.
export function felt(description, view) {
  const before = seen.get(view.table) ?? new Set();
  const now = new Set();
  const place = (key, text, x, y, scale) => {
    const id = `${view.round}/${key}/${text}`;
    now.add(id);
    const moved = s("g", { class: before.has(id) ? "" : "dealt" }, face(text));
    return s("g", { transform: `translate(${x} ${y}) scale(${scale})` }, moved);
  };
  const picture = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": spoken(description, view) },
    s("rect", { class: "felt-cloth", width: WIDTH, height: HEIGHT, rx: 14 }),
    s("path", { class: "felt-curve", d: "M 60 130 C 120 470, 1080 470, 1140 130" }),
    s("path", { class: "felt-rim", d: "M 8 0 L 8 300 C 8 640, 380 712, 600 712 C 820 712, 1192 640, 1192 300 L 1192 0" }),
    words(description), meters(view), dealer(description, view, place), board(description, view, place), others(view, place),
    view.seats.map((seat) => position(description, view, seat, place)));
  seen.set(view.table, now);
  return h("div", {}, picture);
}

function spoken(description, view) {
  const board = view.community.map(cardName).join(", ") || "no cards";
  const seats = view.seats.filter((seat) => seat.in_round).map((seat) => `seat ${seat.seat}, ${seat.player}`).join("; ");
  const own = view.seats.filter((seat) => seat.is_you && seat.cards.length).map((seat) => ` You hold: ${seat.cards.map(cardName).join(", ")}.`).join("");
  const dealer = view.dealer.length ? ` The dealer holds: ${view.dealer.map(cardName).join(", ")}.` : "";
  return `${description.game}. On the board: ${board}.${own}${dealer} In the round: ${seats || "nobody"}.`;
}

function words(description) {
  const lines = description.inscriptions.slice(0, 2);
  return lines.map((line, n) => s("text", { class: "words", x: WIDTH / 2, y: 292 + n * 22 }, line.length > 92 ? `${line.slice(0, 90)}…` : line));
}

function meters(view) {
  return view.meters.map((meter, n) => s("g", { transform: `translate(${24 + (n % 2) * 178} ${18 + Math.floor(n / 2) * 60})` },
    s("rect", { class: "meter-box", width: 168, height: 52, rx: 8 }),
    s("text", { class: "meter-name", x: 84, y: 18 }, meter.is_down ? "link down" : meter.id.includes("five-card") ? "Five Card Hand" : METERS[meter.name]),
    s("text", { class: "meter-sum", x: 84, y: 42 }, exact(meter.cents))));
}

function dealer(description, view, place) {
  if (!description.has_dealer) return s("text", { class: "seat-name", x: WIDTH / 2, y: 40 }, "Dealer");
  const step = view.dealer.length > 2 ? 34 : 62;
  const left = WIDTH / 2 - (step * (view.dealer.length - 1) + 50) / 2;
  return s("g", {},
    s("text", { class: "seat-name", x: WIDTH / 2, y: 24 }, "Dealer"),
    view.dealer.length ? view.dealer.map((card, n) => place(`dealer ${n}`, card, left + n * step, 34, 1)) : slots(2, 34, 1),
    s("text", { class: "hand-words", x: WIDTH / 2, y: 124 }, view.dealer_hand));
}

function slots(count, y, scale) {
  const step = 62 * scale;
  const left = WIDTH / 2 - (step * (count - 1) + 50 * scale) / 2;
  return Array.from({ length: count }, (_, n) => s("rect", { class: "slot", x: left + n * step, y, width: 50 * scale, height: 70 * scale, rx: 5 }));
}

function board(description, view, place) {
  const size = description.board_size;
  if (!size) return null;
  const scale = 1.25;
  const step = 50 * scale + 10;
  const left = WIDTH / 2 - (step * (size - 1) + 50 * scale) / 2;
  return s("g", {}, Array.from({ length: size }, (_, n) => view.community[n]
    ? place(`board ${n}`, view.community[n], left + n * step, 150, scale)
    : s("rect", { class: "slot", x: left + n * step, y: 150, width: 50 * scale, height: 70 * scale, rx: 5 })));
}

// Cards that lie elsewhere: a bonus's own, the burned, the card that was drawn.
function others(view, place) {
  const piles = Object.entries(view.places).filter(([, cards]) => cards.length);
  return [piles.map(([name, cards], n) => s("g", { transform: `translate(${930} ${20 + n * 74})` },
    cards.slice(0, 6).map((card, i) => place(`${name} ${i}`, card, i * 30, 0, 0.75)),
    s("text", { x: 20, y: 66, class: "spot-name" }, name))),
  view.drawn.length ? s("text", { class: "seat-note", x: 1080, y: 190 }, `Drawn: ${view.drawn.join(", ")}`) : null];
}

// A betting position: seat 1 at the dealer's left, which is on the right as a player looks at it.
function position(description, view, seat, place) {
  const share = description.seats === 1 ? 0.5 : (seat.seat - 1) / (description.seats - 1);
  const angle = (14 + share * 152) * Math.PI / 180;
  const x = WIDTH / 2 + 478 * Math.cos(angle);
  const y = 150 + 380 * Math.sin(angle);
  const classes = ["seat-plate", seat.is_you ? "you" : "", seat.is_asked ? "asked" : ""].join(" ");
  const folded = seat.actions.includes("fold") || seat.status === "left";
  return s("g", { transform: `translate(${x} ${y})`, class: folded ? "folded" : "" },
    cardsOf(seat, place), spots(description, seat),
    s("rect", { class: classes, x: -74, y: 62, width: 148, height: 26, rx: 13 }),
    s("text", { class: "seat-name", x: 0, y: 80 }, seat.player ? short(seat.player, 16) : `Seat ${seat.seat}`),
    s("text", { class: "seat-note", x: 0, y: 104 }, note(view, seat)));
}

function note(view, seat) {
  const lines = view.lines.filter((line) => line.seat === seat.seat);
  const net = lines.reduce((sum, line) => sum + line.paid - line.kept, 0);
  if (seat.status === "settled" && lines.length) return net > 0 ? `wins ${dollars(net)}` : net < 0 ? `loses ${dollars(-net)}` : "even";
  if (seat.actions.includes("fold")) return "folded";
  return seat.is_asked ? "decides" : "";
}

function cardsOf(seat, place) {
  const step = seat.cards.length > 3 ? 20 : 36;
  const width = step * (seat.cards.length - 1) + 38;
  return seat.cards.map((card, n) => place(`seat ${seat.seat} ${n}`, card, -width / 2 + n * step, -82, 0.76));
}

const SPOT = 42;

function spots(description, seat) {
  const wagers = description.wagers.filter((wager) => wager.kind !== "bonus");
  const columns = Math.min(wagers.length, wagers.length > 6 ? 5 : 4);
  return wagers.map((wager, n) => {
    const row = Math.floor(n / columns);
    const inRow = Math.min(columns, wagers.length - row * columns);
    const x = ((n % columns) - (inRow - 1) / 2) * SPOT;
    const y = -6 + row * (SPOT + 2);
    const cents = seat.wagers[wager.id];
    return s("g", { transform: `translate(${x} ${y})` }, cents ? chip(cents) : s("circle", { class: "spot", r: 16 }),
      s("text", { class: "spot-name", y: cents ? 26 : 3 }, cents ? "" : initials(wager.name)));
  });
}

function chip(cents) {
  const kind = cents >= 50000 ? "c500" : cents >= 10000 ? "c100" : cents >= 2500 ? "c25" : cents >= 500 ? "c5" : "c1";
  return [s("circle", { class: `chip-edge ${kind}`, r: 17 }), s("text", { class: "chip-sum", y: 4 }, dollars(cents))];
}

// What fits into a small circle: "Ante", "BB", "5C".
function initials(name) {
  const plain = name.replace(/,.*| Bonus.*| Payout.*/g, "").replace("Five Card Hand", "5C").replace("Six Card", "6C");
  if (plain.length <= 5) return plain;
  const words = plain.split(" ");
  return words.length > 1 ? words.map((word) => word[0]).join("") : plain.slice(0, 4);
}

function short(text, length) {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
