"""Texts of persons ("player:ann") and accounts ("tray:UTH-1") are written and read only by their two grammars, and no
text of the package uses words that readers do not understand at once.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tablelaw.cage.accounts import ACCOUNT_KINDS
from tablelaw.persons import ROLES

SOURCE = Path(__file__).parents[1] / "src" / "tablelaw"
GRAMMARS = ("persons.py", "cage/accounts.py")
OF_OTHER_TEXTS = {
    "cli/commands/serve.py": "the host of an address",
    "floor/log/transfer_lookup.py": "the stream and the number of an entry, in a transfer's id",
    "gaming_day/report/shrinking.py": "the beginning of a sentence",
}
"""Modules that split some other text at a colon."""
AUDITOR = "gaming_day/auditor/"
"""The auditor, which imports nothing of the ledger it checks and so writes the names of accounts by itself."""

WORDS = "|".join((*ROLES, *ACCOUNT_KINDS))
PREFIX = re.compile(rf"(^|[\s(\"'])({WORDS}):$")
DIVIDING = ("partition", "rpartition", "split", "rsplit")
COMPARING = ("startswith", "removeprefix", "replace", "index", "find")


def divided(tree: ast.Module) -> Iterator[int]:
    """The lines that split a text at a colon."""
    for call, name in _methods(tree):
        if name in DIVIDING and ":" in _constants(call):
            yield call.lineno


def made_by_hand(tree: ast.Module) -> Iterator[int]:
    """The lines that compose such a text, or check how it begins."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and any(_is_prefixed(*two) for two in pairwise(node.values)):
            yield node.lineno
    for call, name in _methods(tree):
        if name in COMPARING and any(PREFIX.search(text) for text in _constants(call)):
            yield call.lineno


def _is_prefixed(before: ast.expr, after: ast.expr) -> bool:
    """Whether a string has a role or kind, then a colon, then a value: f"tray:{table}", f"{role}:{name}"."""
    if isinstance(before, ast.Constant):
        return isinstance(after, ast.FormattedValue) and bool(PREFIX.search(str(before.value)))
    is_word = isinstance(before, ast.FormattedValue) and ast.unparse(before.value).endswith(("role", "kind"))
    return is_word and isinstance(after, ast.Constant) and after.value == ":"


def _methods(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node, node.func.attr


def _constants(call: ast.Call) -> list[str]:
    """The strings passed to a call, including those within a tuple."""
    given = [*call.args, *(word.value for word in call.keywords)]
    parts = [part for value in given for part in (value.elts if isinstance(value, ast.Tuple) else [value])]
    return [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]


@cache
def modules() -> dict[str, ast.Module]:
    paths = {str(path.relative_to(SOURCE)): path for path in sorted(SOURCE.rglob("*.py"))}
    return {name: ast.parse(path.read_text("utf-8")) for name, path in paths.items() if name not in GRAMMARS}


def test_no_other_module_reads_them() -> None:
    found = {name: list(divided(tree)) for name, tree in modules().items()}
    dividing = {name: lines for name, lines in found.items() if lines}
    assert set(dividing) == set(OF_OTHER_TEXTS), dividing


def test_no_other_module_writes_them() -> None:
    found = {name: list(made_by_hand(tree)) for name, tree in modules().items() if not name.startswith(AUDITOR)}
    assert not {name: lines for name, lines in found.items() if lines}


@pytest.mark.parametrize("line", ['by.partition(":")', 'account.split(":", 1)[0]', 'by.rpartition(sep=":")'])
def test_a_planted_reader_is_found(line: str) -> None:
    assert list(divided(ast.parse(line))) == [1]


@pytest.mark.parametrize(
    "line",
    [
        'f"player:{seat}"',
        'f"account tray:{table}"',
        'f"{role}:{name}"',
        'f"{account.kind}:{name}"',
        'by.startswith("dealer:")',
        'account.startswith(("chips:", "game:"))',
        'account.removeprefix("drop:")',
    ],
)
def test_a_planted_writer_is_found(line: str) -> None:
    assert list(made_by_hand(ast.parse(line))) == [1]


@pytest.mark.parametrize("line", ['f"{stream}:{number}"', 'f"the floor: {what}"', 'f"read as {kind}: {error}"'])
def test_other_texts_are_left_alone(line: str) -> None:
    assert list(made_by_hand(ast.parse(line))) == []


# --- The pages -----------------------------------------------------------------------------------------------------

OF_PAGES = SOURCE / "web" / "lib" / "names.js"
BY_HAND = re.compile(rf"""split\(":"\)|indexOf\(":"\)|["'`](?:{WORDS}):(?:["'`]|\$\{{)|\^\\w\+:""")


def test_pages_read_them_in_one_place() -> None:
    pages = SOURCE.joinpath("web").rglob("*.js")
    assert [path for path in pages if BY_HAND.search(path.read_text("utf-8"))] == [OF_PAGES]


@pytest.mark.parametrize(
    "line", ['by.split(":")[1]', 'by.replace("auditor:", "")', "`player:${seat}`", r'by.replace(/^\w+:/, "")']
)
def test_a_planted_reader_of_a_page_is_found(line: str) -> None:
    assert BY_HAND.search(line)


# --- Words ---------------------------------------------------------------------------------------------------------

RIDDLES = (
    "is nobody",
    "no sum of money",
    "all is calm",
    "nothing waits, nothing is overdue",
    "only who deals",
    "nobody deals it until",
    "once they are looked for",
    "who does not decide in time checks",
    "the own ",
)
"""Phrases that once stood on a page and that no reader understood at once."""
WRITTEN = (".py", ".js", ".html", ".toml")
IN_THEORY = re.compile(
    r"what the house holds|exact holds?\b|long-run hold\b|overall hold\b|hold of (each|every|the) wager", re.IGNORECASE
)
"""The theoretical figure is called house edge; hold is win over drop, and also the term of a regulator who prints a
hold range.
"""


def written() -> dict[str, str]:
    """Every text of the package in one line each, with the words of its sentences."""
    files = [path for path in sorted(SOURCE.rglob("*")) if path.suffix in WRITTEN and path.is_file()]
    return {str(path.relative_to(SOURCE)): " ".join(path.read_text("utf-8").split()) for path in files}


def test_no_text_of_the_package_has_a_riddle() -> None:
    found = [(name, words) for name, text in written().items() for words in RIDDLES if words in text.casefold()]
    assert not found


def test_theory_is_called_house_edge_and_hold_is_win_over_drop() -> None:
    found = {name: sorted({each[0] for each in IN_THEORY.finditer(text)}) for name, text in written().items()}
    assert not {name: phrases for name, phrases in found.items() if phrases}
