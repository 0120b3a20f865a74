"""The paytables of 58 Pa. Code 647a.12."""

from __future__ import annotations

from tablelaw_verifier.law.odds import EVEN_MONEY, Printed, table
from tablelaw_verifier.law.printed.shared_wagers import (
    SHARED_DRAWN,
    SHARED_ENVY,
    SHARED_FIVE_CARD,
    SHARED_PROGRESSIVE,
    SHARED_SIX_CARD,
)

TEXAS_BONUS = table(
    "A B",
    *("ace-ace (dealer and player) | 1,000 to 1 | N/A", "ace-ace | 30 to 1 | 30 to 1"),
    *("ace-king (same suit) | 25 to 1 | 25 to 1", "ace-queen or ace-jack (same suit) | 20 to 1 | 20 to 1"),
    *("ace-king (different suits) | 15 to 1 | 15 to 1", "king-king, queen-queen or jack-jack | 10 to 1 | 10 to 1"),
    *("ace-queen or ace-jack (different suits) | 5 to 1 | 5 to 1", "pair of 10-10 through 2-2 | 3 to 1 | 3 to 1"),
)
PRINTED_647A: Printed = {
    "even-money": ("647a.12(a)", EVEN_MONEY),
    "texas-bonus": ("647a.12(b)", TEXAS_BONUS),
    "progressive": ("647a.12(d)(1)", SHARED_PROGRESSIVE),
    "envy": ("647a.12(d)(5)", SHARED_ENVY),
    "five-card": ("647a.12(e)(1)", SHARED_FIVE_CARD),
    "drawn": ("647a.12(e)(3)", SHARED_DRAWN),
    "six-card": ("647a.12(f)", SHARED_SIX_CARD),
}
