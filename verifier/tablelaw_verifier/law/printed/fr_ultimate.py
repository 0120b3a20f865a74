"""What ultimate hold'em poker pays: article 55-20, alinéas 15 and 19 to 34. "N pour 1" does not include the stake."""

from __future__ import annotations

from tablelaw_verifier.law.odds import EVEN_MONEY, Printed, table

PRINTED_FRENCH_ULTIMATE: Printed = {
    "even-money": ("Art. 55-20 al. 15", EVEN_MONEY),
    "blind": (
        "Art. 55-20 al. 28",
        table(
            "printed",
            *("royal flush | 500 to 1", "straight flush | 50 to 1", "four-of-a-kind | 10 to 1", "full house | 3 to 1"),
            *("flush | 3 to 2", "straight | 1 to 1", "less than a straight | push"),
        ),
    ),
    "trips": (
        "Art. 55-20 al. 20",
        table(
            "printed",
            *("royal flush | 50 to 1", "straight flush | 40 to 1", "four-of-a-kind | 30 to 1", "full house | 8 to 1"),
            *("flush | 7 to 1", "straight | 4 to 1", "three-of-a-kind | 3 to 1"),
        ),
    ),
}
