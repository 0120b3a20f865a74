"""Wagers that the law permits only on some days: which of them a gaming day excludes, and how they are refused.

A round begins when bets are closed. It is settled regardless of what lapses in the meantime, since a gaming day does
not end before its rounds do. From the next round on, the wager is neither accepted nor locked in, and the table
continues with the other wagers.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, NoReturn

from tablelaw.clock import read_day
from tablelaw.floor.handlers.meter_links import lying
from tablelaw.floor.property import MOST_TABLES
from tablelaw.floor.property_time import local_date
from tablelaw.floor.refusals import FloorRefused
from tablelaw.law.dates.editions import is_in_force
from tablelaw.submission.checks.dates import DatedChoice, dated_choices
from tablelaw.submission.draft import Draft, parse_draft
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.engine import Engine
from tablelaw.table.state import Table


class On(NamedTuple):
    """A moment at a property: its gaming day, the time, and its time zone."""

    day: str
    at: int
    zone: str

    @property
    def date(self) -> date:
        """The date of the gaming day, or the local date if no day has begun or the day's name is not a date."""
        return read_day(self.day) or local_date(self.at, self.zone)


@lru_cache(maxsize=MOST_TABLES)
def dated_wagers(text: str) -> Mapping[str, tuple[DatedChoice, ...]]:
    """The offered wagers that the law permits only on some days, with the choices they depend on.

    Most submissions have none. Reading a submission takes milliseconds, and this is asked for every wager while other
    orders wait.
    """
    draft = parse_draft(text)
    found: dict[str, tuple[DatedChoice, ...]] = {}
    for choice in dated_choices(draft):
        for wager in choice.wagers:
            if draft.is_offered(draft.book.wager(wager)):
                found[wager] = (*found.get(wager, ()), choice)
    return MappingProxyType(found)


def out_of_force(text: str, on: On) -> dict[str, DatedChoice]:
    """The offered wagers that the law does not permit on a gaming day, each with the choice it depends on."""
    if not (dated := dated_wagers(text)):
        return {}
    day = on.date
    return {wager: c for wager, choices in dated.items() for c in choices if not is_in_force(c, day)}


def require_wagers_in_force(text: str, engine: Engine, state: Table, command: Command, on: On) -> None:
    """Refuses to place or lock in a wager that the law does not permit on the gaming day."""
    if not isinstance(command, commands.PlaceWager | commands.CloseBets):
        return
    if not (out := out_of_force(text, on)):
        return
    if isinstance(command, commands.CloseBets):
        found, accepted, typed = lying(state.round, out), "hand each back", "withdraw(SEAT,WAGER)"
    else:
        found = [(command.seat, command.wager)] if command.wager in out else []
        accepted, typed = "other wagers; the table plays on without this one", ""
    if found:
        choice, day = out[found[0][1]], on.date
        seats = ", ".join(f"{engine.rules.wagers[wager].name} of seat {seat}" for seat, wager in found)
        _refuse(choice, day, f"{seats}: {choice.refused_on(day)}", accepted, typed)


def require_choices_in_force(draft: Draft, day: date) -> None:
    """Refuses to install a table with a choice that the law does not permit on that day, regardless of when it was
    filed.
    """
    for choice in dated_choices(draft, day):
        if not is_in_force(choice, day):
            _refuse(choice, day, f"{choice.where} {choice.refused_on(day)}; today is {day}", choice.instead)


def _refuse(choice: DatedChoice, day: date, why: str, accepted: str, typed: str = "") -> NoReturn:
    if choice.is_lapsed(day):
        raise FloorRefused("lapsed", why=why, cite=choice.cite, accepted=accepted, typed=typed)
    raise FloorRefused("not-in-force-yet", why=why, cite=choice.cite, accepted=accepted, typed=typed)


def lapse_alerts(text: str, engine: Engine, on: On) -> list[tuple[str, str]]:
    """The alerts for staff about wagers not permitted on a gaming day, each as a sentence and its paragraph."""
    names, day = engine.rules.wagers, on.date
    return [
        (f"{names[wager].name} is not accepted: {choice.refused_on(day)}.", choice.cite)
        for wager, choice in out_of_force(text, on).items()
    ]
