"""The house edge that every other permitted choice would give: the figures of a draft with one choice changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.par.contents import RoundPart
from tablelaw.analysis.par.meters import progressives_filed
from tablelaw.analysis.par.wagers import side_wagers_filed
from tablelaw.analysis.par.whole_round import whole_round
from tablelaw.analysis.result import fraction_text
from tablelaw.law.rows import Paytable
from tablelaw.submission.checks.all_checks import check
from tablelaw.submission.draft import Draft, parse_draft
from tablelaw.submission.submission import accept
from tablelaw.submission.template import new_submission

Told = Callable[[str], None]


class Choice(NamedTuple):
    """A choice that the regulation leaves to the operator: its part and name in the file, and the values it accepts."""

    part: str
    name: str
    values: tuple[str, ...]
    paytable: Paytable | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """One value of a choice: the long-run house edge of each wager it affects, and of a round in which everything is
    staked.
    """

    part: str
    name: str
    value: str
    is_filed: bool
    is_offered: bool
    """False for a paytable of a wager that the draft does not offer: the figures are as if it were offered."""
    holds: tuple[tuple[str, str, Fraction], ...]
    """(wager, its name, hold)"""
    overall: Fraction

    def as_json(self) -> dict[str, object]:
        holds = [{"wager": w, "name": name, "hold": float(h), "exact": fraction_text(h)} for w, name, h in self.holds]
        said = {"part": self.part, "name": self.name, "value": self.value}
        marks = {"is_filed": self.is_filed, "is_offered": self.is_offered}
        overall = {"overall": float(self.overall), "overall_exact": fraction_text(self.overall)}
        return {**said, **marks, "holds": holds, **overall}


def alternatives(draft: Draft, tell: Told | None = None) -> tuple[Held, ...]:
    """The house edges under every value of every option, paytable column and switchable reading, with the rest of the
    draft unchanged.
    """
    return tuple(held for choice in choices_left(draft) for held in _held(draft, choice, tell))


def choices_left(draft: Draft) -> Iterator[Choice]:
    book = draft.book
    yield from (Choice("options", option.id, option.values) for option in book.options if option.values)
    for table in book.paytables:
        if table.selected_by == "submission" and len(table.columns) > 1:
            yield Choice("paytables", table.id, table.columns, table)
    for reading in book.readings:
        if reading.switch:
            yield Choice("readings", reading.id, tuple(candidate.id for candidate in reading.candidates))


def _held(draft: Draft, choice: Choice, tell: Told | None) -> Iterator[Held]:
    """The house edges under each value of a choice; leaves out values that the rest of the draft does not allow."""
    is_offered = choice.paytable is None or _offers(draft, choice.paytable)
    start = draft if is_offered or choice.paytable is None else _offering(draft, choice.paytable)
    rounds = {}
    for value in choice.values:
        changed = _with(start, choice, value)
        if not check(changed):
            rounds[value] = _round(changed, tell)
    bearing = _bearing(choice, list(rounds.values()))
    filed = _filed(draft, choice)
    for value, parts in rounds.items():
        holds = tuple((part.wager, part.name, part.hold_per_unit) for part in parts if part.wager in bearing)
        yield Held(choice.part, choice.name, value, value == filed, is_offered, holds, _overall(parts))


def _round(draft: Draft, tell: Told | None) -> tuple[RoundPart, ...]:
    filed = accept(draft)
    main = main_of(filed.terms, tell)
    sides = side_wagers_filed(filed, main, tell)
    return whole_round(filed, main, sides, progressives_filed(filed, sides))


def _overall(parts: tuple[RoundPart, ...]) -> Fraction:
    staked = sum((part.staked_cents for part in parts), Fraction(0))
    return sum((part.kept_cents for part in parts), Fraction(0)) / staked


def _bearing(choice: Choice, rounds: list[tuple[RoundPart, ...]]) -> set[str]:
    """The wagers that a choice affects: those whose house edge differs between values or that some value removes, and
    those that its paytable pays.
    """
    found: dict[str, list[Fraction]] = {}
    for part in (part for parts in rounds for part in parts):
        found.setdefault(part.wager, []).append(part.hold_per_unit)
    named = set(choice.paytable.wagers) if choice.paytable else set()
    return {w for w, holds in found.items() if len(set(holds)) > 1 or len(holds) < len(rounds) or w in named}


# --- A draft with one thing changed ---------------------------------------------------------------------


def _filed(draft: Draft, choice: Choice) -> str:
    written = draft.part(choice.part).get(choice.name)
    if written is not None:
        return str(written)
    if choice.part == "readings":
        return draft.book.reading(choice.name).chosen
    return draft.choice(choice.name)


def _with(draft: Draft, choice: Choice, value: str) -> Draft:
    part = {**draft.part(choice.part), choice.name: value}
    return replace(draft, raw={**draft.raw, choice.part: part})


def _offers(draft: Draft, table: Paytable) -> bool:
    return any(draft.is_offered(draft.book.wager(wager)) for wager in table.wagers)


def _offering(draft: Draft, table: Paytable) -> Draft:
    """The draft with the wagers of a paytable offered as a new submission would offer them."""
    usual = parse_draft(new_submission(draft.book, offer_all=True)).part("wagers")
    wagers: dict[str, Any] = dict(draft.part("wagers"))
    for wager in (draft.book.wager(name) for name in table.wagers):
        name = wager.offered_with or wager.id
        if name in usual:
            wagers[name] = {**usual[name], **wagers.get(name, {}), "offered": True}
    return replace(draft, raw={**draft.raw, "wagers": wagers})
