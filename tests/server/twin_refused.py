"""Orders and requests that are refused regardless of the cards, sent to every table by every role and by strangers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from tablelaw.cards import PACK
from tablelaw.chance import Chance
from tablelaw.table import commands
from tests.server.twin_floor import SEATED, TwinHouse

NEVER_CENTS = (7, 99_999_999_00)
"""Amounts that no table accepts."""
THREE = PACK[:3]
"""More cards than any decision discards."""
SEATS = {player: seat for seat, player in SEATED.items()}
Path = tuple[str, str, bytes]


def probes(name: str) -> list[commands.Command]:
    """The orders this person tries, over the socket or HTTP; all must be refused."""
    seat = SEATS.get(name, 0)
    tried: list[commands.Command] = [commands.CutDeck(1), commands.CountChips(1_000_000)]
    for number in (seat,) if seat else (*SEATED, 9):
        tried += [commands.Act(number, "bet", cents) for cents in NEVER_CENTS]
        tried += [commands.Act(number, action, 0, THREE) for action in ("fold", "check", "bet", "declare")]
        tried += [commands.Act(number, "dance"), commands.PlaceWager(number, "ante", 1)]
        tried += [commands.PlaceWager(number, "no such wager", 1), commands.WithdrawWager(number, "no such wager")]
    others = [number for number in SEATED if number != seat]
    tried += [commands.Act(number, "fold", 7) for number in others]
    tried += [commands.Validate(9, "trips"), commands.CompleteDocuments(9), commands.ReportIrregularity("no such slip")]
    return tried


def some_probe(chance: Chance, names: Sequence[str], tables: Sequence[str]) -> tuple[str, str, commands.Command]:
    """Picks a person, a table, and an order that is refused there."""
    name = names[chance.below(len(names))]
    tried = probes(name)
    return name, tables[chance.below(len(tables))], tried[chance.below(len(tried))]


def refused_requests(world: TwinHouse, name: str, sample: Sequence[str]) -> Iterator[Path]:
    """Requests that are refused: every probe, malformed requests, and requests for things that do not exist."""
    for table in sample:
        path = f"/api/tables/{table}/orders"
        for number, command in enumerate(probes(name)):
            yield "POST", path, body_of(f"{table} {number}", command)
        yield from (("POST", path, body) for body in (b"{", b"[]", b'{"id":"","command":{"type":"Deal"}}', b"\x00"))
        under_way = world.service.views.tables[table].state.rounds + 1
        yield from (("POST", f"/api/audit/rounds/{table}/{number}", b"{}") for number in (under_way, "x"))
        yield "POST", f"/api/audit/rounds/{table}/{under_way}", b'{"entry":1}'
    yield "POST", "/api/tables/no such table/orders", body_of("nowhere", commands.Deal())
    yield "POST", "/api/orders", b'{"id":"1","command":{"type":"EnterCard","card":"As"}}'


def body_of(order_id: str, command: commands.Command) -> bytes:
    told: dict[str, Any] = msgspec.to_builtins(command, enc_hook=str)
    return json.dumps({"id": f"refused {order_id}", "command": told}).encode()
