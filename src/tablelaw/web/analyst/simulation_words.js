// What each question of a simulation means, for readers who know the games but not statistics.
/** @typedef {{ title: string; asks: string; says: string; words: string[][] }} Question */

/** @type {Record<string, Question>} */
export const QUESTIONS = {
  hold: {
    title: "House edge compared with the exact value",
    asks: "How much of each wager does the house keep?",
    says: "The share of each wager that the house kept in the simulated rounds, beside the exact share from counting every possible deal. The two should be close: this checks that the tables pay what the mathematics says.",
    words: [
      [
        "house edge",
        "How much the house keeps of each $100 wagered. A negative figure is a gain for the players. Bets made during the round, and the main game, are per $100 of the first wager.",
      ],
      [
        "± after the house edge",
        "The margin due to chance. In about 95 of 100 such runs the true house edge is within it. Four times as many rounds halve it.",
      ],
      [
        "exact",
        "Counted over all possible deals, so chance plays no part. Where the cell is empty, a sentence below the table says why.",
      ],
      [
        "z",
        "How far the simulation is from the exact value, in units of the usual variation; positive if players did better than expected. Between -2 and 2 is usual, beyond 3 is surprising, beyond 4 points to an error.",
      ],
      [
        "deviation",
        "How far a single round usually is from the average, in wagers. It is large for a wager that seldom wins but pays a lot.",
      ],
      ["hits", "How often the player is paid more than the stake."],
    ],
  },
  session: {
    title: "A player's sessions",
    asks: "How does an evening end for a player who brings a bankroll?",
    says: "Players arrive with a bankroll and stay for a number of rounds, or until they cannot cover every wager of the next round.",
    words: [
      ["ruined", "The player can no longer cover every wager of the next round, and stops with what is left."],
      [
        "from, to",
        "The margin due to chance: in about 95 of 100 such runs the true probability is between these two values.",
      ],
      ["5% at or below", "Five in 100 sessions end with this amount or less; 50% and 95% are read in the same way."],
      ["drawdown", "The largest fall from the highest point of the session so far."],
    ],
  },
  shift: {
    title: "Table win in a shift",
    asks: "What does the table win in eight hours, and how often does it lose?",
    says: "What the table wins in eight hours over all seats. Contributions to a meter are set aside and are not part of the win.",
    words: [
      [
        "losing shift",
        "The tray holds less at the end than at the start. This happens at tables where nothing is wrong: the share says how often to expect it.",
      ],
      ["standard deviation", "How far a single shift usually is from the average."],
      ["1% at or below", "One in 100 shifts ends with this amount or less; 50% is read in the same way."],
    ],
  },
  jackpot: {
    title: "Jackpots by number of tables",
    asks: "How often are the meters won, what do they show then, how much does the house owe, and is the reserve large enough?",
    says: "The meters over whole periods of play, each starting at its seed, with a column for each number of tables that share the meters. With more tables the meters are won more often and grow faster.",
    words: [
      [
        "days between",
        "All days of play divided by all wins, with the margin due to chance. The exact figure beside it has no such margin.",
      ],
      [
        "periods without a win",
        "How often nobody wins the whole meter in a period (a year, unless you enter another length).",
      ],
      ["parts won", "Hands that win a share of the meter, such as a tenth, and leave the rest on it."],
      [
        "shown at a win",
        "The amount on the meter when all of it was won: half of the wins were above the first amount, nine in ten between the other two.",
      ],
      [
        "owed at the end",
        "The amount on the meter and in its reserve when the period ends. It is owed to the players who will win it; it is not the house's.",
      ],
      [
        "most ever owed",
        "The largest such amount at any time in any period: what the cage must hold on the worst day.",
      ],
      ["in reserve at the end", "The part of the amount owed that is set aside to reseed the meter, on average."],
      [
        "starts again",
        "After a win the meter restarts from the house's seed money and the reserve. If it restarts below its seed, the reserve was too small: the meter was won again before the reserve had been filled.",
      ],
    ],
  },
  limit: {
    title: "The payout limit",
    asks: "How much does a payout limit cost players, and how much does it add to the house edge?",
    says: "The same rounds settled twice: paid in full, and with each hand's winnings capped at the limit.",
    words: [
      [
        "house edge without, with",
        "The house's share of the first wagers, paid in full and capped at the limit, with the margin due to chance.",
      ],
      [
        "added to the house edge",
        "What the limit is worth to the house. It depends on a few large hands, so the margin tells you more than the figure.",
      ],
      [
        "it applies",
        "How often a hand wins more than the limit. If it never did in these rounds it may still be possible: try larger wagers or more rounds.",
      ],
      [
        "no table may set this limit",
        "The law sets a minimum, or fixes the amount itself. This is only a what-if; a submission with this limit would be refused.",
      ],
    ],
  },
};
