"""Every published figure that fits a regulation's paytable, and every hold range printed by a regulator."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import floor
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from _pytest.mark import ParameterSet

from tablelaw import rulebooks
from tablelaw.analysis.against_dealer.flushes import best_play as flush_game
from tablelaw.analysis.against_dealer.flushes.best_play import strategies
from tablelaw.analysis.board_with_dealer.best_play import solve
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.board_with_dealer.value_kernels import OPENING
from tablelaw.analysis.result import Result, fraction_text
from tablelaw.analysis.side_wagers.progressives import progressive
from tablelaw.analysis.side_wagers.values import side_results
from tablelaw.analysis.symmetry.starting_hands import kind_name
from tests.analysis import french_readings as french
from tests.analysis.published_figures import (
    EXPLAINED,
    FLUSH,
    RANGES,
    REPRODUCED,
    STRAIGHT,
    End,
    Explained,
    Figure,
    added_in_four_decimals,
    bad_beat,
    colorado,
    edge,
    exact_of,
    is_printed_as,
    name_of,
    row_of,
    usual_heads_up,
)
from tests.analysis.solved import BONUS, HEADS_UP, ULTIMATE, solved, terms_of

# --- What others published ---------------------------------------------------------------------------


@pytest.mark.parametrize("figure", REPRODUCED, ids=name_of)
def test_the_published_figure_is_the_exact_one_as_far_as_it_is_printed(figure: Figure) -> None:
    assert is_printed_as(exact_of(figure), figure.printed)


@pytest.mark.parametrize("figure", EXPLAINED, ids=name_of)
def test_a_printed_figure_that_is_not_the_exact_one_has_a_known_origin_or_says_it_has_none(figure: Explained) -> None:
    assert not is_printed_as(exact_of(figure), figure.printed)
    if figure.theirs is not None:
        assert is_printed_as(figure.theirs(), figure.printed)
    assert ("Origin unknown" in figure.why) == (figure.theirs is None)


@pytest.mark.parametrize(
    ("exact", "printed", "met"),
    [
        ("0.03500", "3.50 %", True),
        ("0.03505", "3.50 %", True),
        ("0.035051", "3.50 %", False),
        ("-0.034949", "-3.50 %", False),
        ("1/3", "1/3", True),
        ("0.3333", "1/3", False),
        ("1000", "1,000", True),
        ("1000.1", "1,000", False),
    ],
)
def test_how_far_a_printed_figure_goes(exact: str, printed: str, met: bool) -> None:
    assert is_printed_as(Fraction(exact), printed) is met


def test_published_folds_of_the_bonus_game_are_a_two_with_a_three_to_a_seven_offsuit() -> None:
    best = solved(BONUS, ante_pays_from="straight").best_before_flop()
    folds = [kind_name(kind) for kind, action in enumerate(best) if action == "fold"]
    assert folds == ["32o", "42o", "52o", "62o", "72o"]


def test_high_card_flush_best_play_and_a_simple_rule_are_below_the_published_2_6855_percent() -> None:
    """Like G. Michaels's strategy, this rule counts the higher cards outside the flush."""
    worth = strategies(terms_of("pa-678a"))
    assert -worth["J-high or better, T-high by higher cards"] < Fraction("0.026855")


# --- What the Board printed ----------------------------------------------------------------------------


def test_the_ranges_of_the_rulebooks_are_those_of_the_preamble() -> None:
    rows = {(book.id, row.wager): row for book in rulebooks.all_rulebooks() for row in book.holds}
    assert rows.keys() == {*RANGES, ("pa-678a", "progressive")}
    for key, ends in RANGES.items():
        assert [rows[key].low.share * 100, rows[key].high.share * 100] == [Fraction(end.printed) for end in ends]


@pytest.mark.parametrize(("book", "wager"), RANGES)
def test_both_ends_of_a_printed_range(book: str, wager: str) -> None:
    results = [result for result in side_results(rulebooks.get(book)) if set(result.choices) == {wager}]
    by_hold = sorted(results, key=lambda result: -result.ev)
    ends = zip((by_hold[0], by_hold[-1]), RANGES[book, wager], strict=True)
    assert tuple(_end(result, end.printed) for result, end in ends) == RANGES[book, wager]


