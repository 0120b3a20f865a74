"""The paragraphs of a regulation, each with a fingerprint of its own words.

    python tools/paragraphs.py ID TEXT...                   print the index
    python tools/paragraphs.py ID TEXT... --compare INDEX   what changed since INDEX was made

The index is one line per paragraph, `<cite> <fingerprint>`. When a regulator amends a text, comparing it with the index
kept with the rulebook shows which paragraphs' ledger entries must be reviewed.

The level of a paragraph follows from the sequence of markers and what could come next, not from indentation, which the
conversion from print has scrambled. A marker that cannot come next stops the tool.

French articles have no such markers: each printed line after an article's heading is an alinéa, counted from 1. A
French rulebook takes its articles from several texts, which may contain other articles as well.

Exit status: 0 printed, or nothing changed; 1 something changed; 2 the text or the index cannot be read;
141 the reader of the output has closed it.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase

ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
SEQUENCES = {
    "A.": [f"{letter}." for letter in ascii_uppercase],
    "(a)": [f"({letter})" for letter in ascii_lowercase],
    "(1)": [f"({number})" for number in range(1, 100)],
    "(i)": [f"({roman})" for roman in ROMANS],
    "(A)": [f"({letter})" for letter in ascii_uppercase],
}
SUCCESSORS = {kind: dict(pairwise(markers)) for kind, markers in SEQUENCES.items()}
FINGERPRINT_LENGTH = 10

MARKUP = re.compile(r"\*+|</?[bi]>|^#+|\\(?=[$&%#_])")
BULLET = re.compile(r"^[-•]\s+")
FURNITURE = re.compile(
    r"^\d+[a-z]-\d+$"  # a page number of the Pennsylvania Code
    r"|^\[(?:Next page is|Pa\.B\. Doc\. No\.).*\]$"
    r"|^Page \d+ of \d+$"
    # Maryland's running head, which conversion may leave in the middle of a sentence
    r"|(?:Chapter \d+ (?:(?:[A-Z'][\w';]*|-|an?|and|for|from|of|the) )+)?"
    r"(?:Page \d+ of \d+ )?MLGCA Version [\d.]+$"
)
NOTES = re.compile(r"(?:Authority|Source|Cross References)$|The provisions of this §|This section cited in")
TERM = re.compile(r"(?:^|(?<=\. ))(?P<term>[A-Z][\w'’ -]*?) ?(?:—+|--) ?")
MARKER = re.compile(r"\((?:[a-zA-Z]|[ivx]+|\d{1,2})\)")
DOTTED_MARKER = re.compile(rf"{MARKER.pattern}|[A-Z]\.(?=\s)")
SENTENCE = re.compile(r"\s+[\"“‘']*[A-Z$\d]")
DOUBTFUL = re.compile(r"\s+[a-z]|$")


class UnreadableError(ValueError):
    """The tool cannot read the text or the index; the message says where."""


@dataclass(frozen=True)
class Style:
    """How a regulator prints its sections, its table of contents, and the marker at each level."""

    first: str
    heading: re.Pattern[str]
    contents: re.Pattern[str]
    levels: tuple[str, ...]
    marker: re.Pattern[str] = MARKER
    title_ends_with_stop: bool = False


def pennsylvania(chapter: str) -> Style:
    return Style(
        first=f"{chapter}.1",
        heading=re.compile(rf"[#*\s]*§ (?P<section>{chapter}\.\d+)\. (?P<title>[A-Z].*?)\**$"),
        contents=re.compile(rf"[-\s]*(?P<section>{chapter}\.\d+)\.\s"),
        levels=("(a)", "(1)", "(i)", "(A)"),
        title_ends_with_stop=True,  # so a title broken over lines has an end
    )


MARYLAND = Style(
    first="1",
    heading=re.compile(r"Chapter (?P<section>\d+) ?- ?(?P<title>[^*]+\.)$"),
    contents=re.compile(r"Chapter (?P<section>\d+) ?-"),
    levels=("A.", "(1)", "(a)", "(i)"),
    marker=DOTTED_MARKER,
)
MASSACHUSETTS = Style(
    first="1",
    heading=re.compile(r"(?:#+ )?\*\*(?P<section>\d+[a-z]?)\. (?P<title>.+?)\*\*$"),
    contents=re.compile(r"(?!)"),  # prints none
    levels=("(a)", "(1)", "(i)"),
)
STYLES = {
    "pa-647a": pennsylvania("647a"),
    "md-thb": MARYLAND,
    "ma-colorado": MASSACHUSETTS,
    "pa-653a": pennsylvania("653a"),
    "pa-677a": pennsylvania("677a"),
    "pa-678a": pennsylvania("678a"),
}
GENERAL_ARTICLES = ("39", "40", "40-1", "49", "50")
ARTICLES = {
    "fr-ultimate": ("55-20", "55-20-1", *GENERAL_ARTICLES),
    "fr-trois-cartes": ("55-21", *GENERAL_ARTICLES),
    "fr-stud": ("55-16", "55-17", "55-18", *GENERAL_ARTICLES),
    "fr-holdem": ("55-18-1", "55-18-2", "55-18-3", *GENERAL_ARTICLES),
}
"""The articles of each French rulebook, in the order of its index."""
HEADED_ARTICLES = {"55-16", "55-17", "55-18", "55-18-1", "55-18-3", "55-20", "55-20-1", "55-21"}
"""Articles whose first line is their heading; the others have it next to their number, or have none."""
ARTICLE = re.compile(r"# (?:Section \d+\. .+ )?Article (?P<article>\d+(?:-\d+)*)(?:\. .+)?$")


# Markers the texts print wrongly: the paragraph before, what is printed, what is meant.
MISPRINTS = {
    # The letter l became the figure 1: (k) already has its (1), and the words end the whole round.
    "647a.11(k)(2)": ("(1)", "(l)"),
}


def clean(raw: str) -> str:
    """Removes emphasis, heading marks, bullets, and page headers and footers from a line."""
    line = MARKUP.sub("", raw.strip()).strip()
    return FURNITURE.sub("", BULLET.sub("", line)).strip()


def fingerprint(lines: list[str]) -> str:
    """The first hex digits of the SHA-256 of a paragraph's words.

    Hyphens inside words are removed, with or without a line break: printed columns break a compound at its own hyphen
    and other words at an added one, and a different line break is not a change of the law.
    """
    words = " ".join(" ".join(lines).lower().split())
    joined = re.sub(r"(?<=[a-z])- ?(?=[a-z])", "", words)
    return hashlib.sha256(joined.encode()).hexdigest()[:FINGERPRINT_LENGTH]


def sections_after(section: str) -> tuple[str, str]:
    """The numbers that may follow a section: 6 may be followed by 7, or by 6a, which was inserted later."""
    stem, number, letter = re.findall(r"^(.*?)(\d+)([a-z]?)$", section)[0]
    return f"{stem}{int(number) + 1}", f"{stem}{number}{chr(ord(letter) + 1) if letter else 'a'}"


class Reader:
    """Reads a regulation line by line and collects the words of each paragraph under its cite."""

    def __init__(self, rulebook: str) -> None:
        self.style = STYLES[rulebook]
        self.contents: list[str] = []
        self.sections: list[str] = []
        self.title = ""
        self.in_notes = False
        self.words: dict[str, list[str]] = {}
        self.base = ""
        self.levels: tuple[str, ...] = ()
        self.trail: list[str] = []  # the markers of the paragraph being read, one per level

    @property
    def cite(self) -> str:
        return self.base + "".join(f".{m[0]}" if m.endswith(".") else m for m in self.trail)

    def take_line(self, raw: str) -> None:
        if heading := self.style.heading.match(raw.strip()):
            self.open_section(heading["section"], heading["title"])
        elif not self.sections:
            self.contents += self.style.contents.findall(raw)
        elif self.style.title_ends_with_stop and not self.title.endswith("."):
            self.title = f"{self.title} {clean(raw)}".strip()
        elif line := clean(raw):
            self.take_body(line)

    def open_section(self, section: str, title: str) -> None:
        expected = sections_after(self.sections[-1]) if self.sections else (self.style.first,)
        if section not in expected:
            raise UnreadableError(f"section {section} out of order; expected {' or '.join(expected)}")
        self.sections.append(section)
        self.title, self.in_notes = title, False
        self.open_list(section, self.style.levels)

    def open_list(self, base: str, levels: tuple[str, ...]) -> None:
        """Begins a section or a defined term; the markers below it start at the first of `levels`."""
        self.base, self.levels, self.trail = base, levels, []
        self.open_paragraph("")

    def open_paragraph(self, words: str) -> None:
        if self.cite in self.words:
            raise UnreadableError(f"{self.cite} is printed twice")
        self.words[self.cite] = [words]

    def take_body(self, line: str) -> None:
        self.in_notes = self.in_notes or bool(NOTES.match(line))
        if self.title.startswith("Definitions") and not self.in_notes:
            line = self.open_terms(line)
        self.take_words(line)

    def open_terms(self, line: str) -> str:
        """Opens each term that the line defines, and returns the words of the last."""
        words, *rest = TERM.split(line)
        for term, definition in zip(rest[::2], rest[1::2], strict=True):
            self.take_words(words)
            self.open_list(f"{self.sections[-1]}({term})", self.style.levels[2:])
            words = definition
        return words

    def take_words(self, line: str) -> None:
        """Takes a line: a marker with a sentence begins a paragraph; any other line, even if it starts with a
        cross-reference, continues the current one.
        """
        found = self.style.marker.match(line)
        rest = line[found.end() :] if found else ""
        if found and SENTENCE.match(rest):
            self.open_item(self.corrected(found[0]), rest)
        elif not self.in_notes:
            if found and DOUBTFUL.match(rest) and found[0] in self.expected():
                place = f"{found[0]} after {self.cite}"
                raise UnreadableError(f"{place}: if a cross-reference, join it to the line before")
            self.words[self.cite].append(line)

    def open_item(self, marker: str, words: str) -> None:
        expected = self.expected()
        if self.in_notes or marker not in expected:
            place = "the notes after " if self.in_notes else ""
            raise UnreadableError(f"{marker} follows {place}{self.cite}; expected {', '.join(expected)}")
        self.trail[expected[marker] :] = [marker]
        self.open_paragraph(words)

    def corrected(self, marker: str) -> str:
        printed, meant = MISPRINTS.get(self.cite, (marker, marker))
        return meant if marker == printed else marker

    def expected(self) -> dict[str, int]:
        """The markers that could come next, and the level of each.

        If (i) could either follow (h) or begin a list below (h)(3), it begins a list only after a colon.
        """
        markers = {SUCCESSORS[self.levels[n]].get(last, ""): n for n, last in enumerate(self.trail)}
        below = len(self.trail)
        if below < len(self.levels):
            first = SEQUENCES[self.levels[below]][0]
            if first not in markers or self.words[self.cite][-1].endswith(":"):
                markers[first] = below
        return markers

    def close(self) -> dict[str, str]:
        if not self.sections:
            raise UnreadableError(f"no section heading found; expected section {self.style.first}")
        if lost := [section for section in self.contents if section not in self.sections]:
            raise UnreadableError(f"in the table of contents but not in the text: {', '.join(lost)}")
        return {cite: fingerprint(lines) for cite, lines in self.words.items() if any(lines)}


class ArticleReader:
    """Reads French articles line by line and collects the alinéas of each."""

    def __init__(self) -> None:
        self.articles: dict[str, list[str]] = {}
        self.alineas: list[str] | None = None  # of the article being read
        self.awaits_heading = False

    def take_line(self, raw: str) -> None:
        line = raw.strip()
        if heading := ARTICLE.match(line):
            self.open_article(heading["article"])
        elif line.startswith("#"):
            raise UnreadableError(f"{line!r} is no heading of an article, such as '# Article 49. Title'")
        elif not line or self.alineas is None:
            return
        elif self.awaits_heading:
            self.awaits_heading = False
        else:
            self.alineas.append(line)

    def open_article(self, article: str) -> None:
        if article in self.articles:
            raise UnreadableError(f"Art. {article} is printed twice")
        self.alineas = self.articles[article] = []
        self.awaits_heading = article in HEADED_ARTICLES

    def close(self, wanted: tuple[str, ...]) -> dict[str, str]:
        if lost := [f"Art. {article}" for article in wanted if not self.articles.get(article)]:
            raise UnreadableError(f"not in the texts: {', '.join(lost)}")
        return {
            f"Art. {article} al. {number}": fingerprint([alinea])
            for article in wanted
            for number, alinea in enumerate(self.articles[article], start=1)
        }


def index(rulebook: str, *texts: str) -> dict[str, str]:
    """Maps each cite to its fingerprint, in the order of the text; French articles in the order of `ARTICLES`."""
    if rulebook not in ARTICLES:
        (text,) = texts
        reader = Reader(rulebook)
        take_lines(reader, text)
        return reader.close()
    articles = ArticleReader()
    for text in texts:
        articles.alineas = None  # what precedes the first heading is no article
        take_lines(articles, text)
    return articles.close(ARTICLES[rulebook])


def take_lines(reader: Reader | ArticleReader, text: str) -> None:
    """Gives a text to its reader line by line; a refusal names the line."""
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            reader.take_line(line)
        except UnreadableError as error:
            raise UnreadableError(f"line {number}: {error}") from None


def show(rulebook: str, paragraphs: dict[str, str]) -> str:
    what = f"# The paragraphs of {rulebook}, each with the fingerprint of its words.\n"
    how = "# Made by tools/paragraphs.py from the regulation's text; not edited by hand.\n"
    return what + how + "".join(f"{cite} {mark}\n" for cite, mark in paragraphs.items())


def parse(text: str) -> dict[str, str]:
    """Reads an index from its file."""
    paragraphs: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        cite, _, mark = line.rpartition(" ")
        if not cite or not re.fullmatch(rf"[0-9a-f]{{{FINGERPRINT_LENGTH}}}", mark):
            raise UnreadableError(f"index line {number}: expected '<cite> <fingerprint>', found {line!r}")
        paragraphs[cite] = mark
    return paragraphs


def compare(old: dict[str, str], new: dict[str, str]) -> list[str]:
    """Lists what the new text adds, removes and changes, one line each."""
    added = [f"added {cite}" for cite in new if cite not in old]
    removed = [f"removed {cite}" for cite in old if cite not in new]
    changed = [f"changed {cite}" for cite in new if cite in old and old[cite] != new[cite]]
    return added + removed + changed


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The paragraphs of a regulation and their fingerprints.")
    known = (*STYLES, *ARTICLES)
    parser.add_argument("rulebook", metavar="ID", choices=known, help=", ".join(known))
    parser.add_argument("texts", metavar="TEXT", type=Path, nargs="+", help="the regulation's text, or its articles")
    parser.add_argument("--compare", metavar="INDEX", type=Path, help="an index made earlier")
    options = parser.parse_args(arguments)
    if options.rulebook in STYLES and len(options.texts) > 1:
        parser.error(f"{options.rulebook} is one text")
    try:
        paragraphs = index(options.rulebook, *(text.read_text("utf-8-sig") for text in options.texts))
        old = parse(options.compare.read_text("utf-8-sig")) if options.compare else None
    except (OSError, UnicodeDecodeError, UnreadableError) as error:
        print(f"paragraphs: {error}", file=sys.stderr)
        return 2
    if old is None:
        return printed(show(options.rulebook, paragraphs).splitlines(), 0)
    changes = compare(old, paragraphs)
    return printed(changes or ["no paragraph changed"], 1 if changes else 0)


def printed(lines: Iterable[str], code: int) -> int:
    """Prints lines and returns the exit code, which says whether a reader closed the output early."""
    try:
        for line in lines:
            print(line)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141  # 128 plus the number of SIGPIPE, as a shell reports a program ended by that signal
    return code


if __name__ == "__main__":
    sys.exit(main())
