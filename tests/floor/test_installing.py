"""Meters keep their figures and names when a table is reinstalled or another table is installed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing

import pytest

from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.audit.reexecution import LogDiffers, reexecute
from tablelaw.floor.handlers import installation
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store
from tests.floor.databases import KINDS_FOR_LOGIC
from tests.floor.world import ADMINISTRATOR, TRAY_CENTS, World, example

DATABASES = KINDS_FOR_LOGIC

FLUSH, UTH = example("pa-678a", "T"), example("pa-653a", "U")
LINKED = {book: example(book, link="hall") for book in ("pa-653a", "pa-678a")}


@pytest.fixture
def world(store: Store) -> Iterator[World]:
    with closing(FloorService(store)) as service:
        world = World(service)
        world.open([FLUSH, UTH])
        yield world


def put(world: World, text: str) -> TablelawError | None:
    return world.attempt(ADMINISTRATOR, orders.InstallTable(text, TRAY_CENTS))


def again(world: World, text: str, **figures: str) -> TablelawError | None:
    """Removes the table and installs it again with other figures."""
    world.do(ADMINISTRATOR, orders.RemoveTable("T" if 'table = "T"' in text else "U"))
    for name, value in figures.items():
        text, found = re.subn(rf'(?m)^{name} = "[^"]*"$', f'{name} = "{value}"', text)
        assert found
    return put(world, text)


# --- Figures ---------------------------------------------------------------------------------------------------

OTHER_FIGURES = {
    "seed": (FLUSH, {"seed": "$40,000"}, "T/progressive shows $30,000, and its seed is $30,000, not $40,000"),
    "reseed": (FLUSH, {"reseed": "$50,000"}, "its reseed amount is $30,000, not $50,000"),
    "rate": (FLUSH, {"rate": "25%"}, "its rate is 20%, not 25%"),
    "amount": (UTH, {"amount": "$5"}, "U/progressive-a shows $10,000, and its seed is $10,000, not $50,000"),
}


@pytest.mark.parametrize("figure", OTHER_FIGURES)
def test_a_meter_keeps_the_figures_it_was_started_with(world: World, figure: str) -> None:
    text, figures, words = OTHER_FIGURES[figure]
    refusal = again(world, text, **figures)
    assert refusal is not None and refusal.code == "meter-has-other-figures"
    assert (
        words in refusal.sentence() and "the same amount and figures, or another name for the table" in refusal.accepted
    )


def test_a_table_comes_back_with_the_same_figures(world: World, store: Store) -> None:
    assert again(world, FLUSH) is None and again(world, UTH) is None
    assert reexecute(store).entries == store.head()


def test_a_link_keeps_its_figures_when_all_its_tables_are_gone(world: World) -> None:
    linked = LINKED["pa-678a"]
    assert put(world, linked) is None
    world.do(ADMINISTRATOR, orders.RemoveTable("HCF-1"))
    refusal = put(world, re.sub(r"(?m)^rate = .*$", 'rate = "25%"', linked))
    assert refusal is not None and refusal.code == "meter-has-other-figures"
    assert "another name for the link" in refusal.accepted
    assert put(world, linked) is None


def test_a_floor_that_takes_other_figures_is_found_out(
    world: World, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault is a floor that installs such a table; re-execution refuses its log."""
    with monkeypatch.context() as planted:
        planted.setattr(installation, "_require_same_figures", lambda *asked: None)
        assert again(world, FLUSH, seed="$40,000") is None
    with pytest.raises(LogDiffers, match="meter-has-other-figures"):
        reexecute(store)


# --- Names -----------------------------------------------------------------------------------------------------


def named(text: str, name: str) -> str:
    return re.sub(r"(?m)^table = .*$", f'table = "{name}"', text)


def test_a_table_is_not_named_like_a_link(world: World) -> None:
    assert put(world, LINKED["pa-653a"]) is None
    refusal = put(world, named(FLUSH, "hall-progressive"))
    assert refusal is not None and refusal.code == "table-named-like-a-link"
    assert "hall-progressive is a link" in refusal.sentence() and refusal.accepted == "another name for the table"
    assert put(world, named(FLUSH, "hall")) is None


@pytest.mark.parametrize("is_gone", [False, True])
def test_a_link_is_not_named_like_a_table(world: World, is_gone: bool) -> None:
    """Nor may a link be named after a removed table that left its meters behind."""
    if is_gone:
        world.do(ADMINISTRATOR, orders.RemoveTable("T"))
    refusal = put(world, LINKED["pa-653a"].replace('link = "hall-progressive"', 'link = "T"'))
    assert refusal is not None and refusal.code == "table-named-like-a-link"
    assert "link T of meter" in refusal.sentence() and refusal.accepted == "another name for the link"


def test_a_link_is_not_named_like_its_own_table(world: World) -> None:
    refusal = put(world, named(LINKED["pa-678a"], "hall-progressive"))
    assert refusal is not None and refusal.code == "table-named-like-a-link"
