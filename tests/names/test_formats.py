"""Entries, snapshots, heads and exports state their format; earlier ones are read, and newer ones get a named
refusal.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tablelaw_verifier as verifier
from tablelaw import former_name
from tablelaw.errors import TablelawError
from tablelaw.floor.audit.log_audit import audit_export, audit_store, sign_log
from tablelaw.floor.audit.reexecution import LogDiffers, reexecute
from tablelaw.floor.log import formats
from tablelaw.floor.log.entry import Entry, decode, encode
from tablelaw.floor.log.export import BadExport, export_log
from tablelaw.floor.log.transfer_lookup import PastTransfers
from tablelaw.floor.recovery import recover
from tablelaw.floor.snapshots import restored, snapshot_digests
from tablelaw.floor.store.api import Store
from tablelaw.floor.upkeep.rebuild import each_snapshot
from tablelaw.proofs.refusals import NewerFormat
from tablelaw.table.state import change
from tests.floor.forging import forged
from tests.floor.played import KEY, UTH, bet, new_floor, opened, play_on, sit
from tests.verifier.editable_log import EditableLog
from tests.witness.fixture import EXPORT

NEWEST = 2
AT = 1_794_900_000


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A floor that this program wrote, with a round and a snapshot."""
    return played(new_floor(tmp_path_factory.mktemp("floor")), 25)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A floor without a snapshot, so that no later entry depends on the bytes of an earlier one."""
    return played(new_floor(tmp_path_factory.mktemp("plain")), 1_000)


def played(store: Store, snapshot_every: int) -> Store:
    with opened(store, snapshot_every=snapshot_every) as world:
        sit(world)
        bet(world, ante=500, blind=500, trips=500, progressive=100)
        play_on(world, UTH, (1, "check", 0), (1, "bet", 1000))
    return store


@pytest.fixture
def editable(floor: Store, tmp_path: Path) -> EditableLog:
    """The floor's export, to be modified."""
    sign_log(floor, KEY, AT)
    export_log(floor, tmp_path / "log.jsonl")
    return EditableLog(tmp_path / "log.jsonl", KEY)


def refused(what: Callable[[], object]) -> TablelawError:
    with pytest.raises(TablelawError) as found:
        what()
    return found.value


def with_format(floor: Store, folder: Path, seq: int, format: int) -> Store:
    """The floor with another format at one entry, as a program that knows that format would write it."""
    with pytest.MonkeyPatch.context() as later:
        later.setattr(formats, "ENTRY", max(format, NEWEST))
        return forged(floor, new_floor(folder), seq, lambda entry: change(entry, format=format))


# --- Entries -------------------------------------------------------------------------------------------------


def test_every_new_entry_says_its_format(floor: Store) -> None:
    bodies = [kept.body for kept in floor.entries(0)]
    assert {formats.entry_format(body) for body in bodies} == {NEWEST} == {formats.ENTRY}
    assert all(body.endswith(b',"format":2}') for body in bodies)


def test_an_entry_without_one_is_of_the_first_and_is_written_so_again(floor: Store) -> None:
    body = encode(change(decode(floor.entries(0)[0].body), format=1))
    assert b"format" not in body and formats.entry_format(body) == decode(body).format == 1


@pytest.mark.parametrize(("format", "code"), [(1, ""), (2, ""), (3, "newer-format"), (9, "newer-format")])
def test_formats_up_to_the_newest_are_read(floor: Store, format: int, code: str) -> None:
    body = encode(change(decode(floor.entries(0)[0].body), format=format))
    if not code:
        assert decode(body).format == format
        return
    found = refused(lambda: decode(body))
    assert (found.code, found.where, found.accepted) == (code, "entry 1", "a newer program")
    assert f"format {format}" in found.what and "up to 2" in found.why


def test_an_entry_of_a_newer_format_is_named_so_whatever_else_it_holds() -> None:
    told = '"events":[{"type":"NotYetInvented"}]'
    body = f'{{"seq":7,"id":"a","stream":"floor","number":1,"by":"x","at":1,"command":{{}},{told},"format":3}}'
    assert refused(lambda: decode(body.encode())).code == "newer-format"
    with pytest.raises(msgspec.ValidationError):
        decode(body.replace('"format":3', '"format":2').encode())


