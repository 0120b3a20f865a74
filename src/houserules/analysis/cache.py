"""Results kept on disk, keyed by everything they depend on: the rulebook's data and rules, and the method's own code.

A changed cell, rule or kernel changes the key, so that the cache never answers for changed data. It can be deleted
at any time. HOUSERULES_CACHE names another folder; an empty value turns it off.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

import houserules
from houserules.analysis.record import read_result, write_result
from houserules.analysis.result import Result
from houserules.law.rulebook import Rulebook

METHOD = ("analysis", "cards", "law")
FOLDER = "HOUSERULES_CACHE"


def folder() -> Path | None:
    """Where results are kept, or None when they are not."""
    named = os.environ.get(FOLDER)
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "houserules"


@cache
def fingerprint(rulebook_id: str) -> str:
    """A digest of the rulebook's files and of the code that reads and solves them."""
    package = Path(houserules.__file__).parent
    files = sorted(
        [*(package / "rulebooks" / rulebook_id.replace("-", "_")).glob("*.*")]
        + [path for part in METHOD for path in (package / part).rglob("*.py")]
    )
    digest = sha256()
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:24]


def kept(book: Rulebook, question: str, answer: Callable[[], Result]) -> Result:
    """The kept result of a question, or the answer, which is then kept."""
    place = folder()
    if place is None:
        return answer()
    name = sha256(f"{fingerprint(book.id)} {book.id} {question}".encode()).hexdigest()[:32]
    path = place / f"{name}.json"
    found = read_result(path)
    if found is None:
        found = answer()
        _keep(path, write_result(found))
    return found


def _keep(path: Path, text: str) -> None:
    """Written whole or not at all; a folder nobody may write to costs only the time of the next run."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
            file.write(text)
        Path(file.name).replace(path)
    except OSError:
        return
