"""The paytables of Maryland's Texas Hold 'Em Bonus Poker, section 12."""

from __future__ import annotations

from tablelaw_verifier.law.odds import EVEN_MONEY, Printed
from tablelaw_verifier.law.printed.pa_647a import TEXAS_BONUS

PRINTED_MARYLAND: Printed = {
    "even-money": ("12.A", EVEN_MONEY),
    "texas-bonus": ("12.B", {"A": TEXAS_BONUS["A"], "B": TEXAS_BONUS["A"]}),
}
"""Paytable B is printed line for line as A; under the reading without-the-double its first line is not offered."""
