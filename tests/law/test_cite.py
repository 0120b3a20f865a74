"""Cites: five notations, read, printed, ordered, contained."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelaw import rulebooks
from tablelaw.errors import BadCite
from tablelaw.law.cite import Cite, Notation, roman_value

GOOD = [
    ("653a.11(h)(2)(ii)", Notation.PENNSYLVANIA, "653a.11", ("h", "2", "ii")),
    ("647a.11(b)(2)(i)(A)", Notation.PENNSYLVANIA, "647a.11", ("b", "2", "i", "A")),
    ("653a.11", Notation.PENNSYLVANIA, "653a.11", ()),
    ("653a.1(Envy bonus qualifying hand)", Notation.PENNSYLVANIA, "653a.1", ("Envy bonus qualifying hand",)),
    ("653a.1(Lucky bonus)(i)", Notation.PENNSYLVANIA, "653a.1", ("Lucky bonus", "i")),
    ("11.I(3)(d)(iii)", Notation.MARYLAND, "11", ("I", "3", "d", "iii")),
    ("7.H", Notation.MARYLAND, "7", ("H",)),
    ("10(b)(3)(i)", Notation.MASSACHUSETTS, "10", ("b", "3", "i")),
    ("6a(b)", Notation.MASSACHUSETTS, "6a", ("b",)),
    ("1(Bet wager)", Notation.MASSACHUSETTS, "1", ("Bet wager",)),
    ("COMAR 36.05.03.06", Notation.COMAR, "36.05.03.06", ()),
    ("COMAR 36.05.03.24J(2)(b)(i)", Notation.COMAR, "36.05.03.24", ("J", "2", "b", "i")),
    ("205 CMR 146.49", Notation.CMR, "146.49", ()),
    ("205 CMR 146.49(3)(a)", Notation.CMR, "146.49", ("3", "a")),
]


@pytest.mark.parametrize(("text", "notation", "section", "path"), GOOD)
def test_each_notation_is_told_from_its_form(
    text: str, notation: Notation, section: str, path: tuple[str, ...]
) -> None:
    assert Cite.parse(text) == Cite(notation, section, path)


@pytest.mark.parametrize("text", [row[0] for row in GOOD])
def test_a_cite_prints_as_it_was_written(text: str) -> None:
    assert str(Cite.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "11", "653c.1", "653a", "653a.11(h", "653a.11 h", "653a.11(2)", "11.i(3)", "10(B)", "10(b)(i)"),
        *("COMAR 36.05.03", "COMAR 36.05.03.06(C)", "COMAR 36.05.03.06c"),
        *("205 CMR 146", "205 CMR 146.49(a)", "CMR 146.49"),
    ],
)
def test_what_is_no_cite_is_refused_with_examples(text: str) -> None:
    with pytest.raises(BadCite) as refusal:
        Cite.parse(text)
    assert refusal.value.accepted


def test_a_bare_chapter_needs_its_notation() -> None:
    assert Cite.parse("11", Notation.MARYLAND) == Cite(Notation.MARYLAND, "11")
    assert Cite.parse("11", Notation.MASSACHUSETTS) == Cite(Notation.MASSACHUSETTS, "11")


def test_a_cite_of_another_notation_is_refused() -> None:
    with pytest.raises(BadCite, match="maryland notation here"):
        Cite.parse("653a.11(h)", Notation.MARYLAND)


def test_five_levels_are_one_too_many() -> None:
    with pytest.raises(BadCite, match="order of levels"):
        Cite.parse("653a.11(h)(2)(ii)(A)(1)")


def test_cites_order_as_the_law_is_printed() -> None:
    texts = [
        "653a.2(b)(10)(iv)",
        "653a.11(h)(2)",
        "653a.2(b)(9)",
        "653a.11(h)(2)(ix)",
        "653a.11(h)(2)(v)",
        "653a.11(i)",
    ]
    ordered = [str(cite) for cite in sorted(map(Cite.parse, texts))]
    assert ordered == [
        "653a.2(b)(9)",
        "653a.2(b)(10)(iv)",
        "653a.11(h)(2)",
        "653a.11(h)(2)(v)",
        "653a.11(h)(2)(ix)",
        "653a.11(i)",
    ]


def test_section_6a_stands_between_6_and_7() -> None:
    six, six_a, seven = (Cite.parse(text) for text in ("6(f)", "6a(a)", "7(a)"))
    assert six < six_a < seven


def test_a_paragraph_contains_itself_and_its_parts_only() -> None:
    whole, part, sister = (Cite.parse(f"653a.11{tail}") for tail in ("(h)", "(h)(2)(i)", "(i)"))
    assert whole.contains(whole)
    assert whole.contains(part)
    assert not part.contains(whole)
    assert not whole.contains(sister)
    assert whole.touches(part) and part.touches(whole) and not whole.touches(sister)
    assert part.parent == Cite.parse("653a.11(h)(2)")
    assert Cite.parse("653a.11").parent is None


@pytest.mark.parametrize(("numeral", "value"), [("i", 1), ("iv", 4), ("v", 5), ("ix", 9), ("xiv", 14), ("xl", 40)])
def test_roman_numerals(numeral: str, value: int) -> None:
    assert roman_value(numeral) == value


ALL = [provision.cite for book in rulebooks.all_rulebooks() for provision in book.provisions]


@given(st.sampled_from(ALL), st.sampled_from(ALL))
def test_order_is_total_and_agrees_with_containment(one: Cite, other: Cite) -> None:
    assert (one < other) + (other < one) + (one == other) == 1
    if one.contains(other) and one != other:
        assert one < other


@given(st.sampled_from(ALL))
def test_every_paragraph_of_every_law_round_trips(cite: Cite) -> None:
    assert Cite.parse(str(cite), cite.notation) == cite
