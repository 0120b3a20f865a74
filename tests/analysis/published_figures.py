"""Figures that others have published, as printed, each with the function that computes it exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

import msgspec
import numpy as np

from tablelaw import rulebooks
from tablelaw.analysis.against_dealer.flushes.best_play import flush_advice
from tablelaw.analysis.against_paytable.discard import best_play as discard_game
from tablelaw.analysis.board_with_dealer import best_play as holdem
from tablelaw.analysis.board_with_dealer.advice import advice
from tablelaw.analysis.board_with_dealer.best_play import TURN, deals_of_kind, solve, summed
from tablelaw.analysis.board_with_dealer.count_endings import outcomes
from tablelaw.analysis.board_with_dealer.distribution import average_wager, distribution, side_wager
from tablelaw.analysis.board_with_dealer.flops_and_turns import Actions
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.board_with_dealer.value_kernels import UNIT
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.result import Distribution
from tablelaw.analysis.side_wagers.progressives import progressive
from tablelaw.analysis.side_wagers.values import side_result
from tablelaw.analysis.symmetry.starting_hands import KINDS, ways
from tablelaw.cards import parse_cards
from tablelaw.cards.rankings.five_card import CLASSES
from tests.analysis.solved import BONUS, HEADS_UP, KIND, ULTIMATE, ended, shown, solved, terms_of
from tests.examples import example

SOLVED = "Bernton/BerldPokerEngine"
WIZARD = "Wizard of Odds"
QUOTED_OFTEN = "often quoted"
"""A figure in common use whose first source was not found."""
DISCOUNT = "Discount Gambling"
STRAIGHT, FLUSH = {"ante_pays_from": "straight"}, {"ante_pays_from": "flush"}


@dataclass(frozen=True, slots=True)
class Figure:
    """A published figure and the exact one."""

    game: str
    what: str
    printed: str
    """The figure as published: a fraction, a percentage, a decimal or a whole number."""
    source: str
    exact: Callable[[], Fraction]


@dataclass(frozen=True, slots=True)
class Explained(Figure):
    """A published figure that differs from the exact one; `theirs` computes it if its origin is known."""

    why: str
    theirs: Callable[[], Fraction] | None = None


@cache
def exact_of(figure: Figure) -> Fraction:
    """The exact figure, computed once and cached."""
    return figure.exact()


def name_of(figure: Figure) -> str:
    return f"{figure.game}: {figure.what}"


def value_of(printed: str) -> tuple[Fraction, Fraction]:
    """The printed number, and half a unit in its last digit (0 for a fraction or a count)."""
    text = printed.replace(",", "").replace(" ", "")
    if "/" in text or "." not in text:
        return Fraction(text.removesuffix("%")) / (100 if "%" in text else 1), Fraction(0)
    number = text.removesuffix("%")
    share = Fraction(1, 100 if "%" in text else 1)
    return Fraction(number) * share, Fraction(1, 2 * 10 ** len(number.partition(".")[2])) * share


def is_printed_as(exact: Fraction, printed: str) -> bool:
    number, half = value_of(printed)
    return abs(exact - number) <= half


def row_of(figure: Figure) -> str:
    """The figure's row in docs/analysis.md; our figure has more digits than any published one."""
    exact, is_share = exact_of(figure), "%" in figure.printed
    ours = f"{float(exact) * 100:.6f} %" if is_share else f"{float(exact):.8f}"
    if value_of(figure.printed)[1] == 0 and not is_share:
        ours = "the same"
    cells = [figure.game, figure.what, figure.printed, ours, figure.source]
    return "| " + " | ".join([*cells, figure.why] if isinstance(figure, Explained) else cells) + " |"


# --- Exact computations --------------------------------------------------------------------------


def edge(book: str, **choices: str) -> Fraction:
    return -solved(book, **choices).value


def average(book: str, **choices: str) -> Fraction:
    return average_wager(solved(book, **choices).game, ended(book, **choices))


def risk(book: str, **choices: str) -> Fraction:
    return edge(book, **choices) / average(book, **choices)


def hands_that(book: str, action: str, **choices: str) -> Fraction:
    """The number of the 1,326 pairs for which only this action is best."""
    best = enumerate(solved(book, **choices).best_before_flop())
    return Fraction(sum(ways(kind) for kind, name in best if name == action))


