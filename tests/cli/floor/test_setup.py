"""`tablelaw floor`: making a floor, tables, days, money and copies, and every named refusal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablelaw.floor.store.schema import VERSION
from tablelaw.proofs.keys import create_key
from tests.cli.floors import UTH, Floor
from tests.floor.direct_sql import carry_out
from tests.floor.world import example

# --- A new floor -----------------------------------------------------------------------------------------------


def test_init_makes_a_floor_and_a_key_that_only_its_owner_reads(folder: Floor) -> None:
    shown = folder.read("floor", "init", "--property", "Keystone Casino", "--jurisdiction", "pa")
    assert (shown["property"], shown["db"], shown["key_file"], shown["entry"]) == (
        "Keystone Casino",
        "floor.db",
        "floor.key",
        1,
    )
    assert re.fullmatch("[0-9a-f]{64}", shown["public_key"])
    for name in ("floor.db", "floor.key"):
        assert (folder.folder / name).stat().st_mode & 0o077 == 0
    assert "Keystone Casino: no gaming day is open, 1 entries" in folder.do("floor", "status")


def test_init_takes_a_key_that_is_named(folder: Floor) -> None:
    first = folder.read("floor", "init", "--property", "A", "--jurisdiction", "pa", "--key-file", "house.key")
    again = folder.read(
        "floor", "init", "--property", "B", "--jurisdiction", "pa", "--key-file", "house.key", "--db", "b.db"
    )
    assert first["public_key"] == again["public_key"]
    assert not (folder.folder / "floor.key").exists() and not (folder.folder / "b.key").exists()


def test_init_makes_nothing_over_what_is_there(folder: Floor) -> None:
    folder.do("floor", "init", "--property", "Keystone Casino", "--jurisdiction", "pa")
    key = (folder.folder / "floor.key").read_bytes()
    assert folder.refused("floor", "init", "--property", "X", "--jurisdiction", "pa")[0] == "floor-exists"
    assert (folder.folder / "floor.key").read_bytes() == key
    (folder.folder / "floor.key").rename(folder.folder / "kept.key")
    assert folder.refused("floor", "init", "--property", "X", "--jurisdiction", "pa")[0] == "floor-exists"
    assert not (folder.folder / "floor.key").exists(), "no key is left behind"
    assert (folder.folder / "kept.key").read_bytes() == key


def test_init_takes_the_key_that_lies_beside_a_floor_still_to_be_made(folder: Floor) -> None:
    key = create_key(folder.folder / "floor.key")
    assert folder.read("floor", "init", "--property", "X", "--jurisdiction", "pa")["public_key"] == key.public


@pytest.mark.parametrize(("content", "mode"), [(b"", 0o600), (b"no key", 0o600), (None, 0o644)])
def test_init_makes_nothing_with_a_key_file_it_cannot_use(folder: Floor, content: bytes | None, mode: int) -> None:
    place = folder.folder / "floor.key"
    create_key(place)
    if content is not None:
        place.write_bytes(content)
    place.chmod(mode)
    before = folder.files()
    assert folder.refused("floor", "init", "--property", "X", "--jurisdiction", "pa")[0] == "bad-key-file"
    assert folder.files() == before


@pytest.mark.parametrize("name", ["", " Keystone", "Key\tstone"])
def test_init_refuses_a_name_that_no_head_can_bear(folder: Floor, name: str) -> None:
    assert folder.refused("floor", "init", "--property", name, "--jurisdiction", "pa")[0] == "bad-head"
    assert list(folder.folder.iterdir()) == []


def test_a_floor_that_is_not_named_or_not_there_is_refused(folder: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    code, line = folder.refused("floor", "status")
    assert code == "no-such-floor" and "floor init" in line
    monkeypatch.setenv("TABLELAW_DB", "")
    code, line = folder.refused("floor", "status")
    assert code == "wrong-use" and "TABLELAW_DB" in line
    assert folder.refused("floor", "status", "--db", "mysql://x/y")[0] == "bad-store-name"


def test_a_password_is_never_printed(folder: Floor) -> None:
    _, line = folder.refused("floor", "status", "--db", "postgresql://cho:secret@127.0.0.1:1/floor")
    assert "secret" not in line


# --- Tables and days -------------------------------------------------------------------------------------------


def test_tables_come_and_go(floor: Floor) -> None:
    floor.do("floor", "order", "UTH-1", "leave(1)", "--by", "player:ann")
    shown = floor.read("floor", "remove", "UTH-1")
    assert [event["type"] for event in shown["events"]] == ["TableRemoved"]
    assert "No table yet" in floor.do("floor", "status")
    floor.do("floor", "install", str(UTH), "--tray", "1", "--physical")
    assert floor.read("floor", "status", "UTH-1")["is_physical"] is True


def test_a_submission_that_does_not_fit_is_refused(floor: Floor) -> None:
    (floor.folder / "other.toml").write_text(example("pa-653a", "UTH-2").replace("Keystone", "Riverside"))
    assert floor.refused("floor", "install", "other.toml", "--tray", "1")[0] == "other-property"
    (floor.folder / "euros.toml").write_text(example("fr-ultimate", "UHP-1"))
    code, line = floor.refused("floor", "install", "euros.toml", "--tray", "1")
    assert code == "another-currency" and "NOR INTD0754510A" in line and "a table in USD" in line
    assert floor.refused("floor", "install", str(UTH), "--tray", "1")[0] == "table-installed"
    assert floor.refused("floor", "install", str(UTH), "--tray", "much")[0] == "bad-amount"
    assert floor.refused("floor", "install", "nowhere.toml", "--tray", "1")[0] == "bad-file"
    (floor.folder / "bad.toml").write_text("rulebook = 1")
    assert floor.refused("floor", "install", "bad.toml", "--tray", "1")[0] == "bad-submission"


def test_days_open_and_close(floor: Floor) -> None:
    assert floor.read("floor", "status")["day"] == "2026-11-15"
    assert floor.refused("floor", "open", "2026-11-16")[0] == "day-not-ended"
    floor.do("floor", "close")
    assert floor.refused("floor", "close")[0] == "no-gaming-day"
    assert floor.refused("floor", "open", "2026-11-15")[0] == "day-not-later"
    for wrong in ("16 November", "2026-13-01", "2026-1-1"):
        assert floor.refused("floor", "open", wrong)[0] == "wrong-use"
    assert floor.read("floor", "open", "2026-11-16")["events"][0]["day"] == "2026-11-16"


def test_a_day_far_from_today_is_not_opened(folder: Floor) -> None:
    folder.do("floor", "init", "--property", "Keystone Casino", "--jurisdiction", "pa")
    for far in ("2026-11-13", "2026-11-17", "2099-01-01"):
        name, line = folder.refused("floor", "open", far)
        assert name == "far-day" and "2026-11-14, 2026-11-15 or 2026-11-16" in line
    for number, near in enumerate(("2026-11-14", "2026-11-15", "2026-11-16")):
        folder.do("floor", "open", near, "--id", f"open {number}")
        folder.do("floor", "close")


def test_without_a_date_today_is_opened(folder: Floor) -> None:
    folder.do("floor", "init", "--property", "Keystone Casino", "--jurisdiction", "pa")
    assert "gaming day 2026-11-15 has begun" in folder.do("floor", "open")


def test_a_day_does_not_end_while_a_round_is_played(in_round: Floor) -> None:
    assert in_round.refused("floor", "close")[0] == "round-under-way"


@pytest.mark.parametrize(
    ("told", "is_taken"), [("", 1), ("0", 0), ("1", 1), ("3600", 1), ("3601", 0), ("x", 0), ("-1", 0)]
)
def test_the_bound_of_the_clock_is_a_setting(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, told: str, is_taken: int
) -> None:
    monkeypatch.setenv("TABLELAW_CLOCK_BOUND", told)
    code, _, line = floor.run("floor", "fill", "UTH-1", "1")
    assert code == (0 if is_taken else 2)
    assert is_taken or "whole seconds from 1 to 3600" in line


# --- Who gives an order ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["", "ann", "cook:ann", "floor:", "floor: ", "system:x"])
def test_an_order_of_nobody_is_refused(floor: Floor, by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELAW_BY", by)
    code, line = floor.refused("floor", "fill", "UTH-1", "1")
    assert code == "wrong-use" and "floor:cho" in line


def test_a_role_that_may_not_is_refused(floor: Floor) -> None:
    assert floor.refused("floor", "fill", "UTH-1", "1", "--by", "player:ann")[0] == "wrong-role"
    assert floor.refused("floor", "buy-in", "bob", "UTH-1", "1", "--by", "player:ann")[0] == "wrong-role"


def test_an_order_given_again_is_carried_out_once(floor: Floor) -> None:
    first = floor.read("floor", "buy-in", "ann", "UTH-1", "100", "--id", "till/1")
    again = floor.read("floor", "buy-in", "ann", "UTH-1", "100", "--id", "till/1")
    assert (first["again"], again["again"], again["entry"]) == (False, True, first["entry"])
    assert "already carried out" in floor.do("floor", "buy-in", "ann", "UTH-1", "100", "--id", "till/1")
    assert floor.read("ledger", "statement", "chips:ann")["closing"] == 600_00


# --- Money -----------------------------------------------------------------------------------------------------


def balance(floor: Floor, account: str) -> int:
    found = floor.read("ledger", "trial-balance", "--by", "auditor:dana")["accounts"]
    return next((row["balance_cents"] for row in found if row["account"] == account), 0)


def test_money_moves_between_its_accounts(floor: Floor) -> None:
    floor.do("floor", "load", "ann", "20.50")
    assert (balance(floor, "chips:ann"), balance(floor, "game:ann")) == (479_50, 20_50)
    floor.do("floor", "unload", "ann")
    assert (balance(floor, "chips:ann"), balance(floor, "game:ann")) == (500_00, 0)
    floor.do("floor", "fill", "UTH-1", "$1,000")
    floor.do("floor", "credit", "UTH-1", "250")
    assert balance(floor, "tray:UTH-1") == 100_000_00 - 500_00 + 1_000_00 - 250_00
    floor.do("floor", "cash-out", "ann")
    assert (balance(floor, "chips:ann"), balance(floor, "drop:UTH-1")) == (0, 500_00)
    assert "as expected" in floor.do("floor", "drop", "UTH-1", "500")
    assert (balance(floor, "drop:UTH-1"), balance(floor, "cage")) == (0, -100_000_00 - 750_00 + 500_00)


def test_whoever_counts_a_drop_is_not_told_what_should_be_there(floor: Floor) -> None:
    (table,) = floor.read("floor", "status")["tables"]
    assert 500_00 not in table.values() and "drop_cents" not in table
    assert "500" not in floor.do("floor", "status").replace("99,500", "")


def test_a_drop_that_differs_says_so(floor: Floor) -> None:
    assert "$499, expected $500" in floor.do("floor", "drop", "UTH-1", "499")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("buy-in", "ann", "UTH-9", "1"), "no-such-table"),
        (("buy-in", "ann", "UTH-1", "0"), "not-a-sum"),
        (("buy-in", "ann", "UTH-1", "1.234"), "bad-amount"),
        (("buy-in", "ann", "UTH-1", "1,000,000"), "balance-below-zero"),
        (("cash-out", "nobody"), "nothing-there"),
        (("load", "ann", "501"), "balance-below-zero"),
        (("unload", "ann"), "nothing-there"),
        (("fill", "UTH-9", "1"), "no-such-table"),
        (("credit", "UTH-1", "1,000,000"), "balance-below-zero"),
        (("drop", "UTH-9", "1"), "no-such-table"),
        (("remove", "UTH-9"), "no-such-table"),
        (("cut-link", "hall"), "no-such-link"),
        (("restore-link", "hall"), "no-such-link"),
        (("correct", "99.1", "1", "--reason", "x", "--approver", "a", "--approver", "b"), "no-such-transfer"),
        (("correct", "4.3", "1", "--reason", "x", "--approver", "a", "--approver", "b"), "no-such-transfer"),
        (("correct", "x", "1", "--reason", "x", "--approver", "a", "--approver", "b"), "no-such-transfer"),
        (("correct", "4.1", "1", "--reason", "x", "--approver", "a", "--approver", "a"), "two-approvers"),
        (("adjust", "m", "1", "--reason", "x", "--approver", "a", "--approver", "b"), "no-such-meter"),
    ],
)
def test_what_may_not_be_is_refused_by_name(floor: Floor, arguments: tuple[str, ...], code: str) -> None:
    assert floor.refused("floor", *arguments)[0] == code
    assert floor.read("floor", "status")["entries"] == 5, "a refused order leaves no entry"


def test_no_wager_is_taken_between_gaming_days(floor: Floor) -> None:
    floor.do("floor", "deal", "UTH-1")
    floor.do("floor", "close")
    code, line = floor.refused("floor", "order", "UTH-1", "place(1,ante,500)", "--by", "player:ann")
    assert code == "no-gaming-day" and "`tablelaw floor open`" in line


def test_players_with_wagers_on_a_table_keep_their_money_there(in_round: Floor) -> None:
    assert in_round.refused("floor", "cash-out", "ann")[0] == "player-in-a-round"


def test_corrections_and_adjustments_have_a_reason_and_two_approvers(floor: Floor) -> None:
    both = "--reason", "miscounted", "--approver", "eve", "--approver", "fay"
    moved = floor.read("floor", "correct", "4.2", "10", *both)["transfers"]
    back = [("drop:UTH-1", "cage", 10_00), ("chips:ann", "tray:UTH-1", 10_00)]
    assert [(row["debit"], row["credit"], row["cents"]) for row in moved] == back, "cash and chips go back together"
    floor.do("floor", "adjust", "UTH-1/progressive-a", "5", *both)
    floor.do("floor", "adjust", "UTH-1/progressive-a", "7", "--less", *both)
    meters = {row["meter"]: row["units"] for row in floor.read("meters")["meters"]}
    assert meters["UTH-1/progressive-a"] == 9_998_00_0000


def test_who_made_a_transfer_does_not_approve_its_correction(floor: Floor) -> None:
    """Entry 4 is `cho`'s own order."""
    own = "--reason", "miscounted", "--approver", "eve", "--approver", "floor:Cho"
    code, line = floor.refused("floor", "correct", "4.2", "10", *own)
    assert code == "approver-made-it" and "cho" in line and "two other people" in line


