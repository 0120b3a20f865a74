"""Colorado Hold 'Em, exact: both versions under each reading, a slow reference, and the table's own engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import msgspec
import numpy as np
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.against_paytable.discard import best_play as discard_game
from tablelaw.analysis.against_paytable.discard.best_play import (
    discard_advice,
    game_of,
    joint_side_result,
    side_result,
    solve,
)
from tablelaw.analysis.against_paytable.discard.kernels import count_classes
from tablelaw.analysis.solver import NotThisGame
from tablelaw.cards import PACK, RANKINGS, Card, parse_cards
from tablelaw.cards.rankings.colorado import classify
from tablelaw.law.rulebook import Terms
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import Submission, accept
from tablelaw.table import Round
from tests.analysis.rounds import SEAT, gained, rounds

BOOK = rulebooks.get("ma-colorado")
DEALS = comb(52, 3) * comb(49, 3)
SUBMISSION = Path(__file__).parents[4] / "examples" / "submissions" / "ma-colorado.toml"
FIVE_CARD_COUNTS = {
    "royal flush": 4,
    "straight flush": 36,
    "four-of-a-kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three-of-a-kind": 54_912,
    "two pair": 123_552,
}


def under(version: str, **readings: str) -> Terms:
    return BOOK.terms({name.replace("_", "-"): chosen for name, chosen in readings.items()}, version=version)


REQUIRED, PERMISSIBLE = under("required"), under("permissible")
TENS_PAID = under("permissible", pair_of_tens="win")


# --- The value of the game -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "ev"),
    [
        (REQUIRED, Fraction(-2_133, 38_675)),
        (PERMISSIBLE, Fraction(-3_009_197, 101_792_600)),
        (TENS_PAID, Fraction(9_603, 433_160)),
        (under("required", suited_ace_two_three="ace-high-only"), Fraction(-2_858_741, 50_896_300)),
        (under("permissible", suited_ace_two_three="ace-high-only"), Fraction(-11_099, 363_545)),
    ],
    ids=["required", "permissible", "tens paid", "required, ace high only", "permissible, ace high only"],
)
def test_main_game_per_ante(terms: Terms, ev: Fraction) -> None:
    result = solve(terms)
    assert result.ev == ev
    assert result.distribution is not None
    assert result.distribution.total == DEALS


def test_choices_are_those_the_value_depends_on() -> None:
    assert solve(REQUIRED).choices == {"version": "required", "suited-ace-two-three": "counts"}
    assert solve(TENS_PAID).choices == {
        "version": "permissible",
        "pair-of-tens": "win",
        "suited-ace-two-three": "counts",
    }


def test_required_bet_folds_568_of_22_100_deals_and_declares_100() -> None:
    actions = {name: share * 22_100 for name, share in solve(REQUIRED).actions.items()}
    assert actions == {"fold": 568, "declare": 100, "bet 1x": 21_432}


def test_permissible_bet_is_placed_on_3_816_deals() -> None:
    result = solve(PERMISSIBLE)
    assert {name: share * 22_100 for name, share in result.actions.items()} == {
        "play": 18_184,
        "declare": 100,
        "bet 1x": 3_816,
    }
    assert result.average_wager == Fraction(6_479, 5_525)
    assert round(float(result.element_of_risk or 0), 5) == 0.02521


# --- The bonus -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "ev"),
    [
        (REQUIRED, Fraction(-486_011, 2_544_815)),
        (PERMISSIBLE, Fraction(-17_190_377, 101_792_600)),
        (TENS_PAID, Fraction(-17_305_319, 101_792_600)),
    ],
    ids=["required", "permissible", "tens paid"],
)
def test_bonus_under_best_play_of_the_main_game(terms: Terms, ev: Fraction) -> None:
    result = side_result(terms, "bonus")
    assert (result.ev, result.unit) == (ev, "wager")
    assert result.distribution is not None
    assert result.distribution.mean == ev


@pytest.mark.parametrize("terms", [REQUIRED, PERMISSIBLE, TENS_PAID], ids=["required", "permissible", "tens paid"])
def test_a_bonus_too_small_to_matter_is_worth_the_same_jointly(terms: Terms) -> None:
    assert joint_side_result(terms, "bonus", Fraction(1, 10**6)).ev == side_result(terms, "bonus").ev


def test_the_larger_the_bonus_beside_the_ante_the_more_it_is_played_for() -> None:
    """A one-dollar bonus with an Ante of $25, $10, $5 and $1."""
    worth = [joint_side_result(REQUIRED, "bonus", Fraction(1, ante)).ev for ante in (25, 10, 5, 1)]
    assert worth == sorted(worth)
    assert side_result(REQUIRED, "bonus").ev <= worth[0]
    assert worth[1:] == [
        Fraction(-1_103_411, 5_987_800),
        Fraction(-18_409_017, 101_792_600),
        Fraction(-8_242_289, 50_896_300),
    ]


def test_main_game_and_bonus_together() -> None:
    stake = Fraction(1, 5)
    both = solve(PERMISSIBLE, {"bonus": stake})
    assert both.wager == "main+bonus"
    assert both.ev == solve(PERMISSIBLE).ev + stake * joint_side_result(PERMISSIBLE, "bonus", stake).ev
    assert both.average_wager is not None
    assert both.average_wager > 1 + stake


# --- Counts --------------------------------------------------------------------------------------


def test_every_hand_of_five_comes_up_as_often_as_it_should() -> None:
    """Over all deals and discards, each of the 2,598,960 hands occurs 470 times."""
    dealt = discard_game._all_deals("colorado", "instant winner")
    assert dealt.times.sum() == 22_100
    assert (dealt.counts.sum(axis=2) == comb(49, 3)).all()
    names = RANKINGS["colorado"].classes
    sums = dict(zip(names, (dealt.times @ dealt.counts.sum(axis=1)).tolist(), strict=True))
    assert {name: sums[name] for name in FIVE_CARD_COUNTS} == {n: 470 * c for n, c in FIVE_CARD_COUNTS.items()}
    assert sum(sums[name] for name in names if name.startswith("pair of")) == 470 * 1_098_240


def test_instant_winners_are_48_straight_flushes_and_52_threes() -> None:
    dealt = discard_game._all_deals("colorado", "instant winner")
    found = {
        name: int(dealt.times[dealt.initial == name].sum()) for name in ("three card straight flush", "three-of-a-kind")
    }
    assert found == {"three card straight flush": 48, "three-of-a-kind": 52}


def slow_counts(kept: tuple[Card, ...], gone: tuple[Card, ...]) -> Counter[str]:
    """The slow reference: classifies every board with the ranking itself."""
    left = [card for card in PACK if card not in gone]
    return Counter(classify((*kept, *board)) for board in combinations(left, 3))


@pytest.mark.parametrize("text", ["Kd 4s Qd", "9c 8c 9h"])
def test_counts_agree_with_looking_at_every_board(text: str) -> None:
    cards = parse_cards(text)
    names = RANKINGS["colorado"].classes
    counts = count_classes(np.array([cards], np.uint8), "colorado")[0]
    for put_away in range(3):
        kept = tuple(card for place, card in enumerate(cards) if place != put_away)
        found = {name: count for name, count in zip(names, counts[put_away].tolist(), strict=True) if count}
        assert found == dict(slow_counts(kept, cards))


# --- Best play for one hand ----------------------------------------------------------------------


def test_advice_lists_every_card_that_may_be_put_away() -> None:
    cards = parse_cards("Kd Kh 4s")
    advice = discard_advice(REQUIRED, cards)
    assert [(one.action, one.multiple, str(one.discard or "")) for one in advice[:2]] == [
        ("bet", 1, "4s"),
        ("fold", 0, ""),
    ]
    assert len(advice) == 4


def test_advice_declares_an_instant_winner() -> None:
    for text in ("5h 6h 7h", "9c 9d 9h", "Ah 2h 3h"):
        best = discard_advice(PERMISSIBLE, parse_cards(text))[0]
        assert (best.action, best.discard, best.ev) == ("declare", None, Fraction(5))
    strict = under("permissible", suited_ace_two_three="ace-high-only")
    assert all(one.action != "declare" for one in discard_advice(strict, parse_cards("Ah 2h 3h")))


def test_permissible_bet_has_no_fold() -> None:
    assert {one.action for one in discard_advice(PERMISSIBLE, parse_cards("2c 7d 9h"))} == {"bet", "play"}


def test_one_changed_cell_changes_the_value_accordingly() -> None:
    """A full house pays 12 to 1 instead of 11 to 1 on Ante and Bet."""
    cards = parse_cards("Kd Kh 4s")
    full_houses = slow_counts(cards[:2], cards)["full house"]
    before, after = discard_advice(REQUIRED, cards)[0].ev, discard_advice(paying("full house", "12 to 1"), cards)[0].ev
    assert after - before == Fraction(2 * full_houses, comb(49, 3))
    assert solve(paying("full house", "12 to 1")).ev > solve(REQUIRED).ev


def paying(hand: str, odds: str) -> Terms:
    tables = []
    for table in BOOK.paytables:
        rows = tuple((hand, odds, *row[2:]) if (table.id, row[0]) == ("bet", hand) else row for row in table.rows)
        tables.append(msgspec.structs.replace(table, rows=rows))
    return replace(BOOK, paytables=tuple(tables)).terms(version="required")


@pytest.mark.parametrize("other", ["pa-653a", "pa-678a"])
def test_other_games_are_refused(other: str) -> None:
    with pytest.raises(NotThisGame):
        game_of(rulebooks.get(other).terms())


# --- The table's own engine ----------------------------------------------------------------------


def submitted(version: str) -> Submission:
    text = SUBMISSION.read_text("utf-8").replace('version = "required"', f'version = "{version}"')
    return accept(parse_draft(text))


@pytest.mark.parametrize("version", ["required", "permissible"])
def test_rounds_at_the_table_settle_as_the_analysis_pays(version: str) -> None:
    submission = submitted(version)
    stake = {"bonus": Fraction(1, 5)}
    game = game_of(submission.terms)
    pays = discard_game._pays(game, discard_game._main_stakes(game, stake))

    def best(round_: Round) -> tuple[str, int, tuple[int, ...]]:
        cards = round_.seats[SEAT].cards
        one = discard_advice(submission.terms, cards, stake)[0]
        return one.action, int(500 * one.multiple), () if one.discard is None else (cards.index(one.discard),)

    for round_ in rounds(submission, {"ante": 500, "bonus": 100}, best, 60):
        assert gained(round_, ("ante", "bet", "bonus")) == 500 * told(pays, round_)


def told(pays: Mapping[tuple[discard_game.Play, str], list[Fraction]], round_: Round) -> Fraction:
    """What a round gains per Ante according to the analysis."""
    seat = round_.seats[SEAT]
    initial = RANKINGS["instant winner"].classify((*seat.cards, *seat.discard))
    play = next(play for play, _ in pays if play.action == seat.actions[-1])
    final = classify((*seat.cards, *round_.places["community"])) if seat.discard else "high card"
    return pays[play, initial][RANKINGS["colorado"].classes.index(final)]
