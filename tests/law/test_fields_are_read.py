"""Every field of every row is read by some code: a fact that no code reads is a rule that nobody follows."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import msgspec
import pytest

import tablelaw
from tablelaw.law import rows
from tablelaw.law.rows.base import Part, Row

SOURCE = Path(tablelaw.__file__).parent
KINDS = sorted(
    (kind for kind in vars(rows).values() if isinstance(kind, type) and issubclass(kind, Row | Part)),
    key=lambda kind: kind.__name__,
)
CALLED = {
    "Area": {"area"},
    "Classes": {"row"},
    "Dealing": {"dealing", "method"},
    "Fact": {"fact"},
    "Flow": {"entry"},
    "FoldEffect": {"on_fold"},
    "HoldRange": {"row", "hold", "printed"},
    "Inscription": {"row"},
    "Irregularity": {"irregularity", "irregularities"},
    "Limit": {"limit", "limits"},
    "Meter": {"meter", "meters"},
    "Paytable": {"table"},
    "Replaced": {"other"},
    "Settle": {"step"},
}
"""The variable names by which code refers to a row of each kind, if they differ from the kind's name."""
OFTEN = {"row", "one", "other"}
ELSEWHERE: dict[type, tuple[str, ...]] = {rows.Provision: (*rows.PROVISION_KINDS, "note"), rows.Reading: ("unshown",)}
"""Fields that are read through a computed name, and those that only tests read: why a reading is not shown, and the
note of a planned rule.
"""


@cache
def attributes_read() -> dict[str, set[str]]:
    """Every attribute that some module reads, with the names it is read from: "hand" for `hand.ranking`."""
    read: defaultdict[str, set[str]] = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                of_its_own = {"self"} if path.parent.name == "rows" else set[str]()
                read[node.attr] |= set(re.findall(r"\w+", ast.unparse(node.value))) - {"self"} | of_its_own
    return read


def unread(kind: type[msgspec.Struct]) -> list[str]:
    """Fields that no code reads from a variable named like the row."""
    called = CALLED.get(kind.__name__, {kind.__name__.lower()}) | OFTEN
    read = attributes_read()
    names = [field.name for field in msgspec.structs.fields(kind)]
    return [name for name in names if name not in ELSEWHERE.get(kind, ()) and not read.get(name, set()) & called]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_field_is_read(kind: type[msgspec.Struct]) -> None:
    assert not unread(kind)


def test_planted_fields_that_nobody_reads_are_found() -> None:
    """One planted field is not used by any code; the others are read only from other objects."""

    class Settle(Row, frozen=True, kw_only=True):
        forgotten_by_everybody: bool = False
        hold_range: str = ""
        deadline: str = ""

    assert unread(Settle) == ["forgotten_by_everybody", "hold_range", "deadline"]
