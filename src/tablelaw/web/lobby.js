// The lobby: every table with its game, limits, seats and meters, updated live.
import { enterDemo, get, live, sentenceOf } from "/web/lib/api.js";
import { byId, h, redraw, show, toast } from "/web/lib/dom.js";
import { dollars, exact } from "/web/lib/format.js";
import { line, frame } from "/web/lib/frame.js";
import { practise } from "/web/lib/practice.js";

/** @type {Record<string, string>} */
const PHASES = {
  closed: "Closed",
  opening: "Preparing the cards",
  betting: "Place your wagers",
  dealing: "Dealing",
  revealing: "Dealing",
  ending: "No new rounds",
  deciding: "Players are deciding",
  showdown: "The dealer turns up the cards",
  settling: "Settling wagers",
  done: "Collecting the cards",
};
const REAL_CARDS =
  "Real cards from a real shoe: the dealer enters each card as it is dealt. Enter as a dealer to practise; a guest is seated to play with you.";

/** @type {Record<string, string>} */
const WELCOME = {
  player:
    "Choose a table, sit down and buy chips. Each table's page explains how a round is played, and names the paragraph of law behind every settlement.",
  dealer: "Choose a table to deal. It is yours until you hand it back; the other tables are dealt automatically.",
  floor: "Watch any table here. Your tasks are on the Floor page: payouts to validate, trays, and the daily report.",
  auditor: "Watch any table here. Finished rounds, proofs, money and meters are on the Auditor page.",
  administrator: "Watch any table here. Tables are installed on the Property page.",
};

const who = await frame("Lobby");
welcome();
draw(await get("/api/lobby"));
if (who.role) live(["lobby"], (message) => message.lobby && draw(message.lobby), line);
else setInterval(async () => draw(await get("/api/lobby")), 3000);

function welcome() {
  const text = who.role
    ? (WELCOME[who.role] ?? WELCOME.player)
    : who.is_demo
      ? "Play at any table, or choose a role at the top of the page to see its pages."
      : "Anyone may watch. Sign in at the top of the page to take a seat or to work here.";
  show(
    byId("welcome"),
    text,
    who.role || !who.is_demo
      ? ""
      : [
          " ",
          h(
            "button",
            { class: "primary", type: "button", onclick: () => enterDemo("player").then(() => location.reload()) },
            "Enter as a player",
          ),
        ],
  );
}

/** @param {Api.Lobby} lobby */
function draw(lobby) {
  byId("day").textContent = [lobby.property, lobby.day ? `gaming day ${lobby.day}` : "no gaming day is open"]
    .filter(Boolean)
    .join(", ");
  drawNeighbours(lobby.beside ?? []);
  const cards = lobby.tables.map(tableCard);
  redraw(
    byId("tables"),
    cards.length
      ? cards
      : h(
          "p",
          { class: "empty" },
          "There are no tables on this floor yet. An administrator installs one with its Rules Submission.",
        ),
  );
}

/** @param {Api.Neighbour[]} neighbours */
function drawNeighbours(neighbours) {
  const place = byId("beside");
  place.hidden = !neighbours.length;
  redraw(
    place,
    "Also open, in another currency: ",
    neighbours.map((one) => h("a", { href: one.address }, one.name)),
  );
}

/** @param {Api.LobbyTable} table */
function tableCard(table) {
  const free = table.players.filter((player) => !player).length;
  const path = `/table/${encodeURIComponent(table.table)}`;
  return h(
    "section",
    { class: "panel table-card", "aria-label": table.table, "data-key": table.table },
    h("div", { class: "table-title" }, h("h2", {}, table.game), h("span", { class: "tag" }, table.table)),
    h(
      "p",
      { class: "small soft" },
      `${table.law} · ${dollars(table.minimum)} to ${dollars(table.maximum)}${table.is_physical ? " · real cards" : ""}`,
    ),
    h("p", { class: "small" }, table.is_physical ? REAL_CARDS : table.about),
    h("div", { class: "table-middle" }, seats(table), meters(table)),
    h(
      "div",
      { class: "table-foot" },
      h(
        "span",
        { class: "small soft" },
        `${table.is_dealt ? (PHASES[table.phase] ?? "Open") : "Waiting for a dealer"} · ${rounds(table.rounds)}`,
      ),
      h(
        "span",
        { class: "row" },
        who.is_demo && !table.is_physical && ["", "player"].includes(who.role) ? practiceButton(table) : null,
        h("a", { class: "small", "data-key": "sign", href: `/display/${encodeURIComponent(table.table)}` }, "Sign"),
        who.role === "dealer"
          ? h(
              "a",
              {
                class: table.is_dealt ? "button" : "button primary",
                "data-key": "deal",
                href: `/dealer/${encodeURIComponent(table.table)}`,
              },
              "Deal",
            )
          : null,
        h(
          "a",
          {
            class: table.is_dealt || who.role !== "dealer" ? "button primary" : "button",
            href: path,
            "data-key": "play",
          },
          free && who.role === "player"
            ? "Sit down"
            : free && !who.role && who.is_demo && table.is_dealt
              ? "Play"
              : "Watch",
        ),
      ),
    ),
  );
}

/**
 * A private table of the same game, with one press.
 * @param {Api.LobbyTable} table
 */
function practiceButton(table) {
  return h(
    "button",
    {
      type: "button",
      "data-key": "practise",
      title: "A table of your own: no other players and no clock.",
      onclick: () => practise(table.rulebook).catch((refusal) => toast(sentenceOf(refusal), "bad")),
    },
    "Play alone",
  );
}

/** @param {number} count */
function rounds(count) {
  return count === 0 ? "no rounds played yet" : count === 1 ? "1 round played" : `${count} rounds played`;
}

/** @param {Api.LobbyTable} table */
function seats(table) {
  return h(
    "ol",
    { class: "seats-line", "aria-label": "Seats" },
    table.players.map((player, place) =>
      h(
        "li",
        {
          class: player ? `taken ${player === who.name ? "you" : ""}` : "",
          title: player || `Seat ${place + 1} is free`,
        },
        player || String(place + 1),
      ),
    ),
  );
}

/** @param {Api.LobbyTable} table */
function meters(table) {
  if (!table.meters.length) return h("p", { class: "small soft" }, "This table has no progressive wager.");
  return h(
    "dl",
    { class: "meters" },
    table.meters.map((meter) =>
      h(
        "div",
        { class: meter.is_down ? "down" : "" },
        h("dt", {}, meter.is_down ? `${meter.title} (link down)` : meter.title),
        h("dd", {}, exact(meter.cents)),
      ),
    ),
  );
}
