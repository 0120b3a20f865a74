"""The table of a study: a Rules Submission as filed, or a rulebook's standard one with every wager offered."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from tablelaw import jurisdictions, rulebooks
from tablelaw.errors import BadSubmission
from tablelaw.law.rulebook import Rulebook
from tablelaw.submission.checks.content import payout_limit_is_lawful
from tablelaw.submission.draft import Draft, parse_draft
from tablelaw.submission.findings import Finding
from tablelaw.submission.submission import Submission, accept
from tablelaw.submission.template import new_submission

PARTS = ("options", "paytables", "readings")


def filed(raw: Mapping[str, Any], submission_text: str) -> Submission:
    """The submission under which a study plays."""
    return accept(_draft(raw, submission_text))


def unlawful(raw: Mapping[str, Any], submission_text: str, limit_cents: int) -> list[Finding]:
    """Objections to a payout limit other than the one in force: a study may ask about it, but a table may not set
    it."""
    draft = _draft(raw, submission_text)
    limits = {**draft.part("limits"), "payout_limit": jurisdictions.money_format_for(draft.book).typed(limit_cents)}
    return list(payout_limit_is_lawful(Draft(draft.book, {**draft.raw, "limits": limits}, draft.source)))


def _draft(raw: Mapping[str, Any], submission_text: str) -> Draft:
    if "submission" in raw:
        return parse_draft(submission_text, str(raw["submission"]))
    book = rulebooks.get(str(raw["rulebook"]))
    made = tomllib.loads(new_submission(book, offer_all=True))
    for name, value in _choices(raw).items():
        made.setdefault(_part(book, name), {})[name] = value
    return Draft(book, made, "choices")


def _choices(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    choices = raw.get("choices", {})
    if not isinstance(choices, dict):
        raise BadSubmission(
            f"{choices!r} is not a table of choices", accepted='[choices] with lines such as blind = "B"'
        )
    return choices


def _part(book: Rulebook, name: str) -> str:
    """The part of a submission in which a choice is made: options, paytables or readings."""
    switches = [reading.id for reading in book.readings if reading.switch]
    known = {option.id: "options" for option in book.options} | dict.fromkeys(switches, "readings")
    known |= {table.id: "paytables" for table in book.paytables if table.selected_by == "submission"}
    if name not in known:
        raise BadSubmission(f"{book.id} has no choice named {name!r}", accepted=", ".join(known))
    return known[name]
