"""Checkpoints: always complete, and continued by the same run but by no other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablelaw.simulation import checkpoints
from tablelaw.simulation.checkpoints import BadCheckpoint, Checkpoint
from tablelaw.simulation.questions.hold import Holds
from tablelaw.simulation.runs import Done, Results, Span, Threads, Work, do_span, run
from tablelaw.simulation.tallies import Tally
from tests.simulation.fakes import FakeGame
from tests.simulation.test_runs import ROUNDS, WHOLE, WORK
from tests.simulation.test_tallies import VALUES


class Stopped:
    """An engine that its user stops after some spans."""

    workers = 1
    at_once_times = 1

    def __init__(self, after: int) -> None:
        self.after = after

    def results(self, work: Work[Any], spans: Iterator[Span]) -> Results[Any]:
        for _, span in zip(range(self.after), spans, strict=False):
            yield Done(span, do_span(work, span))
        raise KeyboardInterrupt


def stopped(path: Path, after: int = 2) -> None:
    """An interrupted run, whose checkpoint is saved as on the command line."""
    kept = Checkpoint(path)
    with pytest.raises(KeyboardInterrupt):
        run(WORK, Stopped(after), kept.begun("hold", WORK, Tally), kept.keeper("hold", WORK))
    kept.save()


def test_a_run_broken_off_is_taken_up_and_comes_to_the_same(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    stopped(path)
    kept = Checkpoint(path)
    begun = kept.begun("hold", WORK, Tally)
    assert begun is not None
    assert begun.done == ((0, 2),)
    assert run(WORK, Threads(2), begun, kept.keeper("hold", WORK)) == WHOLE
    whole = Checkpoint(path).begun("hold", WORK, Tally)
    assert whole is not None
    assert whole.result == WHOLE
    assert [found.name for found in tmp_path.iterdir()] == ["kept.json"]


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (Holds(FakeGame(fingerprint="another"), 7, ROUNDS, VALUES, (0,)), "game a game of chances there, game another"),
        (Holds(FakeGame(), 8, ROUNDS, VALUES, (0,)), "seed 7 there, seed 8 here"),
        (Holds(FakeGame(), 7, ROUNDS + 1, VALUES, (0,)), f"{ROUNDS} rounds there, {ROUNDS + 1} rounds here"),
    ],
)
def test_a_checkpoint_of_another_run_is_refused_by_name(tmp_path: Path, other: Holds, words: str) -> None:
    stopped(tmp_path / "kept.json")
    with pytest.raises(BadCheckpoint, match="it belongs to another run of hold") as refused:
        Checkpoint(tmp_path / "kept.json").begun("hold", other, Tally)
    assert words in str(refused.value)
    assert "another name to start over" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not a checkpoint"),
        ("{}", "is not a checkpoint: Object missing required field `tablelaw_checkpoint`"),
        ('{"tablelaw_checkpoint": 2}', "is of format 2; accepted: format 1"),
        ('{"tablelaw_checkpoint": 1, "runs": 3}', "Expected `object`, got `int`"),
    ],
)
def test_a_file_that_is_no_checkpoint_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "kept.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BadCheckpoint) as refused:
        Checkpoint(path)
    assert words in str(refused.value)


@pytest.mark.parametrize("done", [[[0, 2], [1, 3]], [[2, 2]], [[0, 7]], [[-1, 2]], [[3, 2]]])
def test_spans_that_cannot_be_are_refused(tmp_path: Path, done: list[list[int]]) -> None:
    path = tmp_path / "kept.json"
    stopped(path)
    found = json.loads(path.read_text("utf-8"))
    found["runs"]["hold"]["done"] = done
    path.write_text(json.dumps(found), "utf-8")
    with pytest.raises(BadCheckpoint, match="is inconsistent"):
        Checkpoint(path).begun("hold", WORK, Tally)


def test_a_result_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    stopped(path)
    found = json.loads(path.read_text("utf-8"))
    del found["runs"]["hold"]["result"]["table"]
    path.write_text(json.dumps(found), "utf-8")
    with pytest.raises(BadCheckpoint, match="missing required field `table`"):
        Checkpoint(path).begun("hold", WORK, Tally)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    kept = Checkpoint(tmp_path / "nowhere" / "kept.json")
    with pytest.raises(BadCheckpoint, match=r"cannot be written: No such file.*a folder you may write to"):
        kept.save()


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept.json"
    stopped(path)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checkpoints, "_write_through", full)
    with pytest.raises(BadCheckpoint, match="No space left"):
        stopped(path, 3)
    assert path.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == ["kept.json"]


def test_the_file_is_written_every_so_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept.json"
    monkeypatch.setenv(checkpoints.EVERY, "0")
    kept = Checkpoint(path)
    note = kept.keeper("hold", WORK)
    seen: list[int] = []

    def look(progress: Any) -> None:
        note(progress)
        found = Checkpoint(path).begun("hold", WORK, Tally)
        assert found is not None
        seen.append(found.pieces)

    run(WORK, Threads(1), None, look)
    assert seen == sorted(seen)
    assert seen[-1] == WORK.pieces


def test_how_often_must_be_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(checkpoints.EVERY, "often")
    with pytest.raises(BadCheckpoint, match="TABLELAW_CHECKPOINT_SECONDS: 'often' is not a number of seconds"):
        Checkpoint()
