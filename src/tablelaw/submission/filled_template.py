"""Writes a draft as a file: the template with its explanations and paragraphs, filled with the operator's values."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from tablelaw.errors import BadSubmission
from tablelaw.law.rulebook import Rulebook
from tablelaw.submission.template import new_submission

_SECTION = re.compile(r"\[([A-Za-z0-9_.-]+)\]")
_KEY = re.compile(r"(# )?([A-Za-z0-9_-]+) = .+")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_LEFT_OUT = ("filed", "link", "payout_limit", "payout_limit_approval")
"""Keys that the template shows only as comments."""
_OF_TABLES = ("wagers", "odds")
"""Parts whose values are themselves tables."""
TOP = ""
DEEPEST = 5


def filled(book: Rulebook, raw: Mapping[str, Any]) -> str:
    """The text of a draft, which parses to the same draft; keys that the draft omits appear as comments."""
    page = _Page(_sections(raw))
    for line in new_submission(book).splitlines():
        page.take(line)
    return page.finished()


def _sections(raw: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The draft as the sections of a file: "" for its head, "limits", "wagers.trips"."""
    found: dict[str, dict[str, Any]] = {TOP: {}}
    for name, value in raw.items():
        if not isinstance(value, Mapping):
            found[TOP][name] = value
            continue
        own = {key: part for key, part in value.items() if name not in _OF_TABLES or not isinstance(part, Mapping)}
        if own or len(own) == len(value):
            found[_key(name)] = own
        for key, part in value.items():
            if key not in own:
                found[f"{_key(name)}.{_key(key)}"] = dict(part)
    return found


class _Page:
    """The template, line by line, with the draft's values filled in."""

    def __init__(self, left: dict[str, dict[str, Any]]) -> None:
        self._left = left
        self._values = left.pop(TOP)
        self._lines: list[str] = []

    def take(self, line: str) -> None:
        section, key = _SECTION.fullmatch(line), _KEY.fullmatch(line)
        if section:
            self._add_values()
            self._lines.append(line if section[1] in self._left else f"# {line}")
            self._values = self._left.pop(section[1], {})
        elif key and (not key[1] or key[2] in _LEFT_OUT):
            is_said = key[2] in self._values
            absent = line if key[1] else f"# {line}"
            self._lines.append(f"{key[2]} = {_value(self._values.pop(key[2]))}" if is_said else absent)
        else:
            self._lines.append(line)

    def finished(self) -> str:
        self._add_values()
        self._end_paragraph()
        for section, values in self._left.items():
            self._lines += ["", f"[{section}]", *_written(values)]
        return "\n".join(self._lines).rstrip("\n") + "\n"

    def _add_values(self) -> None:
        """Adds the values of this section that the template does not mention."""
        if self._values:
            self._end_paragraph()
            self._lines += [*_written(self._values), ""]
            self._values = {}

    def _end_paragraph(self) -> None:
        while self._lines and not self._lines[-1]:
            self._lines.pop()


def _written(values: Mapping[str, Any]) -> list[str]:
    return [f"{_key(name)} = {_value(value)}" for name, value in values.items()]


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _value(value: object, depth: int = 0) -> str:
    if depth > DEEPEST:
        raise BadSubmission("the draft is nested too deeply", accepted="parts, keys and their values")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(part, depth + 1) for part in value)}]"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(name)} = {_value(part, depth + 1)}" for name, part in value.items())
        return f"{{{inside}}}"
    raise BadSubmission("the draft has an empty value", accepted="text, numbers, true or false, lists")


def _text(text: str) -> str:
    """Quotes text for TOML: like JSON, except for one character that JSON does not escape."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
