"""A seed always plays the same day, to the last byte, and leaving something out changes nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablelaw.floor.log.entry import encode
from tablelaw.gaming_day.day import Outcome, play_day
from tablelaw.gaming_day.script import OPENS, Shape, script_of
from tablelaw.table import events
from tests.floor.databases import Databases, temporary_databases

SEED = 8


@pytest.fixture(scope="module")
def whole() -> Outcome:
    return play_day(SEED, tell=True)


def dealt(outcome: Outcome, table: str) -> list[tuple[str, ...]]:
    """Every card of a table, by the name of the order that dealt it."""
    return [
        (order.id, *(str(card) for _, card, _ in event.cards))
        for order, entry in outcome.told
        if order.table == table
        for event in entry.events
        if isinstance(event, events.Dealt)
    ]


def test_the_same_seed_is_the_same_day_to_the_last_byte(whole: Outcome) -> None:
    again = play_day(SEED, tell=True)
    assert [encode(entry) for _, entry in again.told] == [encode(entry) for _, entry in whole.told]
    assert again.counts == whole.counts


def test_another_seed_is_another_day(whole: Outcome) -> None:
    assert play_day(SEED + 6).counts != whole.counts


def test_a_table_left_out_leaves_the_cards_of_the_others_as_they_were(whole: Outcome) -> None:
    first, *others = [table.name for table in whole.script.tables]
    alone = play_day(SEED, without=frozenset(others), tell=True)
    assert dealt(alone, first) == dealt(whole, first) != []


def test_a_round_left_out_leaves_the_others_their_cards(whole: Outcome) -> None:
    table = whole.script.tables[0].name
    less = play_day(SEED, without=frozenset({f"{table} round 1"}), tell=True)
    later = [cards for cards in dealt(whole, table) if "round 1," not in cards[0]]
    assert later
    assert dict.fromkeys(name for name, *_ in dealt(less, table)).keys() <= {name for name, *_ in dealt(whole, table)}
    assert any(cards in later for cards in dealt(less, table))


def test_a_day_is_open_for_some_hours_and_its_items_are_in_order() -> None:
    script = script_of(SEED)
    times = [item.at for item in script.items]
    assert times == sorted(times)
    assert min(times) >= OPENS


def test_two_days_on_one_floor() -> None:
    outcome = play_day(2, days=2)
    assert outcome.disagreement is None
    assert outcome.counts["rounds"] > play_day(2).counts["rounds"]


def test_a_large_day_of_every_rulebook() -> None:
    outcome = play_day(11, Shape(tables=12, rounds=60))
    assert outcome.disagreement is None
    assert len({table.book for table in outcome.script.tables}) == 6


# --- On the server -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def databases() -> Iterator[Databases]:
    with temporary_databases() as made:
        yield made


@pytest.mark.parametrize("seed", [SEED, 9])
def test_a_day_on_postgresql_is_the_same_day(seed: int, databases: Databases) -> None:
    there = play_day(seed, database=databases.fresh("postgresql"))
    assert there.disagreement is None
    assert there.counts == play_day(seed).counts
