"""Shorthand for tests: decide one wager of a rulebook from the classes of its hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablelaw import rulebooks
from tablelaw.law.conduct import Case, Standing, Verdict

HIGHER, EQUAL, LOWER = Standing.HIGHER, Standing.EQUAL, Standing.LOWER


def decide(
    book_id: str,
    wager: str,
    standing: Standing | None = None,
    *,
    acts: Iterable[str] = (),
    stake_cents: int = 100,
    choices: Mapping[str, str] | None = None,
    readings: Mapping[str, str] | None = None,
    **hands: str,
) -> Verdict:
    """Decides one wager: decide("pa-653a", "blind", HIGHER, player="flush", dealer="pair") -> the verdict with its
    cite.
    """
    book = rulebooks.get(book_id)
    terms = book.terms(readings, **dict(choices or {}))
    shown = {name.replace("_", "-"): cls for name, cls in hands.items()}
    return book.settle(Case(wager, terms, shown, standing, frozenset(acts), stake_cents))


def said(verdict: Verdict) -> tuple[str, str, str]:
    """A verdict as (outcome, odds as printed, cite): what a settlement line shows."""
    return verdict.outcome.value, str(verdict.odds or ""), str(verdict.cite)
