"""Parses printed odds and printed paytables."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from tablelaw_verifier.trust.differences import Different


@dataclass(frozen=True)
class Odds:
    """Printed odds: with "to" the stake is returned in addition to the winnings, with "for" or a share it is part of
    them.
    """

    printed: str
    kind: str
    amount: Fraction = Fraction(0)
    meter: str = ""

    @classmethod
    def parse(cls, printed: str) -> Odds:
        text = printed.replace(",", "")
        if match := re.fullmatch(r"(\d+) (to|for) (\d+)", text):
            return cls(printed, match[2], Fraction(int(match[1]), int(match[3])))
        if match := re.fullmatch(r"(\d+)% (?:of (meter)|(mega|major|minor) jackpot)", text):
            return cls(printed, "share", Fraction(int(match[1]), 100), match[2] or match[3])
        if match := re.fullmatch(r"\$(\d+)", text):
            return cls(printed, "sum", Fraction(100 * int(match[1])))
        if text in ("push", "N/A"):
            return cls(printed, text)
        raise Different("odds", "A to B, A for B, P% of a meter, a sum, push or N/A", printed)

    def pays(self, stake: int) -> int:
        """The cents paid on top of a returned stake, or instead of it; fractions of a cent are dropped."""
        return int(self.amount if self.kind == "sum" else stake * self.amount)


Rows: TypeAlias = dict[str, str]
Columns: TypeAlias = dict[str, Rows]
Printed: TypeAlias = dict[str, tuple[str, Columns]]
"""Paytable -> its paragraph and its columns."""
Temporary: TypeAlias = dict[tuple[str, str], tuple[str, str, str, str]]
"""Columns that a supplement adds for a time: paytable and column -> wager, paragraph, first and last day."""


def table(names: str, *rows: str) -> Columns:
    """Parses a printed table: the names of its columns, then its rows, with " | " between the cells."""
    columns, cells = names.split(), [[cell.strip() for cell in row.split("|")] for row in rows]
    return {name: {row[0]: row[n] for row in cells if row[n]} for n, name in enumerate(columns, 1)}


EVEN_MONEY = table("printed", "any winning hand | 1 to 1")
