"""All checks of one Rules Submission. Each yields everything it finds, and no check stops the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial

from tablelaw import jurisdictions
from tablelaw.errors import TablelawError
from tablelaw.printed_money import printing_as
from tablelaw.submission.checks.approvals import choices_are_filed, payout_limit_is_approved
from tablelaw.submission.checks.content import CONTENT
from tablelaw.submission.checks.dates import choices_are_in_force, the_day_is_fit
from tablelaw.submission.checks.shape import SHAPE
from tablelaw.submission.checks.table_names import names_are_fit
from tablelaw.submission.draft import Draft
from tablelaw.submission.findings import Finding

Look = Callable[[Draft], Iterator[Finding]]
APPROVED: tuple[Look, ...] = (payout_limit_is_approved, choices_are_filed)


def check(draft: Draft, on: date | None = None) -> list[Finding]:
    """Returns every finding, in the order of the parts; empty if the submission passes.

    The submission is checked against the law of the day it is filed or, if it does not give one, of the day `on`.
    Without either, every choice of the newest text is permitted.
    """
    return [*names_are_fit(draft), *check_rules(draft, on=on)]


def check_rules(draft: Draft, read_back: bool = False, on: date | None = None) -> list[Finding]:
    """Returns every finding except those about names, because tables installed under other names must still be
    readable.

    `read_back` is for a submission that was accepted earlier and is read from a log or a text line, without its
    approvals; its choices were lawful when it was filed.
    """
    with printing_as(jurisdictions.money_format_for(draft.book)):
        return _findings(draft, CONTENT if read_back else (*CONTENT, *APPROVED, *_by_day(on)))


def _findings(draft: Draft, looks: tuple[Look, ...]) -> list[Finding]:
    misshapen = [found for look in SHAPE for found in look(draft)]
    if not misshapen:
        return [found for look in looks for found in look(draft)]
    return misshapen + [found for look in looks for found in _as_far_as_readable(look, draft)]


def _by_day(on: date | None) -> tuple[Look, ...]:
    """The checks that need a day."""
    return (partial(the_day_is_fit, on=on), partial(choices_are_in_force, on=on))


UNREADABLE = (TablelawError, LookupError, TypeError, ValueError, AttributeError, StopIteration)


def _as_far_as_readable(look: Look, draft: Draft) -> Iterator[Finding]:
    """Yields what a content check finds in a malformed file before it fails.

    The shape checks have already reported the cause of the failure.
    """
    try:
        yield from look(draft)
    except UNREADABLE:
        return
