"""The figures of an exposure, its JSON and its cached form, and what the public question refuses."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.protection.api import protect
from tablelaw.analysis.protection.information import BadInformation
from tablelaw.analysis.protection.result import EXPOSURE, Change, Exposure
from tablelaw.analysis.result import Distribution
from tablelaw.analysis.solver import NotThisGame
from tablelaw.errors import BadSubmission

FOUND = Exposure(
    rulebook="a-game",
    choices={"ante": "A"},
    information="dealer:1",
    value=Fraction(1, 4),
    honest=Fraction(-1, 12),
    distribution=Distribution({Fraction(-1): 3, Fraction(1): 5}),
    wager=Fraction(3, 2),
    actions={"bet": Fraction(3, 4), "fold": Fraction(1, 4)},
    honest_actions={"bet": Fraction(1, 2), "fold": Fraction(1, 2)},
    changed=(Change("72o", "fold", "bet", Fraction(1, 8)),),
    method="by hand",
    notes=("a note",),
)


def test_figures_that_follow() -> None:
    assert FOUND.gain == Fraction(1, 3)
    assert FOUND.element_of_risk == Fraction(1, 6)
    assert FOUND.hit_frequency == Fraction(5, 8)
    assert FOUND.n0 == Fraction(15)
    assert FOUND.break_even_share == Fraction(1, 4)
    assert FOUND.honest + FOUND.break_even_share * FOUND.gain == 0
    assert FOUND.loss_per_hour(Fraction(15), Fraction(40)) == 150


@pytest.mark.parametrize(
    ("value", "honest", "share"),
    [
        (Fraction(0), Fraction(-1, 12), None),
        (Fraction(-1, 99), Fraction(-1, 12), None),
        (Fraction(1, 99), Fraction(0), Fraction(0)),
        (Fraction(1, 99), Fraction(1, 99), Fraction(0)),
    ],
)
def test_break_even_share_at_its_bounds(value: Fraction, honest: Fraction, share: Fraction | None) -> None:
    found = Exposure("a-game", {}, "dealer:1", value, honest)
    assert found.break_even_share == share


def test_the_json_has_exact_figures_and_floats_beside_them() -> None:
    shown = json.loads(json.dumps(FOUND.as_json()))
    assert shown["value"] == "1/4"
    assert shown["edge"] == 0.25
    assert shown["gain"] == "1/3"
    assert shown["distribution"] == {"-1/1": "3/8", "1/1": "5/8"}
    assert shown["changed"] == [{"hand": "72o", "honest": "fold", "informed": "bet", "weight": "1/8"}]
    assert not shown["is_simulated"]
    assert "interval" not in shown


@pytest.mark.parametrize(
    "found",
    [
        FOUND,
        Exposure(
            "a-game", {}, "seats:5", Fraction(1, 7), Fraction(0), is_simulated=True, interval=(Fraction(0), Fraction(1))
        ),
    ],
)
def test_an_exposure_is_cached_exactly(found: Exposure) -> None:
    assert EXPOSURE.decode(json.loads(json.dumps(EXPOSURE.encode(found)))) == found


def test_seeing_nothing_is_the_main_game() -> None:
    main = main_of(rulebooks.get("fr-trois-cartes").terms())
    found = protect("fr-trois-cartes")
    assert found.value == found.honest == main.ev
    assert found.gain == 0
    assert found.distribution == main.distribution
    assert found.actions == found.honest_actions == main.actions


def test_what_cannot_be_known_or_chosen_is_refused() -> None:
    with pytest.raises(BadInformation, match="the dealer has no hidden card"):
        protect("ma-colorado", ["dealer:1"])
    with pytest.raises(BadSubmission, match="no choice named"):
        protect("fr-trois-cartes", ["dealer:1"], colour="red")


def test_what_no_solver_supports_is_refused_by_name() -> None:
    with pytest.raises(NotThisGame, match=r"no solver fits .* with dealer:2/QKA seen") as refused:
        protect("pa-653a", ["dealer:2/QKA"])
    assert refused.value.where == "pa-653a"


def test_an_exposure_shows_itself_in_one_line_and_as_a_table() -> None:
    line = "<Exposure a-game, dealer:1 seen: the player's edge is 25.0000% of each ante, not -8.3333%>"
    assert repr(FOUND) == line
    assert "<td>1/4</td>" in FOUND._repr_html_() and "dealer:1 seen" in FOUND._repr_html_()
    assert FOUND.rows()[0] == {"way": "bet", "honest": 0.5, "seen": 0.75}
    assert repr(replace(FOUND, is_simulated=True)).startswith("<Exposure a-game, dealer:1 seen; simulated: ")


def test_an_exposure_of_changed_odds_says_that_it_is_not_the_regulation() -> None:
    changed = rulebooks.get("pa-678a").with_odds("flush-bonus", A={"seven-card flush": "200 to 1"})
    assert "not the regulation" in repr(protect(changed))
