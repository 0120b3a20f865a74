"""The paragraph tool: how it reads each difficulty of the printed texts, shown in small invented ones, and what a
comparison reports.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tools import paragraphs

ROOT = Path(__file__).parents[1]


def cites(rulebook: str, text: str) -> list[str]:
    return list(paragraphs.index(rulebook, text))


def pennsylvania(*bodies: str) -> str:
    """A made-up chapter with one section per body."""
    sections = (f"§ 653a.{n}. Serving of tea.\n\n{body}\n" for n, body in enumerate(bodies, start=1))
    return "CHAPTER 653a. TEA\n\n" + "\n".join(sections)


def listed(*bodies: str) -> list[str]:
    return cites("pa-653a", pennsylvania(*bodies))


def mark(body: str) -> str:
    """The fingerprint of the last paragraph of a one-section chapter."""
    return list(paragraphs.index("pa-653a", pennsylvania(body)).values())[-1]


def refusal(body: str) -> str:
    with pytest.raises(paragraphs.UnreadableError) as refused:
        listed(body)
    return str(refused.value)


# Levels


def test_levels_run_letter_number_roman_capital() -> None:
    body = "(a) Pour:\n(1) Tea:\n(i) Green:\n(A) Hot.\n(B) Cold.\n(ii) Black.\n(2) Milk.\n(b) Serve."
    under_a = ["", "(1)", "(1)(i)", "(1)(i)(A)", "(1)(i)(B)", "(1)(ii)", "(2)"]
    assert listed(body) == [f"653a.1(a){tail}" for tail in under_a] + ["653a.1(b)"]


def test_indentation_and_bullets_do_not_matter() -> None:
    tidy = "- (a) Pour:\n  - (1) Tea.\n  - (2) Milk.\n- (b) Serve."
    untidy = " - (a) Pour:\n- (1) Tea.\n    (2) Milk.\n   - (b) Serve."
    assert listed(untidy) == listed(tidy) == ["653a.1(a)", "653a.1(a)(1)", "653a.1(a)(2)", "653a.1(b)"]


def letters(last: str) -> str:
    return "\n".join(f"({chr(code)}) Cup {chr(code)}." for code in range(ord("a"), ord(last) + 1))


def test_i_after_h_is_a_letter() -> None:
    assert listed(letters("h") + "\n(1) Stir.\n(i) Sip.\n(1) Slowly.")[-3:] == [
        "653a.1(h)(1)",
        "653a.1(i)",
        "653a.1(i)(1)",
    ]


def test_i_after_a_colon_below_h_is_roman() -> None:
    assert listed(letters("h") + "\n(1) Stir:\n(i) Left.\n(ii) Right.\n(i) Sip.")[-3:] == [
        "653a.1(h)(1)(i)",
        "653a.1(h)(1)(ii)",
        "653a.1(i)",
    ]


def test_c_d_l_and_v_are_letters_in_a_list_of_letters() -> None:
    assert listed(letters("w"))[-1] == "653a.1(w)"


def test_v_is_roman_in_a_list_of_romans() -> None:
    romans = "\n".join(f"({roman}) Spoon." for roman in ("i", "ii", "iii", "iv", "v", "vi"))
    assert listed(f"(a) Lay:\n(1) Spoons:\n{romans}")[-2:] == ["653a.1(a)(1)(v)", "653a.1(a)(1)(vi)"]


def test_a_parent_need_not_end_with_a_colon() -> None:
    assert listed("(a) Pour the tea.\n(1) Tea first.")[-1] == "653a.1(a)(1)"


def test_a_section_of_plain_text_is_one_paragraph() -> None:
    assert listed("Tea is served\nat five.", "(a) Pour.") == ["653a.1", "653a.2(a)"]


def test_words_may_begin_with_a_quotation_or_a_sum() -> None:
    assert listed('(a) "Tea" is hot.\n(b) \\$5.\n(c) “Milk” is cold.')[-1] == "653a.1(c)"


# What is no paragraph


@pytest.mark.parametrize(
    "reference",
    [
        "(a)—(c) do not apply.",
        "(b), pour again.",
        "(b).",
        "(relating to cups).",
        "(c) and (d), unless cold.",
        "(1)(ii) above.",
        "§ 601a.2. The cup is full.",
    ],
)
def test_a_cross_reference_at_the_start_of_a_line_is_none(reference: str) -> None:
    assert listed(f"(a) Pour in accordance with subsections\n{reference}\n(b) Serve.") == [
        "653a.1(a)",
        "653a.1(b)",
    ]


def test_paytable_rows_belong_to_the_paragraph_above() -> None:
    table = "(a) Tea is paid:\n\nCup\tOdds\nFull cup\t{} to 1\n(same cup)\t\n\n(b) Serve."
    assert listed(table) == ["653a.1(a)", "653a.1(b)"]
    before, after = (paragraphs.index("pa-653a", pennsylvania(table.format(n))) for n in (3, 4))
    assert paragraphs.compare(before, after) == ["changed 653a.1(a)"]


@pytest.mark.parametrize(
    "notes",
    [
        "Authority\n\nIssued under the law of cups.",
        "#### **Source**\n\nAdopted at noon.",
        "**Cross References**\n\nCited in a menu.",
        "The provisions of this § 653a.1 amended under the law of cups.",
    ],
)
def test_notes_are_skipped_until_the_next_section(notes: str) -> None:
    assert listed(f"(a) Pour.\n\n{notes}", "(a) Serve.") == ["653a.1(a)", "653a.2(a)"]
    assert mark(f"(a) Pour.\n\n{notes}") == mark("(a) Pour.")


def test_contents_are_skipped() -> None:
    contents = "Sec.\n\n- 653a.1. Serving of tea.\n653a.2. Washing\n\nup.\n"
    assert cites("pa-653a", contents + pennsylvania("(a) Pour.", "(a) Wash.")) == ["653a.1(a)", "653a.2(a)"]


@pytest.mark.parametrize("title", ["Serving of\ntea.", "Serv-\ning of tea.", "Serving of\n\ntea."])
def test_a_title_may_be_broken_over_lines(title: str) -> None:
    assert cites("pa-653a", f"§ 653a.1. {title}\n(a) Pour.") == ["653a.1(a)"]


# Fingerprints


@pytest.mark.parametrize(
    "same",
    [
        "(a) Pour the five-cup pot before serving.",
        "- (a) **Pour**  the *five-cup* pot\tbefore <i>serving</i>.",
        "(a) Pour the five-\ncup pot be-\nfore serving.",
        "(a) Pour the five-cup pot be-\n\nfore serving.",
        "(a) Pour the five-cup pot\n\n653a-7\n\n- before serving.",
        "(a) Pour the five-cup pot before serving.\n\n[Next page is 653b-1.]\n\n#### **653a-24**",
        "(a) POUR the five-cup pot before serving.",
    ],
)
def test_layout_does_not_change_a_fingerprint(same: str) -> None:
    assert mark(same) == mark("(a) Pour the five-cup pot before serving.")


@pytest.mark.parametrize("other", ["(a) Pour the pot.", "(a) Pour a pot twice.", "(a) Pour a pot; or"])
def test_other_words_change_a_fingerprint(other: str) -> None:
    assert mark(other) != mark("(a) Pour a pot.")


def test_a_fingerprint_is_ten_hex_digits_of_the_words_alone() -> None:
    assert mark("(a) Pour.") == hashlib.sha256(b"pour.").hexdigest()[:10]
    assert mark("(a) Stir.\n(b) Pour.") == mark("(a) Pour.")


# Definitions

LEAD_IN = "In this chapter words mean:\n\n"


def defined(body: str) -> list[str]:
    return cites("pa-653a", f"**§ 653a.1. Definitions.**\n\n{LEAD_IN}{body}")


def test_terms_are_cited_as_printed_and_the_lead_in_by_its_section() -> None:
    assert defined("*Tea pot*—A pot.\n\nCup——A small pot.\nSpoon—No pot.") == [
        "653a.1",
        "653a.1(Tea pot)",
        "653a.1(Cup)",
        "653a.1(Spoon)",
    ]


def test_two_terms_on_one_line_are_two() -> None:
    assert defined("Cup—A small pot. Cup Plate—Its plate.")[1:] == ["653a.1(Cup)", "653a.1(Cup Plate)"]


def test_a_dash_inside_a_definition_defines_nothing() -> None:
    assert defined("Cup—A pot—often small—for tea.")[1:] == ["653a.1(Cup)"]


def test_items_of_a_definition_are_romans() -> None:
    assert defined("Cup—A pot for:\n\n- (i) Tea.\n- (ii) Milk.\n\nPlate—A dish.")[1:] == [
        "653a.1(Cup)",
        "653a.1(Cup)(i)",
        "653a.1(Cup)(ii)",
        "653a.1(Plate)",
    ]


# Maryland and Massachusetts


def test_maryland_cites_capital_number_letter_roman() -> None:
    text = "Chapter 1- Definitions2\t\n\nChapter 1- Definitions.\n\nA. Words.\n\nB. Terms:\n\n- (1) Tea:\n\n"
    text += "(a) Green:\n\n(i) Hot.\n\n- C. Cups."
    assert cites("md-thb", text) == ["1.A", "1.B", "1.B(1)", "1.B(1)(a)", "1.B(1)(a)(i)", "1.C"]


@pytest.mark.parametrize(
    "head",
    [
        "Chapter 1 - Serving of Tea **MLGCA Version 1.0**\n",
        "- Chapter 1 Serving of Tea **MLGCA Version 1.0**\n",
        "Page **2** of **9**\n",
    ],
)
def test_maryland_running_heads_are_dropped(head: str) -> None:
    plain = "Chapter 1 - Serving of Tea.\n\nA. Pour in accordance with Chapter 2 - Cups until\n\n{}\nfull."
    assert paragraphs.index("md-thb", plain.format(head)) == paragraphs.index("md-thb", plain.format(""))


def test_a_running_head_inside_a_sentence_takes_none_of_its_words() -> None:
    plain = "Chapter 1 - Serving of Tea.\n\nA. Pour as Chapter 2 –Cups says every{}\n\nfive minutes."
    head = " Chapter 1 - Serving of Tea Page **2** of **9 MLGCA Version 1.0**"
    assert paragraphs.index("md-thb", plain.format(head)) == paragraphs.index("md-thb", plain.format(""))


def test_massachusetts_sections_are_bold_with_or_without_a_heading_mark() -> None:
    text = "## **TEA**\n\n### **1. Definitions**\n\nWords mean:\n\n*Cup*-- or pot means a pot.\n\n**2. Tea**\n\n"
    text += "- (a) Pour as in Section\n\n9. Then:\n- (1) Stir:\n    - (i) Left.\n\n## **2a. Milk**\n\n(a) Add."
    assert cites("ma-colorado", text) == ["1", "1(Cup)", "2(a)", "2(a)(1)", "2(a)(1)(i)", "2a(a)"]


# French articles

GENERAL = "Source: a tea room.\n\n" + "".join(f"# Article {n}\n\nTea.\n\n" for n in ("39", "40", "40-1", "49", "50"))
CUPS = "Source: a menu.\n\n# Section 14. Tea. Article 55-21\n\nServing of tea.\n\nPour:\n\na) Tea ;\nb) Milk.\n"


def test_every_printed_line_after_the_heading_is_an_alinea() -> None:
    """Blank lines do not count; items of a list and rows of a table do."""
    found = list(paragraphs.index("fr-trois-cartes", CUPS, GENERAL))
    assert found[:3] == [f"Art. 55-21 al. {n}" for n in (1, 2, 3)]
    assert found[3:] == [f"Art. {article} al. 1" for article in paragraphs.GENERAL_ARTICLES]


def test_articles_come_in_their_own_order_whatever_the_order_of_the_texts() -> None:
    found = paragraphs.index("fr-trois-cartes", GENERAL, CUPS)
    assert found == paragraphs.index("fr-trois-cartes", CUPS, GENERAL)
    assert found["Art. 55-21 al. 1"] == hashlib.sha256(b"pour:").hexdigest()[:10]


def test_a_heading_beside_the_number_is_no_alinea_and_articles_of_other_games_are_left_out() -> None:
    general = GENERAL.replace("# Article 49\n", "# Article 49. Of cups.\n")
    assert paragraphs.index("fr-trois-cartes", CUPS, general) == paragraphs.index("fr-trois-cartes", CUPS, GENERAL)
    other = CUPS + "\n# Article 55-22\n\nOf spoons.\n"
    assert paragraphs.index("fr-trois-cartes", other, GENERAL) == paragraphs.index("fr-trois-cartes", CUPS, GENERAL)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ((CUPS,), "not in the texts: Art. 39, Art. 40, Art. 40-1, Art. 49, Art. 50"),
        ((CUPS, GENERAL, CUPS), "line 3: Art. 55-21 is printed twice"),
        ((CUPS, GENERAL + "# Article 49"), "line 23: Art. 49 is printed twice"),
        (("# Annex\n", GENERAL), "line 1: '# Annex' is no heading of an article, such as '# Article 49. Title'"),
        (("# Article 55-21\n\nServing of tea.\n", GENERAL), "not in the texts: Art. 55-21"),
    ],
)
def test_french_texts_that_do_not_hang_together_are_refused(texts: tuple[str, ...], message: str) -> None:
    with pytest.raises(paragraphs.UnreadableError) as refused:
        paragraphs.index("fr-trois-cartes", *texts)
    assert str(refused.value) == message


def test_only_french_rulebooks_take_several_texts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cups, general = (write(tmp_path / f"{n}.txt", text) for n, text in enumerate((CUPS, GENERAL)))
    assert paragraphs.main(["fr-trois-cartes", cups, general]) == 0
    index = write(tmp_path / "paragraphs.txt", capsys.readouterr().out)
    assert paragraphs.main(["fr-trois-cartes", general, cups, "--compare", index]) == 0
    with pytest.raises(SystemExit):
        paragraphs.main(["pa-653a", cups, general])
    assert "pa-653a is one text" in capsys.readouterr().err


# Misprints and gaps


def test_the_misprinted_last_letter_of_647a_11_is_corrected() -> None:
    plain = "".join(f"§ 647a.{n}. Tea.\n\nTea.\n\n" for n in range(1, 11))
    last = f"§ 647a.11. Cups.\n\n{letters('k')}\n(1) One.\n(2) Two.\n- (1) Wash."
    assert cites("pa-647a", plain + last)[-2:] == ["647a.11(k)(2)", "647a.11(l)"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("(a) Pour.\n(c) Serve.", "line 6: (c) follows 653a.1(a); expected (b), (1)"),
        ("(a) Pour:\n(2) Tea.", "line 6: (2) follows 653a.1(a); expected (b), (1)"),
        ("(b) Pour.", "line 5: (b) follows 653a.1; expected (a)"),
        ("(a) Pour.\n(a) Serve.", "line 6: (a) follows 653a.1(a); expected (b), (1)"),
        ("(a) Pour:\n(1) Tea.\n(iii) Milk.", "line 7: (iii) follows 653a.1(a)(1); expected (b), (2), (i)"),
        ("(a) Pour.\nSource\n(b) Serve.", "line 7: (b) follows the notes after 653a.1(a); expected (b), (1)"),
        (
            "(a) Pour as in\n(b) and serve.",
            "line 6: (b) after 653a.1(a): if a cross-reference, join it to the line before",
        ),
        (
            "(a) Pour.\n(b)\nServe.",
            "line 6: (b) after 653a.1(a): if a cross-reference, join it to the line before",
        ),
    ],
)
def test_a_sequence_that_jumps_is_refused(body: str, message: str) -> None:
    assert refusal(body) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "§ 653a.1. Tea.\n§ 653a.3. Cups.",
            "line 2: section 653a.3 out of order; expected 653a.2 or 653a.1a",
        ),
        ("§ 653a.2. Tea.", "line 1: section 653a.2 out of order; expected 653a.1"),
        (
            "653a.1. Tea.\n653a.2. Cups.\n§ 653a.1. Tea.\nTea.",
            "in the table of contents but not in the text: 653a.2",
        ),
        ("§ 653a.1. Definitions.\nCup—A pot.\nCup—A pot.", "line 3: 653a.1(Cup) is printed twice"),
        ("Tea.", "no section heading found; expected section 653a.1"),
    ],
)
def test_a_text_that_does_not_hang_together_is_refused(text: str, message: str) -> None:
    with pytest.raises(paragraphs.UnreadableError) as refused:
        cites("pa-653a", text)
    assert str(refused.value) == message


# Comparing


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.fixture
def kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The index of a text as it was before the regulator amended it."""
    text = write(tmp_path / "before.txt", pennsylvania("(a) Pour.\n(b) Stir.\n(c) Serve."))
    assert paragraphs.main(["pa-653a", text]) == 0
    return write(tmp_path / "paragraphs.txt", capsys.readouterr().out)


