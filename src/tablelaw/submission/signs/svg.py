"""A sign as one printable SVG page, letter size, with every line measured before it is placed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import itemgetter
from xml.sax.saxutils import escape, quoteattr

from tablelaw.submission.signs.sign import PAYS, Panel, Sign, Statement

# --- Measuring: widths of a wide font, so text fits in any printer's font -------------------------

_EMS = {
    "ijl'I|": 0.3,
    " \u00a0.,:;·/!J": 0.34,
    "-()[]tfr": 0.41,
    "scz": 0.55,
    "abdeghknopquvxy0123456789$": 0.64,
}
_EMS |= {"DGHNOQU&": 0.79, "mwMW%=@": 1.0}
_EM = {char: em for chars, em in _EMS.items() for char in chars}
LINE = 1.28
"""The distance between baselines, as a multiple of the font size."""


@dataclass(frozen=True, slots=True)
class Style:
    fill: str
    bold: bool = False
    serif: bool = False
    italic: bool = False

    @property
    def attributes(self) -> str:
        family = "Georgia, 'Times New Roman', serif" if self.serif else "Helvetica, Arial, sans-serif"
        weight = ' font-weight="700"' if self.bold else ""
        slant = ' font-style="italic"' if self.italic else ""
        return f'font-family="{family}" fill="{self.fill}"{weight}{slant}'


@lru_cache(maxsize=65_536)
def text_width(text: str, size: float, style: Style) -> float:
    """An upper bound on the text's width in the common fonts, including wide fallbacks."""
    ems = sum(_EM.get(char, 0.7 if char.isascii() else 1.1) for char in text)
    return ems * size * (1.12 if style.bold else 1.0)


@lru_cache(maxsize=16_384)
def wrapped(text: str, width: float, size: float, style: Style) -> tuple[str, ...]:
    """Breaks text into lines no wider than `width`, between words or, if a single word is wider, within it."""
    lines: list[str] = []
    words = [word for word in text.split(" ") if word]
    for part in (part for word in words for part in _pieces(word, width, size, style)):
        if lines and text_width(f"{lines[-1]} {part}", size, style) <= width:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return tuple(lines)


def _pieces(word: str, width: float, size: float, style: Style) -> list[str]:
    if text_width(word, size, style) <= width:
        return [word]
    pieces = [""]
    for char in word:
        if pieces[-1] and text_width(pieces[-1] + char, size, style) > width:
            pieces.append("")
        pieces[-1] += char
    return pieces


# --- Blocks: positioned rectangles and lines of text ----------------------------------------------


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text; `x` is its left end, middle or right end, depending on the anchor; `y` is its baseline."""

    x: float
    y: float
    text: str
    size: float
    style: Style
    anchor: str = "start"

    def moved(self, dx: float, dy: float) -> Label:
        return Label(self.x + dx, self.y + dy, self.text, self.size, self.style, self.anchor)

    def svg(self) -> str:
        place = f'x="{self.x:.1f}" y="{self.y:.1f}" font-size="{self.size:.1f}" text-anchor="{self.anchor}"'
        return f"<text {place} {self.style.attributes}>{escape(self.text)}</text>"


@dataclass(frozen=True, slots=True)
class Rect:
    x: float
    y: float
    width: float
    height: float
    fill: str
    stroke: str = "none"
    radius: float = 6
    more: str = ""

    def moved(self, dx: float, dy: float) -> Rect:
        place = self.x + dx, self.y + dy, self.width, self.height
        return Rect(*place, self.fill, self.stroke, self.radius, self.more)

    def svg(self) -> str:
        place = f'x="{self.x:.1f}" y="{self.y:.1f}" width="{self.width:.1f}" height="{self.height:.1f}"'
        return f'<rect {place} rx="{self.radius:.1f}" fill="{self.fill}" stroke="{self.stroke}"{self.more}/>'


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a drawing with a known height; it is positioned by moving it."""

    height: float
    rects: tuple[Rect, ...] = ()
    labels: tuple[Label, ...] = ()

    def moved(self, dx: float, dy: float) -> Block:
        rects = tuple([rect.moved(dx, dy) for rect in self.rects])
        return Block(self.height, rects, tuple([label.moved(dx, dy) for label in self.labels]))

    def on(self, ground: Rect, pad: float = 0) -> Block:
        """The block on a background as high as the block plus padding."""
        height, placed = self.height + 2 * pad, self.moved(0, pad)
        return Block(height, (replace(ground, height=height), *placed.rects), placed.labels)

    def svg(self) -> str:
        return "".join([rect.svg() for rect in self.rects] + [label.svg() for label in self.labels])


