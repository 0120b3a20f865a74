"""Maryland chapter 6, the best five of seven: the order of hands that the ranking must give."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tablelaw.cards.card import parse_cards
from tablelaw.cards.rankings.five_card import best_five, classify, strength


def worth(text: str) -> int:
    return strength(parse_cards(text))


def kind(text: str) -> str:
    return classify(parse_cards(text))


def falls(*hands: str) -> bool:
    """Whether each hand is higher than the next."""
    values = [worth(hand) for hand in hands]
    return all(higher > lower for higher, lower in pairwise(values))


def test_6_a_ace_is_highest_and_2_lowest() -> None:
    ranks = "AKQJT98765432"
    pairs = [f"{rank}c {rank}d" for rank in ranks]
    board = {"2": "5h 4s 3c", "3": "5h 4s 2c", "4": "5h 3s 2c", "5": "4h 3s 2c"}
    hands = [f"{pair} {board.get(pair[0], '4h 3s 2c')}" for pair in pairs]
    assert falls(*hands)


def test_6_b_ace_is_low_only_in_ace_to_five() -> None:
    assert kind("Ac 2d 3h 4s 5c") == "straight"
    assert kind("Ac 2c 3c 4c 5c") == "straight flush"
    assert kind("Qc Kd Ah 2s 3c") == "high card"
    assert kind("Kc Ad 2h 3s 4c") == "high card"
    assert falls("6d 5c 4h 3s 2c", "5c 4s 3h 2d Ac", "Kc Kd Kh 2s 3c")
    assert falls("2c 2d 3h 4s 5c", "Ac Kd Qh 3s 2c", "Kc Qd Jh 3s 2c")


def test_6_c_suits_are_equal() -> None:
    assert worth("As Ks Qs Js 9s") == worth("Ac Kc Qc Jc 9c") == worth("Ad Kd Qd Jd 9d")


def test_6_d_nine_kinds_in_the_printed_order() -> None:
    lowest_of_each = (
        "Ac Kc Qc Jc Tc",
        "5c 4c 3c 2c Ac",
        "2c 2d 2h 2s 3c",
        "2c 2d 2h 3s 3c",
        "7c 5c 4c 3c 2c",
        "5d 4c 3c 2c Ac",
        "2c 2d 2h 3s 4c",
        "3c 3d 2c 2d 4h",
        "2c 2d 3h 4s 5c",
        "Ac Kd Qh Js 9c",
    )
    assert falls(*lowest_of_each)


def test_6_d_1_royal_flush() -> None:
    assert kind("Ah Kh Qh Jh Th") == "royal flush"
    assert kind("Kh Qh Jh Th 9h") == "straight flush"
    assert falls("Ah Kh Qh Jh Th", "Kh Qh Jh Th 9h")


def test_6_d_2_straight_flush_bounds() -> None:
    assert falls("Ah Kh Qh Jh Th", "Kh Qh Jh Th 9h", "6h 5h 4h 3h 2h", "5h 4h 3h 2h Ah", "As Ah Ad Ac Kh")


def test_6_d_3_four_of_a_kind_bounds() -> None:
    assert falls("As Ah Ad Ac Kh", "Ks Kh Kd Kc Ah", "2s 2h 2d 2c 3h", "As Ah Ad Kc Kh")


def test_6_d_4_full_house_bounds() -> None:
    assert falls("As Ah Ad Kc Kh", "As Ah Ad 2c 2h", "Ks Kh Kd Ac Ah", "2s 2h 2d 3c 3h", "As Ks Qs Js 9s")


def test_6_d_5_flush_bounds() -> None:
    assert falls("As Ks Qs Js 9s", "7s 5s 4s 3s 2s", "Ah Ks Qs Js Ts")
    assert kind("6s 5s 4s 3s 2s") == "straight flush"


def test_6_d_6_straight_bounds() -> None:
    assert falls("Ah Ks Qs Js Ts", "6h 5s 4s 3s 2s", "5h 4s 3s 2s As", "As Ah Ad Kc Qh")


def test_6_d_7_three_of_a_kind_bounds() -> None:
    assert falls("As Ah Ad Kc Qh", "3s 3h 3d 4c 2h", "2s 2h 2d Ac Kh", "As Ah Kd Kc Qh")


def test_6_d_8_two_pair_bounds() -> None:
    assert falls("As Ah Kd Kc 2h", "As Ah 2d 2c Kh", "Ks Kh Qd Qc Ah", "3s 3h 2d 2c Ah", "As Ah Kd Qc Jh")


def test_6_d_9_pair_bounds() -> None:
    assert falls("As Ah Kd Qc Jh", "3s 3h 5d 4c 2h", "2s 2h Ad Kc Qh", "As Kh Qd Jc 9h")


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ks Kh Kd 2c 2h", "Qs Qh Qd Ac Ah"),
        ("3s 3h 5d 4c 2h", "2s 2h Ad Kc Qh"),
        ("Ks Kh 4d 3c 2h", "Qs Qh Ad Kc Jh"),
        ("6s 5h 4d 3c 2h", "As 5h 4d 3c 2h"),
    ],
)
def test_6_e_kind_before_side_cards(higher: str, lower: str) -> None:
    assert falls(higher, lower)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("As Kh Qd Jc 9h", "Ac Kd Qh Js 8d"),
        ("As Kh Qd Jc 8h", "Ac Kd Qh Ts 9d"),
        ("2s 2h Ad 4c 3h", "2c 2d Kh Qs Jd"),
        ("As Ks 9s 8s 7s", "Ad Kd 9d 8d 6d"),
        ("Js Jh 4d 4c 3h", "Jc Jd 4h 4s 2d"),
    ],
)
def test_6_e_1_highest_card_not_in_the_other_hand(higher: str, lower: str) -> None:
    assert falls(higher, lower)


def test_6_e_2_hands_still_equal_tie() -> None:
    assert worth("As Kh Qd Jc 9h") == worth("Ac Kd Qh Js 9d")
    assert worth("2s 2h Ad 4c 3h") == worth("2c 2d Ah 4s 3d")


def test_11_i_2_dealer_plays_the_best_five_of_seven() -> None:
    dealer, board = parse_cards("2c 3d"), parse_cards("As Ks Qs Js Ts")
    assert set(best_five(dealer + board)) == set(board)


@pytest.mark.parametrize(
    ("own", "board", "best"),
    [
        ("Ah Kd", "Qs Jc Th 2d 2c", "Ah Kd Qs Jc Th"),
        ("Ah 2d", "Ks Qs Js 9s As", "Ks Qs Js 9s As"),
        ("9h 9d", "9s 4c 4h 4d Kc", "9h 9d 9s 4c 4h"),
    ],
)
def test_11_i_3_b_player_plays_the_best_five_of_seven(own: str, board: str, best: str) -> None:
    cards = parse_cards(own) + parse_cards(board)
    assert strength(cards) == worth(best)
    assert strength(best_five(cards)) == worth(best)
