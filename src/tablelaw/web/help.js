// Help: how a round is played, who does what, and which games are on this floor.
import { get } from "/web/lib/api.js";
import { byId, h, show } from "/web/lib/dom.js";
import { dollars } from "/web/lib/format.js";
import { frame } from "/web/lib/frame.js";

await frame("Help");
const lobby = await get("/api/lobby");
const books = [...new Set(lobby.tables.map((table) => table.rulebook))];
show(
  byId("games"),
  books.map((book) => game(lobby.tables.filter((table) => table.rulebook === book))),
);

/** @param {Api.LobbyTable[]} tables */
function game(tables) {
  const [first] = tables;
  return h(
    "div",
    {},
    h("h3", {}, first.game),
    h("p", { class: "small soft" }, first.law),
    h("p", {}, first.about),
    tables.map((table) =>
      h(
        "p",
        {},
        h("a", { href: `/table/${encodeURIComponent(table.table)}` }, `${table.table}, from ${dollars(table.minimum)}`),
      ),
    ),
  );
}
