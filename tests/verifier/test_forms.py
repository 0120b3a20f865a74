"""The verifier's own tables of fields, orders, roles and codes match the floor's exactly."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from tablelaw import rulebooks
from tablelaw.amounts import parse_money
from tablelaw.cage.accounts import TRANSFER_CODES
from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.meters.transfers import CODES
from tablelaw.cage.transfers import Transfer
from tablelaw.errors import BadAmount
from tablelaw.floor import events as property_events
from tablelaw.floor import orders
from tablelaw.floor.handlers import to_the_property
from tablelaw.floor.handlers.registry import HANDLERS as PROPERTY_HANDLERS
from tablelaw.floor.log.entry import Entry, Sealed
from tablelaw.floor.snapshots import TakeSnapshot
from tablelaw.money_format import DOLLARS, EUROS
from tablelaw.permissions import is_only_for_the_floor_itself
from tablelaw.table import commands, engine, events
from tablelaw.table.registry import HANDLERS as TABLE_HANDLERS
from tablelaw.table.registry import tag_of
from tablelaw_verifier.entries import fields as verifier_fields
from tablelaw_verifier.entries import orders as verifier_orders
from tablelaw_verifier.entries.fields import Form
from tablelaw_verifier.law import games as verifier_games
from tablelaw_verifier.law import submission as verifier_submission
from tablelaw_verifier.money import transfers as verifier_transfers
from tablelaw_verifier.trust.differences import Different

READ = (to_the_property, engine)
"""Modules that register which function carries out which order."""
TABLE_COMMANDS = [kind for kind in commands.ALL if not is_only_for_the_floor_itself(tag_of(kind))]
PROPERTY_COMMANDS = [*get_args(orders.AnyFloorCommand), TakeSnapshot, orders.RecordRebuild, orders.ChangePerson]
PAIRS: list[tuple[dict[str, Form], list[type[msgspec.Struct]]]] = [
    (verifier_fields.TABLE_COMMANDS, list(TABLE_COMMANDS)),
    (verifier_fields.PROPERTY_COMMANDS, PROPERTY_COMMANDS),
    (verifier_fields.EVENTS, list(get_args(events.AnyEvent))),
    (verifier_fields.PROPERTY_EVENTS, list(get_args(property_events.AnyPropertyEvent))),
]
PARTS = [
    (verifier_fields.ENTRY, Entry),
    (verifier_fields.SEALED, Sealed),
    (verifier_fields.TRANSFER, Transfer),
    (verifier_fields.METER_CHANGE, MeterChange),
    (verifier_fields.LINE, events.Line),
]


def fields(kind: type[msgspec.Struct]) -> tuple[set[str], set[str]]:
    """All field names, and the required field names."""
    info = msgspec.structs.fields(kind)
    return {row.encode_name for row in info}, {row.encode_name for row in info if row.required}


@pytest.mark.parametrize(("known", "kinds"), PAIRS)
def test_every_command_and_event_has_the_fields_the_floor_writes(
    known: dict[str, Form], kinds: list[type[msgspec.Struct]]
) -> None:
    assert set(known) == {tag_of(kind) for kind in kinds}
    for kind in kinds:
        form = known[tag_of(kind)]
        every, needed = fields(kind)
        assert set(form.fields) == every | {"type"}, kind
        assert form.needed == needed | {"type"}, kind


@pytest.mark.parametrize(("form", "kind"), PARTS)
def test_every_part_has_the_fields_the_floor_writes(form: Form, kind: type[msgspec.Struct]) -> None:
    assert (set(form.fields), set(form.needed)) == fields(kind)


def test_the_same_roles_may_give_the_same_orders() -> None:
    allowed = {tag_of(kind): set(PROPERTY_HANDLERS[kind][0]) for kind in PROPERTY_COMMANDS}
    allowed |= {tag_of(kind): set(TABLE_HANDLERS[kind][0]) for kind in TABLE_COMMANDS}
    assert {name: set(roles) for name, roles in verifier_orders.MAY_GIVE.items()} == allowed
    assert set(verifier_orders.COMES_TO) == set(allowed)


def test_the_same_transfers_move_between_the_same_accounts() -> None:
    """For meter transfers, the verifier permits every route between the meter's accounts."""
    assert set(verifier_transfers.TRANSFER_CODES) == set(TRANSFER_CODES)
    for name, code in TRANSFER_CODES.items():
        how, routes = verifier_transfers.TRANSFER_CODES[name]
        assert how == code.kind and routes >= set(code.routes), name
        assert name in CODES.values() or name == "correction" or routes == set(code.routes), name
    assert verifier_transfers.CODE_OF_CHANGE == CODES


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_what_holds_where_nothing_was_filed(book: str) -> None:
    """Checks the defaults for choices, readings, wagers and dealing procedures that a submission does not mention."""
    row, game = rulebooks.get(book), verifier_games.GAMES[book]
    readings = {reading.id: reading.chosen for reading in row.readings}
    settled = verifier_submission.SETTLED_READINGS[book]
    assert {name: (readings[name],) for name in settled} == settled
    assert not settled.keys() & {reading.id for reading in row.readings if reading.switch}
    defaults, usual = row.default_choices(), verifier_submission.DEFAULT_CHOICES
    assert {name: defaults[name] for name in game.options} == {name: usual[name] for name in game.options}
    assert {option.id for option in row.options} == set(game.options)
    assert {wager.id for wager in row.wagers if wager.offered == "always"} == set(game.always)
    assert {wager.id: wager.offered_with for wager in row.wagers if wager.offered_with}.items() <= (
        verifier_submission.OFFERED_WITH.items()
    )
    assert tuple(method.id for method in row.dealing) == game.methods
    printed = {wager.id: tuple(sum_.cents for sum_ in wager.amounts) for wager in row.wagers if wager.amounts}
    assert printed == game.amounts
    assert all(wager.medium == verifier_submission.MEDIA.get(wager.id, "chips") for wager in row.wagers)


@pytest.mark.parametrize(
    ("written", "cents"),
    [
        *(("$5", 500), ("5", 500), (5, 500), ("$7.50", 750), ("$50,000", 5_000_000), ("1,234.05", 123_405)),
        *(("5 €", 500), ("5,02 €", 502), ("5,02", 502), ("5,02€", 502), ("1\u202f234,50\u00a0€", 123_450)),
        *(("1 234 567 €", 123_456_700), ("0,01 €", 1)),
    ],
)
def test_a_sum_that_was_filed_is_read_in_both_currencies(written: str | int, cents: int) -> None:
    euros = isinstance(written, str) and ("€" in written or written == "5,02")
    assert verifier_submission.money(written) == cents == parse_money(written, money=EUROS if euros else DOLLARS)


@pytest.mark.parametrize(
    "written",
    [
        *("", "€", "$", "five", "-5 €", "$-5", "5,0 €", "5,020 €", "5.02 €", "$5,02", "$5 €", "1 23 €", "1 2345 €"),
        *("$1,23", "1,2345", "5 02 €", "1,234 €", "$1 234", "٥ €", -5, True, 5.02, None, ["5 €"]),
    ],
)
def test_what_is_no_sum_is_refused(written: object) -> None:
    with pytest.raises(Different, match="a sum of money"):
        verifier_submission.money(written)
    with pytest.raises(BadAmount):
        parse_money(written, money=EUROS if "€" in str(written) else DOLLARS)
