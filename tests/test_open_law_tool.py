"""Regulations in Open Law Library XML: paragraphs with their cites, and what cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.open_law import main, paragraphs
from tools.paragraphs import UnreadableError

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
