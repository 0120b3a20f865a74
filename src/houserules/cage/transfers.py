"""Transfers: the only way money moves. Immutable; corrected by a further transfer, never by a change."""

from __future__ import annotations

import msgspec


class Transfer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Cents from the account debited to the account credited.

    `kind` is "posted" (moves at once), "pending" (set aside until posted or voided), "post" (a pending one moves, in
    whole or in part; the rest is free again) or "void" (a pending one is free again). `id` is made by whoever asks:
    a repeated id is the same transfer, not a second one.
    """

    id: str
    debit: str
    credit: str
    cents: int
    code: str
    """What it is for: "wager", "win", "buy-in", "hand-pay" ..."""
    cite: str
    kind: str = "posted"
    pending: str = ""
    """The pending transfer that a post or a void ends."""
    corrects: str = ""
    """The transfer that a correction sets right; a correction has a reason and two approvers."""
    reason: str = ""
    approvers: tuple[str, ...] = ()
