"""What a shell completes after the name of a command: ids of rulebooks and of jurisdictions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def rulebook_ids(incomplete: str) -> Iterator[str]:
    """The ids of the rulebooks in the package and of those found outside it."""
    from tablelaw import rulebooks

    yield from _beginning(incomplete, (*rulebooks.IDS, *rulebooks.found_outside()))


def jurisdiction_ids(incomplete: str) -> Iterator[str]:
    from tablelaw import jurisdictions

    yield from _beginning(incomplete, jurisdictions.IDS)


def document_names(incomplete: str) -> Iterator[str]:
    from tablelaw.documents import all_documents

    yield from _beginning(incomplete, (one.name for one in all_documents()))


def _beginning(incomplete: str, words: Iterable[str]) -> Iterator[str]:
    return (word for word in words if word.startswith(incomplete))
