"""A log followed: each event must be what the table makes of the command it came from.

An event tells enough to give its command again. The engine carries it out from the state that the events before it
left, and whatever that makes happen must stand in the log to the letter: cards, sums, paragraphs, who and when.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from houserules.errors import ImpossibleEvent
from houserules.table import commands as c
from houserules.table import events as e
from houserules.table.engine import Engine
from houserules.table.refusals import Refused
from houserules.table.state import Table

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
    """The table after the events, from a closed one on; the first that cannot have happened is refused."""
    shares = not any(isinstance(event, e.ShareFixed) for event in happened)
    stub = not any(isinstance(event, e.StubCounted) and event.by.startswith("floor") for event in happened)
    engine = engine.of_earlier_form(shares=shares, stub=stub)
    state, place = engine.new(), 0
    while place < len(happened):
        told = happened[place : place + 2]
        made = _made(engine, state, told, place + 1)
        for number, event in enumerate(made, place):
            _refuse_other(event, happened[number] if number < len(happened) else None, number + 1)
        state, place = engine.replay(made, state), place + len(made)
    return state


def _made(engine: Engine, state: Table, told: Sequence[e.Event], number: int) -> list[e.Event]:
    """What the table makes of the command the next event came from."""
    event, where = told[0], _where(told[0], number)
    command_of = COMMAND_OF.get(type(event))
    if command_of is None:
        what = f"{type(event).__name__} never comes by itself"
        raise ImpossibleEvent(what, where=where, cite=event.cite, accepted=COMPLETE)
    try:
        return engine.apply(state, command_of(engine, state, *told))
    except Refused as refusal:
        what, why = "the table would have refused it", f"{refusal.code}: {refusal.what} ({refusal.law})"
        raise ImpossibleEvent(what, where=where, why=why, cite=refusal.cite, accepted=refusal.accepted) from None
    except Exception as error:  # a log may hold anything; whatever the engine cannot follow is refused
        what = f"{type(event).__name__} cannot have happened then"
        raise ImpossibleEvent(what, where=where, cite=event.cite, accepted=COMPLETE) from error


def _where(event: e.Event, number: int) -> str:
    return f"event {number} ({type(event).__name__})"


# --- From an event back to its command ------------------------------------------------------------------

Back = Callable[..., c.Command]
"""Takes the engine, the state before, the event, and the one after it where there is one."""


def _given(kind: type[c.Command], *fields: str) -> Back:
    """The command whose arguments are these fields of the event."""

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


def _found(engine: Engine, state: Table, event: e.SlipFound, *after: e.Event) -> c.Command:
    """A real card set aside is named in the event after."""
    aside = [other.card for other in after if isinstance(other, e.CardSetAside) and engine.physical]
    return c.ReportSlip(event.slip, event.seat, aside[0] if aside else (), by=event.by, at=event.at)


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
    e.Revealed: _given(c.Deal),
    e.Decided: _given(c.Act, "seat", "action", "cents", "discard"),
    e.DealerTurnedUp: _given(c.TurnUp),
    e.MetersRead: _given(c.ReadMeters, "readings"),
    e.BonusDrawn: _given(c.DrawBonus, "cards", "positions"),
    e.Settled: _given(c.SettleSeat),
    e.Validated: _given(c.Validate, "seat", "wager"),
    e.DocumentsCompleted: _given(c.CompleteDocuments, "seat"),
    e.StubCounted: _given(c.CountStub, "cards"),
    e.SlipFound: _found,
    e.RoundCleared: _given(c.ClearRound),
}
"""How each event that begins something gives its command again; the others only ever follow one of these."""


# --- What differs -----------------------------------------------------------------------------------------


def _refuse_other(made: e.Event, told: e.Event | None, number: int) -> None:
    """The log must tell what the table did, and all of it."""
    if told == made:
        return
    if told is None or type(told) is not type(made):
        what = "the log ends too soon" if told is None else f"{type(told).__name__} cannot have happened then"
        accepted = f"{type(made).__name__}, which comes next"
        raise ImpossibleEvent(what, where=_where(told or made, number), cite=made.cite, accepted=accepted)
    place, wrong, right = difference(_plain(told), _plain(made))
    accepted = f"{right!r}, as the table has it"
    raise ImpossibleEvent(f"{place} is {wrong!r}", where=_where(told, number), cite=made.cite, accepted=accepted)


def _plain(event: e.Event) -> Any:
    return msgspec.to_builtins(event, enc_hook=str)


def difference(told: Any, made: Any, place: str = "") -> tuple[str, Any, Any]:
    """The first place at which two values differ: "lines[2].paid", with what stands there in each."""
    if isinstance(told, dict) and isinstance(made, dict):
        name = next(name for name in {**made, **told} if told.get(name) != made.get(name))
        return difference(told.get(name), made.get(name), f"{place}.{name}".removeprefix("."))
    if not isinstance(told, tuple | list) or not isinstance(made, tuple | list):
        return place, told, made
    if len(told) != len(made):
        return f"the number of {place}", len(told), len(made)
    number = next(n for n, (one, other) in enumerate(zip(told, made, strict=True)) if one != other)
    return difference(told[number], made[number], f"{place}[{number + 1}]")
