"""Irregularities in a round: what each voids, what is settled nevertheless, and which cards are still dealt for
that.
"""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tablelaw.table import commands as c
from tablelaw.table import events
from tests.table.game import DEALER, FLOOR, Game
from tests.table.test_life import staying, verdict

EVERY = {
    "pa-647a": {"ante": 10, "texas_bonus": 5, "progressive": 1, "five_card_player": 1, "six_card": 5},
    "md-thb": {"ante": 10, "texas_bonus": 5},
    "ma-colorado": {"ante": 10, "bonus": 1},
    "pa-653a": {
        "ante": 10,
        "blind": 10,
        "trips": 5,
        "bad_beat": 5,
        "progressive": 1,
        "five_card_dealer": 1,
        "six_card": 5,
    },
    "pa-677a": {"ante": 10, "odds": 10, "pocket_bonus": 5, "trips_plus": 5},
    "pa-678a": {"ante": 10, "flush_bonus": 5, "straight_flush_bonus": 5, "progressive": 1},
    "fr-ultimate": {"ante": 10, "blind": 10, "trips": 5},
    "fr-trois-cartes": {"ante": 10, "bonus": 5, "pair_plus": 5},
    "fr-stud": {"ante": 10},
    "fr-holdem": {"ante": 10, "super_ante": 10, "bonus": 5},
}
"""The wagers of a position that makes every kind of wager of the rulebook."""


def dealt(book: str, *, physical: bool = False, only: tuple[str, ...] = (), **choices: object) -> Game:
    """A game with two seats that have wagered, after "no more bets" and before the first card."""
    game = Game(book, physical=physical, seats=(1, 2), **choices).opened()
    wagers = {name: sum_ for name, sum_ in EVERY[book].items() if not only or name in only}
    for seat in (1, 2):
        game.bet(seat, **wagers)
    game.do(c.CloseBets(by=DEALER))
    command = game.driver.next_command()
    if isinstance(command, c.CountChips):
        game.do(command)
    return game


def moments(game: Game) -> list[str]:
    """Yields every moment of a whole round, one command at a time."""
    names = []
    while game.round.phase != "done":
        names.append(f"{game.round.phase} {game.round.flow}")
        game.do(step(game))
    return names


def step(game: Game) -> c.Command:
    if game.round.waiting:
        return c.Validate(*game.round.waiting[0], by=FLOOR)
    return game.next() or staying(game)


# --- At every moment -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize("book", rulebooks.IDS)
def test_13_c_a_wrong_number_of_cards_voids_the_round_at_every_moment(book: str, physical: bool) -> None:
    whole = moments(dealt(book, physical=physical))
    for count in range(1, len(whole) + 1):
        game = dealt(book, physical=physical)
        for _ in range(count):
            game.do(step(game))
        staked = sum(sum(seat.wagers.values()) for seat in game.round.seats.values())
        game.irregularity("wrong-number-of-cards").settle()
        assert {line.outcome for line in game.round.lines} == {"void"}, whole[count - 1]
        assert sum(line.returned for line in game.round.lines) == staked
        assert game.state.meters == game.engine.new().meters, "a meter paid in the round is restored"


@pytest.mark.parametrize("book", ["pa-647a", "md-thb", "pa-653a", "pa-677a", "pa-678a"])
def test_13_d_a_dealers_card_exposed_voids_until_the_last_decision(book: str) -> None:
    """Before the first card nothing can be exposed; after the last decision an exposed card changes nothing."""
    game, seen = dealt(book), []
    while game.round.phase != "done":
        undecided = any(not has_decided(game, seat) for seat in game.round.seats)
        expected = "accepted" if undecided and game.round.places.get("dealer") else "slip-not-now"
        assert verdict(game, c.ReportIrregularity("dealer-card-exposed")) == expected, (
            f"{game.round.phase} {game.round.flow}"
        )
        seen.append(expected)
        game.do(step(game))
    assert {"accepted", "slip-not-now"} == set(seen)


def has_decided(game: Game, number: int) -> bool:
    """Whether this seat has no decision left."""
    seat = game.round.seats[number]
    last = [entry.stage for entry in game.engine.rules.flow.steps if entry.stage][-1]
    play = {"pa-653a": "play", "pa-677a": "raise"}.get(game.book_id, "")
    return seat.status == "folded" or last in seat.asked or play in seat.wagers


def test_13_d_all_players_in_before_the_flop_have_decided() -> None:
    game = dealt("pa-653a", only=("ante", "blind"))
    game.run().act(1, "bet", 40)
    assert verdict(game, c.ReportIrregularity("dealer-card-exposed")) == "accepted"
    game.do(c.Act(2, "bet", 4000, by="player:2"))
    assert game.round.phase == "dealing"
    assert verdict(game, c.ReportIrregularity("dealer-card-exposed")) == "slip-not-now"


# --- Settled in spite of the void ------------------------------------------------------------------------------


def board_of(game: Game) -> int:
    return len(game.round.community)


def test_653a_13_d_the_board_is_dealt_for_trips_and_the_rest_goes_back() -> None:
    game = dealt("pa-653a").run().irregularity("dealer-card-exposed").settle()
    assert board_of(game) == 5
    outcomes = game.said(1)
    assert outcomes.pop("trips") in ("won", "lost")
    assert set(outcomes.values()) == {"void"}
    assert game.line(1, "trips").cite.startswith("653a.11(i)")


def test_653a_13_d_no_board_where_nobody_made_a_trips_wager() -> None:
    game = dealt("pa-653a", only=("ante", "blind")).run().irregularity("dealer-card-exposed")
    assert game.round.phase == "settling"
    assert board_of(game.settle()) == 0


