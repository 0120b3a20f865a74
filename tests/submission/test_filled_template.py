"""A draft written as a file reads back as the same draft, whatever it contains."""

from __future__ import annotations

import tomllib

import pytest

from tablelaw import jurisdictions, rulebooks
from tablelaw.errors import BadSubmission
from tablelaw.submission.checks.all_checks import check
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.filled_template import filled
from tablelaw.submission.template import new_submission


@pytest.mark.parametrize("offer_all", [False, True])
@pytest.mark.parametrize("name", rulebooks.IDS)
def test_the_template_filled_with_its_own_values_is_the_same_draft(name: str, offer_all: bool) -> None:
    book = rulebooks.get(name)
    raw = tomllib.loads(new_submission(book, offer_all=offer_all))
    text = filled(book, raw)
    assert tomllib.loads(text) == raw
    assert check(parse_draft(text)) == []


@pytest.mark.parametrize("name", rulebooks.IDS)
def test_what_is_left_out_stands_there_as_a_comment(name: str) -> None:
    book = rulebooks.get(name)
    raw = tomllib.loads(new_submission(book))
    raw["limits"].pop("minimum")
    gone = list(raw.pop("wagers", {}))[:1]
    text = filled(book, raw)
    assert tomllib.loads(text) == raw
    minimum = jurisdictions.money_format_for(book).typed(500)
    assert f'# minimum = "{minimum}"' in text and all(f"# [wagers.{wager}]" in text for wager in gone)


def test_strange_keys_and_values_come_back_as_they_were() -> None:
    book = rulebooks.get("ma-colorado")
    raw = tomllib.loads(new_submission(book))
    raw |= {
        "odd": 3,
        "strange key": {"a b": [1, 'x"\x7f\n', {"q": True}], "h": 1.5},
        "odds": {"bet": {"flush": "9 to 1"}},
    }
    raw["wagers"] |= {"no table": 5}
    assert tomllib.loads(filled(book, raw)) == raw


def test_an_empty_value_and_great_depth_are_refused() -> None:
    book = rulebooks.get("md-thb")
    deep: object = "bottom"
    for _ in range(20):
        deep = [deep]
    for value in (None, deep):
        with pytest.raises(BadSubmission):
            filled(book, {"limits": {"minimum": value}})
