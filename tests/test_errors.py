"""Every refusal class, and every place that raises one, has a code, the law or why there is none, and what would be
accepted.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablelaw
from tablelaw import errors
from tablelaw.errors import TablelawError
from tablelaw.submission.findings import finding
from tools import error_tree

SOURCE = Path(tablelaw.__file__).parent
OWN_WORDS = {"tablelaw.cage", "tablelaw.floor", "tablelaw.proofs", "tablelaw.server"}
"""Packages whose refusals state what would be accepted in a table next to their names."""


def classes() -> list[type[TablelawError]]:
    """Every refusal class of the package, in any module."""
    for module in pkgutil.walk_packages(tablelaw.__path__, "tablelaw."):
        if not any(module.name.startswith(own) for own in OWN_WORDS) and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    return sorted(set(_below(TablelawError)), key=lambda kind: kind.__name__)


def _below(kind: type[TablelawError]) -> Iterator[type[TablelawError]]:
    for child in kind.__subclasses__():
        yield child
        yield from _below(child)


@pytest.mark.parametrize("kind", classes(), ids=lambda kind: kind.__name__)
def test_every_class_says_why_no_paragraph_decides(kind: type[TablelawError]) -> None:
    assert kind.no_paragraph
    assert not kind.no_paragraph.endswith(".")


@pytest.mark.parametrize("kind", [k for k in classes() if k.__module__ == errors.__name__], ids=lambda k: k.__name__)
def test_a_refusal_has_code_law_and_what_would_be_accepted(kind: type[TablelawError]) -> None:
    refusal = kind("wrong", where="here", why="because", accepted="right")
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", refusal.code)
    assert refusal.as_dict() == {
        "code": refusal.code,
        "what": "wrong",
        "where": "here",
        "why": "because",
        "accepted": "right",
        "cite": "",
        "law": f"no paragraph: {kind.no_paragraph}",
        "params": {},
    }
    assert refusal.sentence() == "here: wrong; because; accepted: right"


def test_the_page_lists_every_class() -> None:
    """`python -m tools.error_tree` writes the page."""
    assert error_tree.PAGE.read_text("utf-8") == error_tree.page()


def test_every_class_says_what_it_means() -> None:
    error_tree.load_all()
    assert [kind.__name__ for _, kind in error_tree.tree() if not kind.__dict__.get("__doc__")] == []


def test_a_finding_has_its_paragraph_or_says_that_there_is_none() -> None:
    assert finding("code", "here", "wrong", "right", "653a.5(d)").law == "653a.5(d)"
    assert finding("code", "here", "wrong", "right").sentence().count("no paragraph: ") == 1


# --- Where they are raised ---------------------------------------------------------------------------


def raised() -> Iterator[tuple[str, ast.Call]]:
    """Every refusal raised in the source, with its place."""
    names = {kind.__name__ for kind in classes()}
    for path in sorted(SOURCE.rglob("*.py")):
        package = "tablelaw." + path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if package not in OWN_WORDS:
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                    yield f"{path.relative_to(SOURCE)}:{node.lineno}", node


def test_every_refusal_says_what_would_be_accepted() -> None:
    silent = [place for place, call in raised() if "accepted" not in {word.arg for word in call.keywords}]
    assert not silent


def test_every_complaint_of_the_command_line_says_what_would_be_accepted() -> None:
    silent = []
    for path in sorted((SOURCE / "cli").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != "refuse":
                continue
            if "accepted" not in {word.arg for word in node.keywords}:
                silent.append(f"{path.name}:{node.lineno}")
    assert not silent
