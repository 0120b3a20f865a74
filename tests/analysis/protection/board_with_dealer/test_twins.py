"""Slow references for seen cards in hold'em games: each stage is recomputed deal by deal in plain Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from tablelaw.analysis.board_with_dealer.best_play import boards_by_rank, boards_by_suit, ladder
from tablelaw.analysis.board_with_dealer.board_kernels import Boards
from tablelaw.analysis.board_with_dealer.decision_tree import CONSTANT, OPENING_PART, STEP_PART, Line, lines_of
from tablelaw.analysis.protection.board_with_dealer.best_play import (
    Decided,
    Question,
    Values,
    deals_after,
    decided,
    tables_of,
)
from tablelaw.analysis.protection.board_with_dealer.board_kernels import board_values
from tablelaw.analysis.protection.board_with_dealer.exposure import question_of
from tablelaw.analysis.protection.board_with_dealer.first_decision import Classes, classes_of
from tablelaw.analysis.protection.board_with_dealer.known_board import BOARD, FLOP_CARDS, FOUR
from tablelaw.analysis.protection.board_with_dealer.sights import Sight, sights_of
from tablelaw.analysis.protection.information import Information, parse_information
from tablelaw.analysis.symmetry.card_kinds import SUITS, pair_of_kinds, seen_by_rank, seen_from
from tablelaw.analysis.symmetry.suits import distinct_sets, suit_orders
from tablelaw.cards import PACK, Card, parse_cards
from tablelaw.cards.rankings import five_card
from tablelaw.chance import PracticeChance
from tests.analysis.solved import BONUS, ULTIMATE, terms_of
from tests.analysis.test_holdem_twins import by_kinds, in_its_class, places

Cards = tuple[Card, ...]
QUEEN = 10


@cache
def question(book: str, *seen: str) -> Question:
    return question_of(terms_of(book), parse_information(seen))


@cache
def sight(rank: int, *seen: str) -> Sight:
    return sights_of(parse_information(seen))[rank]


@cache
def known(book: str, rank: int, *seen: str) -> Classes:
    return classes_of(sight(rank, *seen), question(book, *seen).tree, True)


@cache
def found(book: str, rank: int, *seen: str) -> Decided:
    return decided(question(book, *seen), sight(rank, *seen), known(book, rank, *seen))


def deals(count: int, *, seen: int, board: int, rank: int | None = None) -> Iterator[tuple[Cards, Cards, Cards]]:
    """Random cards of the player, seen cards of the dealer (the first of one rank, if given), and community cards."""
    chance = PracticeChance(f"seen {seen} {board} {rank}")
    for _ in range(count):
        pack = list(PACK)
        first = [card for card in pack if rank is None or card.rank == rank + 2]
        dealer = [first[chance.below(len(first))]]
        pack.remove(dealer[0])
        drawn = [pack.pop(chance.below(len(pack))) for _ in range(1 + seen + board)]
        yield tuple(drawn[:2]), (*dealer, *drawn[2 : 1 + seen]), tuple(drawn[1 + seen :])


FLUSHES = [
    ("Ah 3h", "Qh", "Kh 9h 4h 4s 4c"),
    ("Ad 7s", "Qs", "2s 3s 4s 5s 6s"),
    ("2c 2d", "Qd", "Ac Ad Ah As Kh"),
    ("As 2c", "Qc", "Ts Js Qs Ks 9d"),
]


def hard(board: int) -> list[tuple[Cards, Cards, Cards]]:
    return [tuple(tuple(parse_cards(part)) for part in (own, d, b)) for own, d, b in FLUSHES if len(b) > board]  # type: ignore[misc]


# --- In plain Python -----------------------------------------------------------------------------------------


def dealers(own: Cards, seen: Cards, board: Cards) -> list[Cards]:
    """Every hand that the dealer can have."""
    left = [card for card in PACK if card not in (*own, *seen, *board)]
    return [(*seen, *more) for more in combinations(left, 2 - len(seen))]


def payoffs(asked: Question, own: Cards, dealer: Cards, board: Cards) -> tuple[int, int]:
    """What the opening wagers and one step gain in one deal."""
    mine, theirs = (five_card.strength_unchecked([*two, *board]) for two in (own, dealer))
    standing = 0 if mine > theirs else 1 if mine == theirs else 2
    classes = [int(np.searchsorted(asked.game.bounds, one, side="right")) - 1 for one in (mine, theirs)]
    opening, step = asked.game.payoffs.pay[:, classes[0], classes[1], standing]
    return int(opening), int(step)


def on_board(asked: Question, own: Cards, hands: Sequence[Cards], board: Cards) -> list[int]:
    """The parts on one board, summed over the dealer's hands; decisions are maxima of these sums."""
    gains = [payoffs(asked, own, hand, board) for hand in hands]
    parts = {OPENING_PART: sum(one for one, _ in gains), STEP_PART: sum(step for _, step in gains)}
    known = {**parts, CONSTANT: len(hands)}
    for part in asked.tree.parts(BOARD):
        known[part] = max(sum(times * known[one] for one, times in row) for row in asked.tree.tree.rows[part])
    return [known[part] for part in asked.board_parts]