@pytest.mark.parametrize("read", [recover, reexecute, audit_store])
def test_a_floor_with_an_entry_of_a_newer_format_is_not_opened(
    floor: Store, tmp_path: Path, read: Callable[[Store], object]
) -> None:
    last = floor.head()
    with closing(with_format(floor, tmp_path, last, NEWEST + 1)) as store:
        found = refused(lambda: read(store))
    assert (found.code, found.where) == ("newer-format", f"entry {last}")


@pytest.mark.parametrize("format", [0, 1])
def test_a_format_that_goes_back_is_found(floor: Store, tmp_path: Path, format: int) -> None:
    said = pytest.raises(LogDiffers, match=f"an entry of format {format} after one of format 2")
    with closing(with_format(floor, tmp_path, 9, format)) as store, said:
        reexecute(store)


def test_an_entry_is_made_again_in_its_own_format(plain: Store, tmp_path: Path) -> None:
    """The first entry is as an earlier program wrote it; this program wrote the others."""
    with closing(with_format(plain, tmp_path, 1, 1)) as store:
        assert decode(store.entries(0)[0].body).format == 1
        assert reexecute(store).entries == plain.head()


# --- Snapshots -----------------------------------------------------------------------------------------------


def test_a_snapshot_says_its_format(floor: Store) -> None:
    bodies = [snapshot.body for snapshot in each_snapshot(floor)]
    assert bodies and {msgspec.msgpack.decode(body)["format"] for body in bodies} == {NEWEST} == {formats.SNAPSHOT}


@pytest.mark.parametrize(("format", "is_read"), [(1, True), (2, True), (3, False)])
def test_snapshots_up_to_the_newest_are_read(format: int, is_read: bool) -> None:
    body = msgspec.msgpack.encode({"seq": 40, "format": format, "name": 0})
    if is_read:
        formats.require_known_snapshot_format(body)
        return
    found = refused(lambda: restored(body, None))  # type: ignore[arg-type]
    assert (found.code, found.where) == ("newer-format", "snapshot 40")


def test_a_snapshot_named_by_an_entry_of_the_second_format_has_no_earlier_form(floor: Store) -> None:
    plain: dict[str, Any] = msgspec.msgpack.decode(next(each_snapshot(floor)).body)
    earlier = [sha256(msgspec.msgpack.encode(form)).hexdigest() for form in formats.earlier_snapshots(plain)]
    entries: list[Entry] = [decode(kept.body) for kept in floor.entries(0)]
    told = [event.digest for entry in entries for event in entry.events if hasattr(event, "digest")]
    assert told and not set(told) & set(earlier)


def test_a_snapshot_of_the_second_format_is_vouched_for_without_what_a_correction_needs(floor: Store) -> None:
    """Programs that could not take back a card wrote the same snapshot without two fields of a round."""
    body = next(each_snapshot(floor)).body
    before = formats.without_corrections(msgspec.msgpack.decode(body))
    rounds = [table["state"]["round"] for table in before["tables"].values() if table["state"]["round"]]
    assert not [name for round_ in rounds for name in formats.ADDED_TO_ROUNDS_OF_FORMAT_2 if name in round_]
    property_ = restored(body, PastTransfers(floor))
    earlier = sha256(msgspec.msgpack.encode(before)).hexdigest()
    assert list(snapshot_digests(property_, 2)) == [sha256(body).hexdigest(), earlier]


# --- Exports -------------------------------------------------------------------------------------------------


