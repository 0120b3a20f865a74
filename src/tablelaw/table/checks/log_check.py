"""Checks a log: each event must be the one that the table produces from the event's command.

The command can be rebuilt from its event. The engine carries it out again in the state left by the earlier events, and
the result must equal the log exactly: cards, sums, paragraphs, actors and times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tablelaw.errors import ImpossibleEvent
from tablelaw.persons import Actor
from tablelaw.table import commands as c
from tablelaw.table import events as e
from tablelaw.table.engine import Engine
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import tag_of
from tablelaw.table.state import Table

READIED: dict[str, type[c.Command]] = {
    "inspected": c.InspectDecks,
    "verified": c.VerifyInspection,
    "spread": c.SpreadCards,
    "idle": c.SpreadCards,
    "seen": c.ShowCards,
    "stacked": c.WashCards,
}
COMPLETE = "the events of one table, complete and in order"


def followed(engine: Engine, happened: Sequence[e.Event]) -> Table:
    """The table after the events, starting from a closed table; refuses the first impossible event."""
    shares = not any(isinstance(event, e.ShareFixed) for event in happened)
    stub = not any(isinstance(event, e.StubCounted) and Actor.parse(event.by).role == "floor" for event in happened)
    engine = engine.of_earlier_form(shares=shares, stub=stub)
    state, place = engine.new(), 0
    while place < len(happened):
        logged = happened[place : place + 2]
        made = _made(engine, state, logged, place + 1)
        for number, event in enumerate(made, place):
            _require_same_event(event, happened[number] if number < len(happened) else None, number + 1)
        state, place = engine.replay(made, state), place + len(made)
    return state


def _made(engine: Engine, state: Table, logged: Sequence[e.Event], number: int) -> list[e.Event]:
    """The events that the table produces from the command behind the next event."""
    event, where = logged[0], _where(logged[0], number)
    command_of = COMMAND_OF.get(type(event))
    if command_of is None:
        what = f"{tag_of(type(event))} is only ever part of another event"
        raise ImpossibleEvent(what, where=where, cite=event.cite, accepted=COMPLETE)
    try:
        return engine.apply(state, command_of(engine, state, *logged))
    except Refused as refusal:
        what, why = "the table would have refused it", f"{refusal.code}: {refusal.what} ({refusal.law})"
        raise ImpossibleEvent(what, where=where, why=why, cite=refusal.cite, accepted=refusal.accepted) from None
    except Exception as error:  # a log may contain anything; refuse whatever the engine cannot carry out
        what = f"{tag_of(type(event))} cannot happen at this point"
        raise ImpossibleEvent(what, where=where, cite=event.cite, accepted=COMPLETE) from error


def _where(event: e.Event, number: int) -> str:
    return f"event {number} ({tag_of(type(event))})"


# --- From an event back to its command ------------------------------------------------------------------

Back = Callable[..., c.Command]
"""A function that rebuilds a command from the engine, the state before the event, the event, and the next event, if
any.
"""


def _given(kind: type[c.Command], *fields: str) -> Back:
    """Rebuilds a command whose arguments are these fields of the event."""

    def command(engine: Engine, state: Table, event: e.Event, *after: e.Event) -> c.Command:
        return kind(*(getattr(event, field) for field in fields), by=event.by, at=event.at)

    return command


def _received(engine: Engine, state: Table, event: e.DecksReceived, *after: e.Event) -> c.Command:
    kind = c.ChangeDecks if state.decks else c.ReceiveDecks
    return kind(event.backs, event.preshuffled, by=event.by, at=event.at)


def _readied(engine: Engine, state: Table, event: e.DecksReadied, *after: e.Event) -> c.Command:
    return READIED[event.status](by=event.by, at=event.at)


def _marked(engine: Engine, state: Table, event: e.DeviceMarked, *after: e.Event) -> c.Command:
    return c.MarkDevice(event.device, event.how == "works again", by=event.by, at=event.at)


def _dealt(engine: Engine, state: Table, event: e.Dealt, *after: e.Event) -> c.Command:
    if not engine.physical:
        return c.Deal(by=event.by, at=event.at)
    (_, card, _), *_ = event.cards
    return c.EnterCard(card, by=event.by, at=event.at)


def _found(engine: Engine, state: Table, event: e.IrregularityFound, *after: e.Event) -> c.Command:
    """Rebuilds the report of an irregularity. If a real card was set aside, a later event names it."""
    aside = [other.card for other in after if isinstance(other, e.CardSetAside) and engine.physical]
    return c.ReportIrregularity(event.irregularity, event.seat, aside[0] if aside else (), by=event.by, at=event.at)


COMMAND_OF: dict[type[e.Event], Back] = {
    e.DecksReceived: _received,
    e.DecksReadied: _readied,
    e.Shuffled: _given(c.Shuffle, "how", "cards"),
    e.DeckCut: _given(c.CutDeck, "depth"),
    e.RecutOrdered: _given(c.OrderRecut),
    e.DeviceMarked: _marked,
    e.MethodChanged: _given(c.ChangeMethod, "dealing"),
    e.TableClosed: _given(c.CloseTable),
    e.SeatTaken: _given(c.TakeSeat, "seat", "player"),
    e.SeatLeft: _given(c.LeaveSeat, "seat"),
    e.WagerPlaced: _given(c.PlaceWager, "seat", "wager", "cents"),
    e.WagerWithdrawn: _given(c.WithdrawWager, "seat", "wager"),
    e.BetsClosed: _given(c.CloseBets),
    e.ChipsCounted: _given(c.CountChips, "number"),
    e.Dealt: _dealt,
    e.CardTakenBack: _given(c.TakeBackCard),
    e.Revealed: _given(c.Deal),
    e.Decided: _given(c.Act, "seat", "action", "cents", "discard"),
    e.DealerTurnedUp: _given(c.TurnUp),
    e.MetersRead: _given(c.ReadMeters, "readings"),
    e.BonusDrawn: _given(c.DrawBonus, "cards", "positions"),
    e.Settled: _given(c.SettleSeat),
    e.Validated: _given(c.Validate, "seat", "wager"),
    e.DocumentsCompleted: _given(c.CompleteDocuments, "seat"),
    e.StubCounted: _given(c.CountStub, "cards"),
    e.IrregularityFound: _found,
    e.RoundCleared: _given(c.ClearRound),
}
"""How to rebuild a command from the first event it caused. Every other event only ever follows one of these."""


# --- Differences ------------------------------------------------------------------------------------------


def _require_same_event(made: e.Event, logged: e.Event | None, number: int) -> None:
    """Refuses a log in which an event is missing or differs from the one the table produces."""
    if logged == made:
        return
    if logged is None or type(logged) is not type(made):
        what = "the log ends too soon" if logged is None else f"{tag_of(type(logged))} cannot happen at this point"
        accepted = f"{tag_of(type(made))}, which comes next"
        raise ImpossibleEvent(what, where=_where(logged or made, number), cite=made.cite, accepted=accepted)
    place, wrong, right = difference(_plain(logged), _plain(made))
    accepted = f"{right!r}, as the table computes it"
    raise ImpossibleEvent(f"{place} is {wrong!r}", where=_where(logged, number), cite=made.cite, accepted=accepted)


def _plain(event: e.Event) -> Any:
    return msgspec.to_builtins(event, enc_hook=str)


def difference(logged: Any, made: Any, place: str = "") -> tuple[str, Any, Any]:
    """The path at which two values first differ, such as "lines[2].paid", and the two values there."""
    if isinstance(logged, dict) and isinstance(made, dict):
        name = next(name for name in {**made, **logged} if logged.get(name) != made.get(name))
        return difference(logged.get(name), made.get(name), f"{place}.{name}".removeprefix("."))
    if not isinstance(logged, tuple | list) or not isinstance(made, tuple | list):
        return place, logged, made
    if len(logged) != len(made):
        return f"the number of {place}", len(logged), len(made)
    number = next(n for n, (one, other) in enumerate(zip(logged, made, strict=True)) if one != other)
    return difference(logged[number], made[number], f"{place}[{number + 1}]")
