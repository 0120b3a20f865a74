"""The fenced blocks of the documents, and the comparison of printed JSON with what a program prints."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from tools.project_files import ROOT

PAGES = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "verifier/README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "examples").rglob("README.md")),
)
LEFT_OUT = "..."
_FENCE = re.compile(r"\s*(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)")


class Block(NamedTuple):
    """A fenced block; `kind` is its language and whether it has a title, such as "json" or "toml title", or ""."""

    page: str
    line: int
    kind: str
    text: str

    @property
    def first(self) -> str:
        return self.text.partition("\n")[0]


@cache
def blocks_of(page: str, kind: str | None = None) -> tuple[Block, ...]:
    """The blocks of a page, named from the folder of the project, such as "docs/settle.md"; all, or those of a kind."""
    found: list[Block] = []
    opened = ("", 0, "")
    inside: list[str] = []
    for number, line in enumerate((ROOT / page).read_text("utf-8").splitlines(), 1):
        fence = _FENCE.fullmatch(line)
        if not opened[0] and fence:
            language, *more = fence["info"].split(maxsplit=1) or [""]
            opened = fence["fence"], number, " ".join([language, *(["title"] if more else [])])
            inside = []
        elif fence and not fence["info"].strip() and fence["fence"].startswith(opened[0]):
            found.append(Block(page, opened[1], opened[2], "".join(f"{text}\n" for text in inside)))
            opened = ("", 0, "")
        elif opened[0]:
            inside.append(line)
    assert not opened[0], f"{page}, line {opened[1]}: this block never ends"
    return tuple(block for block in found if kind in (None, block.kind))


def block_of(page: str, first: str) -> str:
    """The text of the block that begins with this line."""
    (text,) = (block.text for block in blocks_of(page) if block.first == first)
    return text


def untrue(told: Any, shown: Any, place: str = "", parts: tuple[str, ...] = ()) -> list[str]:
    """What a document's JSON says that is not what is printed.

    `...` in the document stands for any value or the rest of a text. A list of the document has some of the entries, in
    their order. A mapping has every key, except those named in `parts`, which have some.
    """
    if told == LEFT_OUT:
        return []
    if isinstance(told, str) and isinstance(shown, str) and told.endswith(LEFT_OUT):
        return [] if shown.startswith(told.removesuffix(LEFT_OUT)) else [f"{place}: {shown}"]
    if isinstance(told, dict) and isinstance(shown, dict):
        only = told.keys() - shown.keys() if place.rpartition(".")[2] in parts else told.keys() ^ shown.keys()
        both = [key for key in told if key in shown]
        return [f"{place}.{key}" for key in sorted(only)] + [
            one for key in both for one in untrue(told[key], shown[key], f"{place}.{key}", parts)
        ]
    if isinstance(told, list) and isinstance(shown, list) and told:
        rest = iter(shown)
        missing = [one for one in told if not any(not untrue(one, other, place, parts) for other in rest)]
        closest = untrue(missing[0], shown[0], f"{place}[]", parts) if missing and shown else []
        return [f"{place}[]: not found: {missing[0]}", *closest] if missing else []
    return [] if told == shown and type(told) is type(shown) else [f"{place}: {shown!r}"]