def staying(kind: str, **choices: str) -> Fraction:
    return solved(BONUS, **choices).value_of(KIND[kind], "bet 2x")


def never_folding() -> Fraction:
    """The value of Texas Hold 'Em Bonus for a player who always makes the Flop wager."""
    stays = sum(solved(BONUS, **STRAIGHT).by_class["bet 2x"], Fraction(0))
    return -stays / sum(map(deals_of_kind, range(KINDS)))


def on_the_river(cards: str) -> Fraction:
    told = advice(terms_of(ULTIMATE), parse_cards(cards), parse_cards("4s 5h 6d 8c 9d"))
    return next(one.ev for one in told if one.action == "bet")


def side(book: str, wager: str, column: str) -> Fraction:
    return -side_result(rulebooks.get(book).terms(None, **{wager: column}), wager).ev


def bad_beat(column: str, folding: bool = False) -> Fraction:
    """The hold of Bad Beat without folds, or under best play of Ante and Blind."""
    ends = ended(ULTIMATE) if folding else shown()
    return -side_wager(terms_of(ULTIMATE, bad_beat=column), "bad-beat", ends).mean


def dealt(own: slice | int, dealer: slice | int, standing: int) -> int:
    """The number of boards and pairs of hands, ignoring order; the solver counts each flop, turn and river 20 times."""
    return int(shown().counts[0][own, dealer, standing].sum()) // 20


def winning(cls: str) -> Fraction:
    return Fraction(dealt(CLASSES.index(cls), slice(None), 0))


def beaten(cls: str) -> Fraction:
    """The number of losing hands of a class, the player's and the dealer's together."""
    place = CLASSES.index(cls)
    return Fraction(dealt(place, slice(None), 2) + dealt(slice(None), place, 0))


def raising(cards: str) -> Fraction:
    told = flush_advice(terms_of("pa-678a"), parse_cards(cards))
    return next(one.ev for one in told if one.action == "bet")


def colorado(version: str, **readings: str) -> Fraction:
    named = {name.replace("_", "-"): chosen for name, chosen in readings.items()}
    return discard_game.solve(rulebooks.get("ma-colorado").terms(named, version=version)).ev


# --- Figures with another definition or paytable ----------------------------------------------------


@cache
def usual_heads_up() -> Fraction:
    """Heads-Up with the Bad Beat odds that others publish: 500, 50, 10, 8 and 5 to 1."""
    odds = {"four-of-a-kind": "50 to 1", "full house": "10 to 1", "flush": "8 to 1", "straight": "5 to 1"}
    book = rulebooks.get(HEADS_UP)
    table = book.paytable("odds-bad-beat")
    rows = tuple((cls, odds.get(cls, printed)) for cls, printed in table.rows)
    changed = msgspec.structs.replace(table, rows=rows)
    other = replace(book, paytables=tuple(changed if t.id == table.id else t for t in book.paytables))
    return -solve(game_of(other.terms())).value


def spread(bets_at_nothing: bool = False) -> Distribution:
    """The outcomes of Texas Hold 'Em Bonus if a River wager worth exactly nothing is skipped, or if it is made."""
    found = solved(BONUS, **STRAIGHT)
    if bets_at_nothing:
        ranks, suits = (parts[TURN][UNIT : UNIT + 1].astype(np.int64) for parts in summed(found.game))
        bet_first = holdem._decided(TURN, ranks, suits, Actions(np.zeros(2, np.int64), np.array([[1], [0]]))).chosen
        (turn,) = found.game.tree.parts(TURN)
        found = replace(found, chosen={**found.chosen, turn: (1 - bet_first).astype(np.int8)})
    return distribution(found.game, outcomes(found))


def deviation() -> Fraction:
    return Fraction(spread().standard_deviation)


def deviation_without_folds() -> Fraction:
    """The deviation when folded rounds are omitted: the root of the other rounds' squares minus the squared mean of all
    rounds.
    """
    whole = spread(bets_at_nothing=True)
    squares = sum((v * v * n for v, n in whole.counts.items() if v != -1), Fraction(0)) / whole.total
    return Fraction(float(squares - whole.mean**2) ** 0.5)


def added_in_four_decimals(book: str, wager: str, column: str) -> Fraction:
    """The hold of a side wager when each row's return is rounded to four decimals before adding."""
    rows = side_result(rulebooks.get(book).terms(None, **{wager: column}), wager).distribution
    assert rows is not None
    return -sum((round(v * n / rows.total, 4) for v, n in rows.counts.items()), Fraction(0))


