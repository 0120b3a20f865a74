"""The paytables of Massachusetts' Colorado Hold 'Em Poker, sections 12 and 13."""

from __future__ import annotations

from tablelaw_verifier.law.odds import Printed, table

INSTANT_ROWS = table(
    "required permissible", "three card straight flush | 5 to 1 | 5 to 1", "three-of-a-kind | 5 to 1 | 5 to 1"
)
PRINTED_COLORADO: Printed = {
    "bet": (
        "12(b), 13(b)",
        table(
            "required permissible",
            *("royal flush | 500 to 1 | 500 to 1", "straight flush | 100 to 1 | 100 to 1"),
            *("four-of-a-kind | 40 to 1 | 25 to 1", "full house | 11 to 1 | 10 to 1", "flush | 8 to 1 | 8 to 1"),
            *("straight | 5 to 1 | 5 to 1", "three-of-a-kind | 3 to 1 | 3 to 1", "two pair | 2 to 1 | 2 to 1"),
            "pair of tens, jacks, queens, kings or aces | 1 to 1 | 1 to 1",
        ),
    ),
    "instant": ("12(b), 13(b)", INSTANT_ROWS),
    "bonus": (
        "12(d), 13(d)",
        table(
            "required permissible",
            *("royal flush | 10,000 to 1 | 10,000 to 1", "straight flush | 1000 to 1 | 1000 to 1"),
            *("four-of-a-kind | 100 to 1 | 100 to 1", "full house | 50 to 1 | 50 to 1", "flush | 25 to 1 | 25 to 1"),
            *("straight | 15 to 1 | 15 to 1", "three-of-a-kind | 3 to 1 | 3 to 1", "two pair | 1 to 1 | 1 to 1"),
            "pair of jacks or better | push | push",
        ),
    ),
    "bonus-instant": ("12(d), 13(d)", INSTANT_ROWS),
}
