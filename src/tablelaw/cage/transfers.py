"""Transfers: the only way money moves. They are immutable and corrected only by further transfers."""

from __future__ import annotations

import msgspec


class Transfer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Cents moved from the debited account to the credited one.

    `kind` is "posted" (moves at once), "pending" (set aside until posted or voided), "post" (a pending one moves, in
    whole or in part; the rest is released) or "void" (a pending one is released). The caller chooses the `id`: a
    repeated id is the same transfer, not a second one.
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
