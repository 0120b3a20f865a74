"""A property has one currency over HTTP too: a table in another currency is refused and nothing changes."""

from __future__ import annotations

from tablelaw import jurisdictions, rulebooks
from tablelaw.jurisdictions.model import Matter
from tablelaw.submission.template import new_submission
from tests.floor.world import PROPERTY
from tests.server.conftest import Doors


def test_a_table_in_euros_is_refused_at_a_property_in_dollars(doors: Doors) -> None:
    administrator = doors.somebody("ada", "administrator")
    before = doors.context.service.views.seq
    text = new_submission(rulebooks.get("fr-ultimate"), casino=PROPERTY, table="EUR-1")
    answer = administrator.order({"type": "InstallTable", "submission": text, "tray_cents": 100_000_00}, order_id="eur")
    assert answer.status_code == 409, answer.text
    refused = answer.json()["refused"]
    assert refused["code"] == "another-currency"
    assert jurisdictions.get("fr").cite(Matter.RULES_SUBMISSIONS) in answer.text
    assert "a table in USD, or a property in EUR" in answer.text
    assert doors.context.service.views.seq == before and "EUR-1" not in doors.context.service.views.tables
