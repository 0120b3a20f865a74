"""Results kept on disk, keyed by everything they depend on: the rulebook's data and rules, and the solver's own
code.

A changed cell, rule or kernel changes the key, so the cache never answers for changed data. It can be deleted at any
time. TABLELAW_CACHE names another folder; an empty value turns the cache off.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from tablelaw.analysis.result import Result
from tablelaw.analysis.result_files import RESULT, Arrays, Form, read_arrays, read_as, write_arrays, write_as
from tablelaw.cards import own_digest
from tablelaw.law.rulebook import Rulebook

T = TypeVar("T")
METHOD = ("analysis", "cards", "law")
LAYOUT = Path("analysis", "par")
"""The layout of a PAR sheet; no cached result depends on these files."""
FOLDER = "TABLELAW_CACHE"
APART = ("rules", "chosen", "changes", "law")
"""Fields of a rulebook that are not data of their own: rules are read from their files, a question names its choices,
and changed odds are in the paytables.
"""


def folder() -> Path | None:
    """The folder of the cache, or None if it is off."""
    named = os.environ.get(FOLDER)
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "tablelaw"


def kept(book: Rulebook, question: str, answer: Callable[[], Result]) -> Result:
    """Returns the cached result of a question, or computes and caches it."""
    return kept_as(RESULT, book, question, answer)


def kept_as(form: Form[T], book: Rulebook, question: str, answer: Callable[[], T]) -> T:
    """Returns the cached answer to a question, or computes and caches it; the same question must always have an answer
    of the same form.
    """
    return _kept_under(question_key(book, question), form, answer)


def kept_by(form: Form[T], question: str, answer: Callable[[], T]) -> T:
    """Returns the cached answer to a question that names everything it depends on, whichever rulebook asks it, or
    computes and caches the answer.
    """
    return _kept_under(_name([method_fingerprint(), question]), form, answer)


def _kept_under(name: str, form: Form[T], answer: Callable[[], T]) -> T:
    place = folder()
    path = place and place / f"{name}.result"
    found = None if path is None else read_as(form, path)
    if found is None:
        found = answer()
        _keep(path, write_as(form, found).encode())
    if (heard := _heard.get()) is not None:
        heard[name] = write_as(form, found)
    return found


_heard: ContextVar[dict[str, str] | None] = ContextVar("results heard of", default=None)


@contextmanager
def hearing() -> Iterator[dict[str, str]]:
    """Collects the key and text of every result requested in the block, so that another machine can cache them too."""
    found: dict[str, str] = {}
    before = _heard.set(found)
    try:
        yield found
    finally:
        _heard.reset(before)


def keep(results: Mapping[str, str]) -> None:
    """Stores results by their keys, as collected by `hearing`."""
    place = folder()
    for key, text in results.items():
        _keep(place and place / f"{key}.result", text.encode())


def kept_arrays(book: Rulebook, question: str, answer: Callable[[], Arrays]) -> Arrays:
    """Returns the cached arrays that answer a question, or computes and caches them."""
    place = folder()
    path = place and place / f"{question_key(book, question)}.arrays"
    found = None if path is None else read_arrays(path)
    if found is None:
        found = answer()
        _keep(path, write_arrays(found))
    return found


def has_arrays(book: Rulebook, question: str) -> bool:
    """Whether the arrays that answer a question are on disk."""
    place = folder()
    return place is not None and (place / f"{question_key(book, question)}.arrays").is_file()


def question_key(book: Rulebook, question: str) -> str:
    """The name under which a result is cached."""
    return _name([fingerprint(book), question])


def _name(parts: Iterable[str]) -> str:
    return _digest(part.encode() for part in parts)[:32]


# --- What a result depends on ---------------------------------------------------------------------


@lru_cache(maxsize=32)
def fingerprint(book: Rulebook) -> str:
    """A digest of the rulebook as read, of its rules and rankings, and of the code that reads and solves them."""
    data = (f"{field.name} {getattr(book, field.name)!r}".encode() for field in fields(book) if field.name not in APART)
    rules = (path.read_bytes() for path in sorted({_source(rule.decide.__module__) for rule in book.rules}))
    named = (f"{rule.cite} {rule.wagers} {rule.when} {rule.name}".encode() for rule in book.rules)
    return _digest([method_fingerprint().encode(), *data, *rules, *named, *_own_rankings(book)])


def _own_rankings(book: Rulebook) -> Iterator[bytes]:
    """The digests of the rulebook's own rankings, which its rows only name."""
    of_hands = (name for hand in book.hands for name in (hand.ranking, *hand.by_reading.values()))
    for name in sorted({*of_hands, *(table.ranking for table in book.paytables)}):
        yield own_digest(name).encode()


def _source(module: str) -> Path:
    return Path(str(sys.modules[module].__file__))


@cache
def method_fingerprint() -> str:
    """A digest of the code that reads and solves a rulebook."""
    return _digest(part for path in method_files() for part in (path.name.encode(), path.read_bytes()))


def method_files() -> Iterator[Path]:
    package = Path(__file__).parents[1]
    for path in sorted(path for part in METHOD for path in (package / part).rglob("*.py")):
        if not path.relative_to(package).is_relative_to(LAYOUT):
            yield path


def _digest(parts: Iterable[bytes]) -> str:
    digest = sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8) + part)
    return digest.hexdigest()


# --- Writing ---------------------------------------------------------------------------------------


def _keep(path: Path | None, data: bytes) -> None:
    """Writes a file completely or not at all; if the folder cannot be written, the result is just computed again
    later.
    """
    if path is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            part = Path(file.name)
            try:
                file.write(data)
                file.close()
                part.replace(path)
            finally:
                part.unlink(missing_ok=True)
    except OSError:
        return
