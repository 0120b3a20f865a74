"""The verifier's own tables of fields, orders, roles and codes against the floor's: neither knows more."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from houserules import rulebooks, verifier
from houserules.cage.accounts import TRANSFER_CODES
from houserules.cage.meters.changes import MeterChange
from houserules.cage.meters.transfers import CODES
from houserules.cage.transfers import Transfer
from houserules.floor import events as property_events
from houserules.floor import orders
from houserules.floor.handlers import to_the_property
from houserules.floor.handlers.registry import HANDLERS as PROPERTY_HANDLERS
from houserules.floor.handlers.to_a_table import OWN
from houserules.floor.log.entry import Entry, Sealed
from houserules.floor.snapshots import TakeSnapshot
from houserules.table import commands, engine, events
from houserules.table.registry import HANDLERS as TABLE_HANDLERS
from houserules.verifier import Form

READ = (to_the_property, engine)
"""Modules that register who carries out which order."""
TABLE_COMMANDS = [kind for kind in commands.ALL if kind not in OWN]
PROPERTY_COMMANDS = [*get_args(orders.AnyFloorCommand), TakeSnapshot, orders.RecordRebuild]
PAIRS: list[tuple[dict[str, Form], list[type[msgspec.Struct]]]] = [
    (verifier.TABLE_COMMANDS, list(TABLE_COMMANDS)),
    (verifier.PROPERTY_COMMANDS, PROPERTY_COMMANDS),
    (verifier.EVENTS, list(get_args(events.AnyEvent))),
    (verifier.HAPPENED, list(get_args(property_events.AnyHappening))),
]
PARTS = [
    (verifier.ENTRY, Entry),
    (verifier.SEALED, Sealed),
    (verifier.TRANSFER, Transfer),
    (verifier.METER_CHANGE, MeterChange),
    (verifier.LINE, events.Line),
]


def fields(kind: type[msgspec.Struct]) -> tuple[set[str], set[str]]:
    """Every field that is written down, and those that always are."""
    info = msgspec.structs.fields(kind)
    return {row.name for row in info}, {row.name for row in info if row.required}


@pytest.mark.parametrize(("known", "kinds"), PAIRS)
def test_every_command_and_event_has_the_fields_the_floor_writes(
    known: dict[str, Form], kinds: list[type[msgspec.Struct]]
) -> None:
    assert set(known) == {kind.__name__ for kind in kinds}
    for kind in kinds:
        form = known[kind.__name__]
        every, needed = fields(kind)
        assert set(form.fields) == every | {"type"}, kind
        assert form.needed == needed | {"type"}, kind


@pytest.mark.parametrize(("form", "kind"), PARTS)
def test_every_part_has_the_fields_the_floor_writes(form: Form, kind: type[msgspec.Struct]) -> None:
    assert (set(form.fields), set(form.needed)) == fields(kind)


def test_the_same_roles_may_give_the_same_orders() -> None:
    allowed = {kind.__name__: set(PROPERTY_HANDLERS[kind][0]) for kind in PROPERTY_COMMANDS}
    allowed |= {kind.__name__: set(TABLE_HANDLERS[kind][0]) for kind in TABLE_COMMANDS}
    assert {name: set(roles) for name, roles in verifier.MAY_GIVE.items()} == allowed
    assert set(verifier.COMES_TO) == set(allowed)


def test_the_same_transfers_move_between_the_same_accounts() -> None:
    """The verifier's routes of a meter's transfers are all those between its accounts."""
    assert set(verifier.TRANSFER_CODES) == set(TRANSFER_CODES)
    for name, code in TRANSFER_CODES.items():
        how, routes = verifier.TRANSFER_CODES[name]
        assert how == code.kind and routes >= set(code.routes), name
        assert name in CODES.values() or name == "correction" or routes == set(code.routes), name
    assert verifier.CODE_OF_CHANGE == CODES


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_what_holds_where_nothing_was_filed(book: str) -> None:
    """Choices, readings, wagers and dealing procedures of a submission that says nothing of them."""
    row, game = rulebooks.get(book), verifier.GAMES[book]
    readings = {reading.id: reading.chosen for reading in row.readings}
    settled = verifier.SETTLED_READINGS[book]
    assert {name: (readings[name],) for name in settled} == settled
    assert not settled.keys() & {reading.id for reading in row.readings if reading.switch}
    defaults = row.default_choices()
    assert {name: defaults[name] for name in game.options} == {n: verifier.DEFAULT_CHOICES[n] for n in game.options}
    assert {option.id for option in row.options} == set(game.options)
    assert {wager.id for wager in row.wagers if wager.offered == "always"} == set(game.always)
    assert {wager.id: wager.offered_with for wager in row.wagers if wager.offered_with}.items() <= (
        verifier.OFFERED_WITH.items()
    )
    assert tuple(method.id for method in row.dealing) == game.methods
    printed = {wager.id: tuple(sum_.cents for sum_ in wager.amounts) for wager in row.wagers if wager.amounts}
    assert printed == game.amounts
    assert all(wager.medium == verifier.MEDIA.get(wager.id, "chips") for wager in row.wagers)
