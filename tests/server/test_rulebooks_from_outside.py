"""External rulebooks on a server: their ids work like the built-in ones, and their paths are never revealed."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablelaw import rulebooks
from tablelaw.errors import BadRulebook, BadRulebookFolder
from tablelaw.rulebooks import outside
from tablelaw.server import refusal_responses
from tablelaw.server.workers import drafts
from tablelaw.server.workers.drafts import CheckDraft
from tablelaw.server.workers.process import _answered
from tablelaw.submission.template import new_submission
from tests.examples import FOLDER
from tests.server.conftest import Doors
from tests.server.test_analysis_routes import answered

GAME = "three-card-poker"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with one rulebook for a server to find; loaded rulebooks are forgotten after the test."""
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    monkeypatch.setattr(rulebooks, "_REFUSED", {})
    monkeypatch.setenv(outside.PATHS, str(tmp_path / "secret"))
    yield Path(shutil.copytree(FOLDER / GAME, tmp_path / "secret" / "own"))
    refusal_responses.log_once.cache_clear()


Plant = Callable[[Path], object]


def unreadable(folder: Path) -> None:
    (folder / "rulebook.toml").write_text("id = ")


def doubled(folder: Path) -> None:
    shutil.copytree(folder, folder.with_name("twin"))


def failing(folder: Path) -> None:
    (folder / "conduct.py").write_text("raise ValueError(__file__)")


def incomplete(folder: Path) -> None:
    (folder / "wagers.toml").unlink()


def not_utf_8(folder: Path) -> None:
    (folder / "wagers.toml").write_bytes(b"\xff")


def ending(folder: Path) -> None:
    (folder / "conduct.py").write_text("raise SystemExit('ended')")


FAULTS: tuple[Plant, ...] = (unreadable, doubled, failing, incomplete, not_utf_8, ending)


@pytest.mark.parametrize("plant", FAULTS)
def test_a_server_does_not_start_with_a_faulty_folder_and_says_where(
    folder: Path, open_doors: Callable[..., Doors], plant: Plant
) -> None:
    plant(folder)
    with pytest.raises(BadRulebookFolder, match="secret/"):
        open_doors(books=())


@pytest.mark.parametrize("plant", [unreadable, doubled])
def test_a_folder_that_breaks_later_is_reported_without_its_path(
    folder: Path, open_doors: Callable[..., Doors], plant: Plant, caplog: pytest.LogCaptureFixture
) -> None:
    """The workers read the folder when they start, possibly later than the server does."""
    text = new_submission(rulebooks.get(GAME))
    other = text.replace(f'"{GAME}"', '"no-such-game"')
    doors = open_doors(books=())
    plant(folder)
    stranger, analyst = doors.nobody(), doors.somebody("analyst", "auditor")
    answers = [
        *(stranger.send("POST", "/api/submission/check", {"text": asked}) for asked in (text, other)),
        *(stranger.send("POST", "/api/submission/check", {"rulebook": asked}) for asked in (GAME, "no-such-game")),
        *(analyst.send("POST", "/api/workshop", {"ask": "sheet", "text": asked}) for asked in (text, other)),
        stranger.get("/api/submission/forms/no-such-game"),
        stranger.get("/api/law/no-such-game/5(b)"),
        stranger.get("/api/readings/no-such-game/one"),
    ]
    for answer in answers:
        assert answer.status_code in (404, 409, 422) and "secret" not in answer.text, answer.text
        assert "Error" not in answer.text and "Errno" not in answer.text
    assert [answer.json()["refused"]["code"] for answer in answers][:2] == ["bad-rulebook-folder"] * 2
    assert "secret/" in caplog.text, "the server's own log says where"


@pytest.mark.parametrize("plant", FAULTS)
def test_a_worker_reports_every_fault_by_name(folder: Path, plant: Plant) -> None:
    plant(folder)
    asked = CheckDraft(f'{{"rulebook": "{GAME}"}}', ())
    told = refusal_responses.without_places(_answered(asked, drafts.answer, lambda said: None).refused)
    assert told["code"] == "bad-rulebook-folder" and "secret" not in str(told) and "Error" not in str(told)


def test_only_the_name_of_a_folder_is_revealed_even_by_a_worker(caplog: pytest.LogCaptureFixture) -> None:
    refusal = BadRulebookFolder("cannot be read: /secret/own", where="/secret/own", why="/secret", accepted="/secret")
    refusal_responses.log_once.cache_clear()
    with caplog.at_level(logging.WARNING):
        for told in (refusal_responses.outside(refusal), refusal_responses.without_places(refusal.as_dict())):
            assert told["code"] == "bad-rulebook-folder" and "secret" not in str(told) and told["accepted"]
    assert caplog.text.count("cannot be read: /secret/own") == 1, "repeated requests do not fill the log"
    of_the_game = BadRulebook("a wager looks at nothing", where=GAME, accepted="hands")
    assert refusal_responses.outside(of_the_game) == of_the_game.as_dict()


def test_folders_are_looked_for_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    found = outside.look

    def counted(taken: Iterable[str]) -> outside.Found:
        looked.append("")
        return found(taken)

    monkeypatch.setattr(outside, "look", counted)
    for name in ("no-such-game", "another"):
        with pytest.raises(Exception, match="no rulebook"):
            rulebooks.get(name)
    assert len(looked) == 1


def test_a_folder_that_cannot_be_loaded_is_read_once(folder: Path) -> None:
    runs = "with open(__file__ + '.runs', 'a') as runs:\n    runs.write('x')\nraise ValueError"
    (folder / "conduct.py").write_text(runs)
    for _ in range(2):
        with pytest.raises(BadRulebookFolder, match="cannot be run: ValueError"):
            rulebooks.get(GAME)
    assert (folder / "conduct.py.runs").read_text() == "x"


def test_every_route_takes_the_id_of_a_folder(folder: Path, open_doors: Callable[..., Doors]) -> None:
    doors = open_doors(books=())
    stranger = doors.nobody()
    listed = stranger.get("/api/submission/rulebooks").json()["rulebooks"]
    assert [book["rulebook"] for book in listed][-1] == GAME
    assert stranger.get(f"/api/submission/forms/{GAME}").json()["rulebook"] == GAME
    assert stranger.get(f"/api/law/{GAME}/5(b)").json()["says"]
    new: Any = stranger.send("POST", "/api/submission/check", {"rulebook": GAME}).json()
    assert new["findings"] == [] and new["rulebook"] == GAME
    again = stranger.send("POST", "/api/submission/check", {"text": new["text"]}).json()
    assert again["findings"] == [] and again["draft"] == new["draft"]


@pytest.mark.slow
def test_an_analyst_gets_its_sheet(folder: Path, open_doors: Callable[..., Doors]) -> None:
    text = new_submission(rulebooks.get(GAME), offer_all=True)
    sheet = answered(open_doors(books=()).somebody("analyst", "auditor"), ask="sheet", text=text).json()
    assert sheet["main"]["ev"] and str(folder.parent) not in str(sheet)
