"""The pages' modules are type-checked against the API."""

from __future__ import annotations

import re

from tablelaw.server.http.routing import ROUTES
from tools import page_types


def test_the_types_of_the_pages_are_up_to_date() -> None:
    assert page_types.WRITTEN.read_text("utf-8") == page_types.text(), "run python -m tools.page_types"


def test_every_question_of_the_interface_has_a_typed_answer() -> None:
    written = page_types.text()
    described = [known for known in ROUTES if known.path.startswith("/api/") and known.gives is not None]
    assert described
    for known in described:
        path = re.sub(r"{[^}]*}", "${string}", known.path)
        assert f"Path extends `{path}` ? " in written, known.row


def test_objects_of_the_same_name_are_told_apart() -> None:
    """Steps of the dealer's procedure and steps of a replayed round both have the type name `Step`."""
    written = page_types.text()
    assert "interface StepsStep {" in written and "interface ReplayStep {" in written
    assert "interface Step {" not in written
    names = re.findall(r"interface (\w+) {", written)
    assert len(names) == len(set(names))


def test_what_a_page_is_told_is_whole_and_what_it_sends_may_be_short() -> None:
    written = page_types.text()
    told = re.search(r"interface StepsStep {(.*?)}", written, re.DOTALL)
    sent = re.search(r"interface OrderIn {(.*?)}", written, re.DOTALL)
    assert told and "?:" not in told[1] and "asks: string;" in told[1]
    assert sent and "id: string;" in sent[1] and "expect?: number | null;" in sent[1]