def test_a_link_goes_down_and_up(folder: Floor) -> None:
    folder.do("floor", "init", "--property", "Keystone Casino", "--jurisdiction", "pa")
    (folder.folder / "linked.toml").write_text(example("pa-653a", link="hall"))
    folder.do("floor", "install", "linked.toml", "--tray", "100,000")
    folder.do("floor", "cut-link", "hall-progressive")
    assert folder.refused("floor", "cut-link", "hall-progressive")[0] == "link-state"
    assert folder.read("floor", "status")["links_down"] == ["hall-progressive"]
    assert "(link down)" in folder.do("meters") and "Links down: hall-progressive" in folder.do("floor", "status")
    folder.do("floor", "open", "2026-11-15")
    folder.do("floor", "order", "UTH-1", "sit(1)", "--by", "player:ann")
    folder.do("floor", "deal", "UTH-1")
    assert "place(SEAT,trips," in (shown := folder.do("floor", "status", "UTH-1")) and "progressive,CENTS" not in shown
    folder.do("floor", "restore-link", "hall-progressive")
    assert folder.read("floor", "status")["links_down"] == []
    assert "place(SEAT,progressive," in folder.do("floor", "status", "UTH-1")
    folder.do("floor", "close")
    assert "place(" not in folder.do("floor", "status", "UTH-1")


