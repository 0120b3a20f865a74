"""Rulebooks with other odds or with choices made: new figures, an id of their own, and never mistaken for the law."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from time import process_time
from types import CodeType, FunctionType
from typing import Any

import pytest

import tablelaw as tl
from tablelaw import rulebooks
from tablelaw.analysis import main_game
from tablelaw.analysis.cache import fingerprint
from tablelaw.analysis.main_choices import as_law
from tablelaw.analysis.side_wagers.counts import class_counts
from tablelaw.cards import Card
from tablelaw.errors import BadCard, BadOdds, BadSubmission, TablelawError, UnknownRulebook, WrongDecisions
from tablelaw.law.changed_odds import SHOWN, UnknownCell
from tablelaw.law.rulebook import Rulebook
from tests.examples import FOLDER

BOOK = tl.rulebook("pa-653a")
MARK = "not the regulation: odds changed by with_odds"


def changed(odds: str = "10 to 1") -> Rulebook:
    return BOOK.with_odds("trips", A={"full house": odds})


def trips(book: Rulebook, column: str = "A") -> Fraction:
    return tl.analyze(book, wagers=["trips"], trips=column).results[0].ev


# --- Figures ---------------------------------------------------------------------------------------------------


def test_a_changed_cell_changes_the_value_by_the_deals_it_pays_in() -> None:
    counts = class_counts("five-card", 7)
    assert trips(changed()) - trips(BOOK) == Fraction(counts["full house"], sum(counts.values()))
    assert trips(changed(), "B") == trips(BOOK, "B")


def test_a_changed_cell_is_answered_within_a_second_and_nothing_else_is_solved() -> None:
    solved: list[str] = []
    before = process_time()
    book = changed("11 to 1")
    found = tl.analyze(book, solved.append, wagers=["trips"])
    assert process_time() - before < 1
    assert [result.choices["trips"] for result in found] == ["A", "B", "C", "D"]
    assert solved == []


def test_a_changed_cell_of_a_wager_that_a_fold_loses_is_answered_within_a_second() -> None:
    """How often each hand is folded does not depend on it, and is known from the regulation."""
    law = tl.analyze(BOOK, wagers=["progressive"])
    before = process_time()
    found = tl.analyze(BOOK.with_odds("progressive", A={"full house": "61 for 1"}), wagers=["progressive"])
    assert process_time() - before < 1
    better = [one.ev - other.ev for one, other in zip(found, law, strict=True)]
    assert [gain > 0 for gain in better] == [one.choices["progressive"] == "A" for one in law]


def test_a_wager_asked_about_alone_has_the_figures_of_the_whole_analysis() -> None:
    whole, alone = tl.analyze("ma-colorado"), tl.analyze("ma-colorado", wagers=["bonus"])
    assert [(one.choices, one.ev) for one in alone] == [(one.choices, one.ev) for one in whole.of("bonus")]
    assert tl.analyze("ma-colorado", wagers="main").main.ev == whole.main.ev
    with pytest.raises(BadSubmission, match="the main game was not asked about"):
        _ = alone.main


@pytest.mark.parametrize(("wager", "why"), [("play", "it is part of the main game"), ("no-such", "accepted: main, ")])
def test_a_wager_without_a_result_of_its_own_is_refused(wager: str, why: str) -> None:
    with pytest.raises(BadSubmission, match=why):
        tl.analyze(BOOK, wagers=[wager])


def test_changed_odds_are_paid_at_the_table() -> None:
    round_ = {"hand": "2h 2d", "board": "2c 9h 9d Kc 4s", "dealer": "Ks Qd", "decisions": ["bet 4x"]}
    stakes = {"ante": 5, "blind": 5, "trips": 5}
    nets = [
        next(row["net_cents"] for row in tl.settle(book, wagers=stakes, **round_).rows() if row["wager"] == "trips")
        for book in (BOOK, changed())
    ]
    assert nets == [4_500, 5_000]


def test_odds_that_a_reading_replaces_can_be_changed_too() -> None:
    for book in rulebooks.all_rulebooks():
        for table in book.paytables:
            for one in table.replaced:
                made = book.with_odds(table.id, {one.column: {one.row: "77 to 1"}})
                kept = [r for r in made.paytable(table.id).replaced if (r.column, r.row) == (one.column, one.row)]
                assert all(row.odds == "" and row.becomes for row in kept)


# --- Never mistaken for the law -----------------------------------------------------------------------------------


def test_a_changed_rulebook_has_an_id_and_a_digest_of_its_own() -> None:
    assert changed().id != BOOK.id and changed().id.startswith("pa-653a+")
    assert changed().id == changed().id != changed("11 to 1").id
    assert len({fingerprint(BOOK), fingerprint(changed()), fingerprint(changed("11 to 1"))}) == 3
    with pytest.raises(UnknownRulebook):
        rulebooks.get(changed().id)


def test_the_order_of_changes_makes_no_difference_and_setting_them_back_gives_the_law() -> None:
    one = changed().with_odds("blind", B={"flush": "2 to 1"})
    other = BOOK.with_odds("blind", B={"flush": "2 to 1"}).with_odds("trips", A={"full house": "10 to 1"})
    assert one.id == other.id and one.changes == other.changes
    back = changed().with_odds("trips", A={"full house": "9 to 1"})
    assert (back.id, back.changes, back.status) == (BOOK.id, (), BOOK.status)


def test_every_result_says_that_it_is_not_the_regulation() -> None:
    book = changed()
    found = tl.analyze(book, wagers=["trips"])
    settled = tl.settle(
        book, hand="2h 2d", board="2c 9h 9d Kc 4s", dealer="Ks Qd", decisions=["bet 4x"], wagers={"ante": 5, "blind": 5}
    )
    advised = tl.advise(book, "Ad Jh", "4s 5h 6d 8c 9d")
    texts = [repr(book), repr(found), found._repr_html_(), str(found.as_json()), str(found.results[0].as_json())]
    texts += [repr(settled), settled._repr_html_(), str(settled.as_json())]
    texts += [repr(advised), advised._repr_html_(), str(advised.as_json()), repr(found.results[0])]
    texts += [
        figure.axes[0].get_title(loc="left") for figure in (found.plot(), found.results[0].plot(), advised.plot())
    ]
    assert [MARK in text for text in texts] == [True] * len(texts)
    assert MARK not in repr(tl.analyze(BOOK, wagers=["trips"]))


def test_a_par_sheet_of_changed_odds_says_so_in_every_form() -> None:
    from tablelaw.analysis.par.forms.text import par_text

    law = tl.rulebook("ma-colorado")
    book = law.with_odds("bonus", {law.paytable("bonus").columns[0]: {law.paytable("bonus").rows[0][0]: "999 to 1"}})
    sheet, plain = tl.par(book), tl.par("ma-colorado")
    assert sheet.header.fingerprint != plain.header.fingerprint
    for text in (repr(sheet), sheet._repr_html_(), par_text(sheet), str(sheet.as_json())):
        assert MARK in " ".join(text.split())
    assert MARK not in repr(plain)


def test_only_the_first_changes_are_named() -> None:
    cells = dict.fromkeys([row[0] for row in BOOK.paytable("trips").rows][: SHOWN + 1], "99 to 1")
    few = dict(list(cells.items())[:SHOWN])
    assert "more" not in BOOK.with_odds("trips", A=few).not_the_law
    assert BOOK.with_odds("trips", A=cells).not_the_law.endswith("; and 1 more")


def test_caches_never_mix_a_changed_rulebook_with_the_law(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELAW_CACHE", str(tmp_path))
    law = tl.rulebook("ma-colorado")
    column, row = law.paytable("bonus").columns[0], law.paytable("bonus").rows[0][0]
    made = tl.analyze(law.with_odds("bonus", {column: {row: "999 to 1"}}))
    monkeypatch.setattr(main_game, "main_result", None)  # the main game is not solved again
    plain = tl.analyze(law)
    assert {result.rulebook for result in plain} == {"ma-colorado"}
    assert {result.rulebook for result in made} == {made.rulebook}
    assert made.main.ev == plain.main.ev and made.of("bonus")[0].ev != plain.of("bonus")[0].ev


def words_of(function: FunctionType, seen: set[str]) -> set[str]:
    """The texts in a function, and in the functions of its module that it calls."""
    words, names = set[str](), {*function.__code__.co_names} - seen
    codes = [function.__code__]
    while codes:
        code = codes.pop()
        words |= {one for one in code.co_consts if isinstance(one, str)}
        codes += [one for one in code.co_consts if isinstance(one, CodeType)]
    for name in names:
        called = function.__globals__.get(name)
        if isinstance(called, FunctionType) and called.__module__ == function.__module__:
            words |= words_of(called, seen | names)
    return words


@pytest.mark.parametrize("book", rulebooks.all_rulebooks(), ids=lambda book: book.id)
def test_rules_of_the_package_pay_only_by_tables_that_name_their_wager(book: Rulebook) -> None:
    """So results of wagers that no changed table names are those of the regulation."""
    tables = {table.id: set(table.wagers) for table in book.paytables}
    for rule in book.rules:
        assert isinstance(rule.decide, FunctionType)
        used = words_of(rule.decide, set()) & set(tables)
        assert [name for name in used if tables[name].isdisjoint(rule.wagers)] == [], rule.name


def test_every_wager_of_a_changed_game_outside_the_package_is_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    law = rulebooks.load(FOLDER / "three-card-poker")
    book = law.with_odds("pair-plus", {law.paytable("pair-plus").columns[0]: {"flush": "5 to 1"}})
    assert as_law(book.terms(), ["ante"]).book is book
    assert as_law(changed().terms(), ["ante"]).book is BOOK


def test_a_changed_column_leaves_the_other_columns_to_the_law() -> None:
    book = changed()
    assert [book.concerns(["trips"], {"trips": column}) for column in "AB"] == [True, False]
    assert not book.concerns(["blind", "ante"], {"trips": "A"})


def test_simulations_and_strategies_of_changed_odds_say_so_too() -> None:
    law = tl.rulebook("fr-trois-cartes")
    table = next(table for table in law.paytables if "ante-bonus" in table.wagers or len(table.rows) > 1)
    book = law.with_odds(table.id, {table.columns[0]: {table.rows[0][0]: "99 to 1"}})
    run, value = tl.simulate(book, 100, strategy=lambda spot: spot.options[-1]), tl.value(book, {"else": "bet"})
    results: list[Any] = [run, value]
    for result in results:
        assert MARK in repr(result) and MARK in result._repr_html_() and MARK in str(result.as_json())


# --- Choices ------------------------------------------------------------------------------------------------------


def test_a_choice_once_made_holds_everywhere_and_is_still_the_law() -> None:
    book = BOOK.with_choice(trips="C", blind="B")
    assert [result.choices for result in tl.analyze(book, wagers=["trips"])] == [{"trips": "C"}]
    assert (book.id, book.not_the_law) == (BOOK.id, "")
    assert fingerprint(book) == fingerprint(BOOK)
    assert book.terms().choice("trips") == "C"
    assert tl.play(book, strategy=lambda spot: "fold" if "fold" in spot.options else "check").settlement.engine.rules
    assert book.with_odds("trips", C={"flush": "8 to 1"}).terms().choice("trips") == "C"


def test_a_reading_is_switched_where_it_can_be() -> None:
    book = tl.rulebook("ma-colorado")
    reading = next(reading for reading in book.readings if reading.switch)
    other = next(one.id for one in reading.candidates if one.id != reading.chosen)
    switched = book.with_choice({reading.id: other})
    assert switched.terms().reading(reading.id) == other
    assert f"{reading.id}={other}" in repr(switched)
    fixed = next(reading for reading in book.readings if not reading.switch)
    with pytest.raises(BadSubmission, match="this reading cannot be switched"):
        book.with_choice({fixed.id: fixed.chosen})


# --- Refusals -----------------------------------------------------------------------------------------------------

WRONG = [
    (lambda: BOOK.with_odds("trip", A={"flush": "8 to 1"}), BadSubmission, "has no paytable 'trip'"),
    (lambda: BOOK.with_odds("trips", E={"flush": "8 to 1"}), UnknownCell, "no column 'E'; accepted: A, B, C, D"),
    (lambda: BOOK.with_odds("trips", A={"pair": "8 to 1"}), UnknownCell, "no row 'pair'"),
    (lambda: BOOK.with_odds("trips", A={"flush": "8:1"}), BadOdds, "column A, flush: '8:1' are not payout odds"),
    (lambda: BOOK.with_odds("trips", A={"flush": BOOK}), BadOdds, "odds of the type Rulebook"),  # type: ignore[dict-item]
    (lambda: BOOK.with_odds("trips", A={"flush": "10% of meter"}), BadOdds, "a meter that this column does not have"),
    (lambda: BOOK.with_choice(trips="Z"), BadSubmission, "trips cannot be 'Z'"),
    (lambda: BOOK.with_choice(trips=BOOK), BadSubmission, "trips cannot be of the type Rulebook"),  # type: ignore[arg-type]
    (lambda: BOOK.with_choice(trips="Z" * 500), BadSubmission, "trips cannot be 'ZZZ"),
    (lambda: tl.advise(BOOK, "Z" * 5_000), BadCard, "card 1 of 1: 'ZZZ"),
    (lambda: tl.advise(BOOK, "Kd Qh", earlier="Z" * 5_000), WrongDecisions, "'zzz"),
    (lambda: Card(BOOK), BadCard, "of the type Rulebook is not a card number"),  # type: ignore[arg-type]
    (lambda: tl.rulebook(7), UnknownRulebook, "a rulebook 7"),  # type: ignore[arg-type]
    (lambda: tl.rulebook([BOOK]), UnknownRulebook, "a rulebook of the type list"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("asked", "kind", "says"), WRONG, ids=range(len(WRONG)))
def test_a_refusal_is_short_and_says_what_would_be_accepted(
    asked: object, kind: type[TablelawError], says: str
) -> None:
    assert callable(asked)
    with pytest.raises(kind) as refused:
        asked()
    assert says in str(refused.value) and refused.value.accepted
    assert len(str(refused.value)) < 600 and "Rulebook(" not in str(refused.value)


def test_a_rulebook_is_accepted_wherever_an_id_is() -> None:
    assert rulebooks.get(BOOK) is BOOK
    assert tl.analyze(BOOK, wagers=["trips"]) == tl.analyze("pa-653a", wagers=["trips"])
    assert tl.advise(BOOK, "Ad Jh", "4s 5h 6d 8c 9d") == tl.advise("pa-653a", "Ad Jh", "4s 5h 6d 8c 9d")
    assert len(repr(BOOK)) < 200 and len(repr(BOOK.terms())) < 400
