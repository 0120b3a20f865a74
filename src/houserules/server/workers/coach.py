"""The coach's workbench: what each decision is worth, exactly, with the cards it is told and no others.

A player waits for the answer, so it works at the priority of the server, unless told to be nice: the first count of a
game is made beforehand by a second process that takes only what nobody else wants, and kept on disk.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from houserules.analysis.advice import Advice
from houserules.analysis.game_advice import advice_of
from houserules.analysis.game_shape import DISCARD, FLUSHES, HOLDEM, shape_of
from houserules.analysis.result import fraction_text
from houserules.cards import PACK, Card
from houserules.law.decisions import decisions_of
from houserules.law.terms import Terms
from houserules.server.workers.process import JSON, Tell, main
from houserules.submission.draft import parse_draft
from houserules.submission.submission import accept

NICE = "HOUSERULES_NICE"
"""Where the process is told how far it stands back."""
HELD = {HOLDEM: 2, DISCARD: 3, FLUSHES: 7}
"""How many cards a player holds in a game of each shape."""


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player sees at a table played under a Rules Submission (its text).

    Without cards nothing is told: the coach makes itself ready for such a table.
    """

    text: str
    cards: tuple[str, ...] = ()
    board: tuple[str, ...] = ()


class Worth(msgspec.Struct, frozen=True):
    """An action, what it wagers in Antes, and its exact gain in Antes."""

    action: str
    multiple: int
    ev: str
    discard: str
    words: str


def answer(held: Held, tell: Tell) -> tuple[bytes, str]:
    terms = _terms(held.text)
    if not held.cards:
        make_ready(terms)
        return b"[]", JSON
    tell("counting")
    found = advice_of(terms, _cards(held.cards), _cards(held.board))
    return msgspec.json.encode([worth(one) for one in found]), JSON


def make_ready(terms: Terms) -> None:
    """Works out some hand at each decision: the kernels are compiled by then, and what a game keeps is kept."""
    for cards, board in sample_hands(terms):
        advice_of(terms, cards, board)


def sample_hands(terms: Terms) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    count = HELD[shape_of(terms.book)]
    for decision in decisions_of(terms):
        yield PACK[:count], PACK[count : count + decision.seen]


def worth(one: Advice) -> Worth:
    discard = "" if one.discard is None else str(one.discard)
    return Worth(one.action, one.multiple, fraction_text(one.ev), discard, one.name)


@lru_cache(maxsize=64)
def _terms(text: str) -> Terms:
    return accept(parse_draft(text)).terms


def _cards(texts: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts))


if __name__ == "__main__":
    main(Held, answer, int(os.environ.get(NICE, "0")))
