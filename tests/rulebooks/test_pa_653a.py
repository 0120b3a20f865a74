"""58 Pa. Code ch. 653a, Ultimate Texas Hold 'Em Poker: rankings and conduct, named by paragraph."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tablelaw import rulebooks
from tablelaw.cards import Deck, parse_cards
from tablelaw.cards.rankings import five_card, six_card
from tablelaw.errors import BadCut
from tablelaw.law.conduct import Case, Standing
from tests.support import EQUAL, HIGHER, LOWER, decide, said

BOOK = "pa-653a"
CLASSES = five_card.CLASSES
TRIPS_OR_BETTER = CLASSES[:7]
BELOW_TRIPS = CLASSES[7:]


def outcome(wager: str, standing: Standing | None = None, *acts: str, **hands: str) -> tuple[str, str, str]:
    """A verdict as (outcome, odds as printed, cite), with the first paytable of every wager."""
    book = rulebooks.get(BOOK)
    shown = {name.replace("_", "-"): cls for name, cls in hands.items()}
    return said(book.settle(Case(wager, book.terms(), shown, standing, frozenset(acts))))


def made(cards: str) -> str:
    return five_card.classify(parse_cards(cards))


def falls(*hands: str) -> bool:
    """Whether each hand outranks the next."""
    strengths = [five_card.strength(parse_cards(cards)) for cards in hands]
    return all(higher > lower for higher, lower in pairwise(strengths))


def ties(one: str, other: str) -> bool:
    return five_card.strength(parse_cards(one)) == five_card.strength(parse_cards(other))


# --- 653a.5(d): the cut -----------------------------------------------------------------


def test_5_d_cut_takes_ten_cards_or_more() -> None:
    deck = Deck.new()
    for at in (10, 11, 51):
        cut = deck.cut(at)
        assert cut.cards == deck.cards[at:] + deck.cards[:at]
        assert cut.is_whole()
    for at in (0, 9, 52):
        with pytest.raises(BadCut, match=f"a cut at {at} cards.*accepted: 10 to 51"):
            deck.cut(at)
    assert rulebooks.get(BOOK).fact("cut-at-least") == 10


# --- 653a.6: rankings -------------------------------------------------------------------


def test_6_a_ace_is_low_only_in_ace_to_five() -> None:
    assert made("As 2d 3c 4h 5s") == "straight"
    assert made("As 2s 3s 4s 5s") == "straight flush"
    for around_the_corner in ("Ks As 2d 3c 4h", "Qs Ks As 2d 3c", "Js Qs Ks As 2d"):
        assert made(around_the_corner) == "high card"
    assert falls("As Kd 9c 8h 7s", "Ks Qd 9c 8h 7s", "Qs Jd 9c 8h 7s")


def test_6_a_suits_are_equal() -> None:
    for suit in "cdh":
        assert ties("As Ks Qs Js 9s", " ".join(rank + suit for rank in "AKQJ9"))


def test_6_b_nine_classes_and_what_is_left() -> None:
    best_of_each = (
        *("As Ks Qs Js Ts", "Ks Qs Js Ts 9s", "As Ad Ac Ah Ks", "As Ad Ac Kh Ks", "As Ks Qs Js 9s"),
        *("As Kd Qs Js Ts", "As Ad Ac Kh Qs", "As Ad Kc Kh Qs", "As Ad Kc Qh Js", "As Kd Qc Jh 9s"),
    )
    assert falls(*best_of_each)
    assert tuple(made(cards) for cards in best_of_each) == CLASSES


def test_6_b_1_royal_flush() -> None:
    assert made("Td Jd Qd Kd Ad") == "royal flush"
    assert made("Th Jd Qd Kd Ad") == "straight"
    assert falls("Td Jd Qd Kd Ad", "9d Td Jd Qd Kd")


def test_6_b_2_straight_flush_bounds() -> None:
    assert made("Kh Qh Jh Th 9h") == made("Ah 2h 3h 4h 5h") == "straight flush"
    assert falls("Kh Qh Jh Th 9h", "6h 5h 4h 3h 2h", "Ah 2h 3h 4h 5h", "As Ad Ac Ah Ks")


def test_6_b_3_four_of_a_kind_bounds() -> None:
    assert made("2s 2d 2c 2h 3s") == "four-of-a-kind"
    assert falls("As Ad Ac Ah 2s", "Ks Kd Kc Kh As", "2s 2d 2c 2h 3s", "As Ad Ac Ks Kd")


def test_6_b_4_full_house_bounds() -> None:
    assert made("2s 2d 2c 3h 3s") == "full house"
    assert falls("As Ad Ac Kh Ks", "As Ad Ac Qh Qs", "3s 3d 3c 2h 2s", "2s 2d 2c 3h 3s", "As Ks Qs Js 9s")


def test_6_b_5_flush_bounds() -> None:
    assert made("7c 5c 4c 3c 2c") == "flush"
    assert falls("Ac Kc Qc Jc 9c", "Ac Kc Qc Jc 8c", "8c 5c 4c 3c 2c", "7c 5c 4c 3c 2c", "As Kd Qs Js Ts")


def test_6_b_6_straight_bounds() -> None:
    assert falls("As Kd Qs Js Ts", "Ks Qd Js Ts 9s", "6s 5d 4s 3s 2s", "As 2d 3s 4s 5s", "As Ad Ac Kh Qs")


def test_6_b_7_three_of_a_kind_bounds() -> None:
    assert made("2s 2d 2c 4h 3s") == "three-of-a-kind"
    assert falls("As Ad Ac Kh Qs", "Ks Kd Kc Ah Qs", "2s 2d 2c 4h 3s", "As Ad Ks Kd Qs")


def test_6_b_8_two_pair_bounds() -> None:
    assert made("3s 3d 2c 2h 4s") == "two pair"
    assert falls("As Ad Kc Kh 2s", "As Ad Qc Qh Ks", "3s 3d 2c 2h 4s", "As Ad Kc Qh Js")


def test_6_b_9_pair_bounds() -> None:
    assert made("2s 2d 3c 4h 5s") == "pair"
    assert falls("As Ad 2c 3h 4s", "Ks Kd Ac Qh Js", "2s 2d 3c 4h 5s", "As Kd Qc Jh 9s")


def test_6_c_ties_by_the_rest_of_the_hand() -> None:
    assert falls("Ks Kd Kc 2h 2s", "Qs Qd Qc Ah As")  # the three of a kind decides before the pair of aces
    assert falls("8s 8d Ac 5h 3s", "8c 8h Ad 5s 2s")
    assert falls("9s 9d 4c 4h Ks", "9c 9h 4s 4d Qs")
    assert falls("As Kd 9c 5h 3s", "Ah Kc 9d 5s 2s")
    assert ties("8s 8d Ac 5h 3s", "8c 8h Ad 5s 3c")


def test_6_d_eight_paying_hands_of_six_cards() -> None:
    assert six_card.CLASSES[2:] == (*TRIPS_OR_BETTER, "nothing")
    assert all(name.startswith("six-card royal flush, ") for name in six_card.CLASSES[:2])
    best_of_each = (
        *("Ad Kd Qd Jd Td 9d", "As Ks Qs Js Ts 9s", "As Ks Qs Js Ts 2d", "Ks Qs Js Ts 9s 2d", "As Ad Ac Ah Ks Kd"),
        *("As Ad Ac Kh Ks Kd", "As Ks Qs Js 9s 8s", "As Kd Qs Js Th 9s", "As Ad Ac Kh Qs Js", "As Ad Kc Kh Qs Qd"),
    )
    assert tuple(of_six(cards) for cards in best_of_each) == six_card.CLASSES


def of_six(cards: str) -> str:
    return six_card.classify(parse_cards(cards))


def test_6_d_1_six_card_royal_by_suit() -> None:
    assert of_six("Ad Kd Qd Jd Td 9d") == "six-card royal flush, diamonds"
    for suit in "hsc":
        royal = " ".join(rank + suit for rank in "AKQJT9")
        assert of_six(royal) == "six-card royal flush, hearts, spades or clubs"


def test_6_d_2_royal_flush_of_six() -> None:
    assert of_six("Ad Kd Qd Jd Td 8d") == of_six("Ad Kd Qd Jd Td 9c") == "royal flush"


def test_6_d_3_straight_flush_of_six() -> None:
    assert of_six("Kd Qd Jd Td 9d 8d") == of_six("Ad 2d 3d 4d 5d Kc") == "straight flush"


def test_6_d_4_four_of_a_kind_of_six() -> None:
    assert of_six("2s 2h 2d 2c As Ad") == "four-of-a-kind"


def test_6_d_5_full_house_of_six() -> None:
    assert of_six("2s 2h 2d 3c 3s Ad") == of_six("As Ah Ad Kc Ks Kd") == "full house"


def test_6_d_6_flush_of_six() -> None:
    assert of_six("2s 4s 6s 8s Ts Qd") == "flush"


def test_6_d_7_straight_of_six() -> None:
    assert of_six("As 2h 3d 4c 5s Kd") == of_six("As Kh Qd Jc Ts 9d") == "straight"
    assert of_six("Ks Ah 2d 3c 4s 7d") == "nothing"


def test_6_d_8_three_of_a_kind_of_six() -> None:
    assert of_six("2s 2h 2d 7c 9s Jd") == "three-of-a-kind"
    assert of_six("As Ah Kd Kc Qs Qd") == "nothing"


# --- 653a.11(f)(2): a fold --------------------------------------------------------------


@pytest.mark.parametrize("wager", ["ante", "blind", "bad-beat"])
def test_11_f_2_fold_collects_ante_blind_and_bad_beat(wager: str) -> None:
    hands = {"player": "royal flush", "dealer": "straight flush"}
    assert outcome(wager, HIGHER, "fold", **hands) == ("lost", "", "653a.11(f)(2)")


FOLD_STAYS = {
    "trips": {"player": "flush"},
    "progressive": {"player_flop": "flush"},
    "envy": {"other_player_flop": "straight flush"},
    "five-card-player": {"player_flop": "flush"},
    "five-card-dealer": {"dealer_flop": "flush"},
    "six-card": {"player_six": "flush"},
}


@pytest.mark.parametrize("wager", FOLD_STAYS)
def test_11_f_2_i_fold_leaves_the_side_wagers(wager: str) -> None:
    assert outcome(wager, None, "fold", **FOLD_STAYS[wager])[0] == "won"


def test_11_f_2_fold_effect_of_every_wager() -> None:
    book = rulebooks.get(BOOK)
    collected = {wager.id for wager in book.wagers if wager.on_fold.effect == "collected"}
    assert collected == {"ante", "blind", "bad-beat"}
    assert book.wager("play").on_fold.effect == "cannot fold"
    assert all(w.on_fold.effect == "stays" for w in book.wagers if w.id not in {*collected, "play"})


@pytest.mark.parametrize(
    ("reading", "wager"),
    [("fold-and-progressive", "progressive"), ("fold-and-five-card", "five-card-player")],
)
def test_11_f_2_operator_may_read_a_fold_as_losing(reading: str, wager: str) -> None:
    switched = decide(BOOK, wager, acts=["fold"], readings={reading: "collected"}, player_flop="flush")
    assert said(switched)[:2] == ("lost", "")
    stayed = decide(BOOK, wager, readings={reading: "collected"}, player_flop="flush")
    assert said(stayed)[0] == "won"


def test_11_f_2_a_bonus_lost_by_a_fold_costs_nothing_more() -> None:
    readings = {"fold-and-progressive": "collected"}
    envy = decide(BOOK, "envy", acts=["fold"], readings=readings, other_player_flop="royal flush")
    assert said(envy)[0] == "nothing"


# --- 653a.11(h): Ante, Blind, Play ------------------------------------------------------


@pytest.mark.parametrize(("dealer", "cite"), [("high card", "(h)(1)"), ("pair", "(h)(2)(ii)")])
def test_11_h_dealer_qualifies_with_a_pair(dealer: str, cite: str) -> None:
    assert outcome("ante", HIGHER, player="two pair", dealer=dealer)[2] == f"653a.11{cite}"


@pytest.mark.parametrize("standing", [HIGHER, EQUAL, LOWER])
def test_11_h_1_dealer_below_a_pair_returns_the_ante(standing: Standing) -> None:
    hands = {"player": "high card", "dealer": "high card"}
    assert outcome("ante", standing, **hands) == ("returned", "", "653a.11(h)(1)")


def test_11_h_1_blind_and_play_are_still_decided() -> None:
    hands = {"player": "high card", "dealer": "high card"}
    assert outcome("play", HIGHER, **hands) == ("won", "1 to 1", "653a.11(h)(2)(ii)")
    assert outcome("blind", HIGHER, **hands) == ("push", "push", "653a.11(h)(2)(ii)")
    assert outcome("play", LOWER, **hands) == ("lost", "", "653a.11(h)(2)(i)")
    assert outcome("blind", LOWER, **hands) == ("lost", "", "653a.11(h)(2)(i)")
    assert outcome("play", EQUAL, **hands) == ("returned", "", "653a.11(h)(2)(iii)")


@pytest.mark.parametrize("wager", ["ante", "blind", "play"])
def test_11_h_2_i_lower_hand_loses_ante_blind_and_play(wager: str) -> None:
    for player, dealer in (("high card", "pair"), ("pair", "pair"), ("straight", "flush")):
        assert outcome(wager, LOWER, player=player, dealer=dealer) == ("lost", "", "653a.11(h)(2)(i)")


@pytest.mark.parametrize("wager", ["ante", "play"])
def test_11_h_2_ii_higher_hand_is_paid_even_money(wager: str) -> None:
    for player in CLASSES[:9]:
        won = outcome(wager, HIGHER, player=player, dealer="pair")
        assert won == ("won", "1 to 1", "653a.11(h)(2)(ii)")


def test_11_h_2_ii_winning_pair_returns_the_blind() -> None:
    pushed = ("push", "push", "653a.11(h)(2)(ii)")
    assert outcome("blind", HIGHER, player="pair", dealer="pair") == pushed
    assert outcome("blind", HIGHER, player="three-of-a-kind", dealer="pair") == pushed


@pytest.mark.parametrize(
    ("paytable", "straight", "flush"),
    [("A", ("won", "1 to 1"), ("won", "3 to 2")), ("B", ("push", "push"), ("won", "3 to 2"))],
)
def test_11_h_2_ii_blind_pays_from_a_straight_or_a_flush(
    paytable: str, straight: tuple[str, str], flush: tuple[str, str]
) -> None:
    for player, expected in (("straight", straight), ("flush", flush)):
        verdict = decide(BOOK, "blind", HIGHER, choices={"blind": paytable}, player=player, dealer="pair")
        assert said(verdict)[:2] == expected


@pytest.mark.parametrize("wager", ["ante", "blind", "play"])
@pytest.mark.parametrize("hand", CLASSES[:9])
def test_11_h_2_iii_tie_returns_all_three(wager: str, hand: str) -> None:
    assert outcome(wager, EQUAL, player=hand, dealer=hand) == ("returned", "", "653a.11(h)(2)(iii)")


# --- 653a.11(i): Trips --------------------------------------------------------------------


@pytest.mark.parametrize("player", TRIPS_OR_BETTER)
def test_11_i_1_trips_paid_on_three_of_a_kind_or_better(player: str) -> None:
    result, _, cite = outcome("trips", LOWER, player=player)
    assert (result, cite) == ("won", "653a.11(i)(1)")


@pytest.mark.parametrize("player", BELOW_TRIPS)
def test_11_i_2_trips_lost_below_three_of_a_kind(player: str) -> None:
    assert outcome("trips", HIGHER, player=player) == ("lost", "", "653a.11(i)(2)")


# --- 653a.11(j): Bad Beat -----------------------------------------------------------------


def test_11_j_1_beaten_player_hand_wins_bad_beat() -> None:
    paid = outcome("bad-beat", LOWER, player="three-of-a-kind", dealer="full house")
    assert paid == ("won", "9 to 1", "653a.11(j)(1)")
    assert outcome("bad-beat", LOWER, player="two pair", dealer="full house")[0] == "lost"


def test_11_j_2_beaten_dealer_hand_wins_bad_beat() -> None:
    paid = outcome("bad-beat", HIGHER, player="royal flush", dealer="straight flush")
    assert paid == ("won", "10,000 to 1", "653a.11(j)(2)")
    assert outcome("bad-beat", HIGHER, player="royal flush", dealer="two pair")[0] == "lost"


def test_11_j_3_bad_beat_lost_without_a_beaten_hand() -> None:
    lost = ("lost", "", "653a.11(j)(3)")
    assert outcome("bad-beat", EQUAL, player="full house", dealer="full house") == lost
    assert outcome("bad-beat", HIGHER, player="full house", dealer="two pair") == lost
    assert outcome("bad-beat", LOWER, player="pair", dealer="flush") == lost
    assert outcome("bad-beat", HIGHER, player="pair", dealer="high card") == lost


# --- 653a.11(k): Progressive and Envy -------------------------------------------------------


def test_11_k_progressive_on_two_cards_and_flop() -> None:
    seven_cards = {"player": "royal flush", "dealer": "pair"}
    at = outcome("progressive", LOWER, player_flop="three-of-a-kind", **seven_cards)
    assert at == ("won", "9 for 1", "653a.11(k)")
    above = outcome("progressive", LOWER, player_flop="straight", **seven_cards)
    assert above == ("won", "30 for 1", "653a.11(k)")
    below = outcome("progressive", HIGHER, player_flop="two pair", **seven_cards)
    assert below == ("lost", "", "653a.11(k)")


@pytest.mark.parametrize(
    ("hand", "stake_cents", "expected"),
    [
        ("four-of-a-kind", 100, ("nothing", "", "653a.11(k)(5)")),
        ("straight flush", 100, ("won", "$300", "653a.11(k)(5)")),
        ("royal flush", 100, ("won", "$1,000", "653a.11(k)(5)")),
        ("straight flush", 500, ("won", "$1,500", "653a.11(k)(5)")),
        ("royal flush", 500, ("won", "$5,000", "653a.11(k)(5)")),
    ],
)
def test_11_k_5_envy_for_a_straight_flush_or_better(
    hand: str, stake_cents: int, expected: tuple[str, str, str]
) -> None:
    assert said(decide(BOOK, "envy", stake_cents=stake_cents, other_player_flop=hand)) == expected


# --- 653a.11(l): Five Card Hand, Magic Card, Lucky --------------------------------------------


@pytest.mark.parametrize(("wager", "hand"), [("five-card-player", "player_flop"), ("five-card-dealer", "dealer_flop")])
def test_11_l_five_card_on_either_hand_with_the_flop(wager: str, hand: str) -> None:
    assert outcome(wager, LOWER, **{hand: "flush"}) == ("won", "50 for 1", "653a.11(l)")
    assert outcome(wager, LOWER, **{hand: "full house"}) == ("won", "100 for 1", "653a.11(l)")
    assert outcome(wager, HIGHER, **{hand: "straight"}) == ("lost", "", "653a.11(l)")


@pytest.mark.parametrize(("wager", "odds"), [("magic-card", "20 for 1"), ("lucky-bonus", "5 for 1")])
def test_12_e_3_drawn_bonuses_need_only_the_draw(wager: str, odds: str) -> None:
    assert outcome(wager, None, "drawn") == ("won", odds, "653a.12(e)(3)")
    assert outcome(wager) == ("nothing", "", "653a.12(e)(3)")


# --- 653a.11(m): Six Card ---------------------------------------------------------------------


def test_11_m_1_six_card_lost_below_three_of_a_kind() -> None:
    assert outcome("six-card", HIGHER, player_six="nothing") == ("lost", "", "653a.11(m)(1)")


@pytest.mark.parametrize("hand", six_card.CLASSES[:-1])
def test_11_m_2_six_card_paid_on_three_of_a_kind_or_better(hand: str) -> None:
    result, _, cite = outcome("six-card", LOWER, player_six=hand)
    assert (result, cite) == ("won", "653a.11(m)(2)")
