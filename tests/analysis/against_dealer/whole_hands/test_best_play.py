"""Whole hands against the dealer's, exact: published figures, a slow reference, named strategies, advice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import numpy as np
import pytest

from tablelaw.analysis.against_dealer.whole_hands.best_play import advice, dealer_cells, spreads
from tablelaw.analysis.against_dealer.whole_hands.count_kernels import hands_below, new_subsets, set_seen
from tablelaw.analysis.against_dealer.whole_hands.count_tables import counted
from tablelaw.analysis.against_dealer.whole_hands.decision_tables import decisions
from tablelaw.analysis.against_dealer.whole_hands.game import game_of
from tablelaw.analysis.against_dealer.whole_hands.strength_levels import levels
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.result import Distribution, Result
from tablelaw.analysis.side_wagers.values import side_results
from tablelaw.analysis.solver import BEST, MAIN, NEVER_FOLD
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.analysis.strategies import strategies_of
from tablelaw.analysis.symmetry.suits import classes
from tablelaw.cards import PACK, RANKINGS, Card, Ranking, parse_cards
from tablelaw.cards.rankings import five_card, three_card
from tablelaw.errors import DuplicateCard, WrongCardCount
from tablelaw.law.conduct import STANDINGS, Case
from tablelaw.law.rulebook import Rulebook, Terms
from tests.analysis.published_figures import QUOTED_OFTEN, WIZARD, Figure, exact_of, is_printed_as, name_of, row_of
from tests.examples import FOLDER, example

THREE, STUD = example("three-card-poker"), example("caribbean-stud")
TCP, CARIBBEAN, MIMIC = "Three Card Poker", "Caribbean Stud", "as the dealer qualifies"
PAGE = (FOLDER.parents[1] / "docs" / "analysis.md").read_text("utf-8")


@cache
def solved(book: str) -> Result:
    return main_of(example(book).terms())


def percent(value: Fraction | float, digits: int) -> str:
    return f"{-float(value):.{digits}%}"


# --- Published figures -----------------------------------------------------------------------------------


def test_three_card_poker_is_worth_what_is_published() -> None:
    main = solved("three-card-poker")
    assert main.ev == Fraction(-686_689, 20_358_520)
    assert percent(main.ev, 4) == "3.3730%"
    assert main.distribution is not None
    assert main.distribution.total == 22_100 * 18_424
    assert round(main.distribution.standard_deviation, 4) == 1.6393
    assert f"{float(main.distribution.frequency('won')):.4%}" == "44.9127%"
    assert main.average_wager == 1 + main.actions["bet 1x"]


@cache
def by_strategies(book: str) -> dict[str, Fraction]:
    return {one.name: one.ev for one in strategies_of(example(book).terms(), solved(book).ev)}


def test_three_card_poker_by_named_strategies() -> None:
    found = {one.name: one for one in strategies_of(THREE.terms(), solved("three-card-poker").ev)}
    assert {name: one.ev for name, one in found.items()} == {
        "Q-6-4 or better": Fraction(-686_689, 20_358_520),
        "as the dealer qualifies": Fraction(-70_219, 2_035_852),
        "never fold": Fraction(-1_947_749, 25_448_150),
    }
    assert {name: percent(one.ev, 2) for name, one in found.items()} == {
        "Q-6-4 or better": "3.37%",
        "as the dealer qualifies": "3.45%",
        "never fold": "7.65%",
    }
    assert found["Q-6-4 or better"].cost == 0, "it is best play"


def test_pair_plus_is_worth_what_is_published() -> None:
    (pair_plus,) = side_results(THREE, {})
    assert pair_plus.wager == "pair-plus", "the Ante Bonus belongs to the main game"
    assert pair_plus.ev == Fraction(-128, 5_525)
    assert percent(pair_plus.ev, 4) == "2.3167%"


def test_caribbean_stud_is_worth_what_is_published() -> None:
    main = solved("caribbean-stud")
    assert main.ev == Fraction(-142_031_221, 2_718_662_100)
    assert percent(main.ev, 4) == "5.2243%"
    assert main.distribution is not None
    assert main.distribution.total == 2_598_960 * 47 * 163_185
    assert main.average_wager == 1 + 2 * main.actions["bet 2x"]


def test_caribbean_stud_by_three_rules() -> None:
    found = by_strategies("caribbean-stud")
    assert found == {
        "pairs, and ace-king by three rules": Fraction(-539_036_107, 10_317_407_100),
        "as the dealer qualifies": Fraction(-484_017_181, 8_518_474_580),
        "never fold": Fraction(-18_390_890_767, 110_740_169_540),
    }
    assert {name: percent(ev, 3) for name, ev in found.items()} == {
        "pairs, and ace-king by three rules": "5.225%",
        "as the dealer qualifies": "5.682%",
        "never fold": "16.607%",
    }


def spread_of(book: str) -> Distribution:
    found = solved(book).distribution
    assert found is not None
    return found


def held_by(book: str, play: str) -> Callable[[], Fraction]:
    return lambda: -by_strategies(book)[play]


PUBLISHED = (
    Figure(TCP, "house edge", "3.3730 %", WIZARD, lambda: -solved("three-card-poker").ev),
    Figure(
        *(TCP, "standard deviation", "1.6393", QUOTED_OFTEN),
        lambda: Fraction(spread_of("three-card-poker").standard_deviation),
    ),
    Figure(
        TCP, "rounds won", "44.9127 %", QUOTED_OFTEN, lambda: Fraction(spread_of("three-card-poker").frequency("won"))
    ),
    Figure(TCP, "Pair Plus at 40, 30, 6, 4 and 1", "2.3167 %", QUOTED_OFTEN, lambda: -side_results(THREE, {})[0].ev),
    Figure(TCP, "house edge, betting as the dealer qualifies", "3.45 %", WIZARD, held_by("three-card-poker", MIMIC)),
    Figure(TCP, "house edge, never folding", "7.65 %", QUOTED_OFTEN, held_by("three-card-poker", "never fold")),
    Figure(CARIBBEAN, "house edge", "5.2243 %", WIZARD, lambda: -solved("caribbean-stud").ev),
    Figure(
        *(CARIBBEAN, "house edge, playing three rules", "5.225 %", QUOTED_OFTEN),
        held_by("caribbean-stud", "pairs, and ace-king by three rules"),
    ),
    Figure(
        CARIBBEAN, "house edge, betting as the dealer qualifies", "5.68 %", WIZARD, held_by("caribbean-stud", MIMIC)
    ),
    Figure(CARIBBEAN, "house edge, never folding", "16.61 %", WIZARD, held_by("caribbean-stud", "never fold")),
)


@pytest.mark.parametrize("figure", PUBLISHED, ids=name_of)
def test_the_published_figure_is_the_exact_one_and_stands_on_the_page(figure: Figure) -> None:
    assert is_printed_as(exact_of(figure), figure.printed)
    assert f"\n{row_of(figure)}\n" in PAGE


# --- Counts of the dealer's hands, compared with a plain count ---------------------------------------------


def naive_level_counts(ranking: str, seen: Sequence[Card], up: Sequence[Card], size: int) -> list[int]:
    strength = {"three-card": three_card.strength_unchecked, "five-card": five_card.strength_unchecked}[ranking]
    known = {s: n for n, s in enumerate(levels(RANKINGS[ranking], size).strengths.tolist())}
    left = [card for card in PACK if card not in seen and card not in up]
    found = [0] * len(known)
    for others in combinations(left, size - len(up)):
        found[known[strength((*up, *others))]] += 1
    return found


@pytest.mark.parametrize(("ranking", "size", "up"), [("three-card", 3, 0), ("three-card", 3, 1), ("five-card", 5, 1)])
def test_the_dealers_hands_below_every_level_by_inclusion_and_exclusion(ranking: str, size: int, up: int) -> None:
    draw, tables, space = Random(f"{ranking} {up}"), counted(RANKINGS[ranking], size), new_subsets()
    for _ in range(2):
        cards = draw.sample(PACK, size + up)
        own, turned_up = sorted(cards[:size]), cards[size:]
        naive = np.cumsum([0, *naive_level_counts(ranking, own, turned_up, size)])
        set_seen(np.array(own, np.uint8), turned_up[0] if up else -1, tables, space)
        below = np.zeros(len(naive), np.int64)
        hands_below(len(naive), np.arange(len(naive)), tables, space.sets, below)
        assert below.tolist() == naive.tolist()


def most_of_a_rank(cards: Sequence[Card]) -> int:
    """An invented strength for four cards: the count of the most frequent rank, then the highest such rank."""
    ranks = [card.rank for card in cards]
    return max(ranks.count(rank) << 4 | rank for rank in ranks)


def test_hands_of_four_cards_under_a_ranking_of_ones_own() -> None:
    classes_of = {4: "four", 3: "three", 2: "pair", 1: "high card"}

    def classify(cards: Sequence[Card]) -> str:
        return classes_of[most_of_a_rank(cards) >> 4]

    own = Ranking("own", (4,), tuple(classes_of.values()), {}, classify, most_of_a_rank, classify)
    cards, up = parse_cards("2s 2d 9c Ah"), Card.parse("Kd")
    tables, space, strengths = counted(own, 4), new_subsets(), levels(own, 4).strengths
    left = [card for card in PACK if card not in (*cards, up)]
    naive = Counter(most_of_a_rank((up, *others)) for others in combinations(left, 3))
    set_seen(np.array(sorted(cards), np.uint8), int(up), tables, space)
    below = np.zeros(len(strengths) + 1, np.int64)
    hands_below(len(below), np.arange(len(below)), tables, space.sets, below)
    assert np.diff(below).tolist() == [naive[strength] for strength in strengths.tolist()]


# --- A slow reference that applies the rulebook to every deal ------------------------------------------------


def naive_gains(terms: Terms, own: Sequence[Card], up: Sequence[Card], bet: str, times: int) -> Iterator[Fraction]:
    """What a bet gains against each of the dealer's hands, under the rulebook's rules."""
    book, verdicts = terms.book, dict[object, Fraction]()
    ranking = book.ranking_of("player", terms)
    assert ranking.strength is not None
    stakes = {"ante": 1, bet: times} | ({"ante-bonus": 1} if "ante-bonus" in terms.offered else {})
    mine, own_class = ranking.strength(own), ranking.classify(own)
    left = [card for card in PACK if card not in own and card not in up]
    for others in combinations(left, len(own) - len(up)):
        dealer = (*up, *others)
        theirs = ranking.strength(dealer)
        standing = STANDINGS[0 if mine > theirs else 1 if mine == theirs else 2]
        line = book.ranking_of("dealer-qualifies", terms).classify(dealer)
        key = ranking.classify(dealer), line, standing
        if key not in verdicts:
            hands = {"player": own_class, "dealer": key[0], "dealer-qualifies": line}
            gains = (times * _naive_gain(book, Case(wager, terms, hands, standing)) for wager, times in stakes.items())
            verdicts[key] = sum(gains, Fraction(0))
        yield verdicts[key]


def _naive_gain(book: Rulebook, case: Case) -> Fraction:
    payment = book.settle(case).payment(100)
    return (payment.paid + payment.returned) / 100 - 1


@pytest.mark.parametrize("cards", ["Qs 6d 4c", "Qs 6d 3c", "2s 3s 4s", "7s 7d 7c", "Ks Qd 2c", "Th 9h 2h"])
def test_three_card_advice_against_every_hand_of_the_dealer(cards: str) -> None:
    terms, own = THREE.terms(), parse_cards(cards)
    gains = list(naive_gains(terms, own, (), "play", 1))
    found = {one.name: one.ev for one in advice(terms, own, ())}
    assert found == {"fold": Fraction(-1), "bet 1x": sum(gains, Fraction(0)) / len(gains)}


@pytest.mark.parametrize(("cards", "up"), [("As Kd Qc 8h 2s", "7c"), ("2s 2d 9c Jh Ks", "2h")])
def test_caribbean_advice_against_every_hand_of_the_dealer(cards: str, up: str) -> None:
    terms, own, turned_up = STUD.terms(), parse_cards(cards), parse_cards(up)
    gains = list(naive_gains(terms, own, turned_up, "raise", 2))
    found = {one.name: one.ev for one in advice(terms, own, turned_up)}
    assert len(gains) == 163_185
    assert found == {"fold": Fraction(-1), "bet 2x": sum(gains, Fraction(0)) / len(gains)}


# --- Single hands, decision tables, single wagers ------------------------------------------------------------


def test_best_play_of_three_cards_begins_at_queen_six_four() -> None:
    terms = THREE.terms()
    assert advice(terms, parse_cards("Qs 6d 4c"), ())[0].name == "bet 1x"
    assert advice(terms, parse_cards("Qs 6d 3c"), ())[0].name == "fold"


def test_advice_refuses_wrong_cards() -> None:
    with pytest.raises(WrongCardCount, match="accepted: 5 cards and the dealer's card turned up as board"):
        advice(STUD.terms(), parse_cards("As Ks Qs Js Ts"), ())
    with pytest.raises(WrongCardCount, match="accepted: 3 cards and no board"):
        advice(THREE.terms(), parse_cards("As Ks Qs"), parse_cards("2c"))
    with pytest.raises(DuplicateCard):
        advice(STUD.terms(), parse_cards("As Ks Qs Js Ts"), parse_cards("As"))


def test_the_dealers_hands_fall_into_two_bands() -> None:
    """Apart from the standing, all that matters is whether the dealer qualifies."""
    for book, line in ((THREE, "Qs 3d 2c"), (STUD, "As Kd 4c 3h 2s")):
        game = game_of(book.terms())
        strength = game.ranking.strength
        assert strength is not None
        edge = levels(game.ranking, game.size).strengths[game.bands[1].first]
        assert len(game.bands) == 2
        assert edge == strength(parse_cards(line))


def test_a_decision_table_says_what_advice_says() -> None:
    terms, draw = STUD.terms(), Random("decisions")
    table, known = decisions(terms, BEST), classes(5)
    for _ in range(40):
        cards = draw.sample(PACK, 6)
        own, up = sorted(cards[:5]), cards[5]
        number = sum(int(known.place_value[place, card]) for place, card in enumerate(own))
        renamed = table.suit_orders[table.order[number], up]
        option = table.options[table.by_form[table.form[number], renamed]]
        assert option.name == advice(terms, own, [up])[0].name


@pytest.mark.parametrize("play", [BEST, NEVER_FOLD])
def test_wagers_by_themselves_add_up_to_the_main_game(play: str) -> None:
    found = spreads(THREE.terms(), play)
    assert set(found) == {"ante", "play", "ante-bonus", MAIN}
    assert sum((found[wager].mean for wager in ("ante", "play", "ante-bonus")), Fraction(0)) == found[MAIN].mean
    assert all(spread.total == 22_100 * 18_424 for spread in found.values())


def test_the_dealers_hands_are_all_counted_once() -> None:
    game = game_of(STUD.terms())
    assert int(dealer_cells(game, parse_cards("As Kd Qc 8h 2s"), parse_cards("7c"))[1].sum()) == 163_185 == game.dealers


def test_play_names_and_family() -> None:
    solver = solver_of(THREE.terms())
    assert solver.family == "whole hands against the dealer"
    assert solver.play_names(THREE.terms()) == (BEST, NEVER_FOLD, "as the dealer qualifies", "Q-6-4 or better")
