"""The commands that documents print outside console sessions: which ones tests run, and why the others are not run."""

from __future__ import annotations

import io
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command import run_command
from tools.project_files import ROOT

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
FENCE = re.compile(r"^```(\S*).*$")
PROMPT = re.compile(r"^(?:docker compose run --rm property|.*\| tablelaw|tablelaw) (?P<words>.+)$")
COMMENT = re.compile(r" {2,}[a-z].*$| # .*$")
"""The remark beside a command: after a hash, or after several spaces."""


_CLUSTER = "needs a Dask scheduler; tests/studies/test_cluster.py starts one"
_CONTAINER = "needs Docker; tests/test_container.py runs the entry point without it, and test_operations.py the command"
NOT_RUN = {
    "analyze --all": "solves every game for minutes",
    'advise pa-653a --cards "Kd Qh" --board "4s 5h 6d 8c 9d"': "run by another test of the same file, with --json",
    "analyze --all --cluster tcp://first:8786": _CLUSTER,
    "simulate examples/studies/hold-pa-653a.toml --cluster tcp://first:8786 -o out": _CLUSTER,
    "gaming-day --seed 3 --db postgresql://user@host/empty": "tests/gaming_day/test_replay.py plays a day there",
    'floor init --property "Keystone Casino" --jurisdiction pa': _CONTAINER,
    "user add cho --role administrator": _CONTAINER,
    "law check examples/rulebooks/* pa-653a fr-trois-cartes": "plays rounds of eight games; "
    "tests/cli/commands/test_law_check.py checks several at once",
    "par uth.toml -o uth.pdf": "takes seconds; tests/cli/commands/test_par.py writes this form of a smaller game",
    "par uth.toml -o uth.html": "takes seconds; tests/cli/commands/test_par.py writes this form of a smaller game",
    "par uth.toml --exposure dealer:1": "solves for a minute; tests/analysis/test_par_exposure.py has the forms",
    "protect pa-653a --seen dealer:1 --seen flop:1": "solves for a minute; the commands beside it solve a smaller game",
}
"""The commands that no test runs as printed, and why."""
RUN_IN = {
    "analysis": "tests/analysis/test_document.py",
    "gaming-day": "tests/gaming_day/test_command.py",
    "par": "tests/analysis/test_par_docs.py",
    "play": "tests/cli/play/test_command.py",
    "protection": "tests/floor/reports/test_seen_card_watch.py",
    "settle": "tests/table/test_settle.py",
    "simulation": "tests/studies/test_documents.py",
}
"""The test file that runs the other commands of a page."""


def printed(path: Path) -> Iterator[str]:
    """The words of each command in the blocks of a page that are not console sessions, which other tests run."""
    language: str | None = None
    for line in path.read_text("utf-8").splitlines():
        if fence := FENCE.match(line):
            language = fence[1] if language is None else None
        elif language == "" and (found := PROMPT.match(line)):
            yield COMMENT.sub("", found["words"]).strip()


def run_page(page: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Runs the commands of a page one after the other in the current folder; returns what each one printed.

    A command that asks something is answered with `q`.
    """
    shown = []
    for command in printed(ROOT / "docs" / f"{page}.md"):
        if command not in NOT_RUN:
            words, _, file = command.partition(" < ")
            monkeypatch.setattr(sys, "stdin", io.StringIO(Path(file).read_text("utf-8") if file else "q\n"))
            code, out, err = run_command(monkeypatch, capsys, *shlex.split(words))
            assert code == 0, (command, err)
            shown.append(out)
    return shown