def merged(height: float, *blocks: Block) -> Block:
    """Combines blocks that are already positioned."""
    rects = tuple(rect for block in blocks for rect in block.rects)
    return Block(height, rects, tuple(label for block in blocks for label in block.labels))


def stacked(blocks: Iterable[Block], gap: float = 0) -> Block:
    """Stacks blocks vertically; empty blocks take no space."""
    height, placed = -gap, list[Block]()
    for block in blocks:
        if block.height:
            placed.append(block.moved(0, height + gap))
            height += block.height + gap
    return merged(max(0.0, height), *placed)


def paragraph(text: str, width: float, size: float, style: Style, x: float = 0, anchor: str = "start") -> Block:
    """Wrapped text as a block."""
    lines = wrapped(text, width, size, style)
    labels = [Label(x, size * (0.96 + n * LINE), line, size, style, anchor) for n, line in enumerate(lines)]
    return Block(len(lines) * size * LINE, labels=tuple(labels))


def document(width: float, height: float, title: str, about: str, body: str, size: str = "") -> str:
    view = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"{size}'
    head = f"<title>{escape(title)}</title><desc>{escape(about)}</desc>"
    return f'<svg {view} role="img" aria-label={quoteattr(title)}>{head}{body}</svg>\n'


# --- The page -------------------------------------------------------------------------------------

PAGE_WIDTH, PAGE_HEIGHT, MARGIN, GAP, SPREAD = 816.0, 1056.0, 36.0, 12.0, 30.0
WIDTH = PAGE_WIDTH - 2 * MARGIN
SCALES, LARGEST_TABLE = [n / 100 for n in range(240, 45, -2)], 1.5
"""The scales to try. The largest at which everything fits is used, so a sign with few wagers is printed large."""

FELT, IVORY, CARD, TINT, GOLD = "#0f3d2e", "#fbf7ea", "#fffdf6", "#f2ecd8", "#a98532"
TITLE, HOUSE = Style(IVORY, bold=True, serif=True), Style("#e8d193", bold=True)
NAME, HAND, ODDS = Style(FELT, bold=True, serif=True), Style("#1c1a17"), Style("#1c1a17", bold=True)
ABOUT, CITE = Style("#5d5950", italic=True), Style("#6b675f")
LIMIT, LIMIT_CITE = Style(IVORY, bold=True), Style("#cfd8cf")


def sign_svg(sign: Sign) -> str:
    page = sign_page(sign)
    about = " ".join(statement.text for statement in sign.statements)
    title = f"{sign.game}, {sign.table}, {sign.casino}: payout odds"
    size = ' width="8.5in" height="11in"' if page.height == PAGE_HEIGHT else ""
    return document(PAGE_WIDTH, page.height, title, about, page.svg(), size)


def sign_page(sign: Sign) -> Block:
    """Draws the whole page; the page grows only if even the smallest type does not fit."""
    header, footer = _header(sign), paragraph(sign.footer, WIDTH, 10.5, CITE, WIDTH / 2, "middle")
    room = PAGE_HEIGHT - 2 * MARGIN - 2 * GAP - header.height - footer.height
    largest = SCALES[0] if all(panel.is_line for panel in sign.panels) else LARGEST_TABLE
    bodies = (_body(sign, scale) for scale in SCALES if scale <= largest)
    body = next((b for b in bodies if _height(b) <= room), _body(sign, SCALES[-1]))
    spare = max(0.0, room - _height(body))
    middle = stacked(body, GAP + min(SPREAD, spare / len(body)))
    height = PAGE_HEIGHT + max(0.0, middle.height - room)
    edge = Rect(18, 18, PAGE_WIDTH - 36, height - 36, "none", FELT, 10, ' stroke-width="2"')
    return merged(
        height,
        Block(0, (Rect(0, 0, PAGE_WIDTH, height, IVORY, radius=0), edge)),
        header.moved(MARGIN, MARGIN),
        middle.moved(MARGIN, MARGIN + header.height + GAP + max(0.0, room - middle.height) / 2),
        footer.moved(MARGIN, height - MARGIN - footer.height),
    )


def _header(sign: Sign) -> Block:
    house = f"{sign.casino} · {sign.table}"
    limits = " · ".join(f"{name} {amount}" for name, amount in sign.limits)
    texts = ((house, HOUSE, 18), (sign.game, TITLE, 48), (limits, HOUSE, 24))
    parts = [_centred(text, style, largest) for text, style, largest in texts]
    return stacked(parts, 4).on(Rect(0, 0, WIDTH, 0, FELT), 14)


def _centred(text: str, style: Style, largest: int) -> Block:
    """Centred text on one line, as large as possible, or on several lines if it would be too small to read."""
    room, sizes = WIDTH - 48, [largest * n / 20 for n in range(20, 11, -1)]
    size = next((size for size in sizes if text_width(text, size, style) <= room), sizes[-1])
    return paragraph(text, room, size, style, WIDTH / 2, "middle")


