"""A sign as one printable page in SVG: letter size, every line measured before it is placed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape, quoteattr

from houserules.submission.sign import Panel, Sign, Statement

# --- Measuring: the widths of a wide fallback font, so that text fits whichever font a printer has -------

_EM = {
    ".,:;'|!()[]-/·ijltfI ": 0.39,
    'rJ"*“”': 0.46,
    "cksvxyzL": 0.6,
    "mwMW%@—": 1.05,
    "ACDGHKNOQRUVXZ&=": 0.83,
}
_WIDTHS = {char: em for chars, em in _EM.items() for char in chars}
_OTHER_EM, _FAR_EM = 0.7, 1.1
LINE = 1.28
"""The distance from baseline to baseline, in font sizes."""


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


def text_width(text: str, size: float, style: Style) -> float:
    """No less than the text takes up in the common fonts."""
    ems = sum(_WIDTHS.get(char, _OTHER_EM if char.isascii() else _FAR_EM) for char in text)
    return ems * size * (1.0 if style.bold else 0.92)


def wrapped(text: str, width: float, size: float, style: Style) -> list[str]:
    """Lines no wider than `width`, broken between words and, where a word alone is wider, within it."""
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(joined, size, style) <= width:
            lines[-1] = joined
        else:
            lines += _pieces(word, width, size, style)
    return lines


def _pieces(word: str, width: float, size: float, style: Style) -> list[str]:
    pieces = [""]
    for char in word:
        if pieces[-1] and text_width(pieces[-1] + char, size, style) > width:
            pieces.append("")
        pieces[-1] += char
    return pieces


# --- Blocks: rectangles and lines of text in their places ------------------------------------------------


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text; `x` is its left, middle or right end by the anchor, `y` its baseline."""

    x: float
    y: float
    text: str
    size: float
    style: Style
    anchor: str = "start"

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        width = text_width(self.text, self.size, self.style)
        left = self.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        return left, self.y - 0.8 * self.size, left + width, self.y + 0.24 * self.size

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
    radius: float = 0
    more: str = ""

    def svg(self) -> str:
        place = f'x="{self.x:.1f}" y="{self.y:.1f}" width="{self.width:.1f}" height="{self.height:.1f}"'
        paint = f'fill="{self.fill}" stroke="{self.stroke}" rx="{self.radius:.1f}"'
        return f"<rect {place} {paint}{self.more}/>"


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a drawing with its own height, placed by moving it."""

    height: float
    rects: tuple[Rect, ...] = ()
    labels: tuple[Label, ...] = ()

    def moved(self, dx: float, dy: float) -> Block:
        rects = tuple(replace(rect, x=rect.x + dx, y=rect.y + dy) for rect in self.rects)
        labels = tuple(replace(label, x=label.x + dx, y=label.y + dy) for label in self.labels)
        return Block(self.height, rects, labels)

    def on(self, ground: Rect) -> Block:
        return replace(self, rects=(ground, *self.rects))

    def svg(self) -> str:
        return "".join(part.svg() for part in (*self.rects, *self.labels))


def stacked(blocks: Iterable[Block], gap: float) -> Block:
    """Blocks one below the other."""
    height, placed = 0.0, list[Block]()
    for block in blocks:
        placed.append(block.moved(0, height))
        height += block.height + gap
    return merged(placed, max(0.0, height - gap))


def merged(blocks: Sequence[Block], height: float) -> Block:
    """Blocks already in their places, as one."""
    rects = tuple(rect for block in blocks for rect in block.rects)
    return Block(height, rects, tuple(label for block in blocks for label in block.labels))


def paragraph(
    text: str, width: float, size: float, style: Style, x: float = 0, anchor: str = "start"
) -> Block:
    """Wrapped text; its height holds every line."""
    lines = wrapped(text, width, size, style)
    labels = [Label(x, size * (0.95 + n * LINE), line, size, style, anchor) for n, line in enumerate(lines)]
    return Block(len(lines) * size * LINE, labels=tuple(labels))


def shrunk(text: str, width: float, sizes: Sequence[float], style: Style) -> float:
    """The first size at which the text stands on one line, or the last size there is."""
    return next((size for size in sizes if text_width(text, size, style) <= width), sizes[-1])


def document(width: float, height: float, title: str, about: str, body: str, size: str = "") -> str:
    view = f'viewBox="0 0 {width:.0f} {height:.0f}"'
    head = f"<title>{escape(title)}</title><desc>{escape(about)}</desc>"
    space = 'xmlns="http://www.w3.org/2000/svg"'
    return f'<svg {space} {view}{size} role="img" aria-label={quoteattr(title)}>{head}{body}</svg>\n'
