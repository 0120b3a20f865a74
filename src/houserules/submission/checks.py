"""All checks of one Rules Submission. Each yields all it finds; none stops the others."""

from __future__ import annotations

from houserules.submission.content import CONTENT
from houserules.submission.draft import Draft
from houserules.submission.findings import Finding
from houserules.submission.shape import SHAPE


def check(draft: Draft) -> list[Finding]:
    """Every finding, in the order of the parts; empty when the submission passes.

    A submission that is not well formed is not judged on its content: half-read choices mislead.
    """
    misshapen = [found for look in SHAPE for found in look(draft)]
    return misshapen or [found for look in CONTENT for found in look(draft)]
