"""Lists the files of the project: those that git tracks, and new ones that it would track.

An unpacked sdist has no git; there, they are all files that are not made by a tool.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
MADE_BY_TOOLS = frozenset(
    {
        ".hypothesis",
        ".venv",
        "PKG-INFO",
        "__pycache__",
        "build",
        "dist",
        "node_modules",
        "setup.cfg",
        "tablelaw.egg-info",
    }
)
TEXT_ENDINGS = (
    *(".py", ".toml", ".md", ".sh", ".css", ".js", ".html", ".yml", ".yaml", ".cfg", ".lock"),
    *("Makefile", "LICENSE", ".editorconfig", ".gitignore", ".ci/run"),
)


def project_files(root: Path = ROOT) -> list[Path]:
    """All files of the project, including new ones, which are to be checked before they are committed."""
    if not (root / ".git").exists():
        return [path for path in sorted(root.rglob("*")) if path.is_file() and not _is_made(path.relative_to(root))]
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    return [root / name for name in sorted(set(listed.stdout.splitlines())) if (root / name).is_file()]


def _is_made(path: Path) -> bool:
    return any(part in MADE_BY_TOOLS or (part.startswith(".") and "cache" in part) for part in path.parts)


def text_files(root: Path = ROOT) -> list[Path]:
    """The files that people write and read."""
    return [path for path in project_files(root) if str(path).endswith(TEXT_ENDINGS)]


def python_files(root: Path = ROOT) -> list[Path]:
    return [path for path in project_files(root) if path.suffix == ".py"]
