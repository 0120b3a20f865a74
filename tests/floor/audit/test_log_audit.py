"""Auditing a log in its store detects and locates any change made by an insider."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tablelaw.errors import TablelawError
from tablelaw.floor.audit.log_audit import audit_export, audit_store, first_difference, sign_log
from tablelaw.floor.log.signed_heads import head_row
from tablelaw.floor.store.api import EVERYTHING, HeadRow, LogRow, Reads, Store, open_store
from tablelaw.proofs import heads, keys
from tablelaw.proofs.heads import Head
from tablelaw.proofs.merkle import leaf_hash, root_of
from tests.floor.databases import Databases
from tests.floor.logs import AT, PROPERTY, Author, exported, write

KEY, OTHER = keys.new_key(), keys.new_key()
SIZES = (20, 45, 61)
"""The numbers of entries that heads are signed over; the log has six more entries."""


@pytest.fixture
def either(database: str) -> Iterator[Store]:
    """The log on each kind of store."""
    with closing(open_store(database)) as opened:
        yield signed(opened)


@pytest.fixture
def store(databases: Databases) -> Iterator[Store]:
    """The log in a file, for tests that tamper with what is read from it."""
    with closing(open_store(databases.fresh("sqlite"))) as opened:
        yield signed(opened)


def signed(store: Store) -> Store:
    author = Author(KEY)
    for size in SIZES:
        write(store, list(author.rows(size - author.seq)))
        sign_log(store, KEY, AT + size)
    write(store, list(author.rows(6)))
    return store


class Doctored(Reads):
    """A store whose log was changed by an insider with access to the file."""

    def __init__(self, store: Store, rows: Sequence[LogRow], head_rows: Sequence[HeadRow] | None = None) -> None:
        super().__init__(store.sql)
        self._store, self._rows = store, list(rows)
        self._heads = store.heads() if head_rows is None else list(head_rows)

    def log_rows(self, after: int, limit: int = EVERYTHING) -> list[LogRow]:
        return self._rows[after : after + limit]

    def heads(self) -> list[HeadRow]:
        return self._heads

    def rows(self, statement: str, parameters: Sequence[object] = ()) -> list[Any]:
        return self._store.rows(statement, parameters)


def refusal(ask: Callable[[], object]) -> TablelawError:
    with pytest.raises(TablelawError) as found:
        ask()
    return found.value


def changed(row: LogRow, old: bytes, new: bytes, *, rehash: bool) -> LogRow:
    assert old in row.body
    body = row.body.replace(old, new, 1)
    return row._replace(body=body, leaf=leaf_hash(body) if rehash else row.leaf)


def with_row(store: Store, seq: int, change: Callable[[LogRow], LogRow]) -> Doctored:
    rows = store.log_rows(0)
    return Doctored(store, [change(row) if row.seq == seq else row for row in rows])


# --- An untouched log -----------------------------------------------------------------------------------


def test_an_untouched_log_is_vouched_for(either: Store) -> None:
    audit = audit_store(either)
    assert audit.owner == (PROPERTY, KEY.public)
    assert (audit.size, audit.heads, audit.vouched, audit.unsigned) == (67, 3, 61, 6)
    assert audit.root == root_of(either.leaves(1, 67)).hex()


def test_heads_kept_elsewhere_are_asked_too(either: Store) -> None:
    kept = sign_log(either, KEY, AT + 99)
    audit = audit_store(either, [heads.read_text(heads.as_text(kept))], KEY.public)
    assert (audit.heads, audit.unsigned) == (5, 0)


def test_a_log_is_signed_once_at_each_size(either: Store) -> None:
    signed = sign_log(either, KEY, AT + 99)
    assert sign_log(either, KEY, AT + 100) == signed
    assert [row.size for row in either.heads()] == [*SIZES, 67]


def test_an_export_and_its_store_do_not_differ(either: Store, tmp_path: Path) -> None:
    exported(either, KEY, tmp_path / "log.jsonl")
    assert first_difference(either, tmp_path / "log.jsonl") is None
    assert audit_export(tmp_path / "log.jsonl", key=KEY.public) == audit_store(either)._replace(heads=1)


# --- An insider's changes --------------------------------------------------------------------------------


def test_leaf_differs(store: Store) -> None:
    doctored = with_row(store, 33, lambda row: changed(row, b'"dealer:bob"', b'"dealer:eve"', rehash=False))
    found = refusal(lambda: audit_store(doctored))
    assert (found.code, found.where) == ("leaf-differs", "entry 33")


def test_log_rewritten_between_two_heads(store: Store) -> None:
    """Entry and leaf are changed consistently; the heads on either side locate the change."""
    doctored = with_row(store, 33, lambda row: changed(row, b'"dealer:bob"', b'"dealer:eve"', rehash=True))
    found = refusal(lambda: audit_store(doctored))
    assert (found.code, found.where) == ("log-rewritten", "stored head over 45 entries")
    assert found.what == "the first difference is in entries 21 to 45"


@pytest.mark.parametrize("field", ["id", "stream", "number", "round", "at"])
def test_columns_differ(store: Store, field: str) -> None:
    other: Any = "x" if field in ("id", "stream") else 999
    doctored = with_row(store, 33, lambda row: row._replace(**{field: other}))
    found = refusal(lambda: audit_store(doctored))
    assert (found.code, found.where) == ("columns-differ", "entry 33")


def test_entry_out_of_place(store: Store) -> None:
    rows = store.log_rows(0)
    missing = refusal(lambda: audit_store(Doctored(store, rows[:32] + rows[33:])))
    assert (missing.code, missing.what) == ("entry-out-of-place", "entry 34 is in the place of entry 33")
    twice = refusal(lambda: audit_store(Doctored(store, rows[:33] + rows[32:])))
    assert (twice.code, twice.what) == ("entry-out-of-place", "entry 33 is in the place of entry 34")


def test_a_stream_with_a_gap(store: Store) -> None:
    number = store.log_rows(32, 1)[0].number
    old, new = b'"number":%d,' % number, b'"number":%d,' % (number + 1)
    doctored = with_row(store, 33, lambda row: changed(row, old, new, rehash=True)._replace(number=number + 1))
    found = refusal(lambda: audit_store(doctored))
    assert found.code == "entry-out-of-place"
    assert f"number {number + 1} of 'table " in found.what
    assert f"follows {number - 1}" in found.what


@pytest.mark.parametrize("new", [b'"seq";', b'"seq":"\xc3\xdc",', b'"x":' + b"[" * 9_000 + b"]" * 9_000 + b',"seq":'])
def test_unreadable_entry(store: Store, new: bytes) -> None:
    doctored = with_row(store, 33, lambda row: changed(row, b'"seq":', new, rehash=True))
    found = refusal(lambda: audit_store(doctored))
    assert (found.code, found.where) == ("unreadable-entry", "entry 33")


def test_log_truncated(store: Store) -> None:
    found = refusal(lambda: audit_store(Doctored(store, store.log_rows(0)[:50])))
    assert (found.code, found.what) == ("log-truncated", "entries 51 to 61 are missing")


def test_a_log_cut_off_together_with_its_heads_is_found_by_a_head_kept_elsewhere(store: Store) -> None:
    kept = sign_log(store, KEY, AT)
    rows, head_rows = store.log_rows(0)[:50], [row for row in store.heads() if row.size <= 50]
    cut = Doctored(store, rows, head_rows)
    assert audit_store(cut).size == 50
    found = refusal(lambda: audit_store(cut, [kept]))
    assert (found.code, found.where) == ("log-truncated", "kept head over 67 entries")


def test_a_history_written_anew_and_signed_again_is_found_by_a_head_kept_elsewhere(store: Store) -> None:
    """The insider has the property's key, so only a head kept elsewhere reveals the change."""
    kept = sign_log(store, KEY, AT)
    doctored = with_row(store, 33, lambda row: changed(row, b'"dealer:bob"', b'"dealer:eve"', rehash=True))
    rows = doctored.log_rows(0)
    root = root_of(row.leaf for row in rows).hex()
    anew = head_row(heads.sign_head(Head(PROPERTY, len(rows), root, AT), KEY))
    forged = Doctored(store, rows, [anew])
    assert audit_store(forged).unsigned == 0
    found = refusal(lambda: audit_store(forged, [kept]))
    assert found.code in ("log-rewritten", "log-rolled-back")


