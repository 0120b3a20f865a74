"""The request object that a handler receives, and what a route says about itself."""

from __future__ import annotations

from typing import Any, cast

import pytest

import tablelaw.server.app  # noqa: F401  All routes are declared once it is imported.
from tablelaw.server.http.routing import ROUTES, Ask
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.users import Person

NOTHING = cast(Any, None)


def test_who_asks_is_required_where_only_people_signed_in_may() -> None:
    person = cast(Person, object())
    assert Ask(NOTHING, NOTHING, person).require_person() is person
    with pytest.raises(ServerRefused) as refused:
        Ask(NOTHING, NOTHING, None).require_person()
    assert refused.value.code == "not-signed-in"


def test_every_route_is_described_in_whole_sentences() -> None:
    assert [
        known.row for known in ROUTES if not known.says.endswith(".") or "\n" in known.says or "  " in known.says
    ] == []
    (figures,) = (known for known in ROUTES if known.row == "GET /api/floor/figures/rounds")
    assert figures.says.endswith("seeing their cards requires a recorded inspection by an auditor.")
