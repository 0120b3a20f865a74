"""Devices out of order: reported, covered or removed, and only then another way of shuffling or dealing."""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tablelaw.cards import PACK
from tablelaw.table import commands as c
from tablelaw.table import events
from tests.rulebooks.rows import books_with
from tests.table.game import DEALER, FLOOR, Game
from tests.table.test_life import bet, play, status, verdict

ORDER = tuple(PACK)


@pytest.mark.parametrize("book", books_with("dealing", "automated-shoe"))
def test_13_g_a_broken_device_is_covered_before_another_method_is_used(book: str) -> None:
    game = Game(book, procedure={"dealing": "automated-shoe"}).opened()
    game.irregularity("device-out-of-order")
    assert verdict(bet(game), c.CloseBets(by=DEALER)) == "device-not-marked"
    assert verdict(game, c.Shuffle("machine", ORDER)) == "device-not-marked"
    assert verdict(game, c.ChangeMethod("manual-shoe", by=FLOOR)) == "device-not-marked"
    game.do(c.MarkDevice("shoe"))
    how = "removed" if book == "ma-colorado" else "covered or marked out of order"
    assert [event.how for event in game.log if isinstance(event, events.DeviceMarked)] == [how]
    assert verdict(game, c.CloseBets(by=DEALER)) == "device-missing"
    game.do(c.ChangeMethod("manual-shoe", by=FLOOR))
    assert verdict(game, c.CloseBets(by=DEALER)) == "accepted"


@pytest.mark.parametrize("book", books_with("irregularities", "device-out-of-order"))
def test_a_shuffler_out_of_order_leaves_the_shuffle_to_the_dealer(book: str) -> None:
    game = bet(Game(book).opened()).irregularity("device-out-of-order")
    game.do(c.MarkDevice("shuffler"))
    assert verdict(game, c.Shuffle("machine", ORDER)) == "wrong-shuffle"
    game.do(c.Shuffle("hand", ORDER))
    game.do(c.CutDeck(10))
    assert status(game) == "ready"
    assert game.round.seats[1].wagers, "the wagers wait"


def test_13_g_a_shuffler_out_of_order_leaves_the_shuffle_to_the_dealer_and_brings_the_cut_back() -> None:
    game = Game("pa-653a").opened()
    game.do(c.MarkDevice("shuffler"))
    play(game)
    assert verdict(game, c.Shuffle("machine", ORDER)) == "wrong-shuffle"
    game.do(c.Shuffle("hand", ORDER))
    assert status(game) == "shuffled"
    game.do(c.CutDeck(10))
    assert status(game) == "ready"


@pytest.mark.parametrize("book", books_with("dealing", "manual-shoe"))
def test_9_a_1_no_dealing_from_the_hand_without_a_shuffler(book: str) -> None:
    game = Game(book, procedure={"dealing": "hand"}).opened()
    game.do(c.MarkDevice("shuffler"))
    assert verdict(bet(game), c.CloseBets(by=DEALER)) == "device-missing"
    game.do(c.ChangeMethod("manual-shoe", by=FLOOR))
    assert verdict(game, c.CloseBets(by=DEALER)) == "accepted"
    assert verdict(game, c.ChangeMethod("hand", by=FLOOR)) == "device-missing"
    game.do(c.MarkDevice("shuffler", works=True))
    assert verdict(game, c.ChangeMethod("hand", by=FLOOR)) == "accepted"


def test_10_g_a_reshuffling_shoe_is_one_device() -> None:
    game = Game("pa-653a", procedure={"dealing": "reshuffling-shoe", "shuffler": "reshuffling"}).opened()
    assert verdict(game, c.MarkDevice("shuffler")) == "no-such-device"
    assert verdict(game, c.ChangeMethod("manual-shoe", by=FLOOR)) == "device-not-marked"
    game.do(c.MarkDevice("shoe"))
    assert game.state.shuffler == "none"
    assert verdict(game, c.ChangeMethod("hand", by=FLOOR)) == "device-missing"
    game.do(c.ChangeMethod("manual-shoe", by=FLOOR))
    play(game)
    game.do(c.MarkDevice("shoe", works=True))
    assert game.state.shuffler == "reshuffling"
    assert verdict(game, c.ChangeMethod("reshuffling-shoe", by=FLOOR)) == "accepted"


def test_a_method_whose_device_the_table_never_had_is_not_used() -> None:
    game = Game("pa-653a").opened()
    assert verdict(game, c.ChangeMethod("automated-shoe", by=FLOOR)) == "device-missing"
    assert verdict(game, c.ChangeMethod("reshuffling-shoe", by=FLOOR)) == "device-missing"


def test_10_g_an_automated_shoe_that_does_not_reshuffle_never_gives_the_board_first() -> None:
    game = Game("pa-653a", procedure={"dealing": "automated-shoe"}).opened()
    assert verdict(game, c.ChangeMethod("reshuffling-shoe", by=FLOOR)) == "device-missing"


def test_a_device_is_marked_once_and_comes_back_once() -> None:
    game = Game("pa-653a").opened()
    assert verdict(game, c.MarkDevice("shuffler", works=True)) == "no-such-device"
    game.do(c.MarkDevice("shuffler"))
    assert verdict(game, c.MarkDevice("shuffler")) == "no-such-device"
    game.do(c.MarkDevice("shuffler", works=True))
    assert game.state.out_of_order == ()


