"""Difficult cases with money: meters read in turn, Envy, divided shares, drawn bonuses, limits, validation."""

from __future__ import annotations

import pytest

from tablelaw.cards import Card
from tablelaw.table import commands as c
from tablelaw.table import events
from tablelaw.table.events import Line
from tests.table.game import FLOOR, Game
from tests.table.test_life import verdict

UNITS = 10_000
ROYAL_FLOP = "Qs Js Ts 2h 3h"


def ultimate(hands: dict[int, str], dealer: str = "3c 4d", board: str = ROYAL_FLOP, **choices: object) -> Game:
    return Game("pa-653a", seats=tuple(hands), **choices).stack(hands, dealer, board).opened()  # type: ignore[arg-type]


def lines(game: Game, wager: str) -> list[Line]:
    return [line for line in game.round.lines if line.wager == wager]


# --- Meters ----------------------------------------------------------------------------------------


def test_12_d_4_a_meter_pays_what_it_shows_at_the_players_turn() -> None:
    """The seat to the dealer's right comes first and wins 10 % of the meter, then another wins 100 % of the rest, then
    the meter is reseeded.
    """
    game = royal_and_straight()
    first, second = lines(game, "progressive")
    assert (first.seat, first.odds, first.paid) == (3, "10% of meter", 100_000)
    assert first.meter_after == 9_000_00 * UNITS
    assert (second.seat, second.odds, second.paid) == (1, "100% of meter", 900_000)
    assert second.meter_after == 10_000_00 * UNITS, "reseeded"
    assert game.state.meters == {**game.engine.new().meters, second.meter: second.meter_after}


def royal_and_straight() -> Game:
    """A round in which seat 1 has a royal flush and seat 3 a straight flush, on one Flop."""
    game = ultimate({1: "As Ks", 3: "9s 8s"})
    for seat in (1, 3):
        game.bet(seat, ante=10, blind=10, progressive=1)
    return game.deal().each("check").settle()


def test_12_d_4_a_reading_that_comes_in_between_counts() -> None:
    game = ultimate({1: "As Ks", 3: "9s 8s"})
    for seat in (1, 3):
        game.bet(seat, ante=10, blind=10, progressive=1)
    game.deal().each("check")
    meter = next(meter.id for meter in game.engine.submission.meters if "progressive" in meter.wagers)
    game.do(c.Validate(3, "progressive", by=FLOOR))
    game.do(c.ReadMeters(((meter, 20_000_00 * UNITS),), by="system"))
    game.settle()
    assert game.line(1, "progressive").paid == 20_000_00


def test_odd_cents_of_a_share_stay_on_the_meter() -> None:
    game = ultimate({1: "9s 8s"}).bet(1, ante=10, blind=10, progressive=1)
    meter = next(meter.id for meter in game.engine.submission.meters if "progressive" in meter.wagers)
    game.do(c.ReadMeters(((meter, 123_456_789),), by="system"))
    line = game.deal().each("check").settle().line(1, "progressive")
    assert line.paid == 1234, "10 % of $123.456789"
    assert line.meter_after == 123_456_789 - 1234 * UNITS


@pytest.mark.parametrize("moment", ["between two winners", "after the last"])
def test_void_after_settlement_began_a_meter_paid_in_the_round_is_restored(moment: str) -> None:
    game = ultimate({1: "As Ks", 3: "9s 8s"})
    for seat in (1, 3):
        game.bet(seat, ante=10, blind=10, progressive=1)
    game.do(c.ReadMeters(tuple((name, 20_000_00 * UNITS) for name in game.state.meters), by="system"))
    before = game.state.meters
    game.deal().each("check")
    game.do(c.Validate(3, "progressive", by=FLOOR))
    if moment == "after the last":
        game.settle()
    assert game.round.hand_pays and game.state.meters != before
    game.irregularity("wrong-number-of-cards").settle()
    assert game.state.meters == before
    assert game.round.hand_pays == () and {line.outcome for line in game.round.lines} == {"void"}
    assert verdict(game, c.ClearRound()) == "accepted"


# --- Envy --------------------------------------------------------------------------------------------


