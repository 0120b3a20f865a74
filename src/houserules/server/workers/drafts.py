"""The workbench of drafts: reads and checks the submissions that people write.

Such a text may be made to take long, and its reading holds the interpreter: a process of its own does it, so that
nobody else waits.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Any

import msgspec

from houserules import rulebooks
from houserules.errors import HouserulesError
from houserules.floor.handlers.installation import floor_table
from houserules.server.workers.process import JSON, Tell, main
from houserules.server.workers.simulation import Simulation, refuse_too_long
from houserules.submission.checks.all_checks import check
from houserules.submission.checks.property import check_property
from houserules.submission.draft import Draft, parse_draft
from houserules.submission.filled import filled
from houserules.submission.findings import Finding
from houserules.submission.submission import accept
from houserules.submission.template import new_submission
from houserules.views.messages import Wire

NICE = 10


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A draft as a file's text, or as its values by part and key; a rulebook's name alone asks for a new one."""

    text: str = ""
    draft: dict[str, Any] = {}
    rulebook: str = ""

    @property
    def named(self) -> str:
        """The rulebook of a draft that is no text yet."""
        return self.rulebook or str(self.draft.get("rulebook", ""))


class CheckDraft(msgspec.Struct, frozen=True, tag="CheckDraft"):
    """All findings of a draft (the JSON of `Written`), also beside the tables of a floor: name and submission each."""

    written: str
    tables: tuple[tuple[str, str], ...]
    on: date | None = None
    """The day of the check, for a draft that does not say when it is filed."""


class RefuseUnfit(msgspec.Struct, frozen=True, tag="RefuseUnfit"):
    """Refuses submissions that have findings, and a simulation of them that would take too long."""

    texts: tuple[str, ...]
    simulation: Simulation | None = None


class RefuseTable(msgspec.Struct, frozen=True, tag="RefuseTable"):
    """Refuses the submission of a table that could not be installed on any floor."""

    text: str
    physical: bool


Question = CheckDraft | RefuseUnfit | RefuseTable


class Found(Wire, frozen=True):
    """Something that stands against a draft, where, and what would satisfy it."""

    code: str
    where: str
    what: str
    satisfy: str
    cite: str


class Checked(Wire, frozen=True):
    """A draft and its file, with every finding: its own, and those beside the tables of this floor."""

    rulebook: str
    text: str
    draft: dict[str, Any]
    findings: tuple[Found, ...]
    beside: tuple[Found, ...]


def answer(question: Question, tell: Tell) -> tuple[bytes, str]:
    if isinstance(question, CheckDraft):
        written = msgspec.json.decode(question.written, type=Written)
        return msgspec.json.encode(checked(written, dict(question.tables), question.on)), JSON
    if isinstance(question, RefuseTable):
        floor_table(question.text, question.physical)
        return b"{}", JSON
    for text in question.texts:
        accept(parse_draft(text))
    if question.simulation is not None:
        refuse_too_long(question.simulation)
    return b"{}", JSON


def checked(written: Written, tables: dict[str, str], on: date | None = None) -> Checked:
    """A draft and its findings."""
    text = written.text or _text_of(written)
    draft = parse_draft(text)
    return Checked(
        rulebook=draft.book.id,
        text=text,
        draft=_plain(draft.raw),
        findings=_found(check(draft, on)),
        beside=_found(_beside(draft, tables)),
    )


def _text_of(written: Written) -> str:
    book = rulebooks.get(written.named)
    return filled(book, written.draft) if written.draft else new_submission(book)


def _plain(raw: Any) -> Any:
    """The draft as JSON can carry it: the day it is filed may be a date of TOML."""
    return msgspec.to_builtins(raw, str_keys=True)


def _found(findings: list[Finding]) -> tuple[Found, ...]:
    return tuple(Found(code=f.code, where=f.where, what=f.what, satisfy=f.satisfy, cite=f.cite) for f in findings)


def _beside(draft: Draft, tables: dict[str, str]) -> list[Finding]:
    """What only shows beside the other tables of the property."""
    others = [_installed(text) for name, text in tables.items() if name != str(draft.raw.get("table", ""))]
    try:
        standing = check_property(others)
        return [found for found in check_property([*others, draft]) if found not in standing]
    except HouserulesError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError):
        return []  # a draft that is not well formed yet: its own findings say so


@lru_cache(maxsize=256)
def _installed(text: str) -> Draft:
    """The submission of a table that stands on the floor, read once."""
    return parse_draft(text)


if __name__ == "__main__":
    main(Question, answer, NICE)
