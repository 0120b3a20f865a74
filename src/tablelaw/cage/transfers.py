"""Transfers: the only way money moves. They are immutable and corrected only by further transfers."""

from __future__ import annotations

import msgspec


class Transfer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Cents moved from the debited account to the credited account.

    `kind` is "posted" (moves immediately), "pending" (set aside until posted or voided), "post" (moves a pending
    transfer, in whole or in part; the rest is released) or "void" (releases a pending transfer). The caller chooses the
    `id`; repeating an id refers to the same transfer and does not make a second one.
    """

    id: str
    debit: str
    credit: str
    cents: int
    code: str
    """Its purpose: "wager", "win", "buy-in", "hand-pay" ..."""
    cite: str
    kind: str = "posted"
    pending: str = ""
    """The pending transfer that a post or a void ends."""
    corrects: str = ""
    """The transfer that a correction corrects; a correction has a reason and two approvers."""
    reason: str = ""
    approvers: tuple[str, ...] = ()
