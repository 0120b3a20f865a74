"""How results display: as text, as an HTML table in a notebook, as a pandas table and as a figure.

pandas and matplotlib are loaded only when a table or a figure needs them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from tablelaw.errors import TablelawError
from tablelaw.extras import required
from tablelaw.plain_text import columns

Rows = Sequence[Mapping[str, object]]
MOST_ROWS = 12
"""How many rows the text of a result shows."""
FELT, RED = "#0f3d2e", "#8c2f24"


class NothingToDraw(TablelawError):
    """A result has no figures that could be drawn."""


def titled(title: str, not_the_law: str = "") -> str:
    """A title that also says if the figures are not those of the regulation."""
    return f"{title} ({not_the_law})" if not_the_law else title


# --- Tables -------------------------------------------------------------------------------------------


def table_html(rows: Rows, title: str = "") -> str:
    """Flat rows as a table, every cell escaped."""
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    head = "".join(f"<th>{escape(name)}</th>" for name in rows[0]) if rows else ""
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row.values()) + "</tr>" for row in rows)
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def table_text(rows: Rows, title: str, without: Sequence[str] = ("rulebook", "ev")) -> str:
    """The first rows as aligned text under a title, without columns that are long or the same everywhere."""
    heads = [name for name in (rows[0] if rows else ()) if name not in without and any(row[name] for row in rows)]
    lines = columns(heads, [[str(row[name]) for name in heads] for row in rows[:MOST_ROWS]]) if heads else []
    more = [f"... and {len(rows) - MOST_ROWS} more"] if len(rows) > MOST_ROWS else []
    return "\n".join([title, *(f"  {line}".rstrip() for line in (*lines, *more))])


def pandas_table(rows: Rows) -> Any:
    """Flat rows as a pandas table; refuses if pandas is not installed."""
    pandas = required("pandas", "to_pandas() makes a pandas table", "rows()")
    return pandas.DataFrame([dict(row) for row in rows])


# --- Figures ------------------------------------------------------------------------------------------


def bars(values: Mapping[str, float], title: str, as_percent: bool = False) -> Any:
    """One bar for each value, gains and losses in their own colours."""
    figure, axes = _figure(title, 0.6 + 0.28 * max(len(values), 2))
    names, sizes = list(values), list(values.values())
    axes.barh(range(len(sizes)), sizes, color=[RED if size < 0 else FELT for size in sizes])
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.axvline(0, color="black", linewidth=0.6)
    if as_percent:
        axes.xaxis.set_major_formatter(lambda share, _: f"{share:.4g}".rstrip() if not share else f"{share:.1%}")
    return figure


def spread(chances: Mapping[Fraction, Fraction], title: str, unit: str) -> Any:
    """How likely each net result is, on a logarithmic scale, since the largest wins are rare."""
    if not chances:
        raise NothingToDraw("no distribution is known", where=title, accepted="a result with a distribution")
    figure, axes = _figure(title, 3.0)
    values = sorted(chances)
    axes.vlines([float(v) for v in values], 1e-12, [float(chances[v]) for v in values], color=FELT, linewidth=2)
    axes.set_yscale("log")
    axes.set_ylim(float(min(chances.values())) / 2, 1)
    axes.set_xlabel(f"net result in units of the {unit}")
    axes.set_ylabel("chance")
    return figure


def _figure(title: str, height: float) -> tuple[Any, Any]:
    """An empty figure that a notebook can show, with its axes."""
    required("matplotlib", "plot() makes a matplotlib figure", "rows()")
    from tablelaw.analysis.notebook_figure import NotebookFigure

    figure = NotebookFigure(figsize=(7.2, height), layout="constrained")
    axes = figure.subplots()
    axes.set_title(title, loc="left", fontsize=8, fontweight="bold", color=FELT, wrap=True)
    axes.tick_params(labelsize=8)
    return figure, axes
