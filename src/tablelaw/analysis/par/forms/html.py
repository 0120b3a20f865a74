"""A PAR sheet as one self-contained HTML page: accessible, printable tables, with plots embedded."""

from __future__ import annotations

import re
from html import escape

from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.contents import Par
from tablelaw.analysis.par.sections.blocks import Block, Grid, Plot, Section, in_rows, is_short, narrowed
from tablelaw.analysis.par.sections.order import heading, sections

STYLE = """
.par { --felt: #0f3d2e; --ink: #1c1a17; --paper: #fbf7ea; --card: #fffdf6; --line: #d8cba4;
  --tint: #f2ecd8; --gold: #a98532; --pale: #e8d193; --grey: #57534a; --red: #8c2f24;
  --sans: Helvetica, Arial, sans-serif; --serif: Georgia, "Times New Roman", serif; }
.par, .par * { box-sizing: border-box; }
.par { margin: 0 auto; padding: 1.5rem; max-width: 68rem; background: var(--paper); color: var(--ink);
  font: .95rem/1.4 var(--sans); }
.par header { background: var(--felt); color: var(--paper); border-radius: .4rem; padding: 1.2rem 1.4rem; }
.par h1 { margin: 0 0 .7rem; font: 700 2.2rem/1.15 var(--serif); color: var(--paper); }
.par h1 small { display: block; font: 700 .8rem/1.6 var(--sans); letter-spacing: .14em;
  text-transform: uppercase; color: var(--pale); }
.par dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0; font-size: .88rem; }
.par dt { color: var(--pale); } .par dd { margin: 0; overflow-wrap: anywhere; }
.par h2 { font: 700 1.4rem/1.2 var(--serif); color: var(--felt); margin: 2rem 0 .7rem;
  padding-bottom: .2rem; border-bottom: 2px solid var(--gold); break-after: avoid; }
.par h3 { font: 700 1.05rem/1.25 var(--serif); color: var(--felt); margin: 0 0 .3rem; break-after: avoid;
  display: flex; flex-wrap: wrap; gap: 0 1em; justify-content: space-between; align-items: baseline; }
.par h3 cite { font: 400 .75rem/1.3 var(--sans); color: var(--grey); }
.par .narrow { columns: 2 28rem; column-gap: 1.2rem; margin-bottom: 1.2rem; }
.par .narrow > * { break-inside: avoid; }
.par .grid { margin: 0 0 1.2rem; }
.par .grid.short { width: fit-content; min-width: min(32rem, 100%); max-width: 100%; }
.par .narrow .grid.short { width: auto; min-width: 0; }
.par .scroll { overflow-x: auto; border: 1px solid var(--line); background: var(--card); }
.par table { width: 100%; border-collapse: collapse; font-size: .86rem; margin: 0; }
.par .narrow table { font-size: .82rem; }
.par th, .par td { padding: .2rem .55rem; text-align: left; font-weight: 400; vertical-align: top; border: 0; }
.par thead th { font-size: .74rem; color: var(--grey); border-bottom: 1px solid var(--gold); vertical-align: bottom; }
.par tbody tr { break-inside: avoid; background: var(--card); }
.par tbody tr:nth-child(odd) { background: var(--tint); }
.par .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.par tbody th { font-weight: 600; min-width: 8.5em; }
.par tbody th.n { min-width: 0; }
.par tr.total th, .par tr.total td { font-weight: 700; border-top: 1px solid var(--gold); }
.par .alert { color: var(--red); font-weight: 700; }
.par .note { font-size: .8rem; color: var(--grey); margin: .3rem 0 0; max-width: 60rem; overflow-wrap: anywhere; }
.par .grid.short .note { width: 0; min-width: 100%; }
.par figure { margin: 0 0 1.2rem; background: var(--card); border: 1px solid var(--line); padding: .6rem;
  break-inside: avoid; overflow-x: auto; }
.par figure svg { display: block; width: 100%; height: auto; max-width: 54rem; margin: 0 auto; }
.par figcaption { font-size: .8rem; color: var(--grey); padding-top: .3rem; }
.par.compared main { padding-top: 1.2rem; }
.par.compared table { table-layout: fixed; min-width: 34rem; }
.par.compared thead th:first-child { width: 32%; } .par.compared thead th:last-child { width: 2rem; }
.par.compared td { overflow-wrap: anywhere; }
.par ul { margin: 0 0 1rem; padding-left: 1.2rem; } .par li { padding: .1rem 0; }
.par footer { margin-top: 1.6rem; font-size: .78rem; color: var(--grey); text-align: center; }
@media (max-width: 40rem) {
  .par { padding: .7rem; }
  .par header { padding: .9rem 1rem; }
  .par h1 { font-size: 1.7rem; }
  .par dl { grid-template-columns: 1fr; gap: 0; } .par dt { font-size: .75rem; padding-top: .25rem; }
  .par .narrow { columns: 1; }
  .par th, .par td { padding: .2rem .4rem; }
  .par tbody th { min-width: 6.5em; position: sticky; left: 0; background: inherit; }
  .par td:not(.n) { min-width: 5.5em; }
  .par figure.large svg { width: 44rem; max-width: none; }
  .par figcaption { position: sticky; left: 0; width: calc(100vw - 3.2rem); }
}
@page { size: letter; margin: 12mm; }
@media print {
  html { font-size: 8.4pt; }
  body { background: none !important; }
  .par { padding: 0; max-width: none; background: none; print-color-adjust: exact;
    -webkit-print-color-adjust: exact; }
  .par .scroll, .par figure { overflow: visible; }
  .par .grid.short { break-inside: avoid; }
  .par .grid.long { break-inside: auto; }
  .par .narrow { columns: 2; }
  .par .narrow table { font-size: .78rem; }
  .par th, .par td { padding: .1rem .4rem; }
  .par thead { display: table-header-group; }
}
"""


