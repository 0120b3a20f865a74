"""Community cards dealt one by one, against a paytable, exact: published figures, a slow reference, advice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from tablelaw.analysis.against_paytable.staged.best_play import (
    NEVER_PULL,
    advice,
    decide,
    endings,
    endings_of,
    spread_of,
    spreads,
    spreads_of,
)
from tablelaw.analysis.against_paytable.staged.card_sets import level_counts
from tablelaw.analysis.against_paytable.staged.decision_tables import decisions
from tablelaw.analysis.against_paytable.staged.game import game_of
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.payoffs import ask, player_levels
from tablelaw.analysis.solver import BEST, MAIN, NEVER_FOLD
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.analysis.symmetry.suits import classes, distinct_sets, with_one_more
from tablelaw.cards import PACK, RANKINGS, Card, parse_cards
from tablelaw.cards.rankings import colorado
from tablelaw.errors import WrongCardCount
from tablelaw.law.rulebook import Terms
from tests.examples import example

MISSISSIPPI, LET_IT_RIDE = example("mississippi-stud").terms(), example("let-it-ride").terms()


def test_mississippi_stud_is_worth_what_is_published() -> None:
    main = main_of(MISSISSIPPI)
    assert main.ev == Fraction(-53_223, 1_082_900)
    assert f"{main.hold:.4%}" == "4.9149%"
    assert main.distribution is not None
    assert main.distribution.total == 1_326 * 50 * 49 * 48
    assert main.average_wager is not None
    assert f"{float(main.average_wager):.4f}" == "3.4836"
    assert f"{float(main.element_of_risk or 0):.4%}" == "1.4109%"


def test_let_it_ride_is_worth_what_is_published() -> None:
    main = main_of(LET_IT_RIDE)
    assert main.ev == Fraction(-37_963, 1_082_900)
    assert f"{main.hold:.4%}" == "3.5057%"
    assert main.distribution is not None
    assert main.distribution.total == 22_100 * 49 * 48
    assert f"{float(main.average_wager or 0):.4f}" == "1.2237"


def test_nobody_bets_twice_the_ante_in_mississippi_stud() -> None:
    """Values are linear in the bet, so the smallest or the largest bet is best."""
    assert not any(name.endswith("bet 2x") for name in main_of(MISSISSIPPI).actions)


def test_never_folding_is_a_strategy_where_there_are_folds() -> None:
    priced = solver_of(MISSISSIPPI).strategies(MISSISSIPPI)
    assert f"{float(-priced[NEVER_FOLD][0]):.4%}" == "32.7133%"
    assert not any(ending.is_folded and sum(ending.deals) for ending in endings(MISSISSIPPI, NEVER_FOLD))
    assert NEVER_FOLD not in solver_of(LET_IT_RIDE).strategies(LET_IT_RIDE)


def test_never_pulling_is_a_strategy_where_wagers_can_be_taken_back() -> None:
    """All three wagers ride in every deal, so each has the value of a hand of five cards."""
    priced = solver_of(LET_IT_RIDE).strategies(LET_IT_RIDE)
    found = spreads(LET_IT_RIDE, NEVER_PULL)
    assert list(priced) == [NEVER_PULL] and priced[NEVER_PULL][0] == found[MAIN].mean
    assert found["ante"].mean == found["first"].mean == found["second"].mean == found[MAIN].mean / 3
    assert solver_of(LET_IT_RIDE).play_names(LET_IT_RIDE) == (BEST, NEVER_FOLD, NEVER_PULL)
    assert solver_of(MISSISSIPPI).play_names(MISSISSIPPI) == (BEST, NEVER_FOLD)


# --- A slow reference that tries every card to come ------------------------------------------------------------


@cache
def naive_gain(terms: Terms, wager: str, cls: str) -> Fraction:
    return ask(terms, wager, {"player": cls}, None)


def naive_mississippi(known: tuple[Card, ...], staked: tuple[int, ...]) -> dict[str, Fraction]:
    """The average gain of each option, found by trying every card to come."""
    left = [card for card in PACK if card not in known]
    found = {"fold": Fraction(-sum(staked))}
    for bet in (1, 2, 3):
        values = [_naive_after((*known, card), (*staked, bet)) for card in left]
        found[f"bet {bet}x"] = sum(values, Fraction(0)) / len(left)
    return found


def _naive_after(known: tuple[Card, ...], staked: tuple[int, ...]) -> Fraction:
    if len(known) < 5:
        return max(naive_mississippi(known, staked).values())
    cls = colorado.classify(known)
    wagers = zip(("ante", "third", "fourth", "fifth"), staked, strict=True)
    return sum((times * naive_gain(MISSISSIPPI, wager, cls) for wager, times in wagers), Fraction(0))


@pytest.mark.parametrize(
    ("own", "board", "staked"),
    [
        ("Js 7d", "Tc 2h", (1, 1, 1)),
        ("6s 6d", "Tc 2h", (1, 3, 3)),
        ("Js 9s", "Ts 8s", (1, 1, 3)),
        ("2s 7d", "3c 9h", (1, 1, 1)),
        ("Js 7d", "Tc", (1, 1)),
    ],
)
def test_mississippi_advice_against_every_card_to_come(own: str, board: str, staked: tuple[int, ...]) -> None:
    cards, seen = parse_cards(own), parse_cards(board)
    found = {one.name: one.ev for one in advice(MISSISSIPPI, cards, seen)}
    assert found == naive_mississippi((*cards, *seen), staked)


def naive_let_it_ride(known: tuple[Card, ...], riding: tuple[str, ...]) -> dict[str, Fraction]:
    wager = ("first", "second")[len(known) - 3]
    left = [card for card in PACK if card not in known]
    found = {}
    for name, after in (("pull", tuple(w for w in riding if w != wager)), ("ride", riding)):
        found[name] = sum((_naive_ride((*known, card), after) for card in left), Fraction(0)) / len(left)
    return found


def _naive_ride(known: tuple[Card, ...], riding: tuple[str, ...]) -> Fraction:
    if len(known) < 5:
        return max(naive_let_it_ride(known, riding).values())
    cls = colorado.classify(known)
    return sum((naive_gain(LET_IT_RIDE, wager, cls) for wager in riding), Fraction(0))


@pytest.mark.parametrize(
    ("own", "board", "riding"),
    [
        ("Js Qs Ks", "", ("ante", "first", "second")),
        ("2s 7d 9c", "", ("ante", "first", "second")),
        ("Js Qs Ks", "2s", ("ante", "first", "second")),
        ("Ts 3d 9c", "Th", ("ante", "second")),
    ],
)
def test_let_it_ride_advice_against_every_card_to_come(own: str, board: str, riding: tuple[str, ...]) -> None:
    cards, seen = parse_cards(own), parse_cards(board) if board else ()
    found = {one.name: one.ev for one in advice(LET_IT_RIDE, cards, seen)}
    assert found == naive_let_it_ride((*cards, *seen), riding)


# --- Parts -------------------------------------------------------------------------------------------------


def test_one_more_card_leads_to_the_set_it_makes() -> None:
    draw, known = Random("sets"), classes(4)
    for form in draw.sample(range(len(distinct_sets(3).cards)), 20):
        cards = distinct_sets(3).cards[form].tolist()
        others = [card for card in range(52) if card not in cards]
        for place in draw.sample(range(49), 5):
            grown = sorted((*cards, others[place]))
            number = sum(int(known.place_value[at, card]) for at, card in enumerate(grown))
            assert with_one_more(3)[form, place] == known.of[number]


def test_all_orders_of_five_cards_are_counted() -> None:
    levels = player_levels(LET_IT_RIDE)
    found = distinct_sets(2).times @ level_counts(tuple(level.least for level in levels), 2)
    by_class = dict(zip((level.hands["player"] for level in levels), found.tolist(), strict=True))
    assert list(by_class) == list(RANKINGS["colorado"].classes)
    orders = 5 * 4 * 3 * 2 // 2
    assert by_class["royal flush"] == 4 * orders
    assert by_class["pair of aces"] == 84_480 * orders
    assert sum(by_class.values()) == 2_598_960 * orders


@pytest.mark.parametrize("terms", [MISSISSIPPI, LET_IT_RIDE], ids=["mississippi", "let it ride"])
def test_wagers_by_themselves_add_up_to_the_main_game(terms: Terms) -> None:
    found = spreads(terms)
    wagers = [spread for wager, spread in found.items() if wager != MAIN]
    assert sum((spread.mean for spread in wagers), Fraction(0)) == found[MAIN].mean
    assert len({spread.total for spread in found.values()}) == 1


def test_a_decision_table_says_what_advice_says() -> None:
    draw, table = Random("decisions"), decisions(MISSISSIPPI, BEST)
    for _ in range(20):
        cards = draw.sample(PACK, 2)
        number = _number(cards)
        option = table.points[0].options[table.by_line[()][table.form[2][number]]]
        assert option.name == advice(MISSISSIPPI, cards, ())[0].name


def _number(cards: Sequence[Card]) -> int:
    return sum(int(classes(len(cards)).place_value[place, card]) for place, card in enumerate(sorted(cards)))


def test_advice_refuses_wrong_cards() -> None:
    with pytest.raises(WrongCardCount, match="accepted: 2 cards with 0 or 1 or 2 on the board"):
        advice(MISSISSIPPI, parse_cards("As Ks Qs"), ())
    with pytest.raises(WrongCardCount, match="accepted: 3 cards with 0 or 1 on the board"):
        advice(LET_IT_RIDE, parse_cards("As Ks Qs"), parse_cards("2s 3s"))


def test_a_game_whose_first_decision_comes_after_a_card_counts_every_deal() -> None:
    """Mississippi Stud without the decision on Third Street; a given plan is counted like the one found."""
    book = MISSISSIPPI.book
    flow = tuple(entry for entry in book.flow if entry.stage != "third-street")
    game = game_of(replace(book, flow=flow).terms())
    chosen = decide(game)
    whole = spreads_of(game, endings_of(game, chosen))[MAIN]
    assert game.points[0].known == 3 and spread_of(game, chosen).counts == whole.counts
    assert whole.total == 1_326 * 50 * 49 * 48
