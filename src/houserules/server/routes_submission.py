"""The Rules Submission editor: the form of a rulebook, a draft checked as it is written, and what a table has filed."""

from __future__ import annotations

from typing import Any

import msgspec

from houserules import rulebooks
from houserules.errors import HouserulesError
from houserules.server.forms import Book, Form, books, form_of
from houserules.server.house import House
from houserules.server.refusals import ServerRefused
from houserules.server.routes import table_named
from houserules.server.routing import Ask, route
from houserules.server.wire import Wire
from houserules.submission.checks import check
from houserules.submission.draft import Draft, parse_draft
from houserules.submission.filled import filled
from houserules.submission.findings import Finding
from houserules.submission.property import check_property
from houserules.submission.template import new_submission


class Books(Wire, frozen=True):
    rulebooks: tuple[Book, ...]


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A draft as a file's text, or as its values by part and key; a rulebook's name alone asks for a new one."""

    text: str = ""
    draft: dict[str, Any] = {}
    rulebook: str = ""


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


class Filed(Wire, frozen=True):
    table: str
    rulebook: str
    text: str


@route("GET /api/submission/rulebooks", gives=Books)
async def see_books(ask: Ask) -> Books:
    """The regulations a submission can be written under."""
    return Books(rulebooks=await ask.house.questions.run(ask.giver, books))


@route("GET /api/submission/forms/{rulebook}", gives=Form)
async def see_form(ask: Ask) -> Form:
    """Every choice a rulebook leaves, what it accepts, and its paragraph."""
    if ask.param("rulebook") not in rulebooks.IDS:
        raise ServerRefused("not-found")
    return await ask.house.questions.run(ask.giver, form_of, ask.param("rulebook"))


@route("POST /api/submission/check", takes=Written, gives=Checked)
async def check_draft(ask: Ask) -> Checked:
    """All findings of a draft, each with its paragraph and its cure, and the draft as a file."""
    given: Written = ask.read(Written)
    return await ask.house.drafts.run(ask.giver, _checked, ask.house, given)


@route("GET /api/tables/{table}/submission", gives=Filed)
async def see_filed(ask: Ask) -> Filed:
    """The Rules Submission a table is played under, as it was filed."""
    table = table_named(ask)
    view = ask.house.service.views.tables[table]
    return Filed(table=table, rulebook=view.engine.plan.book.id, text=view.text)


def _checked(house: House, given: Written) -> Checked:
    text = given.text or _text_of(given)
    draft = parse_draft(text)
    return Checked(
        rulebook=draft.book.id,
        text=text,
        draft=_plain(draft.raw),
        findings=_found(check(draft)),
        beside=_found(_beside(house, draft)),
    )


def _text_of(given: Written) -> str:
    named = given.rulebook or str(given.draft.get("rulebook", ""))
    if named not in rulebooks.IDS:
        raise ServerRefused("not-readable")
    book = rulebooks.get(named)
    return filled(book, given.draft) if given.draft else new_submission(book)


def _plain(raw: Any) -> Any:
    """The draft as JSON can carry it: TOML also knows dates, which no submission holds."""
    return msgspec.to_builtins(raw, str_keys=True)


def _found(findings: list[Finding]) -> tuple[Found, ...]:
    return tuple(Found(code=f.code, where=f.where, what=f.what, satisfy=f.satisfy, cite=f.cite) for f in findings)


def _beside(house: House, draft: Draft) -> list[Finding]:
    """What only shows beside the other tables of the property."""
    others = [parse_draft(view.text) for name, view in house.service.views.tables.items() if name != _table(draft)]
    try:
        standing = check_property(others)
        return [found for found in check_property([*others, draft]) if found not in standing]
    except HouserulesError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError):
        return []  # a draft that is not well formed yet: its own findings say so


def _table(draft: Draft) -> str:
    return str(draft.raw.get("table", ""))