def test_two_heads_over_one_size_that_differ_are_a_log_rolled_back(store: Store) -> None:
    kept, other = sign_log(store, KEY, AT), heads.sign_head(Head(PROPERTY, 67, "0" * 64, AT), KEY)
    found = refusal(lambda: audit_store(store, [kept, other]))
    assert found.code == "log-rolled-back"


# --- Keys and signatures ---------------------------------------------------------------------------------


def test_bad_signature(store: Store) -> None:
    head_rows = [row._replace(at=row.at + 1) for row in store.heads()]
    found = refusal(lambda: audit_store(Doctored(store, store.log_rows(0), head_rows)))
    assert (found.code, found.where) == ("bad-signature", "stored head over 20 entries")


def test_other_key(store: Store) -> None:
    kept = heads.sign_head(Head(PROPERTY, 67, root_of(store.leaves(1, 67)).hex(), AT), OTHER)
    assert refusal(lambda: audit_store(store, [kept])).code == "other-key"
    assert refusal(lambda: audit_store(store, key=OTHER.public)).code == "other-key"
    assert refusal(lambda: sign_log(store, OTHER, AT)).code == "other-key"


def test_other_property(store: Store) -> None:
    kept = heads.sign_head(Head("Lakeside", 67, root_of(store.leaves(1, 67)).hex(), AT), KEY)
    assert refusal(lambda: audit_store(store, [kept])).code == "other-property"


def test_a_rewritten_log_is_not_signed(store: Store) -> None:
    class Moment(Doctored):
        def view(self) -> Any:
            return self

        def __enter__(self) -> Moment:
            return self

        def __exit__(self, *exc: object) -> None:
            pass

    rows = with_row(store, 33, lambda row: changed(row, b'"dealer:bob"', b'"dealer:eve"', rehash=True)).log_rows(0)
    moment: Any = Moment(store, rows)
    assert refusal(lambda: sign_log(moment, KEY, AT)).code == "log-rewritten"


# --- Exports -----------------------------------------------------------------------------------------------


def test_the_first_difference_between_an_export_and_the_store(store: Store, tmp_path: Path) -> None:
    data = exported(store, KEY, tmp_path / "log.jsonl").splitlines(keepends=True)
    data[33] = data[33].replace(b"dealer:bob", b"dealer:eve")
    (tmp_path / "log.jsonl").write_bytes(b"".join(data))
    assert first_difference(store, tmp_path / "log.jsonl") == 33


def test_an_export_with_another_header_is_refused(store: Store, tmp_path: Path) -> None:
    data = exported(store, KEY, tmp_path / "log.jsonl")
    (tmp_path / "log.jsonl").write_bytes(data.replace(KEY.public.encode(), OTHER.public.encode(), 1))
    found = refusal(lambda: audit_export(tmp_path / "log.jsonl"))
    assert (found.code, found.where) == ("bad-export", "log.jsonl line 1")


def test_an_export_that_is_not_there_is_refused(tmp_path: Path) -> None:
    found = refusal(lambda: audit_export(tmp_path / "log.jsonl"))
    assert (found.code, found.why) == ("bad-export", "No such file or directory")
