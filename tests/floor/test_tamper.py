"""Every change to an exported log is found: thousands of changes, and every single bit of a smaller log.

TABLELAW_FLIPS sets the size in bits of the log in which every bit is flipped (1 MB is 8,388,608); a hundredth as many
random changes are tried, at least 2,000. A failure names its seed and number, and `tampered(number)` reproduces it.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tablelaw.chance import PracticeChance
from tablelaw.errors import TablelawError
from tablelaw.floor.audit.log_audit import audit_lines, sign_log
from tablelaw.floor.store.api import LogRow
from tablelaw.proofs import heads, keys, merkle
from tablelaw.proofs.heads import Head, SignedHead
from tests.floor.logs import AT, Author, exported, opened_stores, write
from tests.floor.tampering import FLIPS, SPLICES, TRUNCATIONS, Tamper, flip, lines_of, rollbacks, splices

BITS = int(os.environ.get("TABLELAW_FLIPS", 8 * 4_000))
CHANGES = max(2_000, BITS // 100)
SEED = os.environ.get("TABLELAW_SEED", "tamper 1")
KEY = keys.new_key()
OLDER, SIZE = (60, 150, 199), 200
"""The sizes, in entries, of the older exports and of the log that is tampered with."""

Check = Callable[[bytes, Sequence[SignedHead]], object]


class Material:
    """A log, older exports of it, another log with the same key, and a head kept elsewhere."""

    def __init__(self) -> None:
        with TemporaryDirectory() as folder, opened_stores(Path(folder)) as new_store:
            store, author = new_store(), Author(KEY)
            exports = []
            for size in (*OLDER, SIZE):
                write(store, list(author.rows(size - author.seq)), author.secrets)
                exports.append(exported(store, KEY, Path(folder) / "log.jsonl"))
            *self.older, self.log = exports
            self.kept = sign_log(store, KEY, AT)
            store, author = new_store(), Author(KEY, "another log")
            write(store, list(author.rows(SIZE - 1)))
            self.other = exported(store, KEY, Path(folder) / "other.jsonl")

    def tampers(self) -> tuple[Tamper, ...]:
        """The ways to tamper; six in ten changes are flipped bits."""
        others = (*TRUNCATIONS, *SPLICES, *splices(self.other), *rollbacks(self.older))
        return FLIPS * (len(others) * 3 // 2) + others


@cache
def material() -> Material:
    return Material()


def check(data: bytes, kept: Sequence[SignedHead] = ()) -> object:
    return audit_lines(lines_of(data), kept, KEY.public)


def tampered(number: int) -> tuple[str, bytes]:
    """Makes the change with this number. Returns the method's name and the resulting log."""
    chance, tampers = PracticeChance(f"{SEED} {number}"), material().tampers()
    tamper = tampers[chance.below(len(tampers))]
    return tamper.__name__, tamper(material().log, chance)


def unseen(numbers: range, check: Check) -> Iterator[tuple[int, str]]:
    """Yields the changes that a check accepts. A check must raise a TablelawError; other exceptions are bugs in the
    check.
    """
    for number in numbers:
        how, data = tampered(number)
        assert data != material().log, f"{SEED!r} {number}: {how} changed nothing"
        try:
            check(data, [material().kept])
        except TablelawError:
            continue
        yield number, how


# --- The untouched log ----------------------------------------------------------------------------------


def test_the_untouched_log_passes() -> None:
    assert check(material().log, [material().kept])
    assert check(material().other)
    for older in material().older:
        assert check(older), "an older log is a good one, as long as nobody keeps a newer head"


# --- Random changes -------------------------------------------------------------------------------------


def test_every_change_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    missed = list(unseen(range(CHANGES), check))
    made = Counter(tampered(number)[0] for number in range(0, CHANGES, 10))
    with capsys.disabled():
        print(f"\n  {CHANGES} changes of a log of {SIZE} entries, seed {SEED!r}: {CHANGES - len(missed)} found")
    assert missed == []
    assert len(made) == len(set(material().tampers())), "a kind of change was never made"


def test_every_change_says_where_it_was_found() -> None:
    for number in range(200):
        with pytest.raises(TablelawError) as found:
            check(tampered(number)[1], [material().kept])
        assert found.value.where
        assert found.value.what


# --- Every bit ------------------------------------------------------------------------------------------


