"""A draft as a file: the template with its explanations and paragraphs, and the operator's own values in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from houserules.errors import BadSubmission
from houserules.law.rulebook import Rulebook
from houserules.submission.template import new_submission

_LINE = re.compile(r"(# )?([A-Za-z0-9_-]+) = .*")
_SECTION = re.compile(r"\[([A-Za-z0-9_.-]+)\]")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
TOP = ""
DEEPEST = 4


def filled(book: Rulebook, raw: Mapping[str, Any]) -> str:
    """The text of a draft; reading it gives the draft again. What it leaves out stands there as a comment."""
    left = {section: dict(values) for section, values in _sections(raw)}
    lines: list[str] = []
    for section, block in _blocks(new_submission(book)):
        values = left.pop(section, {})
        if section != TOP and not values and section.startswith("wagers."):
            values = None if section not in dict(_sections(raw)) else {}
        lines += _block(block, values)
    for section, values in left.items():
        lines += [f"[{section}]", *_written(values), ""]
    return "\n".join(lines).rstrip("\n") + "\n"
