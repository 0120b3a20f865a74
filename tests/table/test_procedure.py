"""The dealer's checklist: everything the rulebook asks under a way of dealing is on it, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from houserules import rulebooks
from houserules.cli import procedure as cli
from houserules.cli import replay
from houserules.errors import BadSubmission
from houserules.law.cite import Cite
from houserules.submission.submission import load_submission
from houserules.table.procedure import Task, procedure

EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"
CASES = [(book.id, dealing.id) for book in rulebooks.all_rulebooks() for dealing in book.dealing]

app = typer.Typer()
cli.register(app)
replay.register(app)


def tasks(book: str, method: str = "") -> list[Task]:
    return [task for section in procedure(rulebooks.get(book), method) for task in section.tasks]


@pytest.mark.parametrize(("book_id", "method"), CASES)
def test_every_duty_of_the_method_stands_there_once(book_id: str, method: str) -> None:
    book = rulebooks.get(book_id)
    needs = next(dealing.needs for dealing in book.dealing if dealing.id == method)
    due = [d for d in book.duties if (not d.methods or method in d.methods) and not set(d.unless) & set(needs)]
    listed = [task.do for task in tasks(book_id, method)]
    for duty in book.duties:
        assert listed.count(f"{duty.name}. {duty.says}") == (duty in due), duty.id


@pytest.mark.parametrize(("book_id", "method"), CASES)
def test_every_step_names_its_paragraphs(book_id: str, method: str) -> None:
    book = rulebooks.get(book_id)
    known = {provision.cite for provision in book.provisions}
    for task in tasks(book_id, method):
        assert task.cites, task.do
        for text in task.cites:
            cite = Cite.parse(text, book.notation)
            assert any(cite.contains(paragraph) for paragraph in known), text


@pytest.mark.parametrize(("book_id", "method"), CASES)
def test_deals_decisions_and_settlement_come_in_order(book_id: str, method: str) -> None:
    book = rulebooks.get(book_id)
    done = tasks(book_id, method)
    deals = [task for task in done if task.do.startswith("Deal ") and "community" not in task.do]
    assert len(deals) == sum(len(dealing.steps) for dealing in book.dealing if dealing.id == method)
    assert len([t for t in done if t.do.startswith("May ")]) == sum(len(stage.choices) for stage in book.stages)
    settled = [task.do for task in done if task.do.startswith("Settle ")]
    assert len(settled) == len(book.settlement) + sum(entry.do == "settle" for entry in book.flow)


def test_653a_8_burns_and_653a_10_g_does_not() -> None:
    assert [t.do for t in tasks("pa-653a", "manual-shoe")].count("Burn one card.") == 2
    assert not any(task.do.startswith("Burn") for task in tasks("pa-653a", "reshuffling-shoe"))
    assert any(task.do == "Turn up three community cards (the Flop)." for task in tasks("pa-653a", "reshuffling-shoe"))


def test_653a_9_names_no_paragraph_of_another_way_of_dealing() -> None:
    cites = {cite for task in tasks("pa-653a", "hand") for cite in task.cites}
    assert not any(cite.startswith(("653a.8", "653a.10")) for cite in cites)
    assert "653a.9(a)(3)" in cites


def test_a_reshuffling_shoe_has_no_cut() -> None:
    assert not any(task.do.startswith("Cut") for task in tasks("pa-653a", "reshuffling-shoe"))
    assert any(task.do.startswith("Cut") for task in tasks("pa-653a", "manual-shoe"))


def test_the_stub_is_counted_before_the_decision_in_massachusetts() -> None:
    done = [task.do for task in tasks("ma-colorado", "hand")]
    ask = next(n for n, do in enumerate(done) if do.startswith("Ask every player"))
    assert next(n for n, do in enumerate(done) if do.startswith("Count the stub")) < ask


def test_a_submission_narrows_the_list_to_its_choices() -> None:
    made = load_submission(EXAMPLES / "ma-colorado.toml")
    done = [task for section in procedure(made.book, "hand", made.terms) for task in section.tasks]
    assert not any("play on without" in task.do for task in done)
    assert any(task.do == "May fold." for task in done)
    assert not any(task.when.startswith("version") for task in done)


def test_an_unknown_way_of_dealing_is_refused() -> None:
    with pytest.raises(BadSubmission, match="manual-shoe, hand, automated-shoe"):
        tasks("pa-678a", "reshuffling-shoe")


def test_the_command_prints_boxes_and_json() -> None:
    shown = CliRunner().invoke(app, ["procedure", "pa-653a", "--method", "hand"]).output
    assert "[ ]" in shown
    assert "653a.9(b)" in shown
    read = json.loads(CliRunner().invoke(app, ["procedure", "pa-653a", "--method", "hand", "--json"]).output)
    assert list(read) == ["rulebook", "method", "name", "cites", "sections"]
    assert list(read["sections"][0]) == ["title", "tasks"]
    assert list(read["sections"][0]["tasks"][0]) == ["who", "do", "cites", "when"]


def test_the_command_takes_the_way_of_dealing_from_a_submission() -> None:
    arguments = ["procedure", "pa-677a", "--submission", str(EXAMPLES / "pa-677a.toml"), "--json"]
    assert json.loads(CliRunner().invoke(app, arguments).output)["method"] == "manual-shoe"
    wrong = ["procedure", "pa-653a", "--submission", str(EXAMPLES / "pa-677a.toml")]
    assert CliRunner().invoke(app, wrong).exit_code == 2
