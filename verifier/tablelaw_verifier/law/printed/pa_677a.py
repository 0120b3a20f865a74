"""The paytables of 58 Pa. Code 677a.12."""

from __future__ import annotations

from tablelaw_verifier.law.odds import EVEN_MONEY, Printed, table

PRINTED_677A: Printed = {
    "even-money": ("677a.12(a)", EVEN_MONEY),
    "odds": (
        "677a.12(b)",
        table(
            "printed",
            *("royal flush | 500 to 1", "straight flush | 50 to 1", "four-of-a-kind | 10 to 1", "full house | 3 to 1"),
            *("flush | 3 to 2", "straight | 1 to 1"),
            *("three-of-a-kind | push", "two pair | push", "pair | push", "high card | push"),
        ),
    ),
    "odds-bad-beat": (
        "677a.12(c)",
        table(
            "printed",
            *("royal flush | N/A", "straight flush | 500 to 1", "four-of-a-kind | 25 to 1", "full house | 6 to 1"),
            *("flush | 5 to 1", "straight | 4 to 1"),
        ),
    ),
    "pocket-bonus": (
        "677a.12(d)",
        table(
            "A B C",
            "pair of aces | 30 to 1 | 25 to 1 | 30 to 1",
            "ace and a king, queen or jack (same suit) | 20 to 1 | 20 to 1 | 20 to 1",
            "ace and a king, queen or jack (different suits) | 10 to 1 | 10 to 1 | 10 to 1",
            "pair of 2s-kings | 5 to 1 | 5 to 1 | 4 to 1",
        ),
    ),
    "trips-plus": (
        "677a.12(e)",
        table(
            "A B C D",
            "royal flush | 100 to 1 | 100 to 1 | 100 to 1 | 100 to 1",
            "straight flush | 40 to 1 | 40 to 1 | 40 to 1 | 40 to 1",
            "four-of-a-kind | 30 to 1 | 30 to 1 | 30 to 1 | 30 to 1",
            *("full house | 9 to 1 | 8 to 1 | 7 to 1 | 8 to 1", "flush | 7 to 1 | 6 to 1 | 6 to 1 | 7 to 1"),
            *("straight | 4 to 1 | 5 to 1 | 5 to 1 | 4 to 1", "three-of-a-kind | 3 to 1 | 3 to 1 | 3 to 1 | 3 to 1"),
        ),
    ),
}
