"""Community cards seen before they are due, against a paytable: published figures, a slow reference, limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest

from tablelaw.analysis.against_paytable.staged.best_play import advice, decided, options_worth
from tablelaw.analysis.against_paytable.staged.card_sets import ways_to_go_on
from tablelaw.analysis.against_paytable.staged.game import game_of
from tablelaw.analysis.earlier_decisions import Done
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.protection.against_paytable.staged.best_play import known_at_decisions
from tablelaw.analysis.protection.against_paytable.staged.cards_left import advice_among
from tablelaw.analysis.protection.api import protect
from tablelaw.analysis.protection.information import parse_information
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.protection.solver import solver_of
from tablelaw.analysis.solver import NotThisGame, Seen
from tablelaw.analysis.symmetry.suits import classes
from tablelaw.cards import PACK, Card
from tablelaw.law.rulebook import Rulebook
from tests.examples import example

MISSISSIPPI, LET_IT_RIDE = example("mississippi-stud"), example("let-it-ride")
EVERY = ("community:1", "community:2", "community:3")


@cache
def seen(*items: str) -> Exposure:
    return protect(MISSISSIPPI, items)


def test_third_street_is_worth_what_is_published() -> None:
    assert f"{float(seen('community:1').value):.4%}" == "54.8660%"


# --- Hands counted by class ---------------------------------------------------------------------------------

PAIRS = 84_480
"""Hands with a pair of one rank."""
HANDS = {
    "royal flush": 4,
    "straight flush": 36,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
}
ALL_HANDS = 2_598_960


def test_all_community_cards_seen_in_mississippi_stud() -> None:
    """Ten times the Ante is staked on a hand that wins, and nothing but the Ante on one that loses."""
    odds = dict(zip(HANDS, (500, 100, 40, 10, 6, 4, 3, 2), strict=True))
    won = sum(10 * odds[name] * count for name, count in HANDS.items()) + 10 * 4 * PAIRS
    lost = ALL_HANDS - sum(HANDS.values()) - 9 * PAIRS
    found = seen(*EVERY)
    assert found.value == Fraction(won - lost, ALL_HANDS)
    assert found.distribution is not None and found.distribution.frequency("even") == Fraction(5 * PAIRS, ALL_HANDS)


def test_all_community_cards_seen_in_let_it_ride() -> None:
    """All three wagers ride on a hand that wins, and one on a hand that loses."""
    odds = dict(zip(HANDS, (1_000, 200, 50, 11, 8, 5, 3, 2), strict=True))
    won = sum(3 * odds[name] * count for name, count in HANDS.items()) + 3 * 5 * PAIRS
    lost = ALL_HANDS - sum(HANDS.values()) - 5 * PAIRS
    assert protect(LET_IT_RIDE, EVERY[:2]).value == Fraction(won - lost, ALL_HANDS)


# --- A slow reference ---------------------------------------------------------------------------------------


@cache
def plain_gain(hand: frozenset[Card]) -> int:
    """What a unit gains in Mississippi Stud."""
    ranks = Counter(card.rank for card in hand)
    shape, high = sorted(ranks.values(), reverse=True), max(ranks)
    is_flush = len({card.suit for card in hand}) == 1
    is_straight = len(ranks) == 5 and (high - min(ranks) == 4 or set(ranks) == {14, 2, 3, 4, 5})
    if is_flush and is_straight:
        return 500 if min(ranks) == 10 else 100
    if is_flush or is_straight:
        return 6 if is_flush else 4
    if shape[:2] == [2, 1]:
        pair = ranks.most_common(1)[0][0]
        return 1 if pair >= 11 else 0 if pair >= 6 else -1
    return {(4, 1): 40, (3, 2): 10, (3, 1): 3, (2, 2): 2}.get((shape[0], shape[1]), -1)


def plain_value(held: Sequence[Card], known: Sequence[int], staked: int = 1, out: Sequence[Card] = ()) -> Fraction:
    """What best play gains from the first of some decisions on, with so many cards known at each; `out` are cards out
    of play.
    """
    if not known:
        finals = [plain_gain(frozenset((*held, *more))) for more in _dealt(held, 5, out)]
        return staked * Fraction(sum(finals), len(finals))
    if len(held) < known[0]:
        values = [plain_value((*held, *more), known, staked, out) for more in _dealt(held, known[0], out)]
        return sum(values, Fraction(0)) / len(values)
    return max(Fraction(-staked), *(plain_value(held, known[1:], staked + bet, out) for bet in (1, 3)))


def _dealt(held: Sequence[Card], size: int, out: Sequence[Card]) -> combinations[tuple[Card, ...]]:
    return combinations([card for card in PACK if card not in (*held, *out)], size - len(held))


@pytest.mark.parametrize("items", [EVERY[:1], EVERY[1:2], EVERY[2:], EVERY[:2], EVERY[1:], EVERY])
def test_sampled_hands_agree_with_a_plain_recursion(items: tuple[str, ...]) -> None:
    """The largest and the smallest bet are enough, because values are linear in the bet."""
    terms, draw = MISSISSIPPI.terms(), Random(str(items))
    known = known_at_decisions(terms, parse_information(items))
    game = game_of(terms).with_known(known)
    worth = options_worth(game, (), {}).max(axis=0)
    for _ in range(2):
        cards = sorted(draw.sample(PACK, known[0]))
        forms = classes(known[0])
        form = forms.of[sum(int(forms.place_value[place, card]) for place, card in enumerate(cards))]
        found = Fraction(int(worth[form]), game.unit * ways_to_go_on(known[0]))
        assert found == plain_value(cards, known)


def test_how_many_cards_are_known_at_each_decision() -> None:
    terms = MISSISSIPPI.terms()
    assert known_at_decisions(terms, parse_information([])) == [2, 3, 4]
    assert known_at_decisions(terms, parse_information(["community:1"])) == [3, 3, 4]
    assert known_at_decisions(terms, parse_information(["community:2"])) == [3, 4, 4]
    assert known_at_decisions(terms, parse_information(["community:3"])) == [3, 4, 5]
    assert known_at_decisions(terms, parse_information(["community:3@2"])) == [2, 4, 5]
    assert known_at_decisions(terms, parse_information(["community:3@3", "community:1"])) == [3, 3, 5]


# --- Limits -------------------------------------------------------------------------------------------------


def test_seeing_nothing_is_the_main_game() -> None:
    assert seen().value == main_of(MISSISSIPPI.terms()).ev
    game = game_of(MISSISSIPPI.terms())
    assert game.with_known(known_at_decisions(game.terms, parse_information([]))) == game


def test_more_information_is_never_worth_less() -> None:
    for growing in (
        [(), EVERY[:1], EVERY[:2], EVERY],
        [(), EVERY[2:], EVERY[1:], EVERY],
        [(), ("community:3@3",), ("community:3@2",), EVERY[2:]],
        [EVERY[:1], EVERY[1:2], EVERY[2:]],
    ):
        values = [seen(*items).value for items in growing]
        assert values == sorted(values) and len(set(values)) == len(values)


def test_an_exposure_adds_up() -> None:
    found, main = seen("community:1"), main_of(MISSISSIPPI.terms())
    assert found.distribution is not None and main.distribution is not None
    assert found.distribution.total == main.distribution.total
    assert sum(share for name, share in found.actions.items() if name.startswith("third-street")) == 1
    change = found.changed[0]
    assert (change.honest, change.informed) == ("bet 1x", "fold") and 0 < change.weight < Fraction(12, 1326)


def test_later_knowledge_changes_the_first_decision() -> None:
    """Hands that honest play folds stay in, because the last card is known before the second decision."""
    changes = {(change.honest, change.informed) for change in seen("community:3@2").changed}
    assert changes == {("fold", "bet 1x")}


def test_marked_community_cards_are_refused_and_cards_out_of_play_beside_others() -> None:
    for items in (["community:1/QKA"], ["community:1", "seats:1"], ["seats:1@2"]):
        with pytest.raises(NotThisGame, match=r"seen.*community cards whose faces are seen, or cards out of play"):
            protect(MISSISSIPPI, items)


# --- Cards out of play --------------------------------------------------------------------------------------


def known_out(*cards: Card) -> Known:
    return Known(out=cards)


@pytest.mark.parametrize("count", [10, 28])
def test_with_cards_out_of_play_every_bet_is_worth_what_a_plain_recursion_finds(count: int) -> None:
    terms, information = MISSISSIPPI.terms(), parse_information(["seats:5"])
    cards = Random(f"out {count}").sample(PACK, 2 + count)
    own, out = cards[:2], cards[2:]
    found = {
        one.name: one.ev
        for one in solver_of(terms, information).advise(terms, information, Seen(own, (), ()), known_out(*out))
    }
    stays = {f"bet {bet}x": plain_value(own, (3, 4), 1 + bet, out) for bet in (1, 2, 3)}
    assert found == {"fold": Fraction(-1), **stays}


def test_later_decisions_know_the_cards_out_of_play_too() -> None:
    terms, information = MISSISSIPPI.terms(), parse_information(["seats:5"])
    cards = Random("later").sample(PACK, 14)
    own, board, out, earlier = cards[:2], cards[2:4], cards[4:], (Done("bet", 3), Done("bet", 1))
    found = solver_of(terms, information).advise(terms, information, Seen(own, board, earlier), known_out(*out))
    stays = {f"bet {bet}x": plain_value((*own, *board), (), 5 + bet, out) for bet in (1, 2, 3)}
    assert {one.name: one.ev for one in found} == {"fold": Fraction(-5), **stays}


@pytest.mark.parametrize("book", [MISSISSIPPI, LET_IT_RIDE], ids=lambda book: book.id)
def test_with_nothing_out_of_play_every_option_is_worth_what_the_coach_says(book: Rulebook) -> None:
    terms = book.terms()
    hand = Random(book.id).sample(PACK, game_of(terms).own)
    honest = {one.name: one.ev for one in advice(terms, hand, ())}
    assert {one.name: one.ev for one in advice_among(game_of(terms), (), hand, ())} == honest


def test_honest_play_with_cards_out_of_play_is_worth_what_a_plain_recursion_finds() -> None:
    """Later decisions follow the main game's best play, which does not know the cards out of play."""
    terms = MISSISSIPPI.terms()
    game, chosen = decided(terms)
    cards = Random("honest").sample(PACK, 2 + 40)
    own, out = cards[:2], cards[2:]
    left = [card for card in PACK if card not in cards]

    def honest(held: Sequence[Card], done: tuple[Done, ...], staked: int) -> Fraction:
        if len(done) == 3:
            finals = [plain_gain(frozenset((*held, card))) for card in left if card not in held]
            return staked * Fraction(sum(finals), len(finals))
        followed = [(*held, card) for card in left if card not in held]
        return sum((decide(more, done, staked) for more in followed), Fraction(0)) / len(followed)

    def decide(held: Sequence[Card], done: tuple[Done, ...], staked: int) -> Fraction:
        best = advice(terms, held[:2], held[2:], done)[0]
        if best.action == "fold":
            return Fraction(-staked)
        bet = int(best.multiple)
        return honest(held, (*done, Done("bet", bet)), staked + bet)

    found = {one.name: one.ev for one in advice_among(game, (), own, out, chosen)}
    assert found == {
        "fold": Fraction(-1),
        **{f"bet {bet}x": honest(own, (Done("bet", bet),), 1 + bet) for bet in (1, 2, 3)},
    }


def test_other_seats_are_simulated_and_worth_something(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablelaw.analysis.protection.api.kept_as", lambda form, book, question, solved: solved())
    found = protect(MISSISSIPPI, ["seats:5"])
    assert found.is_simulated and found.interval is not None and found.honest < found.interval[0]
    assert "simulated" in found.title and {change.honest for change in found.changed} <= {"fold", "bet 1x", "bet 3x"}
