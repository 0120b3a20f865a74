"""Irregularities that void nothing, or only one hand: face-up cards, players who leave, declarations, validations."""

from __future__ import annotations

import pytest

from tablelaw.cards import Card
from tablelaw.table import commands as c
from tablelaw.table import events
from tests.rulebooks import rows
from tests.table.game import DEALER, FLOOR, Game
from tests.table.test_life import bet, staying, verdict
from tests.table.test_voids import dealt, step

# --- Cards found face up -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "irregularity"),
    [(book, row) for row in rows.SEEN_CARD for book in rows.books_with("irregularities", row)],
)
def test_13_a_one_card_is_set_aside_and_the_next_takes_its_place(book: str, irregularity: str) -> None:
    game = dealt(book)
    order = game.state.decks[0].cards
    game.irregularity(irregularity)
    assert game.round.places["set aside"] == order[:1]
    place = game.round.queue[0].place
    game.do(c.Deal())
    first = game.round.places.get(place) or game.round.seats[int(place[5:])].cards
    assert first[0] == order[1]
    assert game.round.voided_by == ""


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("one-card-face-up", "one-card-face-up"),
        ("one-card-face-up", "exposed-card-drawn-in-error"),
        ("exposed-card-drawn-in-error", "one-card-face-up"),
    ],
)
@pytest.mark.parametrize("book", rows.books_with("irregularities", *rows.SEEN_CARD))
def test_13_a_a_second_card_in_the_round_is_more_than_one(book: str, first: str, second: str) -> None:
    game = dealt(book).irregularity(first).irregularity(second)
    assert game.round.voided_by.startswith("cards-face-up")
    assert {line.outcome for line in game.settle().round.lines} == {"void"}


def test_13_a_one_early_and_one_late_is_late() -> None:
    game = dealt("pa-653a").irregularity("one-card-face-up").run()
    for _ in range(2):
        game.do(staying(game))
    assert game.round.phase == "dealing", "the burn before the Flop"
    game.irregularity("one-card-face-up")
    assert game.round.voided_by == "cards-face-up-late"
    assert game.settle().line(1, "trips").outcome in ("won", "lost")


def test_a_card_face_up_in_one_round_does_not_count_in_the_next() -> None:
    game = dealt("pa-653a", only=("ante", "blind")).irregularity("one-card-face-up").run().each().settle().clear()
    game.ready()
    for seat in (1, 2):
        game.bet(seat, ante=10, blind=10)
    game.do(c.CloseBets(by=DEALER))
    assert game.irregularity("one-card-face-up").round.voided_by == ""


def test_13_a_a_real_card_set_aside_is_named_and_accounted_for() -> None:
    game = dealt("pa-653a", physical=True)
    assert verdict(game, c.ReportIrregularity("one-card-face-up")) == "impossible-card"
    game.irregularity("one-card-face-up", card="As")
    assert verdict(game, c.EnterCard(Card.parse("As"))) == "impossible-card"


@pytest.mark.parametrize("book", rows.books_with("irregularities", "one-card-face-up"))
def test_the_card_set_aside_counts_when_the_stub_is_counted(book: str) -> None:
    game = dealt(book).irregularity("one-card-face-up")
    while verdict(game, c.CountStub(0)) != "accepted":
        game.do(step(game))
    game.do(c.CountStub(52 - game.round.dealt))
    assert game.round.stub == "right"


@pytest.mark.parametrize(
    ("book", "irregularity"),
    [
        (book, row)
        for row in ("card-drawn-in-error", "player-card-exposed", "card-exposed")
        for book in rows.books_with("irregularities", row)
    ],
)
def test_13_b_a_irregularity_that_only_stands_in_the_record(book: str, irregularity: str) -> None:
    game = dealt(book)
    before = game.round
    game.irregularity(irregularity)
    assert game.round.irregularities == (irregularity,)
    assert (game.round.queue, game.round.dealt, game.round.voided_by) == (before.queue, before.dealt, "")


# --- A player who leaves ------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["pa-647a", "md-thb", "pa-653a", "pa-677a", "pa-678a"])
def test_7_b_abandoned_wagers_are_lost_at_every_moment_and_the_others_play_on(book: str) -> None:
    steps = 0
    while True:
        game = dealt(book)
        for _ in range(steps):
            game.do(step(game))
        if game.round.seats[2].status == "settled":
            return
        kept = {line.wager: line.outcome for line in game.round.lines if line.seat == 2}
        game.irregularity("player-leaves", 2, by=FLOOR)
        assert {**dict.fromkeys(game.round.seats[2].wagers, "lost"), **kept} == game.said(2)
        while game.round.phase != "done":
            game.do(step(game))
        assert set(game.said(1)) >= set(game.round.seats[1].wagers)
        assert verdict(game, c.ClearRound()) in ("accepted", "documents-due")
        steps += 1


@pytest.mark.parametrize("book", ["pa-647a", "md-thb", "pa-653a", "pa-677a", "pa-678a"])
def test_7_b_when_everybody_leaves_the_round_still_ends(book: str) -> None:
    game = dealt(book).run()
    game.irregularity("player-leaves", 1, by=FLOOR).irregularity("player-leaves", 2, by=FLOOR)
    game.settle()
    assert game.round.phase == "done"
    assert {line.outcome for line in game.round.lines} == {"lost"}