def header_of(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        found: dict[str, Any] = json.loads(file.readline())
    return found


def test_an_export_says_the_format_of_its_head_and_last_entry(editable: EditableLog) -> None:
    assert (header_of(editable.path)["version"], header_of(EXPORT)["version"]) == (NEWEST, 1)
    report = verifier.verify(editable.path)
    assert report.agrees, str(report.differences[0])


def test_an_export_of_a_newer_version_is_refused_by_name(editable: EditableLog) -> None:
    editable.header["version"] = NEWEST + 1
    path = editable.written()
    found = refused(lambda: audit_export(path))
    assert (found.code, found.where) == ("newer-format", f"{path.name} line 1")
    with pytest.raises(verifier.Unreadable, match="newer-format: version 3 is newer than 2"):
        verifier.verify(path)


def test_a_header_that_says_less_than_its_entries_is_found(editable: EditableLog) -> None:
    editable.header |= {"format": former_name.EXPORT_NAME, "version": 1}
    path = editable.written()
    with pytest.raises(BadExport, match="the entry is in a newer format than the header says"):
        audit_export(path)
    assert "format of the entry" in str(verifier.verify(path).differences[0])


@pytest.mark.parametrize("format", [0, 1, 3, True, "2"])
def test_the_verifier_finds_a_format_that_goes_back_or_is_written_otherwise(
    editable: EditableLog, format: object
) -> None:
    editable.entries[4]["format"] = format
    difference = verifier.verify(editable.written()).differences[0]
    assert "format" in str(difference) and difference.seq == 5


def test_the_verifier_finds_an_entry_that_goes_back_by_saying_nothing(editable: EditableLog) -> None:
    del editable.entries[4]["format"]
    assert "format of the entry" in str(verifier.verify(editable.written()).differences[0])


def test_a_log_whose_formats_go_back_is_not_exported(plain: Store, tmp_path: Path) -> None:
    last = plain.head()
    with closing(with_format(plain, tmp_path, last, 1)) as store:
        sign_log(store, KEY, AT, last)
        with pytest.raises(BadExport, match="an entry of format 1 after one of format 2"):
            export_log(store, tmp_path / "log.jsonl", last)


WHY = "2 later entries are left out. The log is shown only before the oldest round under way."


def test_the_header_says_what_is_left_out_and_both_readers_read_it(floor: Store, tmp_path: Path) -> None:
    sign_log(floor, KEY, AT)
    export_log(floor, tmp_path / "log.jsonl", left_out=WHY)
    header = json.loads((tmp_path / "log.jsonl").read_bytes().splitlines()[0])
    assert list(header)[-1] == "left_out" and header["left_out"] == WHY
    audit_export(tmp_path / "log.jsonl")
    report = verifier.verify(tmp_path / "log.jsonl")
    assert report.agrees and report.as_dict()["left_out"] == WHY
    assert f"no head vouches for it: {WHY}" in verifier.report_text(report)


def test_a_header_has_no_such_field_where_nothing_is_left_out(editable: EditableLog) -> None:
    assert list(editable.header) == ["format", "version", "property", "size", "key"]
    assert "no head vouches for it" not in verifier.report_text(verifier.verify(editable.written()))


@pytest.mark.parametrize("said", ["", 5, None, ["x"]])
def test_what_is_left_out_is_a_text_that_says_something(editable: EditableLog, said: object) -> None:
    editable.header["left_out"] = said
    path = editable.written()
    assert refused(lambda: audit_export(path)).code == "bad-export"
    with pytest.raises((verifier.Unreadable, verifier.Different)):
        report = verifier.verify(path)
        if report.differences:
            raise report.differences[0]


def test_a_header_of_format_1_says_nothing_of_it(editable: EditableLog) -> None:
    editable.header |= {"format": former_name.EXPORT_NAME, "version": 1, "left_out": WHY}
    path = editable.written()
    assert "says what is left out" in str(refused(lambda: audit_export(path)))


def test_the_verifier_refuses_a_head_of_a_newer_format_by_name(editable: EditableLog) -> None:
    kept = editable.head(5)
    kept.write_text(kept.read_text("utf-8").replace("head 2", "head 3"), "utf-8")
    with pytest.raises(verifier.Unreadable, match="newer-format"):
        verifier.verify(editable.path, [kept])


def test_newer_is_a_refusal_with_a_reason() -> None:
    found = NewerFormat("an entry of format 3", where="entry 1", accepted="a newer program")
    assert found.code == "newer-format" and found.law.startswith("no paragraph")
