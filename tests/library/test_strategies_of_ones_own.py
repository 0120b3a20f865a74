"""`tl.value` and `tl.simulate` with a strategy of one's own, against what is known exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import pytest

import tablelaw as tl
from tablelaw import rulebooks
from tablelaw.analysis import own_strategies
from tablelaw.analysis.against_paytable.discard.best_play import best_plays
from tablelaw.analysis.board_with_dealer.strategies import FOUR_TIMES
from tablelaw.analysis.own_strategies import MOST_QUESTIONS, BadStrategy, Spot, is_too_long
from tablelaw.analysis.strategies import strategies_of
from tablelaw.cards import Card
from tablelaw.cards.card import SUITS
from tablelaw.errors import BadCard, WrongUse
from tablelaw.law.rulebook import Rulebook
from tests.examples import FOLDER

THREE_CARDS = "fr-trois-cartes"
Q64 = tl.hand("Qh 6d 4c")


def queen_six_four(spot: Spot) -> str:
    return "bet" if tl.hand(spot.cards) >= Q64 else "fold"


def spades(spot: Spot) -> str:
    return "bet" if spot.cards[0].suit == "s" else "fold"


def last(spot: Spot) -> str:
    return spot.options[-1]


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})

    def load(name: str) -> Rulebook:
        return rulebooks.load(Path(FOLDER / name))

    return load


# --- Exactly ------------------------------------------------------------------------------------------------------


def test_a_function_has_exactly_the_value_of_the_same_named_strategy() -> None:
    (main,) = tl.analyze(THREE_CARDS, wagers=["main"])
    named = next(one.ev for one in main.strategies if one.name == "Q-6-4 or better")
    found = tl.value(THREE_CARDS, queen_six_four)
    assert (found.ev, found.kind, found.margin) == (named, "exact", 0)
    assert found.distribution is not None and found.distribution.mean == named
    assert found.cost == float(main.ev - named) and found.hold == float(-named)


def test_a_table_by_class_of_hand_is_a_strategy_too() -> None:
    def no_high_card(spot: Spot) -> str:
        return "fold" if tl.hand(spot.cards).cls == "high card" else "bet"

    table = {"high card": "fold", "else": "bet"}
    assert tl.value(THREE_CARDS, table).ev == tl.value(THREE_CARDS, no_high_card).ev


def pattern(cards: Sequence[Card]) -> tuple[object, ...]:
    """A hand whatever its suits are called, the same for hands that differ in nothing else."""
    held = sorted(cards, reverse=True)
    names = [[order.index(card.suit) for card in held] for order in permutations(SUITS)]
    ranked = [tuple(sorted(zip((card.rank for card in held), name, strict=True))) for name in names]
    return min(ranked)


def test_best_play_asked_hand_by_hand_has_the_value_of_best_play() -> None:
    """The solver's own decisions for the 1,755 suit-distinct hands of the game with a discard."""
    book = tl.rulebook("ma-colorado").with_choice(version="required", suited_ace_two_three="counts")
    known = {pattern(hand): (hand, play) for hand, _, play in best_plays(book.terms())}

    def best(spot: Spot) -> str:
        hand, play = known[pattern(spot.cards)]
        if play.put_away is None:
            return play.name
        left = pattern([card for card in hand if card != hand[play.put_away]])
        kept = {card: [other for other in spot.cards if other != card] for card in spot.cards}
        gone = next(
            card for card in spot.cards if card.rank == hand[play.put_away].rank and pattern(kept[card]) == left
        )
        return f"{play.name}, discard {gone}"

    assert tl.value(book, best).ev == Fraction(-2_133, 38_675)


def test_a_table_of_rules_for_two_cards_and_a_board_is_valued_like_the_named_strategy() -> None:
    rules = ["two pair or better", "hidden_pair", "four to a high flush"]
    found = tl.value("pa-653a", {"bets": FOUR_TIMES, "after_flop": rules, "outs": 21})
    named = strategies_of(tl.rulebook("pa-653a").terms(), Fraction(0))
    assert found.is_exact and found.ev == next(one.ev for one in named if one.name == "basic strategy")


def test_community_cards_in_stages_are_counted_line_by_line(example: Any) -> None:
    book = example("let-it-ride")
    never_pull = tl.value(book, lambda spot: "ride")
    rides = tl.analyze(book, wagers=["main"]).main
    assert never_pull.is_exact and never_pull.ev < rides.ev


# --- Simulated ----------------------------------------------------------------------------------------------------


def test_a_function_plays_the_very_rounds_of_the_same_named_strategy() -> None:
    named = tl.simulate(THREE_CARDS, 5_000, strategy="Q-6-4 or better")
    own = tl.simulate(THREE_CARDS, 5_000, strategy=queen_six_four)
    assert own.of("main game")["net_cents"] == named.of("main game")["net_cents"]
    assert own.of("main game")["why_not_exact"] == "decisions affect it, and the strategy is your own"


