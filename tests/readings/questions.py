"""The questions that a case of a reading may ask the program; each is a function that answers with one line of text.

A case names its question by the first key of `ask`; the other keys are the question's arguments.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tablelaw import jurisdictions
from tablelaw.amounts import METER_UNITS_PER_CENT, money_text
from tablelaw.cards import RANKINGS
from tablelaw.cards.card import parse_cards
from tablelaw.errors import TablelawError
from tablelaw.law.rulebook import Rulebook
from tablelaw.scenarios.format import read_scenario
from tablelaw.scenarios.irregularity_moments import FLOOR
from tablelaw.scenarios.play import DEALER, Settlement, settle
from tablelaw.scenarios.scenario_cases import EXPECTATIONS, deck_after, line_text
from tablelaw.submission.checks.all_checks import check
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.signs.layout_svg import make_felt
from tablelaw.submission.signs.sign import make_sign
from tablelaw.submission.signs.text import WIDTH, sign_text
from tablelaw.table import commands
from tests.readings import place_questions, table_questions
from tests.rulebooks.rows import due
from tests.submission.checks.test_all_checks import changed
from tests.submission.conftest import submitted
from tests.table.scenario_cases import CASES

ROOT = Path(__file__).parents[2]
Asked = Mapping[str, Any]
NOTHING = "nothing"


def answer(book: Rulebook, asked: Asked) -> str:
    """The program's answer to one question about a rulebook."""
    return QUESTIONS[next(iter(asked))](book, asked)


# --- Rounds ------------------------------------------------------------------------------------------


def ask_scenario(book: Rulebook, asked: Asked) -> str:
    """The result of a scenario of the project, given as "file: name of the scenario"."""
    file, _, name = str(asked["scenario"]).partition(": ")
    source = f"{book.id}/{file}.toml"
    found = [case.raw for case in CASES if case.source == source and case.raw.get("name") == name]
    assert len(found) == 1, f"{len(found)} scenarios of {source} are called {name!r}"
    return _outcome(found[0], str(asked.get("of", "")))


def ask_round(book: Rulebook, asked: Asked) -> str:
    """The result of a round written in the case itself, in the form of a scenario."""
    return _outcome({"rulebook": book.id, **asked["round"]}, str(asked.get("of", "")))


def _outcome(raw: Mapping[str, Any], of: str) -> str:
    try:
        settlement = settle(read_scenario(raw, "case", EXPECTATIONS))
    except TablelawError as refusal:
        return f"refused: {refusal.code}"
    what, _, name = of.partition(" ")
    return _OUTCOMES.get(what, _lines)(settlement, name if what in _OUTCOMES else of)


def _lines(settlement: Settlement, beginning: str) -> str:
    """The lines that begin with some words: a wager, or "seat 2 envy" if there are several players."""
    texts = [line_text(settlement, line) for line in settlement.lines]
    return "; ".join(text for text in texts if text.startswith(beginning)) or NOTHING


def _order(settlement: Settlement, _: str) -> str:
    return ", ".join(f"{line.seat} {line.wager}" for line in settlement.lines)


def _handed(settlement: Settlement, wager: str) -> str:
    """What the player receives for a wager: winnings and returned stake together."""
    line = next(line for line in settlement.lines if line.wager == wager)
    return jurisdictions.money_format_for(settlement.scenario.book).typed(line.paid + line.returned)


def _meter(settlement: Settlement, name: str) -> str:
    return _sum(settlement.state.meters[name])


def _cleared_meter(settlement: Settlement, name: str) -> str:
    """What a meter shows after the round is cleared and its wagers' contributions are added."""
    engine, state = settlement.engine, settlement.state
    for seat in dict.fromkeys(settlement.round.hand_pays):
        state, _ = engine.step(state, commands.CompleteDocuments(seat, by=FLOOR))
    state, _ = engine.step(state, commands.ClearRound(by=DEALER))
    return _sum(state.meters[name])


def _sum(units: int) -> str:
    return money_text(units // METER_UNITS_PER_CENT)


_OUTCOMES: dict[str, Callable[[Settlement, str], str]] = {
    "order": _order,
    "void": lambda settlement, _: settlement.round.voided_by or "not void",
    "deck": lambda settlement, _: deck_after(settlement),
    "cards": lambda settlement, _: f"{settlement.round.dealt} dealt",
    "dealer": lambda settlement, _: "turned up" if settlement.round.dealer_up else "face down",
    "handed": _handed,
    "meter": _meter,
    "cleared-meter": _cleared_meter,
}


# --- Hands -------------------------------------------------------------------------------------------


def ask_compare(_: Rulebook, asked: Asked) -> str:
    """Which of two hands is higher."""
    strength = RANKINGS[asked.get("ranking", "five-card")].strength
    assert strength is not None
    one, two = (strength(parse_cards(hand)) for hand in asked["compare"])
    return "equal" if one == two else "the first" if one > two else "the second"


def ask_hand(_: Rulebook, asked: Asked) -> str:
    """The class of some cards."""
    return RANKINGS[asked.get("ranking", "five-card")].classify(parse_cards(asked["hand"]))


# --- Submissions, signs and the law's own tables ------------------------------------------------------


def ask_submission(book: Rulebook, asked: Asked) -> str:
    """The findings about the example submission with some changes, in the form of tests/submission/bad.toml."""
    findings = check(parse_draft(changed({"rulebook": book.id, **asked["submission"]})))
    return ", ".join(found.code for found in findings) or "accepted"


def ask_sign(book: Rulebook, asked: Asked) -> str:
    """The lines of the example's sign (without its footer) that contain some words, after `swaps` in the submission."""
    sign = sign_text(make_sign(submitted(book.id, asked.get("swaps")))).rpartition("-" * WIDTH)[0]
    found = [re.sub(r"[ .]{2,}", " ", line).strip() for line in sign.splitlines() if asked["sign"] in line]
    return "; ".join(found) or NOTHING


def ask_felt(book: Rulebook, asked: Asked) -> str:
    """The names of the areas of a betting position from left to right, as drawn for its player."""
    seat = make_felt(submitted(book.id)).seats[0]
    found = [label for label in seat.block.labels if label.text.lower() in asked["felt"]]
    return " ".join(label.text.lower() for label in sorted(found, key=lambda label: label.x))


def ask_paragraph(book: Rulebook, asked: Asked) -> str:
    """Whether the ledger lists a paragraph."""
    return "listed" if asked["paragraph"] in {str(provision.cite) for provision in book.provisions} else "not listed"


def ask_duty(book: Rulebook, asked: Asked) -> str:
    """When a duty falls due, and what makes it unnecessary."""
    on, unless = due(book, asked["duty"])
    return f"{on}, unless {' or '.join(unless)}" if unless else on


# --- Tests written out elsewhere ------------------------------------------------------------------------


def ask_test(_: Rulebook, asked: Asked) -> str:
    """Whether a test ("tests/...py::test_name") exists; the case says in words what it shows."""
    path, name = str(asked["test"]).split("::")
    return "exists" if name.startswith("test_") and name in functions_in(path) else f"{path} has no test {name}"


@cache
def functions_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


QUESTIONS: dict[str, Callable[[Rulebook, Asked], str]] = {
    "scenario": ask_scenario,
    "round": ask_round,
    "compare": ask_compare,
    "hand": ask_hand,
    "submission": ask_submission,
    "sign": ask_sign,
    "felt": ask_felt,
    "paragraph": ask_paragraph,
    "duty": ask_duty,
    "test": ask_test,
    **table_questions.QUESTIONS,
    **place_questions.QUESTIONS,
}