def test_11_k_5_envy_for_every_other_holder_for_each_qualifying_hand() -> None:
    game = ultimate({1: "As Ks", 2: "2c 7d", 3: "9s 8s", 4: "2d 7h"})
    for seat in (1, 2, 3):
        game.bet(seat, ante=10, blind=10, progressive=1)
    game.bet(4, ante=10, blind=10)
    game.deal().each("check").settle()
    envy = [(line.seat, line.odds, line.paid, line.note) for line in lines(game, "envy")]
    assert envy == [
        (2, "$300", 300_00, "for seat 3's hand"),
        (1, "$300", 300_00, "for seat 3's hand"),
        (3, "$1,000", 1000_00, "for seat 1's hand"),
        (2, "$1,000", 1000_00, "for seat 1's hand"),
    ]


def test_11_k_5_the_hand_needs_no_progressive_wager_and_the_dealers_hand_earns_none() -> None:
    game = ultimate({1: "2c 7d", 2: "As Ks"}, dealer="9s 8s")
    game.bet(1, ante=10, blind=10, progressive=1).bet(2, ante=10, blind=10)
    game.deal().each("check").settle()
    assert [(line.seat, line.note) for line in lines(game, "envy")] == [(1, "for seat 2's hand")]


def test_12_d_5_envy_follows_the_receivers_own_wager() -> None:
    game = ultimate({1: "2c 7d", 2: "As Ks"}, wagers={"progressive": {"amount": "$5"}})
    game.bet(1, ante=10, blind=10, progressive=5).bet(2, ante=10, blind=10)
    assert [line.paid for line in lines(game.deal().each("check").settle(), "envy")] == [5000_00]


def test_envy_own_second_box_no_envy_between_boxes_of_one_player() -> None:
    game = Game("pa-653a", seats=(1, 2, 3), positions_per_player="2")
    game.stack({1: "As Ks", 2: "2c 7d", 3: "2d 7h"}, "3c 4d", ROYAL_FLOP)
    for seat, player in ((1, "ann"), (2, "ann"), (3, "bo")):
        game.do(c.TakeSeat(seat, player, by=f"player:{seat}"))
    game.ready()
    for seat in (1, 2, 3):
        game.bet(seat, ante=10, blind=10, progressive=1)
    game.deal().each("check").settle()
    assert [line.seat for line in lines(game, "envy")] == [3]


def test_envy_is_paid_once_although_the_seat_waits_twice() -> None:
    game = ultimate({1: "As Ks", 2: "2c 7d"})
    game.bet(1, ante=10, blind=10, progressive=1, five_card_player=1).bet(2, ante=10, blind=10, progressive=1)
    game.deal().each("check").settle()
    assert len([event for event in game.log if isinstance(event, events.Validated)]) == 2
    assert [line.seat for line in lines(game, "envy")] == [2]


@pytest.mark.parametrize(("reading", "paid"), [("stays", [1]), ("collected", [])])
def test_fold_and_progressive_envy_goes_with_the_wager(reading: str, paid: list[int]) -> None:
    game = ultimate({1: "2c 7d", 2: "As Ks"}, fold_and_progressive=reading)
    game.bet(1, ante=10, blind=10, progressive=1).bet(2, ante=10, blind=10).deal()
    for _ in range(2):
        game.act(1, "check").act(2, "check")
    game.act(1, "fold").act(2, "bet", 10).settle()
    assert [line.seat for line in lines(game, "envy")] == paid


def test_647a_11_b_2_a_fold_before_the_flop_loses_the_progressive_and_keeps_the_rest() -> None:
    game = Game("pa-647a", seats=(1, 2)).stack({1: "As Ks", 2: "2c 7d"}, "3c 4d", ROYAL_FLOP, "Ad Ah 5c 6c").opened()
    game.bet(1, ante=10, texas_bonus=5, progressive=1, five_card_player=1, six_card=5).bet(2, ante=10, progressive=1)
    game.deal().act(1, "fold")
    assert game.line(1, "progressive").cite == "647a.11(b)(2)(i)(B)"
    assert not game.round.seats[1].racked, "the cards stay for the wagers still open"
    game.each("bet").settle()
    assert game.said(1) == {
        "ante": "lost",
        "progressive": "lost",
        "texas-bonus": "won",
        "five-card-player": "won",
        "six-card": "won",
    }
    assert [(line.seat, line.note) for line in lines(game, "envy")] == [(2, "for seat 1's hand")]


