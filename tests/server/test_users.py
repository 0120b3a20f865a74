"""`tablelaw user`, and starting a server: no default password, no weak ones, none on the command line."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import event, insert

from tablelaw.floor.store.api import open_store
from tablelaw.floor.store.schema import accounts
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.users import AT_ONCE, People
from tests.command import run_command

GOOD = "horse staple 9"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Returns a function that runs `tablelaw ...` on an empty floor with the given standard input."""
    file = tmp_path / "floor.db"
    open_store(str(file), create=True).close()
    monkeypatch.setenv("TABLELAW_DB", str(file))
    monkeypatch.chdir(tmp_path)

    def runs(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return run_command(monkeypatch, capsys, *arguments)

    return runs


def people(folder: Path) -> People:
    return People(sql_engine(str(folder / "floor.db")))


def test_somebody_added_may_sign_in_until_removed(run: Run, tmp_path: Path) -> None:
    assert run("user", "add", "ann", "--role", "dealer", typed=f"{GOOD}\n") == (0, "ann may sign in as dealer.\n", "")
    key, person = people(tmp_path).sign_in("ann", GOOD)
    assert person.role == "dealer"
    code, listed, _ = run("user", "list")
    assert code == 0 and "ann" in listed and "dealer" in listed and GOOD not in listed
    assert run("user", "remove", "ann")[0] == 0
    assert people(tmp_path).person(key) is None
    with pytest.raises(ServerRefused):
        people(tmp_path).sign_in("ann", GOOD)


@pytest.mark.parametrize(
    ("password", "says"),
    [
        ("", "the password is too short"),
        ("horse sta", "the password is too short"),
        ("aaaaaaaaaaaa", "easy to guess"),
        ("abcdabcdabcd", "easy to guess"),
        ("ANN and more", "easy to guess"),
    ],
)
def test_weak_passwords_are_refused(run: Run, tmp_path: Path, password: str, says: str) -> None:
    code, out, err = run("user", "add", "ann", "--role", "player", typed=f"{password}\n")
    assert (code, out) == (2, "") and err.startswith("refused (bad-person)") and says in err
    assert people(tmp_path).listed() == []


@pytest.mark.parametrize("password", ["horse stap", "abcdeabcde"])
def test_passwords_at_the_bound_are_taken(run: Run, password: str) -> None:
    assert run("user", "add", "ann", "--role", "player", typed=f"{password}\n")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("add", "ann", "--role", "cook"), "no role 'cook'"),
        (("add", "a:b", "--role", "player"), "is not a valid name"),
        (("remove", "nobody"), "nobody here has the name 'nobody'"),
    ],
)
def test_people_who_cannot_be_are_refused_by_name(run: Run, arguments: tuple[str, ...], says: str) -> None:
    code, _, err = run("user", *arguments, typed=f"{GOOD}\n")
    assert code == 2 and err.startswith("refused (bad-person)") and says in err


@pytest.mark.parametrize("name", ["ann", "ANN", " Ann "])
def test_a_name_is_taken_once_in_any_spelling(run: Run, name: str) -> None:
    run("user", "add", "ann", "--role", "player", typed=f"{GOOD}\n")
    code, _, err = run("user", "add", name, "--role", "administrator", typed=f"{GOOD}\n")
    assert code == 2 and "already exists" in err


def test_a_new_password_ends_the_sessions_of_the_old(run: Run, tmp_path: Path) -> None:
    run("user", "add", "ann", "--role", "floor", typed=f"{GOOD}\n")
    key, _ = people(tmp_path).sign_in("ann", GOOD)
    assert run("user", "password", "ann", typed="another horse\n")[0] == 0
    assert people(tmp_path).person(key) is None
    assert people(tmp_path).sign_in("ann", "another horse")[1].role == "floor"
    with pytest.raises(ServerRefused):
        people(tmp_path).sign_in("ann", GOOD)


@pytest.mark.parametrize(("name", "password"), [("ann", "short"), ("bob", GOOD)])
def test_a_weak_password_or_an_unknown_name_changes_nothing(run: Run, tmp_path: Path, name: str, password: str) -> None:
    run("user", "add", "ann", "--role", "floor", typed=f"{GOOD}\n")
    code, _, err = run("user", "password", name, typed=f"{password}\n")
    assert code == 2 and err.startswith("refused (bad-person)")
    assert people(tmp_path).sign_in("ann", GOOD)[1].role == "floor"


@pytest.mark.parametrize("account", ["chips:ann", "game:ann"])
@pytest.mark.parametrize(("cents", "is_removed"), [(1, False), (0, True)])
def test_whose_money_is_there_is_not_removed(
    run: Run, tmp_path: Path, account: str, cents: int, is_removed: bool
) -> None:
    run("user", "add", "ann", "--role", "player", typed=f"{GOOD}\n")
    with sql_engine(str(tmp_path / "floor.db")).begin() as connection:
        row = {"debits": 500, "credits": 500 + cents, "debits_pending": 0, "credits_pending": 0}
        connection.execute(insert(accounts).values(id=account, **row))
    code, _, err = run("user", "remove", "ann")
    assert (code == 0) == is_removed and ("still has $0.01" in err) != is_removed


def test_a_password_is_no_argument(run: Run) -> None:
    assert run("user", "add", "ann", "--role", "player", "--password", GOOD)[0] == 2


def test_a_floor_without_an_administrator_is_not_served(run: Run) -> None:
    run("user", "add", "ann", "--role", "player", typed=f"{GOOD}\n")
    code, _, err = run("serve")
    assert code == 2 and err.startswith("refused (no-administrator)") and "tablelaw user add" in err


def test_a_floor_that_is_not_there_is_not_served(run: Run) -> None:
    code, _, err = run("serve", "--db", "elsewhere.db")
    assert code == 2 and err.startswith("refused (no-such-floor)")


def test_the_demo_is_served_to_this_machine_only(run: Run) -> None:
    code, _, err = run("serve", "--demo", "--host", "0.0.0.0")
    assert code == 2 and "no passwords" in err


def test_a_new_floor_knows_nobody(run: Run, tmp_path: Path) -> None:
    assert people(tmp_path).listed() == []
    for name, password in {"admin": "admin", "administrator": "password", "demo": ""}.items():
        with pytest.raises(ServerRefused):
            people(tmp_path).sign_in(name, password)


def test_one_question_tells_which_of_many_sessions_have_ended(run: Run, tmp_path: Path) -> None:
    known = people(tmp_path)
    keys = [known.enter(f"player {n}", "player")[0] for n in range(AT_ONCE + 3)]
    ended = {keys[0], keys[AT_ONCE + 1]}
    for key in ended:
        known.sign_out(key)
    asked: list[str] = []
    listening: Callable[..., None] = lambda *given: asked.append(given[2])  # noqa: E731
    event.listen(known.engine, "before_cursor_execute", listening)
    assert known.ended([*keys, "unknown"]) == {*ended, "unknown"}
    assert sum("sessions" in statement for statement in asked) == 2
