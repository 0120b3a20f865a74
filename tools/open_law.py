"""Reads a regulation in the XML of the Open Law Library into paragraphs, each with a fingerprint of its words.

    python -m tools.open_law FILE          print the index, as tools/paragraphs.py does
    python -m tools.open_law FILE --words  print each paragraph with its words

A cite is the number of the section and of each paragraph below it, as printed: `.01 C(2)(a)`. Annotations (the history
of the text) are not paragraphs. Exit status: 0 printed, 2 the file cannot be read, 141 the reader of the output has
closed it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from tools.paragraphs import UnreadableError, fingerprint, printed

LIBRARY = "{https://open.law/schemas/library}"
HELD = {f"{LIBRARY}{name}" for name in ("container", "section", "para")}
SAID = {f"{LIBRARY}{name}" for name in ("text", "aftertext")}
KNOWN = HELD | SAID | {f"{LIBRARY}{name}" for name in ("prefix", "num", "heading", "annotations")}


class Paragraph(NamedTuple):
    cite: str
    words: str


def paragraphs(data: bytes) -> list[Paragraph]:
    """The paragraphs in the order of the text. A section or paragraph without words of its own is not listed."""
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise UnreadableError("the file declares a document type; expected none, as in files of the library")
    try:
        root = ElementTree.fromstring(data.removeprefix(b"\xef\xbb\xbf"))
    except ElementTree.ParseError as error:
        raise UnreadableError(f"this is not XML: {error}") from None
    if root.tag not in HELD:
        raise UnreadableError(f"the file begins with {root.tag}; expected a container or section of {LIBRARY}")
    found = list(_below(root, ""))
    cites = [paragraph.cite for paragraph in found]
    if twice := sorted({cite for cite in cites if cites.count(cite) > 1}):
        raise UnreadableError(f"printed twice: {', '.join(twice)}")
    if not found:
        raise UnreadableError("the file has no paragraph with words; expected <para> with <num> and <text>")
    return found


def _below(element: ElementTree.Element, cite: str) -> Iterator[Paragraph]:
    here = _cite(element, cite)
    words = [_words(child) for child in element if child.tag in SAID]
    if any(words):
        yield Paragraph(here, " ".join(words))
    for child in element:
        if child.tag not in KNOWN:
            raise UnreadableError(f"{here or 'the chapter'} contains {child.tag}, which this tool does not know")
        if child.tag in HELD:
            yield from _below(child, here)


def _cite(element: ElementTree.Element, above: str) -> str:
    """The cite of an element. A chapter's own number is not part of it: all cites of a file are in one chapter."""
    if element.tag == f"{LIBRARY}container":
        return above
    number = " ".join((element.findtext(f"{LIBRARY}num") or "").split())
    if element.tag == f"{LIBRARY}section":
        if not number:
            raise UnreadableError(f"a section after {above or 'the beginning'} has no number")
        return number
    if not number:
        return above
    return f"{above}{'' if number.startswith('(') else ' '}{number.removesuffix('.')}"


def _words(element: ElementTree.Element) -> str:
    """All words of an element, including those inside links to other paragraphs."""
    return " ".join("".join(element.itertext()).split())


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The paragraphs of a regulation in Open Law Library XML.")
    parser.add_argument("file", type=Path, metavar="FILE", help="the XML of a chapter or section")
    parser.add_argument("--words", action="store_true", help="print the words instead of their fingerprints")
    asked = parser.parse_args(arguments)
    try:
        found = paragraphs(asked.file.read_bytes())
    except (UnreadableError, OSError) as error:
        print(f"{asked.file}: {error}", file=sys.stderr)
        return 2
    return printed((f"{cite} {words if asked.words else fingerprint([words])}" for cite, words in found), 0)


if __name__ == "__main__":
    sys.exit(main())
