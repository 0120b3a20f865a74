"""The value of every first action before the flop, for each sight of the dealer's cards and each class of what the
player knows, cached on disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from tablelaw.analysis.advice import Advice, best_first
from tablelaw.analysis.board_with_dealer.decision_tree import CONSTANT, Fork
from tablelaw.analysis.board_with_dealer.flops_and_turns import pairs
from tablelaw.analysis.cache import kept_as
from tablelaw.analysis.main_choices import Told, main_question
from tablelaw.analysis.protection.board_with_dealer.best_play import decided
from tablelaw.analysis.protection.board_with_dealer.exposure import question_of
from tablelaw.analysis.protection.board_with_dealer.first_decision import classes_of
from tablelaw.analysis.protection.board_with_dealer.sights import Sight, sights_of
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.result_files import Form
from tablelaw.cards import Card
from tablelaw.law.rulebook import Terms


class FirstDecisionValues(NamedTuple):
    """The sums of one sight: [action][class] in parts of the unit, and [class] -> deals."""

    sums: list[list[int]]
    deals: list[int]


def first_advice(
    terms: Terms, information: Information, cards: Sequence[Card], known: Known, tell: Told | None = None
) -> list[Advice]:
    """What every first action is worth with two cards before the flop, best first."""
    question = question_of(terms, information)
    root = question.tree.tree.root
    assert isinstance(root, Fork)
    sight, cell = _sight_of(information, known)
    values, classes = _values(terms, information, sight.name, tell), classes_of(sight, question.tree, True)
    mask = np.uint64(sum(1 << card for card in cards))
    pair = int(np.flatnonzero(pairs().mask == mask)[0])
    here = int(classes.of[cell, known.board[0] if known.board else 0, pair])
    deals = values.deals[here] * question.game.unit
    return best_first(
        Advice(action, times, Fraction(sums[here], deals))
        for (action, times), sums in zip(root.decision.actions, values.sums, strict=True)
    )


def _sight_of(information: Information, known: Known) -> tuple[Sight, int]:
    """The sight that matches the dealer's known cards, and the cell of their suits."""
    wanted = sorted(map(int, known.dealer))
    for sight in sights_of(information):
        for cell, seen in enumerate(sight.cards.tolist()):
            if seen == wanted:
                return sight, cell
    raise AssertionError("every card of the dealer belongs to a sight")


@lru_cache(maxsize=32)
def _values(terms: Terms, information: Information, name: str, tell: Told | None) -> FirstDecisionValues:
    """The values of the first decision for one sight, solved once and then cached on disk."""
    said = f"first decision, seen {information.text}, {name}, {main_question(terms)}"

    def solved() -> FirstDecisionValues:
        if tell is not None:
            tell(f"{terms.book.id}, {said}")
        question = question_of(terms, information)
        (sight,) = (sight for sight in sights_of(information) if sight.name == name)
        here = decided(question, sight, classes_of(sight, question.tree, True))
        root = question.tree.tree.root
        assert isinstance(root, Fork)
        parts = {**here.sums, CONSTANT: here.deals}
        sums = [
            [sum(times * parts[part][n] for part, times in place.value.items()) for n in range(len(here.deals))]
            for place in root.actions
        ]
        return FirstDecisionValues(sums, here.deals)

    return kept_as(FIRST_DECISION_VALUES, terms.book, said, solved)


def _read(kept: dict[str, Any]) -> FirstDecisionValues:
    return FirstDecisionValues(kept["sums"], kept["deals"])


FIRST_DECISION_VALUES: Form[FirstDecisionValues] = Form(FirstDecisionValues._asdict, _read)
