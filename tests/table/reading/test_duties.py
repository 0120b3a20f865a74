"""Duties: each falls due as its paragraph says, disappears once it is done, and has its cite."""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tablelaw.cards import PACK
from tablelaw.chance import PracticeChance
from tablelaw.table import commands as c
from tablelaw.table.reading.duties import WATCHES, duties, performed
from tests.table.game import DEALER, FLOOR, Game
from tests.table.test_conformance import move
from tests.table.test_life import bet, play, staying
from tests.table.test_voids import dealt, step
from tests.table.world import World, pick

HOUR = 3600


def due(game: Game, now: int = 0) -> dict[str, str]:
    return {found.duty: found.when for found in duties(game.engine.rules, game.state, now)}


# --- One by one ------------------------------------------------------------------------------------------


def test_the_opening_has_one_duty_after_the_other() -> None:
    game = Game("pa-653a", procedure={"shuffler": "none"})
    assert due(game) == {}, "nothing before decks arrive"
    game.do(c.TakeSeat(1))
    expected = {
        "received": "inspect-decks",
        "inspected": "verify-inspection",
        "verified": "spread-for-first-player",
        "seen": "wash-and-stack",
        "stacked": "shuffle-before-play",
        "shuffled": "cut",
    }
    game.do(c.ReceiveDecks(("blue",)))
    while (status := game.state.decks[0].status) != "ready":
        now = [name for name, when in due(game).items() if when == "now"]
        assert now == ([expected[status]] if status in expected else []), status
        command = game.driver.next_command()
        assert command is not None
        game.do(command)


def test_preshuffled_decks_are_spared_the_opening_but_not_the_cut() -> None:
    game = Game("pa-653a", physical=True)
    game.do(c.ReceiveDecks(("blue",), True))
    assert [name for name, when in due(game).items() if when == "now"] == ["cut", "idle-spread"]


def test_5_e_an_ordered_recut_is_a_duty_of_its_own() -> None:
    game = Game("pa-653a", procedure={"shuffler": "none"}).opened()
    assert "recut-on-order" not in due(game)
    game.do(c.OrderRecut(by=FLOOR))
    assert due(game)["recut-on-order"] == "now" and "cut" not in due(game)
    game.do(c.CutDeck(20))
    assert "recut-on-order" not in due(game)


def test_5_g_a_reshuffling_device_spares_cut_recut_idle_spread_and_count() -> None:
    shoe = {"dealing": "reshuffling-shoe", "shuffler": "reshuffling"}
    game = Game("pa-653a", procedure=shoe).opened()
    game.do(c.LeaveSeat(1))
    assert set(due(game)) == {"change-decks-shoe"}


def test_5_f_the_idle_spread_is_due_while_nobody_sits_there() -> None:
    game = Game("pa-653a").opened()
    assert "idle-spread" not in due(game)
    game.do(c.LeaveSeat(1))
    assert due(game)["idle-spread"] == "now"
    game.do(c.SpreadCards())
    assert "idle-spread" not in due(game)


@pytest.mark.parametrize(("now", "when"), [(8 * HOUR - 1, "at"), (8 * HOUR, "now"), (8 * HOUR + 1, "overdue")])
def test_3_c_the_change_of_decks_is_due_at_a_second(now: int, when: str) -> None:
    game = Game("pa-653a").opened()
    found = duties(game.engine.rules, game.state, now)
    change = next(duty for duty in found if duty.duty == "change-decks-shoe")
    assert (change.when, change.due, change.cite, change.who) == (when, 8 * HOUR, "653a.3(c)", "dealer")
    assert when != "overdue" or found[0] is change, "what is overdue comes first"


@pytest.mark.parametrize("rounds", range(5))
def test_8_f_the_count_is_due_in_so_many_rounds(rounds: int) -> None:
    game = Game("pa-653a", procedure={"shuffler": "automated"}).opened()
    for _ in range(rounds):
        play(game)
    game.ready()
    found = {duty.duty: duty for duty in duties(game.engine.rules, game.state, 0)}["count-stub"]
    assert (found.when, found.due) == ("in rounds", 4 - rounds)
    bet(game)
    game.do(c.CloseBets(by=DEALER))
    while game.round.phase != "settling":
        game.do(game.driver.next_command() or staying(game))
    when = due(game)
    assert when["count-stub"] == ("now" if rounds == 4 else "in rounds")
    assert ("rack-the-stub" in when) is (rounds < 4), "a stub that must be counted is not racked before"
    game.do(c.CountStub(52 - game.round.dealt))
    assert "count-stub" not in due(game) and due(game)["rack-the-stub"] == "now"


