"""Lists the files of the project: those that git tracks, and new ones that it would track."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT_ENDINGS = (
    *(".py", ".toml", ".md", ".sh", ".css", ".js", ".html", ".yml", ".yaml", ".cfg", ".lock"),
    *("Makefile", "LICENSE", ".editorconfig", ".gitignore", ".ci/run"),
)


def project_files(root: Path = ROOT) -> list[Path]:
    """All files, so that a new one is checked before it is committed."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    return [root / name for name in sorted(set(listed.stdout.splitlines())) if (root / name).is_file()]


def text_files(root: Path = ROOT) -> list[Path]:
    """The files that people write and read."""
    return [path for path in project_files(root) if str(path).endswith(TEXT_ENDINGS)]


def python_files(root: Path = ROOT) -> list[Path]:
    return [path for path in project_files(root) if path.suffix == ".py"]
