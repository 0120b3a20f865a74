"""Hands read by a ranking: one hand with its words, or a numpy array of many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import total_ordering
from typing import TYPE_CHECKING, Any

from tablelaw import rulebooks
from tablelaw.cards import RANKINGS, Card, Ranking, cards_text, parse_cards
from tablelaw.errors import BadRulebook, TablelawError, WrongCardCount
from tablelaw.extras import extras_named
from tablelaw.law.rulebook import Rulebook
from tablelaw.plain_text import short

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

USUAL = {3: "three-card", 4: "four-card"}
"""The ranking of hands of three or four cards; others are read by their best five."""
BEST_FIVE = "five-card"


class UnknownRanking(TablelawError):
    """No ranking has that name."""


@total_ordering
@dataclass(frozen=True, slots=True, repr=False, eq=False)
class ReadHand:
    """A hand, its class and its strength; hands of one ranking can be compared."""

    cards: tuple[Card, ...]
    ranking: str
    cls: str
    words: str
    strength: int | None
    """A number, higher for the higher hand; None if the ranking only names classes."""

    def __repr__(self) -> str:
        return f"<{cards_text(self.cards)}: {self.words} ({self.ranking})>"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<p>{escape(cards_text(self.cards))}: <b>{escape(self.words)}</b> ({escape(self.ranking)})</p>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReadHand) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __lt__(self, other: ReadHand) -> bool:
        if not isinstance(other, ReadHand):
            return NotImplemented
        if self.strength is None or other.strength is None or self.ranking != other.ranking:
            what = f"a hand of the ranking {self.ranking} cannot be compared with one of {other.ranking}"
            raise UnknownRanking(what, accepted="two hands of one ranking that gives strengths")
        return self.strength < other.strength

    def _key(self) -> tuple[object, ...]:
        return self.ranking, self.cls if self.strength is None else self.strength


def hand(cards: str | Iterable[int], ranking: str = "", of: str | Rulebook = "", name: str = "player") -> ReadHand:
    """Reads a hand: by the ranking named, by the hand `name` of a rulebook, or by the usual ranking of its size."""
    held = parse_cards(cards) if isinstance(cards, str) else tuple(map(Card, cards))
    read = _of_rulebook(rulebooks.get(of), name) if of else _ranking(ranking or USUAL.get(len(held), BEST_FIVE))
    strength = None if read.strength is None else read.strength(held)
    return ReadHand(held, read.name, read.classify(held), read.describe(held), strength)


def _of_rulebook(book: Rulebook, name: str) -> Ranking:
    known = [row.id for row in book.hands]
    if name not in known:
        raise BadRulebook(f"no hand {short(name)}", where=book.id, accepted=", ".join(known))
    return book.ranking_of(name, book.terms())


def _ranking(name: str) -> Ranking:
    if name not in RANKINGS:
        raise UnknownRanking(f"no ranking {short(name)}", accepted=", ".join(RANKINGS))
    return RANKINGS[name]


def evaluate(hands: npt.NDArray[np.integer[Any]] | Sequence[Sequence[int]] | Sequence[str]) -> npt.NDArray[np.int32]:
    """The strengths of many hands, one per row: 3 or 4 cards by the ranking of that size, 5 to 7 by their best five.

    A hand is card numbers, 0 (2c) to 51 (As), or a text such as "As Kd Qh Jc Ts". A higher number is a higher hand.
    """
    with extras_named("tl.evaluate"):
        import numpy as np

        from tablelaw.cards.arrays import batch

    rows = _numbers(hands)
    if rows.ndim == 2 and rows.shape[1] in USUAL:
        return _few_cards(rows)
    return np.asarray(batch.strengths(rows))


def _numbers(hands: Any) -> npt.NDArray[Any]:
    import numpy as np

    if isinstance(hands, str):
        hands = [hands]
    if len(hands) and all(isinstance(one, str) for one in hands):
        read = [parse_cards(one) for one in hands]
        sizes = sorted({len(one) for one in read})
        if len(sizes) > 1:
            raise WrongCardCount(f"hands of {' and '.join(map(str, sizes))} cards", accepted="hands of one size")
        return np.array(read, np.int64)
    return np.asarray(hands)


def _few_cards(rows: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    """Hands of three or four cards, by the definition of their ranking."""
    import numpy as np

    strength = RANKINGS[USUAL[rows.shape[1]]].strength
    assert strength is not None
    return np.array([strength([Card(card) for card in row]) for row in rows.tolist()], np.int32)
