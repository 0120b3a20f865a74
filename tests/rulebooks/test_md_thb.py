"""Maryland, Texas Hold 'Em Bonus Poker (MLGCA v1.0): how each wager is decided, paragraph by paragraph."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest

from tablelaw import rulebooks
from tablelaw.cards import PACK, RANKINGS, Deck
from tablelaw.cards.rankings.two_card import TEXAS_CLASSES, texas_bonus
from tablelaw.errors import BadCut
from tablelaw.law.conduct import Case, Outcome, Standing, Verdict
from tablelaw.law.rulebook import Terms
from tests.support import EQUAL, HIGHER, LOWER, decide, said

ID = "md-thb"
BOOK = rulebooks.get(ID)
MAIN = ("ante", "flop", "turn", "river")
FIVE_CARD = RANKINGS["five-card"].classes
POCKETS = TEXAS_CLASSES[1:]
BARS = {"straight": "three-of-a-kind", "flush": "straight"}
"""The lowest hand on which the Ante is paid, and the class just below it."""


def bonus(
    pocket: str,
    dealer: str = "nothing",
    standing: Standing | None = None,
    acts: tuple[str, ...] = (),
    column: str = "A",
    reading: str = "as-printed",
) -> tuple[str, str, str]:
    """The verdict on a Bonus Wager with these two cards."""
    choices, readings = {"texas-bonus": column}, {"paytable-b": reading}
    hands = {"pocket": pocket, "dealer-pocket": dealer}
    terms = BOOK.terms(readings, **choices)
    return said(BOOK.settle(Case("texas-bonus", terms, hands, standing, frozenset(acts))))


# --- 5.F: the cut -----------------------------------------------------------------------


@pytest.mark.parametrize("at", [10, 11, 51])
def test_5_f_cut_at_ten_or_more(at: int) -> None:
    assert BOOK.fact("cut-at-least") == 10
    assert Deck.new().cut(at).is_whole()


@pytest.mark.parametrize("at", [0, 9, 52])
def test_5_f_cut_out_of_bounds_is_refused(at: int) -> None:
    with pytest.raises(BadCut):
        Deck.new().cut(at)


def test_5_f_1_cut_cards_go_to_the_bottom() -> None:
    deck = Deck.new()
    assert deck.cut(10).cards == deck.cards[10:] + deck.cards[:10]


# --- 11.I(3)(d): Ante, Flop, Turn and River ----------------------------------------------


@pytest.mark.parametrize("wager", MAIN)
@pytest.mark.parametrize("bar", BARS)
def test_11_i_3_d_i_lower_hand_loses_all_four(wager: str, bar: str) -> None:
    verdict = decide(ID, wager, LOWER, player="straight flush", dealer="royal flush", choices={"ante-pays-from": bar})
    assert said(verdict) == ("lost", "", "11.I(3)(d)(i)")


@pytest.mark.parametrize("player", ["high card", "straight", "royal flush"])
@pytest.mark.parametrize("wager", MAIN[1:])
def test_11_i_3_d_ii_higher_hand_is_paid(wager: str, player: str) -> None:
    verdict = decide(ID, wager, HIGHER, player=player, dealer="high card")
    assert said(verdict) == ("won", "1 to 1", "11.I(3)(d)(ii)")
    assert str(verdict.paid_under) == "12.A"


@pytest.mark.parametrize(("bar", "below"), BARS.items())
def test_11_i_3_d_iii_ante_below_at_and_above_the_bar(bar: str, below: str) -> None:
    choices = {"ante-pays-from": bar}
    returned = ("returned", "", "11.I(3)(d)(iii)")
    paid = ("won", "1 to 1", "11.I(3)(d)(ii)")
    assert said(decide(ID, "ante", HIGHER, player="high card", choices=choices)) == returned
    assert said(decide(ID, "ante", HIGHER, player=below, choices=choices)) == returned
    assert said(decide(ID, "ante", HIGHER, player=bar, choices=choices)) == paid
    assert said(decide(ID, "ante", HIGHER, player="full house", choices=choices)) == paid


@pytest.mark.parametrize("wager", MAIN)
@pytest.mark.parametrize("both", ["high card", "straight", "royal flush"])
def test_11_i_3_d_iv_equal_hands_return_all_four(wager: str, both: str) -> None:
    verdict = decide(ID, wager, EQUAL, player=both, dealer=both)
    assert said(verdict) == ("returned", "", "11.I(3)(d)(iv)")


# --- 11.I(4), 12.B: Texas Hold 'Em Bonus ---------------------------------------------------


def test_11_i_4_bonus_is_settled_on_two_cards() -> None:
    assert bonus("ace-king (same suit)") == ("won", "25 to 1", "11.I(4)")
    assert bonus("pair of 10-10 through 2-2") == ("won", "3 to 1", "11.I(4)")
    assert bonus("nothing") == ("lost", "", "11.I(4)")
    assert bonus("nothing", dealer="ace-ace") == ("lost", "", "11.I(4)")


@pytest.mark.parametrize("column", ["A", "B"])
def test_12_b_a_aces_against_aces_pay_the_best_line_only(column: str) -> None:
    assert bonus("ace-ace", "ace-ace", column=column) == ("won", "1,000 to 1", "11.I(4)")
    assert bonus("ace-ace", "ace-king (same suit)", column=column) == ("won", "30 to 1", "11.I(4)")


@pytest.mark.parametrize(("column", "odds"), [("A", "1,000 to 1"), ("B", "30 to 1")])
def test_12_b_2_a_other_reading_drops_the_double_from_b_alone(column: str, odds: str) -> None:
    paid = bonus("ace-ace", "ace-ace", column=column, reading="without-the-double")
    assert paid == ("won", odds, "11.I(4)")


def test_12_b_2_operator_may_switch_the_reading_of_paytable_b() -> None:
    assert [reading.id for reading in BOOK.readings if reading.switch] == ["paytable-b"]


@pytest.mark.parametrize("pocket", POCKETS)
def test_7_g_bonus_has_no_bearing_on_other_wagers(pocket: str) -> None:
    for wager, standing in product(MAIN, (HIGHER, EQUAL, LOWER)):
        with_bonus = decide(ID, wager, standing, player="pair", dealer="pair", pocket=pocket)
        assert with_bonus == decide(ID, wager, standing, player="pair", dealer="pair")
    assert bonus(pocket)[0] == ("lost" if pocket == "nothing" else "won")


@pytest.mark.parametrize("standing", [HIGHER, EQUAL, LOWER, None])
@pytest.mark.parametrize("acts", [(), ("fold",)])
def test_7_g_no_other_wager_touches_the_bonus(standing: Standing | None, acts: tuple[str, ...]) -> None:
    assert bonus("ace-ace", standing=standing, acts=acts) == ("won", "30 to 1", "11.I(4)")


def bonus_hold(terms: Terms) -> Fraction:
    """The exact hold, counted over all pairs of cards; against the player's aces the dealer has aces once in 1,225."""
    gain = Fraction(0)
    for cards in combinations(PACK, 2):
        pocket = texas_bonus(cards)
        ways = {"ace-ace": 1, "nothing": 1224} if pocket == "ace-ace" else {"nothing": 1225}
        for dealer, weight in ways.items():
            case = Case("texas-bonus", terms, {"pocket": pocket, "dealer-pocket": dealer})
            gain += weight * net(BOOK.settle(case))
    return -gain / (1326 * 1225)


