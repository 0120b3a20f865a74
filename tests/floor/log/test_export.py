"""The log as a file: what is written, what is never written, and which lines a reader refuses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest

from tablelaw import former_name
from tablelaw.errors import TablelawError
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.log.export import BadExport, LogReader, export_log
from tablelaw.floor.store.api import Store, open_store
from tablelaw.proofs import keys
from tablelaw.proofs.commitment import cards_of, open_card
from tablelaw.proofs.merkle import leaf_hash, root_of
from tests.floor.logs import AT, PROPERTY, Author, exported, opened_stores, write
from tests.floor.tampering import lines_of

KEY = keys.new_key()
ENTRIES = 60


@pytest.fixture
def author() -> Author:
    return Author(KEY)


@pytest.fixture
def store(store: Store, author: Author) -> Store:
    """A floor with sixty entries after its opening."""
    write(store, list(author.rows(ENTRIES)), author.secrets)
    return store


@pytest.fixture
def empty(database: str) -> Iterator[Store]:
    with closing(open_store(database)) as opened:
        yield opened


def refusal(ask: Callable[[], object]) -> TablelawError:
    with pytest.raises(TablelawError) as found:
        ask()
    return found.value


def read_all(lines: list[bytes]) -> int:
    reader = LogReader(lines, "log.jsonl")
    count = sum(1 for _ in reader.bodies())
    reader.head()
    return count


# --- Writing ------------------------------------------------------------------------------------------


def test_an_export_is_header_entries_and_head(store: Store, tmp_path: Path) -> None:
    lines = exported(store, KEY, tmp_path / "log.jsonl").split(b"\n")
    bodies = [kept.body for kept in store.entries(0)]
    size, root = len(bodies), root_of(map(leaf_hash, bodies)).hex()
    header = {"format": "tablelaw-log", "version": 2, "property": PROPERTY, "size": size, "key": KEY.public}
    assert lines[0] == json.dumps(header, separators=(",", ":")).encode()
    assert lines[1:-2] == bodies
    head = json.loads(lines[-2])
    assert head["head"] == {"property": PROPERTY, "size": size, "root": root, "at": AT}
    assert list(head) == ["head", "signature", "key", "format"]
    assert lines[-1] == b""


def test_an_export_reads_back(store: Store, tmp_path: Path) -> None:
    lines = lines_of(exported(store, KEY, tmp_path / "log.jsonl"))
    assert read_all(lines) == ENTRIES + 1


def test_an_earlier_head_exports_the_log_as_it_was(store: Store, author: Author, tmp_path: Path) -> None:
    before = exported(store, KEY, tmp_path / "before.jsonl")
    write(store, list(author.rows(5)), author.secrets)
    after = exported(store, KEY, tmp_path / "after.jsonl")
    export_log(store, tmp_path / "again.jsonl", ENTRIES + 1)
    assert (tmp_path / "again.jsonl").read_bytes() == before != after


def test_without_a_head_nothing_is_exported(store: Store, tmp_path: Path) -> None:
    found = refusal(lambda: export_log(store, tmp_path / "log.jsonl"))
    assert (found.code, str(found)) == (
        "no-such-head",
        "no head has been signed; accepted: sign one first: `tablelaw audit head export`",
    )
    sign_log(store, KEY, AT)
    found = refusal(lambda: export_log(store, tmp_path / "log.jsonl", 7))
    assert "no head was signed over 7 entries; accepted: the last heads are over 61 entries" in str(found)
    assert list(tmp_path.glob("*.jsonl*")) == []


def test_an_empty_log_belongs_to_nobody(empty: Store, tmp_path: Path) -> None:
    assert refusal(lambda: export_log(empty, tmp_path / "log.jsonl")).code == "no-property"


def test_an_export_that_cannot_be_written_says_so(store: Store, tmp_path: Path) -> None:
    sign_log(store, KEY, AT)
    found = refusal(lambda: export_log(store, tmp_path / "nowhere" / "log.jsonl"))
    assert found.code == "bad-file" and "there is no folder" in found.what


# --- What stays secret --------------------------------------------------------------------------------


def test_no_deck_is_opened_by_an_export(store: Store, author: Author, tmp_path: Path) -> None:
    """The export contains no deck's key or order and no salt of an undealt card, in any encoding."""
    data = exported(store, KEY, tmp_path / "log.jsonl")
    decks = store.decks()
    assert len(decks) == len(author.secrets) > 3
    for deck in decks:
        secret, order = deck.sealed, "".join(cards_of(deck.sealed))
        hidden = [open_card(secret, position).salt for position in range(2, 52)]
        for text in (secret[:32].hex(), order, order[:12], " ".join(cards_of(secret))[:17], *hidden):
            assert text.encode() not in data
            assert bytes.fromhex(text) not in data if len(text) == 64 else True
        assert secret[:32] not in data
        assert all(open_card(secret, position).salt.encode() in data for position in range(2))