def test_the_index_names_the_tool_that_made_it(kept: str) -> None:
    lines = Path(kept).read_text(encoding="utf-8").splitlines()
    assert [line.startswith("#") for line in lines] == [True, True, False, False, False]
    assert "tools/paragraphs.py" in lines[1]
    assert lines[2] == f"653a.1(a) {mark('(a) Pour.')}"


def test_an_unchanged_text_has_nothing_to_report(kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = write(tmp_path / "same.txt", pennsylvania("- (a) Pour.\n- (b) Stir.\n- (c)  *Serve*."))
    assert paragraphs.main(["pa-653a", text, "--compare", kept]) == 0
    assert capsys.readouterr().out == "no paragraph changed\n"


def test_added_removed_and_changed_paragraphs_are_named(
    kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = write(tmp_path / "after.txt", pennsylvania("(a) Pour twice.\n(1) Slowly.\n(b) Stir."))
    assert paragraphs.main(["pa-653a", text, "--compare", kept]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "added 653a.1(a)(1)",
        "removed 653a.1(c)",
        "changed 653a.1(a)",
    ]


def test_what_cannot_be_read_is_status_2(kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = write(tmp_path / "text.txt", pennsylvania("(a) Pour."))
    assert paragraphs.main(["pa-653a", str(tmp_path / "none.txt")]) == 2
    assert paragraphs.main(["pa-653a", write(tmp_path / "gap.txt", pennsylvania("(b) Pour."))]) == 2
    assert paragraphs.main(["pa-653a", text, "--compare", write(tmp_path / "bad.txt", "653a.1(a)")]) == 2
    assert "index line 1: expected '<cite> <fingerprint>'" in capsys.readouterr().err


def test_an_unknown_rulebook_is_refused() -> None:
    with pytest.raises(SystemExit) as stopped:
        paragraphs.main(["pa-000a", "text.txt"])
    assert stopped.value.code == 2


# The indexes kept beside the rulebooks


@pytest.mark.parametrize(
    ("rulebook", "count"),
    [
        ("pa-647a", 183),
        ("md-thb", 227),
        ("ma-colorado", 145),
        ("pa-653a", 192),
        ("pa-677a", 134),
        ("pa-678a", 145),
    ],
)
def test_the_kept_index_is_whole(rulebook: str, count: int) -> None:
    folder = ROOT / "src" / "tablelaw" / "rulebooks" / rulebook.replace("-", "_")
    text = (folder / "paragraphs.txt").read_text(encoding="utf-8")
    kept = paragraphs.parse(text)
    assert len(kept) == count
    assert text == paragraphs.show(rulebook, kept)
