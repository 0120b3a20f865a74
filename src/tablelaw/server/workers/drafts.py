"""The worker for drafts: reads and checks the submissions that people write.

Some texts take a long time to read and hold the interpreter in the meantime; they are read in a separate process, so
that nobody else waits.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Any

import msgspec

from tablelaw import rulebooks
from tablelaw.errors import TablelawError
from tablelaw.floor.handlers.installation import floor_table
from tablelaw.server.workers.process import JSON, Tell, main
from tablelaw.server.workers.simulation import Simulation, require_short_simulation
from tablelaw.submission.checks.all_checks import check
from tablelaw.submission.checks.property import check_property
from tablelaw.submission.draft import Draft, parse_draft
from tablelaw.submission.filled_template import filled
from tablelaw.submission.findings import Finding
from tablelaw.submission.signs.sign import make_sign
from tablelaw.submission.signs.svg import sign_svg
from tablelaw.submission.submission import accept
from tablelaw.submission.template import new_submission
from tablelaw.views.messages import Wire

NICE = 10


class DraftInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A draft as the text of a file, or as its values by part and key; a rulebook's name alone requests a new draft."""

    text: str = ""
    draft: dict[str, Any] = {}
    rulebook: str = ""
    sign: bool = False
    """Whether to draw the table's sign too."""

    @property
    def named(self) -> str:
        """The id of the rulebook named by a draft that is given as values."""
        return self.rulebook or str(self.draft.get("rulebook", ""))


class CheckDraft(msgspec.Struct, frozen=True, tag="CheckDraft"):
    """Asks for all findings of a draft (the JSON of `DraftInput`), including conflicts with a floor's tables, each
    given by name and submission.
    """

    written: str
    tables: tuple[tuple[str, str], ...]
    on: date | None = None
    """The day of the check, for a draft that does not say when it is filed."""


class RequireValid(msgspec.Struct, frozen=True, tag="RequireValid"):
    """Refuses submissions that have findings, and a simulation of them that would take too long."""

    texts: tuple[str, ...]
    simulation: Simulation | None = None


class RequireInstallable(msgspec.Struct, frozen=True, tag="RequireInstallable"):
    """Refuses the submission of a table that no floor could install."""

    text: str
    physical: bool


Question = CheckDraft | RequireValid | RequireInstallable


class DraftFinding(Wire, frozen=True):
    """One objection to a draft: where it applies, and what would satisfy it."""

    code: str
    where: str
    what: str
    satisfy: str
    cite: str


class CheckedDraft(Wire, frozen=True):
    """A draft and its file, with every finding: its own, and conflicts with the tables of this floor."""

    rulebook: str
    text: str
    draft: dict[str, Any]
    findings: tuple[DraftFinding, ...]
    beside: tuple[DraftFinding, ...]
    sign: str
    """The sign as SVG, if it was asked for and the draft passes."""


def answer(question: Question, tell: Tell) -> tuple[bytes, str]:
    if isinstance(question, CheckDraft):
        written = msgspec.json.decode(question.written, type=DraftInput)
        return msgspec.json.encode(checked(written, dict(question.tables), question.on)), JSON
    if isinstance(question, RequireInstallable):
        floor_table(question.text, question.physical)
        return b"{}", JSON
    for text in question.texts:
        accept(parse_draft(text))
    if question.simulation is not None:
        require_short_simulation(question.simulation)
    return b"{}", JSON


def checked(written: DraftInput, tables: dict[str, str], on: date | None = None) -> CheckedDraft:
    """Reads a draft and collects its findings."""
    text = written.text or _text_of(written)
    draft = parse_draft(text)
    findings = check(draft, on)
    return CheckedDraft(
        rulebook=draft.book.id,
        text=text,
        draft=_plain(draft.raw),
        findings=_found(findings),
        beside=_found(_beside(draft, tables)),
        sign=sign_svg(make_sign(accept(draft, on=on))) if written.sign and not findings else "",
    )


def _text_of(written: DraftInput) -> str:
    book = rulebooks.get(written.named)
    return filled(book, written.draft) if written.draft else new_submission(book)


def _plain(raw: Any) -> Any:
    """The draft as values that JSON can carry, since TOML may have given the filing day as a date."""
    return msgspec.to_builtins(raw, str_keys=True)


def _found(findings: list[Finding]) -> tuple[DraftFinding, ...]:
    return tuple(
        DraftFinding(code=f.code, where=f.where, what=f.what, satisfy=f.satisfy, cite=f.cite) for f in findings
    )


def _beside(draft: Draft, tables: dict[str, str]) -> list[Finding]:
    """Findings that arise only together with the other tables of the property."""
    others = [_installed(text) for name, text in tables.items() if name != str(draft.raw.get("table", ""))]
    try:
        standing = check_property(others)
        return [found for found in check_property([*others, draft]) if found not in standing]
    except TablelawError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError):
        return []  # a draft that is not well formed yet; its own findings say so


@lru_cache(maxsize=256)
def _installed(text: str) -> Draft:
    """The submission of a table on the floor, read once."""
    return parse_draft(text)


if __name__ == "__main__":
    main(Question, answer, NICE)
