"""The rankings of the bonus wagers, for six, five, three and two cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from tablelaw.cards import PACK, RANKINGS, parse_cards
from tablelaw.cards.rankings.two_card import BOTH_ACES, classify_with_dealer
from tablelaw.errors import DuplicateCard, WrongCardCount

from .published import COUNTS


def classes(name: str, size: int) -> Counter[str]:
    return Counter(map(RANKINGS[name].classify, combinations(PACK, size)))


def classify(name: str, text: str) -> str:
    return RANKINGS[name].classify(parse_cards(text))


# Six Card Bonus, 647a.6(d)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ad Kd Qd Jd Td 9d", "six-card royal flush, diamonds"),
        ("9s Ts Js Qs Ks As", "six-card royal flush, hearts, spades or clubs"),
        ("Ad Kd Qd Jd Td 9s", "royal flush"),
        ("Ad Kd Qd Jd Td 8d", "royal flush"),
        ("Kd Qd Jd Td 9d 8d", "straight flush"),
        ("Ad 2d 3d 4d 5d 9s", "straight flush"),
        ("Ad As Ac Ah Kd Kc", "four-of-a-kind"),
        ("Ad As Ac Kh Kd Kc", "full house"),
        ("Ad 2s 3c 4h 5d 9c", "straight"),
        ("2d 2s 2c 4h 5d 9c", "three-of-a-kind"),
        ("Ad As Kc Kh 5d 5c", "nothing"),
        ("Ad Ks Qc 4h 5d 9c", "nothing"),
    ],
)
def test_six_card_bonus(cards: str, name: str) -> None:
    assert classify("six-card bonus", cards) == name


def test_six_card_bonus_in_words() -> None:
    describe = RANKINGS["six-card bonus"].describe
    assert describe(parse_cards("Ac Kc Qc Jc Tc 9c")) == "six-card royal flush, clubs"
    assert describe(parse_cards("2d 2s 2c 4h 5d 9c")) == "three-of-a-kind, twos, with nine and five"
    assert describe(parse_cards("Ad As Kc Kh 5d 5c")) == "nothing: two pair, aces and kings, with a five"


# Instant winners, MA 3(c)


def test_all_22100_three_card_hands() -> None:
    low, high = classes("instant winner", 3), classes("instant winner, ace high only", 3)
    assert low == {"three card straight flush": 48, "three-of-a-kind": 52, "none": 22_000}
    assert high == {"three card straight flush": 44, "three-of-a-kind": 52, "none": 22_004}


@pytest.mark.parametrize(
    ("cards", "low", "high"),
    [
        ("As 2s 3s", "three card straight flush", "none"),
        ("Qs Ks As", "three card straight flush", "three card straight flush"),
        ("2s 3s 4s", "three card straight flush", "three card straight flush"),
        ("Ks As 2s", "none", "none"),
        ("As 3s 4s", "none", "none"),
        ("4s 5s 6d", "none", "none"),
        ("4s 4d 4c", "three-of-a-kind", "three-of-a-kind"),
    ],
)
def test_instant_winners_at_the_ace(cards: str, low: str, high: str) -> None:
    assert classify("instant winner", cards) == low
    assert classify("instant winner, ace high only", cards) == high


def test_instant_winners_in_words() -> None:
    describe = RANKINGS["instant winner"].describe
    assert describe(parse_cards("As 2s 3s")) == "three card straight flush, three high"
    assert describe(parse_cards("6s 6d 6h")) == "three-of-a-kind, sixes"
    assert describe(parse_cards("6s 6d 5h")) == "no instant winner"


# Two cards, 647a.12(b) and 677a.12(d)


def test_all_1326_hands_of_the_texas_bonus() -> None:
    assert classes("texas bonus", 2) == {
        "ace-ace": 6,
        "ace-king (same suit)": 4,
        "ace-queen or ace-jack (same suit)": 8,
        "ace-king (different suits)": 12,
        "king-king, queen-queen or jack-jack": 18,
        "ace-queen or ace-jack (different suits)": 24,
        "pair of 10-10 through 2-2": 54,
        "nothing": 1_200,
    }


def test_all_1326_hands_of_the_pocket_bonus() -> None:
    assert classes("pocket bonus", 2) == {
        "pair of aces": 6,
        "ace and a king, queen or jack (same suit)": 12,
        "ace and a king, queen or jack (different suits)": 36,
        "pair of 2s-kings": 72,
        "nothing": 1_200,
    }


@pytest.mark.parametrize(
    ("cards", "texas", "pocket"),
    [
        ("Ac Tc", "nothing", "nothing"),
        ("Kc Qc", "nothing", "nothing"),
        ("Jc Js", "king-king, queen-queen or jack-jack", "pair of 2s-kings"),
        ("Tc Ts", "pair of 10-10 through 2-2", "pair of 2s-kings"),
        ("2c 2s", "pair of 10-10 through 2-2", "pair of 2s-kings"),
    ],
)
def test_two_cards_at_the_bounds(cards: str, texas: str, pocket: str) -> None:
    assert (classify("texas bonus", cards), classify("pocket bonus", cards)) == (texas, pocket)


def test_two_cards_in_words() -> None:
    describe = RANKINGS["texas bonus"].describe
    assert describe(parse_cards("6c 6d")) == "pair of sixes"
    assert describe(parse_cards("Jc Ac")) == "ace and jack, same suit"
    assert describe(parse_cards("Jc Ad")) == "ace and jack, different suits"


def test_aces_on_both_sides_need_the_dealers_cards() -> None:
    aces, others = parse_cards("As Ad"), parse_cards("Ah Kc")
    assert classify_with_dealer(aces, parse_cards("Ah Ac")) == BOTH_ACES
    assert classify_with_dealer(aces, others) == "ace-ace"
    assert classify_with_dealer(others, aces) == "ace-king (different suits)"


def test_the_dealers_cards_are_checked_too() -> None:
    with pytest.raises(DuplicateCard):
        classify_with_dealer(parse_cards("As Ad"), parse_cards("As Ac"))
    with pytest.raises(WrongCardCount):
        classify_with_dealer(parse_cards("As Ad Ah"), parse_cards("Ac"))


# Colorado, MA 3(b) and the rows of 12 and 13


def test_colorado_pairs_are_classes_of_their_own() -> None:
    assert classify("colorado", "Ac Ad Kh Qs Jc") == "pair of aces"
    assert classify("colorado", "Tc Td Kh Qs Jc") == "pair of 10s"
    assert classify("colorado", "2c 2d Kh Qs Jc") == "pair of 2s"
    assert classify("colorado", "2c 2d Kh Ks Jc") == "two pair"
    assert classify("colorado", "2c 3d Kh Qs Jc") == "high card"


def test_each_colorado_pair_is_a_thirteenth_of_all_pairs() -> None:
    """Counts every hand with two aces and three other ranks by its class."""
    others = [card for card in PACK if card.rank != 14]
    aces = parse_cards("As Ad")
    found = Counter(RANKINGS["colorado"].classify((*aces, *rest)) for rest in combinations(others, 3))
    assert found["pair of aces"] * comb(4, 2) * 13 == COUNTS[5][8]
    assert set(found) == {"pair of aces", "two pair", "full house"}


@pytest.mark.parametrize(
    ("group", "highest", "lowest", "count"),
    [
        ("pair", "pair of aces", "pair of 2s", 13),
        ("pair of tens, jacks, queens, kings or aces", "pair of aces", "pair of 10s", 5),
        ("pair of jacks or better", "pair of aces", "pair of jacks", 4),
        ("pair of nines or tens", "pair of 10s", "pair of 9s", 2),
        ("pair of sevens, eights or nines", "pair of 9s", "pair of 7s", 3),
        ("lower than a pair of nines", "pair of 8s", "high card", 8),
        ("lower than a pair of sevens", "pair of 6s", "high card", 6),
    ],
)
def test_the_rows_massachusetts_prints(group: str, highest: str, lowest: str, count: int) -> None:
    members = RANKINGS["colorado"].members(group)
    assert (members[0], members[-1], len(members)) == (highest, lowest, count)


@pytest.mark.parametrize(
    ("row", "highest", "lowest", "count"),
    [
        ("pair of tens", "pair of 10s", "pair of 10s", 1),
        ("pair of sixes", "pair of 6s", "pair of 6s", 1),
        ("pair of twos or better", "pair of aces", "pair of 2s", 13),
        ("pair of tens or better", "pair of aces", "pair of 10s", 5),
        ("pair of 10s or better", "pair of aces", "pair of 10s", 5),
        ("pair of aces or better", "pair of aces", "pair of aces", 1),
        ("pair of sixes to tens", "pair of 10s", "pair of 6s", 5),
        ("pair of tens through sixes", "pair of 10s", "pair of 6s", 5),
        ("pair of twos, fours or tens", "pair of 10s", "pair of 2s", 3),
        ("lower than a pair of tens", "pair of 9s", "high card", 9),
        ("less than a pair of 10s or better", "pair of 9s", "high card", 9),
    ],
)
def test_colorado_draws_the_line_at_any_rank(row: str, highest: str, lowest: str, count: int) -> None:
    members = RANKINGS["colorado"].members(row)
    assert (members[0], members[-1], len(members)) == (highest, lowest, count)


@pytest.mark.parametrize(
    "row", ["pair of", "pair of ones", "pair of tens or", "pair of tens, nines or better", "pairs"]
)
def test_a_row_that_names_no_pairs_is_a_key_error(row: str) -> None:
    with pytest.raises(KeyError):
        RANKINGS["colorado"].members(row)