# --- Folded cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "other", "racked"),
    [
        ({}, {}, True),
        ({"trips": 5}, {}, False),
        ({"trips": 5, "bad_beat": 5}, {}, False),
        ({"six_card": 5}, {}, False),
        ({"five_card_dealer": 1}, {}, False),
        ({}, {"progressive": 1}, False),
    ],
)
def test_11_f_2_folded_cards_stay_while_a_wager_on_them_is_open(
    own: dict[str, int], other: dict[str, int], racked: bool
) -> None:
    game = ultimate({1: "2c 7d", 2: "Ah Kd"}).bet(1, ante=10, blind=10, **own)
    game.bet(2, ante=10, blind=10, **other).deal().act(1, "check").act(2, "bet", 40).act(1, "check")
    game.do(c.Act(1, "fold", by="player:1"))
    assert game.round.seats[1].racked is racked


# --- Divided shares --------------------------------------------------------------------------------------


def on_the_dealer(sharers: int, meter_units: int, dealer: str = "As Ks") -> Game:
    hands = {1: "2c 7d", 2: "2d 8h", 3: "2h 9c"}
    game = ultimate(hands, dealer=dealer, board="Qs Js Ts 4c 5c")
    for seat in hands:
        game.bet(seat, ante=10, blind=10, **({"five_card_dealer": 1} if seat <= sharers else {}))
    game.do(c.ReadMeters((("five-card", meter_units),), by="system"))
    return game.deal().each("check")


@pytest.mark.parametrize(("sharers", "paid"), [(1, 10_000_01), (2, 5_000_00), (3, 3_333_33)])
def test_12_e_2_a_share_on_the_dealers_hand_is_divided_equally(sharers: int, paid: int) -> None:
    game = on_the_dealer(sharers, 10_000_01 * UNITS).settle()
    won = lines(game, "five-card-dealer")
    assert [line.paid for line in won] == [paid] * sharers
    left = (10_000_01 - paid * sharers) * UNITS
    assert game.state.meters["five-card"] == left, "the cents nobody gets stay; the reseed is nothing"
    assert game.round.hand_pays == tuple(range(sharers, 0, -1))


def test_12_e_2_fixed_odds_are_not_divided() -> None:
    game = on_the_dealer(3, 10_000_00 * UNITS, dealer="8s 2s").settle()
    assert [(line.odds, line.paid) for line in lines(game, "five-card-dealer")] == [("50 for 1", 50_00)] * 3


def test_a_wager_lost_before_the_first_turn_does_not_share() -> None:
    hands = {1: "2c 7d", 2: "2d 8h", 3: "2h 9c"}
    game = ultimate(hands, dealer="As Ks", board="Qs Js Ts 4c 5c")
    for seat in hands:
        game.bet(seat, ante=10, blind=10, five_card_dealer=1)
    game.do(c.ReadMeters((("five-card", 9_000_00 * UNITS),), by="system"))
    game.deal().irregularity("player-leaves", 1, by=FLOOR).each("check").settle()
    assert [line.paid for line in lines(game, "five-card-dealer") if line.hand_pay] == [4_500_00, 4_500_00]


def test_a_wager_lost_after_the_first_turn_leaves_its_part_on_the_meter() -> None:
    """The meter's amount at the first turn determines every part, whenever it is validated."""
    game = on_the_dealer(3, 9_000_00 * UNITS)
    assert game.round.waiting == ((3, "five-card-dealer"),)
    game.irregularity("player-leaves", 1, by=FLOOR)
    assert game.state.meters["five-card"] == 3_000_00 * UNITS
    game.do(c.Validate(3, "five-card-dealer", by=FLOOR))
    assert game.line(3, "five-card-dealer").paid == 3_000_00
    game.irregularity("player-leaves", 2, by=FLOOR)
    assert game.line(2, "five-card-dealer").outcome == "lost"
    assert game.state.meters["five-card"] == 6_000_00 * UNITS