def test_8_h_a_wrong_count_asks_for_its_reason() -> None:
    game = dealt("pa-653a", physical=True, only=("ante", "blind"))
    while game.engine.verify(game.state, c.CountStub(0)) is not None:
        game.do(step(game))
    game.do(c.CountStub(0))
    assert due(game)["explain-wrong-count"] == "now"
    game.do(c.CountStub(0, by=FLOOR))
    assert due(game)["explain-wrong-count"] == "now"
    game.irregularity("stub-wrong-misdealt")
    assert "explain-wrong-count" not in due(game)


def test_3_b_2_the_other_deck_belongs_in_the_shuffler_while_one_is_dealt() -> None:
    game = bet(Game("pa-653a", procedure={"decks": 2}).opened())
    assert "alternate-decks" not in due(game)
    game.deal()
    assert due(game)["alternate-decks"] == "now"
    game.do(c.Shuffle("machine", tuple(PACK), by="system"))
    assert "alternate-decks" not in due(game)


def test_11_k_3_and_l_2_each_payout_has_its_own_floorpersons_duty() -> None:
    game = Game("pa-653a").stack({1: "As Ks"}, "3c 4d", "Qs Js Ts 2h 3h").opened()
    game.bet(1, ante=10, blind=10, progressive=1, five_card_player=1).deal().each("check")
    assert {"validate-progressive", "verify-winning-hand"} <= set(due(game))
    assert "verify-five-card" not in due(game)
    game.do(c.Validate(1, "progressive", by=FLOOR))
    assert "verify-five-card" in due(game) and "validate-progressive" not in due(game)
    game.settle()
    assert due(game)["keep-cards-until-documented"] == "now" and "clear-for-reconstruction" not in due(game)
    game.do(c.CompleteDocuments(1, by=FLOOR))
    assert due(game)["clear-for-reconstruction"] == "now"


def test_13_g_a_broken_device_waits_to_be_covered() -> None:
    game = Game("pa-653a").opened().irregularity("device-out-of-order")
    assert due(game)["cover-broken-device"] == "now"
    game.do(c.MarkDevice("shuffler"))
    assert "cover-broken-device" not in due(game)


# --- All of them --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_every_duty_of_the_rulebook_is_watched_or_done_at_once(book: str) -> None:
    for duty in rulebooks.get(book).duties:
        watched = duty.id in WATCHES or duty.id == "count-stub" or bool(duty.every_hours)
        assert watched or performed(duty), duty.id


SOON = {
    "pa-647a": (0, 2, 4, 5, 12, 31, 49, 83),
    "md-thb": (0, 1, 2, 56, 77),
    "ma-colorado": (0, 1, 2, 6, 8, 10, 21),
    "pa-653a": (0, 1, 2, 4, 11, 16, 24, 31),
    "pa-677a": (0, 2, 3, 5, 8, 14, 43),
    "pa-678a": (0, 1, 4, 12, 14, 18, 26, 42, 52, 69),
    "fr-ultimate": (0, 1, 2),
    "fr-trois-cartes": (0, 2, 3, 6, 17, 37, 111),
    "fr-stud": (0, 1, 2, 6, 12, 72),
    "fr-holdem": (0, 1, 4, 7, 16, 142),
}
"""Tables at which a rare duty was due, which are tried first; all others follow if play has changed."""


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_random_play_sets_off_every_duty_that_is_not_done_at_once(book: str) -> None:
    waited_for = {duty.id for duty in rulebooks.get(book).duties if not performed(duty)}
    done_at_once = {duty.id for duty in rulebooks.get(book).duties if performed(duty)}
    for number in (*SOON.get(book, ()), *range(200)):
        method = pick(PracticeChance(number), rulebooks.get(book).dealing).id
        seen = seen_at(World(book, method, f"{book} {method} duties {number}"), rounds=10)
        assert not seen & done_at_once
        waited_for -= seen
        if not waited_for:
            return
    raise AssertionError(f"never due: {waited_for}")


def seen_at(world: World, rounds: int) -> set[str]:
    seen: set[str] = set()
    while world.state.rounds < rounds:
        move(world)
        found = duties(world.engine.rules, world.state, world.now)
        assert all(duty.cite and duty.says for duty in found)
        seen |= {duty.duty for duty in found}
    return seen
