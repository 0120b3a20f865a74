"""What the law decides about a wager, a decision, and a void round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

Choices: TypeAlias = dict[str, tuple[str, Sequence[int]]]
"""Action -> the wager it places, and the sums permitted."""
NO_WAGER: tuple[str, Sequence[int]] = ("", (0,))
Forfeits: TypeAlias = dict[str, tuple[str, ...]]
"""Each wager lost, with its paragraphs."""
Stakes: TypeAlias = dict[int, dict[str, int]]
"""Cents by seat and wager."""
STUB_IRREGULARITIES = ("stub-wrong-misdealt", "stub-wrong-misdealt-not-52", "stub-wrong-not-misdealt")


@dataclass(frozen=True)
class Ruling:
    """What the law decides about one wager; `paytable` and `row` are set if odds decide what is paid."""

    outcome: str
    cite: str
    paytable: str = ""
    row: str = ""
    readings: tuple[str, ...] = ()
    """The readings on which the ruling depends."""

    def resting_on(self, *readings: str) -> Ruling:
        return replace(self, readings=(*self.readings, *readings))


@dataclass(frozen=True)
class Void:
    """A void round: the paragraphs that void it, and the wagers that are still settled."""

    cites: tuple[str, ...]
    settled: frozenset[str] = frozenset()


def against_dealer(standing: int, cites: tuple[str, str, str], tie: str) -> Ruling:
    """A lower hand loses, a higher one wins even money, an equal one is a `tie`; `cites` are in that order."""
    if standing < 0:
        return Ruling("lost", cites[0])
    if standing > 0:
        return Ruling("won", cites[1], "even-money", "any winning hand")
    return Ruling(tie, cites[2])


def same_paragraph(one: str, other: str) -> bool:
    """Whether two cites name the same paragraph, or one contains the other."""
    short, long = sorted((one, other), key=len)
    return long == short or (short != "" and long.startswith(short) and long[len(short)] in "(.")


def names_one(cite: str, paragraphs: Iterable[str]) -> bool:
    return any(same_paragraph(cite, paragraph) for paragraph in paragraphs)


def sums_text(sums: Sequence[int]) -> str:
    return f"{sums[0]} to {sums[-1]}" if isinstance(sums, range) else " or ".join(map(str, sums))
