"""`analyze` returns a result for every wager and every permitted choice, in the documented shape."""

from __future__ import annotations

import json
from collections import defaultdict
from fractions import Fraction
from functools import cache
from math import gcd
from typing import Any

import pytest

import tablelaw as hr
from tablelaw import rulebooks
from tablelaw.analysis.api import Analysis
from tablelaw.analysis.main_choices import is_beside_main_game, main_choices
from tablelaw.analysis.result import Result
from tablelaw.analysis.side_wagers.catalogue import hangs
from tablelaw.analysis.side_wagers.values import side_results
from tablelaw.errors import BadSubmission
from tests.analysis.quick_games import quick_to_solve

ALWAYS = {"wager", "choices", "unit", "ev", "hold", "seconds"}
OF_A_ROUND = {
    "average_wager",
    "element_of_risk",
    "standard_deviation",
    "hit_frequency",
    "n0",
    "distribution",
    "actions",
}

solved_here = pytest.mark.parametrize("book", quick_to_solve())


@cache
def analysis(book: str) -> Analysis:
    return hr.analyze(book)


@cache
def shown(book: str) -> list[dict[str, Any]]:
    """The results as JSON."""
    whole = json.loads(json.dumps(analysis(book).as_json()))
    assert whole["rulebook"] == book
    results: list[dict[str, Any]] = whole["results"]
    return results


def result(book: str, wager: str, **choices: str) -> Result:
    """The one result with exactly these choices."""
    named = {name.replace("_", "-"): value for name, value in choices.items()}
    (found,) = [one for one in analysis(book).of(wager) if one.choices == named]
    return found


# --- Completeness ------------------------------------------------------------------------------------------


@solved_here
def test_every_wager_has_a_result(book: str) -> None:
    rows = rulebooks.get(book).wagers
    beside = {wager.id for wager in rows if wager.kind not in ("opening", "decision")}
    assert {one.wager for one in analysis(book)} == {"main"} | beside


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_every_side_wager_is_valued_by_itself_or_beside_the_main_game(book: str) -> None:
    """Needs no solution of the main game, so games that take minutes are covered too."""
    rulebook, terms = rulebooks.get(book), rulebooks.get(book).terms()
    beside = {wager.id for wager in rulebook.wagers if is_beside_main_game(rulebook, wager)}
    apart = {result.wager for result in side_results(rulebook, {})}
    assert apart | {wager.id for wager in rulebook.wagers if hangs(terms, wager)} >= beside


@solved_here
def test_every_column_of_every_paytable_has_a_result(book: str) -> None:
    rulebook = rulebooks.get(book)
    for table in rulebook.paytables:
        if table.selected_by == "submission" and len(table.columns) > 1:
            main = {wager.id for wager in rulebook.wagers if wager.kind in ("opening", "decision")}
            for wager in table.wagers:
                found = analysis(book).of("main" if wager in main else wager)
                assert {one.choices[table.id] for one in found} == set(table.columns), (table.id, wager)


@solved_here
def test_every_choice_of_the_main_game_has_a_result(book: str) -> None:
    for name, values in main_choices(rulebooks.get(book)).items():
        found = {one.choices.get(name) for one in analysis(book).of("main")}
        assert set(values) <= found, name


@solved_here
def test_every_reading_that_bears_on_a_wager_has_a_result(book: str) -> None:
    """Readings that only concern irregularities do not change any figure."""
    rulebook = rulebooks.get(book)
    irregularities = {effect.reading for irregularity in rulebook.irregularities for effect in irregularity.effects}
    named = {name for one in analysis(book) for name in one.choices}
    assert {reading.id for reading in rulebook.readings if reading.switch} - irregularities <= named


@pytest.mark.parametrize("book", ["pa-647a", "pa-653a"])
def test_who_shares_a_win_changes_no_figure_of_one_player_on_one_box(book: str) -> None:
    [wager] = [wager for wager in rulebooks.get(book).wagers if wager.divided_by]
    name, figures = wager.divided_by, defaultdict(list)
    for one in analysis(book).of(wager.id):
        others = tuple((key, value) for key, value in one.choices.items() if key != name)
        figures[others].append((one.ev, one.distribution))
    candidates = rulebooks.get(book).reading(name).candidates
    assert figures and all(len(found) == len(candidates) for found in figures.values())
    assert all(one == found[0] for found in figures.values() for one in found)


