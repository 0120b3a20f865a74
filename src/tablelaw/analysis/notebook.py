"""How results display in a notebook: an HTML table, and a pandas one if pandas is installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib import import_module
from typing import Any

from tablelaw.errors import TablelawError

Rows = Sequence[Mapping[str, object]]


class MissingPackage(TablelawError):
    """A question needs an optional package that is not installed."""


def table_html(rows: Rows, title: str = "") -> str:
    """Flat rows as a table, every cell escaped."""
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    head = "".join(f"<th>{escape(name)}</th>" for name in rows[0]) if rows else ""
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row.values()) + "</tr>" for row in rows)
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def pandas_table(rows: Rows) -> Any:
    """Flat rows as a pandas table; refuses if pandas is not installed."""
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise MissingPackage(
            "pandas is not installed", why="to_pandas() makes a pandas table", accepted="pip install pandas, or rows()"
        ) from None
    return pandas.DataFrame([dict(row) for row in rows])
