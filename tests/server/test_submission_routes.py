"""The routes of the Rules Submission editor: forms, findings while editing, the file, and a table's filed
submission.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tablelaw import rulebooks
from tablelaw.submission.template import new_submission
from tests.server.conftest import Doors


def checked(doors: Doors, **given: object) -> Any:
    answer = doors.nobody().send("POST", "/api/submission/check", given)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("name", rulebooks.IDS)
def test_the_form_has_every_line_of_a_new_submission(doors: Doors, name: str) -> None:
    form = doors.nobody().get(f"/api/submission/forms/{name}").json()
    fields = [f for part in ("heading", "limits", "procedure", "options", "readings") for f in form[part]]
    fields += [f for offer in form["offers"] for f in offer["fields"]]
    known = {(f["part"], f["key"]) for f in fields} | {("paytables", t["id"]) for t in form["tables"] if t["is_choice"]}
    known |= {(f"wagers.{offer['id']}", "offered") for offer in form["offers"]} | {("", "rulebook")}
    raw = tomllib.loads(new_submission(rulebooks.get(name), offer_all=True))
    wagers = raw.pop("wagers", {})
    written = {("", key) for key, value in raw.items() if not isinstance(value, dict)}
    written |= {(part, key) for part, values in raw.items() if isinstance(values, dict) for key in values}
    written |= {(f"wagers.{wager}", key) for wager, values in wagers.items() for key in values}
    assert written <= known


def test_the_sign_is_drawn_if_it_is_asked_for_and_the_draft_passes(doors: Doors) -> None:
    assert checked(doors, rulebook="pa-678a")["sign"] == ""
    told = checked(doors, rulebook="pa-678a", sign=True)
    assert told["findings"] == [] and told["sign"].startswith("<svg") and "High Card Flush" in told["sign"]
    wrong = {**told["draft"], "procedure": {**told["draft"]["procedure"], "seats": 99}}
    assert checked(doors, draft=wrong, sign=True)["sign"] == ""


@pytest.mark.parametrize("name", rulebooks.IDS)
def test_every_accepted_value_of_a_choice_names_what_it_is(doors: Doors, name: str) -> None:
    form = doors.nobody().get(f"/api/submission/forms/{name}").json()
    for field in [*form["options"], *form["readings"]]:
        assert field["cite"] and field["label"], field
        assert field["kind"] != "choice" or all(value["label"] for value in field["values"])


@pytest.mark.parametrize("name", rulebooks.IDS)
def test_a_new_draft_passes_and_its_values_give_the_same_draft(doors: Doors, name: str) -> None:
    new = checked(doors, rulebook=name)
    assert new["findings"] == [] and new["rulebook"] == name
    again = checked(doors, draft=new["draft"])
    assert again["draft"] == new["draft"] and again["findings"] == []
    assert tomllib.loads(again["text"]) == again["draft"]


def test_findings_come_with_their_place_their_cure_and_their_paragraph(doors: Doors) -> None:
    draft = checked(doors, rulebook="pa-653a")["draft"]
    draft["procedure"]["seats"] = 9
    [found] = checked(doors, draft=draft)["findings"]
    assert (found["where"], found["satisfy"], found["cite"]) == ("[procedure]", "1 to 6", "653a.2(a)")


def test_a_draft_is_also_held_beside_the_tables_of_the_floor(doors: Doors) -> None:
    """The Massachusetts version must be the same at every table of a property."""
    table = doors.context.service.views.tables["ma-colorado"]
    draft: dict[str, Any] = tomllib.loads(table.text)
    draft["table"] = "another"
    other = {"required": "permissible", "permissible": "required"}
    draft["options"]["version"] = other[draft["options"]["version"]]
    told = checked(doors, draft=draft)
    assert told["findings"] == [] and [found["code"] for found in told["beside"]] == ["two-versions"]


@pytest.mark.parametrize(
    "given", [{}, {"text": "rulebook = 5"}, {"text": "["}, {"rulebook": "none"}, {"draft": {"a": 1}}]
)
def test_what_is_no_submission_is_refused_by_name(doors: Doors, given: dict[str, object]) -> None:
    answer = doors.nobody().send("POST", "/api/submission/check", given)
    assert answer.status_code in (409, 422) and answer.json()["refused"]["accepted"]


@pytest.mark.parametrize("draft", [{"wagers": 5}, {"limits": []}, {"wagers": {"trips": 1}}, {"options": {"x": None}}])
def test_a_misshapen_draft_has_findings_and_no_accident(doors: Doors, draft: dict[str, object]) -> None:
    answer = doors.nobody().send("POST", "/api/submission/check", {"draft": {"rulebook": "pa-653a", **draft}})
    assert answer.status_code == 409 or answer.json()["findings"], answer.text


def test_what_a_table_has_filed_is_for_staff(doors: Doors) -> None:
    filed = doors.somebody("auditor with a file", "auditor").get("/api/tables/pa-653a/submission").json()
    assert filed["text"] == doors.context.service.views.tables["pa-653a"].text
    assert doors.somebody("player with a file", "player").get("/api/tables/pa-653a/submission").status_code == 403
