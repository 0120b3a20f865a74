"""A table under outdated rules can only be settled, voided or closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablelaw.chance import PracticeChance
from tablelaw.floor.house_staff import DEALER, FLOORPERSON, handed_back, next_step, why_stopped
from tablelaw.floor.rules.frozen_tables import FOR_A_NEW_ROUND, what_remains
from tablelaw.floor.store.api import Store
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.views.next_step import next_step as what_comes_next
from tablelaw.views.table_view import phase_of
from tests.floor.played import UTH, bet, new_floor, opened, play_on, sit
from tests.floor.rules.test_in_force import (
    WAGERS,
    at_hand,
    flush_on_the_board,
    flush_pays_more,
    gone_on,
    left_open,
    without_a_rule,
)
from tests.floor.world import World

PREPARING: tuple[tuple[str, Command], ...] = (
    (DEALER, commands.ReceiveDecks(("red",))),
    (DEALER, commands.InspectDecks()),
    (FLOORPERSON, commands.VerifyInspection()),
    (DEALER, commands.SpreadCards()),
    ("player:ann", commands.ShowCards()),
    (DEALER, commands.WashCards()),
    (DEALER, commands.Shuffle("hand")),
    (DEALER, commands.CutDeck(26)),
    (FLOORPERSON, commands.OrderRecut()),
    (DEALER, commands.ChangeDecks(("red",))),
    (FLOORPERSON, commands.ChangeMethod("manual-shoe")),
    ("player:ann", commands.PlaceWager(1, "ante", 500)),
    (DEALER, commands.CloseBets()),
)


def between_rounds(store: Store) -> None:
    """Plays a round to the end, before the cards are shuffled for the next."""
    with opened(store, chance=flush_on_the_board()) as world:
        sit(world)
        bet(world, **WAGERS)
        world.do(DEALER, commands.CloseBets(), UTH)
        for action in (("check", 0), ("bet", 1000)):
            world.run(UTH)
            world.do("player:ann", commands.Act(1, *action), UTH)
        while world.view(UTH).state.round is not None:
            step = next_step(world.view(UTH), world.chance, 0)
            assert step is not None
            world.do(*step, UTH)


def wagers_lying(store: Store) -> None:
    with opened(store, chance=flush_on_the_board()) as world:
        sit(world)
        bet(world, **WAGERS)


def says(world: World) -> str:
    return what_comes_next(world.view(UTH), sees_places=False).says


def test_every_command_for_a_new_round_is_tried() -> None:
    assert {type(command) for _, command in PREPARING} == set(FOR_A_NEW_ROUND)


@pytest.mark.parametrize(("by", "command"), PREPARING, ids=[type(command).__name__ for _, command in PREPARING])
@pytest.mark.parametrize("before", [between_rounds, wagers_lying], ids=["between rounds", "wagers lying"])
def test_nothing_is_shuffled_or_changed_for_a_new_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: object, by: str, command: Command
) -> None:
    store = new_floor(tmp_path)
    assert callable(before)
    before(store)
    head = store.head()
    with at_hand(monkeypatch, flush_pays_more), gone_on(store) as world:
        refused = world.attempt(by, command, UTH)
        assert refused is not None and refused.code == "other-rules"
        assert UTH in refused.why and "7 to 1 in the log" in refused.why and "install it again" in refused.accepted
        assert next_step(world.view(UTH), PracticeChance("house"), 0) is None, "the house shuffles nothing either"
        assert store.head() == head


def test_between_rounds_the_table_is_closed_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = new_floor(tmp_path)
    between_rounds(store)
    with at_hand(monkeypatch, flush_pays_more), gone_on(store) as world:
        assert phase_of(world.view(UTH)) == "ending"
        assert says(world).startswith("No new round opens here: the table was installed under rules other than")
        assert "7 to 1 in the log" in says(world) and "It can be closed, removed" in says(world)
        stopped = why_stopped(world.view(UTH), PracticeChance("house"), 0)
        assert stopped is not None and stopped.code == "other-rules"
        world.do(FLOORPERSON, commands.CloseTable(), UTH)
        assert "It is closed; it can be removed" in says(world)
        assert phase_of(world.view(UTH)) == "closed"
        refused = world.attempt(DEALER, commands.ReceiveDecks(("red",)), UTH)
        assert refused is not None and refused.code == "other-rules"


def test_wagers_that_lie_are_handed_back_and_the_table_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = new_floor(tmp_path)
    wagers_lying(store)
    with at_hand(monkeypatch, flush_pays_more), gone_on(store) as world:
        assert phase_of(world.view(UTH)) == "ending" and "are returned" in says(world)
        while (back := handed_back(world.view(UTH), 0)) is not None:
            world.do(DEALER, back, UTH)
        assert world.view(UTH).state.round is None
        world.do(FLOORPERSON, commands.CloseTable(), UTH)


def test_a_round_that_can_be_settled_is_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = new_floor(tmp_path)
    left_open(store)
    with at_hand(monkeypatch, flush_pays_more), gone_on(store) as world:
        assert says(world) == "ann is deciding." and phase_of(world.view(UTH)) == "deciding"
        assert what_remains(world.view(UTH)).startswith("The round under way is played to its end")
        world.do("player:ann", commands.Act(1, "bet", 1000), UTH)
        world.run(UTH)
        assert world.view(UTH).state.round is None and "It can be closed" in says(world)


def test_a_round_that_cannot_be_settled_says_how_it_is_voided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = new_floor(tmp_path)
    left_open(store)
    with at_hand(monkeypatch, without_a_rule), gone_on(store) as world:
        told = says(world)
        assert "Round 2 cannot be settled under the current rules (Trips)" in told
        assert "has the wrong number of cards" in told and "dealer or a floorperson" in told and "slip(" not in told
        assert "exposed" not in told, "an exposed card of the dealer would settle Trips"
        assert "how Trips is settled" in told


def test_a_void_that_would_settle_such_a_wager_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the dealer's card is exposed, Trips is settled on the board, which the current rules would do differently."""
    store = new_floor(tmp_path)
    left_open(store)
    with at_hand(monkeypatch, without_a_rule), gone_on(store) as world:
        head = store.head()
        refused = world.attempt(FLOORPERSON, commands.ReportIrregularity("dealer-card-exposed"), UTH)
        assert refused is not None and refused.code == "other-rules"
        assert "slip(wrong-number-of-cards)" in refused.accepted and store.head() == head
        world.do(FLOORPERSON, commands.ReportIrregularity("wrong-number-of-cards", 1), UTH)
        world.run(UTH)
        assert world.view(UTH).state.round is None


def test_a_void_round_whose_rest_cannot_be_settled_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = new_floor(tmp_path)
    with opened(store, chance=flush_on_the_board()) as world:
        sit(world)
        bet(world, **WAGERS)
        play_on(world, UTH, (1, "check", 0))
        world.do(FLOORPERSON, commands.ReportIrregularity("dealer-card-exposed"), UTH)
    with at_hand(monkeypatch, without_a_rule), gone_on(store) as world:
        assert next_step(world.view(UTH), PracticeChance("house"), 0) is None
        refused = world.attempt(DEALER, commands.Deal(), UTH)
        assert refused is not None and refused.code == "other-rules"
    with gone_on(store) as world:
        world.run(UTH)
        assert world.view(UTH).state.round is None
