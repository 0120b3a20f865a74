"""Studies: an operator's or a lab's questions, answered by simulation and compared with the exact analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.lazy_names import lazy_names

if TYPE_CHECKING:
    from tablelaw.studies.study import BadStudy as BadStudy
    from tablelaw.studies.study import Study as Study
    from tablelaw.studies.study import read_source as read_source

__all__ = [
    "BadStudy",
    "Study",
    "read_source",
]

__getattr__ = lazy_names(
    __name__,
    {
        "BadStudy": "study",
        "Study": "study",
        "read_source": "study",
    },
)