# --- Magic Card and Lucky ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "positions", "paid"),
    [
        ("", (1,), {"lucky-bonus": [5_00]}),
        ("", (0,), {"lucky-bonus": [5_00]}),
        ("", (2,), {}),
        ("2c", (), {"magic-card": [20_00]}),
        ("3c", (), {"magic-card": [20_00]}),
        ("Qs", (), {"magic-card": [20_00, 20_00]}),
        ("2h", (), {}),
        ("2d", (), {}),
    ],
)
def test_12_e_3_drawn_bonuses_for_each_wager_they_ride_on(
    cards: str, positions: tuple[int, ...], paid: dict[str, list[int]]
) -> None:
    """Seat 1 holds 2c 7d, the dealer 3c 4d, the Flop is Qs Js 9h; Turn and River do not count."""
    game = ultimate({1: "2c 7d"}, board="Qs Js 9h 2h 3h", magic_card="yes", lucky_bonus="yes")
    game.bet(1, ante=10, blind=10, five_card_player=1, five_card_dealer=1).deal()
    drawn = (Card.parse(cards),) if cards else ()
    game.do(c.DrawBonus(drawn, positions, by="system"))
    assert verdict(game, c.DrawBonus(drawn, positions, by="system")) == "impossible-draw", "once a round"
    game.each("check").settle()
    found = {name: [line.paid for line in lines(game, name)] for name in ("magic-card", "lucky-bonus")}
    assert {name: sums for name, sums in found.items() if sums} == paid


# --- The payout limit ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ante", "cut"), [(9_999, []), (10_000, []), (10_001, [-5_00])])
@pytest.mark.parametrize("book", ["pa-647a", "md-thb"])
def test_12_c_winnings_below_at_and_above_the_limit(book: str, ante: int, cut: list[int]) -> None:
    """A winning straight pays five Antes: Ante, Flop twice, Turn and River."""
    game = Game(book, ante_pays_from="straight").stack({1: "9s 8h"}, "2c 3d", "7c 6d 5h Kc Kd").opened()
    game.bet(1, ante=ante).deal().act(1, "bet", 2 * ante).act(1, "bet", ante).act(1, "bet", ante)
    assert [line.paid for line in lines(game.settle(), "payout limit")] == cut


@pytest.mark.parametrize(("bonus", "cut"), [(49, []), (50, []), (51, [-1_000_00])])
def test_md_12_c_the_bonus_counts_toward_the_limit(bonus: int, cut: list[int]) -> None:
    game = Game("md-thb", ante_pays_from="straight").stack({1: "As Ah"}, "Ad Ac", "2c 7d 9h Jc 4s").opened()
    game.bet(1, ante=1, texas_bonus=bonus).deal().each("bet").settle()
    assert game.line(1, "texas-bonus").paid == bonus * 1000_00
    assert [line.paid for line in lines(game, "payout limit")] == cut


def test_647a_12_c_the_bonus_does_not_count() -> None:
    game = Game("pa-647a", ante_pays_from="straight").stack({1: "As Ah"}, "Ad Ac", "2c 7d 9h Jc 4s").opened()
    game.bet(1, ante=1, texas_bonus=60).deal().each("bet").settle()
    assert lines(game, "payout limit") == []


@pytest.mark.parametrize(("ante", "cut"), [(9_999, []), (10_000, []), (10_001, [-5_00])])
def test_ma_12_c_the_limit_reaches_an_instant_winner_too(ante: int, cut: list[int]) -> None:
    game = Game("ma-colorado", limits={"payout_limit": "$50,000"}).stack({1: "7s 7h 7d"}).opened()
    game.bet(1, ante=ante).deal().act(1, "declare")
    assert [line.paid for line in lines(game, "payout limit")] == cut
    assert game.round.seats[1].status == "settled" and game.round.seats[1].racked


def test_each_box_has_a_limit_of_its_own() -> None:
    game = Game("pa-647a", seats=(1, 2), ante_pays_from="straight")
    game.stack({1: "9s 8h", 2: "9d 8c"}, "2c 3d", "7c 6d 5h Kc Kd").opened()
    for seat in (1, 2):
        game.bet(seat, ante=10_001)
    game.deal().each("bet").settle()
    assert [(line.seat, line.paid) for line in lines(game, "payout limit")] == [(2, -5_00), (1, -5_00)]
