"""The Rules Submission: the operator's choices checked against the rulebook, and the resulting sign and layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.lazy_names import lazy_names

if TYPE_CHECKING:
    from tablelaw.submission.draft import Draft as Draft
    from tablelaw.submission.draft import parse_draft as parse_draft
    from tablelaw.submission.signs.sign import Sign as Sign
    from tablelaw.submission.signs.sign import make_sign as make_sign
    from tablelaw.submission.submission import Submission as Submission
    from tablelaw.submission.submission import accept as accept
    from tablelaw.submission.submission import load_submission as load_submission
    from tablelaw.submission.template import new_submission as new_submission

__all__ = [
    "Draft",
    "Sign",
    "Submission",
    "accept",
    "load_submission",
    "make_sign",
    "new_submission",
    "parse_draft",
]

__getattr__ = lazy_names(
    __name__,
    {
        "Draft": "draft",
        "Sign": "signs.sign",
        "Submission": "submission",
        "accept": "submission",
        "load_submission": "submission",
        "make_sign": "signs.sign",
        "new_submission": "template",
        "parse_draft": "draft",
    },
)
