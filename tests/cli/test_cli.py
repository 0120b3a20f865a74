"""The command line: output for people, output for programs, and bad input."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablelaw import rulebooks
from tablelaw.cards import RANKINGS, Ranking
from tablelaw.cli.commands.hand import definitions
from tests.command import run_command

ROOT = Path(__file__).parents[2]
HAND = str(ROOT / "tests" / "golden" / "pa-653a-hand.txt")
LAW = re.compile(r"no paragraph: |\d{3}a\.\d|\d\.[A-Z]|\d\([a-z]\)")
EXAMPLE = str(ROOT / "examples" / "submissions" / "pa-653a.toml")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*args: str) -> tuple[int, str, str]:
        monkeypatch.setenv("COLUMNS", "160")
        return run_command(monkeypatch, capsys, *args)

    return call


def read(run: Run, *args: str) -> Any:
    code, out, _ = run(*args, "--json")
    assert code == 0
    return json.loads(out)


def test_law_shows_a_row_for_each_rulebook_with_every_paragraph_accounted_for(run: Run) -> None:
    rows = read(run, "law")["rulebooks"]
    assert [row["id"] for row in rows] == list(rulebooks.IDS)
    assert all(sum(row["kinds"].values()) == row["paragraphs"] for row in rows)
    assert [row["paragraphs"] for row in rows] == [183, 227, 145, 192, 134, 145, 73, 91, 110, 116]
    code, out, _ = run("law")
    assert code == 0
    assert all(book_id in out for book_id in rulebooks.IDS)


def test_law_of_one_rulebook(run: Run) -> None:
    (row,) = read(run, "law", "pa-653a")["rulebooks"]
    assert row["game"] == "Ultimate Texas Hold 'Em Poker"


def test_law_show_gives_the_paragraph_its_rules_and_rows(run: Run) -> None:
    shown = read(run, "law", "show", "pa-653a", "653a.11(i)")
    assert [p["cite"] for p in shown["paragraphs"]] == ["653a.11(i)", "653a.11(i)(1)", "653a.11(i)(2)"]
    assert [r["name"] for r in shown["rules"]] == ["trips_or_better_paid", "below_trips_collected"]
    code, out, _ = run("law", "show", "pa-653a", "653a.12(c)")
    assert code == 0
    assert "three-of-a-kind" in out and "3 to 1" in out


def test_law_show_of_a_section_shows_its_paragraphs(run: Run) -> None:
    assert len(read(run, "law", "show", "ma-colorado", "14")["paragraphs"]) == 7


def test_law_readings_show_chosen_and_rejected(run: Run) -> None:
    (book,) = read(run, "law", "readings", "ma-colorado")["rulebooks"]
    tens = next(reading for reading in book["readings"] if reading["id"] == "pair-of-tens")
    assert tens["switch"] is True
    assert len(tens["candidates"]) >= 2
    code, out, _ = run("law", "readings", "ma-colorado")
    assert code == 0
    assert "Evidence" in out


def test_law_diff_shows_what_maryland_changed(run: Run) -> None:
    found = read(run, "law", "diff", "pa-647a", "md-thb")["differences"]
    named = {(d["section"], d["row"], d["field"]) for d in found}
    assert ("limits", "payout-limit", "wagers") in named
    assert ("wagers", "progressive", "") in named
    assert any(section == "paytables" and row == "texas-bonus" for section, row, _ in named)
    code, out, _ = run("law", "diff", "pa-647a", "md-thb")
    assert code == 0
    assert "12.C" in out


def test_a_rulebook_does_not_differ_from_itself(run: Run) -> None:
    assert read(run, "law", "diff", "pa-653a", "pa-653a")["differences"] == []


def test_hand_under_each_ranking(run: Run) -> None:
    shown = read(run, "hand", "As Ks Qs Js Ts 9s 2d")
    classes = {row["ranking"]: row["class"] for row in shown["rankings"]}
    assert classes["five-card"] == "royal flush"
    assert classes["flush"] == "six-card flush"
    assert classes["straight-flush length"] == "six-card straight flush"
    assert run("hand", "As Ah")[0] == 0


def test_hand_names_the_paragraph_of_each_class(run: Run) -> None:
    rows = {row["ranking"]: row["law"] for row in read(run, "hand", "7s 7d 2c 2d 9h")["rankings"]}
    assert rows["five-card"] == [
        {"rulebook": "pa-647a", "cites": ["647a.6(b)(8)"]},
        {"rulebook": "md-thb", "cites": ["6.D(8)"]},
        {"rulebook": "pa-653a", "cites": ["653a.6(b)(8)"]},
        {"rulebook": "pa-677a", "cites": ["677a.6(b)(8)"]},
        {"rulebook": "fr-ultimate", "cites": ["Art. 55-20 al. 15"]},
        {"rulebook": "fr-stud", "cites": ["Art. 55-17 al. 3"]},
        {"rulebook": "fr-holdem", "cites": ["Art. 55-18-2 al. 4"]},
    ]
    assert rows["colorado"] == [{"rulebook": "ma-colorado", "cites": ["3(b)(8)"]}]
    assert "ma-colorado: 3(b)(9)" in run("hand", "7s 7d 2c 4d 9h")[1], "a pair of sevens is a pair"


FOR_OTHER_RULEBOOKS = {"four-card"}
"""Rankings that no rulebook of the package uses, but some outside it do."""


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=lambda ranking: ranking.name)
def test_every_class_of_every_ranking_is_defined_somewhere(ranking: Ranking) -> None:
    for cls in ranking.classes:
        defined = definitions(ranking, cls)
        assert bool(defined) != (ranking.name in FOR_OTHER_RULEBOOKS), cls
        assert all(defined.values()), cls


def test_submission_new_then_check(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "mine.toml")
    assert run("submission", "new", "pa-678a", "-o", path)[0] == 0
    assert read(run, "submission", "check", path)["passed"] is True
    code, _, err = run("submission", "new", "pa-678a", "-o", path)
    assert (code, "already exists" in err) == (2, True)


def test_submission_check_shows_findings_and_ends_with_two(run: Run, tmp_path: Path) -> None:
    text = Path(EXAMPLE).read_text("utf-8").replace('trips = "A"', 'trips = "Q"')
    (tmp_path / "bad.toml").write_text(text)
    code, out, _ = run("submission", "check", str(tmp_path / "bad.toml"), "--json")
    found = json.loads(out)
    assert code == 2
    assert found["passed"] is False
    assert [f["code"] for f in found["files"][0]["findings"]] == ["paytable-not-printed"]
    code, out, _ = run("submission", "check", str(tmp_path / "bad.toml"))
    assert (code, "653a.12(c)" in out) == (2, True)


@pytest.mark.parametrize("form", ["text", "svg", "html", "layout"])
def test_sign_in_every_form(run: Run, form: str) -> None:
    code, out, _ = run("sign", EXAMPLE, "--format", form)
    assert code == 0
    assert "Keystone Casino" in out


BAD_INPUT = [
    (("hand", "As Xx"), "bad-card"),
    (("hand", "As As Kd"), "duplicate-card"),
    (("hand", "As"), "wrong-card-count"),
    (("hand", ""), "wrong-card-count"),
    (("law", "nv-000"), "unknown-rulebook"),
    (("law", "show", "pa-653a", "653a.99"), "unknown-paragraph"),
    (("law", "show", "pa-653a", "11.I(3)"), "bad-cite"),
    (("law", "diff", "pa-653a", "nowhere"), "unknown-rulebook"),
    (("law", "readings", "pa-653a", "aces-are-wild"), "unknown-reading"),
    (("submission", "new", "nowhere"), "unknown-rulebook"),
    (("submission", "check", "no-such-file.toml"), "bad-submission"),
    (("sign", "no-such-file.toml"), "bad-submission"),
    (("submission", "new", "pa-653a", "-o", "no/such/folder/x.toml"), "bad-file"),
    (("submission", "new", "pa-653a", "-o", EXAMPLE), "bad-file"),
    (("settle", "no-such-file.toml"), "bad-file"),
    (("settle",), "wrong-use"),
    (("replay", "no-such-file.txt"), "bad-notation"),
    (("replay", HAND, "--step", "0"), "wrong-use"),
    (("procedure", "pa-653a", "--method", "drone"), "bad-submission"),
    (("procedure", "pa-678a", "--submission", EXAMPLE), "wrong-use"),
    (("play", "pa-653a", "--seats", "9"), "wrong-use"),
    (("play", "pa-653a", "--bet", "tripz=5"), "wrong-use"),
    (("play", "pa-653a", "--bet", "trips=1"), "below-minimum"),
    (("play", "pa-653a", "--buy-in", "0"), "wrong-use"),
    (("play", "pa-653a", "--json"), "wrong-use"),
    (("play", "pa-678a", "--submission", EXAMPLE), "wrong-use"),
]


@pytest.mark.parametrize(
    ("args", "part"), BAD_INPUT, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_bad_input_ends_with_code_two_and_no_traceback(run: Run, args: tuple[str, ...], part: str) -> None:
    code, out, err = run(*args)
    assert code == 2
    assert err.startswith(f"refused ({part}) "), err
    assert "; accepted: " in err
    assert LAW.search(err), "a paragraph, or why there is none"
    assert "Traceback" not in out + err


def test_an_unknown_form_is_refused(run: Run) -> None:
    code, _, err = run("sign", EXAMPLE, "--format", "papyrus")
    assert (code, "papyrus" in err) == (2, True)


def test_without_a_command_it_says_what_to_try(run: Run) -> None:
    code, out, _ = run()
    assert code == 0
    assert "tablelaw law readings" in out
    assert run("--version")[1].strip()