@pytest.mark.parametrize("place", ["event", "command"])
def test_an_entry_that_reveals_the_order_of_a_deck_is_not_exported(
    empty: Store, author: Author, tmp_path: Path, place: str
) -> None:
    rows = list(author.rows(ENTRIES))
    at = next(n for n, row in enumerate(rows) if b'"sealed"' in row.body)
    parts = rows[at].body.split(b'"cards":[]')
    assert len(parts) == 3, "the command has cards, then the event"
    told = [b'"cards":["As"]', b'"cards":[]'] if place == "command" else [b'"cards":[]', b'"cards":["As"]']
    body = parts[0] + told[0] + parts[1] + told[1] + parts[2]
    rows[at] = rows[at]._replace(body=body, leaf=leaf_hash(body))
    write(empty, rows)
    sign_log(empty, KEY, AT)
    found = refusal(lambda: export_log(empty, tmp_path / "log.jsonl"))
    assert (found.code, found.where) == ("secret-in-log", f"entry {at + 1}")
    assert list(tmp_path.glob("*.jsonl*")) == []


# --- Reading ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    with TemporaryDirectory() as folder, opened_stores(Path(folder)) as new_store:
        store = new_store()
        write(store, list(Author(KEY).rows(ENTRIES)))
        return lines_of(exported(store, KEY, Path(folder) / "log.jsonl"))


def spoil(lines: list[bytes], at: int, old: bytes, new: bytes) -> list[bytes]:
    assert old in lines[at]
    return (
        [*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]
        if at >= 0
        else spoil(lines, len(lines) + at, old, new)
    )


@pytest.mark.parametrize(
    ("at", "old", "new", "where", "said"),
    [
        (0, b"tablelaw-log", b"other-log", 1, "format 'other-log', version 2; accepted: 'tablelaw-log', version 2"),
        (0, b"tablelaw-log", former_name.EXPORT_NAME.encode(), 1, ", version 2; accepted: 'tablelaw-log', version 2"),
        (0, b'"version":2', b'"version":1', 1, "format 'tablelaw-log', version 1; accepted: 'tablelaw-log', version 2"),
        (0, b'"version":2', b'"version":0', 1, "version 0"),
        (0, b'"version":2', b'"version": 2', 1, "a header written in another way"),
        (0, b'"version":2', b'"version":"2"', 1, "this is not a header; Expected `int`"),
        (0, b'"version":2', b'"version":2,"more":2', 1, "this is not a header; Object contains unknown field `more`"),
        (0, b"Keystone", b"\\u004beystone", 1, "a header written in another way"),
        (0, b'"size":61', b'"size":60', 62, "this is not a signed head"),
        (0, b'"size":61', b'"size":63', 64, "the log ends too early; accepted: 63 entries"),
        (0, b"}\n", b"}\r\n", 1, "a header written in another way"),
        (-1, b'"signature":"', b'"signature": "', 63, "a signed head written in another way"),
        (-1, b'"signature":"', b'"signature":0', 63, "this is not a signed head"),
        (-1, b"\n", b"", 63, "the line is cut off; accepted: a signed head, and the end of the line"),
        (-1, b"\n", b"\n\n", 64, "there is something after the head"),
        (-1, b'"head":{', b'"head":{"x":1,', 63, "written in another way"),
    ],
)
def test_a_line_that_does_not_belong_is_refused_by_its_number(
    lines: list[bytes], at: int, old: bytes, new: bytes, where: int, said: str
) -> None:
    spoilt = lines_of(b"".join(spoil(lines, at, old, new)))
    with pytest.raises(BadExport) as found:
        read_all(spoilt)
    assert found.value.where == f"log.jsonl line {where}"
    assert said in str(found.value)


@pytest.mark.parametrize("data", [[], [b"\n"], [b"{}\n"], [b"[]\n"], [b"\xff\n"], [b"SQLite format 3\x00"]])
def test_what_is_no_export_is_refused_at_once(data: list[bytes]) -> None:
    with pytest.raises(BadExport) as found:
        LogReader(data, "log.jsonl")
    assert found.value.where == "log.jsonl line 1"


def test_every_name_that_can_be_signed_has_one_writing_in_json() -> None:
    """JSON writers in other languages produce the same header, byte for byte."""
    for name in ("Keystone", 'The "Keystone"', "Übung / \\ 7", "東京", "O'Neil & Söhne <1>"):
        assert msgspec.json.encode(name) == json.dumps(name, ensure_ascii=False).encode()
