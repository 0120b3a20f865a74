"""Every fenced block of every document is run or compared by a test, or there is a reason why not.

If this fails because a block is new, write a test that runs it or compares it, and name that test here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.document_blocks import PAGES, Block, blocks_of, untrue
from tests.printed_commands import PAGES as PAGES_OF_COMMANDS
from tests.printed_commands import PROMPT
from tools.project_files import ROOT

TUTORIAL = "test_documents.py::test_a_tutorial_runs_as_printed"
GOALS = "test_makefile.py::test_a_goal_that_a_document_prints_can_be_made"
TITLED = "rulebooks/test_tutorial.py::test_every_titled_block_is_a_file_or_a_part_of_one"
OF_THE_VERIFIER = "verifier/test_building.py::test_the_commands_of_the_readme_run_and_have_every_option"
JSON_OF_ANALYSIS = "analysis/test_document.py::test_the_documented_json_is_what_the_command_prints"
METERS_AND_STRATEGIES = "analysis/test_document.py::test_a_meter_wager_and_a_strategy_are_documented_as_printed"
JSON_OF_NOTATION = "cli/test_documented_json.py::test_the_json_of_the_notation_page_is_what_is_printed"
OF_NOTATION = "table/notation/test_lines.py::test_the_"

EVERY = {
    ("README.md", "python"): "test_readme.py::test_the_readmes_hand_is_decided_as_shown",
    ("docs/cli.md", "json"): "cli/test_documented_json.py::test_every_json_block_of_the_page_is_compared",
    ("docs/http.md", "console"): "server/test_http_docs.py::test_the_document_is_as_it_stands",
    ("docs/index.md", "{toctree}"): "test_documents.py::test_every_document_is_in_the_index_and_in_the_sites_contents",
    ("docs/operations.md", "console"): "cli/test_operations.py::test_every_session_of_the_document_is_as_it_stands",
    ("docs/par.md", "python"): "analysis/test_par_docs.py::test_the_commands_and_the_session_of_the_page_run",
    ("docs/protection.md", "python"): "floor/reports/test_seen_card_watch.py::"
    "test_the_session_of_the_protection_page_runs",
    ("docs/protection.md", "json"): "floor/reports/test_seen_card_watch.py::"
    "test_the_json_of_the_protection_page_is_what_is_printed",
    ("docs/python.md", "python"): "library/test_python_document.py::test_every_block_of_the_page_runs_as_printed",
    ("docs/reference/python.md", "text"): "test_documents.py::test_the_reference_is_that_of_the_code",
    ("docs/rulebooks.md", "toml"): "rulebooks/test_tutorial.py::test_rows_that_the_page_shows_fit_into_the_example",
    ("docs/rulebooks.md", "toml title"): TITLED,
    ("docs/rulebooks.md", "python title"): TITLED,
    ("docs/settle.md", "console"): "table/test_settle.py::test_every_session_of_the_document_is_that_of_an_example",
    ("docs/settle.md", "toml"): "table/test_settle.py::"
    "test_the_documents_round_settles_and_its_alternatives_are_four_scenarios",
    ("docs/settle.md", "json"): "table/test_settle.py::test_the_documents_json_is_what_is_printed",
    ("docs/simulation.md", "console"): "studies/test_documents.py::test_the_session_of_the_page_is_as_it_stands",
    ("docs/simulation.md", "json"): "cli/commands/test_simulate.py::test_every_shape_of_the_page_is_that_of_a_question",
    ("docs/simulation.md", "toml"): "studies/test_documents.py::test_the_study_of_the_page_is_sound",
    ("docs/tutorials/auditor.md", "console"): TUTORIAL,
    ("docs/tutorials/dealer.md", "console"): TUTORIAL,
    ("docs/tutorials/developer.md", "console"): TUTORIAL,
    ("docs/tutorials/integrator.md", "console"): "server/test_http_docs.py::test_the_document_is_as_it_stands",
    ("docs/tutorials/mathematician.md", "python"): TUTORIAL,
    ("docs/tutorials/operator.md", "console"): TUTORIAL,
    ("docs/tutorials/player.md", "console"): TUTORIAL,
    ("docs/upgrading.md", "console"): "upgrading/test_upgrading.py::test_the_page_is_carried_out_word_for_word",
}
"""Pages of which a test takes every block of a kind, so that it also takes those added later."""

ONE = {
    ("README.md", "make run"): GOALS,
    ("README.md", "Settlement\n"): "test_readme.py::test_the_readmes_round_is_the_round_that_is_played",
    ("CONTRIBUTING.md", "make quick"): GOALS,
    ("ARCHITECTURE.md", "  "): "test_layers.py::test_the_picture_of_the_architecture_has_every_package_at_its_height",
    ("verifier/README.md", "python verifier.py"): OF_THE_VERIFIER,
    ("verifier/README.md", "make verifier"): OF_THE_VERIFIER,
    ("docs/analysis.md", '{"rulebook": "ma-colorado",\n'): JSON_OF_ANALYSIS,
    ("docs/analysis.md", '{"rulebook": "ma-colorado", "cards"'): JSON_OF_ANALYSIS,
    ("docs/analysis.md", '{"rulebook": "pa-653a", "cards"'): JSON_OF_ANALYSIS,
    ("docs/analysis.md", '{"wager": "progressive"'): METERS_AND_STRATEGIES,
    ("docs/analysis.md", '{"name": "'): METERS_AND_STRATEGIES,
    ("docs/cluster.md", "first$   dask"): "studies/test_cluster.py::test_the_options_of_dask_in_the_document_exist",
    ("docs/gaming-day.md", "Seed 3, with"): "gaming_day/test_command.py::"
    "test_the_story_of_the_page_is_the_one_that_is_told",
    ("docs/notation.md", "round md-thb"): f"{OF_NOTATION}round_of_the_notation_page_reads_back_and_can_be_played",
    ("docs/notation.md", "table "): f"{OF_NOTATION}table_of_the_notation_page_reads_back_and_is_possible",
    ("docs/notation.md", '{"type"'): f"{OF_NOTATION}log_of_the_notation_page_reads_back_and_agrees_with_the_table",
    ("docs/notation.md", '{"rulebook": "pa-653a", "edition"'): JSON_OF_NOTATION,
    ("docs/notation.md", '{"rulebook": "pa-653a", "method"'): JSON_OF_NOTATION,
    ("docs/operations.md", "Next: A floorperson validates"): "cli/floor/test_play.py::"
    "test_the_dealer_stops_where_a_floorperson_must_validate",
    ("docs/par.md", "Wager  "): "analysis/test_par_docs.py::test_documented_figures_are_those_of_the_example",
    ("docs/play.md", "Ultimate Texas"): "cli/play/test_command.py::test_the_round_of_the_documentation",
    ("docs/rulebooks.md", '"""Three cards as'): "rulebooks/test_own_rankings.py::"
    "test_the_ranking_of_the_page_is_solved_and_simulated",
    ("docs/settle.md", '"ante won'): "table/test_settle.py::"
    "test_every_line_of_the_documents_grammar_is_one_that_a_round_settles_to",
}
"""Blocks that a test takes by themselves, each with its page and how it begins."""

