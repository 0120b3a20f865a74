"""Two versions of the program, each in its own source tree, run as an operator runs them."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tools.build_verifier import build

SOURCE = Path(__file__).parents[2] / "src"
NEXT_VERSION = "99.0.0"


class Version:
    """A source tree and the command that runs it."""

    def __init__(self, source: Path) -> None:
        self.source = source

    def run(self, *words: str, cwd: Path, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tablelaw.cli.main", *words]
        told = {**os.environ, "PYTHONPATH": str(self.source), **(env or {})}
        return subprocess.run(command, cwd=cwd, env=told, capture_output=True, text=True, check=False, timeout=300)

    def python(self, code: str, *words: str, cwd: Path) -> str:
        """Runs a program that imports this version, and returns its output."""
        told = {**os.environ, "PYTHONPATH": os.pathsep.join((str(self.source), str(SOURCE.parent)))}
        done = subprocess.run(
            [sys.executable, "-c", code, *words], cwd=cwd, env=told, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def copy_of_source(folder: Path) -> Path:
    """Copies the program's source so that it can be changed, with the built verifier as a wheel has it.

    Compiled modules are copied too, so that Python compiles only the changed ones.
    """
    target = folder / "src"
    left_out = shutil.ignore_patterns("kernels-*", "*.egg-info")
    shutil.copytree(SOURCE, target, ignore=left_out)
    (target / "tablelaw" / "stand_alone").mkdir()
    (target / "tablelaw" / "stand_alone" / "verifier.py").write_bytes(build())
    return target


def edit(file: Path, pattern: str, becomes: str) -> None:
    """Makes one change in a file, which must contain the old text."""
    text = file.read_text("utf-8")
    changed, count = re.subn(pattern, becomes, text)
    assert count, f"{file} has no {pattern}"
    file.write_text(changed, "utf-8")


def next_version(folder: Path) -> Version:
    """A later build: another version number, renamed classes and other words, but the same meaning."""
    source = copy_of_source(folder)
    package = source / "tablelaw"
    edit(package / "version.py", r'__version__ = "[^"]*"', f'__version__ = "{NEXT_VERSION}"')
    for file in package.rglob("*.py"):
        text = file.read_text("utf-8")
        if "ChipsBought" in text and file.parent.name != "stand_alone":
            file.write_text(re.sub(r'(?<!")\bChipsBought\b(?!")', "ChipsPurchased", text), "utf-8")
    edit(package / "rulebooks" / "pa_653a" / "wagers.toml", r'(?m)^says = "', 'says = "In other words: ')
    return Version(source)


def commands_of(page: Path) -> list[list[str]]:
    """The words of every command that a page shows, in order."""
    blocks = re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    return [shlex.split(line.removeprefix("$ ")) for line in lines if line.startswith("$ ")]
