"""PAR sheets and comparisons that display themselves as pages in a notebook."""

from __future__ import annotations

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

    def compare(self, other: Par) -> ComparedSheets:
        """Compares this sheet with another, side by side."""
        found = compare(self, other)
        return ComparedSheets(found.left, found.right, found.rows)

    def as_json(self) -> dict[str, object]:
        return par_json(self)

    def _repr_html_(self) -> str:
        from tablelaw.analysis.par.forms.html import par_fragment

        return par_fragment(self)
