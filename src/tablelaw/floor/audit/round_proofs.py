"""Proofs about one round: each card is the one committed to before the cut, and each entry is in the signed log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from tablelaw.cards import Card
from tablelaw.floor.log.entry import Entry, Sealed, decode
from tablelaw.floor.log.entry_outline import has_event
from tablelaw.floor.log.log_proofs import EntryNotShown
from tablelaw.floor.log.signed_heads import stored_heads
from tablelaw.floor.log.transfer_lookup import PastTransfers
from tablelaw.floor.posting.deck_seals import opens
from tablelaw.floor.property import FloorTable, stream_of
from tablelaw.floor.recovery import from_snapshot
from tablelaw.floor.store.api import Reads
from tablelaw.proofs import commitment, merkle
from tablelaw.proofs.commitment import Seal
from tablelaw.proofs.heads import SignedHead, verify_head
from tablelaw.table import events
from tablelaw.table.engine import Engine
from tablelaw.table.phases.decks import deck_to_shuffle
from tablelaw.table.state import Table

AT_ONCE = 200
"""How many entries to read at a time when searching back for a deck's shuffle, which is rarely more than a few rounds
earlier.
"""


class CardProof(msgspec.Struct, frozen=True):
    """Where a card's commitment is: the entry of the shuffle, and the card's position in the sealed order."""

    sealed_in: int
    position: int
    """Counted from 1, which is the top card before the cut."""
    salt: str
    is_shown: bool
    """Whether the salt opens the card's leaf, and the leaf is under the root of the commitment."""


class Seals:
    """The commitments to the decks of one table, as recorded in its entries."""

    def __init__(self) -> None:
        self._of_deck: dict[int, tuple[int, Sealed]] = {}

    @classmethod
    def of(cls, store: Reads, table: FloorTable) -> Seals:
        """The commitments to a table's current decks, found by reading backwards from its last entry."""
        seals, wanted, upto = cls(), dict(table.secrets), table.number
        while wanted and upto > 0:
            page = store.stream_entries(stream_of(table.name), upto - AT_ONCE, upto)
            for sealed in (decode(kept.body) for kept in reversed(page) if has_event(kept.body, events.Shuffled)):
                seals._take(sealed, wanted)
            upto -= AT_ONCE
        return seals

    def _take(self, entry: Entry, wanted: dict[int, bytes]) -> None:
        for deck, secret in list(wanted.items()):
            if entry.sealed is not None and opens(secret, entry.sealed):
                self._of_deck[deck] = entry.seq, entry.sealed
                del wanted[deck]

    def follow(self, engine: Engine, state: Table, entry: Entry) -> Table:
        """Advances the table by one entry and stores the commitment of any shuffle in the entry."""
        for event in entry.events:
            state = self._after(engine, state, entry, event)
        return state

    def _after(self, engine: Engine, state: Table, entry: Entry, event: object) -> Table:
        assert isinstance(event, events.Event)
        if isinstance(event, events.Shuffled) and entry.sealed is not None:
            self._of_deck[deck_to_shuffle(state)] = entry.seq, entry.sealed
        return engine.evolve(state, event)

    def opened(self, engine: Engine, state: Table, entry: Entry) -> Iterator[CardProof | None]:
        """For each card that leaves the deck in an entry, the proof of where it was sealed, or None for a real card."""
        salts = iter(entry.openings)
        for event in entry.events:
            for card in _left_the_deck(event):
                yield self._proof(state.deck, str(card), next(salts, ""))
            state = self._after(engine, state, entry, event)

    def _proof(self, deck: int, card: str, salt: str) -> CardProof | None:
        if not salt or deck not in self._of_deck:
            return None
        seq, sealed = self._of_deck[deck]
        found = [n for n in range(len(sealed.leaves)) if commitment.is_opened(sealed.leaves, n, card, salt)]
        is_shown = bool(found) and commitment.is_whole(Seal(sealed.root, sealed.leaves))
        return CardProof(seq, found[0] + 1 if found else 0, salt, is_shown)


def _left_the_deck(event: object) -> Sequence[Card]:
    if isinstance(event, events.Dealt):
        return [card for _, card, _ in event.cards]
    return event.card if isinstance(event, events.CardSetAside) else ()


class EntryPath(msgspec.Struct, frozen=True):
    """An entry of the round, its leaf, and the hashes that lead from it to the root."""

    seq: int
    leaf: str
    path: tuple[str, ...]


class RoundProof(msgspec.Struct, frozen=True):
    """The entries of a round, proven under the root over `size` entries.

    `head` is None until a signed head covers them.
    """

    size: int
    root: str
    head: SignedHead | None
    entries: tuple[EntryPath, ...]


def prove_round(store: Reads, seqs: Sequence[int]) -> RoundProof:
    """Proves the round under the first signed head that covers it.

    If there is none, the proof uses the root of the log immediately after the round.
    """
    head = next((signed for signed in stored_heads(store) if signed.head.size >= seqs[-1]), None)
    tree = tree_from(store, seqs[0], head.head.size if head else seqs[-1])
    root = bytes.fromhex(verify_head(head, head.key).root) if head else tree.root()
    paths = tuple(_path(tree, seq, root) for seq in seqs)
    return RoundProof(tree.size, root.hex(), head, paths)


def tree_from(store: Reads, first: int, size: int) -> merkle.Tree:
    """Builds the part of the tree over `size` entries that proofs of entry `first` and later entries need."""
    edge = from_snapshot(store, PastTransfers(store), first - 1).frontier
    return merkle.Tree(store.leaves(edge.size + 1, size), edge)


def _path(tree: merkle.Tree, seq: int, root: bytes) -> EntryPath:
    leaf, path = tree.leaf(seq - 1), tree.inclusion(seq - 1)
    if not merkle.is_included(leaf, seq - 1, tree.size, path, root):
        raise EntryNotShown("the entry is not the one the head was signed over", where=f"entry {seq}")
    return EntryPath(seq, leaf.hex(), tuple(beside.hex() for beside in path))
