"""58 Pa. Code ch. 647a, Texas Hold 'Em Bonus Poker: rankings, folds and conduct, named by paragraph."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tablelaw import rulebooks
from tablelaw.cards import Deck, parse_cards
from tablelaw.cards.rankings import five_card, six_card, two_card
from tablelaw.errors import BadCut
from tablelaw.law.conduct import Standing
from tests.support import EQUAL, HIGHER, LOWER, decide, said

BOOK = "pa-647a"
CLASSES = five_card.CLASSES
MAIN_WAGERS = ("ante", "flop", "turn", "river")
STRAIGHT_OR_BETTER = CLASSES[:6]
FLUSH_OR_BETTER = CLASSES[:5]


def strength(cards: str) -> int:
    return five_card.strength(parse_cards(cards))


def is_downhill(*hands: str) -> bool:
    """Whether each hand outranks the next."""
    return all(higher > lower for higher, lower in pairwise(map(strength, hands)))


# --- 647a.5(d): the cut -----------------------------------------------------------------


@pytest.mark.parametrize("at", [10, 11, 51])
def test_5_d_cut_leaves_ten_cards_or_more_above_the_cover_card(at: int) -> None:
    deck = Deck.new()
    assert deck.cut(at).cards == deck.cards[at:] + deck.cards[:at]
    assert rulebooks.get(BOOK).fact("cut-at-least") == 10


@pytest.mark.parametrize("at", [0, 9, 52])
def test_5_d_a_shallower_cut_is_refused(at: int) -> None:
    with pytest.raises(BadCut, match="10 to 51"):
        Deck.new().cut(at)


# --- 647a.6: rankings -------------------------------------------------------------------


def test_6_a_ace_is_high_and_low_only_below_a_two() -> None:
    classes = {cards: five_card.classify(parse_cards(cards)) for cards in ("Ac 2d 3h 4s 5c", "Ac Kd Qh Js Tc")}
    assert set(classes.values()) == {"straight"}
    assert five_card.classify(parse_cards("Qc Kd Ah 2s 3c")) == "high card"
    assert is_downhill("Ac Kd Qh Js Tc", "6c 5d 4h 3s 2c", "Ac 2d 3h 4s 5c")


def test_6_a_suits_are_equal_in_rank() -> None:
    assert len({strength(" ".join(rank + suit for rank in "AKQJ9")) for suit in "cdhs"}) == 1


BEST_AND_LOWEST = {
    "royal flush": ("Ah Kh Qh Jh Th", "Ac Kc Qc Jc Tc"),
    "straight flush": ("Kh Qh Jh Th 9h", "Ah 2h 3h 4h 5h"),
    "four-of-a-kind": ("Ac Ad Ah As Kc", "2c 2d 2h 2s 3c"),
    "full house": ("Ac Ad Ah Ks Kc", "2c 2d 2h 3s 3c"),
    "flush": ("Ad Kd Qd Jd 9d", "2d 3d 4d 5d 7d"),
    "straight": ("Ac Kd Qd Jd Td", "Ac 2d 3d 4d 5d"),
    "three-of-a-kind": ("Ac Ad Ah Ks Qc", "2c 2d 2h 4s 3c"),
    "two pair": ("Ac Ad Kh Ks Qc", "3c 3d 2h 2s 4c"),
    "pair": ("Ac Ad Kh Qs Jc", "2c 2d 5h 4s 3c"),
    "high card": ("Ac Kd Qh Js 9c", "7c 5d 4h 3s 2c"),
}


def test_6_b_classes_rank_in_the_printed_order() -> None:
    assert tuple(BEST_AND_LOWEST) == CLASSES
    assert tuple(five_card.classify(parse_cards(best)) for best, _ in BEST_AND_LOWEST.values()) == CLASSES
    for (_, lowest), (best, _) in pairwise(BEST_AND_LOWEST.values()):
        assert strength(lowest) > strength(best)


@pytest.mark.parametrize("cls", BEST_AND_LOWEST)
def test_6_b_highest_and_lowest_hand_of_each_class(cls: str) -> None:
    best, lowest = BEST_AND_LOWEST[cls]
    assert {five_card.classify(parse_cards(cards)) for cards in (best, lowest)} == {cls}
    assert (strength(best) > strength(lowest)) == (cls != "royal flush")


def test_6_c_the_highest_card_the_other_hand_lacks_decides() -> None:
    assert is_downhill("8c 8d Kh 5s 3c", "8h 8s Kc 5d 2h", "8h 8s Qc Jd Th")
    assert is_downhill("Ac Qd 9h 6s 3c", "Ad Qh 9s 6c 2d")
    assert strength("8c 8d Kh 5s 3c") == strength("8h 8s Kc 5d 3d")


def test_6_c_does_not_reorder_hands_that_b_already_orders() -> None:
    assert is_downhill("4c 4d Kh Ts 9c", "3c 3d Ah Ks Tc")
    board = " Kc Kd Qc Qd Ah"
    assert strength("Kh 2s" + board) > strength("Qh As" + board)


SIX_CARD_HANDS = {
    "Ad Kd Qd Jd Td 9d": "six-card royal flush, diamonds",
    "As Ks Qs Js Ts 9s": "six-card royal flush, hearts, spades or clubs",
    "As Ks Qs Js Ts 9d": "royal flush",
    "As Ks Qs Js Ts 2s": "royal flush",
    "Ks Qs Js Ts 9s 8s": "straight flush",
    "As 2s 3s 4s 5s Kd": "straight flush",
    "7c 7d 7h 7s Kc Kd": "four-of-a-kind",
    "7c 7d 7h Ks Kc 2d": "full house",
    "7c 7d 7h Ks Kc Kd": "full house",
    "2h 5h 8h Th Kh Ac": "flush",
    "9c 8d 7h 6s 5c 5d": "straight",
    "Ac 2d 3h 4s 5c 5d": "straight",
    "7c 7d 7h Ks Qc 2d": "three-of-a-kind",
    "7c 7d Kh Ks Ac Ad": "nothing",
}


@pytest.mark.parametrize("cards", SIX_CARD_HANDS)
def test_6_d_six_card_hands(cards: str) -> None:
    assert six_card.classify(parse_cards(cards)) == SIX_CARD_HANDS[cards]


# --- 647a.11(b)(2): the fold ------------------------------------------------------------


def test_11_b_2_fold_loses_the_ante() -> None:
    assert said(decide(BOOK, "ante", acts=["fold"])) == ("lost", "", "647a.11(b)(2)")


def test_11_b_2_i_a_bonus_and_six_card_outlive_a_fold() -> None:
    bonus = decide(BOOK, "texas-bonus", acts=["fold"], pocket="ace-ace", dealer_pocket="ace-ace")
    six = decide(BOOK, "six-card", acts=["fold"], player_six="three-of-a-kind")
    assert said(bonus) == ("won", "1,000 to 1", "647a.11(h)(3)")
    assert said(six) == ("won", "5 to 1", "647a.11(k)(2)")


def test_11_b_2_i_b_fold_loses_the_progressive_and_keeps_envy() -> None:
    royal = decide(BOOK, "progressive", acts=["fold"], player_flop="royal flush")
    envy = decide(BOOK, "envy", acts=["fold"], other_player_flop="straight flush")
    assert said(royal) == ("lost", "", "647a.11(b)(2)(i)(B)")
    assert said(envy) == ("won", "$300", "647a.11(i)(5)")


@pytest.mark.parametrize("wager", ["five-card-player", "five-card-dealer"])
def test_11_b_2_i_c_five_card_wagers_outlive_a_fold(wager: str) -> None:
    verdict = decide(BOOK, wager, acts=["fold"], player_flop="flush", dealer_flop="flush")
    assert said(verdict) == ("won", "50 for 1", "647a.11(j)")


@pytest.mark.parametrize("wager", ["magic-card", "lucky-bonus"])
def test_11_b_2_i_c_drawn_bonuses_outlive_a_fold(wager: str) -> None:
    assert said(decide(BOOK, wager, acts=["fold", "drawn"]))[0] == "won"


def test_1_fold_is_possible_only_before_the_flop_wager() -> None:
    effects = {wager.id: wager.on_fold.effect for wager in rulebooks.get(BOOK).wagers}
    assert {name for name, effect in effects.items() if effect == "cannot fold"} == {"flop", "turn", "river"}
    assert {name for name, effect in effects.items() if effect == "collected"} == {"ante", "progressive"}


# --- 647a.11(h)(2): Ante, Flop, Turn and River ------------------------------------------


@pytest.mark.parametrize("wager", MAIN_WAGERS)
@pytest.mark.parametrize("player", ["high card", "straight", "straight flush"])
def test_11_h_2_i_lower_hand_loses_all_four_wagers(wager: str, player: str) -> None:
    verdict = decide(BOOK, wager, LOWER, player=player, dealer="royal flush")
    assert said(verdict) == ("lost", "", "647a.11(h)(2)(i)")


@pytest.mark.parametrize(("bar", "paid"), [("straight", STRAIGHT_OR_BETTER), ("flush", FLUSH_OR_BETTER)])
@pytest.mark.parametrize("player", CLASSES)
def test_11_h_2_ii_winning_ante_paid_from_the_filed_hand(bar: str, paid: tuple[str, ...], player: str) -> None:
    choices = {"ante-pays-from": bar}
    verdict = decide(BOOK, "ante", HIGHER, choices=choices, player=player, dealer="high card")
    expected = ("won", "1 to 1") if player in paid else ("returned", "")
    assert said(verdict) == (*expected, "647a.11(h)(2)(ii)")


@pytest.mark.parametrize("wager", ["flop", "turn", "river"])
@pytest.mark.parametrize("player", CLASSES)
def test_11_h_2_ii_winning_flop_turn_and_river_always_pay(wager: str, player: str) -> None:
    verdict = decide(BOOK, wager, HIGHER, player=player, dealer="high card")
    assert said(verdict) == ("won", "1 to 1", "647a.11(h)(2)(ii)")
    assert str(verdict.paid_under) == "647a.12(a)"


@pytest.mark.parametrize("wager", MAIN_WAGERS)
@pytest.mark.parametrize("both", ["high card", "straight", "royal flush"])
def test_11_h_2_iii_equal_hands_return_all_four_wagers(wager: str, both: str) -> None:
    verdict = decide(BOOK, wager, EQUAL, player=both, dealer=both)
    assert said(verdict) == ("returned", "", "647a.11(h)(2)(iii)")


# --- 647a.11(h)(3): Texas Hold 'Em Bonus ------------------------------------------------

FIRST_TWO = {
    "As Ah": "ace-ace",
    "As Ks": "ace-king (same suit)",
    "As Kh": "ace-king (different suits)",
    "As Qs": "ace-queen or ace-jack (same suit)",
    "As Js": "ace-queen or ace-jack (same suit)",
    "As Jh": "ace-queen or ace-jack (different suits)",
    "As Ts": "nothing",
    "Ks Qs": "nothing",
    "Ks Kh": "king-king, queen-queen or jack-jack",
    "Js Jh": "king-king, queen-queen or jack-jack",
    "Ts Th": "pair of 10-10 through 2-2",
    "2s 2h": "pair of 10-10 through 2-2",
    "2s 3s": "nothing",
}


@pytest.mark.parametrize("cards", FIRST_TWO)
def test_12_b_what_the_first_two_cards_are(cards: str) -> None:
    assert two_card.texas_bonus(parse_cards(cards)) == FIRST_TWO[cards]


@pytest.mark.parametrize(
    ("dealer", "column", "odds"),
    [
        ("ace-ace", "A", "1,000 to 1"),
        ("ace-ace", "B", "30 to 1"),
        ("nothing", "A", "30 to 1"),
        ("king-king, queen-queen or jack-jack", "A", "30 to 1"),
    ],
)
def test_11_h_3_aces_against_aces_pay_their_row_only_in_table_a(dealer: str, column: str, odds: str) -> None:
    choices = {"texas-bonus": column}
    verdict = decide(BOOK, "texas-bonus", choices=choices, pocket="ace-ace", dealer_pocket=dealer)
    assert said(verdict) == ("won", odds, "647a.11(h)(3)")
    assert str(verdict.paid_under) == "647a.12(b)"


def test_11_h_3_dealers_aces_do_nothing_for_other_cards() -> None:
    verdict = decide(BOOK, "texas-bonus", pocket="pair of 10-10 through 2-2", dealer_pocket="ace-ace")
    assert said(verdict)[:2] == ("won", "3 to 1")


def test_11_h_3_bonus_is_settled_on_two_cards() -> None:
    paid = decide(BOOK, "texas-bonus", pocket="ace-king (same suit)", dealer_pocket="nothing")
    assert said(paid) == ("won", "25 to 1", "647a.11(h)(3)")
    lost = decide(BOOK, "texas-bonus", pocket="nothing", dealer_pocket="ace-ace")
    assert said(lost) == ("lost", "", "647a.11(h)(3)")


@pytest.mark.parametrize("column", ["A", "B"])
def test_11_h_3_bonus_collected_below_the_paytable(column: str) -> None:
    choices = {"texas-bonus": column}
    verdict = decide(BOOK, "texas-bonus", choices=choices, pocket="nothing", dealer_pocket="nothing")
    assert said(verdict) == ("lost", "", "647a.11(h)(3)")


# --- 647a.11(i): Progressive Payout and Envy --------------------------------------------


@pytest.mark.parametrize("standing", [HIGHER, EQUAL, LOWER])
def test_11_i_progressive_wins_from_trips_whatever_the_standing(standing: Standing) -> None:
    below = decide(BOOK, "progressive", standing, player_flop="two pair")
    at = decide(BOOK, "progressive", standing, player_flop="three-of-a-kind")
    above = decide(BOOK, "progressive", standing, player_flop="straight")
    assert said(below) == ("lost", "", "647a.11(i)")
    assert [said(verdict) for verdict in (at, above)] == [
        ("won", "9 for 1", "647a.11(i)"),
        ("won", "30 for 1", "647a.11(i)"),
    ]


def test_11_i_progressive_looks_at_the_flop_hand_and_not_at_seven_cards() -> None:
    verdict = decide(BOOK, "progressive", HIGHER, player="royal flush", dealer="pair", player_flop="pair")
    assert said(verdict)[0] == "lost"


ENVY = [
    ("four-of-a-kind", 100, ("nothing", "")),
    ("straight flush", 100, ("won", "$300")),
    ("royal flush", 100, ("won", "$1,000")),
    ("four-of-a-kind", 500, ("nothing", "")),
    ("straight flush", 500, ("won", "$1,500")),
    ("royal flush", 500, ("won", "$5,000")),
]


@pytest.mark.parametrize(("other", "stake_cents", "expected"), ENVY)
def test_11_i_5_envy_from_a_straight_flush_of_another_player(
    other: str, stake_cents: int, expected: tuple[str, str]
) -> None:
    verdict = decide(BOOK, "envy", stake_cents=stake_cents, other_player_flop=other, player_flop="royal flush")
    assert said(verdict) == (*expected, "647a.11(i)(5)")


# --- 647a.11(j): Five Card Hand Bonus, Magic Card, Lucky --------------------------------


FIVE_CARD = [("straight", "lost", ""), ("flush", "won", "50 for 1"), ("full house", "won", "100 for 1")]


@pytest.mark.parametrize(("cls", "outcome", "odds"), FIVE_CARD)
@pytest.mark.parametrize("standing", [HIGHER, EQUAL, LOWER])
def test_11_j_five_card_wins_from_a_flush_of_the_hand_wagered_on(
    cls: str, outcome: str, odds: str, standing: Standing
) -> None:
    player = decide(BOOK, "five-card-player", standing, player_flop=cls, dealer_flop="pair")
    dealer = decide(BOOK, "five-card-dealer", standing, player_flop="pair", dealer_flop=cls)
    assert said(player) == said(dealer) == (outcome, odds, "647a.11(j)")


@pytest.mark.parametrize(("wager", "odds"), [("magic-card", "20 for 1"), ("lucky-bonus", "5 for 1")])
def test_12_e_3_drawn_bonus_is_paid_when_drawn_and_costs_nothing_otherwise(wager: str, odds: str) -> None:
    assert said(decide(BOOK, wager, acts=["drawn"])) == ("won", odds, "647a.12(e)(3)")
    assert said(decide(BOOK, wager)) == ("nothing", "", "647a.12(e)(3)")


# --- 647a.11(k): Six Card Bonus ---------------------------------------------------------


def test_11_k_1_six_card_lost_below_trips() -> None:
    assert said(decide(BOOK, "six-card", player_six="nothing")) == ("lost", "", "647a.11(k)(1)")


@pytest.mark.parametrize(("cls", "odds"), [("three-of-a-kind", "5 to 1"), ("straight", "10 to 1")])
def test_11_k_2_six_card_paid_from_trips(cls: str, odds: str) -> None:
    assert said(decide(BOOK, "six-card", LOWER, player_six=cls)) == ("won", odds, "647a.11(k)(2)")
