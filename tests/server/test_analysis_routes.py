"""The analyst's routes: job status, PAR sheets in every form, alternatives, comparisons, limits."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.par.other_choices import alternatives
from tablelaw.analysis.par.sheet import par
from tablelaw.analysis.protection.api import protect
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.workers.analysis import Question
from tablelaw.server.workers.client import MOST_OF_ONE, WorkerClient
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import accept
from tablelaw.submission.template import new_submission
from tests.server.conftest import Doors, Someone

TEXT = new_submission(rulebooks.get("pa-678a"), offer_all=True)
MOST_SECONDS = 300


@pytest.fixture(scope="module")
def analyst(doors: Doors) -> Someone:
    return doors.somebody("analyst", "auditor")


def answered(person: Someone, **question: object) -> Any:
    """Asks a question and polls its status until there is an answer."""
    slip = ended(person, **question)
    assert slip["state"] == "done", slip
    return person.get(f"/api/workshop/{slip['id']}/answer")


def ended(person: Someone, **question: object) -> Any:
    """Asks a question and polls its status until it is answered or refused."""
    slip = person.send("POST", "/api/workshop", question).json()
    until = time.monotonic() + MOST_SECONDS
    while slip["state"] in ("waiting", "working"):
        assert time.monotonic() < until, slip
        time.sleep(0.05)
        slip = person.get(f"/api/workshop/{slip['id']}").json()
    return slip


def test_the_sheet_is_the_one_that_par_gives(analyst: Someone) -> None:
    told = answered(analyst, ask="sheet", text=TEXT).json()
    expected = par(accept(parse_draft(TEXT))).as_json()
    assert told["main"]["ev"] == expected["main"]["ev"]  # type: ignore[index]
    assert told["whole_round"] == expected["whole_round"]


@pytest.mark.parametrize(("form", "begins"), [("html", b"<!DOCTYPE html>"), ("pdf", b"%PDF"), ("xlsx", b"PK")])
def test_a_sheet_comes_in_every_form(analyst: Someone, form: str, begins: bytes) -> None:
    answer = answered(analyst, ask="sheet", text=TEXT, form=form)
    assert answer.content.startswith(begins)
    policy = answer.headers["content-security-policy"]
    assert ("style-src 'unsafe-inline'" in policy) is (form == "html")
    assert "script-src 'unsafe" not in policy


@pytest.mark.parametrize("field", ["date", "zone", "colour"])
def test_the_day_and_zone_of_a_sheet_are_not_the_askers_to_say(analyst: Someone, field: str) -> None:
    answer = analyst.send("POST", "/api/workshop", {"ask": "sheet", "text": TEXT, field: "2026-01-01"})
    refused = answer.json()["refused"]
    assert (answer.status_code, refused["code"], refused["where"]) == (422, "unknown-field", field)
    odd = analyst.send("POST", "/api/workshop", {"ask": "sheet", "text": TEXT, "<b>x</b>" * 9: "x"})
    refused = odd.json()["refused"]
    assert (refused["code"], refused["where"]) == ("unknown-field", "") and "<b>" not in odd.text


def test_every_choice_has_the_hold_of_each_value(analyst: Someone) -> None:
    told = answered(analyst, ask="alternatives", text=TEXT).json()["choices"]
    held = {(row["name"], row["value"]): row for row in told}
    assert {value for name, value in held if name == "flush-bonus"} == set("ABCDEFGH")
    filed = [row for row in told if row["name"] == "flush-bonus" and row["is_filed"]]
    [one] = filed[0]["holds"]
    sheet = par(accept(parse_draft(TEXT)))
    assert Fraction(one["exact"]) == -next(s.result.ev for s in sheet.sides if s.id == "flush-bonus")
    assert Fraction(filed[0]["overall_exact"]) == sheet.overall_hold


def test_a_wager_that_is_not_offered_is_valued_as_if_it_were() -> None:
    draft = parse_draft(new_submission(rulebooks.get("pa-678a")))
    rows = [row for row in alternatives(draft) if row.name == "straight-flush-bonus"]
    assert [row.is_offered for row in rows] == [False] * 4
    assert all([wager for wager, _, _ in row.holds] == ["straight-flush-bonus"] for row in rows)


def test_two_submissions_are_compared(analyst: Someone) -> None:
    other = TEXT.replace('flush-bonus = "A"', 'flush-bonus = "B"', 1)
    told = answered(analyst, ask="compare", text=TEXT, other=other).json()
    differing = {(row["part"], row["name"]) for row in told["rows"] if row["differs"]}
    assert ("choices", "paytables.flush-bonus") in differing and ("Flush Bonus", "house edge") in differing


def test_a_submission_with_findings_never_reaches_the_workshop(analyst: Someone) -> None:
    wrong = TEXT.replace('minimum = "$5"', 'minimum = "$900"')
    answer = analyst.send("POST", "/api/workshop", {"ask": "sheet", "text": wrong})
    assert answer.status_code == 409 and answer.json()["refused"]["code"] == "bad-submission"


def test_an_unknown_slip_is_not_found(analyst: Someone) -> None:
    assert analyst.get("/api/workshop/nobody/answer").status_code == 404


# --- Seen cards ------------------------------------------------------------------------------------------------

THREE_CARDS = new_submission(rulebooks.get("fr-trois-cartes"))


def test_what_may_be_seen_is_what_the_solvers_support(analyst: Someone) -> None:
    form = answered(analyst, ask="exposure-form", text=THREE_CARDS).json()
    place, *others = form["places"]
    assert [one["place"] for one in others] == ["seats", "burn"]
    assert [one["item"] for one in place["items"]] == ["dealer:1", "dealer:2", "dealer:3"]
    assert place["items"][0]["says"] == "one of the dealer's three hidden cards"
    assert form["ante_cents"] == accept(parse_draft(THREE_CARDS)).wagers["ante"].minimum_cents


def test_the_worth_of_seen_cards_is_what_protect_gives_with_a_plot(analyst: Someone) -> None:
    told = answered(analyst, ask="exposure", text=THREE_CARDS, seen=["dealer:3"]).json()
    found = protect("fr-trois-cartes", ["dealer:3"])
    picture = told.pop("picture")
    assert picture.startswith(("<svg", "<?xml"))
    assert told | {"seconds": 0} == found.as_json() | {"seconds": 0}


@pytest.mark.parametrize(
    ("seen", "code"),
    [(["flop:1"], "bad-information"), (["x"] * 99, "bad-information"), (["dealer:1", "burn:1"], "not-this-game")],
)
def test_cards_that_cannot_be_seen_are_refused_by_name(analyst: Someone, seen: list[str], code: str) -> None:
    slip = ended(analyst, ask="exposure", text=THREE_CARDS, seen=seen)
    assert (slip["state"], slip["refused"]["code"]) == ("refused", code)
    assert slip["refused"]["accepted"]


def test_an_exercise_is_sent_without_answers_and_marked_afterwards(analyst: Someone) -> None:
    asked: dict[str, object] = {"ask": "exercise", "text": TEXT, "seen": ["seats:5"], "seed": "7"}
    told = answered(analyst, **asked).json()
    assert len(told["rounds"]) == 8 and "was_seen" not in str(told)
    answers = answered(analyst, **asked, marks=[]).json()
    again = answered(analyst, **asked, marks=[one["round"] for one in answers["rounds"] if one["was_seen"]]).json()
    assert again["right"] == again["of"] == 8
    slip = ended(analyst, **{**asked, "seed": "7" * 41})
    assert slip["refused"]["code"] == "bad-exercise"


# --- The workshop itself -----------------------------------------------------------------------------------


@pytest.fixture
def workshop() -> Iterator[WorkerClient]:
    shop = WorkerClient("tablelaw.server.workers.analysis")
    yield shop
    shop.close()


def test_the_same_question_is_worked_on_once_and_a_private_one_is_its_askers(workshop: WorkerClient) -> None:
    question = Question("sheet", TEXT)
    shared = workshop.ask(question, "ann")
    assert workshop.ask(question, "bo") is shared and workshop.find(shared.id, "bo") is shared
    own = workshop.ask(question, "ann", is_private=True)
    assert own is not shared and workshop.find(own.id, "ann") is own
    with pytest.raises(ServerRefused):
        workshop.find(own.id, "bo")


def test_nobody_fills_the_workshop(workshop: WorkerClient) -> None:
    for n in range(MOST_OF_ONE):
        workshop.ask(Question("sheet", f"{TEXT}# {n}"), "ann")
    with pytest.raises(ServerRefused) as refused:
        workshop.ask(Question("sheet", f"{TEXT}# more"), "ann")
    assert refused.value.code == "too-many"
    assert workshop.ask(Question("sheet", f"{TEXT}# more"), "bo").by == "bo"


def test_a_bench_that_dies_fails_its_question_and_the_next_starts_another(workshop: WorkerClient) -> None:
    first = workshop.ask(Question("sheet", TEXT), "ann")
    while workshop._process is None:
        time.sleep(0.01)
    workshop._process.kill()
    assert first.over.result(MOST_SECONDS).refused["code"] == "failed"
    again = workshop.ask(Question("sheet", TEXT), "ann")
    assert again is not first and again.over.result(MOST_SECONDS).answer
