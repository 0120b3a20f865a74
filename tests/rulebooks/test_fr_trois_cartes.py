"""Arrêté du 14 mai 2007, art. 55-21: how each wager of poker trois cartes is decided, and the facts typed again."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.side_wagers.values import side_result
from tablelaw.analysis.solver import NEVER_FOLD
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.cards import PACK, RANKINGS
from tablelaw.cards.rankings.qualification_line import DOES_NOT_QUALIFY, QUALIFIES
from tablelaw.law.conduct import Case, Standing
from tests.rulebooks import rows
from tests.support import EQUAL, HIGHER, LOWER, decide, said

ID = "fr-trois-cartes"
BOOK = rulebooks.get(ID)
CLASSES = RANKINGS["three-card"].classes
STANDINGS = (HIGHER, EQUAL, LOWER)


def told(
    wager: str,
    player: str,
    standing: Standing = HIGHER,
    *,
    plays: bool = True,
    acts: tuple[str, ...] = (),
    readings: dict[str, str] | None = None,
) -> tuple[str, str, str]:
    """The verdict on a wager against a dealer who plays or does not play."""
    hands = {"player": player, "dealer-qualifies": QUALIFIES if plays else DOES_NOT_QUALIFY}
    return said(BOOK.settle(Case(wager, BOOK.terms(readings), hands, standing, frozenset(acts))))


def al(number: int) -> str:
    return f"Art. 55-21 al. {number}"


# --- al. 28 to 41: the Mise and Jouer -----------------------------------------------------------------


def test_al_28_a_fold_loses_the_mise() -> None:
    assert said(decide(ID, "ante", acts=["fold"])) == ("lost", "", al(28))


@pytest.mark.parametrize(("player", "standing"), [*product(CLASSES, STANDINGS)])
def test_al_32_without_a_game_the_mise_is_paid_and_jouer_kept(player: str, standing: Standing) -> None:
    assert told("ante", player, standing, plays=False) == ("won", "1 to 1", al(32))
    assert told("play", player, standing, plays=False) == ("returned", "", al(32))


@pytest.mark.parametrize("player", CLASSES)
def test_al_34_a_lower_hand_loses_both(player: str) -> None:
    assert told("ante", player, LOWER) == told("play", player, LOWER) == ("lost", "", al(34))


@pytest.mark.parametrize("player", CLASSES)
def test_al_37_equal_hands_keep_both(player: str) -> None:
    assert told("ante", player, EQUAL) == told("play", player, EQUAL) == ("returned", "", al(37))


PAID_ON_THE_MISE = {"straight flush": "5 to 1", "three-of-a-kind": "4 to 1"}


@pytest.mark.parametrize("player", CLASSES)
def test_al_38_winning_mise_by_hand(player: str) -> None:
    assert told("ante", player) == ("won", PAID_ON_THE_MISE.get(player, "1 to 1"), al(38))


@pytest.mark.parametrize("player", CLASSES)
def test_al_41_winning_jouer_is_even_money_whatever_the_hand(player: str) -> None:
    assert told("play", player) == ("won", "1 to 1", al(41))


# --- al. 46, 47, 49: the Bonus ---------------------------------------------------------------------------

BONUS = {"straight flush": "5 to 1", "three-of-a-kind": "4 to 1", "straight": "1 to 1"}
PAIRE_PLUS = {"straight flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 3, "pair": 1}


@pytest.mark.parametrize(("player", "plays"), [*product(CLASSES, (True, False))])
def test_al_46_bonus_from_a_straight_up(player: str, plays: bool) -> None:
    expected = ("won", BONUS[player]) if player in BONUS else ("lost", "")
    assert told("bonus", player, plays=plays) == (*expected, al(46))


@pytest.mark.parametrize("player", BONUS)
def test_al_47_bonus_is_paid_on_a_beaten_hand(player: str) -> None:
    assert told("bonus", player, LOWER) == ("won", BONUS[player], al(46))


@pytest.mark.parametrize("player", CLASSES)
def test_al_46_a_pass_loses_the_bonus(player: str) -> None:
    assert told("bonus", player, acts=("fold",)) == ("lost", "", al(46))


# --- al. 52 to 55: Paire Plus ------------------------------------------------------------------------------


@pytest.mark.parametrize(("player", "standing", "plays"), [*product(PAIRE_PLUS, STANDINGS, (True, False))])
def test_al_52_paire_plus_from_a_pair_up(player: str, standing: Standing, plays: bool) -> None:
    assert told("pair-plus", player, standing, plays=plays) == ("won", f"{PAIRE_PLUS[player]} to 1", al(52))


def test_al_55_paire_plus_below_a_pair_is_collected() -> None:
    assert told("pair-plus", "high card") == ("lost", "", al(55))


@pytest.mark.parametrize(("reading", "pair"), [("stays", ("won", "1 to 1")), ("collected", ("lost", ""))])
def test_al_52_what_a_pass_does_to_paire_plus_is_a_reading(reading: str, pair: tuple[str, str]) -> None:
    found = told("pair-plus", "pair", acts=("fold",), readings={"fold-and-paire-plus": reading})
    assert found == (*pair, al(52))


def test_exactly_one_alinea_decides_every_wager() -> None:
    terms = BOOK.terms()
    for wager, player, dealer, standing in product(BOOK.wagers, CLASSES, (QUALIFIES, DOES_NOT_QUALIFY), STANDINGS):
        BOOK.settle(Case(wager.id, terms, {"player": player, "dealer-qualifies": dealer}, standing))


# --- The facts, typed a second time --------------------------------------------------------------------------


def test_facts_fixed_for_the_table() -> None:
    assert {fact.id: fact.value for fact in BOOK.facts} == {
        "seats": 7,
        "seats-at-least": 5,
        "positions-per-player": 1,
        "wagers-from": "seated players",
        "deck": 52,
        "decks-with-shuffler": 2,
        "decks-required-with-shuffler": 2,
        "cut-at-least": 1,
        "cards-each": 3,
        "spoken-wager": "refused",
        "players-to-begin": 1,
        "tables-per-chief": 2,
        "bankroll-times-minimum": 3000,
    }


def test_every_cell_of_every_table() -> None:
    cells = {table.id: {row[0]: row[1] for row in table.rows} for table in BOOK.paytables}
    assert cells == {
        "even-money": {"any winning hand": "1 to 1"},
        "winning-ante": {cls: PAID_ON_THE_MISE.get(cls, "1 to 1") for cls in CLASSES},
        "bonus": BONUS,
        "pair-plus": {cls: f"{odds} to 1" for cls, odds in PAIRE_PLUS.items()},
    }


def test_al_16_three_rounds_of_one_card_each_the_dealer_last() -> None:
    assert rows.places_dealt(rows.dealing(BOOK, "hand"), 2) == ["1", "2", "dealer"] * 3


@pytest.mark.parametrize(
    ("irregularity", "hands", "effect", "cards"),
    [
        ("one-card-face-up", "stand", "stands", "card not used"),
        ("card-exposed", "stand", "stands", "stay"),
        ("wrong-number-of-cards", "void", "returned", "reshuffled"),
        ("information-exchanged", "void", "returned", "reshuffled"),
        ("hand-seen-early", "player's hand void", "returned", "stay"),
        ("stub-wrong-misdealt", "void", "returned", "reshuffled"),
        ("stub-wrong-not-misdealt", "void", "returned", "deck removed"),
        ("shuffler-jam", "stand", "stands", "reshuffled"),
        ("device-out-of-order", "stand", "stands", "stay"),
        ("device-counts-wrong", "stand", "stands", "deck removed"),
    ],
)
def test_irregularity_on_every_wager(irregularity: str, hands: str, effect: str, cards: str) -> None:
    row = rows.irregularity(BOOK, irregularity)
    assert {BOOK.effect_on(row, wager.id, BOOK.terms()).effect for wager in BOOK.wagers} == {effect}
    assert (row.hands, row.cards) == (hands, cards)


def test_the_table_above_names_every_irregularity() -> None:
    assert len(BOOK.irregularities) == 10


def test_the_readings_a_casino_may_file() -> None:
    switched = {reading.id: reading.chosen for reading in BOOK.readings if reading.switch}
    assert switched == {"fold-and-paire-plus": "stays", "void-hand": "returned"}


# --- What it is worth ------------------------------------------------------------------------------------------


def test_the_classes_of_three_cards_are_counted_with_the_low_ace() -> None:
    classify = RANKINGS["three-card"].classify
    counts = Counter(classify(hand) for hand in combinations(PACK, 3))
    assert [counts[cls] for cls in CLASSES] == [48, 52, 720, 1096, 3744, 16440]
    gain = sum(counts[cls] * odds for cls, odds in PAIRE_PLUS.items()) - counts["high card"]
    assert side_result(BOOK.terms(), "pair-plus").ev == Fraction(gain, 22100) == Fraction(-402, 5525)


def test_the_bonus_as_a_wager_of_its_own_holds_nine_tenths() -> None:
    assert side_result(BOOK.terms(), "bonus").ev == Fraction(-5028, 5525)


def test_the_main_game_is_worth_what_a_plain_count_of_all_deals_gives() -> None:
    """A plain loop outside the solver counts all 22,100 x 18,424 deals hand by hand."""
    main = main_of(BOOK.terms())
    assert main.ev == Fraction(-7_696_877, 101_792_600)
    assert main.average_wager == 1 + main.actions["raise-or-pass: bet 1x" if len(main.actions) > 2 else "bet 1x"]
    priced = solver_of(BOOK.terms()).strategies(BOOK.terms())
    values = {name: value for name, (value, _) in priced.items()}
    assert values == {
        "as the dealer qualifies": Fraction(-555_313, 7_270_900),
        "Q-6-4 or better": main.ev,
        NEVER_FOLD: Fraction(-177_271, 1_496_950),
    }
