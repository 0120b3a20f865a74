"""Inspecting rounds: only finished rounds can be inspected, and each inspection is a log entry."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablelaw.floor import orders
from tablelaw.floor.audit.property_audit import AuditInput, audit_floor
from tablelaw.floor.audit.recorded_rounds import entries_of_round
from tablelaw.floor.audit.reexecution import reexecute
from tablelaw.floor.events import LogExported, RoundInspected
from tablelaw.floor.handlers.inspection import OpenRound, left_out_text, open_rounds, settled_size
from tablelaw.floor.house_staff import DEALER
from tablelaw.floor.log.entry import decode
from tablelaw.floor.property import stream_of
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store
from tablelaw.table import commands
from tests.floor.databases import KINDS_FOR_LOGIC
from tests.floor.world import ADMINISTRATOR, TRAY_CENTS, World, example

DATABASES = KINDS_FOR_LOGIC

AUDITOR = "auditor:ann"


@pytest.fixture
def world(new_store: Callable[[], Store]) -> World:
    """A table that has played one round and is ready for the next."""
    world = World(FloorService(new_store()))
    world.open([example("md-thb", "T")])
    world.seat("T")
    world.play_round("T")
    world.ready("T")
    return world


def test_a_look_at_a_round_that_is_over_is_an_entry_of_the_log(world: World) -> None:
    entry = world.do(AUDITOR, orders.InspectRound("T", 1)).entry
    [event] = entry.events
    assert isinstance(event, RoundInspected) and (event.table, event.round, entry.by) == ("T", 1, AUDITOR)


def test_a_round_under_way_and_a_table_that_never_was_are_refused(world: World) -> None:
    world.bet("T")
    for command, code in (
        (orders.InspectRound("T", 2), "round-under-way"),
        (orders.InspectRound("X", 1), "no-such-table"),
    ):
        with pytest.raises(FloorRefused) as refused:
            world.do(AUDITOR, command)
        assert refused.value.code == code


def installed_again(world: World, rounds: int) -> None:
    """Removes the table after its round, installs it again, plays some rounds and gets the cards ready."""
    text = world.view("T").text
    world.do("floor:in charge", commands.CloseTable(), "T")
    world.do(ADMINISTRATOR, orders.RemoveTable("T"))
    world.do(ADMINISTRATOR, orders.InstallTable(text, TRAY_CENTS))
    world.seat("T")
    for _ in range(rounds):
        world.play_round("T")
    world.ready("T")


def test_a_round_of_an_earlier_installation_is_looked_at_whatever_its_number(world: World) -> None:
    """The round's number may equal the table's next number, or that of its round in progress."""
    service = world.service
    assert isinstance(service, FloorService)
    first = entries_of_round(service.store, "T", 1, 0)[0].seq
    installed_again(world, 0)
    (event,) = world.do(AUDITOR, orders.InspectRound("T", 1)).entry.events
    assert isinstance(event, RoundInspected) and (event.round, event.entry) == (1, 0)
    world.bet("T")
    world.do(DEALER, commands.CloseBets(), "T")
    with pytest.raises(FloorRefused) as refused:
        world.do(AUDITOR, orders.InspectRound("T", 1))
    assert refused.value.code == "round-under-way"
    (event,) = world.do(AUDITOR, orders.InspectRound("T", 1, first)).entry.events
    assert isinstance(event, RoundInspected) and (event.round, event.entry) == (1, first)
    assert reexecute(service.store).entries == service.store.head()


@pytest.mark.parametrize("by", ["player:bo", DEALER, "floor:cho", "administrator:kim"])
def test_only_an_auditor_looks(world: World, by: str) -> None:
    for command in (orders.InspectRound("T", 1), orders.ExportLog(1)):
        with pytest.raises(FloorRefused) as refused:
            world.do(by, command)
        assert refused.value.code == "wrong-role"


def test_the_log_is_settled_up_to_the_first_entry_of_a_round_under_way(world: World) -> None:
    service = world.service
    assert isinstance(service, FloorService)
    assert settled_size(service.views, service.store) == service.views.seq
    world.bet("T")
    first = service.store.round_entries(stream_of("T"), 2)[0].seq
    world.do(DEALER, commands.CloseBets(), "T")
    assert settled_size(service.views, service.store) == first - 1


def test_an_audit_carries_looks_out_again(world: World) -> None:
    world.do(AUDITOR, orders.InspectRound("T", 1))
    event = world.do(AUDITOR, orders.ExportLog(5)).entry.events[0]
    assert isinstance(event, LogExported) and event.size == 5
    service = world.service
    assert isinstance(service, FloorService)
    assert "replay" in [check.name for check in audit_floor(service.store, AuditInput())]


def test_what_a_copy_leaves_out_names_the_rounds_under_way(world: World) -> None:
    """The text gives the number of omitted entries, names the table with a round in progress and since when, and says
    what to do.
    """
    service = world.service
    assert isinstance(service, FloorService)
    assert open_rounds(service.views, service.store) == () and left_out_text(9, 9, ()) == ""
    world.bet("T")
    world.do(DEALER, commands.CloseBets(), "T")
    first = service.store.round_entries(stream_of("T"), 2)[0]
    [known] = open_rounds(service.views, service.store)
    assert known == OpenRound("T", 2, first.seq, decode(first.body).at)
    end, settled = service.views.seq, settled_size(service.views, service.store)
    said = left_out_text(settled, end, (known,))
    assert said.startswith(f"{end - settled} later entries are left out.") and "sign a new one" not in said
    assert f"T, round 2, since entry {first.seq}" in said and "then export again" in said
    assert " EST)" in left_out_text(settled, end, (OpenRound("T", 2, 9, 1_794_786_000),), "America/New_York")
    assert "sign a new one for 1 more" in left_out_text(settled - 1, end, (known,))
    assert left_out_text(8, 9, ()).startswith("1 later entry is left out. The signed head covers only")
