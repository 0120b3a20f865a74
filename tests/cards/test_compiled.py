"""Where compiled kernels are kept, so that none outlives the code it was made from."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numba
import pytest

from houserules.cards import compiled


def test_only_the_folders_named_hold_kernels() -> None:
    users = [path for path in compiled.PACKAGE.rglob("*.py") if "compiled import kernel" in path.read_text("utf-8")]
    assert {path.relative_to(compiled.PACKAGE).parts[0] for path in users} == set(compiled.WITH_KERNELS)
    assert all(len(path.relative_to(compiled.PACKAGE).parts) == 2 for path in users), "only the folder itself is read"


PROGRAM = """
from houserules.cards import compiled
import helper
from kernels import twice

print(twice(4))
"""
KERNELS = """
from houserules.cards import compiled
compiled.PACKAGE, compiled.WITH_KERNELS = compiled.Path(__file__).parent, (".",)
from helper import FACTOR

@compiled.kernel
def twice(n):
    return n * FACTOR
"""


def test_a_constant_changed_in_another_file_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "kernels.py").write_text(KERNELS)
    (tmp_path / "program.py").write_text(PROGRAM)
    said = []
    for factor in (2, 3):
        (tmp_path / "helper.py").write_text(f"FACTOR = {factor}\n")
        done = subprocess.run(
            [sys.executable, "-B", "program.py"], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        said.append(done.stdout.strip())
    assert said == ["8", "12"]


def test_kernels_of_an_earlier_day_are_thrown_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, own = tmp_path / "kernels-old", tmp_path / f"kernels-{compiled.code_digest()}"
    old.mkdir()
    made = old.stat().st_mtime
    for waited, kept in ((-1, {old, own}), (1, {own})):
        monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
        monkeypatch.setattr(compiled, "time", lambda waited=waited: made + compiled.KEPT_SECONDS + waited)
        compiled._choose_folder.__wrapped__()
        assert set(tmp_path.iterdir()) == kept
