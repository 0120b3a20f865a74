"""Every result is short as text, a table in a notebook, a pandas table if pandas is installed, and a figure."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tablelaw as tl
from tablelaw import rulebooks
from tablelaw.analysis.notebook import MOST_ROWS, NothingToDraw, spread, table_text
from tablelaw.extras import MissingPackage

SETTLED = Path(__file__).parents[2] / "examples" / "settle" / "pa-653a.toml"

RESULTS: dict[str, Callable[[], Any]] = {
    "analysis": lambda: tl.analyze("fr-trois-cartes"),
    "result": lambda: tl.analyze("fr-trois-cartes").main,
    "advice": lambda: tl.advise("fr-trois-cartes", "Qh 6d 4c"),
    "sheet": lambda: tl.par("ma-colorado"),
    "round": lambda: tl.play("fr-trois-cartes"),
    "settled round": lambda: tl.settle(SETTLED),
    "seen card": lambda: tl.protect("fr-trois-cartes", ["dealer:1"]),
    "simulation": lambda: tl.simulate("fr-trois-cartes", 500),
    "strategy": lambda: tl.value("fr-trois-cartes", {"else": "bet"}),
    "simulated strategy": lambda: tl.value("fr-trois-cartes", lambda s: "bet" if s.cards[0].suit == "s" else "fold"),
}


class Frame:
    """Stands in for a pandas table if pandas is not installed."""

    def __init__(self, rows: list[dict[str, object]]) -> None:
        self.rows = rows


@pytest.fixture
def pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for pandas."""
    module = ModuleType("pandas")
    module.DataFrame = Frame  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", module)


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_shows_itself(name: str, pandas: None, monkeypatch: pytest.MonkeyPatch) -> None:
    result = RESULTS[name]()
    assert len(repr(result)) < 2_500 and repr(result).count("\n") <= MOST_ROWS + 5
    assert "<table" in result._repr_html_()
    assert b"<svg" in _svg(result.plot())
    assert result.to_pandas().rows == result.rows() != []
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingPackage, match=r"pandas is not installed.*accepted: .*the extra pandas .*, or rows\(\)"):
        result.to_pandas()


def test_other_answers_show_themselves_too(pandas: None) -> None:
    sheet = tl.par("ma-colorado")
    compared = sheet.compare(tl.par("md-thb"))
    for shown in (tl.hand("Kd Qh Ad Jh 4s"), compared):
        assert len(repr(shown)) < 2_500 and shown._repr_html_().startswith("<")
    assert compared.to_pandas().rows == compared.as_json()["rows"]
    assert repr(sheet.compare(sheet)).endswith(": 0 differences")
    assert all(len(repr(book)) < 200 and len(repr(book.terms())) < 500 for book in rulebooks.all_rulebooks())


def _svg(figure: Any) -> bytes:
    from io import BytesIO

    if hasattr(figure, "_repr_svg_"):
        return str(figure._repr_svg_()).encode()
    out = BytesIO()
    figure.savefig(out, format="svg")
    return out.getvalue()


def test_without_matplotlib_a_figure_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingPackage, match="matplotlib is not installed"):
        tl.advise("fr-trois-cartes", "Qh 6d 4c").plot()


def test_nothing_is_drawn_of_nothing() -> None:
    with pytest.raises(NothingToDraw, match="no distribution is known"):
        spread({}, "title", "ante")


def test_a_long_table_is_cut() -> None:
    rows = [{"n": str(n)} for n in range(MOST_ROWS + 1)]
    assert table_text(rows, "title").splitlines()[-1] == "  ... and 1 more"
    assert "more" not in table_text(rows[:-1], "title")


# --- The package --------------------------------------------------------------------------------------------------

ASKED = """
import sys, tablelaw as tl
names = dir(tl)
heavy = {"numpy", "numba", "sqlalchemy", "matplotlib", "pandas"} & set(sys.modules)
print(sorted(heavy), "analyze" in names, "play" in names)
tl.rulebook("pa-653a").with_odds("trips", A={"full house": "10 to 1"})
print(sorted({"numpy", "numba", "sqlalchemy", "matplotlib", "pandas"} & set(sys.modules)))
"""


def test_importing_the_package_and_reading_a_rulebook_loads_nothing_heavy() -> None:
    done = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[] True True", "[]"]


def test_dir_lists_what_is_offered() -> None:
    assert dir(tl) == sorted(tl.__all__)
    assert {"hand", "settle", "play", "analyze", "advise", "par", "simulate", "evaluate", "value"} <= set(dir(tl))
    with pytest.raises(AttributeError, match="module 'tablelaw' has no attribute 'nothing'"):
        import_module("tablelaw").nothing  # noqa: B018
