"""No paragraph is a constant in generic code: tables ask their rulebook, everything else asks a jurisdiction."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablelaw

SOURCE = Path(tablelaw.__file__).parent
PACKAGES = ("floor", "cage", "server", "cli", "table", "scenarios", "views")
PARAGRAPH = re.compile(r"[0-9]{3}[ab]\.[0-9]|COMAR|205 CMR")
EXAMPLES = {
    "server/audit/round_replay.py": "653a.11(h), 653a.12(b); odds 653a.12(c)",
    "cli/arguments.py": "A paragraph as the regulator cites it, such as 653a.11(h), or a section.",
    "cli/play/decisions.py": "after flop (653a.11(d))",
    "table/notation/by_field_type.py": "then parentheses as in a cite: 653a.11(h)(2)",
    "table/notation/event_log.py": '"cite": "653a.5(d)"',
    "scenarios/scenario_cases.py": "trips won 7 to 1 $35 653a.11(i)(1)",
}
"""Docstrings and help texts that show what a cite looks like."""


def cites(path: Path) -> Iterator[str]:
    """Every text of a module that contains a paragraph, including comments."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    yield from (found.strip() for found in texts if PARAGRAPH.search(found))
    shown = sum(len(PARAGRAPH.findall(found)) for found in texts)
    if len(PARAGRAPH.findall(text)) != shown:
        yield "a comment"


@pytest.mark.parametrize("package", PACKAGES)
def test_no_paragraph_stands_in_the_code(package: str) -> None:
    paths = sorted((SOURCE / package).rglob("*.py"))
    found = [(str(path.relative_to(SOURCE)), said) for path in paths for said in cites(path)]
    assert not [(name, said) for name, said in found if EXAMPLES.get(name, "?") not in said]
    assert sorted(name for name, _ in found) == sorted(name for name in EXAMPLES if name.startswith(f"{package}/"))


def test_planted_constant_would_be_found(tmp_path: Path) -> None:
    path = tmp_path / "planted.py"
    for text in ('CONTROLS = "465a.2"\n', "X = 1  # 653b.3\n", 'CITE = f"COMAR {1}"\n'):
        path.write_text(text, "utf-8")
        assert list(cites(path)), text
    path.write_text('X = "653a"\n', "utf-8")
    assert not list(cites(path))
