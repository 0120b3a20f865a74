"""What no file of the project may contain: machine paths, notes to oneself, debuggers, skipped tests, the old name."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.project_files import ROOT, project_files, text_files
from tools.sizes import by_part, function_sizes, module_sizes, report

# The patterns are written in parts, so that this file does not contain what it forbids.
FORBIDDEN = {
    "a path of one machine": re.compile(r"(?<![\w.])/(work|root|home|tmp|farm)/\w"),
    "a note to oneself": re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b"),
    "a debugger": re.compile(r"\bbreak" + r"point\(|\bpdb\b"),
    "a skipped test": re.compile(
        r"pytest\.(sk" + r"ip|mark\.sk" + r"ip|mark\.xf" + r"ail|xf" + r"ail|importorsk" + r"ip)"
        r"|unittest\.sk" + r"ip|\bSk" + r"ipTest\b"
    ),
}
OLD_NAME = re.compile("house" + "rules", re.IGNORECASE)
OLD_NAME_IN = {
    "CHANGELOG.md": "says what the name was",
    "src/tablelaw/former_name.py": "heads and exports of format 1; the cards a practice seed has always dealt",
    "tests/fixtures/": "written by programs of that name",
    "verifier/tablelaw_verifier/trust/formats.py": "reads heads and exports of format 1",
}


def forbidden(root: Path, paths: list[Path]) -> Iterator[str]:
    """Every line that contains something forbidden, with its place and what is forbidden."""
    for path in paths:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for what, pattern in FORBIDDEN.items():
                if pattern.search(line):
                    yield f"{path.relative_to(root)}:{number}: {what}: {line.strip()}"


def old_names(root: Path, paths: list[Path]) -> Iterator[str]:
    """Every file that has the old name in its path or bytes, except the few that may."""
    for path in paths:
        name = str(path.relative_to(root))
        text = path.read_bytes().decode("utf-8", "replace")
        if not name.startswith(tuple(OLD_NAME_IN)) and (OLD_NAME.search(name) or OLD_NAME.search(text)):
            yield name


def test_no_file_contains_what_is_forbidden() -> None:
    files = text_files()
    assert len(files) > 1_000
    found = list(forbidden(ROOT, files))
    assert not found, "\n".join(found)


def test_the_old_name_is_only_where_it_is_read() -> None:
    files = project_files()
    found = list(old_names(ROOT, files))
    assert not found, "\n".join(found)
    texts = {str(path.relative_to(ROOT)): path.read_bytes().decode("utf-8", "replace") for path in files}
    for allowed in OLD_NAME_IN:
        named = [name for name, text in texts.items() if name.startswith(allowed) and OLD_NAME.search(text)]
        assert named, f"{allowed} no longer needs its row"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project under git, in which to plant faults."""
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    (tmp_path / "good.py").write_text('"""Nothing to find here."""\n', "utf-8")
    return tmp_path


PLANTED = [
    ("a path of one machine", "docs/a.md", "see /ho" + "me/ann/notes"),
    ("a path of one machine", "Makefile", "OUT := /tm" + "p/out"),
    ("a path of one machine", ".github/workflows/a.yml", "path: /wor" + "k/cache"),
    ("a note to oneself", "src/a.py", "x = 1  # TO" + "DO later"),
    ("a note to oneself", "web/a.js", "// FIX" + "ME"),
    ("a debugger", "src/a.py", "break" + "point()"),
    ("a debugger", "src/a.py", "import pd" + "b"),
    ("a skipped test", "tests/a.py", "@pytest.mark.sk" + "ipif(True, reason='')"),
    ("a skipped test", "tests/a.py", "pytest.importorsk" + "ip('numba')"),
    ("a skipped test", "tests/a.py", "@pytest.mark.xf" + "ail"),
    ("a skipped test", "tests/a.py", "pytest.xf" + "ail('later')"),
    ("a skipped test", "tests/a.py", "raise unittest.Sk" + "ipTest"),
]


def test_planted_faults_are_found(project: Path) -> None:
    assert list(forbidden(project, text_files(project))) == []
    for what, name, line in PLANTED:
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"first line\n{line}\n", "utf-8")
        assert list(forbidden(project, text_files(project))) == [f"{name}:2: {what}: {line}"]
        path.unlink()
    assert {what for what, *_ in PLANTED} == set(FORBIDDEN)


@pytest.mark.parametrize("name", ["src/a.py", "docs/a.png", "src/" + "house" + "rules.py"])
def test_the_old_name_is_found_in_text_bytes_and_paths(project: Path, name: str) -> None:
    path = project / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"" if OLD_NAME.search(name) else b"\xff HOUSE" + b"RULES")
    assert list(old_names(project, project_files(project))) == [name]


def test_sizes_are_reported_and_nothing_fails_on_them(project: Path) -> None:
    path = project / "src" / "long.py"
    path.parent.mkdir()
    path.write_text("def long() -> None:\n" + "    print()\n" * 400, "utf-8")
    assert [size.amount for size in function_sizes(path, project)] == [401]
    assert module_sizes([path], project) == [(401, "src/long.py")]
    assert by_part([path, project / "good.py"], project) == {"src": [path], "tests": [], "other": [project / "good.py"]}
    assert [line for line in report("src", [path], project, 1) if "long" in line] == [
        "    401  src/long.py:1 long",
        "    401  src/long.py",
    ]
