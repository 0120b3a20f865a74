"""Below, at and above every bound of the table: wagers, raises, cuts, positions, hours, counts, limits."""

from __future__ import annotations

from typing import Any

import pytest

from tablelaw.cards import PACK
from tablelaw.table import commands as c
from tablelaw.table.state import change
from tests.table.game import DEALER, FLOOR, Game

HOUR = 3600
LIMITS = {"minimum": "$5", "maximum": "$500"}


def verdict(game: Game, command: c.Command) -> str:
    refusal = game.engine.verify(game.state, command)
    return refusal.name if refusal else "accepted"


# --- Wagers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cents", "said"),
    [
        (-500, "below-minimum"),
        (0, "below-minimum"),
        (499, "below-minimum"),
        (500, "accepted"),
        (501, "accepted"),
        (49_999, "accepted"),
        (50_000, "accepted"),
        (50_001, "above-maximum"),
    ],
)
@pytest.mark.parametrize("book", ["pa-647a", "md-thb", "ma-colorado", "pa-653a", "pa-677a", "pa-678a"])
def test_ante_within_the_tables_limits(book: str, cents: int, said: str) -> None:
    game = Game(book, limits=LIMITS).opened()
    assert verdict(game, c.PlaceWager(1, "ante", cents, by="player:1")) == said


@pytest.mark.parametrize(("cents", "said"), [(999, "not-equal"), (1000, "accepted"), (1001, "not-equal")])
@pytest.mark.parametrize(("book", "other"), [("pa-653a", "blind"), ("pa-677a", "odds")])
@pytest.mark.parametrize("first", [True, False])
def test_7_d_1_the_second_opening_wager_equals_the_ante(
    book: str, other: str, first: bool, cents: int, said: str
) -> None:
    one, two = ("ante", other) if first else (other, "ante")
    game = Game(book).opened().bet(1, **{one: 10})
    assert verdict(game, c.PlaceWager(1, two, cents, by="player:1")) == said


@pytest.mark.parametrize(
    ("book", "wager", "written", "cents", "said"),
    [
        ("pa-653a", "progressive", {"amount": "$5"}, 499, "amount-not-permitted"),
        ("pa-653a", "progressive", {"amount": "$5"}, 500, "accepted"),
        ("pa-653a", "progressive", {"amount": "$5"}, 501, "amount-not-permitted"),
        ("pa-653a", "five-card-player", {"amount": "$2"}, 100, "amount-not-permitted"),
        ("pa-653a", "five-card-dealer", {}, 200, "amount-not-permitted"),
        ("pa-653a", "five-card-dealer", {}, 100, "accepted"),
        ("ma-colorado", "bonus", {}, 99, "amount-not-permitted"),
        ("ma-colorado", "bonus", {}, 100, "accepted"),
        ("ma-colorado", "bonus", {}, 101, "amount-not-permitted"),
        ("pa-678a", "progressive", {"amount": "$2"}, 100, "amount-not-permitted"),
        ("pa-678a", "progressive", {"amount": "$2"}, 200, "accepted"),
        ("pa-653a", "trips", {"minimum": "$2", "maximum": "$20"}, 199, "below-minimum"),
        ("pa-653a", "trips", {"minimum": "$2", "maximum": "$20"}, 2000, "accepted"),
        ("pa-653a", "trips", {"minimum": "$2", "maximum": "$20"}, 2001, "above-maximum"),
    ],
)
def test_fixed_sums_and_own_limits(book: str, wager: str, written: dict[str, str], cents: int, said: str) -> None:
    game = Game(book, wagers={wager: written} if written else {}).opened()
    for opening in game.engine.rules.opening:
        game.bet(1, **{opening.id: 10})
    assert verdict(game, c.PlaceWager(1, wager, cents, by="player:1")) == said


# --- Decisions: fixed multiples -----------------------------------------------------------------------


def asked(book: str, stage: int, hand: str = "", **choices: Any) -> Game:
    """Seat 1 with an Ante of $10 at the given stage, after everybody before it has checked or bet."""
    game = Game(book, **choices)
    game = (game.stack({1: hand}) if hand else game).opened()
    for opening in game.engine.rules.opening:
        game.bet(1, **{opening.id: 10})
    game.deal()
    for _ in range(stage):
        actions = {found.choice.action for found in game.engine.rules.choices[stage_id(game)]}
        game.act(1, "check") if "check" in actions else game.act(1, "bet", 20)
    return game


def stage_id(game: Game) -> str:
    return game.engine.rules.flow.steps[game.round.flow].stage


