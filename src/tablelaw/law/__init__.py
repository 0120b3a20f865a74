"""The vocabulary of a rulebook (cites, odds, paytables, wagers, rules), and how a rulebook is loaded and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.lazy_names import lazy_names

if TYPE_CHECKING:
    from tablelaw.law.cite import Cite as Cite
    from tablelaw.law.conduct import Case as Case
    from tablelaw.law.conduct import Outcome as Outcome
    from tablelaw.law.conduct import Rule as Rule
    from tablelaw.law.conduct import Standing as Standing
    from tablelaw.law.conduct import Verdict as Verdict
    from tablelaw.law.conduct import rule as rule
    from tablelaw.law.loader import load as load
    from tablelaw.law.odds import Odds as Odds
    from tablelaw.law.odds import Payment as Payment
    from tablelaw.law.rulebook import Rulebook as Rulebook
    from tablelaw.law.rulebook import Terms as Terms

__all__ = [
    "Case",
    "Cite",
    "Odds",
    "Outcome",
    "Payment",
    "Rule",
    "Rulebook",
    "Standing",
    "Terms",
    "Verdict",
    "load",
    "rule",
]

__getattr__ = lazy_names(
    __name__,
    {
        "Case": "conduct",
        "Cite": "cite",
        "Odds": "odds",
        "Outcome": "conduct",
        "Payment": "odds",
        "Rule": "conduct",
        "Rulebook": "rulebook",
        "Standing": "conduct",
        "Terms": "rulebook",
        "Verdict": "conduct",
        "load": "loader",
        "rule": "conduct",
    },
)
