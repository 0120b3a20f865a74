"""`tl.settle` and `tl.play`: a round in a few lines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import tablelaw as tl
from tablelaw import rulebooks
from tablelaw.analysis.own_strategies import BadStrategy, Spot
from tablelaw.errors import BadAmount, BadFile, TablelawError
from tablelaw.scenarios.format import BadScenario
from tests.examples import FOLDER

EXAMPLE = FOLDER.parent / "settle" / "pa-653a.toml"
HAND: Mapping[str, Any] = {"hand": "Ah Kh", "board": "Qh Jh Th 4c 9d", "dealer": "Ks Qd", "decisions": ["bet 4x"]}


def fold(spot: Spot) -> str:
    return "fold" if "fold" in spot.options else spot.options[0]


def last(spot: Spot) -> str:
    return spot.options[-1]


# --- settle -------------------------------------------------------------------------------------------------------


def test_a_round_is_settled_from_one_line() -> None:
    done = tl.settle("pa-653a", **HAND, wagers={"ante": 5, "blind": 5})
    assert [(row["wager"], row["net_cents"]) for row in done.rows()] == [
        ("ante", 500),
        ("blind", 250_000),
        ("play", 2_000),
    ]
    assert done.net_cents == 252_500
    assert "royal flush" in repr(done) and "653a.11(h)(2)(ii)" in done._repr_html_()


def test_a_scenario_is_settled_from_its_path_its_text_and_its_mapping() -> None:
    import tomllib

    text = EXAMPLE.read_text("utf-8")
    found = [tl.settle(of).rows() for of in (EXAMPLE, str(EXAMPLE), text, tomllib.loads(text))]
    assert len(found[0]) == 12 and all(rows == found[0] for rows in found)


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        (lambda: tl.settle(Path("no-such.toml")), BadFile),
        (lambda: tl.settle(7), BadFile),  # type: ignore[arg-type]
        (lambda: tl.settle("pa-653a"), BadScenario),
        (lambda: tl.settle("pa-653a", hands="Ah Kh"), BadScenario),
        (lambda: tl.settle("pa-653a", **HAND, wagers={"ante": "five"}), BadAmount),
    ],
)
def test_what_cannot_be_settled_is_refused(asked: object, kind: type[TablelawError]) -> None:
    assert callable(asked)
    with pytest.raises(kind) as refused:
        asked()
    assert refused.value.accepted and len(str(refused.value)) < 500


# --- play ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", rulebooks.IDS)
def test_a_round_of_every_game_is_dealt_and_played(rulebook: str) -> None:
    for strategy in (fold, last):
        done = tl.play(rulebook, seed=3, strategy=strategy)
        assert done.rows() and done.decisions[1]
        assert repr(tl.play(rulebook, seed=3, strategy=strategy)) == repr(done)
    assert repr(tl.play(rulebook, seed=4, strategy=fold)) != repr(tl.play(rulebook, seed=3, strategy=fold))


def test_best_play_decides_unless_something_else_is_said() -> None:
    done = tl.play("ma-colorado", seed=7)
    (action,) = done.decisions[1]
    cards = "Th Qd 5d"
    assert cards in repr(done)
    assert tl.advise("ma-colorado", cards).best.action == action


def test_decisions_may_be_a_list() -> None:
    done = tl.play("pa-653a", wagers={"ante": 10, "blind": 10, "trips": "$5"}, strategy=["check", "check", "raise"])
    assert [row["wager"] for row in done.rows()] == ["ante", "blind", "play", "trips"]


@pytest.mark.parametrize(
    ("strategy", "says"),
    [
        (["check"], "no decision is left in the list"),
        (["bet"], "several options begin so; accepted: check, bet 3x, bet 4x"),
        (["dance"], "the answer 'dance'"),
        (lambda spot: 4, "the answer 4"),
        (lambda spot: spot, "the answer of the type Spot"),
        ("worst", "a strategy 'worst'"),
    ],
)
def test_a_decision_that_is_not_open_is_refused(strategy: Any, says: str) -> None:
    with pytest.raises(BadStrategy, match=says) as refused:
        tl.play("pa-653a", strategy=strategy)
    assert refused.value.accepted and len(str(refused.value)) < 300


def test_wagers_are_given_by_name() -> None:
    with pytest.raises(BadAmount, match=r'wagers \[?.*accepted: wagers by name, such as {"ante": 10}'):
        tl.play("pa-653a", wagers=10)  # type: ignore[arg-type]
