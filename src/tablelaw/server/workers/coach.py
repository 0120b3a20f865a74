"""The coach's worker: the exact value of each decision, from the cards it is given and no others.

A player waits for the answer, so it runs at the server's priority unless told otherwise: a second process of low
priority makes the first count of a game beforehand and keeps it on disk.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import msgspec

from tablelaw.analysis.advice import Advice, times_json
from tablelaw.analysis.earlier_decisions import Done
from tablelaw.analysis.result import fraction_text
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.cards import PACK, Card
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import structure_of
from tablelaw.server.workers.process import JSON, Tell, main
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import accept

NICE = "TABLELAW_NICE"
"""The environment variable with the process's priority."""


class VisibleCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player sees at a table played under the text of a Rules Submission.

    Without cards there is no answer: the coach only prepares for such a table.
    """

    text: str
    cards: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    earlier: tuple[tuple[str, str], ...] = ()
    """The player's decisions before this one: each action, and what it wagered in Antes."""


class ActionValue(msgspec.Struct, frozen=True):
    """An action, what it wagers in Antes, and its exact gain in Antes."""

    action: str
    multiple: int | str
    ev: str
    discard: str
    words: str


def answer(held: VisibleCards, tell: Tell) -> tuple[bytes, str]:
    terms = _terms(held.text)
    if not held.cards:
        make_ready(terms)
        return b"[]", JSON
    tell("counting")
    earlier = [Done(action, Fraction(times)) for action, times in held.earlier]
    found = solver_of(terms).advise(terms, _cards(held.cards), _cards(held.board), earlier=earlier)
    return msgspec.json.encode([worth(one) for one in found]), JSON


def make_ready(terms: Terms) -> None:
    """Solves some hand at each decision, so that the kernels are compiled and the results of the game are cached."""
    for cards, board in sample_hands(terms):
        solver_of(terms).advise(terms, cards, board)


def sample_hands(terms: Terms) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    structure = structure_of(terms)
    count = structure.own
    for decision in structure.decisions:
        yield PACK[:count], PACK[count : count + decision.seen + structure.dealer_up]


def worth(one: Advice) -> ActionValue:
    discard = "" if one.discard is None else str(one.discard)
    return ActionValue(one.action, times_json(one.multiple), fraction_text(one.ev), discard, one.name)


@lru_cache(maxsize=64)
def _terms(text: str) -> Terms:
    return accept(parse_draft(text)).terms


def _cards(texts: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts))


if __name__ == "__main__":
    main(VisibleCards, answer, int(os.environ.get(NICE, "0")))
