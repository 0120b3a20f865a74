"""Exact analysis: what each wager is worth under best play, computed with the rulebook's own settlement functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.lazy_names import lazy_names

if TYPE_CHECKING:
    from tablelaw.analysis.api import Analysis as Analysis
    from tablelaw.analysis.api import advise as advise
    from tablelaw.analysis.api import analyze as analyze
    from tablelaw.analysis.api import analyze_all as analyze_all
    from tablelaw.analysis.result import Result as Result

__all__ = [
    "Analysis",
    "Result",
    "advise",
    "analyze",
    "analyze_all",
]

__getattr__ = lazy_names(
    __name__,
    {
        "Analysis": "api",
        "Result": "result",
        "advise": "api",
        "analyze": "api",
        "analyze_all": "api",
    },
)