def test_no_method_changes_while_a_round_is_played() -> None:
    game = bet(Game("pa-653a").opened()).deal()
    assert verdict(game, c.ChangeMethod("hand", by=FLOOR)) == "round-in-progress"


def test_without_a_device_none_can_fail() -> None:
    game = Game("pa-653a", procedure={"shuffler": "none"}).opened()
    for irregularity in ("device-out-of-order", "shuffler-jam", "device-counts-wrong"):
        assert verdict(game, c.ReportIrregularity(irregularity)) == "slip-not-now"
    assert verdict(Game("pa-653a").opened(), c.ReportIrregularity("shoe-jam")) == "slip-not-now"


# --- A shoe jams while it deals ------------------------------------------------------------------------------

FROM_THE_SHOE = [
    *(("pa-647a", "automated-shoe", 4, "647a.13(f)"), ("pa-647a", "reshuffling-shoe", 9, "647a.13(f)")),
    *(("md-thb", "automated-shoe", 4, "13.H"), ("md-thb", "reshuffling-shoe", 9, "13.H")),
    *(("pa-653a", "automated-shoe", 4, "653a.13(f)"), ("pa-653a", "reshuffling-shoe", 9, "653a.13(f)")),
    *(("pa-677a", "automated-shoe", 4, "677a.13(f)"), ("pa-677a", "reshuffling-shoe", 9, "677a.13(f)")),
    *(("ma-colorado", "automated-shoe", 6, "14(f)"), ("pa-678a", "automated-shoe", 14, "678a.13(f)")),
]
"""How many cards leave the shoe for one player: the stacks, and the board if it is dealt before or with them."""


@pytest.mark.parametrize(("book", "method", "cards", "cite"), FROM_THE_SHOE)
def test_13_f_a_shoe_jams_until_its_last_card_and_not_after(book: str, method: str, cards: int, cite: str) -> None:
    shuffler = "reshuffling" if method == "reshuffling-shoe" else "counting"
    game = bet(Game(book, physical=True, procedure={"dealing": method, "shuffler": shuffler}).opened())
    if book in ("pa-647a", "pa-653a"):
        game.bet(1, six_card=5)
    jam = c.ReportIrregularity("shoe-jam")
    assert verdict(game, jam) == "slip-not-now", "nothing is dealt yet"
    game.do(c.CloseBets(by=DEALER))
    for dealt in range(cards):
        assert verdict(game, jam) == "accepted", f"after {dealt} cards"
        game.do(c.EnterCard(ORDER[dealt]))
    refusal = game.refused(jam)
    assert (refusal.code, refusal.cite, refusal.accepted) == ("slip-not-now", cite, "while the shoe deals")
    game.run().each().run()
    assert verdict(game, jam) == "slip-not-now"


# --- Jams and miscounts during a shuffle --------------------------------------------------------------------


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_13_e_a_shuffler_jam_has_the_cards_reshuffled(book: str) -> None:
    game = Game(book).opened()
    game.irregularity("shuffler-jam")
    assert status(game) == "stacked"
    game.ready()
    assert status(game) == "ready"


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_13_h_a_jam_returns_wagers_in_maryland_and_leaves_them_elsewhere(book: str) -> None:
    game = bet(Game(book).opened()).irregularity("shuffler-jam")
    if book != "md-thb":
        assert (game.round.phase, game.round.voided_by) == ("betting", "")
        return
    game.settle()
    assert game.said(1) == {"ante": "void"}
    assert game.line(1, "ante").cite == "13.H(2)"


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_a_jam_of_the_other_deck_leaves_the_round_in_play_alone(book: str) -> None:
    game = bet(Game(book, procedure={"decks": 2}).opened()).deal()
    game.do(c.Shuffle("machine", ORDER, by="system"))
    game.irregularity("shuffler-jam")
    assert game.round.voided_by == ""
    assert (status(game, 0), status(game, 1)) == ("in play", "stacked")


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_5_b_a_deck_the_device_counts_wrong_leaves_the_table(book: str) -> None:
    game = bet(Game(book).opened()).irregularity("device-counts-wrong")
    assert status(game) == "removed"
    assert verdict(game, c.CloseBets(by=DEALER)) == "deck-not-ready"
    assert verdict(game, c.Shuffle("machine", ORDER)) == "out-of-order"
    game.do(c.ChangeDecks(("blue", "red")[: game.engine.submission.decks]))
    game.ready()
    assert verdict(game, c.CloseBets(by=DEALER)) == "accepted", "the wagers waited"


def test_5_b_the_other_deck_counted_wrong_is_replaced_before_its_turn() -> None:
    game = bet(Game("pa-653a", procedure={"decks": 2}).opened()).deal().irregularity("device-counts-wrong")
    assert (status(game, 0), status(game, 1)) == ("in play", "removed")
    game.each().settle().clear()
    assert status(game) == "removed"
    game.ready()
    assert status(game) == "ready"


def test_5_b_only_a_counting_device_counts() -> None:
    game = Game("pa-653a", procedure={"shuffler": "automated"}).opened()
    assert verdict(game, c.ReportIrregularity("device-counts-wrong")) == "slip-not-now"
    assert verdict(game, c.ReportIrregularity("shuffler-jam")) == "accepted"