@solved_here
def test_no_choice_is_answered_twice(book: str) -> None:
    keys = [(one.wager, tuple(sorted(one.choices.items()))) for one in analysis(book)]
    assert len(set(keys)) == len(keys)


# --- The documented shape --------------------------------------------------------------------------------------


@solved_here
def test_results_have_the_documented_shape(book: str) -> None:
    for one in shown(book):
        assert one.keys() >= ALWAYS, one["wager"]
        assert one["unit"] == ("ante" if one["wager"] == "main" else "wager")
        assert isinstance(one["hold"], float)
        assert isinstance(one["seconds"], float)
        assert all(isinstance(value, str) for value in one["choices"].values())


@solved_here
def test_fractions_stand_in_lowest_terms(book: str) -> None:
    for one in shown(book):
        texts = [one["ev"], *one.get("meters", {}).values(), *one.get("actions", {}).values()]
        texts += [play["ev"] for play in one.get("plays", {}).values()]
        texts += [strategy[key] for strategy in one.get("strategies", []) for key in ("ev", "cost")]
        for text in texts:
            above, below = map(int, text.split("/"))
            assert below > 0 and gcd(above, below) == 1, text
        assert one["hold"] == float(-Fraction(one["ev"]))


@solved_here
def test_choices_are_those_a_submission_may_name(book: str) -> None:
    rulebook = rulebooks.get(book)
    permitted: dict[str, tuple[str, ...]] = {**rulebook.permitted(), "amount": ("$1", "$5")}
    permitted |= {reading.id: tuple(c.id for c in reading.candidates) for reading in rulebook.readings}
    for one in shown(book):
        assert all(value in permitted[name] for name, value in one["choices"].items()), one["choices"]


@solved_here
def test_main_games_tell_everything_of_a_round(book: str) -> None:
    for one in (one for one in shown(book) if one["wager"] == "main"):
        assert one.keys() >= OF_A_ROUND
        spread = {Fraction(net): Fraction(share) for net, share in one["distribution"].items()}
        assert sum(spread.values()) == 1
        assert sum(net * share for net, share in spread.items()) == Fraction(one["ev"])
        assert sum(map(Fraction, one["actions"].values())) == 1
        assert one["element_of_risk"] == float(-Fraction(one["ev"]) / Fraction(one["average_wager"]))
        assert one["hit_frequency"] == float(sum(share for net, share in spread.items() if net > 0))


@solved_here
def test_every_meter_wager_has_its_coefficients(book: str) -> None:
    rulebook = rulebooks.get(book)
    paid_from = {wager for meter in rulebook.meters for wager in meter.wagers}
    for one in shown(book):
        assert ("meters" in one) is (one["wager"] in paid_from), one["wager"]
        meters = {meter.name for meter in rulebook.meters if one["wager"] in meter.wagers}
        assert set(one.get("meters", {})) <= meters


# --- Wagers that depend on the main game ------------------------------------------------------------------------


BAD_BEAT = {
    "A": ("-4940762633/19810406000", "-460267541/2257614450", "-158980399579/772605834000"),
    "B": ("-103444472491/534880962000", "-12852431056/86918156325", "-1041394054411/6953452506000"),
    "C": ("-1473535542383/6953452506000", "-688661836/4138959825", "-1170151454411/6953452506000"),
}


@pytest.mark.parametrize("column", BAD_BEAT)
def test_653a_11_i_bad_beat(column: str) -> None:
    """The value under best play of the main game, without folds (14.7868 % was published for B), and with both
    optimised together.
    """
    one = result("pa-653a", "bad-beat", bad_beat=column)
    told = (one.ev, one.plays["never folding"].ev, one.plays["both together"].ev)
    assert told == tuple(map(Fraction, BAD_BEAT[column]))
    assert one.play == "main game"
    assert told[0] < told[2] < told[1]


