"""Names and fields in logs never change, whatever the classes are called."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import tablelaw
from tablelaw.floor.events import AnyPropertyEvent, DayStarted, PropertyEvent
from tablelaw.floor.log.durable_names import PARTS, TAGGED, Names, kinds
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.orders import FloorCommand
from tablelaw.table import commands
from tablelaw.table.events import AnyEvent, Event
from tablelaw.table.registry import tag_of
from tests.names.listing import GROUPS, NAME_OF, Kind, departures, kind_of, known_kinds, listing, read

FOLDER = Path(__file__).parents[1] / "fixtures" / "names"
SOURCE = Path(tablelaw.__file__).parent
FORMATS = sorted(FOLDER.glob("format-*.txt"))
BASES: dict[str, type[msgspec.Struct]] = {
    "command": commands.Command,
    "order": FloorCommand,
    "event": Event,
    "happening": PropertyEvent,
}
OUTSIDE = ("Card", "Raw", "UnsetType")
"""Classes written as text or bytes, or not written at all."""


def listed(file: Path) -> list[Kind]:
    return read(file.read_text("utf-8"))


def untagged(names: Names) -> list[str]:
    """Names that differ from the tag of their class."""
    return [name for name, (kind, _) in names.items() if tag_of(kind) != name]


def departed(format_file: Path, groups: dict[str, Names] = GROUPS) -> list[str]:
    """Lists what no longer matches a log of that format."""
    now = {(kind.group, kind.name): kind for kind in known_kinds(groups)}
    return [line for kind in listed(format_file) for line in departures(kind, now.get((kind.group, kind.name)))]


# --- The lists -----------------------------------------------------------------------------------------------


def test_names_and_fields_are_those_listed() -> None:
    """A new kind or field must be listed: `python -m tests.names.listing > tests/fixtures/names/now.txt`."""
    assert listing(known_kinds()) == (FOLDER / "now.txt").read_text("utf-8")


@pytest.mark.parametrize("file", FORMATS, ids=lambda file: file.stem)
def test_whatever_a_format_was_written_with_is_still_there(file: Path) -> None:
    assert departed(file) == []


def test_a_list_is_read_back_as_it_is() -> None:
    assert read(listing(known_kinds())) == list(known_kinds())


@pytest.mark.parametrize("group", TAGGED)
def test_every_class_says_its_name(group: str) -> None:
    assert untagged(TAGGED[group]) == []


@pytest.mark.parametrize("group", TAGGED)
def test_every_kind_is_in_the_list(group: str) -> None:
    found: list[type[msgspec.Struct]] = BASES[group].__subclasses__()
    made = {kind for kind in found if kind.__module__.startswith("tablelaw.")}
    assert set(kinds(TAGGED[group])) == made


def test_an_entry_can_hold_every_event() -> None:
    assert set(kinds(TAGGED["event"])) == set(get_args(AnyEvent))
    assert set(kinds(TAGGED["happening"])) == set(get_args(AnyPropertyEvent))


def test_every_kind_says_what_it_is() -> None:
    assert all(what and kind.__doc__ != what for names in GROUPS.values() for kind, what in names.values())


def test_every_struct_inside_of_these_is_in_the_list() -> None:
    known = {kind for names in (*TAGGED.values(), PARTS) for kind in kinds(names)}
    inside = {part for kind in known for part in parts_of(kind)}
    assert {kind.__name__ for kind in inside - set(NAME_OF) if kind.__name__ not in OUTSIDE} == set()


def parts_of(kind: Any) -> Iterator[type]:
    """The project's own classes in the fields of a kind."""
    if issubclass(kind, msgspec.Struct):
        waiting = [field.type for field in msgspec.structs.fields(kind)]
    else:
        waiting = list(kind.__annotations__.values())
    while waiting:
        found = waiting.pop()
        waiting += get_args(found)
        if isinstance(found, type) and found.__module__.startswith(("tablelaw", "msgspec")):
            yield found


def test_no_class_takes_its_name_for_its_tag() -> None:
    """`tag=True` would give every renamed class a new name."""
    found = []
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                tags = [word.value for word in node.keywords if word.arg == "tag"]
                found += [
                    node.name for tag in tags if not (isinstance(tag, ast.Constant) and isinstance(tag.value, str))
                ]
    assert found == []


# --- Planted faults ------------------------------------------------------------------------------------------


def remade(name: str, *fields: Any, **more: Any) -> dict[str, Names]:
    """The list with another class in place of one of the property's events."""
    made = msgspec.defstruct("GamingDayBegan", fields, bases=(PropertyEvent,), frozen=True, kw_only=False, **more)
    return GROUPS | {"happening": TAGGED["happening"] | {name: (made, "another class")}}


def test_planted_class_renamed_without_its_tag_is_found() -> None:
    renamed = remade("DayStarted", ("day", str))
    assert untagged(renamed["happening"]) == ["DayStarted"]


def test_class_renamed_with_its_tag_is_read_as_before() -> None:
    renamed = remade("DayStarted", ("day", str), tag="DayStarted")
    assert untagged(renamed["happening"]) == [] == departed(FORMATS[0], renamed)
    written = msgspec.json.encode(DayStarted("2026-11-15", cite="58 Pa. Code"))
    again: Any = msgspec.json.decode(written, type=renamed["happening"]["DayStarted"][0])
    assert (again.day, msgspec.json.encode(again)) == ("2026-11-15", written)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ([("cents", int), ("table", str), ("expected_cents", int)], "its fields were table, cents"),
        ([("table", str), ("amount", int), ("expected_cents", int)], "its fields were table, cents"),
        ([("table", str), ("cents", int)], "its fields were table, cents"),
        ([("table", str), ("cents", str), ("expected_cents", int)], "cents int has become cents str"),
        ([("table", str), ("cents", int), ("expected_cents", int, 0)], "expected_cents int has become"),
        ([("table", str), ("cents", int), ("expected_cents", int), ("box", str)], "box is new and has no default"),
    ],
    ids=["reordered", "renamed", "removed", "of another type", "with a default", "new without a default"],
)
def test_planted_field_is_found(fields: list[Any], said: str) -> None:
    [found] = [line for line in departed(FORMATS[0], remade("DropCounted", *fields, tag="DropCounted")) if said in line]
    assert found.startswith("DropCounted")


def test_planted_name_that_is_gone_is_found() -> None:
    without = {name: row for name, row in TAGGED["happening"].items() if name != "DayStarted"}
    assert departed(FORMATS[0], GROUPS | {"happening": without}) == ["happening DayStarted is gone"]


def test_planted_default_that_is_written_otherwise_is_found() -> None:
    before = kind_of("part", "Entry", Entry)
    assert list(departures(before, before._replace(leaves_out=False)))
    wager = next(kind for kind in known_kinds() if kind.name == "TakeSeat")
    assert list(departures(wager, wager._replace(leaves_out=True)))


def test_new_field_with_a_default_is_no_departure() -> None:
    fields = [("day", str), ("zone", str, "")]
    assert departed(FORMATS[0], remade("DayStarted", *fields, tag="DayStarted", omit_defaults=True)) == []


def test_unknown_name_is_not_read() -> None:
    body = (
        b'{"seq":1,"id":"a","stream":"floor","number":1,"by":"system","at":1,"command":{},"events":[{"type":"Begun"}]}'
    )
    with pytest.raises(msgspec.ValidationError, match="Begun"):
        decode(body)
