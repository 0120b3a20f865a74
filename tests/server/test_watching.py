"""The judgement of a measurement detects a slower server and tells it apart from a starved machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.server import watching
from tests.server.test_hostile import RESOLUTION_SECONDS, is_slowed
from tests.server.watching import OTHERS, STARVED_SECONDS, Control, Seen, Window, before_others, is_starved, tree

TOLD: dict[str, Any] = {"statuses": {"200": 3}, "accidents": [], "slowest": 0.5, "slowest_what": "GET /"}


def seen(idle: float, attacked: float) -> Seen:
    return Seen(idle=[idle] * 200, attacked=[attacked] * 200)


@pytest.mark.parametrize(("times", "is_found"), [(1.9, False), (2.0, False), (2.1, True)])
def test_who_plays_may_wait_twice_as_long_and_no_longer(times: float, is_found: bool) -> None:
    assert is_slowed([seen(0.2, 0.2 * times)]) == is_found


def test_one_answer_in_fifty_that_takes_long_is_found() -> None:
    slow = Seen(idle=[0.01] * 200, attacked=[0.01] * 196 + [1.0] * 4)
    assert is_slowed([slow])


def test_below_what_can_be_measured_nothing_is_slow() -> None:
    assert not is_slowed([seen(RESOLUTION_SECONDS / 100, RESOLUTION_SECONDS)])


@pytest.mark.parametrize(
    ("late", "others", "is_so"),
    [
        (STARVED_SECONDS, 2.0, False),
        (STARVED_SECONDS * 1.1, 2.0, True),
        (STARVED_SECONDS * 1.1, OTHERS, False),
    ],
)
def test_a_machine_is_starved_only_where_others_are_at_work(late: float, others: float, is_so: bool) -> None:
    """A control process delayed by the server's own work does not excuse the server."""
    window = Window([0.01], late, others)
    assert is_starved(window) == is_so
    found = Seen()
    assert found.add(Window([0.01]), window, TOLD) != is_so
    assert (found.discarded, len(found.attacked), found.slowest) == ((1, 0, 0.0) if is_so else (0, 1, 0.5))


def test_what_went_wrong_counts_also_in_a_window_that_does_not() -> None:
    found = Seen()
    found.add(Window(), Window([0.01], 1.0, 2.0), TOLD | {"accidents": ["500: GET /"]})
    assert found.accidents and found.statuses["200"] == 3


def test_the_control_measures_how_late_it_woke_up() -> None:
    control = Control()
    control.begin()
    assert 0 <= control.late() < 60
    control.close()


def test_this_process_is_in_its_own_tree() -> None:
    assert os.getpid() in tree(os.getpid())


def test_what_goes_first_goes_back_to_its_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    group = tmp_path / "autogroup"
    group.write_text("/autogroup-7 nice 3\n")
    monkeypatch.setattr(watching, "AUTOGROUP", group)
    with before_others() as is_first:
        assert is_first and group.read_text() == watching.FIRST
    assert group.read_text() == "3"


@pytest.mark.parametrize("content", [None, "", "\n"])
def test_where_the_system_has_no_such_places_nobody_goes_first(
    content: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The autogroup file is empty in a container without its own sessions, and missing on other systems."""
    group = tmp_path / "autogroup"
    if content is not None:
        group.write_text(content)
    monkeypatch.setattr(watching, "AUTOGROUP", group)
    with before_others() as is_first:
        assert not is_first
