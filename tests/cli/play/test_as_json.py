"""`play --auto N --json` prints one consistent document that cites every line and is the same for the same seed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from tablelaw import rulebooks
from tablelaw.cli.play import command
from tablelaw.law.cite import Cite
from tablelaw.table.notation.event_log import parse_log
from tablelaw.table.reading.replay import story

DOCUMENT = Path(__file__).parents[3] / "docs" / "cli.md"
SUMS = ("staked_cents", "paid_cents", "returned_cents", "kept_cents", "net_cents")

app = typer.Typer()
command.register(app)


def run(*args: str) -> str:
    result = CliRunner().invoke(app, [*args], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def play(book: str, *args: str, rounds: int = 2, seed: str = "26") -> Any:
    return json.loads(run(book, "--auto", str(rounds), "--seed", seed, "--json", *args))


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_every_line_is_cited_and_every_sum_adds_up(book: str) -> None:
    told = play(book, "--bet", "all", "--seats", "2")
    known = [provision.cite for provision in rulebooks.get(book).provisions]
    assert [round_["round"] for round_ in told["rounds"]] == [1, 2]
    for round_ in told["rounds"]:
        lines = [line for seat in round_["seats"] for line in seat["lines"]]
        for line in lines:
            cite = Cite.parse(line["cite"], rulebooks.get(book).notation)
            assert any(cite.contains(paragraph) for paragraph in known), line
            assert line["stake_cents"] == line["returned_cents"] + line["kept_cents"]
        assert sorted(line["order"] for line in lines) == list(range(1, len(lines) + 1))
        assert round_["totals"] == {name: sum(seat["totals"][name] for seat in round_["seats"]) for name in SUMS}
    totals = told["totals"]
    assert {name: totals[name] for name in SUMS} == {
        name: sum(round_["totals"][name] for round_ in told["rounds"]) for name in SUMS
    }
    assert {name: totals[name] for name in SUMS} == {name: sum(seat[name] for seat in totals["seats"]) for name in SUMS}


def test_the_document_has_its_keys() -> None:
    told = play("pa-653a", rounds=1)
    assert list(told) == [
        *("rulebook", "casino", "table", "dealing", "seed", "seats", "your_seat", "choices", "rounds", "totals")
    ]
    assert list(told["rounds"][0]) == ["round", "void", "cards", "dealer_hand", "seats", "meters", "totals"]
    assert told["seats"] == [{"seat": 1, "player": "You"}]
    assert (told["seed"], told["your_seat"], told["totals"]["rounds"]) == ("26", 1, 1)


def test_the_documented_shape_is_the_one_printed() -> None:
    told = play("pa-653a", rounds=1)
    written = DOCUMENT.read_text("utf-8").partition("prints the N rounds as one document:\n\n```json\n")[2]
    shape = json.loads(written.partition("```")[0])
    assert list(shape) == list(told)
    assert list(shape["rounds"][0]) == list(told["rounds"][0])
    assert list(shape["rounds"][0]["seats"][0]) == list(told["rounds"][0]["seats"][0])
    assert list(shape["totals"]) == list(told["totals"])


def test_the_same_seed_gives_the_same_session_and_another_seed_another() -> None:
    assert play("md-thb") == play("md-thb")
    assert play("md-thb")["rounds"] != play("md-thb", seed="27")["rounds"]


def test_your_chips_are_what_your_lines_came_to() -> None:
    told = play("pa-677a", "--seats", "1", rounds=4)
    chips = told["totals"]["your_chips"]
    (mine,) = [seat for seat in told["totals"]["seats"] if seat["seat"] == told["your_seat"]]
    assert chips["left_with_cents"] - chips["bought_in_cents"] == mine["net_cents"]


def test_meters_stand_as_their_first_line_found_them() -> None:
    told = play("pa-653a", "--bet", "all", rounds=3)
    for round_ in told["rounds"]:
        paid = sum(line["paid_cents"] for seat in round_["seats"] for line in seat["lines"] if line["meter"])
        fell = sum(meter["before_units"] - meter["after_units"] for meter in round_["meters"])
        assert (fell == 0) is (paid == 0)


def test_a_recorded_session_is_the_one_of_the_document(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    told = play("pa-678a", "--record", str(path), rounds=1)
    engine, happened = parse_log(path.read_text("utf-8"))
    settled = [frame for frame in story(engine, happened) if frame.event == "Settled"]
    assert sum(len(frame.details) for frame in settled) == len(told["rounds"][0]["seats"][0]["lines"])


def test_a_person_at_the_keys_is_refused_json() -> None:
    result = CliRunner().invoke(app, ["pa-653a", "--json"])
    assert result.exit_code == 2
    assert "refused (wrong-use)" in result.stderr and "--auto N --json" in result.stderr
