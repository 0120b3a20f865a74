"""The paytables of 58 Pa. Code 678a.12."""

from __future__ import annotations

from tablelaw_verifier.law.odds import EVEN_MONEY, Printed, table

PRINTED_678A: Printed = {
    "even-money": ("678a.12(a)", EVEN_MONEY),
    "flush-bonus": (
        "678a.12(b)",
        table(
            "A B C D E F G H",
            "seven-card flush|300 to 1|100 to 1|200 to 1|300 to 1|400 to 1|400 to 1|500 to 1|250 to 1",
            "six-card flush  |100 to 1|20 to 1 |20 to 1 |75 to 1 |60 to 1 |100 to 1|100 to 1|100 to 1",
            "five-card flush |10 to 1 |10 to 1 |10 to 1 |5 to 1  |12 to 1 |10 to 1 |10 to 1 |10 to 1",
            "four-card flush |1 to 1  |2 to 1  |2 to 1  |2 to 1  |1 to 1  |1 to 1  |1 to 1  |1 to 1",
        ),
    ),
    "straight-flush-bonus": (
        "678a.12(c)",
        table(
            "A B C D",
            "seven-card straight flush | 500 to 1 | 1,000 to 1 | 500 to 1 | 1,000 to 1",
            "six-card straight flush | 200 to 1 | 500 to 1 | 200 to 1 | 500 to 1",
            "five-card straight flush | 100 to 1 | 100 to 1 | 100 to 1 | 100 to 1",
            "four-card straight flush | 75 to 1 | 75 to 1 | 60 to 1 | 60 to 1",
            "three-card straight flush | 7 to 1 | 7 to 1 | 8 to 1 | 8 to 1",
        ),
    ),
    "progressive": (
        "678a.12(d)(1)",
        table(
            "A B",
            "seven-card straight flush | 100% of meter | 100% of meter",
            "six-card straight flush | 10% of meter | 10% of meter",
            *("five-card straight flush | 250 for 1 | 900 for 1", "four-card straight flush | 40 for 1 | 50 for 1"),
            "three-card straight flush | 3 for 1 | N/A",
        ),
    ),
}
LEAST_RESET_CENTS = 3_000_000
"""The smallest initial and reset amount (678a.12(d)(3))."""
