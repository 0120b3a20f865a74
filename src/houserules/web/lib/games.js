// What each game is, in two sentences, for somebody who has never seen it.
export const ABOUT = {
  "pa-653a": "You and the dealer make the best five of seven cards. The earlier you raise, the more you may: three or four times the Ante before the Flop, twice after it, once at the end.",
  "pa-647a": "Two cards each and five on the board. Bet on the Flop, and if you like on the Turn and the River. The Ante is paid on a strong hand only.",
  "md-thb": "Two cards each and five on the board; bet on the Flop, and if you like later. As in Pennsylvania, with Maryland's limits and duties.",
  "ma-colorado": "Three cards: put one away, keep two, and make the best hand with three on the board. You play against a pay table, not a dealer.",
  "pa-677a": "Heads up against the dealer. Raise early for more, or wait; the Odds wager pays on strong hands, and even on some that lose.",
  "pa-678a": "Seven cards: the longest flush wins, then the highest. The longer your flush, the more you may raise.",
};

// A round of each game for somebody who sits down for the first time.
const HOLDEM_HAND = "The best five of your two cards and the five on the board are your hand; the dealer's is made the same way.";
const BONUS_ROUND = [
  "Before any card: stake the Ante.",
  "You get two cards. Fold and lose the Ante, or bet twice the Ante on the Flop.",
  "Three cards are turned up. Check, or bet once the Ante on the Turn; a fourth card; check, or bet on the River; a fifth.",
  HOLDEM_HAND,
  "Beat the dealer and your bets are paid one to one. The Ante is paid only if your hand is strong, as the felt says; else it comes back.",
];
export const HOW = {
  "pa-653a": [
    "Before any card: stake the Ante and, as much again, the Blind.",
    "You get two cards. Check, or bet three or four times the Ante on Play. You bet once in a round.",
    "Three cards are turned up on the board. If you have checked: check again, or bet twice the Ante.",
    "The last two are turned up. If you still have not bet: bet once the Ante, or fold and lose both stakes.",
    HOLDEM_HAND,
    "Beat the dealer and Play is paid one to one, the Blind on strong hands only. A dealer with less than a pair returns the Ante.",
  ],
  "pa-647a": BONUS_ROUND,
  "md-thb": BONUS_ROUND,
  "ma-colorado": [
    "Before any card: stake the Ante.",
    "You get three cards. Put one away and decide on the Bet, which is as much as the Ante; the buttons show what you may do.",
    "Three cards are turned up on the board. With your two they are your hand.",
    "There is no dealer's hand to beat: what your hand is paid stands in the pay table.",
  ],
  "pa-677a": [
    "Before any card: stake the Ante and, as much again, the Odds.",
    "You get two cards. Check, or raise up to three times the Ante. You raise once in a round.",
    "Three cards are turned up. If you have checked: check again, or raise up to twice the Ante.",
    "The last two are turned up. If you still have not raised: raise once the Ante, or fold.",
    HOLDEM_HAND,
    "Beat the dealer and the raise is paid one to one; the Odds pay on strong hands, even on some that lose.",
  ],
  "pa-678a": [
    "Before any card: stake the Ante.",
    "You get seven cards. What counts is the longest flush among them: most cards of one suit, then the highest.",
    "Fold and lose the Ante, or raise: once the Ante, up to twice with a flush of five, up to three times with one of six or seven.",
    "A dealer without a flush of three headed by a nine does not play: the Ante is paid and the raise comes back.",
    "Else the better flush wins; if it is yours, Ante and raise are paid one to one.",
  ],
};
