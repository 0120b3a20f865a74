"""Small values that rulebooks write as text: cites, money, percentages, meter amounts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from tablelaw.amounts import parse_money, parse_percent
from tablelaw.errors import BadAmount, BadRulebook
from tablelaw.law.cite import Cite
from tablelaw.law.notation import Notation
from tablelaw.law.odds import Odds
from tablelaw.law.printed_form import printed


@printed
@dataclass(frozen=True)
class Cites:
    """The paragraphs that a row rests on, the deciding one first; written as a string or a list."""

    all: tuple[Cite, ...]

    def __iter__(self) -> Iterator[Cite]:
        return iter(self.all)

    def __str__(self) -> str:
        return ", ".join(str(cite) for cite in self.all)

    @property
    def first(self) -> Cite:
        return self.all[0]

    def touch(self, other: Cite) -> bool:
        return any(cite.touches(other) for cite in self.all)


@printed
@dataclass(frozen=True)
class Money:
    cents: int


@printed
@dataclass(frozen=True)
class Percent:
    share: Fraction


@printed
@dataclass(frozen=True)
class PerUnit:
    """A meter amount "based upon the wager": '$10,000 for 1' is $10,000 for each $1 wagered."""

    printed: str
    cents_per_dollar: int

    def cents_for(self, wager_cents: int) -> Fraction:
        return Fraction(self.cents_per_dollar * wager_cents, 100)


Multiple = int | Fraction
"""A multiple of the Ante: a Fraction only if it is not whole."""


_PER_UNIT = re.compile(r"(\$[\d,]+)(?: for 1)?")


def parse_per_unit(text: str) -> PerUnit:
    match = _PER_UNIT.fullmatch(text.strip())
    if match is None:
        raise BadAmount(f"{text!r} is not a meter amount", accepted='"$10,000 for 1" or "$0"')
    return PerUnit(text, parse_money(match[1]))


def reader_for(notation: Notation) -> Callable[[type, object], object]:
    """Returns a loader hook that decodes text to values and parses cites in the rulebook's notation."""

    def read(kind: type, value: object) -> object:
        if kind is Cites:
            return _cites(value, notation)
        if kind is Cite:
            return Cite.parse(_text(value), notation)
        if kind is Odds:
            return Odds.parse(_text(value))
        if kind is Money:
            return Money(parse_money(value))
        if kind is Percent:
            return Percent(parse_percent(value))
        if kind is PerUnit:
            return parse_per_unit(_text(value))
        known = ", ".join(value.__name__ for value in (Cites, Cite, Odds, Money, Percent, PerUnit))
        raise BadRulebook(f"no reader for a field of type {kind.__name__}", accepted=known)

    return read


def _cites(value: object, notation: Notation) -> Cites:
    texts = value if isinstance(value, list) else [value]
    if not texts:
        raise ValueError("an empty list of cites; at least one paragraph is needed")
    return Cites(tuple(Cite.parse(_text(text), notation) for text in texts))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} should be text in quotes")
    return value
