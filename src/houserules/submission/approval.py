"""Approvals a submission must name before it is filed: what the regulator allows only when asked."""

from __future__ import annotations

from collections.abc import Iterator

from houserules.amounts import money_text, parse_money
from houserules.submission.draft import Draft
from houserules.submission.findings import Finding, finding

PAYOUT_LIMIT_APPROVAL = "payout_limit_approval"


def payout_limit_is_approved(draft: Draft) -> Iterator[Finding]:
    """A payout limit above the printed sum needs the regulator's approval where the text says so."""
    limits, limit = draft.part("limits"), next(iter(draft.book.limits), None)
    written, approval = limits.get("payout_limit"), limits.get(PAYOUT_LIMIT_APPROVAL)
    if approval is not None and (not isinstance(approval, str) or not approval.strip()):
        what = f"{PAYOUT_LIMIT_APPROVAL} = {approval!r} names no approval"
        yield finding("approval-not-named", "[limits]", what, 'the approval in words, such as "letter of 5 March"')
    if limit is None or not limit.approved_by or written is None:
        return
    cents, floor = parse_money(written), limit.floor.cents
    if cents > floor and approval is None:
        what = f"a payout limit of {money_text(cents)} needs the approval of {limit.approved_by}"
        satisfy = f'{money_text(floor)}, or the approval named: {PAYOUT_LIMIT_APPROVAL} = "letter of 5 March"'
        yield finding("payout-limit-not-approved", "[limits]", what, satisfy, limit.cite)
