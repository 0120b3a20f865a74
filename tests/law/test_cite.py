"""Cites in the known notations and in those that a rulebook declares: read, printed, ordered, contained."""

from __future__ import annotations

import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelaw import rulebooks
from tablelaw.errors import BadCite, BadRulebook
from tablelaw.law.cite import Cite
from tablelaw.law.notation import Notation, known_notations, read_notation, roman_value

PENNSYLVANIA, MARYLAND, MASSACHUSETTS, COMAR, CMR, BY_ALINEA = known_notations().values()

GOOD = [
    ("653a.11(h)(2)(ii)", PENNSYLVANIA, "653a.11", ("h", "2", "ii")),
    ("647a.11(b)(2)(i)(A)", PENNSYLVANIA, "647a.11", ("b", "2", "i", "A")),
    ("653a.11", PENNSYLVANIA, "653a.11", ()),
    ("653a.1(Envy bonus qualifying hand)", PENNSYLVANIA, "653a.1", ("Envy bonus qualifying hand",)),
    ("653a.1(Lucky bonus)(i)", PENNSYLVANIA, "653a.1", ("Lucky bonus", "i")),
    ("11.I(3)(d)(iii)", MARYLAND, "11", ("I", "3", "d", "iii")),
    ("7.H", MARYLAND, "7", ("H",)),
    ("10(b)(3)(i)", MASSACHUSETTS, "10", ("b", "3", "i")),
    ("6a(b)", MASSACHUSETTS, "6a", ("b",)),
    ("1(Bet wager)", MASSACHUSETTS, "1", ("Bet wager",)),
    ("COMAR 36.05.03.06", COMAR, "36.05.03.06", ()),
    ("COMAR 36.05.03.24J(2)(b)(i)", COMAR, "36.05.03.24", ("J", "2", "b", "i")),
    ("205 CMR 146.49", CMR, "146.49", ()),
    ("205 CMR 146.49(3)(a)", CMR, "146.49", ("3", "a")),
    ("Art. 49", BY_ALINEA, "Art. 49", ()),
    ("Art. 55-20-1 al. 4", BY_ALINEA, "Art. 55-20-1", ("4",)),
    ("NOR INTD0754510A", BY_ALINEA, "NOR INTD0754510A", ()),
]


@pytest.mark.parametrize(("text", "notation", "section", "path"), GOOD)
def test_each_notation_is_recognised_by_its_form(
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
        *("Art. 55-21 12", "Art. 55-21 al. ", "Art. 55-21 al. a", "55-21 al. 12", "NOR INTD075451A"),
    ],
)
def test_what_is_no_cite_is_refused_with_examples(text: str) -> None:
    with pytest.raises(BadCite) as refusal:
        Cite.parse(text)
    assert refusal.value.accepted


def test_a_bare_chapter_needs_its_notation() -> None:
    assert Cite.parse("11", MARYLAND) == Cite(MARYLAND, "11")
    assert Cite.parse("11", MASSACHUSETTS) == Cite(MASSACHUSETTS, "11")


def test_a_cite_of_another_notation_is_refused() -> None:
    with pytest.raises(BadCite, match="maryland notation here"):
        Cite.parse("653a.11(h)", MARYLAND)


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


FRENCH = {
    "name": "code of internal security",
    "prefix": "Art. ",
    "section": r"\d+(?:-\d+)*",
    "levels": [" 1°", " a)"],
    "example": "Art. 55-21 3° b)",
}
PLAIN = {"name": "house rules", "section": r"\d{1,2}", "levels": ["(a)", "(1)"], "example": "4(a)"}
SUPPLEMENT = {"name": "chapters b", "section": r"\d{3}b\.\d{1,2}", "levels": ["(a)"], "example": "653b.3(b)"}
UNPREFIXED = {
    "name": "comar without its prefix",
    "section": r"(?:\d\d\.){3}\d\d",
    "levels": ["A", "(1)"],
    "example": "36.05.03.04A(1)",
}
CHAPTERS = {"name": "chapters", "prefix": "§ ", "section": r"\d+", "levels": ["-I", ".1"], "example": "§ 3-IV.2"}
ALINEAS = {"name": "by alinéa", "section": r"Art\. \d+(?:-\d+)*", "levels": [" al. 1"], "example": "Art. 49 al. 2"}

