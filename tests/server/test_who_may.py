"""Which roles may give which order according to the table, the floor and the server, compared with a recorded list."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tablelaw.cards import Card
from tablelaw.chance import KernelChance
from tablelaw.errors import TablelawError
from tablelaw.floor.handlers.to_a_table import handle_table
from tablelaw.floor.handlers.to_the_property import handle_property
from tablelaw.floor.log.durable_names import ORDERS, kinds
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.floor.property import Property
from tablelaw.persons import DEVICE_KINDS, ROLES, Actor
from tablelaw.server.received_orders import read_order
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.registry import tag_of
from tests.server.conftest import SETTINGS, Doors

RECORD = Path(__file__).with_name("who_may.txt")
TABLE, GIVER = "pa-653a", "ann"
"""Players may move only their own money, so every name in an order is that of the person who gives it."""
NOT_FOR_THIS_ROLE = {"wrong-role", "by-the-system", "not-permitted", "not-signed-in"}
OVER_HTTP = ("server", "demo")
TRIED = (*ROLES, "stranger")
TO_A_TABLE: tuple[type[Command], ...] = commands.ALL
TO_THE_PROPERTY = kinds(ORDERS)


def value_of(kind: object) -> object:
    if kind is bool:
        return False
    if kind is int:
        return 1
    if kind is Card:
        return Card.parse("As")
    return () if str(kind).startswith("tuple") else GIVER


def command_of(kind: type[msgspec.Struct]) -> msgspec.Struct:
    """A command with a value in every required field."""
    return kind(**{field.name: value_of(field.type) for field in msgspec.structs.fields(kind) if field.required})


def is_admitted(ask: Callable[[], object]) -> bool:
    """Whether the role is admitted. An order that is later refused for another reason was admitted."""
    try:
        ask()
    except TablelawError as refusal:
        return refusal.code not in NOT_FOR_THIS_ROLE
    except Exception:
        return True
    return True


def by(role: str, name: str) -> str:
    return role if role == "system" else f"{role}:{name}"


class Answers:
    """Whether each layer admits a command from a role."""

    def __init__(self, floor: Property) -> None:
        self.floor = floor

    def table(self, kind: type[msgspec.Struct], role: str) -> bool:
        engine, command = self.floor.tables[TABLE].engine, command_of(kind)
        given = msgspec.structs.replace(command, by=by(role, "1"))
        assert isinstance(given, Command)
        return is_admitted(lambda: engine.apply(engine.new(), given))

    def on_the_floor(self, kind: type[msgspec.Struct], role: str) -> bool:
        command = command_of(kind)
        assert isinstance(command, Command | FloorCommand)
        order = Order(id="1", by=by(role, GIVER), command=command, table=TABLE if isinstance(command, Command) else "")
        if isinstance(command, Command):
            return is_admitted(lambda: handle_table(self.floor, order, KernelChance()))
        return is_admitted(lambda: handle_property(self.floor, order))

    def server(self, kind: type[msgspec.Struct], role: str, is_demo: bool) -> bool:
        command = {"type": tag_of(kind), **msgspec.to_builtins(command_of(kind), enc_hook=str)}
        body = json.dumps({"id": "1", "command": {k: v for k, v in command.items() if k not in ("by", "at")}}).encode()
        table, device = TABLE if kind in TO_A_TABLE else None, role if role in DEVICE_KINDS else ""
        try:
            read_order(body, Actor.parse(by("device" if device else role, GIVER)), table, is_demo, device)
        except TablelawError as refusal:
            return refusal.code not in NOT_FOR_THIS_ROLE | {"not-readable"}
        return True


def lines(floor: Property) -> list[str]:
    """One line per command: the roles that each layer admits."""
    answers = Answers(floor)
    layers: dict[str, Callable[[type[msgspec.Struct], str], bool]] = {
        "floor": answers.on_the_floor,
        "server": lambda kind, role: answers.server(kind, role, is_demo=False),
        "demo": lambda kind, role: answers.server(kind, role, is_demo=True),
    }
    tried = (TRIED, (*TRIED, *DEVICE_KINDS))
    written = []
    for kind in (*TO_A_TABLE, *TO_THE_PROPERTY):
        asked = {"table": answers.table, **layers} if kind in TO_A_TABLE else layers
        said = [
            f"{name}: {' '.join(word for word in tried[name in OVER_HTTP] if may(kind, word)) or '-'}"
            for name, may in asked.items()
        ]
        written.append(f"{tag_of(kind)} | {' | '.join(said)}")
    return sorted(written)


@pytest.fixture
def floor(open_doors: Callable[..., Doors]) -> Property:
    return open_doors(SETTINGS, (TABLE,)).context.service._floor


def test_every_layer_answers_each_role_as_recorded(floor: Property) -> None:
    assert floor.day, "wagers are taken"
    assert lines(floor) == RECORD.read_text("utf-8").splitlines()
