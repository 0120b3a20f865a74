"""What hold'em poker de casino pays: article 55-18-1, al. 32 to 39, 44, 48 to 55. "Pour" does not include the stake."""

from __future__ import annotations

from tablelaw_verifier.law.odds import EVEN_MONEY, Printed, table

PRINTED_HOLDEM_DE_CASINO: Printed = {
    "even-money": ("Art. 55-18-1 al. 32", EVEN_MONEY),
    "super-ante": (
        "Art. 55-18-1 al. 33",
        table(
            "printed",
            "royal flush | 500 to 1",
            "straight flush | 50 to 1",
            "four-of-a-kind | 10 to 1",
            "full house | 3 to 1",
            "flush | 3 to 2",
            "straight | 1 to 1",
        ),
    ),
    "bonus": (
        "Art. 55-18-1 al. 48",
        table(
            "printed",
            "royal flush | 50 to 1",
            "straight flush | 40 to 1",
            "four-of-a-kind | 20 to 1",
            "full house | 7 to 1",
            "flush | 6 to 1",
            "straight | 5 to 1",
            "three-of-a-kind | 3 to 1",
        ),
    ),
}
