"""A sign as a self-contained HTML page, with accessible, printable tables and the layout below them."""

from __future__ import annotations

from html import escape

from tablelaw.submission.signs.layout_svg import layout_svg
from tablelaw.submission.signs.sign import Panel, Sign, Statement, make_sign
from tablelaw.submission.submission import Submission

STYLE = """
:root { --felt: #0f3d2e; --ink: #1c1a17; --paper: #fbf7ea; --card: #fffdf6;
  --tint: #f2ecd8; --gold: #a98532; --grey: #5d5950; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 64rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.4 Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
header { background: var(--felt); color: var(--paper); border-radius: .4rem; padding: 1.2rem;
  text-align: center; }
header p { margin: .2rem 0; color: #e8d193; font-weight: 700; }
h1 { margin: 0; font: 700 2.6rem/1.15 Georgia, "Times New Roman", serif; }
h2 { font: 700 1.3rem/1.2 Georgia, "Times New Roman", serif; color: var(--felt); margin: 1.6rem 0 .6rem; }
.limits { font-size: 1.4rem; }
.panels { columns: 2 22rem; column-gap: 1rem; }
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--gold);
  margin: 0 0 1rem; break-inside: avoid; }
caption { text-align: left; padding: .3rem 0; font: 700 1.15rem/1.25 Georgia, "Times New Roman", serif;
  color: var(--felt); break-after: avoid; }
caption span { display: block; font: italic .85rem/1.3 Helvetica, Arial, sans-serif; color: var(--grey); }
th, td { padding: .22rem .7rem; text-align: left; font-weight: 400; vertical-align: top; }
thead th { font-size: .75rem; color: var(--grey); }
tbody tr:nth-child(odd) { background: var(--tint); }
td, thead th + th { text-align: right; font-weight: 700; white-space: nowrap; }
tfoot td { font-size: .78rem; font-weight: 400; color: var(--grey); text-align: left; white-space: normal; }
ul { list-style: none; margin: 0; padding: .7rem 1rem; background: var(--card);
  border: 1px solid var(--gold); }
li { padding: .15rem 0; }
cite { float: right; font-size: .75rem; font-style: normal; color: var(--grey); margin: .15em 0 0 1em; }
.limit { background: var(--felt); color: var(--paper); font-weight: 700; font-size: 1.15rem;
  padding: .7rem 1rem; }
.limit cite { color: #cfd8cf; font-weight: 400; }
svg { display: block; width: 100%; height: auto; }
footer { margin-top: 1.2rem; font-size: .8rem; color: var(--grey); text-align: center; }
@page { size: letter; margin: 10mm; }
@page felt { size: letter landscape; margin: 10mm; }
@media print {
  html { font-size: 8pt; }
  body { padding: 0; max-width: none; line-height: 1.25; print-color-adjust: exact;
    -webkit-print-color-adjust: exact; }
  h2 { margin: 1rem 0 .4rem; }
  .panels { columns: 2; }
  table { margin-bottom: .5rem; }
  th, td { padding: .1rem .7rem; }
  .layout { break-before: page; page: felt; }
}
"""


def sign_html(submission: Submission) -> str:
    sign = make_sign(submission)
    title = escape(f"{sign.game}, {sign.table}, {sign.casino}")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"{_header(sign)}<main>\n{_odds(sign)}{_rules(sign)}<footer>{escape(sign.footer)}</footer>\n"
        f'<section class="layout">\n<h2>Layout</h2>\n{layout_svg(submission)}</section>\n'
        "</main>\n</body>\n</html>\n"
    )


def _header(sign: Sign) -> str:
    limits = " · ".join(f"{escape(name)} {escape(amount)}" for name, amount in sign.limits)
    house = escape(f"{sign.casino} · {sign.table}")
    return f'<header>\n<p>{house}</p>\n<h1>{escape(sign.game)}</h1>\n<p class="limits">{limits}</p>\n</header>\n'


def _odds(sign: Sign) -> str:
    tables = "".join(_table(panel) for panel in sign.panels)
    return f'<section>\n<h2>Payout odds</h2>\n<div class="panels">\n{tables}</div>\n</section>\n'


def _table(panel: Panel) -> str:
    """A panel as a table; a line of even-money wagers becomes a table with one row."""
    about = f"<span>{escape(panel.about)}</span>" if panel.about else ""
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in panel.columns)
    rows = "".join(_row(row) for row in panel.rows)
    foot = f"<cite>{escape(panel.cite)}</cite>{escape(panel.note)}"
    return (
        f"<table>\n<caption>{escape(panel.name)}{about}</caption>\n<thead><tr>{heads}</tr></thead>\n"
        f"<tbody>\n{rows}</tbody>\n"
        f'<tfoot><tr><td colspan="{len(panel.columns)}">{foot}</td></tr></tfoot>\n</table>\n'
    )


def _row(row: tuple[str, ...]) -> str:
    odds = "".join(f"<td>{escape(text)}</td>" for text in row[1:])
    return f'<tr><th scope="row">{escape(row[0])}</th>{odds}</tr>\n'


def _rules(sign: Sign) -> str:
    rules = "".join(f"<li>{_said(s)}</li>\n" for s in sign.statements if not s.is_limit)
    limits = "".join(f'<p class="limit">{_said(s)}</p>\n' for s in sign.statements if s.is_limit)
    listed = f"<ul>\n{rules}</ul>\n" if rules else ""
    return f"<section>\n<h2>Rules of this table</h2>\n{listed}{limits}</section>\n"


def _said(statement: Statement) -> str:
    return f"<cite>{escape(statement.cite)}</cite>{escape(statement.text)}"
