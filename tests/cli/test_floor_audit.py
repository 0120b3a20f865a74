"""`tablelaw ledger`, `meters`, `audit`, `report` and `export`: what a floor's books, log and proofs show."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from tests.cli.floors import ANN, DANA, Floor
from tests.floor.direct_sql import carry_out


def drop_trigger_and(statement: str) -> None:
    """Changes the database file as an intruder would."""
    name = str(Path("floor.db").absolute())
    for (trigger,) in carry_out(name, "SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        carry_out(name, f'DROP TRIGGER "{trigger}"')
    carry_out(name, statement)


# --- The ledger ------------------------------------------------------------------------------------------------


def test_the_trial_balance_is_zero_and_shows_what_is_set_aside(in_round: Floor) -> None:
    shown = in_round.read("ledger", "trial-balance")
    rows = {row["account"]: row for row in shown["accounts"]}
    assert (shown["balanced"], shown["total_cents"]) == (True, 0)
    assert (rows["chips:ann"]["balance_cents"], rows["chips:ann"]["set_aside_cents"]) == (500_00, 11_00)
    assert rows["chips:ann"]["available_cents"] == 489_00
    assert "chips:ann" in in_round.do("ledger", "trial-balance")


def test_a_floor_without_transfers_says_so(folder: Floor) -> None:
    folder.do("floor", "init", "--property", "Keystone Casino", "--jurisdiction", "pa")
    assert folder.do("ledger", "trial-balance") == "No Activity\n"
    assert folder.read("ledger", "trial-balance")["accounts"] == []
    assert folder.do("meters").startswith("No Activity")
    assert folder.do("audit", "head", "list").startswith("No Activity")


def test_a_statement_has_a_receipt_for_every_transfer(played: Floor) -> None:
    shown = played.read("ledger", "statement", "chips:ann")
    assert [line["code"] for line in shown["lines"]] == ["buy-in", *["wager"] * 3, *["collected"] * 3]
    assert (shown["opening"], shown["closing"], shown["held"], shown["faults"]) == (0, 489_00, 0, [])
    assert len({line["receipt"] for line in shown["lines"]}) == 7
    assert "closing balance $489, of which in wagers $0" in played.do("ledger", "statement", "chips:ann")


def test_the_statement_of_a_day_opens_with_what_was_there(played: Floor) -> None:
    played.do("floor", "close")
    played.do("floor", "open", "2026-11-16")
    played.do("floor", "cash-out", "ann")
    first = played.read("ledger", "statement", "chips:ann", "--day", "2026-11-15")
    second = played.read("ledger", "statement", "chips:ann", "--day", "2026-11-16")
    assert (first["closing"], second["opening"], second["closing"]) == (489_00, 489_00, 0)
    assert [line["code"] for line in second["lines"]] == ["cash-out"]
    assert played.refused("ledger", "statement", "chips:ann", "--day", "2027-01-01")[0] == "no-such-day"


def test_the_statement_of_nobody_is_refused_with_those_there_are(floor: Floor) -> None:
    code, line = floor.refused("ledger", "statement", "chips:zoe")
    assert code == "no-such-account" and "chips:ann" in line
    assert "cage" in floor.refused("ledger", "statement", "zoe")[1]


def test_meters_show_what_waits_for_the_round(in_round: Floor) -> None:
    rows = {row["meter"]: row for row in in_round.read("meters")["meters"]}
    progressive = rows["UTH-1/progressive-a"]
    assert (progressive["units"], progressive["pending_units"]) == (10_000_00_0000, 21_0000)
    assert (progressive["primary"], progressive["tables"], progressive["link_down"]) == ("21/100", ["UTH-1"], False)
    assert "$0.21" in in_round.do("meters") and "653a.12(d)(3)" in in_round.do("meters")


# --- A hand ----------------------------------------------------------------------------------------------------


def test_a_hand_is_shown_to_an_auditor_and_the_look_is_an_entry(played: Floor) -> None:
    before = played.read("floor", "status")["entries"]
    text = played.do("audit", "hand", "UTH-1", "1", "--by", DANA)
    shown = played.read("audit", "hand", "UTH-1", "1", "--by", DANA)
    assert text.startswith("Round 1 at table UTH-1\n") and "653a.11(f)(2)" in text
    assert (shown["round"], shown["seats"][0]["player"]) == (1, "ann")
    assert [line["line"]["wager"] for line in shown["settlement"]] == ["ante", "blind", "progressive"]
    assert all(card["proof"]["is_shown"] for card in shown["dealt"])
    assert played.read("floor", "status")["entries"] == before + 2


def test_a_hand_as_a_page(played: Floor) -> None:
    assert "Written to hand.html" in played.do(
        "audit", "hand", "UTH-1", "1", "--by", DANA, "--format", "html", "-o", "hand.html"
    )
    page = Path("hand.html").read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>") and "http" not in page


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("UTH-1", "1"), "wrong-role"),
        (("UTH-1", "1", "--by", "player:ann"), "wrong-role"),
        (("UTH-1", "2", "--by", DANA), "no-such-round"),
        (("UTH-1", "0", "--by", DANA), "no-such-round"),
        (("UTH-9", "1", "--by", DANA), "no-such-round"),
        (("UTH-1", "1", "--entry", "1", "--by", DANA), "no-such-entry"),
        (("UTH-1", "1", "--by", DANA, "-o", "no/where.txt"), "bad-file"),
    ],
)
def test_hands_that_are_not_shown(played: Floor, arguments: tuple[str, ...], code: str) -> None:
    assert played.refused("audit", "hand", *arguments)[0] == code


def test_a_round_under_way_is_shown_to_nobody(in_round: Floor) -> None:
    assert in_round.refused("audit", "hand", "UTH-1", "1", "--by", DANA)[0] == "round-not-over"
    assert in_round.refused("audit", "proof", "16")[0] == "round-not-over"
    assert in_round.read("audit", "proof", "12")["seq"] == 12


# --- The whole log ---------------------------------------------------------------------------------------------


def test_verify_says_what_every_check_has_shown(played: Floor) -> None:
    shown = played.read("audit", "verify")
    assert (shown["agrees"], shown["difference"]) == (True, None)
    assert [check["check"] for check in shown["checks"]] == ["log", "heads", "snapshots", "replay", "sums", "verifier"]
    assert played.do("audit", "verify").endswith("Every check that was run agrees; not run: 1 (see above).\n")
    played.do("audit", "head", "export")
    assert played.do("audit", "verify").endswith("Everything agrees.\n")


def test_a_changed_entry_is_found_with_code_1(played: Floor) -> None:
    drop_trigger_and("UPDATE log SET body = replace(body, '\"cents\":50000', '\"cents\":60000') WHERE seq = 4")
    code, out, err = played.run("audit", "verify")
    assert (code, out) == (1, "") and "entry 4" in err and err.startswith("refused (leaf-differs)")
    code, out, _ = played.run("audit", "verify", "--json")
    assert code == 1 and json.loads(out)["difference"]["where"] == "entry 4"
    assert played.refused("floor", "status")[0] == "broken-log", "and the floor does not open"


def test_a_changed_account_is_found_by_the_replay(played: Floor) -> None:
    drop_trigger_and("UPDATE accounts SET credits = credits + 1 WHERE id = 'chips:ann'")
    code, out, err = played.run("audit", "verify")
    assert code == 1 and "account chips:ann" in err
    assert out.split()[:2] == ["agrees", "log"]


def test_a_head_kept_elsewhere_finds_a_backup_that_is_behind(played: Floor) -> None:
    played.do("floor", "backup", "-o", "old.db")
    played.do("floor", "cash-out", "ann")
    played.do("audit", "head", "export", "-o", "kept.head")
    code, _, err = played.run("audit", "verify", "--db", "old.db", "--head", "kept.head", "--key-file", "floor.key")
    assert code == 1 and err.startswith("refused (log-truncated)")


def test_verify_of_an_export_needs_no_floor(played: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    public = played.read("audit", "head", "export")["key"]
    played.do("audit", "head", "export", "-o", "kept.head")
    written = played.read("export", "log", "-o", "log.jsonl", "--by", DANA)
    monkeypatch.setenv("TABLELAW_DB", "")
    asked = "--log", "log.jsonl", "--head", "kept.head", "--key", public
    assert [check["check"] for check in played.read("audit", "verify", *asked)["checks"]] == [
        "log",
        "heads",
        "verifier",
    ]
    changed = Path("log.jsonl").read_bytes().replace(b'"cents":50000', b'"cents":60000', 1)
    Path("log.jsonl").write_bytes(changed)
    assert played.run("audit", "verify", *asked)[0] == 1
    assert written["file"] == "log.jsonl" and re.fullmatch("[0-9a-f]{64}", written["root"])


def test_what_cannot_be_read_is_no_difference(played: Floor) -> None:
    assert played.refused("audit", "verify", "--head", "nowhere.head")[0] == "bad-file"
    Path("bad.head").write_text("nothing")
    assert played.refused("audit", "verify", "--head", "bad.head")[0] == "bad-head"
    assert played.refused("audit", "verify", "--key-file", "nowhere.key")[0] == "bad-key-file"
    assert played.refused("audit", "verify", "--db", "nowhere.db")[0] == "no-such-floor"


# --- Heads and proofs ------------------------------------------------------------------------------------------


def test_a_head_is_seven_lines_and_is_signed_once(played: Floor) -> None:
    first = played.do("audit", "head", "export")
    assert len(first.splitlines()) == 7 and first == played.do("audit", "head", "export")
    (known,) = played.read("audit", "head", "list")["heads"]
    assert f"size {known['head']['size']}\n" in first
    assert known["head"]["root"] in played.do("audit", "head", "list")


def test_a_head_ends_before_a_round_under_way(in_round: Floor) -> None:
    size = in_round.read("audit", "head", "export")["head"]["size"]
    assert size == 12 < in_round.read("floor", "status")["entries"]


def test_the_end_of_the_log_that_no_head_covers_is_reported(in_round: Floor) -> None:
    left = in_round.read("floor", "status")["entries"] - 12
    assert in_round.read("audit", "head", "export")["unsigned_entries"] == left
    code, out, err = in_round.run("audit", "head", "export")
    assert (code, len(out.splitlines())) == (0, 7), "the head alone, to be kept"
    assert f"{left} entries are not covered by a head yet" in err and "since entry 13" in err
    assert f"{left} entries are not covered by a head yet" in in_round.do("audit", "head", "list")


def test_a_log_that_a_head_covers_has_no_such_end(played: Floor) -> None:
    assert played.run("audit", "head", "export")[2] == ""
    assert played.read("audit", "head", "list")["unsigned_entries"] == 0
    played.do("floor", "buy-in", "ann", "UTH-1", "5")
    assert "1 entry is not covered by a head yet" in played.do("audit", "head", "list")


def test_without_the_key_no_head_is_signed(played: Floor) -> None:
    Path("floor.key").rename("away.key")
    assert played.refused("audit", "head", "export")[0] == "bad-key-file"
    played.do("floor", "init", "--property", "X", "--jurisdiction", "pa", "--db", "x.db", "--key-file", "away.key")
    Path("away.key").chmod(0o644)
    assert played.refused("audit", "head", "export", "--key-file", "away.key")[0] == "bad-key-file"


def test_an_entry_and_the_growth_are_proved_without_the_log(played: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    played.do("audit", "head", "export", "-o", "old.head")
    old = played.read("audit", "head", "list")["heads"][0]["head"]["size"]
    played.do("audit", "proof", "20", "-o", "entry.json")
    played.do("floor", "cash-out", "ann")
    played.do("audit", "head", "export", "-o", "new.head")
    played.do("audit", "growth", str(old), "-o", "growth.json")
    monkeypatch.setenv("TABLELAW_DB", "")
    assert "Entry 20 is in the log" in played.do("audit", "check", "entry.json", "--head", "old.head")
    both = "--head", "new.head", "--head", "old.head"
    assert played.read("audit", "check", "growth.json", *both)["agrees"] is True
    assert played.refused("audit", "check", "entry.json", "--head", "new.head")[0] == "entry-not-shown"
    assert played.refused("audit", "check", "growth.json", "--head", "new.head")[0] == "wrong-use"
    assert played.refused("audit", "check", "old.head", "--head", "old.head")[0] == "bad-file"
    other = "--key", "00" * 32
    assert played.refused("audit", "check", "entry.json", "--head", "old.head", *other)[0] == "other-key"


def test_a_proof_for_people_shows_the_entry_and_its_path(played: Floor) -> None:
    shown = played.do("audit", "proof", "4").splitlines()
    assert shown[0].startswith("Proof: entry 4 of") and any('"ChipsBought"' in line for line in shown)
    assert played.do("audit", "growth", "4").startswith("Proof: from 4 to")
    assert played.refused("audit", "proof", "999")[0] == "no-such-entry"
    assert played.refused("audit", "growth", "999")[0] == "no-such-entry"


# --- Reports and exports ---------------------------------------------------------------------------------------


def test_the_report_of_a_day(played: Floor) -> None:
    shown = played.read("report", "day", "--by", DANA)
    (table,) = shown["tables"]
    assert (shown["day"], table["win_cents"], table["hold"]) == ("2026-11-15", 11_00, "2.20%")
    assert "No Activity" in played.do("report", "day", "2026-11-15")
    played.do("report", "day", "--format", "html", "-o", "day.html")
    assert Path("day.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert played.refused("report", "day", "2026-12-24")[0] == "no-such-day"


def test_an_export_ends_before_a_round_under_way_and_reveals_no_card(in_round: Floor) -> None:
    written = in_round.read("export", "log", "-o", "log.jsonl", "--by", DANA)
    header = json.loads(Path("log.jsonl").read_text("utf-8").splitlines()[0])
    assert "Under way: UTH-1, round 1" in header["left_out"] and f"{written['left_out']} later" in header["left_out"]
    assert written["entries"] == 12
    assert b'"Dealt"' not in Path("log.jsonl").read_bytes()
    [known] = written["open_rounds"]
    assert (known["table"], known["round"], known["first"]) == ("UTH-1", 1, 13) and written["left_out"] > 0
    said = in_round.do("export", "log", "-o", "again.jsonl", "--by", DANA)
    assert "later entries are left out" in said and "UTH-1, round 1, since entry 13" in " ".join(said.split())


def test_without_the_key_the_last_head_is_exported(played: Floor) -> None:
    size = played.read("audit", "head", "export")["head"]["size"]
    played.do("floor", "cash-out", "ann")
    Path("floor.key").rename("away.key")
    assert played.read("export", "log", "-o", "log.jsonl", "--by", DANA)["entries"] == size
    assert played.read("export", "log", "-o", "again.jsonl", "--by", DANA, "--upto", str(size))["entries"] == size
    assert played.refused("export", "log", "-o", "x.jsonl", "--by", DANA, "--upto", "3")[0] == "no-such-head"
    assert played.refused("export", "log", "-o", "no/x.jsonl", "--by", DANA)[0] == "bad-file"
    assert played.refused("export", "log", "-o", "x.jsonl", "--by", ANN)[0] == "wrong-role"


def test_without_key_and_head_there_is_no_export(played: Floor) -> None:
    Path("floor.key").rename("away.key")
    assert played.refused("export", "log", "-o", "x.jsonl", "--by", DANA)[0] == "no-such-head"
    assert not Path("x.jsonl").exists()


def test_the_verifier_is_exported_without_a_floor(folder: Floor) -> None:
    """The file and standard output have the same bytes, and their digest is printed."""
    written = folder.read("export", "verifier", "-o", "verifier.py")
    program = Path("verifier.py").read_bytes()
    assert written == {"file": "verifier.py", "bytes": len(program), "sha256": hashlib.sha256(program).hexdigest()}
    assert folder.do("export", "verifier", "-o", "again.py").endswith(f"sha256 {written['sha256']}.\n")
    assert folder.do("export", "verifier", "-o", "-").encode() == program == Path("again.py").read_bytes()
    assert folder.refused("export", "verifier", "-o", "no/verifier.py")[0] == "bad-file"


# --- Who may read what was written ---------------------------------------------------------------------------


WRITTEN = (
    ("export", "log", "--by", DANA),
    ("report", "day"),
    ("audit", "hand", "UTH-1", "1", "--by", DANA),
    ("audit", "head", "export"),
)


@pytest.mark.parametrize("command", WRITTEN, ids=" ".join)
def test_only_its_owner_can_read_a_file_about_cards_or_money(played: Floor, command: tuple[str, ...]) -> None:
    """This holds even if the file replaces one that everybody could read."""
    old = played.folder / "old.txt"
    old.write_text("before")
    old.chmod(0o644)
    for name in ("new.txt", "old.txt"):
        played.do(*command, "-o", name)
        assert (played.folder / name).stat().st_mode & 0o777 == 0o600
    assert old.read_text() != "before"
