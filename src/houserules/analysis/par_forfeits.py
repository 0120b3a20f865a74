"""Wagers that hang on main-game play: a fold loses them, or a discard changes their hand.

Each is valued under best play of the main game. Where that play is not known card by card for the wager's own hand,
the figure is that of a player who never folds, and says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from houserules.analysis import discard_game
from houserules.analysis.cache import kept
from houserules.analysis.holdem import solve
from houserules.analysis.holdem_game import game_of
from houserules.analysis.holdem_outcomes import outcomes, showdowns, side_wager
from houserules.analysis.main_game import shape_of
from houserules.analysis.par_play import chart_of
from houserules.analysis.payoffs import Net, net_of
from houserules.analysis.progressives import seeds_filed
from houserules.analysis.questions import main_question
from houserules.analysis.result import Distribution, Result
from houserules.analysis.side_counts import class_counts
from houserules.analysis.side_outcomes import Outcomes, hand_row
from houserules.analysis.side_wagers import is_forfeited
from houserules.cards import PACK, RANKINGS, Card, five_card
from houserules.law.conduct import Case
from houserules.law.rows import Wager
from houserules.law.terms import Terms
from houserules.submission.submission import Submission

MAIN_PLAY, NEVER_FOLDING = "under best play of the main game", "for a player who never folds"
FLOP = 3


@dataclass(frozen=True, slots=True)
class Hanging:
    """A side wager's result, the play it holds under, and the gain of one who never folds where both are known."""

    result: Result
    basis: str = ""
    never_folding: Fraction | None = None
    outcomes: Outcomes | None = None
    """Of a wager on shares of a meter: its outcomes under main-game play."""


def under_main_play(submission: Submission, wager: Wager, main: Result, plain: Result | None) -> Hanging:
    """The result of an offered wager; `plain` is the one that no decision touches, where there is one."""
    if plain is None:
        is_discard = shape_of(submission.book) == "discard"
        return _by_discard(submission, wager) if is_discard else _against_the_dealer(submission, wager)
    if not is_lost_by_a_fold(submission.terms, wager):
        return Hanging(plain)
    if _is_decided_by_the_first_fold(submission.terms, wager):
        return _by_first_cards(submission, wager, main, plain)
    return Hanging(plain, NEVER_FOLDING)


def is_lost_by_a_fold(terms: Terms, wager: Wager) -> bool:
    """Does a fold lose the wager, and is there one in the version played?"""
    stages = [stage for stage in terms.book.stages if terms.holds(stage.when)]
    can_fold = any(choice.action == "fold" for stage in stages for choice in stage.choices)
    return can_fold and is_forfeited(terms, wager)


def _by_discard(submission: Submission, wager: Wager) -> Hanging:
    return Hanging(discard_game.side_result(submission.terms, wager.id), MAIN_PLAY)


# --- Hands of seven cards against the dealer's ------------------------------------------------------------


def _against_the_dealer(submission: Submission, wager: Wager) -> Hanging:
    terms = submission.terms
    played = _kept(terms, wager, MAIN_PLAY, lambda: side_wager(terms, wager.id, outcomes(solve(game_of(terms)))))
    never = _kept(terms, wager, NEVER_FOLDING, lambda: side_wager(terms, wager.id, showdowns()))
    return Hanging(played, MAIN_PLAY, never.ev)


def _kept(terms: Terms, wager: Wager, basis: str, count: Callable[[], Distribution]) -> Result:
    columns = {table.id: terms.choice(table.id) for table in terms.book.paytables_of(wager.id)}
    question = f"{wager.id} {columns} {basis}, {main_question(terms)}"

    def answer() -> Result:
        spread = count()
        return Result(terms.book.id, wager.id, columns, "wager", spread.mean, distribution=spread, method=basis)

    return kept(terms.book, question, answer)


# --- Hands of the first cards and the Flop, where a fold comes before it ------------------------------------


def _is_decided_by_the_first_fold(terms: Terms, wager: Wager) -> bool:
    """Is the hand two cards and the Flop, and can a player fold only before the Flop?"""
    hand = hand_row(terms.book, wager.hand)
    folds = [stage.id for stage in terms.book.stages if any(choice.action == "fold" for choice in stage.choices)]
    first = next(entry.stage for entry in terms.book.flow if entry.do == "decide")
    return hand.cards == ("player", "flop") and hand.ranking == five_card.NAME and folds == [first]


def _by_first_cards(submission: Submission, wager: Wager, main: Result, plain: Result) -> Hanging:
    found = Outcomes(tuple(_lines(submission.terms, wager, main)))
    spread = found.distribution(seeds_filed(submission, wager.id))
    method = f"exact count of {found.total:,} deals of two cards and the Flop, {MAIN_PLAY}"
    result = replace(plain, ev=spread.mean, meters=found.coefficients, distribution=spread, method=method)
    return Hanging(result, MAIN_PLAY, plain.ev, found)


def _lines(terms: Terms, wager: Wager, main: Result) -> list[tuple[Net, int]]:
    """What each class gains in the deals best play does not fold, and what a fold gains in the others."""
    folded = folded_classes(main)
    flops_of_a_hand = comb(FLOP + 2, 2)
    counts = {cls: n * flops_of_a_hand - folded[cls] for cls, n in class_counts(five_card.NAME, FLOP + 2).items()}
    cases = [(Case(wager.id, terms, {wager.hand: cls}), count) for cls, count in counts.items()]
    cases.append((Case(wager.id, terms, acts=frozenset(("fold",))), folded.total()))
    return [(net_of(terms.book.settle(case)), count) for case, count in cases]


def folded_classes(main: Result) -> Counter[str]:
    """Deals of two cards and a Flop that best play folds before it, by the class they would have made."""
    folded = Counter[str]()
    for cell in chart_of(main):
        if cell.action == "fold":
            for cls, deals in classes_with(_two_cards(cell.kind)).items():
                folded[cls] += cell.ways * deals
    return folded


def _two_cards(kind: int) -> tuple[Card, Card]:
    row, column = divmod(kind, 13)
    return PACK[4 * row], PACK[4 * column + (row <= column)]


def classes_with(cards: tuple[Card, Card]) -> Counter[str]:
    """The classes two cards make with every Flop."""
    from houserules.cards.batch import categories, strengths

    left = [card for card in PACK if card not in cards]
    hands = np.array([(*cards, *flop) for flop in combinations(left, FLOP)], np.uint8)
    names = RANKINGS[five_card.NAME].classes[::-1]
    return Counter({names[n]: int(deals) for n, deals in enumerate(np.bincount(categories(strengths(hands)))) if deals})
