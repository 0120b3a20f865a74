"""Finds the lines of a scenario that depend on unnamed cards: other cards at the same places would change them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from tablelaw.cards import Card
from tablelaw.errors import RuleConflict
from tablelaw.law.conduct import STANDINGS
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.scenarios.cards import Shoe
from tablelaw.scenarios.format import BadScenario
from tablelaw.table.events import Line
from tablelaw.table.round.hands import Hands, standing
from tablelaw.table.state import Round
from tablelaw.table.verdicts import HeldHands, Question, Verdicts

TRIED_ONE_BY_ONE = 2
"""The most unnamed cards for which every way of naming them is tried; with more, every class the hands could have is
tried.
"""

COMPARED = ("player", "dealer")
"""The hands that are compared for a standing."""


class _Asked(BaseException):
    """A rule looked at a hand whose cards are not all named. It is no error, so no rule handles it."""

    def __init__(self, hand: str) -> None:
        self.hand = hand


class _KnownHands(dict[str, str]):
    """The classes of hands whose cards are all named, and assumed classes for the other hands."""

    def __init__(self, hands: Hands, unnamed: Mapping[str, tuple[Card, ...]], supposed: Mapping[str, str]) -> None:
        super().__init__(supposed)
        self._hands, self._unnamed = hands, unnamed

    def __missing__(self, hand: str) -> str:
        if self._unnamed[hand]:
            raise _Asked(hand)
        return self._hands[hand]


class _UnnamedCards(dict[str, tuple[Card, ...]]):
    """The unnamed cards of each hand."""

    def __init__(self, hands: Hands, filled: set[Card]) -> None:
        super().__init__()
        self._hands, self._filled = hands, filled

    def __missing__(self, hand: str) -> tuple[Card, ...]:
        found = self._hands.cards(hand)
        self[hand] = tuple(card for card in found if card in self._filled)
        return self[hand]


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A wager that depends on unnamed cards, with the round as it was when the wager was settled."""

    wager: str
    seat: int
    round: Round
    cards: frozenset[Card]

    def refuse(self) -> None:
        """Raises a refusal that names the places with missing cards."""
        lacking = Counter(place for place, card in _places(self.round) if card in self.cards)
        total = Counter(place for place, _ in _places(self.round))
        why = ", ".join(f"{place} lacks {count} of {total[place]}" for place, count in lacking.items())
        why += f"; {self.wager} of seat {self.seat} depends on them"
        raise BadScenario("missing-cards", where=", ".join(lacking), why=why, accepted="all cards that decide a wager")


def _places(round_: Round) -> Iterator[tuple[str, Card]]:
    """Every card on the table with its place, including players' discards."""
    for number, seat in round_.seats.items():
        yield from ((f"seat {number}", card) for card in (*seat.cards, *seat.discard))
    for place, cards in round_.places.items():
        yield from ((place, card) for card in cards)


class CheckedVerdicts(Verdicts):
    """Verdicts that record every line that unnamed cards leave open."""

    def __init__(self, book: Rulebook, terms: Terms, shoe: Shoe) -> None:
        super().__init__(book, terms)
        self._shoe = shoe
        self._open: list[OpenLine] = []

    def line(self, question: Question, hands: HeldHands) -> Line:
        if self._shoe.filled and isinstance(hands, Hands):
            cards = self._deciding(question, hands)
            if cards:
                seat = next(n for n, seat in hands.round.seats.items() if seat is hands.seat)
                self._open.append(OpenLine(question[0], seat, hands.round, cards))
        return super().line(question, hands)

    def require_closed_lines(self, round_: Round) -> None:
        """Refuses the first line that unnamed cards leave open, unless an irregularity has undone it."""
        for line in self._open:
            if line.round.voided_by == round_.voided_by:
                line.refuse()

    def _deciding(self, question: Question, hands: Hands) -> frozenset[Card]:
        """The unnamed cards that a line depends on; empty if the line is the same for any cards."""
        drawn = self._drawn(question[0], hands)
        if drawn:
            return drawn
        unnamed = _UnnamedCards(hands, self._shoe.filled)
        lines = self._of_every_class(question, hands, unnamed)
        cards = frozenset(card for found in unnamed.values() for card in found)
        if len(lines) == 1:
            return frozenset()
        if len(cards) <= TRIED_ONE_BY_ONE and self._agree(question, hands, cards):
            return frozenset()
        return cards

    def _of_every_class(self, question: Question, hands: Hands, unnamed: _UnnamedCards) -> set[Line | None]:
        """The lines for every class that hands with unnamed cards could have, including some impossible pairings."""
        wager, against, acts, stake = question
        compared = [card for hand in COMPARED for card in unnamed[hand]] if against is not None else []
        lines: set[Line | None] = set()
        for each in STANDINGS if compared else (against,):
            waiting: list[dict[str, str]] = [{}]
            while waiting:
                supposed = waiting.pop()
                try:
                    lines.add(self._line_of((wager, each, acts, stake), _KnownHands(hands, unnamed, supposed)))
                except _Asked as asked:
                    classes = self.terms.ranking_of(asked.hand).classes
                    waiting += [{**supposed, asked.hand: cls} for cls in classes]
        return lines

    def _line_of(self, question: Question, hands: Mapping[str, str]) -> Line | None:
        """The line for given classes; None if they cannot occur together and no rule applies."""
        try:
            return self.decide(question, hands)
        except RuleConflict:
            return None

    def _agree(self, question: Question, hands: Hands, cards: frozenset[Card]) -> bool:
        """Whether all ways of naming a few cards give the same line."""
        wager, against, acts, stake = question
        lines: set[Line] = set()
        for others in permutations(self._shoe.unnamed, len(cards)):
            tried = hands.with_cards(dict(zip(cards, others, strict=True)))
            stands = standing(tried.rules, tried.round, tried.seat) if against is not None else None
            lines.add(self.decide((wager, stands, acts, stake), tried))
            if len(lines) > 1:
                return False
        return True

    def _drawn(self, wager: str, hands: Hands) -> frozenset[Card]:
        """The unnamed cards, if one of them may be the card drawn for a bonus."""
        bonus, drawn = self.book.wager(wager), set(hands.round.drawn_cards)
        if bonus.drawn != "card" or drawn.isdisjoint(self._shoe.unnamed):
            return frozenset()
        for carrier in bonus.rides_on:
            cards = hands.cards(self.book.wager(carrier).hand) if carrier in hands.seat.wagers else ()
            known = drawn.intersection(cards).difference(self._shoe.filled)
            if not known and (open_ := self._shoe.filled.intersection(cards)):
                return frozenset(open_)
        return frozenset()
