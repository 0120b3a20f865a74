"""Whatever is typed and wherever the output goes, the result is a named refusal, never a traceback or a partial
file.
"""

from __future__ import annotations

import os
import resource
import socket
import stat
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tablelaw.amounts import parse_money
from tablelaw.cli.output import add_row, console, make_table
from tablelaw.errors import BadAmount, BadFile
from tablelaw.files import unfinished, write_whole
from tablelaw.floor.handlers.validation import is_name
from tests.cli.floors import BOB, DANA, Floor
from tests.command import run_command

HUGE = "99999999999999999999"
FULL = Path("/dev/full")
"""A device without space, which tests only use as standard output, as with a shell's >."""
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: run_command(monkeypatch, capsys, *arguments)


def entries(floor: Floor) -> int:
    return int(floor.read("audit", "head", "list")["unsigned_entries"])


def names_in(folder: Path) -> list[str]:
    """The names of the files, except those that SQLite keeps beside a database in use."""
    return sorted(path.name for path in folder.iterdir() if not path.name.endswith(("-wal", "-shm")))


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """Limits the size of this process's files, as `ulimit -f` does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


# --- Where a file may go --------------------------------------------------------------------------------


ROOT = Path(__file__).parents[2]
EXPORT = "export", "log", "--by", DANA, "-o"
WRITERS = (
    EXPORT,
    ("report", "day", "-o"),
    ("audit", "hand", "UTH-1", "1", "--by", DANA, "-o"),
    ("audit", "proof", "1", "-o"),
    ("audit", "head", "export", "-o"),
    ("submission", "new", "pa-653a", "-o"),
    ("par", "none.toml", "-o"),
    ("play", "pa-653a", "--auto", "1", "--record"),
)


@pytest.mark.parametrize("writer", WRITERS, ids=" ".join)
def test_nothing_is_put_in_the_place_of_a_pipe_or_a_folder(played: Floor, writer: tuple[str, ...]) -> None:
    pipe, folder = played.folder / "pipe", played.folder / "folder"
    os.mkfifo(pipe)
    folder.mkdir()
    (played.folder / "link").symlink_to(pipe)
    before, there = entries(played), (names_in(played.folder))
    for name, says in (("link", "a pipe"), ("folder", "is a folder")):
        code, line = played.refused(*writer, name)
        assert code == "bad-file" and says in line
    assert stat.S_ISFIFO(pipe.stat().st_mode) and entries(played) == before, "refused before the order is given"
    assert (names_in(played.folder)) == there


def test_a_file_at_the_end_of_a_link_is_written_and_the_link_stays(played: Floor) -> None:
    link, end = played.folder / "link", played.folder / "kept" / "log.jsonl"
    end.parent.mkdir()
    link.symlink_to(end)
    for _ in range(2):
        played.do(*EXPORT, "link")
        assert link.is_symlink() and end.read_bytes().startswith(b'{"format"')
    assert names_in(end.parent) == ["log.jsonl"]


def test_what_lies_beside_an_export_is_left_alone(played: Floor) -> None:
    beside = played.folder / "log.unfinished"
    beside.write_text("somebody's")
    played.do(*EXPORT, "log")
    assert beside.read_text() == "somebody's"


def test_a_dash_is_standard_output(played: Floor) -> None:
    shown = played.do(*EXPORT, "-", "--upto", str(head_size(played)))
    assert shown.startswith('{"format"') and shown.count("\n") == head_size(played) + 2
    assert played.do("audit", "proof", "1", "-o", "/dev/stdout").startswith("{")
    assert not (played.folder / "-").exists()


def head_size(floor: Floor) -> int:
    heads = floor.read("audit", "head", "list")["heads"]
    if not heads:
        floor.do("audit", "head", "export")
        return head_size(floor)
    return int(heads[-1]["head"]["size"])


# --- Whole or not at all --------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [None, b"what was there"])
def test_a_disk_that_is_full_changes_nothing(tmp_path: Path, before: bytes | None) -> None:
    path = tmp_path / "file"
    if before is not None:
        path.write_bytes(before)
    with files_of_at_most(1_000), pytest.raises(BadFile, match="cannot be written: File too large"):
        write_whole(path, b"x" * 5_000)
    assert [file.read_bytes() for file in tmp_path.iterdir()] == ([] if before is None else [before])


def test_a_new_name_is_not_taken_from_who_had_it_sooner(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with pytest.raises(BadFile, match="already exists"), unfinished(path, is_new=True) as beside:
        beside.write_text("ours")
        path.write_text("theirs")
    assert path.read_text() == "theirs" and names_in(tmp_path) == ["file"]


def test_a_file_written_again_keeps_who_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    path.chmod(0o600)
    write_whole(path, b"after")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("after", 0o600)


@pytest.mark.parametrize(
    "writer",
    [
        ("floor", "backup", "-o"),
        ("floor", "move", "--to"),
        ("submission", "new", "pa-653a", "-o"),
        ("report", "day", "--format", "html", "-o"),
    ],
    ids=" ".join,
)
def test_half_a_file_is_not_left(played: Floor, writer: tuple[str, ...]) -> None:
    most = 40_000 if writer[0] == "floor" else 2_000
    played.do("report", "day")
    there = names_in(played.folder)
    with files_of_at_most(most):
        played.refused(*writer, "lim")
    assert names_in(played.folder) == there


# --- Standard output ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("law",),
        ("law", "--json"),
        ("submission", "new", "pa-653a"),
        ("ledger", "trial-balance"),
        ("floor", "status"),
        ("meters",),
        ("report", "day"),
        ("user", "list"),
        ("device", "list"),
        ("--help",),
    ],
    ids=" ".join,
)
def test_a_full_standard_output_is_one_line_on_the_other(
    floor: Floor, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with FULL.open("w") as full, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", full)
        code, _, err = run_command(monkeypatch, capsys, *arguments)
    assert code == 2 and err.count("\n") == 1
    assert err.startswith("refused (bad-file) standard output cannot be used: No space left on device")


SHORT_AND_LONG = (
    *(
        ("law", *rest)
        for rest in ((), ("--json",), ("readings",), ("readings", "--json"), ("show", "pa-653a", "653a.11"))
    ),
    ("law", "history", "pa-653a", "653a.12"),
    ("law", "diff", "pa-647a", "md-thb"),
    ("procedure", "pa-653a"),
    ("submission", "new", "pa-653a"),
    ("settle", "--template", "pa-653a"),
    ("settle", f"{ROOT}/examples/settle/pa-653a.toml"),
    ("sign", f"{ROOT}/examples/submissions/pa-653a.toml", "--format", "html"),
    ("replay", f"{ROOT}/tests/golden/pa-653a-hand.txt", "--log"),
    ("play", "pa-653a", "--seed", "1", "--auto", "2"),
    ("play", "pa-653a", "--seed", "1", "--auto", "2", "--json"),
    ("floor", "status"),
    ("ledger", "trial-balance"),
    ("report", "day", "--format", "html"),
    (*EXPORT, "-"),
    ("--version",),
)


@pytest.mark.parametrize("arguments", SHORT_AND_LONG, ids=lambda given: " ".join(Path(word).name for word in given))
def test_a_closed_pipe_ends_any_command_without_a_word(
    played: Floor, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as closed, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", closed)
        code, _, err = run_command(monkeypatch, capsys, *arguments)
    assert (code, err) == (141, "")


def test_the_interpreter_has_nothing_to_add(tmp_path: Path) -> None:
    """Writes again to a full output and to a pipe that nobody reads, this time in a process that runs to its end."""
    command = [sys.executable, "-m", "tablelaw.cli.main", "--version"]
    with FULL.open("w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 2 and ended.stderr.count("\n") == 1, ended.stderr
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (141, "")


# --- Numbers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("audit", "proof", "--", "N"),
        ("audit", "proof", "1", "--size", "N"),
        ("audit", "growth", "2", "--size", "N"),
        ("audit", "hand", "UTH-1", "--by", DANA, "--", "N"),
        ("audit", "hand", "UTH-1", "1", "--by", DANA, "--entry", "N"),
        ("export", "log", "-o", "log", "--by", DANA, "--upto", "N"),
        ("floor", "correct", "N.1", "5", "--reason", "r", "--approver", "a", "--approver", "b"),
        ("floor", "correct", "2.N", "5", "--reason", "r", "--approver", "a", "--approver", "b"),
        ("floor", "buy-in", "--by", BOB, "--", "ann", "UTH-1", "N"),
        ("serve", "--port", "N", "--demo"),
    ],
    ids=" ".join,
)
def test_a_number_that_cannot_be_is_refused(floor: Floor, arguments: tuple[str, ...]) -> None:
    for number in (HUGE, "-1"):
        code, out, err = floor.run(*(word.replace("N", number) for word in arguments))
        assert (code, out) == (2, "") and err, number


def test_a_sum_of_thousands_of_digits_is_no_sum() -> None:
    with pytest.raises(BadAmount):
        parse_money("9" * 5_000)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [("a", True), ("Ann O'Neil", True), ("a" * 60, True), ("a" * 61, False), ("", False), (" ", False)]
    + [(f"a{letter}b", False) for letter in ':/"\n\t\x1b\x7f\udcff'],
)
def test_what_a_name_is(name: str, is_one: bool) -> None:
    assert is_name(name) is is_one


# --- Names ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a:b/c", "a\nb", "a" * 61])
def test_one_rule_for_names_everywhere(floor: Floor, name: str) -> None:
    before = entries(floor)
    for order in (
        ("floor", "buy-in", name, "UTH-1", "100"),
        ("floor", "fill", "UTH-1", "100", "--by", f"floor:{name}"),
        ("floor", "order", "UTH-1", "sit(2)", "--by", f"player:{name}"),
    ):
        assert floor.refused(*order)[0] in ("no-such-name", "not-kept", "wrong-use"), order
    assert floor.refused("user", "add", name, "--role", "player")[0] == "bad-person"
    assert floor.refused("device", "add", name, "--kind", "shoe", "--table", "UTH-1")[0] == "bad-device"
    assert entries(floor) == before


def test_who_came_in_under_an_older_rule_may_still_cash_out(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule about names applies to new orders, not when a log is replayed."""
    with monkeypatch.context() as older:
        older.setattr("tablelaw.floor.service.require_names", lambda order: None)
        floor.do("floor", "buy-in", "a:b/c", "UTH-1", "100")
    assert "a:b/c cashed out $100" in floor.do("floor", "cash-out", "a:b/c")


