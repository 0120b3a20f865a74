"""The exposure of a hold'em game: every sight (see `sights`) is solved and counted, and the sum is compared with best
honest play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from time import perf_counter

import numpy as np

from tablelaw.analysis.board_with_dealer.decision_tree import Fork, amount
from tablelaw.analysis.board_with_dealer.distribution import average_wager, distribution
from tablelaw.analysis.board_with_dealer.endings import Ends
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.protection.board_with_dealer.best_play import Decided, Question, decided
from tablelaw.analysis.protection.board_with_dealer.count_endings import endings
from tablelaw.analysis.protection.board_with_dealer.first_decision import Classes, First, classes_of, first_actions
from tablelaw.analysis.protection.board_with_dealer.seen_tree import seen_tree_of
from tablelaw.analysis.protection.board_with_dealer.sights import Sight, sights_of
from tablelaw.analysis.protection.counted_exposure import counted_exposure
from tablelaw.analysis.protection.information import DEALER, Information
from tablelaw.analysis.protection.result import Change, Exposure
from tablelaw.analysis.result import Result
from tablelaw.analysis.symmetry.starting_hands import KINDS, kind_name
from tablelaw.law.rulebook import Terms

METHOD = "every board and every pair of cards against all hands of the dealer that are possible with the seen cards"


def exposure(terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
    """The main game for a player who sees what `information` says; `tell` is called with each sight as it begins."""
    started = perf_counter()
    honest = main_of(terms, tell)
    found = _solved(question_of(terms, information), information, tell)
    ends = Ends(found.question.tree.names, found.counts[:, ::-1, ::-1].astype(object))
    spread = distribution(found.question.game, ends)
    value = Fraction(found.total, found.deals * found.question.game.unit)
    assert spread.mean == value, "deals counted by how they end have the value that was solved"
    return counted_exposure(
        *(terms, information, honest, spread, started),
        wager=average_wager(found.question.game, ends),
        actions=ends.frequencies(),
        changed=_changed(found, honest),
        method=METHOD,
    )


def question_of(terms: Terms, information: Information) -> Question:
    game = game_of(terms)
    return Question(game, seen_tree_of(game, information))


class _Found:
    """What is known after all sights: values, first actions by kind of pair, and how deals end."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.total = self.deals = 0
        self.first = Counter[tuple[int, int]]()
        """(kind of pair, number of the first action) -> deals."""
        bounds = len(question.game.bounds)
        self.counts = np.zeros((len(question.tree.names), bounds, bounds, 3), np.int64)

    def add_first(self, known: Classes, first: First, deals: list[int]) -> None:
        self.total, self.deals = self.total + first.total, self.deals + first.deals
        for number, action in enumerate(first.action):
            self.first[int(known.kind[number]), action] += deals[number]


def _solved(question: Question, information: Information, tell: Told | None) -> _Found:
    """Solves and counts every sight. If the dealer's cards are known only after the first decision, all sights are
    summed before that decision is made, and each is solved once more to count how its deals end.
    """
    found, sights = _Found(question), sights_of(information)
    item = information.at(DEALER)
    is_known_first = item is None or item.since == 1
    if is_known_first:
        for sight in _told(sights, "values", tell):
            known = classes_of(sight, question.tree, True)
            here = decided(question, sight, known)
            first = first_actions(question.tree, here.sums, here.deals)
            found.add_first(known, first, here.deals)
            found.counts += endings(question, sight, known, first, here)
        return found
    known = classes_of(sights[0], question.tree, False)
    apart = [replace(decided(question, sight, known), chosen={}) for sight in _told(sights, "values", tell)]
    together = _together(apart)
    first = first_actions(question.tree, together.sums, together.deals)
    found.add_first(known, first, together.deals)
    for sight in _told(sights, "endings", tell):
        found.counts += endings(question, sight, known, first, decided(question, sight, known))
    return found


def _told(sights: tuple[Sight, ...], doing: str, tell: Told | None) -> Iterator[Sight]:
    for number, sight in enumerate(sights, 1):
        if tell is not None:
            tell(f"{doing}, {sight.name} seen, {number} of {len(sights)}")
        yield sight


def _together(parts: list[Decided]) -> Decided:
    """Adds up the sums of several sights."""
    sums = {part: [sum(row) for row in zip(*(one.sums[part] for one in parts), strict=True)] for part in parts[0].sums}
    return Decided(sums, [sum(row) for row in zip(*(one.deals for one in parts), strict=True)], {})


def _changed(found: _Found, honest: Result) -> tuple[Change, ...]:
    """The kinds of pair whose first action differs from honest play, those that change most often first."""
    root = found.question.tree.tree.root
    if not isinstance(root, Fork) or not found.first:
        return ()
    steps = found.question.game.steps
    names = [amount(name, int(times * steps), steps) for name, times in root.decision.actions]
    best = [max(names, key=lambda name: honest.chart[name][kind]) for kind in range(KINDS)]
    changes = [
        Change(kind_name(kind), best[kind], names[action], Fraction(deals, found.deals))
        for (kind, action), deals in found.first.items()
        if names[action] != best[kind]
    ]
    return tuple(sorted(changes, key=lambda change: (-change.weight, change.hand, change.informed)))
