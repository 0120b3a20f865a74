"""An exposure built from a count of how all deals end, in the same way for every family of games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from time import perf_counter

from tablelaw.analysis.main_choices import choices_of
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.protection.result import Change, Exposure
from tablelaw.analysis.result import Distribution, Result
from tablelaw.law.rulebook import Terms


def counted_exposure(
    terms: Terms,
    information: Information,
    main: Result,
    distribution: Distribution,
    started: float,
    *,
    wager: Fraction,
    actions: Mapping[str, Fraction],
    changed: Iterable[Change],
    method: str,
    notes: tuple[str, ...] = (),
) -> Exposure:
    """The exact exposure whose value is the mean of the counted deals; `started` is when the solver began."""
    return Exposure(
        rulebook=terms.book.id,
        choices=choices_of(terms),
        information=information.text,
        value=distribution.mean,
        honest=main.ev,
        distribution=distribution,
        wager=wager,
        actions=actions,
        honest_actions=main.actions,
        changed=tuple(changed),
        method=method,
        notes=notes,
        seconds=perf_counter() - started,
    )
