"""The layout of the floor's printed records: times, columns of plain text, and the frame of a self-contained page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import NamedTuple

from tablelaw.floor.property_time import local_time, moment_text
from tablelaw.plain_text import UNLIMITED, columns, fitted

NO_ACTIVITY = "No Activity"


def period_text(first: int, last: int, zone: str) -> str:
    """A period in local time. The date appears only once if both ends share it."""
    begins, ends = local_time(first, zone), local_time(last, zone)
    if begins.date() != ends.date():
        return f"{moment_text(first, zone)} to {moment_text(last, zone)}"
    same_zone = begins.tzname() == ends.tzname()
    return f"{begins:%Y-%m-%d %H:%M:%S}{'' if same_zone else f' {begins:%Z}'} to {ends:%H:%M:%S %Z}"


def clock_text(at: int, zone: str) -> str:
    return f"{local_time(at, zone):%H:%M:%S}"


class Grid(NamedTuple):
    """A part of a record: title, column heads, right-aligned columns, rows, a row of totals, and a note."""

    title: str
    heads: tuple[str, ...]
    right: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    foot: tuple[str, ...] = ()
    note: str = ""


# --- Plain text -------------------------------------------------------------------------------------------------


def record_text(lines: Iterable[str], grids: Iterable[Grid], width: int = UNLIMITED) -> str:
    """Formats a record as text no wider than `width`: its heading, then its parts."""
    shown = (*lines, *(line for grid in grids for line in grid_text(grid, width)), "")
    return fitted("\n".join(shown), width)


def grid_text(grid: Grid, width: int = UNLIMITED) -> list[str]:
    """Formats a part of a record as text, with a notice if it has no rows."""
    rows = (*grid.rows, *([grid.foot] if grid.foot else []))
    shown = columns(grid.heads, rows, grid.right, width) if grid.rows else [NO_ACTIVITY]
    return ["", grid.title, "-" * len(grid.title), *shown, *([grid.note] if grid.note and grid.rows else [])]


# --- Pages ------------------------------------------------------------------------------------------------------

STYLE = """
:root { --ink: #14211b; --ink-soft: #47554d; --paper: #f6f4ee; --panel: #ffffff; --line: #d9d5c8; --felt: #0f5a3c;
  --felt-deep: #0a4630; --felt-line: #e9d9a6; --accent: #0b5d8a; --good: #1b6e3c; --bad: #a3261d; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 84rem; padding: 1.25rem clamp(.75rem, 3vw, 2rem) 3rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
header { background: var(--felt-deep); color: #fff; border-radius: .6rem; padding: 1rem 1.25rem; }
header h1 { margin: 0 0 .2rem; font-size: 1.5rem; line-height: 1.2; }
header p { margin: 0; color: #dfe9e2; }
dl.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .6rem 1.5rem;
  margin: 1rem 0; }
dl.facts dt { font-size: .8rem; color: var(--ink-soft); }
dl.facts dd { margin: 0; font-weight: 500; overflow-wrap: anywhere; }
dl.facts .wide { grid-column: 1 / -1; }
h2 { font-size: 1.15rem; margin: 1.75rem 0 .5rem; }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; padding: .25rem .9rem .5rem;
  overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; padding: .4rem .9rem .4rem 0; vertical-align: top; }
th { font-size: .78rem; color: var(--ink-soft); border-bottom: 1px solid var(--line); white-space: nowrap; }
td + td, th + th { padding-left: .2rem; }
tbody tr + tr td { border-top: 1px solid #ece9df; }
tfoot td { border-top: 2px solid var(--line); font-weight: 600; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.law { color: var(--accent); font-size: .85rem; white-space: nowrap; }
.short { white-space: nowrap; }
.long { min-width: 14rem; }
.panel td:first-child, .panel th:first-child { position: sticky; left: 0; background: var(--panel); }
.soft { color: var(--ink-soft); }
.good { color: var(--good); font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
.mono { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .82rem; overflow-wrap: anywhere; }
.nothing { color: var(--ink-soft); margin: .5rem 0; }
footer { margin-top: 2rem; font-size: .82rem; color: var(--ink-soft); }
@media print { body { background: #fff; max-width: none; padding: 0; font-size: 9.5pt; }
  .panel { overflow: visible; border-color: #bbb; } h2 { break-after: avoid; } tr { break-inside: avoid; }
  header { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""
"""The style of a record, embedded in the page so it looks the same wherever it is opened. The colours match
`web/base.css`.
"""


def page(title: str, lead: str, body: str, footer: str, style: str = "") -> str:
    """Wraps a body in a self-contained page that does not load anything."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>{escape(title)}</h1>\n<p>{escape(lead)}</p>\n</header>\n<main>\n{body}</main>\n"
        f"<footer>{escape(footer)}</footer>\n</body>\n</html>\n"
    )


LONG, WIDE = 60, ' class="wide"'
LOOKS = {"law": "law", "hash": "mono", "receipt": "mono", "remarks": "long", "what": "long", "hands": "long"}
NO_BREAK = frozenset({"player", "cards", "time", "table", "meter", "place", "card"})


def facts(shown: Iterable[tuple[str, str]]) -> str:
    """Lays out names and values side by side. A long value gets its own line."""
    rows = "".join(
        f"<div{WIDE if len(value) > LONG else ''}><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>\n"
        for name, value in shown
    )
    return f'<dl class="facts">\n{rows}</dl>\n'


def grid_html(grid: Grid, colours: Mapping[str, str] = MappingProxyType({})) -> str:
    """Formats a part of a page, with a notice if it has no rows.

    `colours` maps words to "good" or "bad", and marks the cells that contain them.
    """
    if not grid.rows:
        return f'<section>\n<h2>{escape(grid.title)}</h2>\n<p class="nothing">{NO_ACTIVITY}</p>\n</section>\n'
    kinds = [_kind(head, grid.right) for head in grid.heads]
    top = "".join(f'<th scope="col"{kind}>{escape(head)}</th>' for head, kind in zip(grid.heads, kinds, strict=True))
    body = "".join(f"<tr>{_cells(row, kinds, colours)}</tr>\n" for row in grid.rows)
    end = f"<tfoot><tr>{_cells(grid.foot, kinds, colours)}</tr></tfoot>\n" if grid.foot else ""
    note = f'<p class="soft">{escape(grid.note)}</p>\n' if grid.note else ""
    return (
        f'<section>\n<h2>{escape(grid.title)}</h2>\n<div class="panel"><table>\n<thead><tr>{top}</tr></thead>\n'
        f"<tbody>\n{body}</tbody>\n{end}</table></div>\n{note}</section>\n"
    )


def _kind(head: str, right: Iterable[str]) -> str:
    name = "n" if head in right else LOOKS.get(head, "short" if head in NO_BREAK else "")
    return f' class="{name}"' if name else ""


def _cells(cells: Sequence[str], kinds: Sequence[str], colours: Mapping[str, str]) -> str:
    return "".join(f"<td{kind}>{_cell(cell, colours)}</td>" for cell, kind in zip(cells, kinds, strict=True))


def _cell(cell: str, colours: Mapping[str, str]) -> str:
    text, word = escape(cell).replace("\n", "<br>"), cell.partition(" (")[0]
    return f'<span class="{colours[word]}">{text}</span>' if word in colours else text