def test_7_b_the_stub_is_counted_even_if_nobody_is_left_to_settle() -> None:
    game = Game("pa-653a", procedure={"shuffler": "automated"}).opened()
    for _ in range(4):
        bet(game).deal().each().settle().clear()
        game.ready()
    bet(game).deal().irregularity("player-leaves", 1, by=FLOOR).settle()
    assert (game.round.phase, game.round.stub) == ("done", "right")


def test_7_b_one_who_left_earns_no_envy_but_the_hand_still_gives_it() -> None:
    """The player gives up the wagers, not the cards that were dealt, so the other players are not affected."""
    game = Game("pa-653a", seats=(1, 2, 3)).stack({1: "As Ks", 2: "2c 7d", 3: "9s 8s"}, "3c 4d", "Qs Js Ts 2h 3h")
    game.opened()
    for seat in (1, 2, 3):
        game.bet(seat, ante=10, blind=10, progressive=1)
    game.deal().irregularity("player-leaves", 3, by=FLOOR).each("check").settle()
    envy = [(line.seat, line.note) for line in game.round.lines if line.wager == "envy"]
    assert envy == [(2, "for seat 3's hand"), (1, "for seat 3's hand"), (2, "for seat 1's hand")]


def test_7_b_envy_is_paid_once_for_a_hand_whose_player_left_in_the_middle_of_the_settlement() -> None:
    game = Game("pa-653a", seats=(1, 2)).stack({1: "2c 7d", 2: "As Ks"}, "3c 4d", "Qs Js Ts 2h 3h").opened()
    game.bet(1, ante=10, blind=10, progressive=1).bet(2, ante=10, blind=10, progressive=1, five_card_player=1)
    game.deal().each("check")
    game.do(c.Validate(2, "progressive", by=FLOOR))
    assert game.round.waiting == ((2, "five-card-player"),)
    game.irregularity("player-leaves", 2, by=FLOOR).settle()
    assert [line.seat for line in game.round.lines if line.wager == "envy"] == [1]


def test_7_b_a_payout_that_waited_for_one_who_left_waits_no_more() -> None:
    game = Game("pa-653a", seats=(1, 2)).stack({1: "2c 7d", 2: "As Ks"}, "3c 4d", "Qs Js Ts 2h 3h").opened()
    for seat in (1, 2):
        game.bet(seat, ante=10, blind=10, progressive=1)
    game.deal().each("check")
    assert list(game.round.waiting) == [(2, "progressive")]
    game.irregularity("player-leaves", 2, by=FLOOR)
    assert not game.round.waiting
    assert game.line(2, "progressive").outcome == "lost"
    assert game.settle().round.phase == "done"


def test_ma_6_b_knows_no_abandoned_wagers() -> None:
    assert verdict(dealt("ma-colorado"), c.ReportIrregularity("player-leaves", 1, by=FLOOR)) == "unknown-slip"


# --- Two versions of one game ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("version", "own", "other"), [("required", "10", "11"), ("permissible", "11", "10")])
def test_ma_10_and_11_each_version_is_cited_by_its_own_section(version: str, own: str, other: str) -> None:
    game = (
        Game("ma-colorado", version=version)
        .opened()
        .bet(1, ante=10, bonus=1)
        .deal()
        .irregularity("community-card-exposed")
    )
    assert [event.cite for event in game.log if isinstance(event, events.IrregularityFound)] == [f"{own}(c)"]
    assert game.refused(c.PlaceWager(1, "bet", 1000)).cite == f"{own}(b)(1)"
    game.each().settle().clear()
    assert not [event.cite for event in game.log if event.cite.startswith(f"{other}(")]


@pytest.mark.parametrize(("version", "cite"), [("required", "12(c)"), ("permissible", "13(c)")])
def test_ma_12_c_and_13_c_the_payout_limit_of_each_version(version: str, cite: str) -> None:
    game = Game("ma-colorado", version=version, limits={"payout_limit": "$50,000"})
    game.stack({1: "As Ks 2d"}, board="Qs Js Ts").opened().bet(1, ante=100).deal().act(1, "bet", 100, "2d").settle()
    assert game.line(1, "payout limit").cite == cite


# --- Declarations ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("version", "cite"), [("required", "10(b)(3)(i)"), ("permissible", "11(b)(2)(i)")])
def test_ma_10_b_3_a_right_declaration_is_paid_before_any_community_card_shows(version: str, cite: str) -> None:
    game = Game("ma-colorado", seats=(1, 2), version=version).stack({1: "7s 8s 9s", 2: "2c 7d Jh"}).opened()
    game.bet(1, ante=10, bonus=1).bet(2, ante=10).deal().act(1, "declare")
    assert (game.round.phase, game.round.shown) == ("deciding", 0)
    line = game.line(1, "ante")
    assert (line.outcome, line.odds, line.cite) == ("won", "5 to 1", cite)
    assert game.line(1, "bonus").paid == 5_00
    assert game.round.seats[1].racked
    assert verdict(game, c.Act(1, "bet", 1000)) == "not-your-turn"