NOT_RUN = {
    ("docs/cluster.md", "pip install -e '.[cluster]'"): "installs over the network; `make packages` tries every extra",
    ("docs/notation.md", "round <header>"): "a pattern; the next block of the page has this form",
    ("docs/notation.md", "python tools/golden.py"): "rewrites tests/golden; tests/table/test_golden.py compares "
    "what it writes",
    ("docs/operations.md", "docker compose"): "needs Docker and never ends; tests/test_container.py reads the files",
    ("docs/operations.md", "mkdir --mode 700"): "needs Docker and never ends; tests/test_container.py runs the "
    "entry point without it",
}
"""Blocks that no test runs, and why."""


def all_blocks() -> list[Block]:
    return [block for path in PAGES for block in blocks_of(path.relative_to(ROOT).as_posix())]


def claims_of(block: Block) -> Iterator[str]:
    """Every test or reason that claims a block; tests/test_printed_commands.py does so for blocks of commands alone."""
    if (block.page, block.kind) in EVERY:
        yield EVERY[block.page, block.kind]
    for table in (ONE, NOT_RUN):
        yield from (by for (page, first), by in table.items() if page == block.page and block.text.startswith(first))
    if not block.kind and ROOT / block.page in PAGES_OF_COMMANDS and all(map(PROMPT.match, block.text.splitlines())):
        yield "test_printed_commands.py"