def _end(result: Result, printed: str) -> End:
    return End(printed, result.choices[result.wager], f"{result.hold * 100:.4f}", _way(-100 * result.ev, printed))


def _way(percent: Fraction, printed: str) -> str:
    """Whether a printed figure is the exact one "rounded", "cut off", "either" or "neither"."""
    unit = 10 ** len(printed.partition(".")[2])
    ways = {"rounded": Fraction(round(percent * unit), unit), "cut off": Fraction(floor(percent * unit), unit)}
    met = [way for way, shown in ways.items() if shown == Fraction(printed)]
    return "either" if len(met) == 2 else met[0] if met else "neither"


def test_the_end_that_is_off_could_be_rows_rounded_before_they_were_added() -> None:
    """Rounding the rows first gives the 0.75 % printed for A but not the 4.34 % printed for C, so it proves nothing."""
    by_rows = {column: added_in_four_decimals("pa-677a", "trips-plus", column) for column in "AC"}
    assert by_rows == {"A": Fraction("0.0075"), "C": Fraction("0.0435")}


# --- Figures quoted in the readings register --------------------------------------------------------------


def read_otherwise(book: str, change: Callable[[npt.NDArray[np.int64], int], None], **choices: str) -> Fraction:
    """The value of a hold'em game with changed payoffs for the opening wagers. `change` gets the payoffs by [player's
    class, dealer's class, standing], lowest class first, and the unit; standings are higher, equal, lower.
    """
    game = game_of(terms_of(book, **choices))
    pay = game.payoffs.pay.copy()
    change(pay[OPENING], game.unit)
    return solve(replace(game, payoffs=game.payoffs._replace(pay=pay))).value


def stake_collected(opening: npt.NDArray[np.int64], unit: int) -> None:
    opening[4:, 1:, 2] -= unit


def resolved_again(opening: npt.NDArray[np.int64], unit: int) -> None:
    opening[:, 0] += np.array([unit, 0, -unit])


def always_paid(opening: npt.NDArray[np.int64], unit: int) -> None:
    opening[:4, :, 0] += unit


def rate_for_the_printed_hold(column: str) -> Fraction:
    wager = progressive(rulebooks.get("pa-678a").terms(progressive=column), "progressive")
    return wager.growth_for(Fraction(23, 100))


BONUS_EDGES = (partial(edge, BONUS, **STRAIGHT), partial(edge, BONUS, **FLUSH))
ACE_HIGH = {"suited_ace_two_three": "ace-high-only"}
QUOTED: dict[tuple[str, str], tuple[Callable[[], Fraction], ...]] = {
    ("pa-677a", "minimum-raise"): (partial(edge, HEADS_UP), lambda: solved(HEADS_UP, "no-minimum").value),
    ("pa-677a", "bad-beat-odds-differ"): (usual_heads_up,),
    ("pa-677a", "bad-beat-stake"): (partial(read_otherwise, HEADS_UP, stake_collected),),
    ("pa-678a", "minimum-raise"): (lambda: flush_game.solve(terms_of("pa-678a")).ev,),
    ("pa-678a", "printed-holds"): tuple(partial(rate_for_the_printed_hold, column) for column in "AB"),
    ("pa-653a", "ante-when-dealer-below-a-pair"): (
        *(partial(edge, ULTIMATE), partial(edge, ULTIMATE, blind="B")),
        partial(read_otherwise, ULTIMATE, resolved_again),
    ),
    ("pa-653a", "bad-beat-remainder"): tuple(
        partial(bad_beat, column, fold) for column in "AB" for fold in (False, True)
    ),
    ("pa-647a", "ante-paid-or-returned"): (*BONUS_EDGES, partial(read_otherwise, BONUS, always_paid)),
    ("md-thb", "ante-paid-or-returned"): (partial(read_otherwise, "md-thb", always_paid),),
    ("ma-colorado", "pair-of-tens"): (
        partial(colorado, "permissible"),
        partial(colorado, "permissible", pair_of_tens="win"),
    ),
    ("ma-colorado", "suited-ace-two-three"): (
        *(partial(colorado, "required"), partial(colorado, "required", **ACE_HIGH)),
        partial(colorado, "permissible", **ACE_HIGH),
    ),
}


