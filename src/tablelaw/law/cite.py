"""Cites: the name of one paragraph of one regulation, in the notation that its regulator uses.

    Pennsylvania    653a.11(h)(2)(ii)(A)
    Maryland        11.I(3)(d)(iii)
    Massachusetts   10(b)(3)(i)
    COMAR           COMAR 36.05.03.06C(1)  Maryland's regulations
    CMR             205 CMR 146.49(3)(a)   Massachusetts' regulations
    French          Art. 55-21 al. 12      the articles of a French order, by alinéa
    a rulebook's    Art. 55-21 3°          as its rulebook.toml declares it (`notation.py`)

A definition is named by its term: 653a.1(Envy bonus), 653a.1(Lucky bonus)(i).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, total_ordering

from tablelaw.errors import BadCite
from tablelaw.law.notation import Notation, known_notations
from tablelaw.law.printed_form import printed

AS_WRITTEN = Notation(name="as written", section=".+", levels=(), example="any text")
"""The notation of a cite that is parsed later, once its rulebook is known."""


@printed
@total_ordering
@dataclass(frozen=True)
class Cite:
    """One paragraph. Cites are ordered as the regulation is printed, and a paragraph contains its sub-paragraphs."""

    notation: Notation
    section: str
    path: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str, notation: Notation | None = None) -> Cite:
        """Parses a cite. If no notation is given, it is recognised from the form of the text."""
        text = text.strip()
        candidate = notation or _told_by_form(text)
        found = candidate.split(text) if candidate else None
        if candidate is None or found is None:
            raise _refusal(text, candidate, notation)
        return cls(candidate, *found)

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return self.notation.written(self.section, self.path)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Cite):
            return NotImplemented
        return self._key < other._key

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

    @cached_property
    def _key(self) -> tuple[object, ...]:
        levels = self.notation.levels_of(self.path)
        elements = tuple(level.marker.order(element) for level, element in zip(levels, self.path, strict=True))
        return self.notation.name, _section_order(self.section), self.section, elements


def _told_by_form(text: str) -> Notation | None:
    """The only known notation that can read a text or, failing that, the only one whose cites begin like it."""
    known = known_notations().values()
    fitting = [notation for notation in known if notation.split(text)]
    fitting = fitting or [notation for notation in known if notation.begins(text)]
    return fitting[0] if len(fitting) == 1 else None


def _refusal(text: str, candidate: Notation | None, asked: Notation | None) -> BadCite:
    if candidate is not None and candidate.begins(text):
        return BadCite(
            f"{text!r} does not follow the {candidate.name} order of levels",
            accepted=f"levels in the order {candidate.order_of_levels}",
        )
    examples = [f'"{notation.example}"' for notation in ([asked] if asked else known_notations().values())]
    accepted = ", ".join(examples) + (f" ({asked.name} notation here)" if asked else "")
    return BadCite(f"{text!r} is not a paragraph reference", accepted=accepted)


def _section_order(section: str) -> tuple[object, ...]:
    return tuple((int(digits), letters) for digits, letters in re.findall(r"(\d+)([a-z]*)", section))