def after(asked: Question, own: Cards, seen: Cards, board: Cards) -> list[int]:
    """The parts after some community cards, summed over the rest in the order in which they are dealt."""
    left = [card for card in PACK if card not in (*own, *seen, *board)]
    more = BOARD - len(board)
    boards = [(*board, *rest) for rest in combinations(left, more)]
    sums = [on_board(asked, own, dealers(own, seen, whole), whole) for whole in boards]
    return [(2 if more == 2 else 1) * sum(column) for column in zip(*sums, strict=True)]


# --- A board ---------------------------------------------------------------------------------------------------


def by_kernel(asked: Question, looked: Sight, own: Cards, seen: Cards, board: Cards) -> list[int]:
    """The kernel's parts for one board: the value by ranks alone, and what each suit adds."""
    parts, (by_rank, by_suits) = len(asked.board_parts), places(board)
    ranks = one_board(
        asked, boards_by_rank(), by_rank, looked.by_rank, looked.is_group, np.zeros((parts, 1, 91), np.int32)
    )
    pair = np.array(own)
    total = ranks[:, by_rank, pair_of_kinds(*seen_by_rank(pair)[:, None])[0]].astype(np.int64)
    for suit, place in enumerate(by_suits):
        if place >= 0:
            kinds = looked.by_suit[looked.cells.pattern[cell_of(looked, seen), suit]]
            added = one_board(asked, boards_by_suit(), place, kinds, looked.is_group, ranks)
            total += added[:, place, pair_of_kinds(*seen_from(pair, suit)[:, None])[0]]
    return [int(part) for part in total]


def one_board(asked: Question, boards: Boards, place: int, seen: Values, is_group: bool, plain: Values) -> Values:
    sets, pairs = len(boards.kinds), len(boards.pack.low)
    into = np.zeros((len(plain), sets, pairs), np.int32)
    game = asked.game
    category = ladder(game.bounds).category
    board_values(place, place + 1, boards, category, game.payoffs.pay, seen, is_group, asked.last, plain, into)
    return into


def cell_of(looked: Sight, seen: Cards) -> int:
    if looked.is_group:
        return 0
    cells: list[list[int]] = looked.cards.tolist()
    return cells.index(sorted(int(card) for card in seen))


@pytest.mark.parametrize("book", [ULTIMATE, BONUS])
def test_a_board_with_one_card_of_the_dealer_seen(book: str) -> None:
    asked = question(book, "dealer:1")
    for own, seen, board in [*hard(4), *deals(12, seen=1, board=5)]:
        looked = sight(seen[0].rank - 2, "dealer:1")
        assert by_kernel(asked, looked, own, seen, board) == on_board(asked, own, dealers(own, seen, board), board)