@pytest.mark.parametrize("version", ["required", "permissible"])
def test_ma_14_d_a_wrong_declaration_loses_ante_and_bonus_and_nothing_else(version: str) -> None:
    game = Game("ma-colorado", seats=(1, 2), version=version).stack({1: "7s 8s Td", 2: "2c 7d Jh"}).opened()
    game.bet(1, ante=10, bonus=1).bet(2, ante=10).deal().act(1, "declare")
    assert game.said(1) == {"ante": "lost", "bonus": "lost"}
    assert {line.cite for line in game.round.lines} == {"14(d)"}
    found = [event.irregularity for event in game.log if isinstance(event, events.IrregularityFound)]
    assert (found, game.round.irregularities, game.round.voided_by) == (
        ["wrong-declaration"],
        ("wrong-declaration",),
        "",
    )
    game.each().settle()
    assert "ante" in game.said(2)


@pytest.mark.parametrize(("reading", "outcome"), [("counts", "won"), ("ace-high-only", "lost")])
def test_ma_suited_ace_two_three_is_what_the_reading_says(reading: str, outcome: str) -> None:
    game = Game("ma-colorado", suited_ace_two_three=reading).stack({1: "As 2s 3s"}).opened()
    assert game.bet(1, ante=10).deal().act(1, "declare").said(1) == {"ante": outcome}


def test_ma_a_void_reverses_a_declared_winner() -> None:
    game = Game("ma-colorado", seats=(1, 2)).stack({1: "7s 8s 9s", 2: "2c 7d Jh"}).opened()
    game.bet(1, ante=10).bet(2, ante=10).deal().act(1, "declare").irregularity("wrong-number-of-cards").settle()
    assert game.said(1) == game.said(2) == {"ante": "void"}


def test_ma_everybody_declared_the_round_ends_without_a_seat_to_settle() -> None:
    game = Game("ma-colorado").stack({1: "7s 8s 9s"}).opened().bet(1, ante=10).deal().act(1, "declare")
    assert game.round.phase == "done"
    game.clear()


# --- Validation and documents ------------------------------------------------------------------------------------


def won(flop_hand: str, **wagers: int) -> Game:
    """A round in which seat 1 wins with a hand made of its two cards and the Flop."""
    hole, flop = flop_hand[:5], flop_hand[6:]
    game = Game("pa-653a").stack({1: hole}, "3c 4d", f"{flop} 2h 3h").opened()
    return game.bet(1, ante=10, blind=10, **wagers).deal().each("check")


@pytest.mark.parametrize(
    ("hand", "wagers", "waits"),
    [
        ("9s 9d 9h Jc Kd", {"progressive": 1}, "progressive"),  # 653a.11(k)(3): any win, 9 for 1
        ("9s 8d 7h Jc Kd", {"progressive": 1}, ""),
        ("9s 9d 9h 9c Kd", {"five_card_player": 1}, "five-card-player"),  # 653a.11(l)(2): 500 for 1
        ("9s 9d 9h Kc Kd", {"five_card_player": 1}, ""),  # 100 for 1
        ("9s Js 2s 4s Ks", {"five_card_player": 1}, ""),  # 50 for 1
        ("9s Ts Js Qs 8s", {"five_card_player": 1}, "five-card-player"),  # a share of the meter
    ],
)
def test_11_k_3_and_l_2_what_a_floorperson_validates(hand: str, wagers: dict[str, int], waits: str) -> None:
    game = won(hand, **wagers)
    assert game.round.waiting == (((1, waits),) if waits else ())
    assert [event.wager for event in game.log if isinstance(event, events.ValidationAsked)] == (
        [waits] if waits else []
    )


def test_11_k_4_the_cards_of_a_meter_win_stay_until_the_documents_are_complete() -> None:
    game = won("As Ks Qs Js Ts", progressive=1).settle()
    assert (game.round.phase, game.round.hand_pays, game.round.seats[1].racked) == ("done", (1,), False)
    assert verdict(game, c.ClearRound()) == "documents-due"
    (done,) = game.do(c.CompleteDocuments(1, by=FLOOR))
    assert done.cite == "653a.11(k)(4)"
    assert game.round.seats[1].racked
    assert verdict(game, c.ClearRound()) == "accepted"


def test_11_l_3_a_five_card_share_is_documented_under_its_own_paragraph() -> None:
    game = won("As Ks Qs Js Ts", five_card_player=1).settle()
    assert game.refused(c.ClearRound()).cite == "653a.11(l)(3)"
    both = won("As Ks Qs Js Ts", progressive=1, five_card_player=1).settle()
    assert both.refused(c.ClearRound()).cite == "653a.11(k)(4), 653a.11(l)(3)"


def test_11_k_4_a_win_at_printed_odds_comes_from_the_tray() -> None:
    game = won("9s 9d 9h Jc Kd", progressive=1).settle()
    assert game.round.hand_pays == () and game.round.seats[1].racked
