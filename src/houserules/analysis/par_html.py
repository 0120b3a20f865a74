"""A PAR sheet as one self-contained HTML page: tables that read aloud and print, plots drawn inside it."""

from __future__ import annotations

import re
from html import escape

from houserules.analysis import par_words as say
from houserules.analysis.par_blocks import Block, Grid, Plot, Section, in_rows
from houserules.analysis.par_data import Par
from houserules.analysis.par_plots import picture, plots
from houserules.analysis.par_sections import heading, sections

STYLE = """
.par { --felt: #0f3d2e; --ink: #1c1a17; --paper: #fbf7ea; --card: #fffdf6;
  --tint: #f2ecd8; --gold: #a98532; --grey: #5d5950; --red: #8c2f24; }
.par, .par * { box-sizing: border-box; }
.par { margin: 0 auto; padding: 1.5rem; max-width: 68rem; background: var(--paper); color: var(--ink);
  font: .95rem/1.4 Helvetica, Arial, sans-serif; }
.par header { background: var(--felt); color: var(--paper); border-radius: .4rem; padding: 1.2rem 1.4rem; }
.par h1 { margin: 0 0 .7rem; font: 700 2.2rem/1.15 Georgia, "Times New Roman", serif; color: var(--paper); }
.par h1 small { display: block; font: 700 .8rem/1.6 Helvetica, Arial, sans-serif; letter-spacing: .14em;
  text-transform: uppercase; color: #e8d193; }
.par dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0; font-size: .88rem; }
.par dt { color: #e8d193; } .par dd { margin: 0; overflow-wrap: anywhere; }
.par h2 { font: 700 1.4rem/1.2 Georgia, "Times New Roman", serif; color: var(--felt); margin: 2rem 0 .7rem;
  padding-bottom: .2rem; border-bottom: 2px solid var(--gold); break-after: avoid; }
.par .narrow { columns: 2 28rem; column-gap: 1.2rem; }
.par table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid #d8cba4;
  margin: 0 0 1.1rem; font-size: .86rem; }
.par table.short { width: auto; min-width: 32rem; max-width: 100%; }
.par .narrow table { break-inside: avoid; width: 100%; min-width: 0; }
.par .wide { overflow-x: auto; }
.par caption { text-align: left; padding: .3rem 0; font: 700 1.05rem/1.25 Georgia, "Times New Roman", serif;
  color: var(--felt); break-after: avoid; }
.par caption cite, .par p cite { font: 400 .75rem Helvetica, Arial, sans-serif; color: var(--grey); float: right;
  margin-left: 1em; padding-top: .25em; }
.par th, .par td { padding: .2rem .6rem; text-align: left; font-weight: 400; vertical-align: top; }
.par thead th { font-size: .74rem; color: var(--grey); border-bottom: 1px solid var(--gold); vertical-align: bottom; }
.par tbody tr { break-inside: avoid; }
.par tbody tr:nth-child(odd) { background: var(--tint); }
.par .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.par tbody th { font-weight: 600; }
.par tfoot td { font-size: .8rem; color: var(--grey); background: none; border-top: 1px solid #d8cba4; }
.par figure { margin: 0 0 1.1rem; background: var(--card); border: 1px solid #d8cba4; padding: .6rem;
  break-inside: avoid; }
.par figure svg { display: block; width: 100%; height: auto; max-width: 54rem; margin: 0 auto;
  font-family: Helvetica, Arial, sans-serif; }
.par figcaption { font-size: .8rem; color: var(--grey); padding-top: .3rem; }
.par ul { margin: 0 0 1rem; padding-left: 1.2rem; } .par li { padding: .1rem 0; }
.par footer { margin-top: 1.6rem; font-size: .78rem; color: var(--grey); text-align: center; }
@page { size: letter; margin: 12mm; }
@media print {
  html { font-size: 8pt; }
  body { background: none !important; }
  .par .wide { overflow: visible; }
  .par table.short { break-inside: avoid; }
  .par { padding: 0; max-width: none; background: none; print-color-adjust: exact;
    -webkit-print-color-adjust: exact; }
  .par .narrow { columns: 2; }
  .par th, .par td { padding: .1rem .5rem; }
}
"""


