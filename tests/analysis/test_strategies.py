"""Named strategies: their exact value and cost, and a slow reference that reads the cards one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tablelaw.analysis.board_with_dealer.best_play import DEALS, FLOP, TURN, boards_by_rank, boards_by_suit
from tablelaw.analysis.board_with_dealer.count_endings import ends_of
from tablelaw.analysis.board_with_dealer.distribution import average_wager, distribution
from tablelaw.analysis.board_with_dealer.endings import Ends
from tablelaw.analysis.board_with_dealer.flop_and_turn_rules import (
    Rule,
    above_the_board,
    any_hand,
    four_to_a_flush,
    four_to_a_high_flush,
    four_to_a_straight,
    hidden_pair,
    sight_of,
    ten_or_better_in_hand,
    top_or_middle_pair,
    two_pair_or_better,
)
from tablelaw.analysis.board_with_dealer.flops_and_turns import spots
from tablelaw.analysis.board_with_dealer.game import Game, game_of
from tablelaw.analysis.board_with_dealer.line_kernels import UNDECIDED, Rows
from tablelaw.analysis.board_with_dealer.lines_of_play import Plan
from tablelaw.analysis.board_with_dealer.solution import value_of
from tablelaw.analysis.board_with_dealer.strategies import (
    FOUR_TIMES,
    HALF_BETS,
    THREE_TIMES,
    Rules,
    known_strategies,
    strategy_ends,
    strategy_plan,
)
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.strategies import strategies_of
from tablelaw.analysis.symmetry.card_kinds import number_of, seen_by_rank, seen_from, sets_by_rank, sets_by_suit
from tablelaw.analysis.symmetry.starting_hands import KIND, kind_name, kind_of, kinds_in, ways
from tablelaw.analysis.symmetry.suits import PAIRS
from tablelaw.cards import PACK, Card, parse_cards
from tablelaw.cards.rankings import five_card
from tablelaw.errors import BadCard
from tablelaw.submission.submission import load_submission
from tablelaw.table import Round
from tests.analysis import solved as games
from tests.analysis.rounds import SEAT, gained, rounds
from tests.analysis.test_holdem_twins import boards_after, deals, in_its_class, met_on
from tests.examples import example

Cards = Sequence[Card]
SUBMISSIONS = Path(__file__).parents[2] / "examples" / "submissions"
BASIC = "basic strategy"
HALVES = "fr-holdem"
"""A game with half bets after the turn and the river."""


@cache
def game(book: str) -> Game:
    return game_of(games.terms_of(book))


@cache
def ends(book: str, name: str) -> Ends:
    return strategy_ends(game(book), known_strategies(game(book))[name])


# --- Worth ---------------------------------------------------------------------------------------------


def test_the_basic_strategy_of_ultimate_costs_a_quarter_of_a_percent() -> None:
    spread = distribution(game(games.ULTIMATE), ends(games.ULTIMATE, BASIC))
    assert spread.mean == Fraction(-452_323_427, 18_592_119_000)
    assert round(float(games.solved(games.ULTIMATE).value - spread.mean), 6) == 0.002479


def test_its_first_hands_are_those_of_best_play() -> None:
    best = games.solved(games.ULTIMATE).best_before_flop()
    assert kinds_in(FOUR_TIMES) == {kind for kind, action in enumerate(best) if action == "bet 4x"}
    heads_up = games.solved(games.HEADS_UP, "from-one-ante").best_before_flop()
    assert kinds_in(THREE_TIMES) == {kind for kind, action in enumerate(heads_up) if action == "bet 3x"}


def test_the_strategy_of_half_bets_costs_a_hundredth_of_an_ante() -> None:
    spread = distribution(game(HALVES), ends(HALVES, "middle pair, then under six outs"))
    best = games.solved(HALVES)
    assert best.value == Fraction(-99_024_899_123, 1_390_690_501_200)
    assert round(float(best.value - spread.mean), 6) == 0.0097
    assert kinds_in(HALF_BETS) == {kind for kind, action in enumerate(best.best_before_flop()) if action == "bet 4x"}


def test_a_strategy_for_one_call_after_the_flop() -> None:
    known = game_of(example("casino-holdem").terms())
    ((name, rules),) = known_strategies(known).items()
    found = strategy_ends(known, rules)
    assert found.total == DEALS and sum(found.frequencies().values()) == 1
    assert (
        rules.says == "after the flop bet above the board, four to a flush, four to a straight, ten or better in hand"
    )
    told = {one.name: one for one in strategies_of(known.terms, main_of(known.terms).ev)}
    assert told[name].ev == distribution(known, found).mean
    assert round(float(told[name].cost), 6) == 0.008345 and told[name].cost < told["never fold"].cost


@pytest.mark.parametrize("book", [games.ULTIMATE, games.BONUS, games.HEADS_UP, HALVES])
def test_every_strategy_costs_something_and_the_cheapest_stands_first(book: str) -> None:
    best = games.solved(book).value
    found = strategies_of(games.terms_of(book), best)
    assert len(found) >= 2
    assert [one.cost for one in found] == sorted(one.cost for one in found)
    assert all(one.cost > 0 and one.ev == best - one.cost and one.says for one in found)


def test_never_folding_is_better_than_the_basic_strategy_that_never_folds() -> None:
    told = {one.name: one.ev for one in strategies_of(games.terms_of(games.ULTIMATE), Fraction(0))}
    assert told["never fold"] == value_of(game_of(games.terms_of(games.ULTIMATE), folding=False))
    assert told["basic strategy, never folding"] < told["never fold"] < told[BASIC]
    assert ends(games.ULTIMATE, "basic strategy, never folding").frequencies()["after-river: fold"] == 0


def test_never_folding_the_first_hands_is_read_off_the_chart() -> None:
    stays = sum(games.solved(games.BONUS).by_class["bet 2x"], Fraction(0)) / DEALS
    told = {one.name: one.ev for one in strategies_of(games.terms_of(games.BONUS), Fraction(0))}
    assert told["never fold"] == stays


def test_a_paytable_changes_the_worth_and_not_the_play() -> None:
    """Blind B pushes on a straight, so the same deals are paid according to the other column."""
    other = game_of(games.terms_of(games.ULTIMATE, blind="B"))
    told = {one.name: one.ev for one in strategies_of(other.terms, Fraction(0))}
    assert told[BASIC] == distribution(other, ends(games.ULTIMATE, BASIC)).mean


def test_a_strategy_counts_every_deal_once() -> None:
    found = ends(games.ULTIMATE, BASIC)
    assert found.total == games.ended(games.ULTIMATE).total
    assert sum(found.frequencies().values()) == 1
    assert found.frequencies()["before-flop: bet 4x"] == Fraction(500, 1326)
    assert 4 < average_wager(game(games.ULTIMATE), found) < Fraction(42, 10)


# --- Kinds of two cards -----------------------------------------------------------------------------------


def test_a_list_of_hands_is_read_upward() -> None:
    assert {kind_name(kind) for kind in kinds_in("QQ+ AJs+ K8o")} == {"QQ", "KK", "AA", "AJs", "AQs", "AKs", "K8o"}
    assert sum(map(ways, kinds_in("22+"))) == 13 * 6
    assert kinds_in("") == frozenset()


@pytest.mark.parametrize("text", ["AK", "KAs", "33s", "Xx+", "A2x+"])
def test_what_is_no_kind_of_two_cards_is_refused(text: str) -> None:
    with pytest.raises(BadCard, match="not a kind of two cards"):
        kinds_in(text)


# --- The slow reference: rules applied to the cards -----------------------------------------------------


def class_of(cards: Cards) -> int:
    """The class of the given cards alone; 0 for high card."""
    if len(cards) >= 5:
        return five_card.category(five_card.strength_unchecked(cards))
    alike = sorted(Counter(card.rank for card in cards).values(), reverse=True)
    names = {(4,): five_card.FOUR, (3,): five_card.THREE, (2, 2): five_card.TWO_PAIR, (2,): five_card.PAIR}
    return names.get(tuple(n for n in alike if n > 1), five_card.HIGH_CARD)


def has_two_pair(cards: Cards, seen: Cards) -> bool:
    return class_of([*cards, *seen]) >= five_card.TWO_PAIR


def has_hidden_pair(cards: Cards, seen: Cards) -> bool:
    pocket = cards[0].rank == cards[1].rank
    return any(card.rank == other.rank for card in cards for other in seen) or (pocket and cards[0].rank > 2)


def has_high_four(cards: Cards, seen: Cards) -> bool:
    return any(sum(other.suit == card.suit for other in (*cards, *seen)) == 4 for card in cards if card.rank >= 10)


def has_four(cards: Cards, seen: Cards) -> bool:
    return any(sum(other.suit == card.suit for other in (*cards, *seen)) == 4 for card in cards)


def has_four_to_a_straight(cards: Cards, seen: Cards) -> bool:
    """Whether one more card would make five in a row, with a card in hand among the other four."""
    runs = [{14, 2, 3, 4, 5}, *({*range(low, low + 5)} for low in range(2, 11))]
    held, board = {card.rank for card in cards}, {card.rank for card in seen}
    return any(len((held | board) & run) == 4 and len(board & run) < 4 for run in runs)


def has_top_or_middle_pair(cards: Cards, seen: Cards) -> bool:
    highest = sorted((card.rank for card in seen), reverse=True)[:2]
    return any(card.rank in highest for card in cards)


def is_above(cards: Cards, seen: Cards) -> bool:
    return class_of([*cards, *seen]) > class_of(seen)


def outs(cards: Cards, board: Cards) -> int:
    own = five_card.strength_unchecked([*cards, *board])
    unseen = [card for card in PACK if card not in cards and card not in board]
    return sum(five_card.strength_unchecked([*board, card]) > own for card in unseen)


SPECIAL = [
    *(("Ah 3h", "Kh 9h 4s"), ("Th 9c", "8h 4h 2h"), ("9h 3h", "Kh 4h 2s"), ("2c 2d", "Ah Kh 7s")),
    *(("Ah 3d", "2h 5s 9c"), ("Ks 2d", "Ac Qd Jh"), ("Kd 2c", "Ad 3h 4s"), ("6c 6d", "7h 8s 9c")),
    *(("2c 5d", "2h 2s 9c"), ("Ac Kc", "7d 7h 7s"), ("Js Jd", "7d 7h 2s"), ("Td 2d", "Kd 9d 4d")),
]


@pytest.mark.parametrize("seen", [FLOP, TURN])
def test_rules_read_the_cards_as_a_person_would(seen: int) -> None:
    rules: dict[Rule, Callable[[Cards, Cards], bool]] = {
        two_pair_or_better: has_two_pair,
        hidden_pair: has_hidden_pair,
        four_to_a_flush: has_four,
        four_to_a_high_flush: has_high_four,
        four_to_a_straight: has_four_to_a_straight,
        top_or_middle_pair: has_top_or_middle_pair,
        ten_or_better_in_hand: lambda cards, seen: max(card.rank for card in cards) >= 10,
        above_the_board: is_above,
        any_hand: lambda cards, seen: True,
    }
    extra = [(parse_cards(cards), (*parse_cards(flop), *parse_cards("3c"))[:seen]) for cards, flop in SPECIAL]
    for rule, twin in rules.items():
        met = rule(seen)
        for cards, board in (*deals(60, seen), *extra):
            assert bool(met[in_its_class(cards, board)]) is twin(cards, board), (rule, cards, board)


def test_outs_and_hidden_hands_are_counted_card_by_card() -> None:
    for cards, board in deals(60):
        told = sight(cards, board)
        assert told == (outs(cards, board), is_above(cards, board)), (cards, board)


def sight(cards: Cards, board: Cards) -> tuple[int, bool]:
    """What the kernel sees in the deciding view: by suit if the board has three of one, otherwise by ranks alone."""
    row, two = np.array([board]), np.array(cards)
    suit = next((suit for suit in range(4) if sum(int(card) % 4 == suit for card in board) >= 3), None)
    if suit is None:
        boards, place, kinds = boards_by_rank(), number_of(sets_by_rank()[5], seen_by_rank(row))[0], seen_by_rank(two)
    else:
        boards, place = boards_by_suit(), number_of(sets_by_suit()[5], seen_from(row, suit))[0]
        kinds = seen_from(two, suit)
    low, high = sorted(kinds.tolist())
    found, pair = sight_of(boards, int(place), int(place) + 1), high * (high + 1) // 2 + low
    return int(found.outs[0, pair]), bool(found.is_above[0, pair])


def test_published_river_spots_by_outs() -> None:
    """On 4 5 6 8 9, king-queen is beaten by 23 single cards and folds; ace-jack is beaten by 19 and stays in."""
    board = parse_cards("4s 5h 6d 8c 9d")
    assert [sight(parse_cards(cards), board)[0] for cards in ("Kd Qh", "Ad Jh")] == [23, 19]


def stays(cards: Cards, board: Cards) -> bool:
    return is_above(cards, board) or outs(cards, board) < 21


@pytest.mark.parametrize(("cards", "flop"), [("Qs 7d", "Kd 9d 2c"), ("8h 3h", "Kh Qh 4h")])
@pytest.mark.parametrize("rules", [known_strategies(game(games.ULTIMATE))[BASIC], None], ids=["basic", "best"])
def test_last_choices_of_a_spot_lead_where_the_cards_say(cards: str, flop: str, rules: Rules | None) -> None:
    """Leaves one flop and pair to the last choice; the reference plays every board against every dealer's pair."""
    known, two, three = game(games.ULTIMATE), parse_cards(cards), parse_cards(flop)
    spot, pair = in_its_class(two, three)
    at_flop = np.zeros((len(spots(FLOP).times), PAIRS), np.int8)
    at_flop[spot, pair] = 1
    plan = Plan(
        (("others", 0), ("fold", None), ("bet", 1)),
        Rows(np.array([0, UNDECIDED], np.int8), np.zeros(2, np.int8), np.array([[0, 0], [1, 2]], np.int8)),
        at_flop,
        river=None if rules is None else strategy_plan(known, rules).river,
    )
    expected = np.zeros((2, 10, 10, 3), np.int64)
    for board in boards_after(tuple(two), tuple(three)):
        met = met_on(tuple(two), board)
        line = stays(two, board) if rules else _is_best_to_stay(known, met)
        np.add.at(expected[int(line)], tuple(met), 2 * spots(FLOP).times[spot])
    assert (ends_of(plan, known.payoffs, known.bounds).counts[1:] == expected).all()