@pytest.mark.parametrize(
    ("book", "stage", "good", "bad"),
    [
        ("pa-653a", 0, (3000, 4000), (0, 1, 2999, 3001, 3500, 3999, 4001, -3000)),  # 653a.11(b)
        ("pa-653a", 1, (2000,), (1000, 1999, 2001, 3000, 4000)),  # 653a.11(d)
        ("pa-653a", 2, (1000,), (0, 999, 1001, 2000)),  # 653a.11(f)
        ("pa-647a", 0, (2000,), (1000, 1999, 2001)),  # 647a.11(b)
        ("pa-647a", 1, (1000,), (999, 1001, 2000)),  # 647a.11(d)
        ("pa-647a", 2, (1000,), (999, 1001, 2000)),  # 647a.11(f)
        ("md-thb", 0, (2000,), (1999, 2001)),  # 11.B(2)
        ("md-thb", 1, (1000,), (999, 1001)),  # 11.E(2)(b)
        ("md-thb", 2, (1000,), (999, 1001)),  # 11.G(2)
        ("pa-677a", 2, (1000,), (999, 1001, 2000)),  # 677a.11(f)
    ],
)
def test_a_bet_is_one_of_the_multiples(book: str, stage: int, good: tuple[int, ...], bad: tuple[int, ...]) -> None:
    game = asked(book, stage)
    assert {verdict(game, c.Act(1, "bet", cents)) for cents in good} == {"accepted"}
    assert {verdict(game, c.Act(1, "bet", cents)) for cents in bad} == {"raise-not-permitted"}


def test_a_check_carries_no_sum() -> None:
    assert verdict(asked("pa-653a", 0), c.Act(1, "check", 1)) == "raise-not-permitted"