def par_html(par: Par) -> str:
    """The whole page."""
    title = escape(f"PAR sheet: {par.header.game}, {say.table_name(par)}, {par.header.casino}")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{title}</title>\n<style>body {{ margin: 0; background: #fbf7ea; }}</style>\n</head>\n<body>\n"
        f"{par_fragment(par)}</body>\n</html>\n"
    )


def par_fragment(par: Par) -> str:
    """The sheet without the page around it, as a notebook shows it."""
    drawn = {name: picture(draw).svg for name, draw in plots(par).items()}
    parts = "".join(_section(section, drawn) for section in sections(par))
    head = par.header
    foot = escape(f"{head.regulation}, {head.jurisdiction} ({head.status}). {head.version}, {head.fingerprint}.")
    return (
        f'<style>{STYLE}</style>\n<article class="par">\n{_header(par)}<main>\n{parts}</main>\n'
        f"<footer>{foot}</footer>\n</article>\n"
    )


def _header(par: Par) -> str:
    pairs = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>\n" for name, value in heading(par))
    return f"<header>\n<h1><small>PAR sheet</small>{escape(par.header.game)}</h1>\n<dl>\n{pairs}</dl>\n</header>\n"


def _section(section: Section, drawn: dict[str, str]) -> str:
    rows = "".join(_together([_block(block, drawn) for block in row]) for row in in_rows(section.blocks))
    return f'<section id="{section.id}">\n<h2>{escape(section.title)}</h2>\n{rows}</section>\n'


def _together(blocks: list[str]) -> str:
    """Narrow blocks in two columns."""
    return f'<div class="narrow">\n{"".join(blocks)}</div>\n' if len(blocks) > 1 else blocks[0]


def _block(block: Block, drawn: dict[str, str]) -> str:
    if isinstance(block, Grid):
        return grid_html(block)
    if isinstance(block, Plot):
        return f"<figure>\n{_named(drawn[block.name], block)}<figcaption>{escape(block.says)}</figcaption>\n</figure>\n"
    return "<ul>\n" + "".join(f"<li>{escape(line)}</li>\n" for line in block.lines) + "</ul>\n"


def _named(element: str, plot: Plot) -> str:
    """An SVG that says what it shows; its ids made its own on a page of several."""
    own = re.sub(r"[^a-z]+", "-", plot.name.lower())
    for mark in ('id="', 'href="#', "url(#"):
        element = element.replace(mark, f"{mark}{own}-")
    return element.replace("<svg ", f'<svg role="img" aria-label="{escape(plot.says, quote=True)}" ', 1)


# --- Tables -----------------------------------------------------------------------------------------


def grid_html(grid: Grid) -> str:
    cite = f"<cite>{escape(grid.cite)}</cite>" if grid.cite else ""
    caption = f"<caption>{cite}{escape(grid.title)}</caption>\n" if grid.title else ""
    heads = "".join(f'<th scope="col"{_right(grid, n)}>{escape(name)}</th>' for n, name in enumerate(grid.columns))
    rows = "".join(_row(grid, row) for row in grid.rows)
    foot = f'<tfoot><tr><td colspan="{len(grid.columns)}">{escape(grid.note)}</td></tr></tfoot>\n' if grid.note else ""
    short = ' class="short"' if len(grid.numbers) + 1 >= len(grid.columns) else ""
    return (
        f'<div class="wide"><table{short}>\n{caption}<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n{foot}'
        "</table></div>\n"
    )


def _row(grid: Grid, row: tuple[str, ...]) -> str:
    head = f'<th scope="row"{_right(grid, 0)}>{escape(row[0])}</th>'
    cells = "".join(f"<td{_right(grid, n)}>{escape(cell)}</td>" for n, cell in enumerate(row) if n)
    return f"<tr>{head}{cells}</tr>\n"


def _right(grid: Grid, place: int) -> str:
    return ' class="n"' if place in grid.numbers else ""