def net(verdict: Verdict) -> Fraction:
    return Fraction(-1) if verdict.odds is None else verdict.odds.net_per_unit()


@pytest.mark.parametrize(
    ("column", "reading", "hold"),
    [
        ("A", "as-printed", Fraction(13873, 162435)),
        ("B", "as-printed", Fraction(13873, 162435)),
        ("A", "without-the-double", Fraction(13873, 162435)),
        ("B", "without-the-double", Fraction(59, 663)),
    ],
)
def test_12_b_hold_of_each_table_and_reading(column: str, reading: str, hold: Fraction) -> None:
    terms = BOOK.terms({"paytable-b": reading}, texas_bonus=column)
    assert bonus_hold(terms) == hold


# --- 11.C: folds ------------------------------------------------------------------------


def test_11_c_2_fold_loses_the_ante() -> None:
    assert said(decide(ID, "ante", acts=["fold"])) == ("lost", "", "11.C(2)")


@pytest.mark.parametrize(
    ("wager", "effect", "cite"),
    [
        ("ante", "collected", "11.C(2)"),
        ("flop", "cannot fold", "1.B(6)"),
        ("turn", "cannot fold", "1.B(6)"),
        ("river", "cannot fold", "1.B(6)"),
        ("texas-bonus", "stays", "11.C(3)"),
    ],
)
def test_11_c_fold_effect_on_each_wager(wager: str, effect: str, cite: str) -> None:
    on_fold = BOOK.wager(wager).on_fold
    assert (on_fold.effect, str(on_fold.cite)) == (effect, cite)


@pytest.mark.parametrize("pocket", POCKETS)
def test_11_c_3_folded_players_bonus_is_still_settled(pocket: str) -> None:
    assert bonus(pocket, acts=("fold",)) == bonus(pocket)


# --- Exactly one paragraph decides ----------------------------------------------------------------


def standings(player: str, dealer: str) -> tuple[Standing, ...]:
    """How a hand of one class can compare with a hand of another; two royal flushes are equal."""
    above = FIVE_CARD.index(player) - FIVE_CARD.index(dealer)
    if above == 0:
        return (EQUAL,) if player == "royal flush" else (HIGHER, EQUAL, LOWER)
    return (HIGHER,) if above < 0 else (LOWER,)


@pytest.mark.parametrize("bar", BARS)
def test_one_rule_speaks_for_every_main_wager(bar: str) -> None:
    terms = BOOK.terms(ante_pays_from=bar)
    for player, dealer, wager in product(FIVE_CARD, FIVE_CARD, MAIN):
        for standing in standings(player, dealer):
            verdict = BOOK.settle(Case(wager, terms, {"player": player, "dealer": dealer}, standing))
            assert verdict.outcome in (Outcome.WON, Outcome.LOST, Outcome.RETURNED)


@pytest.mark.parametrize("column", ["A", "B"])
@pytest.mark.parametrize("reading", ["as-printed", "without-the-double"])
def test_one_rule_speaks_for_every_bonus(column: str, reading: str) -> None:
    terms = BOOK.terms({"paytable-b": reading}, texas_bonus=column)
    for pocket, dealer in product(POCKETS, POCKETS):
        case = Case("texas-bonus", terms, {"pocket": pocket, "dealer-pocket": dealer})
        won = BOOK.settle(case).outcome is Outcome.WON
        assert won == (pocket != "nothing")
