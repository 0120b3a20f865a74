"""Starting a floor: the last snapshot, the entries after it, and everything verified before the door opens.

Verified are the snapshot, by the digest that the log tells of it; each entry after it, by its leaf; every signed head
over as much as the snapshot or more, whose root the snapshot's tree goes on to; the decks in play, the accounts and the
meters. What lies before the snapshot is read only by an audit, which begins at the first entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

from houserules.cage.ledger import Ledger
from houserules.errors import HouserulesError
from houserules.floor.events import SnapshotTaken
from houserules.floor.fold import fold
from houserules.floor.log.entry import Entry, decode
from houserules.floor.log.past_transfers import Past
from houserules.floor.log.signed_heads import stored_heads
from houserules.floor.posting.deck_seals import opens
from houserules.floor.projections import account_rows, meter_rows
from houserules.floor.property import Property
from houserules.floor.snapshots import restored
from houserules.floor.store.api import EVERYTHING, Kept, Reads, Store
from houserules.proofs import heads
from houserules.proofs.merkle import leaf_hash

PAGE = 5_000
REBUILD = "`houserules floor rebuild`, which makes the rows beside the log anew from a log that verifies"


class BrokenLog(HouserulesError):
    """The log, or what is kept beside it, is not what was written. The floor does not open."""

    no_paragraph = "the record is at fault, no rule of play"


def leaf_at(kept: Reads, seq: int) -> bytes:
    """The leaf of an entry; nothing where the log has no such entry."""
    return b"".join(kept.leaves(seq, seq))


def other_log(known: int) -> BrokenLog:
    """A database put back to an earlier state, or another one in its place, while the floor was running."""
    what = "the log no longer has what was acknowledged as its last entry"
    return BrokenLog(what, where=f"entry {known}", accepted="the database that was written to")


def recover(store: Store) -> tuple[Property, int]:
    """The property as its log leaves it, and the entry its last snapshot was taken at."""
    past = Past(store)
    with store.view() as kept:
        floor = past.floor = from_snapshot(kept, past)
        taken_at = floor.seq
        _replay(floor, kept)
        refuse_other_projections(floor, kept)
    return floor, taken_at


def refuse_misfiled(kept: Reads) -> None:
    """Every entry is filed under the id, stream and number it says: under another id, its order could run twice."""
    seq = kept.misfiled()
    if seq is not None:
        what = "the entry is filed under another id, stream or number than it says"
        raise BrokenLog(what, where=f"entry {seq}", accepted=REBUILD)


def _replay(floor: Property, kept: Reads) -> None:
    """The entries after the property's own last one; where a head was signed, the log must have the root it says."""
    first, signed = floor.seq, {row.size for row in kept.heads()}
    secrets = {row.seq: row.sealed for row in kept.decks(first)}
    roots = {first: floor.frontier.root()}
    for row in _pages(kept, first):
        entry = checked(row, floor.seq + 1)
        secret = checked_secret(entry, secrets.get(entry.seq))
        try:
            fold(floor, entry, row.leaf, secret)
        except HouserulesError as refusal:
            # The entry is what was written: so a row beside the log that it rests on is not.
            why = f"{refusal.code}: {refusal.sentence()}"
            raise BrokenLog("the entry cannot follow", where=f"entry {row.seq}", why=why, accepted=REBUILD) from None
        if floor.seq in signed:
            roots[floor.seq] = floor.frontier.root()
    if any(size >= first for size in signed):
        _refuse_other_heads(floor, kept, first, roots)


def _refuse_other_heads(floor: Property, kept: Reads, first: int, roots: dict[int, bytes]) -> None:
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
    """An entry whose bytes are those its leaf was made of, at its place."""
    if leaf_hash(row.body) != row.leaf:
        raise BrokenLog("the entry's bytes are not those its leaf was made of", where=f"entry {row.seq}")
    entry = decode(row.body)
    if not row.seq == entry.seq == expected:
        raise BrokenLog(f"the entry says it is number {entry.seq}", where=f"entry {row.seq}", accepted=str(expected))
    return entry


def checked_secret(entry: Entry, secret: bytes | None) -> bytes:
    """What opens the deck an entry shuffled, if any: the very one the log has a commitment to."""
    if entry.sealed is None:
        return b""
    if secret is None or not opens(secret, entry.sealed):
        what = "the order of a shuffled deck is not the one the log has a commitment to"
        raise BrokenLog(what, where=f"deck of entry {entry.seq}")
    return secret


def from_snapshot(kept: Reads, past: Past, upto: int = EVERYTHING) -> Property:
    """The last snapshot up to an entry, if the entry after it vouches for it; an empty property where there is none."""
    snapshot = kept.last_snapshot(upto)
    if snapshot is None:
        return Property(ledger=Ledger(past, past.made_by))
    where = f"snapshot {snapshot.seq}"
    row = kept.entry(snapshot.seq + 1)
    if row is None:
        raise BrokenLog("the log ends before the entry that tells its digest", where=where)
    told = checked(row, snapshot.seq + 1).events[0]
    if not isinstance(told, SnapshotTaken) or told.digest != sha256(snapshot.body).hexdigest():
        raise BrokenLog("its digest is not the one the log tells", where=where, accepted=REBUILD)
    return restored(snapshot.body, past)


def refuse_other_projections(floor: Property, kept: Reads) -> None:
    """Accounts and meters are kept beside the log; they must say the same."""
    accounts, meters = kept.accounts(), kept.meters()
    _refuse_difference("account", accounts, account_rows(floor, {row.id for row in accounts} | set(floor.ledger)))
    _refuse_difference("meter", meters, meter_rows(floor, {row.id for row in meters} & set(floor.meters)))
    if missing := set(floor.meters) - {row.id for row in meters}:
        raise BrokenLog("the meter is not kept", where=f"meter {min(missing)}", accepted=REBUILD)


def _refuse_difference(kind: str, found: Iterable[tuple[object, ...]], expected: Iterable[tuple[object, ...]]) -> None:
    wanted = {row[0]: row for row in expected}
    for row in found:
        if wanted.pop(row[0], None) != row:
            raise BrokenLog(f"{kind} {row[0]} is not what the log makes it", where=f"{kind} {row[0]}", accepted=REBUILD)
    for name, row in wanted.items():
        if any(row[1:]):
            raise BrokenLog(f"{kind} {name} is not kept", where=f"{kind} {name}", accepted=REBUILD)
