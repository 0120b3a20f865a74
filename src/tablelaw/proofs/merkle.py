"""The Merkle tree of RFC 6962 over SHA-256: one root commits to every leaf, in order.

Leaves and nodes are hashed with different first bytes, so no node can pass for a leaf. The left subtree of a tree with
n leaves holds the largest power of two below n.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

HASH_SIZE = 32
EMPTY_ROOT = sha256().digest()
_LEAF, _NODE = b"\x00", b"\x01"
_SIZE_BYTES = 8


def leaf_hash(data: bytes) -> bytes:
    return sha256(_LEAF + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()


def root_of(leaves: Iterable[bytes]) -> bytes:
    """The root of the tree over these leaf hashes."""
    return Frontier.of(leaves).root()


class Frontier:
    """The right edge of a growing tree: the roots of its complete subtrees, largest first.

    Adding a leaf costs one node hash on average, and computing the root costs one for each complete subtree. No other
    nodes are kept.
    """

    __slots__ = ("_peaks", "size")

    def __init__(self) -> None:
        self.size = 0
        self._peaks: list[bytes] = []

    @classmethod
    def of(cls, leaves: Iterable[bytes]) -> Frontier:
        frontier = cls()
        for leaf in leaves:
            frontier.append(leaf)
        return frontier

    def append(self, leaf: bytes) -> None:
        """Adds a leaf, merging one complete subtree for each trailing 1 bit in the size."""
        peaks, size = self._peaks, self.size
        while size & 1:
            leaf = sha256(_NODE + peaks.pop() + leaf).digest()
            size >>= 1
        peaks.append(leaf)
        self.size += 1

    def root(self) -> bytes:
        if not self._peaks:
            return EMPTY_ROOT
        root = self._peaks[-1]
        for left in self._peaks[-2::-1]:
            root = node_hash(left, root)
        return root

    def peaks(self) -> list[bytes]:
        """The roots of the complete subtrees, largest first."""
        return self._peaks[:]

    def copy(self) -> Frontier:
        """Returns an independent copy, which can be discarded if a batch fails."""
        twin = Frontier()
        twin.size, twin._peaks = self.size, self._peaks[:]
        return twin

    def to_bytes(self) -> bytes:
        """The size, followed by the subtrees' roots."""
        return self.size.to_bytes(_SIZE_BYTES, "big") + b"".join(self._peaks)

    @classmethod
    def from_bytes(cls, data: bytes) -> Frontier:
        frontier = cls()
        frontier.size = int.from_bytes(data[:_SIZE_BYTES], "big")
        hashes = data[_SIZE_BYTES:]
        if len(data) < _SIZE_BYTES or len(hashes) != HASH_SIZE * frontier.size.bit_count():
            raise ValueError(
                f"{len(data)} bytes are not the edge of a Merkle tree; accepted: a size of {_SIZE_BYTES} bytes and "
                f"{HASH_SIZE} bytes for each 1 in its binary form"
            )
        frontier._peaks = [hashes[at : at + HASH_SIZE] for at in range(0, len(hashes), HASH_SIZE)]
        return frontier

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frontier) and (self.size, self._peaks) == (other.size, other._peaks)

    __hash__ = None  # type: ignore[assignment]  # it changes


