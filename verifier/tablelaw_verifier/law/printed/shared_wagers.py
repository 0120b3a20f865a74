"""Tables that are printed identically in 647a and 653a: Progressive, Five Card Hand, Six Card Bonus."""

from __future__ import annotations

from tablelaw_verifier.law.odds import table

SHARED_PROGRESSIVE = table(
    "A B C D",
    "royal flush | 100% of meter | 100% mega jackpot | 100% mega jackpot | 100% mega jackpot",
    "straight flush | 10% of meter | 100% major jackpot | 100% major jackpot | 100% major jackpot",
    "four-of-a-kind | 300 for 1 | 300 for 1 | 100% minor jackpot | 100% minor jackpot",
    *("full house | 50 for 1 | 50 for 1 | 50 for 1 | 50 for 1", "flush | 40 for 1 | 40 for 1 | 40 for 1 | 40 for 1"),
    "straight | 30 for 1 | 30 for 1 | 30 for 1 | 30 for 1",
    "three-of-a-kind | 9 for 1 | 9 for 1 | 10 for 1 | 9 for 1",
)
SHARED_ENVY = table("$1 $5", "royal flush | $1,000 | $5,000", "straight flush | $300 | $1,500")
SHARED_FIVE_CARD = table(
    "printed",
    *("royal flush | 100% of meter", "straight flush | 10% of meter", "four-of-a-kind | 500 for 1"),
    *("full house | 100 for 1", "flush | 50 for 1"),
)
SHARED_DRAWN = table("printed", "magic card | 20 for 1", "lucky bonus | 5 for 1")
SHARED_SIX_CARD = table(
    "A B C D E",
    "six-card royal flush, diamonds | | | | | 200,000 to 1",
    "six-card royal flush, hearts, spades or clubs | | | | | 20,000 to 1",
    "royal flush | 1,000 to 1 | 1,000 to 1 | 1,000 to 1 | 1,000 to 1 | 1,000 to 1",
    "straight flush | 200 to 1 | 200 to 1 | 200 to 1 | 200 to 1 | 200 to 1",
    "four-of-a-kind | 50 to 1 | 50 to 1 | 100 to 1 | 100 to 1 | 50 to 1",
    "full house | 25 to 1 | 25 to 1 | 20 to 1 | 20 to 1 | 20 to 1",
    "flush | 20 to 1 | 15 to 1 | 15 to 1 | 15 to 1 | 15 to 1",
    "straight | 10 to 1 | 10 to 1 | 9 to 1 | 10 to 1 | 10 to 1",
    "three-of-a-kind | 5 to 1 | 5 to 1 | 8 to 1 | 7 to 1 | 5 to 1",
)
METERS_OF_PROGRESSIVE = {
    "A": {"progressive-a": ("meter", 10_000, "21/100")},
    "B": {"mega-b": ("mega", 10_000, "11/100"), "major-b": ("major", 1_000, "1/10")},
    "C": {
        "mega-c": ("mega", 10_000, "9/100"),
        "major-c": ("major", 1_000, "7/100"),
        "minor-c": ("minor", 250, "3/100"),
    },
    "D": {"mega-d": ("mega", 10_000, "1/10"), "major-d": ("major", 1_000, "2/25"), "minor-d": ("minor", 250, "3/100")},
}
"""The meters of the Progressive (647a.12(d)(3), 653a.12(d)(3)): name, seed and reseed in dollars for each dollar
wagered, primary increment.
"""
FIVE_CARD_METER = ("meter", 10_000, 0, "13/100", "2/25")
"""The Five Card meter (647a.12(e)(4), 653a.12(e)(4)): name, seed, reseed, primary and reserve increment."""
