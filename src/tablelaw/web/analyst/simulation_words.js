// What each question of a simulation is, in words for somebody who knows the games and not statistics.
/** @typedef {{ title: string; asks: string; says: string; words: string[][] }} Question */

/** @type {Record<string, Question>} */
export const QUESTIONS = {
  hold: {
    title: "Hold beside the exact value",
    asks: "What does the house keep of each wager?",
    says: "What the house held on each wager in the rounds dealt, beside what it holds by counting every possible deal. Dealing must come out near the count: that is the check that the tables pay as the mathematics says.",
    words: [
      [
        "hold",
        "Of each $100 wagered, what the house keeps. Below zero the players gain. Bets made during the round and the main game are per $100 of Ante.",
      ],
      [
        "± after the hold",
        "Luck in the rounds that happened to be dealt. Of 100 such runs, about 95 have the true hold within these bounds. Four times the rounds halve it.",
      ],
      [
        "exact",
        "Counted over all deals, with no luck in it. Where nothing stands, a sentence below the table says why.",
      ],
      [
        "z",
        "How far dealing is from counting, measured by what luck usually does, above zero where players did better than counted: between -2 and 2 is usual, beyond 3 would be a surprise, beyond 4 a fault.",
      ],
      [
        "deviation",
        "How far a single round usually is from the average, in wagers. A long shot that pays much has a large one.",
      ],
      ["hits", "How often the player is paid more than the stake."],
    ],
  },
  session: {
    title: "Sessions of a player",
    asks: "How does an evening end for a player who comes with a bankroll?",
    says: "Players who come with a bankroll and stay for so many rounds, or until the next round cannot be wagered in full.",
    words: [
      ["ruined", "The purse no longer covers every bet of the next round; the player stops with what is left."],
      [
        "from, to",
        "Luck in the sessions dealt: the true chance lies within these bounds in about 95 of 100 such runs.",
      ],
      [
        "5% at or below",
        "Of 100 sessions the 5 worst end here or lower; at 50% half of them do, at 95% all but the 5 best.",
      ],
      ["drawdown", "The deepest fall from the best moment of a session so far."],
    ],
  },
  shift: {
    title: "Table win in a shift",
    asks: "What does the table win in eight hours, and how often does it lose?",
    says: "What the table wins in eight hours, all seats together. What wagers add to a meter is set aside and is no win of the table.",
    words: [
      [
        "losing shift",
        "The tray has less at the end than at the beginning. It happens to sound tables: the share says how often to expect it.",
      ],
      ["standard deviation", "How far a single shift usually is from the average."],
      ["1% at or below", "Of 100 shifts the worst ends here or lower; at 50% half of them do."],
    ],
  },
  jackpot: {
    title: "Jackpots by number of tables",
    asks: "How often are the meters won, what do they show then, what does the house owe, and does the reserve suffice?",
    says: "The meters over whole periods of play, each beginning at its seed; a column for each number of tables that feed the same meters. More tables win more often and feed faster.",
    words: [
      [
        "days between",
        "All days of play divided by all wins, with the bounds that luck leaves. The exact figure beside it has no luck in it.",
      ],
      [
        "periods without a win",
        "How often a whole period (a year, unless told otherwise) passes and nobody wins all of the meter.",
      ],
      ["parts won", "Hands that win a share of the meter, such as a tenth, and leave the rest."],
      [
        "shown at a win",
        "What the meter stood at when all of it was won: half of the wins were above the first sum, nine of ten between the other two.",
      ],
      [
        "owed at the end",
        "What the meter shows and holds in reserve when the period ends. It belongs to the players who will win it, not to the house.",
      ],
      [
        "most ever owed",
        "The largest such sum at any moment of any period: what must be in the cage on the worst day seen.",
      ],
      ["in reserve at the end", "Of what is owed, the part set aside for the next start of the meter, on average."],
      [
        "starts again",
        "After a win the meter starts from what the house puts in and from its reserve. Below its seed, the reserve was too small: it was won again before it had been filled.",
      ],
    ],
  },
  limit: {
    title: "The payout limit",
    asks: "What does a limit on payouts take from players, and what does it add to the hold?",
    says: "The same rounds twice: paid in full, and with what a hand wins cut at the limit.",
    words: [
      [
        "hold without, with",
        "The house's share of the Antes, paid in full and cut at the limit, with the bounds that luck leaves.",
      ],
      [
        "added to the hold",
        "What the limit is worth to the house. It hangs on few, large hands: look at the bounds more than at the figure.",
      ],
      [
        "it bites",
        "How often a hand wins more than the limit. Never, in these rounds, does not mean that it cannot: larger wagers or more rounds may show it.",
      ],
      [
        "no table may set this limit",
        "The law has a floor, or fixes the sum itself. What is asked here is a what-if; a submission with it would be refused.",
      ],
    ],
  },
};