class Tree:
    """All complete subtrees over a list of leaf hashes, level by level, so any proof takes microseconds.

    If the leaves continue a tree of which only the edge is given, proofs exist only for these leaves.
    """

    __slots__ = ("_edge", "_levels", "size")

    def __init__(self, leaves: Iterable[bytes], edge: Frontier | None = None) -> None:
        """Builds the levels, storing each as a single bytes object so that neighbours are hashed without copying."""
        level = b"".join(leaves)
        count, rest = divmod(len(level), HASH_SIZE)
        if rest:
            raise ValueError(f"a leaf hash is {HASH_SIZE} bytes long")
        self._edge = edge.size if edge else 0
        self.size = self._edge + count
        peaks = edge.peaks() if edge else []
        self._levels: list[bytes] = []
        while len(level) >= 2 * HASH_SIZE or peaks or not self._levels:
            if self._edge >> len(self._levels) & 1:
                level = peaks.pop() + level
            self._levels.append(level)
            pairs = range(0, len(level) - 2 * HASH_SIZE + 1, 2 * HASH_SIZE)
            level = b"".join([sha256(_NODE + level[at : at + 2 * HASH_SIZE]).digest() for at in pairs])
        if level:
            self._levels.append(level)

    def leaf(self, index: int) -> bytes:
        self._require_leaf(index, self.size)
        return self._whole(0, index)

    def root(self, size: int | None = None) -> bytes:
        """The root over the first `size` leaves, by default over all leaves."""
        size = self._known(size)
        return self._over(0, size) if size else EMPTY_ROOT

    def inclusion(self, index: int, size: int | None = None) -> list[bytes]:
        """The inclusion proof of leaf `index` (from 0): the sibling hashes on its path to the root, lowest first."""
        first, after = 0, self._known(size)
        self._require_leaf(index, after)
        path = []
        while after - first > 1:
            middle = first + _left_size(after - first)
            path.append(self._over(middle, after) if index < middle else self._over(first, middle))
            first, after = (first, middle) if index < middle else (middle, after)
        return path[::-1]

    def consistency(self, old: int, size: int | None = None) -> list[bytes]:
        """The proof that the tree of `size` leaves begins with the tree of `old` leaves."""
        first, after, path = 0, self._known(size), []
        if not 0 <= old <= after:
            raise ValueError(f"a tree of {after} leaves has no beginning of {old}; accepted: 0 to {after}")
        if old == 0:
            return []
        while old != after:
            middle = first + _left_size(after - first)
            path.append(self._over(middle, after) if old <= middle else self._over(first, middle))
            first, after = (first, middle) if old <= middle else (middle, after)
        if first:
            path.append(self._over(first, after))
        return path[::-1]

    def _known(self, size: int | None) -> int:
        if size is None:
            return self.size
        if not 0 <= size <= self.size:
            raise ValueError(f"the tree has {self.size} leaves, not {size}; accepted: 0 to {self.size}")
        return size

    def _require_leaf(self, index: int, size: int) -> None:
        if not 0 <= index < size:
            raise ValueError(f"a tree of {size} leaves has no leaf {index}; the first one is 0")

    def _whole(self, level: int, place: int) -> bytes:
        """The root of a complete subtree; only subtrees from the edge onwards are stored."""
        at = place - (self._edge >> level & ~1)
        if at < 0:
            raise ValueError(f"the tree has only its edge from before leaf {self._edge}")
        return self._levels[level][at * HASH_SIZE : (at + 1) * HASH_SIZE]

    def _over(self, first: int, after: int) -> bytes:
        """The root over a range of leaves, where `first` must be the start of a subtree of that size."""
        size = after - first
        level = size.bit_length() - 1
        if size == 1 << level:
            return self._whole(level, first >> level)
        middle = first + (1 << level)
        return node_hash(self._whole(level, first >> level), self._over(middle, after))


def is_included(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether `path` leads from the leaf hash at `index` (from 0) to the root over `size` leaves."""
    if not 0 <= index < size or not _are_hashes(leaf, root, *path):
        return False
    place, last, found = index, size - 1, leaf
    for beside in path:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node_hash(beside, found)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, beside)
        place, last = place >> 1, last >> 1
    return last == 0 and found == root


def is_consistent(old: int, old_root: bytes, size: int, root: bytes, path: Sequence[bytes]) -> bool:
    """Whether `path` shows that the tree of `size` leaves begins with the tree of `old` leaves."""
    if not 0 <= old <= size or not _are_hashes(old_root, root, *path):
        return False
    if old == 0 or old == size:
        return not path and (old_root == EMPTY_ROOT or old > 0) and (old_root == root or old < size)
    hashes = [old_root, *path] if old.bit_count() == 1 else list(path)
    if not hashes:
        return False
    place, last = old - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    return _climb(hashes, place, last, old_root, root)


def _climb(hashes: list[bytes], place: int, last: int, old_root: bytes, root: bytes) -> bool:
    """Rebuilds both roots together, starting from the largest subtree that ends where the old tree does."""
    of_old = of_new = hashes[0]
    for beside in hashes[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            of_old, of_new = node_hash(beside, of_old), node_hash(beside, of_new)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            of_new = node_hash(of_new, beside)
        place, last = place >> 1, last >> 1
    return last == 0 and of_old == old_root and of_new == root


def _are_hashes(*values: bytes) -> bool:
    """Whether all values have the length of a hash; otherwise two pairs could concatenate to the same bytes."""
    return all(len(value) == HASH_SIZE for value in values)


def _left_size(size: int) -> int:
    """The largest power of two below `size`."""
    return 1 << ((size - 1).bit_length() - 1)
