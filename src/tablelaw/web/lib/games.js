// What each game is, in two sentences, for readers who have never seen it.
/** @type {Record<string, string>} */
export const ABOUT = {
  "pa-653a":
    "You and the dealer make the best five of seven cards. The earlier you raise, the more you may: three or four times the Ante before the Flop, twice after it, once at the end.",
  "pa-647a":
    "Two cards each and five on the board. Bet on the Flop, and if you like on the Turn and the River. The Ante is paid on a strong hand only.",
  "md-thb":
    "Two cards each and five on the board; bet on the Flop, and if you like later. As in Pennsylvania, with Maryland's limits and duties.",
  "ma-colorado":
    "Three cards: put one away, keep two, and make the best hand with three on the board. You play against a pay table, not a dealer.",
  "pa-677a":
    "Heads up against the dealer. Raise early for more, or wait; the Odds wager pays on strong hands, and even on some that lose.",
  "pa-678a": "Seven cards: the longest flush wins, then the highest. The longer your flush, the more you may raise.",
};
