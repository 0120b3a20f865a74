"""Every kind of order and event that is written into a log occurs in a forgery that the verifier finds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablelaw.floor.log.durable_names import COMMANDS, EVENTS, ORDERS, PROPERTY_EVENTS
from tablelaw_verifier.entries.orders import COMMANDS as COMMAND_FORMS
from tablelaw_verifier.entries.orders import MAY_GIVE
from tests.verifier.conftest import Change
from tests.verifier.editable_log import EditableLog, Object
from tests.verifier.forgeries import FORGERIES
from tests.verifier.forgeries_orders import MAY_NOT, OTHERWISE
from tests.verifier.test_forgeries import FOUND

UNUSED = {"SpreadCards": "its only field, the side that is up, leads to nothing in an event"}
"""Orders with fields that cannot contradict their events, and the reason."""


def forged_entries(editable: EditableLog, seq: int) -> Iterator[Object]:
    """The entry at which a forgery is found, as it was and as it is, and all that were added or removed."""
    before, now = ({entry["id"]: entry for entry in log.entries} for log in (editable.copy(), editable))
    for entry in editable.entries:
        if entry["seq"] == seq or entry["id"] not in before:
            yield from (entry, before.get(entry["id"], entry))
    yield from (entry for name, entry in before.items() if name not in now)


@pytest.fixture
def forged_kinds(changed: Change, changed_seldom: Change) -> set[str]:
    """The kinds of the orders and events in the entries that forgeries change."""
    kinds: set[str] = set()
    for name in FOUND:
        change = changed_seldom if FORGERIES[name].is_seldom else changed
        for entry in forged_entries(*change(FORGERIES[name].forge)):
            kinds |= {entry["command"]["type"], *(event["type"] for event in entry["events"])}
    return kinds


def test_every_durable_name_of_an_order_or_event_occurs_in_a_forgery(forged_kinds: set[str]) -> None:
    """A new kind of order or event needs forgeries, such as those in forgeries_seldom.py."""
    durable = {*COMMANDS, *ORDERS, *EVENTS, *PROPERTY_EVENTS}
    assert durable - forged_kinds == set()


def test_every_order_comes_from_somebody_who_may_not_give_it() -> None:
    assert set(MAY_NOT) == set(MAY_GIVE)


def test_every_order_that_says_something_says_another_thing_than_its_event() -> None:
    telling = {kind for kind in MAY_GIVE if COMMAND_FORMS[kind].kinds.keys() - {"type", "by", "at"}}
    assert set(OTHERWISE) | set(UNUSED) == telling
