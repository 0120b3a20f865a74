"""Cites: the name of one paragraph of one regulation, in the notation its regulator prints.

    Pennsylvania    653a.11(h)(2)(ii)(A)   section, letter, number, roman, capital
    Maryland        11.I(3)(d)(iii)        chapter, capital, number, letter, roman
    Massachusetts   10(b)(3)(i)            section, letter, number, roman
    COMAR           COMAR 36.05.03.06C(1)  Maryland's regulations: regulation, capital, number, letter, roman
    CMR             205 CMR 146.49(3)(a)   Massachusetts' regulations: section, number, letter, number

Pennsylvania's chapters "b" (653b.3) supplement the chapters "a".
A definition is named by its term: 653a.1(Envy bonus), 653a.1(Lucky bonus)(i).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, total_ordering

from tablelaw.errors import BadCite
from tablelaw.law.printed import printed


class Level(Enum):
    """The kinds of marker a regulation numbers its paragraphs with."""

    LETTER = r"[a-z]{1,2}"
    NUMBER = r"\d{1,2}"
    ROMAN = r"[ivxl]+"
    CAPITAL = r"[A-Z]"
    TERM = r"[A-Z][A-Za-z' -]+[A-Za-z]"

    def fits(self, element: str) -> bool:
        return re.fullmatch(self.value, element) is not None


class Notation(Enum):
    PENNSYLVANIA = "pennsylvania"
    MARYLAND = "maryland"
    MASSACHUSETTS = "massachusetts"
    COMAR = "comar"
    CMR = "cmr"

    @property
    def levels(self) -> tuple[Level, ...]:
        return _LEVELS[self]


_LEVELS = {
    Notation.PENNSYLVANIA: (Level.LETTER, Level.NUMBER, Level.ROMAN, Level.CAPITAL),
    Notation.MARYLAND: (Level.CAPITAL, Level.NUMBER, Level.LETTER, Level.ROMAN),
    Notation.MASSACHUSETTS: (Level.LETTER, Level.NUMBER, Level.ROMAN),
    Notation.COMAR: (Level.CAPITAL, Level.NUMBER, Level.LETTER, Level.ROMAN),
    Notation.CMR: (Level.NUMBER, Level.LETTER, Level.NUMBER),
}
_AFTER_TERM = (Level.TERM, Level.ROMAN)

_SHAPES = {
    Notation.PENNSYLVANIA: re.compile(r"(?P<section>\d{3}[ab]\.\d{1,2})(?P<path>(?:\([^()]+\))*)"),
    Notation.MARYLAND: re.compile(r"(?P<section>\d{1,2})(?:\.(?P<letter>[A-Z])(?P<path>(?:\([^()]+\))*))?"),
    Notation.MASSACHUSETTS: re.compile(r"(?P<section>\d{1,2}a?)(?P<path>(?:\([^()]+\))*)"),
    Notation.COMAR: re.compile(
        r"COMAR (?P<section>\d{2}\.\d{2}\.\d{2}\.\d{2})(?:(?P<letter>[A-Z])(?P<path>(?:\([^()]+\))*))?"
    ),
    Notation.CMR: re.compile(r"205 CMR (?P<section>\d{3}\.\d{2})(?P<path>(?:\([^()]+\))*)"),
}
_LETTERED = (Notation.MARYLAND, Notation.COMAR)
"""Notations whose first level is a capital without parentheses."""

EXAMPLES = '"653a.11(h)(2)(ii)", "11.I(3)(d)(iii)" or "10(b)(3)(i)"'


@printed
@total_ordering
@dataclass(frozen=True)
class Cite:
    """One paragraph. Cites order as the regulation is printed, and contain their sub-paragraphs."""

    notation: Notation
    section: str
    path: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str, notation: Notation | None = None) -> Cite:
        """Reads a cite; without a notation, the form of the text decides where it can."""
        for candidate in [notation] if notation else _likely(text):
            match = _SHAPES[candidate].fullmatch(text.strip())
            if match is not None:
                return cls(candidate, match["section"], _path(match, candidate, text))
        raise BadCite(
            f"{text!r} is not a paragraph reference",
            accepted=EXAMPLES + (f" ({notation.value} notation here)" if notation else ""),
        )

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        head, rest = _BEFORE.get(self.notation, "") + self.section, self.path
        if self.notation in _LETTERED and self.path:
            dot = "." if self.notation is Notation.MARYLAND else ""
            head, rest = f"{head}{dot}{self.path[0]}", self.path[1:]
        return head + "".join(f"({element})" for element in rest)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Cite):
            return NotImplemented
        return self._key() < other._key()

    def contains(self, other: Cite) -> bool:
        """Whether the other paragraph is this one or a part of it."""
        same_section = (self.notation, self.section) == (other.notation, other.section)
        return same_section and other.path[: len(self.path)] == self.path

    def touches(self, other: Cite) -> bool:
        """Whether either paragraph contains the other."""
        return self.contains(other) or other.contains(self)

    @property
    def parent(self) -> Cite | None:
        return Cite(self.notation, self.section, self.path[:-1]) if self.path else None

    def _key(self) -> tuple[str, tuple[object, ...], tuple[tuple[int, int, str], ...]]:
        kinds = _kinds(self.path, self.notation)
        elements = tuple(_order(e, kind) for e, kind in zip(self.path, kinds, strict=True))
        return self.notation.value, _section_order(self.section), elements


_BEFORE = {Notation.COMAR: "COMAR ", Notation.CMR: "205 CMR "}
"""The prefix that some notations put before the section."""


def _likely(text: str) -> list[Notation]:
    for notation, before in _BEFORE.items():
        if text.strip().startswith(before):
            return [notation]
    if re.match(r"\s*\d{3}[ab]\.", text):
        return [Notation.PENNSYLVANIA]
    if re.match(r"\s*\d{1,2}\.[A-Z]", text):
        return [Notation.MARYLAND]
    if re.match(r"\s*\d{1,2}a?\(", text):
        return [Notation.MASSACHUSETTS]
    return []


def _path(match: re.Match[str], notation: Notation, text: str) -> tuple[str, ...]:
    elements = tuple(re.findall(r"\(([^()]+)\)", match["path"] or ""))
    if notation in _LETTERED and match["letter"]:
        elements = (match["letter"], *elements)
    kinds = _kinds(elements, notation)
    if len(elements) > len(kinds) or not all(k.fits(e) for e, k in zip(elements, kinds, strict=True)):
        order = ", ".join(level.name.lower() for level in notation.levels)
        raise BadCite(
            f"{text!r} does not follow the {notation.value} order of levels",
            accepted=f"levels in the order {order}",
        )
    return elements


def _kinds(path: tuple[str, ...], notation: Notation) -> tuple[Level, ...]:
    defined = bool(path) and Level.TERM.fits(path[0])
    levels = _AFTER_TERM if defined else notation.levels
    return levels[: len(path)]


def _section_order(section: str) -> tuple[object, ...]:
    return tuple((int(digits), letters) for digits, letters in re.findall(r"(\d+)([a-z]*)", section))


def _order(element: str, kind: Level) -> tuple[int, int, str]:
    if kind is Level.TERM:
        return (0, 0, element.lower())
    if kind is Level.NUMBER:
        return (1, int(element), "")
    if kind is Level.ROMAN:
        return (1, roman_value(element), "")
    return (1, len(element), element)


def roman_value(numeral: str) -> int:
    """'iv' -> 4."""
    values = [{"i": 1, "v": 5, "x": 10, "l": 50}[c] for c in numeral]
    signed = [-v if v < max(values[i:], default=0) else v for i, v in enumerate(values)]
    return sum(signed)
