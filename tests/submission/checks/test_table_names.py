"""Names of tables and links: one rule, used by `submission check` and by the floor."""

from __future__ import annotations

import pytest

from tablelaw.submission.checks.all_checks import check
from tablelaw.submission.checks.table_names import LONGEST_TABLE_NAME, RESERVED, is_table_name
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import accept
from tests.floor.world import example

FIT = ["T", "7", "UTH-1", "High Limit 3", "Süd-2", "a.b_c", "x" * (LONGEST_TABLE_NAME - 1), "x" * LONGEST_TABLE_NAME]
UNFIT = [
    "",
    " ",
    " T",
    "T ",
    "a  b",
    "..",
    ".",
    "a..b",
    "a/b",
    "a\\b",
    "a:b",
    "a%2fb",
    "a?b",
    "a#b",
    "-T",
    "T-",
    "a\x00b",
    "a\nb",
    "\x1b[31mT",
    "T\u200b1",
    "T\u202e1",
    "\uff34",
    "u\u0308",
    '"T"',
    "<b>",
    "x" * (LONGEST_TABLE_NAME + 1),
    "x" * 5_000,
    *sorted(RESERVED),
    *(word.upper() for word in sorted(RESERVED)),
]


@pytest.mark.parametrize("name", FIT)
def test_fit(name: str) -> None:
    assert is_table_name(name)


@pytest.mark.parametrize("name", UNFIT, ids=ascii)
def test_unfit(name: str) -> None:
    assert not is_table_name(name)


@pytest.mark.parametrize("name", ["lobby", "a/b", "..", " T", "x" * 5_000])
def test_an_unfit_name_is_a_finding(name: str) -> None:
    [found] = check(parse_draft(example("pa-653a", name)))
    assert found.code == "unfit-name" and found.where == "table" and "T-1" in found.satisfy
    assert len(found.what) < 120


def test_an_unfit_link_is_a_finding() -> None:
    found = check(parse_draft(example("pa-653a", "T", link="a/b")))
    assert {one.code for one in found} == {"unfit-name"} and "link" in found[0].what


def test_a_table_of_an_older_log_is_still_read() -> None:
    assert accept(parse_draft(example("pa-653a", "a/b"))).table == "a/b"
