"""`tablelaw analyze` and `tablelaw advise` from a shell: output, refusals, progress and interruption."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablelaw.analysis.cache import FOLDER, hearing, keep
from tablelaw.analysis.result_files import Form, read_as
from tablelaw.cli import progress
from tablelaw.cli.application import app
from tablelaw.cli.exit_codes import STOPPED

COMMAND = [sys.executable, "-m", "tablelaw.cli.main"]
PATIENCE = 120


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "160"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def test_advise_prints_the_best_action_first() -> None:
    code, out, _ = run("advise", "pa-653a", "--cards", "Kd Qh", "--board", "4s 5h 6d 8c 9d")
    assert code == 0
    assert out.index("fold") < out.index("bet 1x")
    assert "-2.172727" in out


def test_advise_json_is_the_documented_shape() -> None:
    _, out, _ = run("advise", "pa-653a", "--cards", "Kd Qh", "--board", "4s 5h 6d 8c 9d", "--json")
    told = json.loads(out)
    assert told["actions"][0] == {"action": "fold", "times": 0, "ev": "-2/1"}
    assert float(Fraction(told["actions"][1]["ev"])) == pytest.approx(-2.1727, abs=5e-5)


def test_analyze_json_is_one_document() -> None:
    code, out, _ = run("analyze", "ma-colorado", "--json")
    told = json.loads(out)
    assert (code, told["rulebook"]) == (0, "ma-colorado")
    assert {one["wager"] for one in told["results"]} == {"main", "bonus"}


def test_analyze_for_people_shows_hold_and_risk() -> None:
    _, out, _ = run("analyze", "ma-colorado", "--choose", "version=required")
    assert "5.5152%" in out
    assert "never folding" in out
    assert "element of risk 2.7999%" in out


def test_output_for_another_program_is_no_wider_than_its_words() -> None:
    """Without a terminal there is no width to fill, and a line is not padded to one."""
    command = [*COMMAND, "analyze", "ma-colorado", "--choose", "version=required"]
    own = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    out = subprocess.run(command, env=own, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
    assert "element of risk" in out and max(map(len, out.splitlines())) < 1_000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "name one rulebook, or --all"),
        (("pa-653a", "--all"), "name one rulebook, or --all"),
        (("--all", "--choose", "blind=B"), "--choose with one rulebook"),
        (("pa-653a", "--choose", "blind"), "accepted: name=value"),
    ],
)
def test_questions_that_make_no_sense_are_refused(arguments: tuple[str, ...], words: str) -> None:
    code, out, err = run("analyze", *arguments)
    assert (code, out) == (2, "")
    assert words in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["analyze", "pa-999"], "no rulebook 'pa-999'"),
        (["analyze", "pa-653a", "-c", "blind=Z"], "blind cannot be 'Z'"),
        (["advise", "pa-653a", "--cards", "Kd Kd"], "Kd"),
        (["advise", "pa-653a", "--cards", "Kd Qh", "--board", "2c"], "no decision with 1 community cards"),
    ],
)
def test_a_refusal_is_one_line_and_code_2(arguments: list[str], words: str) -> None:
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "accepted: " in done.stderr


# --- Progress, and Ctrl-C -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("quiet", [0.05, 600])
def test_where_no_terminal_is_progress_is_a_line_for_each_part_that_lasts(
    quiet: float, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts that finish early are not reported; a part still running after two seconds is reported, even if it is the
    last.
    """
    monkeypatch.setattr(progress, "QUIET_SECONDS", quiet)
    told = ""
    with progress.solving() as tell:
        tell("the first game")
        tell("the second game")
        until = time.monotonic() + PATIENCE
        while quiet < 1 and not told and time.monotonic() < until:
            told = capfd.readouterr().err
            time.sleep(0.01)
        tell("the third game")
    told += capfd.readouterr().err
    assert told == ("solving the second game\nsolving the third game\n" if quiet < 1 else "")


WHOLE: Form[object] = Form(lambda answer: answer, lambda answer: answer)
"""Any complete answer, unchanged."""


def test_ctrl_c_ends_with_130_and_leaves_the_cache_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If interrupted while solving the first game, the command keeps earlier results and leaves no partial file."""
    kept = tmp_path / "kept"
    with hearing() as found:
        run("analyze", "ma-colorado", "--json")
    monkeypatch.setenv(FOLDER, str(kept))
    keep(found)
    before = {path.name for path in kept.iterdir()}
    assert before
    started = subprocess.Popen(
        [*COMMAND, "analyze", "--all"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert started.stderr is not None
    assert "solving" in started.stderr.readline(), "the first line of progress tells that it is under way"
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=PATIENCE)
    assert started.returncode == STOPPED == 130
    assert "stopped" in err
    assert "Traceback" not in err
    assert out == ""
    after = list(kept.iterdir())
    assert before <= {path.name for path in after}
    assert all(path.suffix == ".result" and read_as(WHOLE, path) is not None for path in after)


def test_after_ctrl_c_the_same_question_is_answered(tmp_path: Path) -> None:
    env = {**os.environ, FOLDER: str(tmp_path)}
    command = [*COMMAND, "advise", "pa-653a", "--cards", "Ac Ah"]
    started = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(2)
    started.send_signal(signal.SIGINT)
    assert started.wait(timeout=PATIENCE) in (STOPPED, -signal.SIGINT, 0), "stopped, even before it began"
    done = subprocess.run([*command, "--json"], env=env, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["actions"][0]["times"] == 4
