"""Starts a floor from its last snapshot and the entries after it, and verifies everything before the floor opens.

It checks the snapshot against its digest in the log, each later entry against its leaf, and every signed head since the
snapshot against its root. Then it checks the decks in play, the accounts and the meters. Entries before the snapshot
are read only by an audit, which begins at the first entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

from tablelaw.cage.ledger import Ledger
from tablelaw.errors import TablelawError
from tablelaw.floor.events import SnapshotTaken
from tablelaw.floor.fold import fold
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.log.signed_heads import stored_heads
from tablelaw.floor.log.transfer_lookup import PastTransfers
from tablelaw.floor.posting.deck_seals import opens
from tablelaw.floor.projections import account_rows, meter_rows
from tablelaw.floor.property import Property
from tablelaw.floor.snapshots import restored
from tablelaw.floor.store.api import EVERYTHING, Kept, Reads, Store
from tablelaw.proofs import heads
from tablelaw.proofs.merkle import leaf_hash

PAGE = 5_000
REBUILD = "`tablelaw floor rebuild`, which rebuilds the rows outside the log from a log that verifies"


class BrokenLog(TablelawError):
    """The log, or data stored with it, is not what was written, so the floor does not open."""

    no_paragraph = "the record is at fault; no rule of play is involved"


def leaf_at(kept: Reads, seq: int) -> bytes:
    """The leaf of an entry; empty if the log has no such entry."""
    return b"".join(kept.leaves(seq, seq))


def other_log(known: int) -> BrokenLog:
    """The error for a database that was reset to an earlier state, or replaced, while the floor was running."""
    what = "the log no longer has the entry that was acknowledged as its last"
    return BrokenLog(what, where=f"entry {known}", accepted="the database that was written to")


def recover(store: Store) -> tuple[Property, int]:
    """Returns the property at the end of its log, and the number of the entry that its last snapshot covers."""
    past = PastTransfers(store)
    with store.view() as kept:
        floor = past.floor = from_snapshot(kept, past)
        taken_at = floor.seq
        _replay(floor, kept)
        require_same_projections(floor, kept)
    return floor, taken_at


def require_filed_correctly(kept: Reads) -> None:
    """Requires every entry to be stored under its own id, stream and number.

    Under another id, its order could be carried out twice.
    """
    seq = kept.misfiled()
    if seq is not None:
        what = "the entry is filed under an id, stream or number other than its own"
        raise BrokenLog(what, where=f"entry {seq}", accepted=REBUILD)


def _replay(floor: Property, kept: Reads) -> None:
    """Replays the entries after the property's last one. At each signed head, the log must have the head's root."""
    first, signed = floor.seq, {row.size for row in kept.heads()}
    secrets = {row.seq: row.sealed for row in kept.decks(first)}
    roots = {first: floor.frontier.root()}
    for row in _pages(kept, first):
        entry = checked(row, floor.seq + 1)
        secret = checked_secret(entry, secrets.get(entry.seq))
        try:
            fold(floor, entry, row.leaf, secret)
        except TablelawError as refusal:
            # The entry is intact, so a derived row that it depends on must be wrong.
            why = f"{refusal.code}: {refusal.sentence()}"
            raise BrokenLog(
                "the entry cannot follow the one before it", where=f"entry {row.seq}", why=why, accepted=REBUILD
            ) from None
        if floor.seq in signed:
            roots[floor.seq] = floor.frontier.root()
    if any(size >= first for size in signed):
        _require_same_heads(floor, kept, first, roots)


def _require_same_heads(floor: Property, kept: Reads, first: int, roots: dict[int, bytes]) -> None:
    for signed in stored_heads(kept):
        if signed.head.size >= first:
            where = f"stored head over {signed.head.size} entries"
            head = heads.verify_head(signed, floor.public_key, floor.name, where)
            heads.check_log(head, floor.seq, roots.__getitem__, where)


def _pages(kept: Reads, after: int) -> Iterator[Kept]:
    while page := kept.entries(after, PAGE):
        yield from page
        after = page[-1].seq


def checked(row: Kept, expected: int) -> Entry:
    """Decodes an entry after checking that its bytes match its leaf and that its number matches its position."""
    if leaf_hash(row.body) != row.leaf:
        raise BrokenLog("the entry's bytes do not match its leaf", where=f"entry {row.seq}")
    entry = decode(row.body)
    if not row.seq == entry.seq == expected:
        raise BrokenLog(f"the entry says it is number {entry.seq}", where=f"entry {row.seq}", accepted=str(expected))
    return entry


def checked_secret(entry: Entry, secret: bytes | None) -> bytes:
    """The secret of the deck that the entry shuffled, checked against the commitment in the log.

    Empty if the entry did not shuffle a deck.
    """
    if entry.sealed is None:
        return b""
    if secret is None or not opens(secret, entry.sealed):
        what = "the order of a shuffled deck does not match its commitment in the log"
        raise BrokenLog(what, where=f"deck of entry {entry.seq}")
    return secret


def from_snapshot(kept: Reads, past: PastTransfers, upto: int = EVERYTHING) -> Property:
    """The property at the last snapshot up to an entry, or an empty property if there is none.

    The entry after the snapshot must vouch for it.
    """
    snapshot = kept.last_snapshot(upto)
    if snapshot is None:
        return Property(ledger=Ledger(past, past.made_by))
    where = f"snapshot {snapshot.seq}"
    row = kept.entry(snapshot.seq + 1)
    if row is None:
        raise BrokenLog("the log ends before the entry that records its digest", where=where)
    event = checked(row, snapshot.seq + 1).events[0]
    if not isinstance(event, SnapshotTaken) or event.digest != sha256(snapshot.body).hexdigest():
        raise BrokenLog("its digest is not the one in the log", where=where, accepted=REBUILD)
    return restored(snapshot.body, past)


def require_same_projections(floor: Property, kept: Reads) -> None:
    """Requires the stored accounts and meters to match the log."""
    accounts, meters = kept.accounts(), kept.meters()
    _require_same_rows("account", accounts, account_rows(floor, {row.id for row in accounts} | set(floor.ledger)))
    _require_same_rows("meter", meters, meter_rows(floor, {row.id for row in meters} & set(floor.meters)))
    if missing := set(floor.meters) - {row.id for row in meters}:
        raise BrokenLog("the meter is missing", where=f"meter {min(missing)}", accepted=REBUILD)


def _require_same_rows(kind: str, found: Iterable[tuple[object, ...]], expected: Iterable[tuple[object, ...]]) -> None:
    wanted = {row[0]: row for row in expected}
    for row in found:
        if wanted.pop(row[0], None) != row:
            raise BrokenLog(f"{kind} {row[0]} does not match the log", where=f"{kind} {row[0]}", accepted=REBUILD)
    for name, row in wanted.items():
        if any(row[1:]):
            raise BrokenLog(f"{kind} {name} is missing", where=f"{kind} {name}", accepted=REBUILD)
