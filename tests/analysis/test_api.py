"""`tablelaw.analyze` and `tablelaw.advise` in a notebook: typed results, shown as tables, and as pandas."""

from __future__ import annotations

import sys
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

import tablelaw as hr
from tablelaw.analysis.advice import Advice, Advised
from tablelaw.analysis.api import Analysis
from tablelaw.analysis.notebook import pandas_table, table_html
from tablelaw.analysis.solver import NotThisGame
from tablelaw.cards import Card, parse_cards
from tablelaw.errors import DuplicateCard, WrongCardCount
from tablelaw.extras import MissingPackage

BOARD = "4s 5h 6d 8c 9d"


@pytest.fixture
def colorado() -> Analysis:
    return hr.analyze("ma-colorado", version="required", suited_ace_two_three="counts")


@pytest.fixture
def river() -> Advised:
    return hr.advise("pa-653a", "Ad Jh", BOARD)


class Frame:
    """Stands in for a pandas table if pandas is not installed."""

    def __init__(self, rows: list[dict[str, object]]) -> None:
        self.rows = rows


# --- analyze ---------------------------------------------------------------------------------------------------


def test_an_analysis_is_a_list_of_results_with_the_main_game_first(colorado: Analysis) -> None:
    assert [one.wager for one in colorado] == ["main", "bonus"]
    assert len(colorado) == 2
    assert colorado.main.ev == Fraction(-2_133, 38_675)
    assert colorado.of("bonus")[0].hold == pytest.approx(0.190981, abs=5e-7)
    assert colorado.of("trips") == ()


def test_an_analysis_shows_itself_as_a_table(colorado: Analysis) -> None:
    page = colorado._repr_html_()
    assert page.startswith("<table><caption>ma-colorado: what the house keeps</caption><thead>")
    assert "<td>5.5152%</td><td>-2133/38675</td>" in page
    assert page.count("<tr>") == 3


def test_rows_are_flat_and_hold_numbers(colorado: Analysis) -> None:
    row = colorado.rows()[1]
    assert row == {
        "rulebook": "ma-colorado",
        "wager": "bonus",
        "choices": "version=required, suited-ace-two-three=counts",
        "hold": float(Fraction(486_011, 2_544_815)),
        "ev": "-486011/2544815",
        "per": "wager",
        "play": "main game",
    }


# --- advise ----------------------------------------------------------------------------------------------------


def test_advice_is_a_list_of_actions_the_best_first(river: Advised) -> None:
    assert river.best == river[0] == Advice("bet", 1, Fraction(-653, 330))
    assert [one.name for one in river] == ["bet 1x", "fold"]
    assert len(river) == 2
    assert river.cards == tuple(parse_cards("Ad Jh"))
    assert river.title == f"Ad Jh | {BOARD}"


def test_advice_shows_itself_as_a_table(river: Advised) -> None:
    page = river._repr_html_()
    assert f"<caption>pa-653a: Ad Jh | {BOARD}</caption>" in page
    assert "<td>bet 1x</td><td>-653/330</td>" in page
    assert river.rows()[1] == {"action": "fold", "ev": "-2/1", "gain": -2.0, "cost": float(Fraction(7, 330))}


def test_advice_as_json(river: Advised) -> None:
    assert river.as_json() == {
        "rulebook": "pa-653a",
        "cards": "Ad Jh",
        "board": BOARD,
        "actions": [{"action": "bet", "times": 1, "ev": "-653/330"}, {"action": "fold", "times": 0, "ev": "-2/1"}],
    }


def test_before_the_flop_the_chart_answers() -> None:
    told = hr.advise("pa-653a", "Ac Ah")
    assert [(one.action, one.multiple) for one in told] == [("bet", 4), ("bet", 3), ("check", 0)]
    assert told.best.ev == Fraction(75_535_105_760, 20_975_724_000)
    folds = hr.advise("pa-647a", "7c 2d", ante_pays_from="straight")
    assert [one.name for one in folds] == ["fold", "bet 2x"]


def test_a_discard_is_named() -> None:
    best = hr.advise("ma-colorado", "Kd Kh 4s", version="required").best
    assert (best.name, best.discard) == ("bet 1x, discard 4s", parse_cards("4s")[0])
    assert best.as_json()["discard"] == "4s"


def test_choices_change_the_advice() -> None:
    royal = ("As Ks", "Qs Js Ts 2d 3c")
    a, b = (hr.advise("pa-653a", *royal, blind=column).best.ev for column in "AB")
    assert a == b
    straight = ("9s 8s", "7d 6c 5h 2d 3c")
    a, b = (hr.advise("pa-653a", *straight, blind=column).best.ev for column in "AB")
    assert a > b, "B pushes a straight"


@pytest.mark.parametrize(
    ("book", "cards", "board", "refusal", "words"),
    [
        ("pa-653a", "Ac Ac", "", DuplicateCard, "Ac"),
        ("pa-653a", "Ac", "", WrongCardCount, "1 cards in hand; accepted: two"),
        ("pa-653a", "Ac Ah Ad", "", WrongCardCount, "3 cards in hand"),
        ("pa-653a", "Ac Kc", "Kc 2d 3d", DuplicateCard, "Kc"),
        ("pa-653a", "Ac Kc", "2d 3d", NotThisGame, r"no decision with 2 community cards.*3 \(after-flop\)"),
        ("pa-653a", "Ac Kc", "2d 3d 4d 5d", NotThisGame, "no decision with 4"),
        ("pa-678a", "Ac Kc", "", WrongCardCount, "7"),
        ("pa-678a", "Th 8h 6h 7d 4d 2d 9c", "2c", WrongCardCount, "accepted: no board"),
        ("ma-colorado", "Kd Kh", "", WrongCardCount, "3"),
    ],
)
def test_cards_that_cannot_be_are_refused(
    book: str, cards: str, board: str, refusal: type[Exception], words: str
) -> None:
    with pytest.raises(refusal, match=words):
        hr.advise(book, cards, board)


# --- Tables ----------------------------------------------------------------------------------------------------


def test_a_table_is_escaped() -> None:
    page = table_html([{"a<b": "x & <y>"}], "<t>")
    assert page == (
        "<table><caption>&lt;t&gt;</caption><thead><tr><th>a&lt;b</th></tr></thead>"
        "<tbody><tr><td>x &amp; &lt;y&gt;</td></tr></tbody></table>"
    )
    assert table_html([]) == "<table><thead><tr></tr></thead><tbody></tbody></table>"


@pytest.mark.parametrize("name", ["colorado", "river"])
def test_rows_go_to_pandas_where_it_is_installed(
    name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    pandas: Any = ModuleType("pandas")
    pandas.DataFrame = Frame
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    shown = request.getfixturevalue(name)
    assert shown.to_pandas().rows == shown.rows()


@pytest.mark.parametrize("name", ["colorado", "river"])
def test_without_pandas_the_refusal_says_what_to_do(
    name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingPackage, match=r"pandas is not installed.*the extra pandas .*, or rows\(\)"):
        request.getfixturevalue(name).to_pandas()


def test_missing_package_has_a_code() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "pandas", None)
        with pytest.raises(MissingPackage) as refused:
            pandas_table([])
    assert refused.value.code == "missing-package"


def test_a_card_is_a_card_again() -> None:
    assert all(isinstance(card, Card) for card in hr.advise("pa-653a", "Ad Jh", BOARD).board)