def test_every_bit_counts(capsys: pytest.CaptureFixture[str]) -> None:
    """A flip inside an entry changes one leaf, so only its path to the root is recomputed; other flips recompute
    everything.
    """
    data = log_of(BITS // 8)
    lines = lines_of(data)
    bodies = [line[:-1] for line in lines[1:-1]]
    tree = merkle.Tree(map(merkle.leaf_hash, bodies))
    found = sum(flips_found_in_an_entry(bodies[index], index, tree) for index in range(len(bodies)))
    odd = list(bits_of_lines(data))
    found += sum(is_refused(flip(data, bit)) for bit in odd)
    with capsys.disabled():
        print(f"\n  every bit of a log of {len(data)} bytes, {8 * len(data)} flips: {found} found")
    assert found == 8 * len(data)


@cache
def log_of(size: int) -> bytes:
    """An exported log of about this many bytes."""
    author = Author(KEY, "every bit")
    rows: list[LogRow] = []
    while sum(len(row.body) + 1 for row in rows) + 700 < size:
        rows += author.rows(1)
    with TemporaryDirectory() as folder, opened_stores(Path(folder)) as new_store:
        store = new_store()
        write(store, rows)
        return exported(store, KEY, Path(folder) / "log.jsonl")


def flips_found_in_an_entry(body: bytes, index: int, tree: merkle.Tree) -> int:
    """Counts the flips found in an entry, except flips that make a line break, which `bits_of_lines` covers."""
    path, root, size = tree.inclusion(index), tree.root(), tree.size
    line, found = bytearray(body), 0
    for at in range(len(line)):
        for bit in range(8):
            line[at] ^= 1 << bit
            if line[at] != 10:
                found += not merkle.is_included(merkle.leaf_hash(bytes(line)), index, size, path, root)
            line[at] ^= 1 << bit
    return found


def bits_of_lines(data: bytes) -> Iterator[int]:
    """The bits of the header, the head and line breaks, and the bits whose flip makes a line break."""
    first, last = data.index(b"\n"), data.rindex(b"\n", 0, -1)
    for at, byte in enumerate(data):
        for bit in range(8):
            if not first < at < last or byte == 10 or byte ^ 1 << bit == 10:
                yield 8 * at + bit


def is_refused(data: bytes) -> bool:
    try:
        check(data)
    except TablelawError:
        return True
    return False


# --- Planted faults: a check that omits something lets changes pass -------------------------------------------


def leaf_kept_for_the_place(body: bytes) -> bytes:
    """A faulty check that trusts the leaf stored for an entry's number instead of hashing the entry."""
    seq = re.match(rb'{"seq":(\d+)', body)
    return kept_leaves().get(seq[1] if seq else b"", b"") or sha256(b"\0" + body).digest()


@cache
def kept_leaves() -> dict[bytes, bytes]:
    bodies = [line[:-1] for line in lines_of(material().log)[1:-1]]
    return {b"%d" % seq: sha256(b"\0" + body).digest() for seq, body in enumerate(bodies, 1)}


def any_signature(signed: SignedHead, key: str, property: str = "", where: str = "") -> Head:
    return signed.head


def no_root(*told: object) -> None:
    """A faulty check that does not compare the root with any head."""


@pytest.mark.parametrize(
    ("place", "name", "fault", "lets_pass"),
    [
        (merkle, "leaf_hash", leaf_kept_for_the_place, "change_an_amount"),
        (heads, "check_log", no_root, "change_an_amount"),
        (heads, "check_log", no_root, "put_an_older_log_in_place"),
    ],
)
def test_a_check_that_leaves_something_out_would_be_seen(
    monkeypatch: pytest.MonkeyPatch, place: object, name: str, fault: object, lets_pass: str
) -> None:
    material()
    monkeypatch.setattr(place, name, fault)
    missed = {how for _, how in unseen(range(600), check)}
    assert lets_pass in missed


def test_a_check_that_asks_no_head_kept_elsewhere_would_be_seen() -> None:
    missed = {how for _, how in unseen(range(600), lambda data, kept: check(data))}
    assert missed == {"put_an_older_log_in_place"}


def test_a_check_that_believes_any_signature_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    data = log_of(BITS // 8)
    signature = range(8 * data.rindex(b'"signature":'), 8 * data.rindex(b'"key":'))
    assert all(is_refused(flip(data, bit)) for bit in signature)
    monkeypatch.setattr(heads, "verify_head", any_signature)
    assert not all(is_refused(flip(data, bit)) for bit in signature)
