"""The Merkle tree agrees with RFC 6962's own definition and its published vectors, and every change of a proof is
noticed.
"""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablelaw.proofs.merkle import (
    EMPTY_ROOT,
    Frontier,
    Tree,
    is_consistent,
    is_included,
    leaf_hash,
    node_hash,
    root_of,
)

SIZES = range(65)
LEAVES = [leaf_hash(b"entry %d" % number) for number in range(64)]
TREE = Tree(LEAVES)
PATH_MOST = 12

# The vectors of Certificate Transparency's first implementation, which every log of that kind is checked with.
PUBLISHED_DATA = [
    bytes.fromhex(text)
    for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", bytes(range(96, 112)).hex())
]
PUBLISHED_ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
LEAF_2 = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
LEAVES_3_4 = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
LEAVES_5_8 = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
LEAF_5 = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
LEAVES_7_8 = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
LEAVES_5_6 = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
LEAF_7 = "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f"
PUBLISHED_INCLUSIONS = [
    (0, 1, []),
    (0, 8, [LEAF_2, LEAVES_3_4, LEAVES_5_8]),
    (5, 8, [LEAF_5, LEAVES_7_8, PUBLISHED_ROOTS[3]]),
    (2, 3, [PUBLISHED_ROOTS[1]]),
    (1, 5, [PUBLISHED_ROOTS[0], LEAVES_3_4, LEAF_5]),
]
PUBLISHED_CONSISTENCIES = [
    (1, 1, []),
    (1, 8, [LEAF_2, LEAVES_3_4, LEAVES_5_8]),
    (6, 8, [LEAVES_5_6, LEAVES_7_8, PUBLISHED_ROOTS[3]]),
    (2, 5, [LEAVES_3_4, LEAF_5]),
    (6, 7, [LEAVES_5_6, LEAF_7, PUBLISHED_ROOTS[3]]),
]


def published_tree() -> Tree:
    return Tree(map(leaf_hash, PUBLISHED_DATA))


