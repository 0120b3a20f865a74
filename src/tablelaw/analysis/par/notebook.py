"""PAR sheets and comparisons that display themselves as pages in a notebook."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tablelaw.analysis.notebook import spread, table_text
from tablelaw.analysis.par.compare import Comparison, compare
from tablelaw.analysis.par.contents import Par
from tablelaw.analysis.par.forms.json import par_json


class ComparedSheets(Comparison):
    """Two sheets side by side; displays as a page in a notebook."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from tablelaw.analysis.par.forms.comparison import compare_fragment

        return compare_fragment(self)


class ParSheet(Par):
    """The PAR sheet of a Rules Submission; displays as a page in a notebook."""

    __slots__ = ()

    def __repr__(self) -> str:
        rows = [{"wager": row["wager"], "column": row["column"], "hold": f"{row['hold']:.4%}"} for row in self.rows()]
        return table_text(rows, f"PAR sheet of {self._title()}")

    def _title(self) -> str:
        return f"{self.header.rulebook}, {self.header.table} ({self.header.status})"

    def plot(self) -> Any:
        """The distribution of a round of the main game as a matplotlib figure, if matplotlib is installed."""
        total = self.spread.total
        return spread({v: Fraction(n, total) for v, n in self.spread.counts.items()}, self._title(), self.main.unit)

    def compare(self, other: Par) -> ComparedSheets:
        """Compares this sheet with another, side by side."""
        found = compare(self, other)
        return ComparedSheets(found.left, found.right, found.rows)

    def as_json(self) -> dict[str, object]:
        return par_json(self)

    def _repr_html_(self) -> str:
        from tablelaw.analysis.par.forms.html import par_fragment

        return par_fragment(self)
