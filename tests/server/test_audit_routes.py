"""The auditor's routes: finding and replaying rounds, recorded inspections, proofs, money, audits and copies."""

from __future__ import annotations

import re
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tablelaw.floor import orders
from tablelaw.floor.audit.log_audit import audit_lines
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.signed_heads import key_file_of
from tablelaw.floor.store.api import open_store
from tablelaw.proofs import commitment, heads, merkle
from tablelaw.proofs.heads import Head, SignedHead
from tablelaw.proofs.keys import create_key
from tablelaw.server.run import build
from tablelaw.table import commands
from tablelaw.views.messages import HIDDEN
from tests.floor.world import ADMINISTRATOR, PROPERTY, TRAY_CENTS, example
from tests.server.conftest import SETTINGS, Doors, Someone

TABLES = ("pa-653a", "ma-colorado")


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A floor with its own key and two tables with three finished rounds each."""
    file = tmp_path_factory.mktemp("audited") / "floor.db"
    open_store(str(file), create=True).close()
    key = create_key(key_file_of(str(file)))
    doors = Doors(build(str(file), SETTINGS))
    world = doors.world
    world.do("system", orders.OpenProperty(PROPERTY, key.public))
    for book in TABLES:
        world.do(ADMINISTRATOR, orders.InstallTable(example(book, book), TRAY_CENTS))
    world.do(FLOORPERSON, orders.StartDay(world.date()))
    for book in TABLES:
        world.seat(book)
        for _ in range(3):
            world.play_round(book)
    yield doors
    doors.running.close()


@pytest.fixture(scope="module")
def auditor(audited: Doors) -> Someone:
    return audited.somebody("ann", "auditor")


def read(person: Someone, path: str) -> Any:
    answer = person.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def opened(person: Someone, table: str = "pa-653a", number: int = 2) -> Any:
    answer = person.send("POST", f"/api/audit/rounds/{table}/{number}", {})
    assert answer.status_code == 200, answer.text
    return answer.json()


# --- Rounds --------------------------------------------------------------------------------------------------


def test_rounds_are_found_by_table_number_player_and_time(auditor: Someone) -> None:
    every = read(auditor, "/api/audit/rounds")["rounds"]
    assert len(every) == 6 and [one["began"] for one in every] == sorted((one["began"] for one in every), reverse=True)
    assert {one["table"] for one in read(auditor, "/api/audit/rounds?table=pa-653a")["rounds"]} == {"pa-653a"}
    assert [one["round"] for one in read(auditor, "/api/audit/rounds?round=2")["rounds"]] == [2, 2]
    his = read(auditor, "/api/audit/rounds?player=ma-colorado%201")["rounds"]
    assert [(one["table"], one["round"]) for one in his] == [("ma-colorado", n) for n in (3, 2, 1)]
    assert read(auditor, "/api/audit/rounds?player=nobody")["rounds"] == []
    assert read(auditor, f"/api/audit/rounds?until={every[-1]['began'] - 10}")["rounds"] == []
    assert read(auditor, f"/api/audit/rounds?since={every[0]['ended'] + 10}")["rounds"] == []


def test_a_list_of_rounds_reveals_no_card(auditor: Someone) -> None:
    assert '"cards"' not in auditor.get("/api/audit/rounds").text


@pytest.mark.parametrize("table", TABLES)
def test_a_round_is_seen_again_with_the_law_beside_every_step(auditor: Someone, table: str) -> None:
    told = opened(auditor, table)
    assert told["steps"][-1]["event"] == "RoundCleared"
    for step in told["steps"]:
        assert step["what"] and all(told["law"][cite] for cite in step["cites"])
        assert all(told["law"][cite] for detail in step["details"] for cite in detail["cites"])
    assert any(step["cites"] for step in told["steps"])


def test_the_felt_is_as_anybody_saw_it_and_the_cards_stand_apart(auditor: Someone) -> None:
    told = opened(auditor)
    dealt = next(step for step in told["steps"] if step["cards"]["seats"].get("1") and step["cards"]["dealer"])
    assert set(dealt["view"]["dealer"]) == {HIDDEN} and HIDDEN not in dealt["cards"]["dealer"]
    assert set(dealt["view"]["seats"][0]["cards"]) == {HIDDEN} and HIDDEN not in dealt["cards"]["seats"]["1"]


def test_every_look_is_in_the_log_before_anything_is_shown(audited: Doors, auditor: Someone) -> None:
    before = audited.context.service.views.seq
    opened(auditor, number=1)
    [look, *_] = read(auditor, "/api/audit/looks")["looks"]
    assert (look["entry"], look["by"], look["table"], look["round"]) == (before + 1, "auditor:ann", "pa-653a", 1)


@pytest.mark.parametrize(
    ("path", "status"), [("pa-653a/4", 409), ("pa-653a/99", 409), ("none/1", 409), ("pa-653a/x", 422)]
)
def test_a_round_that_is_not_there_is_refused(auditor: Someone, path: str, status: int) -> None:
    answer = auditor.send("POST", f"/api/audit/rounds/{path}", {})
    assert answer.status_code == status and answer.json()["refused"]["accepted"]


# --- A round in progress --------------------------------------------------------------------------------------


def test_nothing_of_a_round_under_way_is_revealed_not_even_a_hash(audited: Doors, auditor: Someone) -> None:
    world, service = audited.world, audited.context.service
    world.ready("ma-colorado")
    settled = service.views.seq
    world.bet("ma-colorado")
    world.do(DEALER, commands.CloseBets(), "ma-colorado")
    world.run("ma-colorado")
    log = read(auditor, "/api/audit/log")
    assert log["settled"] == settled < log["size"]
    assert auditor.send("POST", "/api/audit/rounds/ma-colorado/4", {}).json()["refused"]["code"] == "round-under-way"
    for path in (f"entries/{settled + 1}", f"entries/1?size={settled + 1}", f"growth?old=1&size={settled + 1}"):
        assert auditor.get(f"/api/audit/{path}").json()["refused"]["code"] == "not-settled"
    signed = auditor.send("POST", "/api/audit/heads").json()
    assert signed["head"]["size"] == settled
    while service.views.tables["ma-colorado"].state.round is not None:
        world.run("ma-colorado")
        world.decide("ma-colorado")


# --- Proofs ---------------------------------------------------------------------------------------------------


def test_the_entries_of_a_round_lead_to_a_signed_root_and_its_cards_to_their_seal(auditor: Someone) -> None:
    auditor.send("POST", "/api/audit/heads")
    told = opened(auditor)
    head = told["head"]
    signed = SignedHead(Head(**head["head"]), head["signature"], head["key"], head["format"])
    assert head["title"] == heads.title(head["format"]) == "tablelaw head 2"
    assert heads.verify_head(signed, head["key"], PROPERTY).root == told["root"]
    seals = {}
    for entry in told["entries"]:
        leaf = sha256(b"\x00" + entry["body"].encode()).digest()
        path = [bytes.fromhex(beside) for beside in entry["path"]]
        assert merkle.is_included(leaf, entry["seq"] - 1, told["size"], path, bytes.fromhex(told["root"]))
        seals[entry["seq"]] = entry["body"]
    for card in told["cards"]:
        assert (
            commitment.leaf(bytes.fromhex(card["salt"]), card["position"], card["card"]).hex()
            in seals[card["sealed_in"]]
        )


def test_a_head_is_saved_as_text_and_growth_is_proved(auditor: Someone) -> None:
    first = auditor.send("POST", "/api/audit/heads").json()["head"]
    opened(auditor)
    later = auditor.send("POST", "/api/audit/heads").json()["head"]
    proof = read(auditor, f"/api/audit/growth?old={first['size']}&size={later['size']}")
    path = [bytes.fromhex(beside) for beside in proof["path"]]
    roots = bytes.fromhex(first["root"]), bytes.fromhex(later["root"])
    assert merkle.is_consistent(first["size"], roots[0], later["size"], roots[1], path)
    saved = heads.read_text(auditor.get(f"/api/audit/heads/{first['size']}").text)
    assert (saved.head.size, saved.head.root) == (first["size"], first["root"])
    assert auditor.get("/api/audit/heads/1").status_code == 404


def test_an_entry_with_cards_in_it_is_shown_with_its_round_only(auditor: Someone) -> None:
    of_round = opened(auditor)["entries"][-1]["seq"]
    assert read(auditor, f"/api/audit/entries/{of_round}")["body"] == ""
    first = read(auditor, "/api/audit/entries/1")
    assert sha256(b"\x00" + first["body"].encode()).hexdigest() == first["leaf"]


def test_without_the_key_no_head_is_signed(doors: Doors) -> None:
    answer = doors.somebody("ann of another house", "auditor").send("POST", "/api/audit/heads")
    assert answer.json()["refused"]["code"] == "no-key"


# --- Money and the whole log --------------------------------------------------------------------------------------


def test_all_balances_together_are_nothing_and_a_statement_ends_at_the_balance(auditor: Someone) -> None:
    told = read(auditor, "/api/audit/ledger")
    assert told["total"] == 0
    balances = {row["account"]: row["balance"] for row in told["accounts"]}
    for account in ("chips:pa-653a 1", "tray:pa-653a", "cage"):
        statement = read(auditor, f"/api/audit/statement?account={account}")
        assert statement["closing"] == statement["lines"][-1]["balance"] == balances[account]
        assert all(re.fullmatch(r"\d+\.\d+", line["receipt"]) for line in statement["lines"]), (
            "as the command line has it"
        )
    assert auditor.get("/api/audit/statement?account=chips:nobody").status_code == 404


def test_the_report_of_a_day_reconciles_the_meters(audited: Doors, auditor: Someone) -> None:
    told = read(auditor, f"/api/reports/{audited.context.service.views.day}")
    assert told["meters"] and all(meter["agrees"] for meter in told["meters"])
    assert auditor.get("/api/reports/1999-01-01").json()["refused"]["code"] == "no-such-day"


def test_a_whole_audit_agrees(audited: Doors, auditor: Someone) -> None:
    auditor.send("POST", "/api/audit/heads")
    slip = auditor.send("POST", "/api/audit/check").json()
    other = audited.somebody("bo", "auditor")
    assert other.get(f"/api/audit/check/{slip['id']}").status_code == 404
    until = time.monotonic() + 300
    while slip["state"] in ("waiting", "working"):
        assert time.monotonic() < until
        time.sleep(0.1)
        slip = read(auditor, f"/api/audit/check/{slip['id']}")
    told = read(auditor, f"/api/audit/check/{slip['id']}/answer")
    assert told["difference"] == "" and {"log", "heads", "snapshots", "replay", "sums", "verifier"} == {
        c["name"] for c in told["checks"]
    }
    assert "root" not in told["checks"][0]["says"]


def test_a_copy_of_the_log_is_fetched_once_and_stands_by_itself(audited: Doors, auditor: Someone) -> None:
    auditor.send("POST", "/api/audit/heads")
    ready = auditor.send("POST", "/api/audit/exports").json()
    path = f"/api/audit/exports/{ready['id']}"
    assert audited.somebody("bo", "auditor").get(path).status_code == 404
    copy = auditor.get(path).content
    found = audit_lines(copy.splitlines(keepends=True))
    assert (found.size, found.root) == (ready["size"], ready["root"])
    assert auditor.get(path).status_code == 404
    [look, *_] = read(auditor, "/api/audit/looks")["looks"]
    assert (look["what"], look["size"]) == ("log", ready["size"])


def test_what_a_copy_leaves_out_is_shown_with_the_round_that_holds_it_up(audited: Doors, auditor: Someone) -> None:
    world, table = audited.world, TABLES[0]
    world.ready(table)
    world.bet(table)
    world.do(DEALER, commands.CloseBets(), table)
    state = read(auditor, "/api/audit/log")
    [known] = state["open_rounds"]
    assert known["table"] == table and known["first"] == state["settled"] + 1
    auditor.send("POST", "/api/audit/heads")
    ready = auditor.send("POST", "/api/audit/exports").json()
    where = f"{table}, round {known['round']}, since entry {known['first']}"
    assert ready["size"] == state["settled"] and where in ready["left_out"] and where in state["left_out"]
    while world.view(table).state.round is not None:
        world.run(table)
        world.decide(table)
    assert read(auditor, "/api/audit/log")["left_out"] == ""


def test_the_key_stays_in_its_file(audited: Doors) -> None:
    file = key_file_of(str(Path(audited.context.service.store.where)))
    assert file.stat().st_mode & 0o077 == 0
