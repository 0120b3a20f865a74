"""Regulations in Open Law Library XML: paragraphs with their cites, what cannot be read, and a published chapter."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.open_law import main, paragraphs
from tools.paragraphs import UnreadableError
from tools.project_files import ROOT

BESIDE = ROOT.parent / "shared" / "regulations-extra"
PUBLISHED = BESIDE / "md-comar-36.05.03.xml"
"""A chapter of Maryland's regulations as the state publishes it, which is kept beside the project and not in it."""
PRINTED = BESIDE / "md-comar-36.05.03-table-games-procedures.txt"

BEGIN = '<container xmlns="https://open.law/schemas/library"><prefix>Chapter</prefix><num>09</num>'
CHAPTER = f"""{BEGIN}<heading>Cards</heading>
  <section><prefix>Regulation</prefix><num>.01</num><heading>Decks.</heading>
    <para><num>A.</num><text>A table has two decks,
        under <cite path="9|.02">Regulation .02</cite>:</text>
      <para><num>(1)</num><text>One in use; and</text></para>
      <para><num>(2)</num><text>One being shuffled.</text><para><num>(a)</num><text>By hand.</text></para></para>
    </para>
    <para><num>B.</num><text>Each deck has 52 cards.</text></para>
  </section>
  <section><num>.02</num><heading>Backs.</heading><para><text>Backs are alike.</text></para></section>
  <annotations><annotation>Regulation .01 adopted</annotation></annotations>
</container>"""


def test_each_paragraph_has_its_cite_and_its_words_with_those_of_links() -> None:
    assert paragraphs(CHAPTER.encode()) == [
        (".01 A", "A table has two decks, under Regulation .02:"),
        (".01 A(1)", "One in use; and"),
        (".01 A(2)", "One being shuffled."),
        (".01 A(2)(a)", "By hand."),
        (".01 B", "Each deck has 52 cards."),
        (".02", "Backs are alike."),
    ]


def test_a_byte_order_mark_is_read() -> None:
    assert paragraphs(b"\xef\xbb\xbf" + CHAPTER.encode()) == paragraphs(CHAPTER.encode())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<container>", "not XML"),
        ("<html/>", "begins with html"),
        (f"{BEGIN}</container>", "no paragraph with words"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><a/>', "declares a document type"),
        (f"{BEGIN}<section><heading>x</heading></section></container>", "has no number"),
        (CHAPTER.replace("<num>B.</num>", "<num>A.</num>"), "printed twice: .01 A"),
        (CHAPTER.replace("<text>Each deck has 52 cards.</text>", "<table/>"), "which this tool does not know"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(UnreadableError, match=why):
        paragraphs(text.encode())


def test_the_tool_prints_words_or_fingerprints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "chapter.xml"
    file.write_text(CHAPTER, "utf-8")
    assert main([str(file), "--words"]) == 0
    assert capsys.readouterr().out.splitlines()[4] == ".01 B Each deck has 52 cards."
    assert main([str(file)]) == 0
    assert len(capsys.readouterr().out.splitlines()[4]) == len(".01 B ") + 10
    assert main([str(tmp_path / "none.xml")]) == 2
    assert "none.xml" in capsys.readouterr().err


# --- A published chapter ------------------------------------------------------------------------------------

NUMBER = re.compile(r"^(?:[A-Z]\.|\([a-z]+\)|\([0-9]+\))\s+")
HEADING = re.compile(r"Source: |Chapter \d+ |Regulation \.\d+ [^.]*\.$|\[.*\]$")


def printed_words() -> list[str]:
    """The words of the printed chapter without its headings, its history and the numbers of its paragraphs."""
    lines = (line.strip() for line in PRINTED.read_text("utf-8").splitlines())
    return " ".join(NUMBER.sub("", line, count=1) for line in lines if not HEADING.match(line)).split()


def test_a_published_chapter_has_every_paragraph_and_the_words_of_its_printed_text(
    report_missing: Callable[[Path], bool],
) -> None:
    if report_missing(PUBLISHED) or report_missing(PRINTED):
        return
    found = paragraphs(PUBLISHED.read_bytes())
    cites = [paragraph.cite for paragraph in found]
    assert len(cites) == 641 and (cites[0], cites[-1]) == (".01 A", ".31 I")
    assert {".01 A(8)", ".03 F(3)(a)(iv)", ".04 K(6)", ".23 E(8)(b)(i)"} <= {*cites}
    assert list(dict.fromkeys(cite.split()[0] for cite in cites)) == [f".{number:02}" for number in range(1, 32)]
    assert " ".join(paragraph.words for paragraph in found).split() == printed_words()


def test_a_reader_that_has_seen_enough_ends_the_tool_quietly(tmp_path: Path) -> None:
    file = tmp_path / "chapter.xml"
    many = "".join(f"<para><num>({n})</num><text>{'word ' * 50}</text></para>" for n in range(2_000))
    file.write_text(CHAPTER.replace("<text>By hand.</text>", many), "utf-8")
    command = [sys.executable, "-m", "tools.open_law", str(file), "--words"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as tool:
        assert tool.stdout is not None and tool.stderr is not None
        assert tool.stdout.readline().startswith(b".01 A ")
        tool.stdout.close()
        told = tool.stderr.read()
    assert (tool.returncode, told) == (141, b"")