@pytest.mark.parametrize("name", ["Zoë 三 [bold]", "a" * 60])
def test_a_name_that_may_be_is_shown_as_it_is(floor: Floor, name: str) -> None:
    assert name in floor.do("floor", "buy-in", name, "UTH-1", "100")
    assert f"chips:{name}" in floor.do("ledger", "trial-balance").replace("\n", "")


def test_data_is_neither_markup_nor_a_picture() -> None:
    table = make_table("[red]:smile:", "what")
    add_row(table, "chips:a:[bold]x[/] \\")
    with console.capture() as shown:
        console.print(table)
        console.print("chips:a:")
    assert "[red]:smile:" in shown.get() and "chips:a:[bold]x[/] \\" in shown.get() and "chips:a:\n" in shown.get()


# --- A submission's names -------------------------------------------------------------------------------


ODD = 'The "Old" \\ Mill \' # [x] = é 三 🂡'
ODD_TABLE = "Tür.三_é 7"


def test_odd_names_come_back_as_they_were(run: Run) -> None:
    code, _, err = run("submission", "new", "pa-653a", "--property", ODD, "--table", ODD_TABLE, "-o", "odd.toml")
    assert code == 0, err
    read = tomllib.loads(Path("odd.toml").read_text("utf-8"))
    assert (read["property"], read["table"]) == (ODD, ODD_TABLE)
    assert run("submission", "check", "odd.toml")[0] == 0


