"""The paytables of 58 Pa. Code 653a.12."""

from __future__ import annotations

from tablelaw_verifier.law.odds import EVEN_MONEY, Printed, table
from tablelaw_verifier.law.printed.shared_wagers import (
    SHARED_DRAWN,
    SHARED_ENVY,
    SHARED_FIVE_CARD,
    SHARED_PROGRESSIVE,
    SHARED_SIX_CARD,
)

PRINTED_653A: Printed = {
    "even-money": ("653a.12(a)", EVEN_MONEY),
    "blind": (
        "653a.12(b)",
        table(
            "A B",
            *("royal flush | 500 to 1 | 500 to 1", "straight flush | 50 to 1 | 50 to 1"),
            *("four-of-a-kind | 10 to 1 | 10 to 1", "full house | 3 to 1 | 3 to 1", "flush | 3 to 2 | 3 to 2"),
            *("straight | 1 to 1 | ", "less than a straight | push | ", "less than a flush | | push"),
        ),
    ),
    "trips": (
        "653a.12(c)",
        table(
            "A B C D",
            "royal flush | 50 to 1 | 50 to 1 | 50 to 1 | 50 to 1",
            "straight flush | 40 to 1 | 40 to 1 | 40 to 1 | 40 to 1",
            "four-of-a-kind | 30 to 1 | 30 to 1 | 30 to 1 | 20 to 1",
            *("full house | 9 to 1 | 8 to 1 | 8 to 1 | 7 to 1", "flush | 7 to 1 | 6 to 1 | 7 to 1 | 6 to 1"),
            *("straight | 4 to 1 | 5 to 1 | 4 to 1 | 5 to 1", "three-of-a-kind | 3 to 1 | 3 to 1 | 3 to 1 | 3 to 1"),
        ),
    ),
    "progressive": ("653a.12(d)(1)", SHARED_PROGRESSIVE),
    "envy": ("653a.12(d)(5)", SHARED_ENVY),
    "five-card": ("653a.12(e)(1)", SHARED_FIVE_CARD),
    "drawn": ("653a.12(e)(3)", SHARED_DRAWN),
    "six-card": ("653a.12(f)", SHARED_SIX_CARD),
    "bad-beat": (
        "653a.12(g)",
        table(
            "A B C",
            "straight flush | 10,000 to 1 | 7,500 to 1 | 2,500 to 1",
            *("four-of-a-kind | 500 to 1 | 500 to 1 | 500 to 1", "full house | 40 to 1 | 50 to 1 | 50 to 1"),
            *("flush | 25 to 1 | 30 to 1 | 30 to 1", "straight | 20 to 1 | 20 to 1 | 20 to 1"),
            "three-of-a-kind | 9 to 1 | 9 to 1 | 9 to 1",
        ),
    ),
}