def plain_root(leaves: list[bytes]) -> bytes:
    """The root by the RFC's definition, followed word for word."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return sha256(b"\x01" + plain_root(leaves[:half]) + plain_root(leaves[half:])).digest()


def test_leaves_and_nodes_are_hashed_apart() -> None:
    assert leaf_hash(b"x") == sha256(b"\x00x").digest()
    assert node_hash(b"l" * 32, b"r" * 32) == sha256(b"\x01" + b"l" * 32 + b"r" * 32).digest()
    assert leaf_hash(b"l" * 32 + b"r" * 32) != node_hash(b"l" * 32, b"r" * 32)


# --- Published vectors --------------------------------------------------------------------------------


def test_roots_are_the_published_ones() -> None:
    tree, frontier = published_tree(), Frontier()
    for size, data in enumerate(PUBLISHED_DATA, 1):
        frontier.append(leaf_hash(data))
        assert frontier.root().hex() == tree.root(size).hex() == PUBLISHED_ROOTS[size - 1]


@pytest.mark.parametrize(("index", "size", "path"), PUBLISHED_INCLUSIONS)
def test_inclusion_proofs_are_the_published_ones(index: int, size: int, path: list[str]) -> None:
    assert [beside.hex() for beside in published_tree().inclusion(index, size)] == path


@pytest.mark.parametrize(("old", "size", "path"), PUBLISHED_CONSISTENCIES)
def test_consistency_proofs_are_the_published_ones(old: int, size: int, path: list[str]) -> None:
    assert [beside.hex() for beside in published_tree().consistency(old, size)] == path


# --- Every size, every pair ---------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_root_follows_the_definition(size: int) -> None:
    assert TREE.root(size) == Tree(LEAVES[:size]).root() == root_of(LEAVES[:size]) == plain_root(LEAVES[:size])


@pytest.mark.parametrize("size", SIZES)
def test_every_leaf_is_shown_and_no_other_place_or_size_or_leaf_is(size: int) -> None:
    root = TREE.root(size)
    for index in range(size):
        path = TREE.inclusion(index, size)
        assert len(path) <= (size - 1).bit_length()
        shown = [
            at for at in (-1, 0, index - 1, index, index + 1, size) if is_included(LEAVES[index], at, size, path, root)
        ]
        assert set(shown) == {index}
        assert [leaf for leaf in LEAVES[:size] if is_included(leaf, index, size, path, root)] == [LEAVES[index]]
        assert not is_included(LEAVES[index], index, size, path, TREE.root(size - 1))


@pytest.mark.parametrize("size", SIZES)
def test_every_beginning_is_shown_and_no_other_root_is(size: int) -> None:
    root = TREE.root(size)
    for old in range(size + 1):
        path = TREE.consistency(old, size)
        assert len(path) <= size.bit_length() + 1
        assert is_consistent(old, TREE.root(old), size, root, path)
        others = {TREE.root(other) for other in (old - 1, old + 1, 0, 64) if other in SIZES} - {TREE.root(old)}
        assert not any(is_consistent(old, other, size, root, path) for other in others)
        if old:
            assert not any(is_consistent(old, TREE.root(old), size, other, path) for other in others - {root})


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 21, 33, 64])
def test_a_proof_with_a_hash_changed_dropped_added_or_swapped_shows_nothing(size: int) -> None:
    for index in range(size):
        path = TREE.inclusion(index, size)
        for spoilt in spoilt_paths(path):
            assert not is_included(LEAVES[index], index, size, spoilt, TREE.root(size))
    for old in range(size + 1):
        path = TREE.consistency(old, size)
        for spoilt in spoilt_paths(path):
            assert not is_consistent(old, TREE.root(old), size, TREE.root(size), spoilt)


def spoilt_paths(path: list[bytes]) -> list[list[bytes]]:
    changed = [[*path[:at], sha256(path[at]).digest(), *path[at + 1 :]] for at in range(len(path))]
    cut = [[*path[:at], path[at][:31], *path[at + 1 :]] for at in range(len(path))]
    dropped = [[*path[:at], *path[at + 1 :]] for at in range(len(path))]
    added = [[*path[:at], bytes(32), *path[at:]] for at in range(len(path) + 1)]
    swapped = [[*path[:at], path[at + 1], path[at], *path[at + 2 :]] for at in range(len(path) - 1)]
    return changed + cut + dropped + added + swapped


def test_the_empty_tree_begins_every_tree() -> None:
    assert root_of([]) == Tree([]).root() == Frontier().root() == EMPTY_ROOT
    assert is_consistent(0, EMPTY_ROOT, 5, TREE.root(5), [])
    assert is_consistent(0, EMPTY_ROOT, 0, EMPTY_ROOT, [])
    assert not is_consistent(0, TREE.root(1), 5, TREE.root(5), [])
    assert not is_consistent(0, EMPTY_ROOT, 0, TREE.root(1), [])
    assert not is_included(LEAVES[0], 0, 0, [], EMPTY_ROOT)


def test_a_node_is_not_taken_for_a_leaf() -> None:
    """A tree of four leaves has the same root as a tree of two whose leaves are its halves, so the size must be
    known.
    """
    halves = [node_hash(LEAVES[0], LEAVES[1]), node_hash(LEAVES[2], LEAVES[3])]
    path = TREE.inclusion(0, 4)
    assert not is_included(halves[0], 0, 4, path[1:], TREE.root(4))
    assert all(leaf_hash(left + right) not in halves for left in LEAVES for right in LEAVES)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: TREE.inclusion(5, 5),
        lambda: TREE.inclusion(-1, 5),
        lambda: TREE.inclusion(0, 65),
        lambda: TREE.consistency(6, 5),
        lambda: TREE.consistency(-1, 5),
        lambda: TREE.root(65),
        lambda: TREE.leaf(64),
        lambda: Tree([b"short"]),
    ],
)
def test_a_question_beyond_the_tree_is_refused(ask: object) -> None:
    with pytest.raises(ValueError, match=r"lea[fv]"):
        ask()  # type: ignore[operator]


# --- The edge that grows ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_frontier_read_back_goes_on_as_before(size: int) -> None:
    frontier = Frontier.of(LEAVES[:size])
    again = Frontier.from_bytes(frontier.to_bytes())
    assert again == frontier
    assert again.size == size
    for leaf in LEAVES[size:]:
        again.append(leaf)
    assert again.root() == TREE.root()
    assert frontier.root() == TREE.root(size)


def test_a_copy_grows_by_itself() -> None:
    frontier = Frontier.of(LEAVES[:7])
    copy = frontier.copy()
    copy.append(LEAVES[7])
    assert frontier == Frontier.of(LEAVES[:7]) != copy == Frontier.of(LEAVES[:8])


@pytest.mark.parametrize("data", [b"", b"\x00" * 7, Frontier.of(LEAVES[:3]).to_bytes()[:-1], b"\x00" * 7 + b"\x01"])
def test_bytes_that_are_no_frontier_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="not the edge of a Merkle tree; accepted: "):
        Frontier.from_bytes(data)


@settings(max_examples=150)
@given(st.lists(st.binary(max_size=40), min_size=1, max_size=300), st.data())
def test_any_log_shows_any_entry_and_any_beginning(entries: list[bytes], data: st.DataObject) -> None:
    tree = Tree(map(leaf_hash, entries))
    size = data.draw(st.integers(1, len(entries)))
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size))
    root = plain_root([leaf_hash(entry) for entry in entries[:size]])
    assert tree.root(size) == root
    assert tree.leaf(index) == leaf_hash(entries[index])
    assert is_included(leaf_hash(entries[index]), index, size, tree.inclusion(index, size), root)
    assert is_consistent(old, tree.root(old), size, root, tree.consistency(old, size))


@settings(max_examples=300)
@given(st.integers(1, 64), st.data())
def test_no_random_path_shows_another_leaf(size: int, data: st.DataObject) -> None:
    known = [*LEAVES, *(TREE.root(at) for at in SIZES), *TREE.inclusion(0), *TREE.consistency(21)]
    path = data.draw(st.lists(st.sampled_from(known), max_size=PATH_MOST))
    index, other = data.draw(st.integers(0, size - 1)), leaf_hash(b"never appended")
    assert not is_included(other, index, size, path, TREE.root(size))
    assert not is_consistent(size, other, 64, TREE.root(), path)


@pytest.mark.parametrize("size", [1_000, 4_095, 4_096, 4_097])
def test_larger_trees_keep_their_word(size: int) -> None:
    leaves = [sha256(b"%d" % number).digest() for number in range(size)]
    tree, frontier = Tree(leaves), Frontier.of(leaves)
    assert tree.root() == frontier.root()
    for old in (1, size // 3, size - 1):
        assert is_included(leaves[old], old, size, tree.inclusion(old), tree.root())
        assert is_consistent(old, tree.root(old), size, tree.root(), tree.consistency(old))


# --- A tree that goes on from an edge ------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_proofs_from_an_edge_are_those_of_the_whole_tree(size: int) -> None:
    whole = Tree(LEAVES[:size])
    for edge in range(size + 1):
        grown = Tree(LEAVES[edge:size], Frontier.of(LEAVES[:edge]))
        assert (grown.size, grown.root()) == (size, whole.root())
        assert all(grown.inclusion(index) == whole.inclusion(index) for index in range(edge, size))
        assert all(grown.consistency(old) == whole.consistency(old) for old in range(max(edge, 1), size + 1))


def test_a_tree_that_goes_on_from_an_edge_knows_no_leaf_before_it() -> None:
    grown = Tree(LEAVES[40:], Frontier.of(LEAVES[:40]))
    with pytest.raises(ValueError, match="only its edge from before leaf 40"):
        grown.leaf(37)
    with pytest.raises(ValueError, match="only its edge from before leaf 40"):
        grown.inclusion(0)