# --- Copies and versions ---------------------------------------------------------------------------------------


def test_backup_and_restore(in_round: Floor) -> None:
    copied = in_round.read("floor", "backup", "-o", "backup.db")
    (in_round.folder / "floor.db").rename(in_round.folder / "broken.db")
    restored = in_round.read("floor", "backup", "--db", "backup.db", "-o", "floor.db")
    assert (restored["entries"], restored["root"]) == (copied["entries"], copied["root"])
    in_round.finish()
    assert in_round.refused("floor", "backup", "-o", "backup.db")[0] == "floor-exists"


def test_move_copies_into_a_new_floor(in_round: Floor) -> None:
    look = ("floor", "status", "UTH-1", "--as", "player:ann")
    before = in_round.do(*look)
    moved = in_round.read("floor", "move", "--to", "moved.db")
    assert (moved["db"], moved["to"]) == ("floor.db", "moved.db")
    assert in_round.do(*look, "--db", "moved.db") == before
    assert in_round.refused(*look)[0] == "floor-moved"
    assert in_round.refused("floor", "move", "--to", "moved.db", "--db", "moved.db")[0] == "floor-exists"


def test_migrate_says_what_was_found(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "already" in floor.do("floor", "migrate")
    assert floor.read("floor", "migrate") == {"db": "floor.db", "from": VERSION, "to": VERSION}
    assert floor.refused("floor", "migrate", "--db", "nowhere.db")[0] == "no-such-floor"
    carry_out(str(Path("floor.db").absolute()), "UPDATE floor_version SET version_num = '9999'")
    assert floor.refused("floor", "migrate")[0] == "wrong-schema"
    assert floor.refused("floor", "status")[0] == "wrong-schema"


def test_every_command_explains_itself(folder: Floor) -> None:
    for group in ("floor", "ledger", "audit", "report", "export"):
        code, out, _ = folder.run(group, "--help")
        assert code == 0
        commands = re.findall(r"(?m)^│ ([a-z-]+) {2,}", out)
        for command in commands:
            assert folder.run(group, command, "--help")[0] == 0
        assert commands
    assert folder.run("meters", "--help")[0] == 0
