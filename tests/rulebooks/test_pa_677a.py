"""58 Pa. Code ch. 677a (proposed): Heads-Up Hold 'Em, paragraph by paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from tablelaw import rulebooks
from tablelaw.cards import RANKINGS
from tablelaw.cards.card import parse_cards
from tablelaw.cards.deck import Deck
from tablelaw.cards.rankings.five_card import best_five, classify, strength
from tablelaw.errors import BadCut
from tablelaw.law.conduct import Outcome, Standing, Verdict
from tests.support import EQUAL, HIGHER, LOWER, decide, said

BOOK = rulebooks.get("pa-677a")
FIVE_CARD = RANKINGS["five-card"].classes
POCKET = RANKINGS["pocket bonus"].classes
PUSHED = ("push", "", "677a.11(h)(1)")


def settled(wager: str, standing: Standing, player: str, dealer: str, *acts: str) -> tuple[str, str, str]:
    return said(decide("pa-677a", wager, standing, acts=acts, player=player, dealer=dealer))


def trips_plus(player: str, paytable: str = "A") -> Verdict:
    return decide("pa-677a", "trips-plus", choices={"trips-plus": paytable}, player=player)


def pocket_bonus(pocket: str, paytable: str = "A") -> Verdict:
    return decide("pa-677a", "pocket-bonus", choices={"pocket-bonus": paytable}, pocket=pocket)


def of(text: str) -> int:
    return strength(parse_cards(text))


# --- 677a.5 and 677a.6: cut and rankings ---------------------------------------------------


@pytest.mark.parametrize("at", [9, 52])
def test_5_d_cut_outside_ten_to_fifty_one_is_refused(at: int) -> None:
    with pytest.raises(BadCut):
        Deck.new().cut(at)


@pytest.mark.parametrize("at", [10, 11, 51])
def test_5_d_cut_is_ten_cards_or_more(at: int) -> None:
    deck = Deck.new()
    assert deck.cut(at).cards == deck.cards[at:] + deck.cards[:at]
    assert at >= int(BOOK.fact("cut-at-least"))


def test_6_a_ace_is_low_only_in_the_wheel() -> None:
    assert of("5s 4d 3h 2c As") < of("6s 5d 4h 3c 2s") < of("As Kd Qh Jc Ts")
    assert classify(parse_cards("5s 4s 3s 2s As")) == "straight flush"
    assert classify(parse_cards("Qs Kd Ah 2c 3s")) == "high card"


def test_6_a_suits_are_equal() -> None:
    assert of("As Ks Qs Js 9s") == of("Ac Kc Qc Jc 9c")


BOUNDS = [
    ("royal flush", "As Ks Qs Js Ts", "Ac Kc Qc Jc Tc"),
    ("straight flush", "Ks Qs Js Ts 9s", "As 2s 3s 4s 5s"),
    ("four-of-a-kind", "As Ad Ah Ac Ks", "2s 2d 2h 2c 3s"),
    ("full house", "As Ad Ah Kc Ks", "2s 2d 2h 3c 3s"),
    ("flush", "As Ks Qs Js 9s", "2s 3s 4s 5s 7s"),
    ("straight", "As Kd Qh Jc Ts", "Ad 2s 3h 4c 5s"),
    ("three-of-a-kind", "As Ad Ah Kc Qs", "2s 2d 2h 3c 4s"),
    ("two pair", "As Ad Kh Kc Qs", "3s 3d 2h 2c 4s"),
    ("pair", "As Ad Kh Qc Js", "2s 2d 3h 4c 5s"),
    ("high card", "As Kd Qh Jc 9s", "2s 3d 4h 5c 7s"),
]


@pytest.mark.parametrize(("kind", "highest", "lowest"), BOUNDS)
def test_6_b_each_kind_of_hand_has_its_bounds(kind: str, highest: str, lowest: str) -> None:
    assert classify(parse_cards(highest)) == classify(parse_cards(lowest)) == kind
    assert of(highest) > of(lowest) or kind == "royal flush"


def test_6_b_the_lowest_of_a_kind_beats_the_highest_of_the_next() -> None:
    assert tuple(kind for kind, _, _ in BOUNDS) == FIVE_CARD
    for (_, _, lowest), (_, highest, _) in pairwise(BOUNDS):
        assert of(lowest) > of(highest)


def test_6_c_equal_kinds_by_the_cards_that_make_them_then_the_rest() -> None:
    assert of("Ks Kd Kh 2c 2s") > of("Qs Qd Qh Ac As")
    assert of("Ks Kd 4h 3c 2s") > of("2h 2d Ah Kc Qs")
    assert of("Ks Kd Ah 3c 2s") > of("Kc Kh Qh Jc Ts")
    assert of("Ks Kd Ah 3c 2s") == of("Kc Kh Ad 3d 2c")


# --- 677a.11(g) and (h): against the dealer ------------------------------------------------


def test_11_g_2_best_five_of_seven_even_the_board_alone() -> None:
    board = "Ts Jd Qh Kc Ah"
    assert set(best_five(parse_cards(f"2c 3d {board}"))) == set(parse_cards(board))
    assert classify(parse_cards(f"As Ad {board}")) == "straight"
    assert of(f"2c 3d {board}") == of(f"As Ad {board}")


@pytest.mark.parametrize("standing", [HIGHER, EQUAL, LOWER])
def test_11_h_1_dealer_below_a_pair_returns_the_ante(standing: Standing) -> None:
    assert settled("ante", standing, "high card", "high card") == PUSHED


def test_11_h_dealer_needs_a_pair_for_the_ante_to_count() -> None:
    assert settled("ante", HIGHER, "two pair", "high card") == PUSHED
    assert settled("ante", HIGHER, "two pair", "pair") == ("won", "1 to 1", "677a.11(h)(2)(i)")
    assert settled("ante", HIGHER, "straight", "two pair") == ("won", "1 to 1", "677a.11(h)(2)(i)")


def test_11_h_1_i_higher_hand_wins_raise_and_odds_but_no_ante() -> None:
    cite = "677a.11(h)(1)(i)"
    assert settled("raise", HIGHER, "straight", "high card") == ("won", "1 to 1", cite)
    assert settled("odds", HIGHER, "straight", "high card") == ("won", "1 to 1", cite)
    assert settled("odds", HIGHER, "high card", "high card") == ("push", "push", cite)
    assert settled("ante", HIGHER, "straight", "high card") == PUSHED


def test_11_h_1_ii_equal_high_cards_push_raise_and_odds() -> None:
    for wager in ("raise", "odds"):
        assert settled(wager, EQUAL, "high card", "high card") == ("push", "", "677a.11(h)(1)(ii)")


def test_11_h_1_iii_lower_high_card_loses_raise_and_odds() -> None:
    for wager in ("raise", "odds"):
        assert settled(wager, LOWER, "high card", "high card") == ("lost", "", "677a.11(h)(1)(iii)")
    assert settled("ante", LOWER, "high card", "high card") == PUSHED


def test_11_h_2_a_dealers_pair_puts_the_ante_at_stake() -> None:
    outcomes = [settled("ante", standing, "pair", "pair")[0] for standing in (HIGHER, EQUAL, LOWER)]
    assert outcomes == ["won", "push", "lost"]


@pytest.mark.parametrize(
    ("player", "odds"),
    [("two pair", "push"), ("three-of-a-kind", "push"), ("straight", "1 to 1"), ("flush", "3 to 2")],
)
def test_11_h_2_i_higher_hand_wins_ante_and_raise_and_odds_by_table(player: str, odds: str) -> None:
    cite = "677a.11(h)(2)(i)"
    assert settled("ante", HIGHER, player, "pair") == ("won", "1 to 1", cite)
    assert settled("raise", HIGHER, player, "pair") == ("won", "1 to 1", cite)
    assert settled("odds", HIGHER, player, "pair") == ("push" if odds == "push" else "won", odds, cite)


@pytest.mark.parametrize("both", ["pair", "straight", "royal flush"])
def test_11_h_2_ii_equal_hands_push_all_three(both: str) -> None:
    for wager in ("ante", "raise", "odds"):
        assert settled(wager, EQUAL, both, both) == ("push", "", "677a.11(h)(2)(ii)")


@pytest.mark.parametrize("player", ["high card", "three-of-a-kind", "straight", "four-of-a-kind"])
def test_11_h_2_iii_lower_hand_loses_the_ante(player: str) -> None:
    assert settled("ante", LOWER, player, "straight flush") == ("lost", "", "677a.11(h)(2)(iii)")


def test_11_h_2_iii_a_beaten_trips_lose_raise_and_odds() -> None:
    for wager, player in product(("raise", "odds"), ("high card", "two pair", "three-of-a-kind")):
        assert settled(wager, LOWER, player, "flush") == ("lost", "", "677a.11(h)(2)(iii)(A)")


def test_11_h_2_iii_b_beaten_straight_earns_the_bad_beat_on_the_odds() -> None:
    cite = "677a.11(h)(2)(iii)(B)"
    assert settled("odds", LOWER, "straight", "straight") == ("won", "4 to 1", cite)
    assert settled("odds", LOWER, "straight flush", "royal flush") == ("won", "500 to 1", cite)
    assert settled("raise", LOWER, "straight", "straight") == ("lost", "", cite)
    assert settled("ante", LOWER, "straight", "straight") == ("lost", "", "677a.11(h)(2)(iii)")


def test_11_h_2_iii_b_the_stake_stays_beside_the_bad_beat() -> None:
    verdict = decide("pa-677a", "odds", LOWER, player="straight", dealer="flush")
    assert verdict.odds is not None and str(verdict.paid_under) == "677a.12(c)"
    payment = verdict.odds.payment(1_000)
    assert payment.paid == 4_000
    assert payment.returned == 1_000


# --- 677a.11(f): a fold ----------------------------------------------------------------------


@pytest.mark.parametrize("wager", ["ante", "odds"])
@pytest.mark.parametrize("dealer", ["high card", "flush"])
def test_11_f_fold_loses_ante_and_odds_whatever_the_hands(wager: str, dealer: str) -> None:
    assert settled(wager, HIGHER, "straight", dealer, "fold") == ("lost", "", "677a.11(f)")
    assert settled(wager, LOWER, "straight", "flush", "fold") == ("lost", "", "677a.11(f)")


def test_11_f_fold_leaves_the_optional_wagers() -> None:
    trips = decide("pa-677a", "trips-plus", acts=["fold"], player="three-of-a-kind")
    pocket = decide("pa-677a", "pocket-bonus", acts=["fold"], pocket="pair of aces")
    assert said(trips) == ("won", "3 to 1", "677a.11(i)(2)(i)")
    assert said(pocket) == ("won", "30 to 1", "677a.11(i)(1)(i)")


def test_11_f_fold_effects_as_carried() -> None:
    effects = {wager.id: (wager.on_fold.effect, str(wager.on_fold.cite)) for wager in BOOK.wagers}
    assert effects == {
        "ante": ("collected", "677a.11(f)"),
        "odds": ("collected", "677a.11(f)"),
        "raise": ("cannot fold", "677a.1(Fold)"),
        "pocket-bonus": ("stays", "677a.11(f)"),
        "trips-plus": ("stays", "677a.11(f)"),
    }


# --- 677a.11(i): Pocket Bonus and Trips Plus ---------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("As Ad", "30 to 1"),
        ("As Ks", "20 to 1"),
        ("As Js", "20 to 1"),
        ("As Qd", "10 to 1"),
        ("As Jd", "10 to 1"),
        ("Ks Kd", "5 to 1"),
        ("2s 2d", "5 to 1"),
    ],
)
def test_11_i_1_i_pocket_bonus_paid_on_a_pair_or_ace_with_a_picture(cards: str, odds: str) -> None:
    pocket = RANKINGS["pocket bonus"].classify(parse_cards(cards))
    assert said(pocket_bonus(pocket)) == ("won", odds, "677a.11(i)(1)(i)")


@pytest.mark.parametrize("cards", ["As Ts", "Ks Qs", "3s 2d"])
def test_11_i_1_ii_pocket_bonus_lost_on_other_cards(cards: str) -> None:
    pocket = RANKINGS["pocket bonus"].classify(parse_cards(cards))
    assert said(pocket_bonus(pocket)) == ("lost", "", "677a.11(i)(1)(ii)")


@pytest.mark.parametrize(("player", "odds"), [("three-of-a-kind", "3 to 1"), ("straight", "4 to 1")])
def test_11_i_2_i_trips_plus_paid_from_three_of_a_kind(player: str, odds: str) -> None:
    assert said(trips_plus(player)) == ("won", odds, "677a.11(i)(2)(i)")


@pytest.mark.parametrize("player", ["two pair", "pair", "high card"])
def test_11_i_2_ii_trips_plus_lost_below_three_of_a_kind(player: str) -> None:
    assert said(trips_plus(player)) == ("lost", "", "677a.11(i)(2)(ii)")


# --- exactly one paragraph decides -------------------------------------------------------------


def showdowns() -> Iterator[tuple[str, str, Standing]]:
    """Every pair of classes with each standing it can have; two royals can only tie."""
    for player, dealer in product(FIVE_CARD, FIVE_CARD):
        better = FIVE_CARD.index(dealer) - FIVE_CARD.index(player)
        if better:
            yield player, dealer, HIGHER if better > 0 else LOWER
        else:
            ties_only = player == "royal flush"
            yield from ((player, dealer, standing) for standing in ((EQUAL,) if ties_only else Standing))


@pytest.mark.parametrize("wager", ["ante", "raise", "odds"])
def test_11_h_one_paragraph_decides_every_showdown(wager: str) -> None:
    verdicts = [
        decide("pa-677a", wager, standing, player=player, dealer=dealer) for player, dealer, standing in showdowns()
    ]
    assert len(verdicts) == 118
    assert {verdict.outcome for verdict in verdicts} == {Outcome.WON, Outcome.LOST, Outcome.PUSH}


@pytest.mark.parametrize("acts", [(), ("fold",)])
def test_11_i_one_paragraph_decides_every_optional_wager(acts: tuple[str, ...]) -> None:
    for paytable, player in product("ABCD", FIVE_CARD):
        choices = {"trips-plus": paytable}
        assert decide("pa-677a", "trips-plus", acts=acts, choices=choices, player=player).cite
    for paytable, pocket in product("ABC", POCKET):
        choices = {"pocket-bonus": paytable}
        assert decide("pa-677a", "pocket-bonus", acts=acts, choices=choices, pocket=pocket).cite