def test_a_board_with_both_cards_of_the_dealer_seen() -> None:
    asked, every = question(ULTIMATE, "dealer:2"), sights_of(parse_information(["dealer:2"]))
    assert sum(len(looked.cards) for looked in every) == 1_326
    for own, seen, board in deals(10, seen=2, board=5):
        ranks = sorted(card.rank - 2 for card in seen)
        looked = next(one for one in every if one.by_rank[0].tolist() == ranks)
        assert by_kernel(asked, looked, own, seen, board) == on_board(asked, own, [seen], board)


@pytest.mark.parametrize("number", [0, 1])
def test_a_board_with_a_marked_group(number: int) -> None:
    """The dealer's two cards are counted in order, the marked one first."""
    asked, looked = question(ULTIMATE, "dealer:1/QKA"), sight(number, "dealer:1/QKA")
    for own, _, board in [*hard(4), *deals(4, seen=1, board=5)]:
        left = [card for card in PACK if card not in (*own, *board)]
        hands = [(d, x) for d in left for x in left if d != x and (d.rank >= QUEEN + 2) == (number == 0)]
        assert by_kernel(asked, looked, own, (), board) == on_board(asked, own, hands, board)


@pytest.mark.parametrize("book", [ULTIMATE, BONUS])
def test_a_board_with_nothing_seen_is_that_of_the_main_solver(book: str) -> None:
    """The dealer's cards are counted in both orders."""
    asked, looked = question(book), sights_of(Information())[0]
    for own, _, board in [*hard(4), *deals(6, seen=1, board=5)]:
        assert by_kernel(asked, looked, own, (), board) == [2 * part for part in by_kinds(book, own, board)]


def test_seeing_everything_is_the_best_line_of_every_deal() -> None:
    """With all cards seen the first decision is made on the whole board, and its value is the best line's gain."""
    everything = ("dealer:2", "flop:3", "turn:1", "river:1")
    for book in (ULTIMATE, BONUS):
        asked, every = question(book, *everything), sights_of(parse_information(["dealer:2"]))
        root = asked.tree.tree.root
        assert not isinstance(root, Line)
        for own, seen, board in deals(12, seen=2, board=5):
            looked = next(one for one in every if one.by_rank[0].tolist() == sorted(card.rank - 2 for card in seen))
            parts = dict(zip(asked.board_parts, by_kernel(asked, looked, own, seen, board), strict=True))
            opening, step = payoffs(asked, own, seen, board)
            gains = [
                sum(
                    times * {OPENING_PART: opening, STEP_PART: step, CONSTANT: 1}[part]
                    for part, times in line.value.items()
                )
                for line in lines_of(root)
            ]
            assert sum(times * parts[part] for part, times in root.value.items()) == max(gains)


# --- Sums and decisions --------------------------------------------------------------------------------------


def at_spot(
    looked: Sight, size: int, tables: tuple[dict[int, Values], dict[int, Values]], own: Cards, seen: Cards, board: Cards
) -> list[int]:
    """The parts at a spot as the kernels read them: by ranks, plus what each suit adds."""
    by_rank, by_suits = places(board)
    pair, pattern = np.array(own), looked.cells.pattern[cell_of(looked, seen)]
    total = tables[0][size][:, by_rank, pair_of_kinds(*seen_by_rank(pair)[:, None])[0]].astype(np.int64)
    for suit in range(SUITS):
        if by_suits[suit] >= 0:
            total += tables[1][size][
                pattern[suit], :, by_suits[suit], pair_of_kinds(*seen_from(pair, suit)[:, None])[0]
            ]
    return [int(part) for part in total]


def test_sets_of_four_and_flops_are_summed_over_the_cards_to_come() -> None:
    asked, looked = question(ULTIMATE, "dealer:1"), sight(QUEEN, "dealer:1")
    tables = tables_of(asked, looked)
    for own, seen, board in deals(3, seen=1, board=4, rank=QUEEN):
        assert at_spot(looked, FOUR, tables, own, seen, board) == after(asked, own, seen, board)
    own, seen, flop = (tuple(parse_cards(text)) for text in ("Kd Jd", "Qs", "9d 8d 8s"))
    assert at_spot(looked, FLOP_CARDS, tables, own, seen, flop) == after(asked, own, seen, flop)