# --- Decisions: "up to" ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "stage", "least", "most"),
    [
        ("from-one-ante", 0, 1000, 3000),
        ("from-one-ante", 1, 1000, 2000),
        ("fixed-multiple", 0, 3000, 3000),
        ("fixed-multiple", 1, 2000, 2000),
        ("no-minimum", 0, 1, 3000),
        ("no-minimum", 1, 1, 2000),
    ],
)
def test_677a_11_b_and_d_raise_up_to(reading: str, stage: int, least: int, most: int) -> None:
    game = asked("pa-677a", stage, minimum_raise=reading)
    assert verdict(game, c.Act(1, "bet", least - 1)) == "raise-not-permitted"
    assert verdict(game, c.Act(1, "bet", least)) == "accepted"
    assert verdict(game, c.Act(1, "bet", (least + most) // 2)) == "accepted"
    assert verdict(game, c.Act(1, "bet", most)) == "accepted"
    assert verdict(game, c.Act(1, "bet", most + 1)) == "raise-not-permitted"


HANDS = {
    2: "2h 7h 3d 8d 4c 9c Ks",  # two of each of three suits, one spade
    3: "2h 7h Jh 8d 4c 9c Ks",
    4: "2h 7h Jh Kh 4c 9c Ks",
    5: "2h 7h Jh Kh 9h 9c Ks",
    6: "2h 7h Jh Kh 9h 4h Ks",
    7: "2h 7h Jh Kh 9h 4h 5h",
}


@pytest.mark.parametrize(
    ("reading", "flush", "least", "most"),
    [
        ("from-one-ante", 2, 1000, 1000),  # 678a.11(b)(1)
        ("from-one-ante", 3, 1000, 1000),
        ("from-one-ante", 4, 1000, 1000),
        ("from-one-ante", 5, 1000, 2000),  # 678a.11(b)(2)
        ("from-one-ante", 6, 1000, 3000),  # 678a.11(b)(3)
        ("from-one-ante", 7, 1000, 3000),
        ("no-minimum", 4, 1000, 1000),
        ("no-minimum", 5, 1, 2000),
        ("no-minimum", 7, 1, 3000),
    ],
)
def test_678a_11_b_the_longer_the_flush_the_larger_the_raise(reading: str, flush: int, least: int, most: int) -> None:
    game = asked("pa-678a", 0, HANDS[flush], minimum_raise=reading)
    assert verdict(game, c.Act(1, "bet", least - 1)) == "raise-not-permitted"
    assert verdict(game, c.Act(1, "bet", least)) == "accepted"
    assert verdict(game, c.Act(1, "bet", most)) == "accepted"
    assert verdict(game, c.Act(1, "bet", most + 1)) == "raise-not-permitted"


@pytest.mark.parametrize("version", ["required", "permissible"])
def test_ma_10_b_1_the_bet_equals_the_ante_and_one_card_goes(version: str) -> None:
    game = asked("ma-colorado", 0, "2h 7d Kc", version=version)
    cards = game.round.seats[1].cards
    assert verdict(game, c.Act(1, "bet", 1000, cards[:1])) == "accepted"
    for cents in (999, 1001):
        assert verdict(game, c.Act(1, "bet", cents, cards[:1])) == "raise-not-permitted"
    for discard in ((), cards[:2], (PACK[51],), (cards[0], cards[0])):
        assert verdict(game, c.Act(1, "bet", 1000, discard)) == "wrong-discard"
    assert verdict(game, c.Act(1, "fold")) == ("accepted" if version == "required" else "action-not-permitted")
    assert verdict(game, c.Act(1, "play", 0, cards[:1])) == (
        "action-not-permitted" if version == "required" else "accepted"
    )


# --- Cuts and positions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("depth", "said"),
    [(9, "cut-too-shallow"), (10, "accepted"), (11, "accepted"), (51, "accepted"), (52, "cut-too-shallow")],
)
@pytest.mark.parametrize("book", ["pa-653a", "md-thb", "ma-colorado"])
def test_5_d_ten_to_fifty_one_cards_are_cut(book: str, depth: int, said: str) -> None:
    game = Game(book, procedure={"shuffler": "none"}).opened()
    game.do(c.Shuffle("hand", tuple(PACK)))
    assert verdict(game, c.CutDeck(depth)) == said


def test_5_d_what_lay_above_the_cover_card_goes_below() -> None:
    game = Game("pa-653a", procedure={"shuffler": "none"}).opened()
    game.do(c.Shuffle("hand", tuple(PACK)))
    game.do(c.CutDeck(10))
    assert game.state.decks[0].cards == PACK[10:] + PACK[:10]


@pytest.mark.parametrize(
    ("seats", "seat", "said"), [(6, 0, "no-such-seat"), (6, 6, "accepted"), (6, 7, "no-such-seat")]
)
def test_2_a_positions_of_the_table(seats: int, seat: int, said: str) -> None:
    game = Game("pa-653a", procedure={"seats": seats}).opened()
    assert verdict(game, c.TakeSeat(seat, by=f"player:{seat}")) == said


@pytest.mark.parametrize(
    ("held", "seat", "said"),
    [
        ((3,), 3, "seat-taken"),
        ((3,), 2, "accepted"),
        ((3,), 4, "accepted"),
        ((3,), 5, "not-adjacent"),
        ((3, 4), 5, "accepted"),
        ((3, 4), 6, "not-adjacent"),
        ((2, 3, 4), 5, "too-many-positions"),
    ],
)
def test_7_e_adjacent_boxes_as_many_as_submitted(held: tuple[int, ...], seat: int, said: str) -> None:
    game = Game("pa-653a", positions_per_player="3")
    for number in held:
        game.do(c.TakeSeat(number, "ann", by=f"player:{number}"))
    assert verdict(game, c.TakeSeat(seat, "ann", by=f"player:{seat}")) == said


def test_7_e_the_middle_of_three_boxes_is_not_given_up() -> None:
    game = Game("pa-653a", positions_per_player="3")
    for number in (2, 3, 4):
        game.do(c.TakeSeat(number, "ann", by=f"player:{number}"))
    assert verdict(game, c.LeaveSeat(3, by="player:3")) == "not-adjacent"
    assert verdict(game, c.LeaveSeat(2, by="player:2")) == "accepted"


@pytest.mark.parametrize("book", ["md-thb", "pa-677a", "pa-678a"])
def test_one_position_a_player_where_the_text_says_so(book: str) -> None:
    game = Game(book).opened()
    assert verdict(game, c.TakeSeat(2, "p1", by="player:2")) == "too-many-positions"


# --- Hours and rounds ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("dealing", "hours"), [("hand", 4), ("manual-shoe", 8), ("automated-shoe", 8)])
@pytest.mark.parametrize("book", ["pa-647a", "md-thb", "pa-653a", "pa-677a", "pa-678a"])
def test_3_c_no_round_on_decks_in_use_for_too_long(book: str, dealing: str, hours: int) -> None:
    game = Game(book, procedure={"dealing": dealing}).opened()
    for opening in game.engine.rules.opening:
        game.bet(1, **{opening.id: 10})
    assert verdict(game, c.CloseBets(by=DEALER, at=hours * HOUR - 1)) == "accepted"
    assert verdict(game, c.CloseBets(by=DEALER, at=hours * HOUR)) == "deck-change-due"
    assert verdict(game, c.CloseBets(by=DEALER, at=hours * HOUR + 1)) == "deck-change-due"


def test_3_c_a_change_to_hand_dealing_shortens_the_hours_at_once() -> None:
    game = Game("pa-653a").opened().bet(1, ante=10, blind=10)
    assert verdict(game, c.CloseBets(by=DEALER, at=5 * HOUR)) == "accepted"
    game.do(c.ChangeMethod("hand", by=FLOOR))
    assert verdict(game, c.CloseBets(by=DEALER, at=5 * HOUR)) == "deck-change-due"


def test_ma_prints_no_hours() -> None:
    game = Game("ma-colorado").opened().bet(1, ante=10)
    assert verdict(game, c.CloseBets(by=DEALER, at=1000 * HOUR)) == "accepted"


@pytest.mark.parametrize(("uncounted", "said"), [(3, "accepted"), (4, "stub-count-due"), (5, "stub-count-due")])
def test_8_f_a_count_at_least_once_in_five_rounds(uncounted: int, said: str) -> None:
    game = Game("pa-653a", procedure={"shuffler": "automated"}).opened()
    game.driver.state = change(game.state, rounds_since_count=uncounted)
    game.bet(1, ante=10, blind=10).deal()
    for action in ("check", "check", "fold"):
        game.do(c.Act(1, action, by="player:1"))
        while game.round.phase in ("dealing", "showdown"):
            game.do(c.Deal() if game.round.phase == "dealing" else c.TurnUp())
    assert verdict(game, c.SettleSeat()) == said