def test_653a_13_d_a_fold_is_undone_by_the_void() -> None:
    game = dealt("pa-653a").run()
    for _ in range(2):
        game.act(1, "check").act(2, "check")
    game.act(1, "fold")
    assert game.line(1, "ante").outcome == "lost"
    game.irregularity("dealer-card-exposed").settle()
    assert game.line(1, "ante").outcome == game.line(1, "bad-beat").outcome == "void"
    found = next(event for event in game.log if isinstance(event, events.IrregularityFound))
    assert set(found.reopened) == {(1, "ante"), (1, "blind"), (1, "bad-beat")}


@pytest.mark.parametrize("reading", ["returned", "settled"])
def test_653a_13_d_the_silent_wagers_follow_the_reading(reading: str) -> None:
    game = dealt("pa-653a", exposed_card_and_silent_wagers=reading).run().irregularity("dealer-card-exposed").settle()
    silent = {game.line(1, wager).outcome for wager in ("bad-beat", "progressive", "five-card-dealer", "six-card")}
    assert silent <= ({"void"} if reading == "returned" else {"won", "lost"})


def test_647a_13_d_the_bonus_is_settled_on_two_cards_without_a_board() -> None:
    game = dealt("pa-647a").run().irregularity("dealer-card-exposed")
    assert game.round.phase == "showdown", "the dealer's aces count: the cards are turned up"
    game.settle()
    assert board_of(game) == 0
    assert game.said(1)["texas-bonus"] in ("won", "lost")
    assert {game.said(1)[wager] for wager in ("ante", "progressive", "six-card")} == {"void"}


@pytest.mark.parametrize("book", ["pa-647a", "md-thb", "pa-678a", "pa-653a", "pa-677a"])
def test_13_d_an_exposure_during_the_deal_completes_it_for_what_is_settled(book: str) -> None:
    for cards in range(1, 40):
        game = dealt(book, physical=True)
        for _ in range(cards):
            if game.round.phase == "dealing":
                game.do(step(game))
        if verdict(game, c.ReportIrregularity("dealer-card-exposed")) != "accepted" or game.round.flow >= 0:
            return
        game.irregularity("dealer-card-exposed").settle()
        assert game.round.places["dealer"] and all(seat.cards for seat in game.round.seats.values())
        assert {"won", "lost"} & set(game.said(1).values())


@pytest.mark.parametrize("cards", range(6, 11))
@pytest.mark.parametrize("book", ["pa-647a", "pa-653a"])
def test_13_d_six_card_cards_still_to_come_are_dealt_where_the_reading_settles_that_wager(
    book: str, cards: int
) -> None:
    """The automated shoe deals the bonus cards after the hands (653a.10(c), 647a.10(c))."""
    shoe = {"dealing": "automated-shoe"}
    game = dealt(book, physical=True, procedure=shoe, exposed_card_and_silent_wagers="settled")
    for _ in range(cards):
        game.do(step(game))
    game.irregularity("dealer-card-exposed").settle()
    assert len(game.round.places["six-card"]) == 4
    assert game.said(1)["six-card"] in ("won", "lost")


def test_677a_13_a_late_face_up_cards_settle_the_pocket_bonus_and_return_trips_plus() -> None:
    """Here "late" means after every player and the dealer have two cards, although the board is still being dealt."""
    game = dealt("pa-677a", physical=True)
    for _ in range(5):
        game.do(step(game))
    assert verdict(game, c.ReportIrregularity("cards-face-up-late")) == "slip-not-now"
    assert verdict(game, c.ReportIrregularity("cards-face-up-early")) == "accepted"
    game.do(step(game))
    assert verdict(game, c.ReportIrregularity("cards-face-up-early")) == "slip-not-now", "two cards each"
    game.irregularity("cards-face-up-late").settle()
    assert game.said(1)["pocket-bonus"] in ("won", "lost")
    assert game.said(1)["trips-plus"] == "void"
    assert board_of(game) == 0


def test_653a_10_c_six_card_cards_come_after_the_hands_so_face_up_is_late_there() -> None:
    game = dealt("pa-653a", physical=True, procedure={"dealing": "automated-shoe"})
    for _ in range(6):
        game.do(step(game))
    assert game.round.queue[0].place == "six-card"
    assert verdict(game, c.ReportIrregularity("cards-face-up-early")) == "slip-not-now"
    game.irregularity("cards-face-up-late").settle()
    assert board_of(game) == 5, "the board is dealt for Trips"


def test_653a_10_g_a_board_given_first_is_early_until_the_hands_are_complete() -> None:
    shoe = {"dealing": "reshuffling-shoe", "shuffler": "reshuffling"}
    game = dealt("pa-653a", physical=True, procedure=shoe)
    for _ in range(6):
        game.do(step(game))
    assert verdict(game, c.ReportIrregularity("cards-face-up-late")) == "slip-not-now"
    assert verdict(game, c.ReportIrregularity("cards-face-up-early")) == "accepted"


def test_13_d_a_board_that_lies_face_down_is_turned_up_for_trips() -> None:
    shoe = {"dealing": "reshuffling-shoe", "shuffler": "reshuffling"}
    game = dealt("pa-653a", procedure=shoe).run().irregularity("dealer-card-exposed")
    assert (game.round.phase, game.round.shown) == ("dealing", 0) or game.round.phase == "revealing"
    game.settle()
    assert game.round.shown == 5
    assert "burn" not in game.round.places