@pytest.mark.parametrize("rulebook", ["ma-colorado", "let-it-ride"])
def test_a_simulated_function_agrees_with_its_exact_value(rulebook: str, example: Any) -> None:
    book = tl.rulebook(rulebook) if rulebook in rulebooks.IDS else example(rulebook)
    exact, row = tl.value(book, last), tl.simulate(book, 16_000, strategy=last).of("main game")
    assert exact.is_exact
    assert abs(float(str(row["hold"])) - exact.hold) < 4 * float(str(row["deviation"])) / 16_000**0.5


@pytest.mark.parametrize(
    ("rulebook", "strategy", "why"),
    [
        (THREE_CARDS, spades, "the strategy tells suits apart"),
        ("pa-653a", last, "the game has too many different hands"),
        ("pa-678a", last, "the game has too many different hands"),
        ("fr-stud", last, "the game has too many different hands"),
    ],
)
def test_what_cannot_be_counted_is_simulated_and_says_so(rulebook: str, strategy: Any, why: str) -> None:
    found = tl.value(rulebook, strategy, rounds=2_000)
    assert found.kind == "simulated" and found.margin > 0 and found.distribution is None
    assert why in found.method and why in repr(found) and "2,000 rounds from seed 1" in found.method


def test_the_bound_on_questions_holds_below_at_and_above() -> None:
    each = 1 + len(own_strategies.RENAMED)
    most = MOST_QUESTIONS // each
    assert [is_too_long(hands) for hands in (most - 1, most, most + 1)] == [False, False, True]


def test_a_simulation_stands_beside_the_exact_values() -> None:
    done = tl.simulate(THREE_CARDS, 4_000, players=2, strategy="never fold")
    assert {row["seat"] for row in done.rows()} == {1, 2}
    assert abs(float(str(done.of("main game", 2)["z"]))) < 4
    assert repr(done) == repr(tl.simulate(THREE_CARDS, 4_000, players=2, strategy="never fold"))


# --- Refusals -----------------------------------------------------------------------------------------------------

WRONG: list[tuple[Any, type[Exception], str]] = [
    (lambda: tl.value(THREE_CARDS, cast(Any, 7)), BadStrategy, "a strategy 7"),
    (lambda: tl.value(THREE_CARDS, {"royal": "bet"}), BadStrategy, "no class of hand 'royal'"),
    (lambda: tl.value(THREE_CARDS, {"pair": "bet"}), BadStrategy, "no option for"),
    (lambda: tl.value(THREE_CARDS, {"else": "check"}), BadStrategy, "the answer 'check'; accepted: fold, bet 1x"),
    (lambda: tl.value("pa-653a", {"bet": "AA"}), BadStrategy, "no key 'bet'; accepted: bets, folds"),
    (lambda: tl.value("pa-653a", {"bets": "AAA"}), BadCard, "'AAA' is not a kind of two cards"),
    (lambda: tl.value("pa-653a", {"bets": 7}), BadStrategy, "bets 7"),
    (lambda: tl.value("pa-653a", {"outs": -1}), BadStrategy, "a whole number from 0 to 46"),
    (lambda: tl.value("pa-653a", {"outs": 47}), BadStrategy, "a whole number from 0 to 46"),
    (lambda: tl.value("pa-653a", {"bets_above_the_board": 1}), BadStrategy, "true or false"),
    (lambda: tl.value("pa-653a", {"after_flop": ["luck"]}), BadStrategy, "no rule 'luck'"),
    (lambda: tl.value("pa-653a", {"after_flop": "luck"}), BadStrategy, "a list of rules"),
    (lambda: tl.simulate(THREE_CARDS, 0), WrongUse, "rounds 0"),
    (lambda: tl.simulate(THREE_CARDS, 10**12 + 1), WrongUse, "from 1 to 1,000,000,000,000"),
    (lambda: tl.simulate(THREE_CARDS, 10**7 + 1, strategy=last), WrongUse, "from 1 to 10,000,000"),
    (lambda: tl.simulate(THREE_CARDS, 10, players=9), WrongUse, "players 9"),
    (lambda: tl.simulate(THREE_CARDS, 10, strategy=last, mistakes="5%"), WrongUse, "a function makes its own mistakes"),
]


@pytest.mark.parametrize(("asked", "kind", "says"), WRONG, ids=range(len(WRONG)))
def test_a_strategy_that_cannot_be_played_is_refused(asked: Any, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind) as refused:
        asked()
    assert says in str(refused.value) and len(str(refused.value)) < 400
