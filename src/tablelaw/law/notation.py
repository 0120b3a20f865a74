"""Notations: how a regulation writes references to its paragraphs, as data.

`notations.toml` lists the known notations; a rulebook may declare its own with the same keys. A level is given by its
first marker as printed: "(a)", ".A", " 1°".
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from typing import Any

import msgspec

from tablelaw.errors import BadRulebook

FILE = "notations.toml"


class Marker(Enum):
    """The kinds of marker that regulations use to number their paragraphs, each named by its first marker."""

    LETTER = "a"
    NUMBER = "1"
    ROMAN = "i"
    CAPITAL = "A"
    CAPITAL_ROMAN = "I"
    TERM = "Term"

    @property
    def pattern(self) -> str:
        return _PATTERNS[self]

    def fits(self, element: str) -> bool:
        return re.fullmatch(self.pattern, element) is not None

    def order(self, element: str) -> tuple[int, int, str]:
        """The sort key of an element among its siblings; terms come before numbered paragraphs."""
        if self is Marker.TERM:
            return (0, 0, element.lower())
        if self is Marker.NUMBER:
            return (1, int(element), "")
        if self in (Marker.ROMAN, Marker.CAPITAL_ROMAN):
            return (1, roman_value(element.lower()), "")
        return (1, len(element), element)


_PATTERNS = {
    Marker.LETTER: r"[a-z]{1,2}",
    Marker.NUMBER: r"\d{1,2}",
    Marker.ROMAN: r"[ivxl]+",
    Marker.CAPITAL: r"[A-Z]",
    Marker.CAPITAL_ROMAN: r"[IVXL]+",
    Marker.TERM: r"[A-Z][A-Za-z' -]+[A-Za-z]",
}
_ALIKE = (
    frozenset({Marker.LETTER, Marker.ROMAN, Marker.TERM}),
    frozenset({Marker.CAPITAL, Marker.CAPITAL_ROMAN, Marker.TERM}),
    frozenset({Marker.NUMBER}),
)
"""Markers that cannot be told apart if they are printed without a separator."""
_LEVEL = re.compile(
    r"(?P<before>[^A-Za-z0-9]*(?:[a-z]{2,}[^A-Za-z0-9]+)?)(?P<marker>Term|[a1iAI])(?P<after>[^A-Za-z0-9]*)"
)
ACCEPTED_LEVELS = 'first markers such as "(a)", "(1)", "(i)", ".A", "I", " 1°" or " al. 1"; "(Term)" for definitions'


@dataclass(frozen=True, slots=True)
class Level:
    """One level of paragraphs: its kind of marker, and what is printed before and after the marker."""

    marker: Marker
    before: str
    after: str

    def text(self, element: str) -> str:
        return f"{self.before}{element}{self.after}"


class Notation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """How one regulation writes its references."""

    name: str
    section: str
    levels: tuple[str, ...]
    example: str
    prefix: str = ""
    definitions: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash(self.name)  # cites are hashed often, and names rarely collide

    def split(self, text: str) -> tuple[str, tuple[str, ...]] | None:
        """The section and the path of a reference, or None if it does not follow this notation."""
        found = self._pattern.fullmatch(text)
        if found is None:
            return None
        section, *path = found.groups()
        return section, tuple([element for element in path if element is not None])

    def begins(self, text: str) -> bool:
        """Whether a text begins like a reference in this notation, regardless of what follows the section."""
        return self._beginning.match(text) is not None

    def written(self, section: str, path: tuple[str, ...]) -> str:
        """Writes a reference as it is printed; the inverse of `split`."""
        levels = zip(self.levels_of(path), path, strict=True)
        return f"{self.prefix}{section}" + "".join(level.text(element) for level, element in levels)

    def levels_of(self, path: tuple[str, ...]) -> tuple[Level, ...]:
        """The level of each element of a path: definition levels if the first element is a term, otherwise levels of
        numbered paragraphs.
        """
        numbered = not path or not self._definitions or self._levels[0].marker.fits(path[0])
        return (self._levels if numbered else self._definitions)[: len(path)]

    @property
    def order_of_levels(self) -> str:
        return ", ".join(level.marker.name.lower().replace("_", " ") for level in self._levels)

    @cached_property
    def _levels(self) -> tuple[Level, ...]:
        return tuple(map(_level, self.levels))

    @cached_property
    def _definitions(self) -> tuple[Level, ...]:
        return tuple(map(_level, self.definitions))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        numbered, defined = _nested(self._levels), _nested(self._definitions)
        return re.compile(f"{self._head}(?:{numbered}|{defined})" if defined else self._head + numbered)

    @cached_property
    def _beginning(self) -> re.Pattern[str]:
        before = {re.escape(level.before) for level in (*self._levels, *self._definitions) if level.before}
        return re.compile(f"{self._head}(?:{'|'.join(['$', *sorted(before)])})")

    @property
    def _head(self) -> str:
        return f"{re.escape(self.prefix)}((?:{self.section}))"


def _level(sample: str) -> Level:
    found = _LEVEL.fullmatch(sample)
    if found is None:
        raise ValueError(f"the level {sample!r} is not the first marker of any kind")
    return Level(Marker(found["marker"]), found["before"], found["after"])


def _nested(levels: tuple[Level, ...]) -> str:
    """A regular expression in which each level may follow only the one above it."""
    pattern = ""
    for level in reversed(levels):
        pattern = f"(?:{re.escape(level.before)}({level.marker.pattern}){re.escape(level.after)}{pattern})?"
    return pattern


@cache
def known_notations() -> dict[str, Notation]:
    """The known notations, by name."""
    rows = tomllib.loads(files(__package__).joinpath(FILE).read_text("utf-8"))["notations"]
    return {row["name"]: _declared(row, FILE) for row in rows}


def read_notation(value: object, where: str) -> Notation:
    """Reads a notation from a file: the name of a known notation, or a table that declares one."""
    known = known_notations()
    if isinstance(value, dict):
        return _declared(value, where)
    if not isinstance(value, str) or value not in known:
        accepted = f"{', '.join(known)}, or a table with name, section, levels and example"
        raise BadRulebook(f"notation {value!r} is unknown", where=where, accepted=accepted)
    return known[value]


def _declared(row: dict[str, Any], where: str) -> Notation:
    place = f"{where}, notation"
    try:
        notation = msgspec.convert(row, Notation)
    except msgspec.ValidationError as error:
        raise BadRulebook(str(error), where=place, accepted=", ".join(Notation.__struct_fields__)) from None
    own = known_notations().get(notation.name) if where != FILE else None
    if own not in (None, notation):
        raise BadRulebook(f"the name {notation.name!r} is that of a known notation", where=place, accepted="a new name")
    _require_sound(notation, place)
    return notation


def _require_sound(notation: Notation, where: str) -> None:
    """Refuses a notation that cannot read its own example, or whose levels cannot be told apart."""
    try:
        groups = re.compile(notation.section).groups
    except re.error as error:
        raise BadRulebook(
            f"the section {notation.section!r} is not a regular expression: {error}",
            where=where,
            accepted=r"one such as '\d{3}a\.\d{1,2}'",
        ) from None
    if groups or re.fullmatch(notation.section, ""):
        what = f"the section {notation.section!r} captures groups or may be empty"
        raise BadRulebook(what, where=where, accepted="groups as (?:...), and at least one character")
    _require_levels(notation, where)
    found = notation.split(notation.example)
    if found is None or notation.written(*found) != notation.example:
        raise BadRulebook(
            f"the example {notation.example!r} does not follow it",
            where=where,
            accepted=f"{notation.prefix}section, then levels in the order {notation.order_of_levels}",
        )


def _require_levels(notation: Notation, where: str) -> None:
    for samples in (notation.levels, notation.definitions):
        try:
            levels = tuple(map(_level, samples))
        except ValueError as error:
            raise BadRulebook(str(error), where=where, accepted=ACCEPTED_LEVELS) from None
        for upper, lower in pairwise(levels):
            alike = any({upper.marker, lower.marker} <= kinds for kinds in _ALIKE)
            if alike and not upper.after and not lower.before:
                what = (
                    f"the levels {upper.text(upper.marker.value)!r} and {lower.text(lower.marker.value)!r} run together"
                )
                raise BadRulebook(what, where=where, accepted="a parenthesis, point or space between them")
    if any(_level(sample).marker is Marker.TERM for sample in notation.levels):
        raise BadRulebook("a term among the levels", where=where, accepted='"(Term)" in definitions')


def roman_value(numeral: str) -> int:
    """The value of a Roman numeral: 'iv' -> 4."""
    values = [{"i": 1, "v": 5, "x": 10, "l": 50}[c] for c in numeral]
    signed = [-v if v < max(values[i:], default=0) else v for i, v in enumerate(values)]
    return sum(signed)