def in_class(looked: Sight, own: Cards, seen: Cards, board: Cards) -> tuple[int, int, int]:
    """The cell, the number of the spot and the pair, with suits permuted as the spot's own form has them."""
    spot, pair = in_its_class(own, board)
    form = in_order(own, board)
    return cell_of(looked, tuple(Card(int(form[card])) for card in seen)), spot, pair


def in_order(own: Cards, board: Cards) -> Sequence[int]:
    """An order of suits that turns a spot and a pair into the forms that `in_its_class` gives them."""
    spot_and_pair = in_its_class(own, board)
    for order in suit_orders():
        renamed = [tuple(Card(int(order[card])) for card in cards) for cards in (own, board)]
        if in_its_class(renamed[0], renamed[1]) == spot_and_pair and is_form(renamed[1], spot_and_pair[0]):
            return order.tolist()  # type: ignore[no-any-return]
    raise AssertionError("every spot has a form")


def is_form(board: Cards, spot: int) -> bool:
    form: list[int] = distinct_sets(len(board)).cards[spot].tolist()
    return sorted(int(card) for card in board) == form


def test_after_the_flop_the_best_action_is_taken() -> None:
    asked, looked = question(ULTIMATE, "dealer:1"), sight(QUEEN, "dealer:1")
    chosen = found(ULTIMATE, QUEEN, "dealer:1").chosen[FLOP_CARDS]
    tables, taken = tables_of(asked, looked), set()
    rows = asked.tree.tree.rows[asked.tree.parts(FLOP_CARDS)[0]]
    for own, seen, flop in deals(60, seen=1, board=3, rank=QUEEN):
        parts = dict(zip(asked.board_parts, at_spot(looked, FLOP_CARDS, tables, own, seen, flop), strict=True))
        parts[CONSTANT] = deals_after(FLOP_CARDS, 1)
        values = [sum(times * parts[part] for part, times in row) for row in rows]
        cell, spot, pair = in_class(looked, own, seen, flop)
        assert chosen[0, cell, spot, pair] == values.index(max(values))
        taken.add(int(chosen[0, cell, spot, pair]))
    assert taken == {0, 1}


def test_a_card_known_before_the_flop_divides_the_deals() -> None:
    """Summed over the card, every part is as without it, three times over for a flop card and once for a turn card."""
    plain = found(ULTIMATE, QUEEN, "dealer:1")
    for item, times in (("flop:1", 3), ("turn:1", 1)):
        more = found(ULTIMATE, QUEEN, "dealer:1", item)
        by_kind = [
            sums_by_kind(one, classes)
            for one, classes in (
                (plain, known(ULTIMATE, QUEEN, "dealer:1")),
                (more, known(ULTIMATE, QUEEN, "dealer:1", item)),
            )
        ]
        for part in (OPENING_PART, STEP_PART):
            assert [times * total for total in by_kind[0][part]] == by_kind[1][part]


def sums_by_kind(decided_: Decided, classes: Classes) -> dict[tuple[int, int], list[int]]:
    into = {part: [0] * 169 for part in (OPENING_PART, STEP_PART)}
    for part, totals in into.items():
        for number, value in enumerate(decided_.sums[part]):
            totals[int(classes.kind[number])] += value
    return into


def test_shares_of_the_deals() -> None:
    """Each seen rank accounts for a thirteenth of all deals, in which the order of the dealer's cards counts."""
    total = sum(found(ULTIMATE, QUEEN, "dealer:1").deals)
    assert Fraction(total * 13, 52 * 51 // 2) == 50 * (49 * 48 * 47 // 6) * 46 * 45 * 44