def test_653b_3_pays_a_losing_straight_flush_5_000_less_than_b() -> None:
    """All of C's other odds are B's, so their values differ only by these hands, counted without folds."""
    b, c = (result("pa-653a", "bad-beat", bad_beat=column).plays["never folding"].ev for column in "BC")
    assert b - c == 5_000 * Fraction(643_787, 173_836_312_650)


PROGRESSIVE = {
    ("A", "straight"): ("-24704/54145", "-1402/3185", "-31137100979/70236894000"),
    ("C", "straight"): ("-24236/54145", "-4668/10829", "-30496284179/70236894000"),
    ("A", "flush"): ("-9598/20825", "-1402/3185", "-515746722571/1158908751000"),
    ("D", "flush"): ("-127949/270725", "-24484/54145", "-529659192571/1158908751000"),
}


@pytest.mark.parametrize(("column", "least"), PROGRESSIVE)
def test_647a_11_b_2_i_b_progressive(column: str, least: str) -> None:
    one = result("pa-647a", "progressive", progressive=column, ante_pays_from=least)
    told = (one.ev, one.plays["never folding"].ev, one.plays["both together"].ev)
    assert told == tuple(map(Fraction, PROGRESSIVE[column, least]))
    assert one.meters.keys() == one.plays["never folding"].meters.keys()


def test_647a_folded_hands_are_not_paid_from_the_meter() -> None:
    """Offsuit 7-2 and lower hands make few full houses, so folding them loses only a little of the meters' value."""
    one = result("pa-647a", "progressive", progressive="C", ante_pays_from="straight")
    for name, share in one.plays["never folding"].meters.items():
        assert Fraction(9, 10) * share < one.meters[name] <= share


def test_12_d_the_colorado_bonus() -> None:
    one = result("ma-colorado", "bonus", version="required", suited_ace_two_three="counts")
    told = (one.ev, one.plays["never folding"].ev, one.plays["both together"].ev)
    assert told == (Fraction(-486_011, 2_544_815), Fraction(-2_268_046, 12_724_075), Fraction(-8_242_289, 50_896_300))
    permissible = analysis("ma-colorado").of("bonus")[-1]
    assert "never folding" not in permissible.plays, "the permissible version has no fold"


# --- Fixed choices --------------------------------------------------------------------------------------------------


def test_named_choices_are_held_fixed() -> None:
    fixed = hr.analyze("pa-653a", blind="B", trips="C", bad_beat="A")
    assert [one.choices for one in fixed.of("main")] == [{"blind": "B"}]
    assert [one.choices for one in fixed.of("trips")] == [{"trips": "C"}]
    (bonus,) = fixed.of("bad-beat")
    assert bonus.choices == {"bad-beat": "A", "blind": "B"}
    assert bonus.ev == result("pa-653a", "bad-beat", bad_beat="A").ev
    assert len(fixed.of("six-card")) == 5


def test_a_choice_that_bears_on_one_wager_leaves_the_others_as_they_are() -> None:
    fixed = hr.analyze("pa-653a", draws_every_rounds="10")
    whole = hr.analyze("pa-653a")
    assert {one.wager for one in fixed} == {one.wager for one in whole}
    assert all(one.choices["draws-every-rounds"] == "10" for one in fixed.of("magic-card"))
    assert [one.choices for one in fixed.of("progressive")] == [one.choices for one in whole.of("progressive")]


def test_a_reading_may_be_named() -> None:
    fixed = hr.analyze("pa-653a", blind="A", fold_and_progressive="collected")
    lost = {"progressive": "A", "fold-and-progressive": "collected", "blind": "A"}
    assert lost in [one.choices for one in fixed.of("progressive")]
    assert all(one.play for one in fixed.of("progressive"))
    assert fixed.of("progressive")[0].ev < result("pa-653a", "progressive", progressive="A").ev


@pytest.mark.parametrize(("choices", "words"), [({"blnd": "B"}, "no choice named 'blnd'"), ({"blind": "C"}, "A, B")])
def test_a_choice_that_is_not_left_is_refused(choices: dict[str, str], words: str) -> None:
    with pytest.raises(BadSubmission, match=words):
        hr.analyze("pa-653a", **choices)
