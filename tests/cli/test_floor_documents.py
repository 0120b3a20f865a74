"""What docs/cli.md and docs/ledger.md say about a floor is what the program does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tablelaw.cage.accounts import ACCOUNT_KINDS, TRANSFER_CODES
from tablelaw.cage.refusals import LEDGER_REFUSALS
from tablelaw.floor.refusals import REFUSALS
from tablelaw.floor.reports.day_events import Exceptional, HandPay
from tests.cli.console import ROOT
from tests.cli.floors import ANN, DANA, Floor

CLI = (ROOT / "docs" / "cli.md").read_text("utf-8").partition("\n## The floor\n")[2]
LEDGER = (ROOT / "docs" / "ledger.md").read_text("utf-8")


def documented(command: str) -> Any:
    """The JSON below a command's heading."""
    section = next(part for part in CLI.split("\n### ")[1:] if part.startswith(f"`tablelaw {command}"))
    return json.loads(section.partition("```json\n")[2].partition("```")[0])


def undocumented(shown: Any, told: Any, place: str = "") -> list[str]:
    """Keys that only one of the two has; a list is compared by its first value, an empty list not at all."""
    if isinstance(shown, list) and isinstance(told, list):
        return undocumented(shown[0], told[0], f"{place}[]") if shown and told else []
    if not isinstance(shown, dict) or not isinstance(told, dict) or not told:
        return []
    apart = [f"{place}.{key}" for key in shown.keys() ^ told.keys() if key not in SHORTENED.get(place, ())]
    return apart + [found for key in shown.keys() & told.keys() for found in undocumented(shown[key], told[key], key)]


SHORTENED = {"line": {"stake", "outcome", "odds", "row", "paid", "returned", "kept", "paid_under", "meter"}}
SHORTENED["line"] |= {"meter_before", "meter_after", "reserve_moved", "hand_pay", "note"}
SHORTENED["players"] = {"1"}
SHORTENED["transfers[]"] = {"corrects", "reason", "approvers"}

PLAYED: dict[str, Callable[[Floor], Any]] = {
    "floor install": lambda floor: floor.read("floor", "buy-in", "ann", "UTH-1", "5"),
    "floor status": lambda floor: floor.read("floor", "status"),
    "floor backup": lambda floor: floor.read("floor", "backup", "-o", "b.db"),
    "floor rebuild": lambda floor: floor.read("floor", "rebuild", "--reason", "to see what it prints"),
    "ledger trial-balance": lambda floor: floor.read("ledger", "trial-balance"),
    "ledger statement": lambda floor: floor.read("ledger", "statement", "chips:ann"),
    "meters": lambda floor: floor.read("meters"),
    "audit hand": lambda floor: floor.read("audit", "hand", "UTH-1", "1", "--by", DANA),
    "audit verify": lambda floor: floor.read("audit", "verify"),
    "audit head export": lambda floor: floor.read("audit", "head", "export"),
    "audit proof": lambda floor: floor.read("audit", "proof", "20"),
    "report day": lambda floor: floor.read("report", "day"),
    "export log": lambda floor: floor.read("export", "log", "-o", "l.jsonl", "--by", DANA),
    "export verifier": lambda floor: floor.read("export", "verifier", "-o", "v.py"),
    "floor order": lambda floor: floor.read("floor", "order", "UTH-1", "place(1,ante,500)", "--by", ANN),
}


@pytest.mark.parametrize("command", PLAYED)
def test_the_json_of_a_command_is_as_documented(command: str, played: Floor) -> None:
    assert undocumented(PLAYED[command](played), documented(command)) == []


def test_the_json_of_a_new_floor_is_as_documented(folder: Floor) -> None:
    shown = folder.read("floor", "init", "--property", "Keystone Casino", "--jurisdiction", "pa")
    assert undocumented(shown, documented("floor init")) == []


def test_the_json_of_dealing_is_as_documented(floor: Floor) -> None:
    assert undocumented(floor.read("floor", "deal", "UTH-1"), documented("floor deal")) == []


def test_a_key_that_is_missing_on_either_side_is_found() -> None:
    assert undocumented({"a": 1, "b": 2}, {"a": 1}) == [".b"]
    assert undocumented({"a": [{"c": 1}]}, {"a": [{"d": 1}]}) in (["a[].c", "a[].d"], ["a[].d", "a[].c"])


def test_hand_pays_and_exceptions_are_documented() -> None:
    told = CLI.partition("A hand-pay has ")[2].partition("\n\n")[0]
    fields = [*HandPay.__struct_fields__, *Exceptional.__struct_fields__]
    assert re.findall("`([a-z_]+)`", told) == fields


def rows(first: str) -> list[tuple[str, ...]]:
    """The rows of the table in ledger.md whose first column has that heading."""
    text = LEDGER.partition(f"\n| {first} ")[2].partition("\n\n")[0]
    return [tuple(cell.strip() for cell in line.strip("|").split(" | ")) for line in text.splitlines()[2:]]


def test_every_account_and_transfer_of_the_chart_is_documented() -> None:
    assert [row[0].strip("| `") for row in rows("kind")] == list(ACCOUNT_KINDS)
    assert [(row[0].strip("| `"), row[1]) for row in rows("code")] == [(c.id, c.says) for c in TRANSFER_CODES.values()]


def test_every_refusal_is_documented_in_its_order() -> None:
    first, second = LEDGER.split("\n| name | says |\n|---|---|\n")[1:]
    for text, names in ((first, LEDGER_REFUSALS), (second, REFUSALS)):
        found = re.findall(r"(?m)^\| `([a-z-]+)` \| (.+) \|$", text.partition("\n\n")[0])
        assert found == list(names.items())
