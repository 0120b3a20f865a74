"""A sign as plain text, for an 80-column terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from tablelaw.submission.signs.sign import PAYS, Panel, Sign

WIDTH = 80
RULE = "=" * WIDTH
INDENT = "  "
GAP = 2


def sign_text(sign: Sign) -> str:
    blocks = [
        _header(sign),
        *_lines_of_even_money(sign),
        *(_panel(panel) for panel in sign.panels if not panel.is_line),
        _statements(sign),
        _footer(sign),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _header(sign: Sign) -> list[str]:
    titles = [*wrap(sign.casino, WIDTH), *wrap(sign.game.upper(), WIDTH), *wrap(sign.table, WIDTH)]
    limits = "     ".join(f"{name} {amount}" for name, amount in sign.limits)
    return [RULE, *(line.center(WIDTH).rstrip() for line in (*titles, "", limits)), RULE]


def _lines_of_even_money(sign: Sign) -> Iterator[list[str]]:
    for panel in sign.panels:
        if panel.is_line:
            yield _with_cite(f"{panel.title}: {panel.rows[0][1]}", panel.cite)


def _panel(panel: Panel) -> list[str]:
    widths = [max(len(row[n]) for row in (panel.columns, *panel.rows)) for n in range(1, len(panel.columns))]
    rows = [line for row in panel.rows for line in _row(row, widths)]
    notes = [INDENT + line for line in wrap(panel.note, WIDTH - len(INDENT))]
    return [*_with_cite(panel.title.upper(), panel.cite), *_headings(panel.columns, widths), *rows, *notes]


def _headings(columns: tuple[str, ...], widths: list[int]) -> list[str]:
    """Column headings, if there are several columns of odds."""
    if columns[1:] == (PAYS,):
        return []
    odds = "".join(name.rjust(width + GAP) for name, width in zip(columns[1:], widths, strict=True))
    return [INDENT + columns[0].ljust(WIDTH - len(INDENT) - len(odds)) + odds]


def _row(row: tuple[str, ...], widths: list[int]) -> Iterator[str]:
    odds = "".join(text.rjust(width + GAP) for text, width in zip(row[1:], widths, strict=True))
    room = WIDTH - len(INDENT) - len(odds)
    *above, last = wrap(row[0], room - GAP)
    yield from (INDENT + line for line in above)
    dots = f"{last} ".ljust(room + len(odds) - len(odds.lstrip()) - 1, ".")
    yield f"{INDENT}{dots} {odds.lstrip()}"


def _statements(sign: Sign) -> list[str]:
    return [line for statement in sign.statements for line in _with_cite(f"* {statement.text}", statement.cite)]


def _footer(sign: Sign) -> list[str]:
    return ["-" * WIDTH, *wrap(sign.footer, WIDTH, break_on_hyphens=False)]


def _with_cite(text: str, cite: str) -> list[str]:
    """Text with its paragraph right-aligned: on the last line if it fits, otherwise below."""
    mark = f"[{cite}]"
    lines = wrap(text, WIDTH, subsequent_indent=INDENT if text.startswith("* ") else "")
    if len(lines[-1]) + GAP + len(mark) <= WIDTH:
        return [*lines[:-1], lines[-1] + mark.rjust(WIDTH - len(lines[-1]))]
    return [*lines, *_right(wrap(mark, WIDTH))]


def _right(lines: Iterable[str]) -> list[str]:
    return [line.rjust(WIDTH) for line in lines]