def progressive_at(column: str, rate: str) -> Fraction:
    """The long-run figures of a $1 High Card Flush Progressive that resets to $30,000, for a given share of wagers fed
    to the meter.
    """
    return progressive(rulebooks.get("pa-678a").terms(progressive=column), "progressive").long_run(Fraction(rate)).hold


# --- Reproduced ------------------------------------------------------------------------------------

UTH, THB, HUH, HCF = "Ultimate", "Texas Hold 'Em Bonus", "Heads-Up", "High Card Flush"
WON = {
    "royal flush": "85,615,200",
    "straight flush": "734,237,144",
    "four-of-a-kind": "4,240,864,800",
    "full house": "62,810,500,464",
    "flush": "71,523,195,288",
}
LOST = {
    "straight flush": "10,300,592",
    "four-of-a-kind": "471,040,512",
    "full house": "8,435,225,376",
    "flush": "19,434,208,592",
    "straight": "18,271,076,976",
    "three-of-a-kind": "64,049,759,448",
}
STAYING = {
    "32o": ("-1.155927", "-1.195592"),
    "42o": ("-1.091604", "-1.13521"),
    "52o": ("-1.019987", "-1.067022"),
    "62o": ("-1.046723", "-1.077817"),
    "72o": ("-1.031301", "-1.050057"),
    "82o": ("-0.896002", "-0.917393"),
    "K2o": ("-0.102668", "-0.1154"),
}

REPRODUCED = (
    Figure(UTH, "EV, Blind A", "-607,723,787,676/27,813,810,024,000", SOLVED, lambda: -edge(ULTIMATE)),
    Figure(UTH, "house edge, Blind A", "2.185 %", WIZARD, lambda: edge(ULTIMATE)),
    Figure(UTH, "element of risk", "0.526 %", WIZARD, lambda: risk(ULTIMATE)),
    Figure(UTH, "pairs that raise 4x before the Flop", "500", SOLVED, lambda: hands_that(ULTIMATE, "bet 4x")),
    Figure(UTH, "pairs for which 3x is best", "0", SOLVED, lambda: hands_that(ULTIMATE, "bet 3x")),
    Figure(
        *(UTH, "two aces, 4x", "75,535,105,760/20,975,724,000", SOLVED),
        lambda: solved(ULTIMATE).value_of(KIND["AA"], "bet 4x"),
    ),
    Figure(UTH, "Kd Qh on 4s 5h 6d 8c 9d, 1x", "-2.1727", DISCOUNT, lambda: on_the_river("Kd Qh")),
    Figure(UTH, "Ad Jh on 4s 5h 6d 8c 9d, 1x", "-1.9788", DISCOUNT, lambda: on_the_river("Ad Jh")),
    Figure(UTH, "Trips C", "3.50 %", WIZARD, lambda: side(ULTIMATE, "trips", "C")),
    Figure(UTH, "Bad Beat B, never folding", "14.7868 %", DISCOUNT, lambda: bad_beat("B")),
    *(
        Figure(UTH, f"deals in which the player wins with a {c}", n, WIZARD, partial(winning, c))
        for c, n in WON.items()
    ),
    *(Figure(UTH, f"deals in which a {c} is beaten", n, DISCOUNT, partial(beaten, c)) for c, n in LOST.items()),
    Figure(
        *(THB, "EV, straight or better", "-1,133,091,156,680/55,627,620,048,000", SOLVED),
        lambda: -edge(BONUS, **STRAIGHT),
    ),
    Figure(THB, "average wager", "3.8181", WIZARD, lambda: average(BONUS, **STRAIGHT)),
    Figure(THB, "element of risk", "0.5335 %", WIZARD, lambda: risk(BONUS, **STRAIGHT)),
    Figure(THB, "house edge, flush or better", "5.5935 %", "S. McIntosh", lambda: edge(BONUS, **FLUSH)),
    *(
        Figure(THB, f"{k} stays in, straight+", n, WIZARD, partial(staying, k, **STRAIGHT))
        for k, (n, _) in STAYING.items()
    ),
    *(Figure(THB, f"{k} stays in, flush+", n, WIZARD, partial(staying, k, **FLUSH)) for k, (_, n) in STAYING.items()),
    Figure(HUH, "Pocket Bonus A", "4.52 %", "Playtech", lambda: side(HEADS_UP, "pocket-bonus", "A")),
    Figure(HUH, "Trips Plus D", "3.34 %", "Playtech", lambda: side(HEADS_UP, "trips-plus", "D")),
    Figure(
        *("Casino Hold'em", "EV", "-600,123,513,880/27,813,810,024,000", QUOTED_OFTEN),
        lambda: main_of(example("casino-holdem").terms()).ev,
    ),
    Figure(
        "Mississippi Stud", "house edge", "4.9149 %", WIZARD, lambda: -main_of(example("mississippi-stud").terms()).ev
    ),
    Figure(
        *("Let It Ride", "house edge", "3.5057 %", QUOTED_OFTEN), lambda: -main_of(example("let-it-ride").terms()).ev
    ),
)
"""Figures of whole hands against the dealer's, which take a while to count, are with their game's own tests."""