def long(quoted: Iterable[tuple[str, str]]) -> list[ParameterSet]:
    """Readings of the game with a bought card: each takes half a minute on two cores, so only the long tests count it
    again.
    """
    return [pytest.param(*names, marks=pytest.mark.long) for names in quoted]


def register_of(book: str, reading: str) -> str:
    row = rulebooks.get(book).reading(reading)
    return " ".join((row.why, row.evidence, *(candidate.effect for candidate in row.candidates)))


ALL_QUOTED = QUOTED | french.QUOTED | french.QUOTED_BY_STUD
ALL_PERCENTAGES = french.PERCENTAGES | french.PERCENTAGES_OF_STUD


@pytest.mark.parametrize(("book", "reading"), [*QUOTED, *french.QUOTED, *long(french.QUOTED_BY_STUD)])
def test_the_register_quotes_the_exact_figure(book: str, reading: str) -> None:
    words = register_of(book, reading)
    for figure in ALL_QUOTED[book, reading]:
        exact = abs(figure())
        assert f"{exact.numerator}/{exact.denominator}" in words.replace(",", "")
        assert f"{float(exact) * 100:.4f}" in words


@pytest.mark.parametrize(("book", "reading"), [*french.PERCENTAGES, *long(french.PERCENTAGES_OF_STUD)])
def test_the_register_quotes_the_exact_percentage(book: str, reading: str) -> None:
    words = register_of(book, reading)
    for figure in ALL_PERCENTAGES[book, reading]:
        assert f"{float(abs(figure())) * 100:.4f}%" in words


def test_the_register_quotes_how_often_the_bank_does_not_qualify() -> None:
    assert f"in {float(french.bank_below_a_pair()):.0%} of rounds" in register_of(
        "fr-holdem", "ante-of-one-who-abandoned"
    )


def test_every_figure_of_the_french_registers_is_counted_again() -> None:
    """A new percentage of four decimals, or a fraction beside one, needs a function that counts it."""
    counted = ALL_QUOTED.keys() | ALL_PERCENTAGES.keys()
    french_books = [book for book in rulebooks.all_rulebooks() if book.id.startswith("fr-")]
    quoting = {
        (book.id, row.id)
        for book in french_books
        for row in book.readings
        if EXACT.search(register_of(book.id, row.id))
    }
    assert quoting <= counted


EXACT = re.compile(r"\d\.\d{4}%")


# --- Figures in README and docs/analysis.md, tested here so each game is solved only once --------------------

ROOT = Path(__file__).parents[2]
PAGE, README = ((ROOT / name).read_text("utf-8") for name in ("docs/analysis.md", "README.md"))

MAIN_GAMES: dict[str, Callable[[], Fraction]] = {
    "Blind A": lambda: edge(ULTIMATE),
    "Blind B": lambda: edge(ULTIMATE, blind="B"),
    "Ante pays from a straight": lambda: edge(BONUS, **STRAIGHT),
    "from a flush": lambda: edge(BONUS, **FLUSH),
    "Raise from one Ante": lambda: edge(HEADS_UP),
    '"up to" without a minimum': lambda: -solved(HEADS_UP, "no-minimum").value,
    "-": lambda: -flush_game.solve(terms_of("pa-678a")).ev,
    "required bet": lambda: -colorado("required"),
    "permissible bet, tens push": lambda: -colorado("permissible"),
    "permissible bet, tens paid": lambda: -colorado("permissible", pair_of_tens="win"),
}


@pytest.mark.parametrize("choice", MAIN_GAMES)
def test_the_readmes_holds_of_the_main_games_are_exact(choice: str) -> None:
    hold = MAIN_GAMES[choice]()
    assert f"| {choice} | {float(hold) * 100:.4f} % | {fraction_text(hold)} |" in README


@pytest.mark.parametrize("figure", [*REPRODUCED, *EXPLAINED], ids=name_of)
def test_every_published_figure_stands_on_the_page(figure: Figure) -> None:
    assert f"\n{row_of(figure)}\n" in PAGE


@pytest.mark.parametrize("ends", RANGES.values())
def test_every_printed_range_stands_on_the_page(ends: tuple[End, End]) -> None:
    low, high = ends
    shown = f"| {low.printed} % to {high.printed} % | {low.column} {low.exact} % | {high.column} {high.exact} % |"
    assert shown in PAGE