def par_html(par: Par) -> str:
    """The sheet as a complete HTML page."""
    return page_html(f"PAR sheet: {par.header.game}, {say.table_name(par)}, {par.header.casino}", par_fragment(par))


def page_html(title: str, body: str) -> str:
    """Wraps a notebook fragment in a page that loads nothing from elsewhere."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(title)}</title>\n<style>body {{ margin: 0; background: #fbf7ea; }}</style>\n</head>\n<body>\n"
        f"{body}</body>\n</html>\n"
    )


def par_fragment(par: Par) -> str:
    """The sheet without the page around it, for a notebook."""
    from tablelaw.analysis.par.forms.plots import picture, plots  # needs matplotlib, and comparisons do not

    drawn = {name: picture(draw).svg for name, draw in plots(par).items()}
    parts = "".join(_section(section, drawn) for section in sections(par))
    head = par.header
    law = f"{head.regulation}, edition {head.edition}, {head.jurisdiction} ({head.status})"
    foot = escape(f"{law}. {head.version}, {head.fingerprint}.")
    return (
        f'<style>{STYLE}</style>\n<article class="par">\n{_header(par)}<main>\n{parts}</main>\n'
        f"<footer>{foot}</footer>\n</article>\n"
    )


def _header(par: Par) -> str:
    pairs = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>\n" for name, value in heading(par))
    return f"<header>\n<h1><small>PAR sheet</small>{escape(par.header.game)}</h1>\n<dl>\n{pairs}</dl>\n</header>\n"


def _section(section: Section, drawn: dict[str, str]) -> str:
    rows = "".join(_together([_block(block, drawn) for block in row]) for row in in_rows([*narrowed(section.blocks)]))
    return f'<section id="{section.id}">\n<h2>{escape(section.title)}</h2>\n{rows}</section>\n'


def _together(blocks: list[str]) -> str:
    """Sets narrow blocks in two columns."""
    return f'<div class="narrow">\n{"".join(blocks)}</div>\n' if len(blocks) > 1 else blocks[0]


def _block(block: Block, drawn: dict[str, str]) -> str:
    if isinstance(block, Grid):
        return grid_html(block)
    if isinstance(block, Plot):
        return _figure(block, drawn[block.name])
    return "<ul>\n" + "".join(f"<li>{escape(line)}</li>\n" for line in block.lines) + "</ul>\n"


def _figure(plot: Plot, element: str) -> str:
    size = "" if plot.is_narrow else ' class="large"'
    return f"<figure{size}>\n{_named(element, plot)}<figcaption>{escape(plot.says)}</figcaption>\n</figure>\n"


def _named(element: str, plot: Plot) -> str:
    """An SVG with a description, and with ids that stay unique on a page with several."""
    own = re.sub(r"[^a-z0-9]+", "-", plot.name.lower())
    for mark in ('id="', 'href="#', "url(#"):
        element = element.replace(mark, f"{mark}{own}-")
    return element.replace("<svg ", f'<svg role="img" aria-label="{escape(plot.says, quote=True)}" ', 1)


# --- Tables -----------------------------------------------------------------------------------------


def grid_html(grid: Grid) -> str:
    """A title with its paragraph, the table in a frame that scrolls if it is too wide, and a note."""
    heads = "".join(f'<th scope="col"{_marks(grid, n)}>{escape(name)}</th>' for n, name in enumerate(grid.columns))
    rows = "".join(_row(grid, n) for n in range(len(grid.rows)))
    named = escape(grid.title or grid.columns[0], quote=True)
    size = " short" * is_short(grid) + " long" * (len(grid.rows) > LONG)
    return (
        f'<div class="grid{size}">\n{_title(grid)}'
        f'<div class="scroll" role="region" aria-label="{named}" tabindex="0"><table>\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n{_note(grid)}</div>\n"
    )


LONG = 24
"""A table with more rows than this may be split over two printed pages."""


def _title(grid: Grid) -> str:
    cite = f"<cite>{escape(grid.cite)}</cite>" if grid.cite else ""
    return f"<h3><span>{escape(grid.title)}</span>{cite}</h3>\n" if grid.title else ""


def _note(grid: Grid) -> str:
    return f'<p class="note">{escape(grid.note)}</p>\n' if grid.note else ""


def _row(grid: Grid, n: int) -> str:
    row = grid.rows[n]
    total = ' class="total"' if grid.has_total and n == len(grid.rows) - 1 else ""
    head = f'<th scope="row"{_marks(grid, 0)}>{escape(row[0])}</th>'
    cells = "".join(f"<td{_marks(grid, m, n)}>{escape(row[m])}</td>" for m in range(1, len(row)))
    return f"<tr{total}>{head}{cells}</tr>\n"


def _marks(grid: Grid, column: int, row: int = -1) -> str:
    """The CSS classes of a cell that holds a number or needs attention."""
    names = ["n"] * (column in grid.numbers) + ["alert"] * ((row, column) in grid.alerts)
    return f' class="{" ".join(names)}"' if names else ""
