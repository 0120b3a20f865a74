"""A table and its twin, which has the same state but other cards wherever somebody cannot see them; and commands to try
on both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tablelaw.cards import PACK, Card
from tablelaw.chance import Chance
from tablelaw.table import Refused, Round, Table, commands
from tablelaw.table.engine import Engine
from tablelaw.table.state import change

ROLES = ("dealer:bob", "dealer:another", "floor:fay", "auditor:aud", "administrator:adm", "system", "cook")
FIXED = (PACK[0], PACK[25], PACK[51])
"""Cards to name in a command, the same in both worlds."""


def seen_by(round_: Round, own: int) -> set[Card]:
    """The cards that the player of a seat, or everybody (seat 0), can see."""
    seen = set(round_.community[: round_.shown])
    if round_.dealer_up:
        seen |= set(round_.places.get("dealer", ()))
    if round_.phase in ("settling", "done"):
        seen |= {card for seat in round_.seats.values() for card in (*seat.cards, *seat.discard)}
        seen |= {card for cards in round_.places.values() for card in cards}
    if own in round_.seats:
        seen |= {*round_.seats[own].cards, *round_.seats[own].discard}
    return seen | set(FIXED)


def twin(state: Table, own: int, chance: Chance | None) -> Table:
    """The same table with other cards in place of those that a seat (0: everybody) has not seen.

    Without randomness each hand is made of one suit as far as possible, so that dependence on a long flush is revealed.
    """
    assert state.round is not None
    seen = seen_by(state.round, own)
    held = [card for seat in state.round.seats.values() for card in (*seat.cards, *seat.discard) if card not in seen]
    hidden = held + [card for card in PACK if card not in seen and card not in held]
    left, others = list(hidden), []
    while left and chance is not None:
        others.append(left.pop(chance.below(len(left))))
    others = others or sorted(hidden, key=lambda card: (card & 3, -int(card)))
    renamed: Table = _renamed(state, dict(zip(hidden, others, strict=True)))
    return renamed


def _renamed(value: Any, other: dict[Card, Card]) -> Any:
    if isinstance(value, Card):
        return other.get(value, value)
    if isinstance(value, tuple):
        return tuple(_renamed(part, other) for part in value)
    if isinstance(value, dict):
        return {name: _renamed(part, other) for name, part in value.items()}
    if isinstance(value, msgspec.Struct):
        return change(value, **{name: _renamed(getattr(value, name), other) for name in value.__struct_fields__})
    return value


# --- Commands -----------------------------------------------------------------------------------------------------


def tried(engine: Engine, state: Table) -> Iterator[commands.Command]:
    """Every kind of command with arguments that may be refused; none uses a face-down card."""
    assert state.round is not None
    at = state.now
    for by in ROLES:
        for command in (*_of_the_table(engine, at), *_of_seats(engine, state, at)):
            yield change(command, by=by)
    for number in state.round.seats:
        for command in _of_seats(engine, state, at):
            yield change(command, by=f"player:{number}")


def _of_the_table(engine: Engine, at: int) -> Iterator[commands.Command]:
    plain = (commands.InspectDecks, commands.VerifyInspection, commands.SpreadCards, commands.ShowCards)
    more = (commands.WashCards, commands.OrderRecut, commands.CloseTable, commands.CloseBets, commands.Deal)
    last = (commands.TurnUp, commands.SettleSeat, commands.ClearRound)
    yield from (kind(at=at) for kind in (*plain, *more, *last))
    yield from (commands.CutDeck(depth, at=at) for depth in (1, 26))
    yield from (commands.Shuffle(how, at=at) for how in ("machine", "hand"))
    yield from (commands.CountChips(0, at=at), commands.CountStub(3, at=at), commands.ReadMeters((), at=at))
    yield from (commands.EnterCard(card, at=at) for card in FIXED)
    yield commands.ChangeMethod("manual-shoe", at=at)
    for irregularity in engine.rules.irregularities:
        yield from (commands.ReportIrregularity(irregularity, seat, at=at) for seat in (0, 1, 9))


def _of_seats(engine: Engine, state: Table, at: int) -> Iterator[commands.Command]:
    assert state.round is not None
    for seat in (*state.round.seats, 9):
        yield from (commands.TakeSeat(seat, "x", at=at), commands.LeaveSeat(seat, at=at))
        yield from (commands.CompleteDocuments(seat, at=at), commands.Validate(seat, "progressive", at=at))
        for wager in engine.rules.wagers:
            yield from (commands.PlaceWager(seat, wager, 1, at=at), commands.WithdrawWager(seat, wager, at=at))
        yield from _acts(engine, state.round, seat, at)


def _acts(engine: Engine, round_: Round, seat: int, at: int) -> Iterator[commands.Command]:
    base = round_.seats[seat].wagers.get(engine.rules.base, 100) if seat in round_.seats else 100
    for action in ("fold", "check", "bet", "play", "raise", "declare", "dance"):
        for cents in (0, 1, base, 2 * base, 3 * base, 4 * base, 99 * base):
            for discard in ((), FIXED[:1], FIXED[:2]):
                yield commands.Act(seat, action, cents, discard, at=at)


# --- What is told -------------------------------------------------------------------------------------------------


def told(engine: Engine, state: Table, command: commands.Command) -> dict[str, str]:
    """The refusal as its receiver sees it; empty if the command would be carried out."""
    try:
        engine.apply(state, command)
    except Refused as refusal:
        shown = refusal if command.actor.role == "player" else refusal.public()
        return shown.as_dict() | {"text": str(shown), "repr": repr(shown.args)}
    return {}
