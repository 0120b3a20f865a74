// Help: how a round goes, who does what, and which games are on this floor.
import { get } from "/web/lib/api.js";
import { byId, h, show } from "/web/lib/dom.js";
import { dollars } from "/web/lib/money.js";
import { shell } from "/web/lib/shell.js";

const ABOUT = {
  "pa-653a": "You and the dealer make the best five of seven cards. The earlier you raise, the more you may: three or four times the Ante before the Flop, twice after it, once at the end.",
  "pa-647a": "Two cards each and five on the board. Bet on the Flop, and if you like on the Turn and the River. The Ante is paid on a strong hand only.",
  "md-thb": "The same game as in Pennsylvania, under Maryland's law: other limits, other duties.",
  "ma-colorado": "Three cards: put one away, keep two, and make the best hand with three on the board. You play against a pay table, not a dealer.",
  "pa-677a": "Heads up against the dealer. Raise early for more, or wait; the Odds wager pays on strong hands, and even on some that lose.",
  "pa-678a": "Seven cards: the longest flush wins, then the highest. The longer your flush, the more you may raise.",
};

await shell("Help");
const lobby = await get("/api/lobby");
show(byId("games"), lobby.tables.map((table) => h("div", {},
  h("h3", {}, table.game), h("p", { class: "small soft" }, table.law), h("p", {}, ABOUT[table.rulebook] ?? ""),
  h("a", { href: `/table/${encodeURIComponent(table.table)}` }, `${table.table}, ${dollars(table.minimum)} minimum`))));
