"""Studies: every example can be run, and every broken one is refused in helpful words."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tablelaw import rulebooks
from tablelaw.studies.questions import QUESTIONS
from tablelaw.studies.study import BadStudy, read_source, study_of
from tests.studies.small import EXAMPLES

ROOT = Path(__file__).parents[2]
ZOO = tomllib.loads((Path(__file__).parent / "zoo.toml").read_text("utf-8"))
SOUND = str(ZOO["sound"]).strip() + "\n"


def refusal(tmp_path: Path, text: str) -> str:
    path = tmp_path / "study.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BadStudy) as refused:
        study_of(read_source(path))
    return str(refused.value)


def broken(entry: dict[str, Any]) -> str:
    find, put, before = (str(entry.get(key, "")) for key in ("find", "put", "before"))
    if find == "*questions*":
        return SOUND[: SOUND.index("[hold]")]
    assert SOUND.count(find) == 1
    if before:
        return SOUND.replace(find, "").replace(before, f"{put}\n\n{before}", 1)
    return SOUND.replace(find, put)


@pytest.mark.parametrize("entry", ZOO["broken"], ids=lambda entry: entry["name"])
def test_a_broken_study_is_refused_with_words_that_help(tmp_path: Path, entry: dict[str, Any]) -> None:
    words = refusal(tmp_path, broken(entry))
    for part in entry["expect"]:
        assert part in words, words


def test_the_sound_study_of_the_zoo_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(SOUND, "utf-8")
    study = study_of(read_source(path))
    assert study.submission.terms.choices["flush-bonus"] == "B"
    assert study.asked["shift"] == {"hours": 8, "rounds_an_hour": 30, "shifts": 4}
    assert study.asked["session"] == {"rounds": 10, "bankroll": 50_000, "sessions": 5, "seat": 1}


def test_rounds_and_seed_may_be_given(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(SOUND, "utf-8")
    study = study_of(read_source(path, rounds=99, seed=8))
    assert (study.rounds, study.seed) == (99, 8)


def test_a_table_without_a_limit_is_asked_for_one(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "submissions" / "pa-653a.toml").read_text("utf-8")
    (tmp_path / "free.toml").write_text(text.replace('payout_limit = "$50,000"', ""), "utf-8")
    study = 'submission = "free.toml"\nrounds = 9\n[[seats]]\nwagers = { ante = 5, blind = 5 }\n[limit]\n'
    words = refusal(tmp_path, study)
    assert "limit: this table has no limit [653a.12(h)]" in words
    assert 'amount = "$50,000"' in words


def test_a_submission_with_findings_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('rulebook = "pa-653a"\n', "utf-8")
    words = refusal(tmp_path, 'submission = "bad.toml"\nrounds = 9\n[hold]\n[[seats]]\nwagers = { ante = 5 }\n')
    assert "submission:" in words
    assert "findings" in words


@pytest.mark.parametrize("text", ["", 'submission = "x.toml"\nrulebook = "pa-653a"\n'])
def test_one_table_and_only_one(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.toml").write_text("", "utf-8")
    assert 'submission = "FILE", or rulebook' in refusal(tmp_path, text)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadStudy, match=r"gone.toml: cannot be read: No such file.*the path of a TOML study"):
        read_source(tmp_path / "gone.toml")


def test_the_examples_ask_every_question_and_play_every_rulebook() -> None:
    studies = [study_of(read_source(path)) for path in EXAMPLES]
    assert {name for study in studies for name in study.asked} == set(QUESTIONS)
    assert {study.submission.book.id for study in studies} >= set(rulebooks.IDS)
