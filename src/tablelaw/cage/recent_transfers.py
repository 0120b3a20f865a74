"""The recent transfers of a ledger, so a repeated id is usually found without querying the store."""

from __future__ import annotations

from collections.abc import Callable

from tablelaw.cage.transfers import Transfer

GENERATION = 50_000


class Memory:
    """Two generations of transfers. When the newer one is full, the older one is dropped, unless there is no `known`
    function to look up its transfers.
    """

    def __init__(self, known: Callable[[str], Transfer | None] | None) -> None:
        self._known = known
        self._young: dict[str, Transfer] = {}
        self._old: dict[str, Transfer] = {}
        self._endings: dict[str, Transfer] = {}
        self._old_endings: dict[str, Transfer] = {}

    def remember(self, transfer: Transfer) -> None:
        self._young[transfer.id] = transfer
        if transfer.pending:
            self._endings[transfer.pending] = transfer

    def forget(self, transfer: Transfer) -> None:
        del self._young[transfer.id]
        if transfer.pending:
            del self._endings[transfer.pending]

    def turn(self) -> None:
        """If the newer generation is full, starts another and drops the older one."""
        if self._known is not None and len(self._young) >= GENERATION:
            self._young, self._old = {}, self._young
            self._endings, self._old_endings = {}, self._endings

    def transfer(self, transfer_id: str) -> Transfer | None:
        found = self._young.get(transfer_id) or self._old.get(transfer_id)
        if found is None and self._known is not None:
            return self._known(transfer_id)
        return found

    def ending(self, pending: str) -> Transfer | None:
        """Returns the transfer that ended a pending transfer, if it is recent."""
        return self._endings.get(pending) or self._old_endings.get(pending)
