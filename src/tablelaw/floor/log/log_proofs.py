"""Proofs for someone who keeps a signed head but not the log: that an entry is in the log, and that the log is
append-only.
"""

from __future__ import annotations

import msgspec

from tablelaw.errors import TablelawError
from tablelaw.floor.store.api import Reads
from tablelaw.proofs import heads, merkle
from tablelaw.proofs.heads import Head
from tablelaw.proofs.refusals import ProofRefused


class NoSuchEntry(TablelawError):
    """The log does not have that many entries."""


class EntryNotShown(ProofRefused):
    """The path does not lead from the entry to the head's root."""


class EntryProof(msgspec.Struct, frozen=True):
    """One entry as it was written, and the path from it to the root over `size` entries, in hexadecimal."""

    seq: int
    size: int
    body: str
    path: tuple[str, ...]


class GrowthProof(msgspec.Struct, frozen=True):
    """Proof that the log of `size` entries begins with the log of `old` entries."""

    old: int
    size: int
    path: tuple[str, ...]


def prove_entry(store: Reads, seq: int, size: int | None = None) -> EntryProof:
    """Proves that an entry is under the head over `size` entries, or over all entries if no size is given."""
    tree = _tree(store, size)
    kept = store.entry(seq) if 1 <= seq <= tree.size else None
    if kept is None:
        raise NoSuchEntry(f"no entry {seq} among {tree.size}", accepted=f"1 to {tree.size}")
    return EntryProof(seq, tree.size, kept.body.decode(), _texts(tree.inclusion(seq - 1)))


def check_entry(proof: EntryProof, head: Head) -> None:
    """Refuses an entry that the head does not cover. The caller must already have checked the head's signature."""
    leaf = merkle.leaf_hash(proof.body.encode())
    path, root = _hashes(proof.path), bytes.fromhex(head.root)
    if proof.size != head.size or not merkle.is_included(leaf, proof.seq - 1, head.size, path, root):
        why = f"no path leads from it to the root over {head.size} entries"
        raise EntryNotShown("the entry is not proven to be in the log", where=f"entry {proof.seq}", why=why)


def prove_growth(store: Reads, old: int, size: int | None = None) -> GrowthProof:
    tree = _tree(store, size)
    if not 0 <= old <= tree.size:
        raise NoSuchEntry(f"the log has {tree.size} entries, so it never had {old}", accepted=f"0 to {tree.size}")
    return GrowthProof(old, tree.size, _texts(tree.consistency(old)))


def check_growth(proof: GrowthProof, old: Head, new: Head) -> None:
    heads.check_succession(old, new, _hashes(proof.path), f"from {proof.old} to {proof.size} entries")


def _tree(store: Reads, size: int | None) -> merkle.Tree:
    there = store.head()
    if size is not None and not 0 <= size <= there:
        raise NoSuchEntry(f"the log has {there} entries, not {size}", accepted=f"0 to {there}")
    return merkle.Tree(store.leaves(1, there if size is None else size))


def _texts(hashes: list[bytes]) -> tuple[str, ...]:
    return tuple(value.hex() for value in hashes)


def _hashes(texts: tuple[str, ...]) -> list[bytes]:
    """Decodes hashes. If any text is not a hash, the result matches nothing."""
    try:
        return [bytes.fromhex(text) for text in texts]
    except ValueError:
        return [b""]
