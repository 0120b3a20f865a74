"""PAR sheets and comparisons that display themselves as pages in a notebook."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from html import escape
from typing import Any

from tablelaw.analysis.notebook import pandas_table, spread, table_text
from tablelaw.analysis.par.compare import Comparison, compare, name_of
from tablelaw.analysis.par.contents import Par
from tablelaw.analysis.par.forms.json import par_json
from tablelaw.extras import MissingPackage, extras_named


class ComparedSheets(Comparison):
    """Two sheets side by side; displays as a page in a notebook."""

    __slots__ = ()

    def __repr__(self) -> str:
        rows = [{"part": row.part, "name": row.name, "left": row.left, "right": row.right} for row in self.differences]
        return table_text(rows, f"{name_of(self.left)} beside {name_of(self.right)}: {len(rows)} differences")

    def to_pandas(self) -> Any:
        """Every compared figure as a row of a pandas table, if pandas is installed."""
        return pandas_table([row.as_json() for row in self.rows])

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
        """The sheet for a notebook, or its text if its plots cannot be drawn."""
        from tablelaw.analysis.par.forms.html import par_fragment

        with suppress(MissingPackage), extras_named():
            return par_fragment(self)
        return f"<pre>{escape(repr(self))}</pre>"
