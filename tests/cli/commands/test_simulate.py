"""`tablelaw simulate`: every example study, every file it writes, stopping and continuing, every refusal."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from tablelaw.simulation.checkpoints import EVERY, Checkpoint
from tablelaw.simulation.questions.sessions_and_shifts import SessionTally
from tablelaw.simulation.runs import Done, Results, Span, Threads, Work, do_span
from tablelaw.studies.question_work import work_of
from tablelaw.studies.study import read_source
from tests.command import run_command
from tests.studies.small import EXAMPLES, small

COLORADO = next(path for path in EXAMPLES if path.stem == "session-ma-colorado")
PAGE = (Path(__file__).parents[3] / "docs" / "simulation.md").read_text("utf-8")
SHAPES = {shape["question"]: shape for shape in map(json.loads, re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL))}
PNG = b"\x89PNG\r\n"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*args: object) -> tuple[int, str, str]:
        monkeypatch.setenv("COLUMNS", "160")
        return run_command(monkeypatch, capsys, "simulate", *map(str, args))

    return call


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_carried_out_and_written(run: Run, tmp_path: Path, example: Path) -> None:
    code, out, err = run(small(example), "-o", tmp_path / "out")
    assert (code, err) == (0, "")
    question = example.stem.partition("-")[0]
    rulebook = example.stem.partition("-")[2]
    told = json.loads((tmp_path / "out" / f"{question}.json").read_text("utf-8"))
    assert out.startswith(f"{question}: ")
    assert f"({rulebook}); " in told["title"]
    assert "; seed " in told["title"]
    assert told["title"].endswith(" rounds")
    assert (tmp_path / "out" / f"{question}.png").read_bytes().startswith(PNG)
    assert (tmp_path / "out" / f"{question}.svg").read_text("utf-8").startswith("<svg")
    with (tmp_path / "out" / f"{question}.csv").open(encoding="utf-8") as file:
        assert list(csv.DictReader(file))
    is_as_documented(told, SHAPES[question])


def test_every_shape_of_the_page_is_that_of_a_question() -> None:
    """An example of each question is compared with its shape above."""
    assert set(SHAPES) == {path.stem.partition("-")[0] for path in EXAMPLES}
    assert len(SHAPES) == PAGE.count("```json\n")


def is_as_documented(told: Any, shape: Any) -> None:
    """Whether a value has the same keys in the same order as the document; an empty dict or list in the document
    matches any.
    """
    if isinstance(shape, dict) and shape and isinstance(told, dict):
        assert list(told) == list(shape)
        for key in shape:
            is_as_documented(told[key], shape[key])
    elif isinstance(shape, list) and shape:
        whole = [row for row in told if "exact" not in row or (row["exact"] and "hits" in row["exact"])]
        is_as_documented(whole[0], shape[0])


def figures(run: Run, *args: object) -> Any:
    code, out, err = run(*args, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)["answers"]


def test_json_is_the_same_however_many_work_on_it(run: Run) -> None:
    study = small(COLORADO)
    found = figures(run, study, "--workers", 1)
    assert found == figures(run, study, "--workers", 3)
    assert found != figures(run, study, "--seed", 12)
    assert found[0]["question"] == "session"
    assert found[0]["sessions"] == 300


def test_the_number_of_rounds_may_be_given(run: Run) -> None:
    example = next(path for path in EXAMPLES if path.stem == "hold-pa-678a")
    found = figures(run, small(example), "--rounds", 1_000)
    assert found[0]["rounds"] == 1_000


# --- Stopped and taken up again ----------------------------------------------------------------------------


@contextmanager
def stopped() -> Iterator[None]:
    """Threads that behave as if the user pressed Ctrl-C after two spans."""

    def results(_: Threads, work: Work[Any], spans: Iterator[Span]) -> Results[Any]:
        for span, _n in zip(spans, range(2), strict=False):
            yield Done(span, do_span(work, span))
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Threads, "results", results)
        yield


def test_ctrl_c_leaves_a_checkpoint_and_says_how_to_go_on(run: Run, tmp_path: Path) -> None:
    study, kept = small(COLORADO), tmp_path / "kept.json"
    whole = figures(run, study)
    with stopped():
        code, out, err = run(study, "--checkpoint", kept, "--workers", 1)
    assert (code, out) == (130, "")
    assert f"the same command with --checkpoint {kept} continues from there" in err.replace("\n", " ")
    done = json.loads(kept.read_text("utf-8"))["runs"]["session"]["done"]
    assert done == [[0, 2]]
    assert figures(run, study, "--checkpoint", kept) == whole
    assert figures(run, study, "--checkpoint", kept) == whole
    code, _, err = run(study, "--checkpoint", kept, "--seed", 12)
    assert code == 2
    assert "refused (bad-checkpoint)" in err
    assert "seed 11 there, seed 12 here" in err


def test_ctrl_c_without_a_checkpoint_says_what_would_have_helped(run: Run) -> None:
    with stopped():
        code, _, err = run(small(COLORADO))
    assert code == 130
    assert "nothing is kept; with --checkpoint FILE a run can be continued" in err


@contextmanager
def started(command: list[str], env: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """A process that ends with the test, whatever happens."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_running_command_stopped_by_a_signal_leaves_what_it_did(tmp_path: Path) -> None:
    """Sends a real signal to a real process, in a run far too long to finish; what it leaves is the result of the
    finished pieces.
    """
    study, kept = tmp_path / "long.toml", tmp_path / "kept.json"
    study.write_text(small(COLORADO).read_text("utf-8").replace("sessions = 300", "sessions = 9_000_000"), "utf-8")
    command = [sys.executable, "-m", "tablelaw.cli.main", "simulate", str(study), "--checkpoint", str(kept)]
    env = {**os.environ, EVERY: "0"}
    with started(command, env) as process:
        while not kept.exists() and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, ""), err
    assert "continues from there" in err
    work = work_of(read_source(study), "session")
    begun = Checkpoint(kept).begun("session", work, SessionTally)
    assert begun is not None
    parts = [do_span(work, span) for span in begun.done]
    assert begun.result == reduce(SessionTally.with_, parts)


# --- Refusals ----------------------------------------------------------------------------------------------


def test_a_bad_study_ends_with_its_findings(run: Run, tmp_path: Path) -> None:
    study = tmp_path / "bad.toml"
    study.write_text('rulebook = "pa-678a"\nseed = -1\n[hold]\n', "utf-8")
    code, out, err = run(study)
    assert (code, out) == (2, "")
    assert "seed: -1 is not a valid number for seed" in err
    assert "seats: nobody sits at the table" in err
    assert "hold: the study deals no rounds" in err
    assert err.count("would satisfy") == 3


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("-o", "study.toml"), "is a file; accepted: a folder"),
        (("-o", "nowhere/out"), "there is no folder nowhere for out"),
        (("--checkpoint", "nowhere/kept"), "there is no folder nowhere"),
        (("--cluster", "tcp://127.0.0.1:1", "--workers", "2"), "either --workers or --cluster"),
    ],
)
def test_the_impossible_is_refused_before_anything_is_dealt(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "study.toml").write_text("", "utf-8")
    code, out, err = run("study.toml", *args)
    assert (code, out) == (2, "")
    assert words in err


def test_a_study_that_is_not_there(run: Run, tmp_path: Path) -> None:
    code, _, err = run(tmp_path / "gone.toml")
    assert code == 2
    assert "gone.toml: cannot be read" in err
