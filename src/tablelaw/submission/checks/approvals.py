"""What a submission must state before it is filed: the regulator's approvals, and choices without a default."""

from __future__ import annotations

from collections.abc import Iterator

from tablelaw.amounts import parse_money
from tablelaw.law.conditions import conditions
from tablelaw.printed_money import printed
from tablelaw.submission.draft import Draft
from tablelaw.submission.findings import Finding, finding

PAYOUT_LIMIT_APPROVAL = "payout_limit_approval"


def payout_limit_is_approved(draft: Draft) -> Iterator[Finding]:
    """Checks that a payout limit above the printed sum has the regulator's approval, if the text requires it."""
    limits, limit = draft.part("limits"), next(iter(draft.book.limits), None)
    written, approval = limits.get("payout_limit"), limits.get(PAYOUT_LIMIT_APPROVAL)
    if approval is not None and (not isinstance(approval, str) or not approval.strip()):
        what = f"{PAYOUT_LIMIT_APPROVAL} = {approval!r} names no approval"
        yield finding("approval-not-named", "[limits]", what, 'the approval in words, such as "letter of 5 March"')
    if limit is None or not limit.approved_by or written is None:
        return
    cents, floor = parse_money(written), limit.floor.cents
    if cents > floor and approval is None:
        what = f"a payout limit of {printed(cents)} needs the approval of {limit.approved_by}"
        satisfy = f'{printed(floor)}, or the approval named: {PAYOUT_LIMIT_APPROVAL} = "letter of 5 March"'
        yield finding("payout-limit-not-approved", "[limits]", what, satisfy, limit.cite)


def choices_are_filed(draft: Draft) -> Iterator[Finding]:
    """Checks that options required by another choice are filed, such as how often an offered bonus is drawn."""
    options = draft.part("options")
    chosen = {(option.id, str(options.get(option.id, option.default))) for option in draft.book.options}
    for option in draft.book.options:
        asking = [when for when in option.filed_with if chosen.issuperset(conditions(when))]
        if asking and option.id not in options:
            what = f"{' and '.join(asking)}, but {option.id} is not filled in; {option.asks}"
            yield finding("option-not-chosen", "[options]", what, f"{option.id} = {option.accepts}", option.cite)