def not_claimed_once(blocks: Iterable[Block]) -> list[str]:
    """The blocks that nothing claims, and those with two claims, of which one must be wrong."""
    found = ((block, [*claims_of(block)]) for block in blocks)
    return [
        f"{block.page}, line {block.line} ({block.kind}): {claims or 'no test'}: {block.text.partition(chr(10))[0]}"
        for block, claims in found
        if len(claims) != 1
    ]


def stale_claims(blocks: list[Block]) -> list[object]:
    """The claims that no block fits, or several if the claim is for one."""
    kinds = {(block.page, block.kind) for block in blocks}
    fitting = {
        (page, first): sum(block.page == page and block.text.startswith(first) for block in blocks)
        for page, first in (*ONE, *NOT_RUN)
    }
    return [*(claim for claim in EVERY if claim not in kinds), *(one for one, times in fitting.items() if times != 1)]


@cache
def functions_in(file: str) -> frozenset[str]:
    parsed = ast.parse((ROOT / "tests" / file).read_text("utf-8"))
    return frozenset(part.name for part in parsed.body if isinstance(part, ast.FunctionDef))


def test_every_block_is_run_or_compared_or_there_is_a_reason_why_not() -> None:
    assert not_claimed_once(all_blocks()) == []


def test_every_claim_fits_a_block() -> None:
    assert stale_claims(all_blocks()) == []


@pytest.mark.parametrize("by", sorted({*EVERY.values(), *ONE.values()}))
def test_a_test_that_claims_blocks_exists_and_reads_their_pages(by: str) -> None:
    file, _, name = by.partition("::")
    text = (ROOT / "tests" / file).read_text("utf-8")
    pages = [page for table in (EVERY, ONE) for (page, _), test in table.items() if test == by]
    assert name in functions_in(file)
    reads_all = any(words in text for words in ("PAGES", '.glob("*.md")', "reference.FOLDER"))
    assert [page for page in pages if not reads_all and Path(page).name not in text] == []


def test_a_session_claimed_as_a_whole_has_nothing_that_is_not_run() -> None:
    """What reads sessions begins at a prompt, and passes over a block that has none."""
    prompts = {"console": "$ ", "python": ">>> "}
    whole = [block for block in all_blocks() if (block.page, block.kind) in EVERY and block.kind in prompts]
    assert len(whole) > 70
    assert [block for block in whole if not block.text.startswith(prompts[block.kind])] == []


def test_a_new_block_a_wrong_kind_and_a_claim_without_a_block_are_found() -> None:
    blocks = all_blocks()
    new = [
        Block("docs/settle.md", 1, "yaml", "rulebook: pa-653a\n"),
        Block("docs/play.md", 2, "", "tablelaw play pa-653a\nplay again\n"),
        Block("docs/new.md", 3, "json", "{}\n"),
    ]
    assert [one.partition(" (")[0] for one in not_claimed_once(new)] == [
        *("docs/settle.md, line 1", "docs/play.md, line 2", "docs/new.md, line 3")
    ]
    assert stale_claims([block for block in blocks if block.page != "docs/par.md"]) == [
        ("docs/par.md", "python"),
        ("docs/par.md", "Wager  "),
    ]


@pytest.mark.parametrize(
    ("told", "shown", "wrong"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": "..."}, {"a": [2]}, []),
        ({"a": "one ..."}, {"a": "one two"}, []),
        ({"a": "one"}, {"a": "one two"}, [".a: 'one two'"]),
        ({"a": 1}, {"a": 1, "b": 2}, [".b"]),
        ({"a": 1, "b": 2}, {"a": 1}, [".b"]),
        ({"some": {"a": 1}}, {"some": {"a": 1, "b": 2}}, []),
        ({"some": {"c": 1}}, {"some": {"a": 1, "b": 2}}, [".some.c"]),
        ([1, 3], [1, 2, 3], []),
        ([3, 1], [1, 2, 3], ["[]: not found: 1"]),
        ([{"a": 1}], [{"a": 2}], ["[]: not found: {'a': 1}", "[].a: 2"]),
        (1, 1.0, [": 1.0"]),
    ],
)
def test_what_counts_as_true(told: object, shown: object, wrong: list[str]) -> None:
    assert untrue(told, shown, parts=("some",)) == wrong