def _is_best_to_stay(known: Game, met: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> bool:
    own, dealer, standing = met
    opening, unit = known.payoffs.pay[:, 9 - own, 9 - dealer, standing].sum(axis=1)
    return bool(opening + unit > known.fold * known.unit * 990)


# --- At the table ------------------------------------------------------------------------------------------


def basic(cards: Cards, board: Cards) -> tuple[str, int]:
    """Plays Ultimate's basic strategy as a person would."""
    if not board:
        return ("bet", 4) if kind_of(cards[0], cards[1]) in kinds_in(FOUR_TIMES) else ("check", 0)
    if len(board) == FLOP:
        met = has_two_pair(cards, board) or has_hidden_pair(cards, board) or has_high_four(cards, board)
        return ("bet", 2) if met else ("check", 0)
    return ("bet", 1) if stays(cards, board) else ("fold", 0)


def test_rounds_by_the_basic_strategy_are_lawful_and_settle_as_the_analysis_pays() -> None:
    submission = load_submission(SUBMISSIONS / "pa-653a.toml")
    net = set(distribution(game_of(submission.terms), ends(games.ULTIMATE, BASIC)).counts)
    lines: Counter[str] = Counter()

    def decide(round_: Round) -> tuple[str, int, tuple[int, ...]]:
        action, times = basic(round_.seats[SEAT].cards, round_.community[: round_.shown])
        return action, 500 * times, ()

    for round_ in rounds(submission, {"ante": 500, "blind": 500}, decide, 80):
        lines[round_.seats[SEAT].actions[-1]] += 1
        assert Fraction(gained(round_, ("ante", "blind", "play")), 500) in net
    assert lines["bet"] > lines["fold"] > 0


def test_the_first_hands_of_the_bonus_game_fold_as_best_play_does() -> None:
    best = games.solved(games.BONUS, ante_pays_from="straight").best_before_flop()
    folds = kinds_in(known_strategies(game(games.BONUS))["bet above the board"].folds)
    assert folds == {kind for kind, action in enumerate(best) if action == "fold"}
    assert folds == {KIND[name] for name in ("32o", "42o", "52o", "62o", "72o")}


def test_all_pairs_of_a_kind_get_the_same_advice() -> None:
    assert sum(kind_of(a, b) in kinds_in(FOUR_TIMES) for a, b in combinations(PACK, 2)) == 500
