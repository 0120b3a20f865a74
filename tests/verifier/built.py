"""The built verifier as a file, for tests that run it on its own."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from tools.build_verifier import build


@cache
def built_file() -> Path:
    """The built file, created once per process in an otherwise empty folder."""
    folder = Path(mkdtemp(prefix="tablelaw-verifier-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = folder / "verifier.py"
    file.write_bytes(build())
    return file


def run_alone(*arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the file without the project or any package: in isolated mode, without a site directory."""
    command = [sys.executable, "-I", "-S", str(built_file()), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
