// The name of a hand while cards are still to come. The table names complete hands; this names pairs and the like.
const RANKS = "23456789TJQKA";
const ONE = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];

/** @param {number} rank */
const many = (rank) => (ONE[rank] === "six" ? "sixes" : `${ONE[rank]}s`);

/**
 * "pair of tens", "ace high"; nothing without cards.
 * @param {string[]} own
 * @param {string[]} board
 */
export function handSoFar(own, board) {
  const cards = [...own, ...board].filter((text) => text !== "??");
  if (!own.length || own.includes("??")) return "";
  const groups = sameRanks(cards);
  if (groups[0].count === 4) return `four ${many(groups[0].rank)}`;
  const suited = ["s", "h", "d", "c"]
    .map((suit) => cards.filter((text) => text[1] === suit))
    .find((all) => all.length >= 5);
  if (suited && hasStraight(suited)) return "straight flush";
  if (groups[0].count === 3 && groups[1]?.count >= 2) return "full house";
  if (suited) return "flush";
  if (hasStraight(cards)) return "straight";
  if (groups[0].count === 3) return `three ${many(groups[0].rank)}`;
  if (groups[0].count === 2 && groups[1]?.count === 2)
    return `two pair, ${many(groups[0].rank)} and ${many(groups[1].rank)}`;
  return groups[0].count === 2 ? `pair of ${many(groups[0].rank)}` : `${ONE[groups[0].rank]} high`;
}

/**
 * The ranks and how often each is there, the most frequent first, then the highest.
 * @param {string[]} cards
 */
function sameRanks(cards) {
  const counts = new Map();
  for (const text of cards) counts.set(RANKS.indexOf(text[0]), (counts.get(RANKS.indexOf(text[0])) ?? 0) + 1);
  return [...counts]
    .map(([rank, count]) => ({ rank, count }))
    .sort((one, other) => other.count - one.count || other.rank - one.rank);
}

/** @param {string[]} cards */
function hasStraight(cards) {
  const ranks = new Set(cards.map((text) => RANKS.indexOf(text[0])));
  if (ranks.has(12)) ranks.add(-1);
  return [...ranks].some((low) => [1, 2, 3, 4].every((more) => ranks.has(low + more)));
}