def test_a_name_no_table_may_have_is_refused_before_a_file_is_written(run: Run) -> None:
    code, _, err = run("submission", "new", "pa-653a", "--table", ODD, "-o", "odd.toml")
    assert code == 2 and err.startswith("refused (bad-submission) table: a table cannot be called"), err
    assert not Path("odd.toml").exists()


@pytest.mark.parametrize("name", ["a\nb", "\udcff"])
@pytest.mark.parametrize("option", ["--property", "--table"])
def test_names_of_several_lines_are_refused(run: Run, option: str, name: str) -> None:
    code, out, err = run("submission", "new", "pa-653a", option, name)
    assert (code, out) == (2, "") and err.startswith("refused (bad-submission)")


# --- The doors ------------------------------------------------------------------------------------------


def test_an_address_that_cannot_be_had_is_refused_before_anything_is_made(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        code, out, err = run("serve", "--demo", "--port", port)
        assert (code, out) == (2, "") and err.startswith(
            f"refused (cannot-listen) the server cannot listen on 127.0.0.1:{port}"
        )
    assert list(Path().rglob("*.db")) == []


@pytest.mark.parametrize("host", ["no.such.host.invalid", "a" * 70, "192.0.2.1"])
def test_a_host_that_is_not_here_is_refused(host: str) -> None:
    from tablelaw.server.http.listeners import CannotListen, bound_sockets

    with pytest.raises(CannotListen, match="cannot listen on"), bound_sockets(host, 8123):
        pass