def _body(sign: Sign, scale: float) -> list[Block]:
    lines = [Statement(f"{p.title}: {_unbroken(p.rows[0][1])}", p.cite) for p in sign.panels if p.is_line]
    rules = [statement for statement in sign.statements if not statement.is_limit]
    limits = [statement for statement in sign.statements if statement.is_limit]
    blocks = [
        _boxed(lines, 22 * scale, (NAME, CITE), Rect(0, 0, WIDTH, 0, TINT, GOLD)),
        _columns([panel for panel in sign.panels if not panel.is_line], scale),
        _boxed(rules, 15 * scale, (HAND, CITE), Rect(0, 0, WIDTH, 0, CARD, GOLD)),
        _boxed(limits, 17 * scale, (LIMIT, LIMIT_CITE), Rect(0, 0, WIDTH, 0, FELT)),
    ]
    return [block for block in blocks if block.height]


def _unbroken(text: str) -> str:
    return text.replace(" ", "\u00a0")


def _columns(panels: list[Panel], scale: float) -> Block:
    """Panels in two columns, in order, split to make the columns similar in height."""
    if len(panels) < 2:
        return stacked(_panel(panel, WIDTH, scale) for panel in panels)
    width = (WIDTH - GAP) / 2
    blocks = [_panel(panel, width, scale) for panel in panels]
    halves = [(blocks[:n], blocks[n:]) for n in range(1, len(blocks))]
    height, left, right = min(((max(map(_height, pair)), *pair) for pair in halves), key=itemgetter(0))
    return merged(height, _filled(left, height), _filled(right, height).moved(width + GAP, 0))


def _height(blocks: list[Block]) -> float:
    return stacked(blocks, GAP).height


def _filled(blocks: list[Block], height: float) -> Block:
    """A column stretched to the given height."""
    return stacked(blocks, GAP + (height - _height(blocks)) / max(1, len(blocks) - 1))


def _panel(panel: Panel, width: float, scale: float) -> Block:
    """Draws a panel: name, rows, note and, in small type, the paragraph."""
    pad, size, small = 11 * scale, 14 * scale, min(9.5 * scale, 11.0)
    inner, cite = width - 2 * pad, text_width(panel.cite, small, CITE) + size
    table = (panel.columns, *panel.rows)
    ends = [max(text_width(row[n], size, ODDS) for row in table) + size for n in range(1, len(table[0]))]
    rows = [_row(row, inner, ends, (size, size), (HAND, ODDS)) for row in panel.rows]
    grounds = [Rect(-pad / 2, 0, inner + pad, 0, (TINT, CARD)[n % 2], radius=2) for n in range(len(rows))]
    headings = [] if panel.columns[1:] == (PAYS,) else [panel.columns]
    parts = [
        paragraph(panel.name, inner, 18 * scale, NAME),
        paragraph(panel.about, inner, 11.5 * scale, ABOUT),
        Block(size / 5),
        *(_row(names, inner, ends, (small, small), (CITE, CITE)) for names in headings),
        *(row.on(ground, size / 7) for row, ground in zip(rows, grounds, strict=True)),
        Block(size / 5),
        _row((panel.note, panel.cite), inner, [cite], (11.5 * scale, small), (ABOUT, CITE)),
    ]
    return stacked(parts).moved(pad, 0).on(Rect(0, 0, width, 0, CARD, GOLD), pad * 0.8)


def _boxed(statements: list[Statement], size: float, styles: tuple[Style, Style], ground: Rect) -> Block:
    """Statements on a background, each with its paragraph at the right."""
    pad, small = 0.6 * size, min(0.45 * size + 3, 11.0)
    inner = WIDTH - 2 * pad
    ends = [max((text_width(s.cite, small, styles[1]) for s in statements), default=0) + size]
    rows = [_row((s.text, s.cite), inner, ends, (size, small), styles) for s in statements]
    return stacked(rows, size / 3).moved(pad, 0).on(ground, pad) if rows else Block(0)


def _row(
    cells: Sequence[str],
    width: float,
    ends: Sequence[float],
    sizes: tuple[float, float],
    styles: tuple[Style, Style],
) -> Block:
    """Draws a row: wrapped text on the left, and every other cell right-aligned in its column."""
    left = paragraph(cells[0], width - sum(ends), sizes[0], styles[0])
    marks = [
        Label(width - sum(ends[n + 1 :]), sizes[0] * 0.96, text, sizes[1], styles[1], "end")
        for n, text in enumerate(cells[1:])
    ]
    return Block(max(left.height, sizes[1] * LINE), labels=(*left.labels, *marks))