# --- Not the exact figure, and why -------------------------------------------------------------------

BOARD = "the Board's preamble"
EXPLAINED = (
    Explained(
        *(THB, "standard deviation", "3.500839", WIZARD, deviation),
        "Folded rounds are left out of the sum of squares, and a River wager worth exactly nothing is made.",
        deviation_without_folds,
    ),
    Explained(
        *(THB, "house edge, Colorado rules", "2.3496 %", "S. McIntosh", lambda: edge(BONUS, **STRAIGHT)),
        "The source does not print those rules; it is the figure of a game without a fold.",
        never_folding,
    ),
    Explained(
        *(HUH, "house edge", "2.36 %", QUOTED_OFTEN, lambda: edge(HEADS_UP)),
        "It belongs to Bad Beat odds of 500, 50, 10, 8 and 5 to 1; 677a.12(c) prints 500, 25, 6, 5 and 4.",
        usual_heads_up,
    ),
    Explained(
        *(HUH, "Trips Plus A, least of the range", "0.75 %", BOARD, lambda: side(HEADS_UP, "trips-plus", "A")),
        "Rows rounded to four decimals and then added give it; but paytable C would then be 4.35 %, not 4.34 %.",
        lambda: added_in_four_decimals(HEADS_UP, "trips-plus", "A"),
    ),
    Explained(
        *(HCF, "Th 8h 6h Js Ad Qd Jc raised", "-0.86655", WIZARD, lambda: raising("Th 8h 6h Js Ad Qd Jc")),
        "Origin unknown. Listing every set of every suit gives the exact figure too; the decision is the same.",
    ),
    Explained(
        *(HCF, "Th 8h 6h 7d 4d 2d 9c raised", "-1.06993", WIZARD, lambda: raising("Th 8h 6h 7d 4d 2d 9c")),
        "Origin unknown: the fifth decimal is off. The decision is the same.",
    ),
    *(
        Explained(
            *(HCF, f"Progressive {column}, long run, before the meter's rate", "23 %", BOARD),
            partial(progressive_at, column, "0"),
            f"Rate, seed and stake are the operator's: for $1 and $30,000 a rate of {share} makes it 23 %.",
            partial(progressive_at, column, rate),
        )
        for column, rate, share in (("A", "12214836/41807675", "29.22 %"), ("B", "40350389/167230700", "24.13 %"))
    ),
)

# --- Hold ranges printed by the Board ----------------------------------------------------------------


class End(NamedTuple):
    """One end of a range: the printed figure, its paytable, its exact value, and how the two are related."""

    printed: str
    column: str
    exact: str
    way: str


RANGES = {
    ("pa-677a", "pocket-bonus"): (End("4.52", "A", "4.5249", "either"), End("9.95", "C", "9.9548", "either")),
    ("pa-677a", "trips-plus"): (End("0.75", "A", "0.7402", "neither"), End("4.34", "C", "4.3385", "rounded")),
    ("pa-678a", "flush-bonus"): (End("4.8", "C", "4.7908", "rounded"), End("9.6", "E", "9.5952", "rounded")),
    ("pa-678a", "straight-flush-bonus"): (End("6.26", "B", "6.2673", "cut off"), End("7.75", "C", "7.7574", "cut off")),
}
"""The hold ranges printed by regulators. The 23% printed for the Progressive is not a range; it is listed among the
explained figures.
"""
