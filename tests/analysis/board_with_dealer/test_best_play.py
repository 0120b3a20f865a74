"""Hold'em games against the dealer, exact: every published figure that fits a regulation's own paytable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import msgspec
import numpy as np
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.board_with_dealer.best_play import DEALS, Solved, solve
from tablelaw.analysis.board_with_dealer.count_endings import outcomes
from tablelaw.analysis.board_with_dealer.distribution import average_wager, distribution, side_wager
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.board_with_dealer.value_kernels import Payoffs
from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.symmetry.starting_hands import KINDS, kind_name, ways
from tablelaw.law.rulebook import Rulebook
from tests.analysis.solved import BONUS, HEADS_UP, KIND, ULTIMATE, ended, shown, solved, terms_of

ORDERS = 20
"""The number of orders of a board: deals count flop, turn and river in order, but published counts ignore the order."""
BEATS, LOSES = 0, 2


def kinds_that(found: Solved, action: str) -> list[str]:
    return [kind_name(kind) for kind, best in enumerate(found.best_before_flop()) if best == action]


def hands_that(found: Solved, action: str) -> int:
    """The number of the 1,326 pairs that take this action."""
    return sum(ways(KIND[name]) for name in kinds_that(found, action))


def never(found: Solved, action: str) -> bool:
    return all(
        found.by_class[action][kind] <= max(values[kind] for name, values in found.by_class.items() if name != action)
        for kind in range(KINDS)
    )


# --- Ultimate Texas Hold 'Em ---------------------------------------------------------------------


def test_ultimate_raises_500_hands_four_times_and_none_three_times() -> None:
    found = solved(ULTIMATE)
    assert hands_that(found, "bet 4x") == 500
    assert hands_that(found, "check") == 826
    assert never(found, "bet 3x")


def test_ultimate_average_wager_and_element_of_risk() -> None:
    average = average_wager(solved(ULTIMATE).game, ended(ULTIMATE))
    assert float(average) == pytest.approx(4.152209545741018, abs=1e-15)
    assert float(-solved(ULTIMATE).value / average) == pytest.approx(0.00526, abs=5e-6)


def test_ultimate_actions() -> None:
    assert ended(ULTIMATE).frequencies() == {
        "before-flop: bet 3x": 0,
        "before-flop: bet 4x": Fraction(500, 1326),
        "after-flop: bet 2x": pytest.approx(0.21284621540924062, abs=1e-15),
        "after-river: fold": pytest.approx(0.19185838912523667, abs=1e-15),
        "after-river: bet 1x": pytest.approx(0.21822148897985152, abs=1e-15),
    }


def test_ultimate_blind_b_pushes_a_straight() -> None:
    assert solved(ULTIMATE, blind="B").value == Fraction(-10_542_144_541, 178_293_654_000)
    assert hands_that(solved(ULTIMATE, blind="B"), "bet 4x") == 500


# --- Texas Hold 'Em Bonus ------------------------------------------------------------------------


def test_bonus_from_a_flush() -> None:
    found = solved(BONUS, ante_pays_from="flush")
    assert found.value == Fraction(-19_447_087_313, 347_672_625_300)
    assert round(float(-found.value), 6) == 0.055935


@pytest.mark.parametrize("lowest", ["straight", "flush"])
def test_maryland_plays_the_same_game(lowest: str) -> None:
    maryland, pennsylvania = solved("md-thb", ante_pays_from=lowest), solved(BONUS, ante_pays_from=lowest)
    assert maryland.by_class == pennsylvania.by_class
    assert (maryland.after_turn == pennsylvania.after_turn).all()


# --- Heads-Up Hold 'Em ---------------------------------------------------------------------------


def test_heads_up_with_an_explicit_minimum() -> None:
    found = solved(HEADS_UP, "from-one-ante")
    assert found.value == Fraction(-21_107_007_059, 463_563_500_400)
    assert hands_that(found, "bet 3x") == 416
    assert never(found, "bet 1x")


def test_heads_up_fixed_multiples_are_worth_the_same() -> None:
    assert solved(HEADS_UP, "fixed-multiple").value == solved(HEADS_UP, "from-one-ante").value


def test_heads_up_without_a_minimum_the_player_gains() -> None:
    """A token Raise after the Flop keeps Ante and Odds in play to the end, so "up to" without a minimum is worth 7.8 %
    more.
    """
    found = solved(HEADS_UP, "no-minimum")
    assert found.value == Fraction(44_091_721, 1_344_961_800)
    gain = found.value - solved(HEADS_UP, "from-one-ante").value
    assert float(gain) == pytest.approx(0.0783149526, abs=1e-10)


# --- How rounds end ------------------------------------------------------------------------------


GAMES: list[tuple[str, str, dict[str, str]]] = [
    (ULTIMATE, "", {}),
    (BONUS, "", {"ante_pays_from": "straight"}),
    (BONUS, "", {"ante_pays_from": "flush"}),
    (HEADS_UP, "from-one-ante", {}),
    (HEADS_UP, "no-minimum", {}),
]


@pytest.mark.parametrize(("book", "least", "choices"), GAMES)
def test_the_distribution_has_the_value_for_its_mean(book: str, least: str, choices: dict[str, str]) -> None:
    found, ends = solved(book, least, **choices), ended(book, least, **choices)
    assert distribution(found.game, ends).mean == found.value
    assert ends.total == DEALS
    assert sum(ends.frequencies().values()) == 1


def total(counts: Iterable[int]) -> int:
    found = sum(counts)
    assert found % ORDERS == 0
    return found // ORDERS


def test_every_deal_is_counted() -> None:
    assert total([shown().total]) == 2_781_381_002_400


def test_player_and_dealer_stand_alike() -> None:
    counts = shown().counts[0]
    assert (counts[:, :, BEATS] == counts[:, :, LOSES].T).all()


# --- Wagers that a fold loses --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "never_folding", "in_the_game", "jointly"),
    [
        ("A", 0.203873, Fraction(-4_940_762_633, 19_810_406_000), Fraction(-52_758_484_771, 231_781_750_200)),
        ("B", 0.147868, Fraction(-103_444_472_491, 534_880_962_000), Fraction(-67_381_423, 392_628_600)),
        (
            "C",
            0.166385,
            Fraction(-1_473_535_542_383, 6_953_452_506_000),
            Fraction(-132_208_240_133, 695_345_250_600),
        ),
    ],
)
def test_bad_beat(column: str, never_folding: float, in_the_game: Fraction, jointly: Fraction) -> None:
    """The value without folds (14.7868 % was published for B), under best play of the main game, and with both
    optimised together.
    """
    terms = terms_of(ULTIMATE, bad_beat=column)
    assert round(float(-side_wager(terms, "bad-beat", shown()).mean), 6) == never_folding
    assert side_wager(terms, "bad-beat", ended(ULTIMATE)).mean == in_the_game
    assert solved(ULTIMATE, staked="bad-beat", bad_beat=column).value == jointly
    assert jointly > solved(ULTIMATE).value + in_the_game


def test_a_wager_that_a_fold_leaves_in_play_is_refused() -> None:
    with pytest.raises(NotThisGame, match="trips does not depend on the decisions"):
        game_of(terms_of(ULTIMATE), {"trips": Fraction(1)})


@pytest.mark.parametrize("book", ["ma-colorado", "pa-678a"])
def test_games_of_another_shape_are_refused(book: str) -> None:
    with pytest.raises(NotThisGame, match="not a game of the family board with dealer"):
        game_of(rulebooks.get(book).terms())


# --- The rulebook decides ------------------------------------------------------------------------


def with_royal(odds: str) -> Rulebook:
    """Ultimate with different odds for a royal flush."""
    book = rulebooks.get(ULTIMATE)
    rows = [("royal flush", odds, row[2]) if row[0] == "royal flush" else row for row in book.paytable("blind").rows]
    changed = msgspec.structs.replace(book.paytable("blind"), rows=tuple(rows))
    return replace(book, paytables=tuple(changed if table.id == "blind" else table for table in book.paytables))


def test_one_changed_cell_changes_the_result_accordingly() -> None:
    """Paying a winning royal flush one unit more adds exactly its share of the deals, since it is never folded."""
    found = solve(game_of(with_royal("501 to 1").terms()))
    royals = total(ended(ULTIMATE).counts[:, 0, :, BEATS].reshape(-1))
    assert royals == 85_615_200
    assert found.value - solved(ULTIMATE).value == Fraction(royals, 2_781_381_002_400)
    assert outcomes(found).frequencies() == ended(ULTIMATE).frequencies()


def test_payoffs_in_finer_parts_are_worth_the_same() -> None:
    """Units a hundred times smaller exceed 32 bits, so the kernels use 64."""
    game = solved(ULTIMATE).game
    fine = replace(
        game,
        unit=100 * game.unit,
        payoffs=Payoffs(100 * game.payoffs.pay, game.payoffs.last_choices * np.array([100, 1, 1])),
    )
    assert solve(fine).value == solved(ULTIMATE).value


def test_payoffs_too_fine_for_64_bits_are_refused() -> None:
    with pytest.raises(NotThisGame, match="sums must fit 64 bits"):
        solve(game_of(terms_of(ULTIMATE), {"bad-beat": Fraction(1, 1_000_003)}))
