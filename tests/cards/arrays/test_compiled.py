"""Where compiled kernels are cached, so that none outlives the code it was made from."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numba
import pytest

from tablelaw.cards.arrays import compiled
from tablelaw.simulation import fingerprints


def test_only_the_folders_named_hold_kernels() -> None:
    users = [path for path in compiled.PACKAGE.rglob("*.py") if "compiled import kernel" in path.read_text("utf-8")]
    assert {path.relative_to(compiled.PACKAGE).parts[0] for path in users} == set(compiled.WITH_KERNELS)


PROGRAM = """
from tablelaw.cards.arrays import compiled
from games import helper
from games.kernels import twice

print(twice(4))
"""
KERNELS = """
from tablelaw.cards.arrays import compiled
compiled.PACKAGE, compiled.WITH_KERNELS = compiled.Path(__file__).parents[1], (".",)
from games.helper import FACTOR

@compiled.kernel
def twice(n):
    return n * FACTOR
"""


def test_a_constant_changed_in_another_file_is_noticed(tmp_path: Path) -> None:
    """Kernels of one game are in a separate folder."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "kernels.py").write_text(KERNELS)
    (tmp_path / "program.py").write_text(PROGRAM)
    said = []
    for factor in (2, 3):
        (tmp_path / "games" / "helper.py").write_text(f"FACTOR = {factor}\n")
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


@pytest.mark.parametrize("place", ["kernels.py", "games/kernels.py", "games/deep/kernels.py"])
def test_a_kernel_edited_in_any_folder_is_compiled_anew(
    place: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for folder in compiled.WITH_KERNELS:
        (tmp_path / folder / place).parent.mkdir(parents=True)
    path = tmp_path / compiled.WITH_KERNELS[0] / place
    monkeypatch.setattr(compiled, "PACKAGE", tmp_path)
    seen = [compiled.code_digest()]
    for text in ("one", "two"):
        path.write_text(text)
        seen.append(compiled.code_digest())
    path.rename(path.with_name("moved.py"))
    seen.append(compiled.code_digest())
    assert len(set(seen)) == 4


@pytest.mark.parametrize("place", ["kernels.py", "games/kernels.py"])
def test_a_simulation_is_told_apart_by_code_in_any_folder(
    place: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / fingerprints.CODE[-1] / place
    path.parent.mkdir(parents=True)
    monkeypatch.setattr(fingerprints, "__file__", str(tmp_path / "simulation" / "fingerprints.py"))
    seen = set[str]()
    for text in ("one", "two"):
        path.write_text(text)
        seen.add(fingerprints.code_digest.__wrapped__())
    assert len(seen) == 2