DECLARED = [
    (FRENCH, ["Art. 55-18", "Art. 55-18-1", "Art. 55-21", "Art. 55-21 3°", "Art. 55-21 3° b)", "Art. 55-21 10°"]),
    (PLAIN, ["4", "4(a)", "4(a)(2)", "4(a)(10)", "4(b)", "4(aa)", "10"]),
    (SUPPLEMENT, ["653b.3", "653b.3(b)", "653b.10(a)"]),
    (UNPREFIXED, ["36.05.03.04", "36.05.03.04A", "36.05.03.04A(1)", "36.05.03.04B", "36.05.03.12"]),
    (ALINEAS, ["Art. 40", "Art. 40-1 al. 4", "Art. 55-18", "Art. 55-18-1 al. 2", "Art. 55-18-1 al. 10", "Art. 55-20"]),
    (CHAPTERS, ["§ 3", "§ 3-I", "§ 3-IV.2", "§ 3-IX", "§ 12-I"]),
]


@pytest.mark.parametrize(("row", "texts"), DECLARED, ids=lambda row: row["name"] if isinstance(row, dict) else "")
def test_a_declared_notation_reads_prints_and_orders(row: dict[str, object], texts: list[str]) -> None:
    notation = read_notation(row, "rulebook.toml")
    cites = [Cite.parse(text, notation) for text in texts]
    assert [str(cite) for cite in cites] == texts
    assert all(one < other for one, other in pairwise(cites))
    assert pickle.loads(pickle.dumps(cites)) == cites


@pytest.mark.parametrize(("row", "texts"), DECLARED, ids=lambda row: row["name"] if isinstance(row, dict) else "")
def test_parents_contain_their_parts_in_a_declared_notation(row: dict[str, object], texts: list[str]) -> None:
    notation = read_notation(row, "rulebook.toml")
    deepest = max((Cite.parse(text, notation) for text in texts), key=lambda cite: len(cite.path))
    parent = deepest.parent
    assert parent is not None and parent.contains(deepest) and not deepest.contains(parent)
    assert parent < deepest and Cite.parse(str(parent), notation) == parent


def test_sections_of_one_number_are_told_apart() -> None:
    notation = read_notation({**PLAIN, "section": r"[LR]\. \d+", "example": "L. 4(a)"}, "rulebook.toml")
    laws, rules = Cite.parse("L. 4", notation), Cite.parse("R. 4", notation)
    assert laws < rules and laws != rules


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Art. 55-21 b)", "does not follow the code of internal security order of levels"),
        ("55-21 3°", "is not a paragraph reference"),
        ("Art. 55-21 3° b) 1", "does not follow"),
    ],
)
def test_what_does_not_follow_a_declared_notation_is_refused(text: str, what: str) -> None:
    with pytest.raises(BadCite, match=what):
        Cite.parse(text, read_notation(FRENCH, "rulebook.toml"))


BROKEN: list[tuple[object, str]] = [
    ("nevada", "'nevada' is unknown"),
    (None, "None is unknown"),
    ({**PLAIN, "level": []}, "unknown field `level`"),
    ({key: value for key, value in PLAIN.items() if key != "example"}, "missing required field `example`"),
    ({**PLAIN, "levels": "(a)"}, "Expected `array`"),
    ({**PLAIN, "name": "maryland"}, "is that of a known notation"),
    ({**PLAIN, "section": "("}, "is not a regular expression"),
    ({**PLAIN, "section": r"(\d)"}, "captures groups or may be empty"),
    ({**PLAIN, "section": r"\d*"}, "captures groups or may be empty"),
    ({**PLAIN, "levels": ["(b)"]}, "the level '(b)' is not the first marker"),
    ({**PLAIN, "levels": ["(a)(1)"]}, "is not the first marker"),
    ({**PLAIN, "levels": [" b. 1"]}, "is not the first marker"),
    ({**PLAIN, "levels": ["al1"]}, "is not the first marker"),
    ({**PLAIN, "levels": ["(Term)"]}, "a term among the levels"),
    ({**PLAIN, "levels": ["a", "i"]}, "the levels 'a' and 'i' run together"),
    ({**PLAIN, "definitions": ["(Word)"]}, "is not the first marker"),
    ({**PLAIN, "example": "4(1)"}, "the example '4(1)' does not follow it"),
]


@pytest.mark.parametrize(("row", "what"), BROKEN, ids=[what for _, what in BROKEN])
def test_a_broken_notation_is_refused_with_its_place(row: object, what: str) -> None:
    with pytest.raises(BadRulebook) as refusal:
        read_notation(row, "rulebook.toml")
    assert what in refusal.value.what and "rulebook.toml" in refusal.value.where and refusal.value.accepted
