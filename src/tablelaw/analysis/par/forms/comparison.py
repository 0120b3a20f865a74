"""Two PAR sheets side by side for people: as text, and as a page."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from textwrap import wrap

from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.compare import HANDS, Comparison, Difference, name_of
from tablelaw.analysis.par.forms.html import STYLE, grid_html, page_html
from tablelaw.analysis.par.forms.text import WIDTH, grid_lines
from tablelaw.analysis.par.sections.blocks import Grid, right, without_empty_columns
from tablelaw.printed_money import money_format

MARK = "*"


def compare_text(found: Comparison) -> str:
    """Side by side for a terminal of 80 columns; a star marks what differs."""
    named = (f"First:  {name_of(found.left)}", f"Second: {name_of(found.right)}")
    lines = [*(line for name in named for line in wrap(name, WIDTH, subsequent_indent=" " * 8)), _count(found)]
    blocks = ["\n".join(lines), *("\n".join(grid_lines(without_empty_columns(grid))) for grid in _grids(found))]
    return "\n\n".join(blocks) + "\n"


def compare_html(found: Comparison) -> str:
    """The comparison as a complete HTML page."""
    return page_html(f"Compared: {name_of(found.left)}; {name_of(found.right)}", compare_fragment(found))


def compare_fragment(found: Comparison) -> str:
    """The comparison without the page around it, for a notebook."""
    pairs = (("First", name_of(found.left)), ("Second", name_of(found.right)), ("Found", _count(found)))
    facts = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>\n" for name, value in pairs)
    head = f"<header>\n<h1><small>Compared</small>Two PAR sheets</h1>\n<dl>\n{facts}</dl>\n</header>\n"
    grids = "".join(map(grid_html, _grids(found)))
    return f'<style>{STYLE}</style>\n<article class="par compared">\n{head}<main>\n{grids}</main>\n</article>\n'


def _count(found: Comparison) -> str:
    number = len(found.differences)
    return f"{number} difference{'' if number == 1 else 's'}, each marked {MARK}" if number else "no difference"


def _grids(found: Comparison) -> Iterator[Grid]:
    """A grid for each part; for the 169 starting hands, only those that are played differently."""
    for part in dict.fromkeys(row.part for row in found.rows):
        own = [row for row in found.rows if row.part == part and (row.differs or part != HANDS)]
        rows = tuple((row.name, row.left, row.right, _change(row), MARK if row.differs else "") for row in own)
        marked = frozenset((n, 4) for n, row in enumerate(own) if row.differs)
        columns = ("What", "First", "Second", "Change", MARK)
        if rows:
            yield Grid(say.sentence(part), columns, rows, right(3), alerts=marked)


def _change(row: Difference) -> str:
    """Right minus left: percentages in percentage points, amounts in the currency."""
    if not row.change:
        return ""
    if row.left.endswith("%"):
        return f"{float(row.change) * 100:+.4f} pp"
    if money_format().names(row.left + row.right):
        change = money_format().decimals(float(row.change), 4 if abs(row.change) < 100 else 2)
        return change if row.change < 0 else f"+{change}"
    return f"{float(row.change):+,.6g}"
