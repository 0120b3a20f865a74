"""The solver for a game is chosen by the game's structure; a game that fits no solver is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.solver_choice import SOLVERS, solver_of
from tablelaw.law.rows import Choice, Hand, Stage
from tablelaw.law.rows.play import Line
from tablelaw.law.rulebook import Rulebook
from tablelaw.law.structure import structure_of
from tests.examples import example

FAMILIES = {
    "pa-647a": "board with dealer",
    "md-thb": "board with dealer",
    "ma-colorado": "against a paytable",
    "pa-653a": "board with dealer",
    "pa-677a": "board with dealer",
    "pa-678a": "cards against the dealer",
    "fr-ultimate": "board with dealer",
    "fr-trois-cartes": "whole hands against the dealer",
    "fr-stud": "whole hands with a card to buy",
    "fr-holdem": "board with dealer",
}


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_exactly_one_solver_fits_every_game(book: str) -> None:
    terms = rulebooks.get(book).terms()
    fitting = [solver.family for solver in SOLVERS if solver.misfit(structure_of(terms)) is None]
    assert fitting == [FAMILIES[book]] == [solver_of(terms).family]


def test_each_solver_says_why_it_does_not_fit_a_game() -> None:
    """Tries Ultimate without its community cards."""
    book = rulebooks.get("pa-653a")
    flow = tuple(entry for entry in book.flow if entry.do != "community")
    with pytest.raises(NotThisGame) as refused:
        solver_of(replace(book, flow=flow).terms())
    said = refused.value.sentence()
    assert "no solver fits Ultimate Texas Hold 'Em Poker" in said
    assert "board with dealer: 2 own cards, 2 of the dealer's, 0 on the board" in said
    assert "against a paytable: the dealer holds 2 cards" in said
    assert "two cards each and a board of five" in refused.value.accepted


# --- Games that come close to a family ----------------------------------------------------------------------

FLUSHES, COLORADO, STUD = (rulebooks.get(name) for name in ("pa-678a", "ma-colorado", "fr-stud"))
CASINO, MISSISSIPPI, CARIBBEAN = (example(name) for name in ("casino-holdem", "mississippi-stud", "caribbean-stud"))
CHANGED = msgspec.structs.replace


def with_stages(book: Rulebook, change: Callable[[Stage], Stage]) -> Rulebook:
    return replace(book, stages=tuple(map(change, book.stages)))


def with_choices(book: Rulebook, change: Callable[[Choice], Choice]) -> Rulebook:
    return with_stages(book, lambda stage: CHANGED(stage, choices=tuple(map(change, stage.choices))))


def with_bets(book: Rulebook, action: str = "bet", **changes: Any) -> Rulebook:
    """The same game with every choice of one action changed."""
    return with_choices(book, lambda choice: CHANGED(choice, **changes) if choice.action == action else choice)


def after_fourth_street(stage: Stage) -> Stage:
    """The last stage of Mississippi Stud, for players who bet at the one before; other stages as they are."""
    return CHANGED(stage, asks="players who bet", after="fourth-street") if stage.id == "fifth-street" else stage


def with_checks(book: Rulebook, action: str) -> Rulebook:
    """The same game in which players who would fold may do something else instead."""
    return with_choices(book, lambda choice: CHANGED(choice, action=action) if choice.action == "fold" else choice)


def with_the_last_card_up(book: Rulebook) -> Rulebook:
    (step, *others), dealing = book.dealing[0].steps, book.dealing[0]
    first = CHANGED(step, times=step.times - 1)
    last = CHANGED(step, to=("players",), times=1), CHANGED(step, to=("dealer",), times=1, face="up")
    return replace(book, dealing=(CHANGED(dealing, steps=(first, *last, *others)),))


def with_the_board_first(book: Rulebook) -> Rulebook:
    """The same game with the community cards turned up before anything is decided."""
    return replace(book, flow=tuple(sorted(book.flow, key=lambda entry: entry.do != "community")))


def only_a_line(hand: Hand) -> Hand:
    """The initial hand of Colorado read as a pair of tens or better, or not; other hands as they are."""
    line = Line(cls="pair", ranks=("T",))
    return CHANGED(hand, ranking="three-card", by_reading={}, at_least=line) if hand.id == "initial" else hand


def with_seven_cards_each(book: Rulebook) -> Rulebook:
    """Caribbean Stud with the best five of seven cards each, and no card turned up."""
    dealing = book.dealing[0]
    step = CHANGED(dealing.steps[0], to=("players", "dealer"), times=7, cards=1, face="down")
    return replace(book, dealing=(CHANGED(dealing, steps=(step,)),))


def with_a_card_to_buy(book: Rulebook) -> Rulebook:
    """The same game with the purchase of the French stud added to every stage."""
    (purchase,) = (choice for choice in STUD.stages[0].choices if choice.action == "buy")
    return with_stages(book, lambda stage: CHANGED(stage, choices=(*stage.choices, purchase)))


CLOSE = {
    "flushes with a dealer's card up": (with_the_last_card_up(FLUSHES), "cards against the dealer: 1 of the dealer's"),
    "flushes with a card to buy": (with_a_card_to_buy(FLUSHES), "cards against the dealer: 1 cards may be bought"),
    "flushes limited by another hand": (
        with_stages(FLUSHES, lambda stage: CHANGED(stage, hand="player-straight-flush")),
        "cards against the dealer: the hand player-straight-flush limits",
    ),
    "a bet in stages limited by a hand": (
        with_stages(with_bets(MISSISSIPPI, hands=("flush",)), lambda stage: CHANGED(stage, hand="player")),
        "community cards against a paytable: the hand player limits",
    ),
    "a bet on a board limited by a hand": (
        with_stages(with_bets(CASINO, hands=("flush",)), lambda stage: CHANGED(stage, hand="player-flop")),
        "board with dealer: the hand player-flop limits",
    ),
    "a bet in stages that ends the decisions": (
        with_stages(MISSISSIPPI, lambda stage: CHANGED(stage, asks="players still deciding")),
        "community cards against a paytable: third-street asks players by what they have bet",
    ),
    "a stage for players who bet before": (
        with_stages(MISSISSIPPI, after_fourth_street),
        "community cards against a paytable: fifth-street asks players by what they have bet",
    ),
    "cards to buy in stages": (
        with_a_card_to_buy(MISSISSIPPI),
        "community cards against a paytable: 1 cards may be bought",
    ),
    "a discard once the board is seen": (
        with_the_board_first(COLORADO),
        "against a paytable: 3 community cards seen",
    ),
    "a first hand that is only a line": (
        replace(COLORADO, hands=tuple(map(only_a_line, COLORADO.hands))),
        "against a paytable: a hand read by a qualification line alone",
    ),
    "whole hands of seven cards": (
        with_seven_cards_each(CARIBBEAN),
        "whole hands against the dealer: hands of 7 and 7 cards",
    ),
    "a declaration on a board": (with_checks(CASINO, "declare"), "board with dealer: the action declare"),
    "a declaration against the dealer": (
        with_checks(CARIBBEAN, "declare"),
        "whole hands against the dealer: the action declare",
    ),
    "a purchase for some hands only": (
        with_stages(with_bets(STUD, "buy", hands=("pair",)), lambda stage: CHANGED(stage, hand="player")),
        "a card may be bought with some hands only",
    ),
    "a purchase with a bet that is not offered alone": (
        with_bets(STUD, "buy", times=(3,)),
        "a card is bought with raise 3x",
    ),
    "a purchase with a choice of bets": (with_bets(STUD, "buy", times=(2, 3)), "a card is bought with raise 2x or 3x"),
    "a purchase without a bet": (with_bets(STUD, "buy", wager="", times=()), "a card is bought without a bet"),
}


@pytest.mark.parametrize("name", CLOSE)
def test_a_game_that_comes_close_to_a_family_is_not_solved_as_if_it_were_of_it(name: str) -> None:
    book, why = CLOSE[name]
    with pytest.raises(NotThisGame) as refused:
        solver_of(book.terms())
    assert why in refused.value.sentence() and refused.value.accepted


def test_whole_hands_of_seven_cards_are_told_which_sizes_are_solved() -> None:
    with pytest.raises(NotThisGame) as refused:
        solver_of(with_seven_cards_each(CARIBBEAN).terms())
    accepted = "three, four or five own cards each, or four to six of the dealer's read as best four"
    assert f"whole hands against the dealer: {accepted}" in refused.value.accepted


def test_the_purchase_is_made_with_the_bet_that_it_names() -> None:
    """A game with two bets of which only the larger goes with a purchase."""
    from tablelaw.analysis.against_dealer.bought_card.best_play import offer_of

    terms = with_bets(STUD, times=(1, 2)).terms()
    assert solver_of(terms).family == "whole hands with a card to buy"
    assert offer_of(terms).bet == ("bet", "raise", 2)
