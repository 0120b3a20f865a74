"""The documents of the project, readable without a network: the folder `docs`, which is also part of a wheel."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tablelaw.errors import TablelawError

IN_WHEEL = Path(__file__).parent / "pages"
IN_PROJECT = Path(__file__).parents[3] / "docs"


class NoSuchDocument(TablelawError):
    """No document has that name."""


class Document(NamedTuple):
    """A document by name, such as `settle` or `tutorials/player`, with its title."""

    name: str
    path: Path

    @property
    def title(self) -> str:
        return self.text.partition("\n")[0].removeprefix("# ")

    @property
    def text(self) -> str:
        return self.path.read_text("utf-8")


def all_documents() -> tuple[Document, ...]:
    """Every document in the order of its name, the index first."""
    folder = IN_WHEEL if IN_WHEEL.is_dir() else IN_PROJECT
    found = [Document(path.relative_to(folder).with_suffix("").as_posix(), path) for path in folder.rglob("*.md")]
    return tuple(sorted(found, key=lambda one: (one.name != "index", "/" in one.name, one.name)))


def find_document(name: str) -> Document:
    """A document by its name; the folder and the file extension may be left out."""
    wanted = name.removeprefix("docs/").removesuffix(".md")
    known = all_documents()
    for one in known:
        if wanted in (one.name, one.name.rpartition("/")[2]):
            return one
    raise NoSuchDocument(f"there is no document {name!r}", accepted=", ".join(one.name for one in known))


__all__ = ["Document", "NoSuchDocument", "all_documents", "find_document"]
