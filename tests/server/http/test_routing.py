"""The request object that a handler receives."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tablelaw.server.http.routing import Ask
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.users import Person

NOTHING = cast(Any, None)


def test_who_asks_is_required_where_only_people_signed_in_may() -> None:
    person = cast(Person, object())
    assert Ask(NOTHING, NOTHING, person).require_person() is person
    with pytest.raises(ServerRefused) as refused:
        Ask(NOTHING, NOTHING, None).require_person()
    assert refused.value.code == "not-signed-in"
