"""The layout as SVG: an arc of betting positions around the areas in the middle of the table.

The origin is the centre of the arc, which is behind the dealer; y grows towards the players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, degrees, hypot, pi, sin, sqrt, tan
from xml.sax.saxutils import escape

from tablelaw.law.rows import Area
from tablelaw.submission.signs.sign import Sign, make_sign
from tablelaw.submission.signs.svg import (
    LINE,
    Block,
    Label,
    Rect,
    Style,
    document,
    merged,
    paragraph,
    stacked,
    text_width,
    wrapped,
)
from tablelaw.submission.submission import Submission

CELL_WIDTH, CELL_HEIGHT, GAP = 148.0, 72.0, 24.0
CARD_WIDTH, CARD_HEIGHT = 63.0, 88.0
REACH = pi / 3
"""The angle between the middle seat and the outermost seats."""
RAIL, INSCRIPTION, LEADING, PAD = 34.0, 27.0, 36.0, 12.0
SMALLEST = 15
"""The smallest font size in a betting area; a name that does not fit gets its own row."""
EQUALS = "= sign"
"""An area with this note is placed to the right of the previous one, with an equals sign between them."""

CLOTH, DEEP, WOOD, LINES, GOLD = "#14553d", "#0e4230", "#4b2e1a", "#f3ead0", "#e2c56c"
REQUIRED, OPTIONAL = Style(LINES, bold=True), Style(GOLD, bold=True)
QUIET, LOGO = Style("#c9d6c4", italic=True), Style(GOLD, bold=True, serif=True)
GAME, WORDS = Style(LINES, bold=True, serif=True), Style(LINES, serif=True)
DASHED = ' stroke-width="2" stroke-dasharray="8 6"'
SOLID = ' stroke-width="3"'


@dataclass(frozen=True, slots=True)
class Arc:
    """One line of an inscription, written along an arc."""

    text: str
    radius: float

    def svg(self, name: str) -> str:
        x, y, r = self.radius * sin(REACH), self.radius * cos(REACH), self.radius
        path = f'<path id="{name}" d="M {-x:.1f} {y:.1f} A {r:.1f} {r:.1f} 0 0 0 {x:.1f} {y:.1f}" fill="none"/>'
        along = f'<textPath href="#{name}" startOffset="50%">{escape(self.text)}</textPath>'
        return f'{path}<text font-size="{INSCRIPTION}" text-anchor="middle" {WORDS.attributes}>{along}</text>'


@dataclass(frozen=True, slots=True)
class Seat:
    """A betting position: its block, and its angle from the position opposite the dealer."""

    number: int
    block: Block
    turn: float

    def svg(self, inner: float) -> str:
        place = f"translate({inner * sin(self.turn):.1f} {inner * cos(self.turn):.1f})"
        return f'<g transform="{place} rotate({-degrees(self.turn):.2f})">{self.block.svg()}</g>'


@dataclass(frozen=True, slots=True)
class Felt:
    """The whole layout; seats begin at the radius `inner` and end before `outer`."""

    top: float
    inner: float
    outer: float
    middle: Block
    arcs: tuple[Arc, ...]
    seats: tuple[Seat, ...]

    @property
    def half_width(self) -> float:
        return sqrt(self.outer**2 - self.top**2)

    def svg(self) -> str:
        half, r = self.half_width, self.outer
        edge = f"M {-half:.1f} {self.top:.1f} H {half:.1f} A {r:.1f} {r:.1f} 0 0 1 {-half:.1f} {self.top:.1f} Z"
        paint = f'fill="{CLOTH}" stroke="{WOOD}" stroke-width="{RAIL}" stroke-linejoin="round"'
        arcs = "".join(arc.svg(f"arc-{n}") for n, arc in enumerate(self.arcs, 1))
        seats = "".join(seat.svg(self.inner) for seat in self.seats)
        body = f'<path d="{edge}" {paint}/>{self.middle.svg()}{arcs}{seats}'
        return f'<g transform="translate({half + RAIL:.1f} {RAIL - self.top:.1f})">{body}</g>'


def layout_svg(submission: Submission) -> str:
    sign, felt = make_sign(submission), make_felt(submission)
    about = "Areas: " + ", ".join(area.name for area in sign.areas) + "."
    width, height = 2 * (felt.half_width + RAIL), felt.outer - felt.top + 2 * RAIL
    return document(width, height, f"{sign.game}, {sign.table}, {sign.casino}: layout", about, felt.svg())


def make_felt(submission: Submission) -> Felt:
    """The whole layout, with the number of columns per position that gives the smallest table."""
    sign = make_sign(submission)
    areas = [area for area in sign.areas if area.per == "player"]
    least = 2 if any(EQUALS in area.note for area in areas) else 1
    felts = [_felt(submission, sign, _rows(areas, columns)) for columns in (least, least + 1)]
    return min(felts, key=lambda felt: felt.outer)


def _felt(submission: Submission, sign: Sign, rows: list[list[Area]]) -> Felt:
    """The layout for given rows; the arc is widened until the middle areas and the inscriptions fit inside."""
    seats = submission.seats
    width = max(_width(len(row)) for row in rows)
    position = stacked((_row(submission, row, width) for row in rows), GAP / 2)
    needed, inner = _room_for(width, seats), 0.0
    while needed > inner:
        inner = needed + 1
        top = inner * cos(REACH) - width / 2 * sin(REACH) - GAP
        middle = _middle(submission, sign, top)
        arcs = _inscriptions(sign, _radius(middle) + 2 * INSCRIPTION)
        needed = max([_radius(middle), *(arc.radius for arc in arcs)]) + INSCRIPTION
    outer = inner + position.height + 3 * GAP
    return Felt(top, inner, outer, middle, arcs, _seats(position, seats))


# --- Betting positions ----------------------------------------------------------------------------


def _width(cells: int) -> float:
    return cells * (CELL_WIDTH + GAP) - GAP


def _room_for(width: float, seats: int) -> float:
    """The radius from which neighbouring positions of this width do not overlap."""
    return (width + GAP) / 2 / tan(REACH / max(1, seats - 1))


def _seats(position: Block, seats: int) -> tuple[Seat, ...]:
    """The positions, numbered from the dealer's left, which is the players' right."""
    turns = [REACH * (1 - 2 * n / (seats - 1)) if seats > 1 else 0.0 for n in range(seats)]
    return tuple(Seat(n, _numbered(position, n), turn) for n, turn in enumerate(turns, 1))


def _numbered(position: Block, number: int) -> Block:
    mark = Label(0, position.height + GAP * 1.1, str(number), GAP, QUIET, "middle")
    return merged(position.height, position, Block(0, labels=(mark,)))


def _rows(areas: Sequence[Area], columns: int) -> list[list[Area]]:
    """Arranges the areas in rows; areas joined by an equals sign stay together, and long names get their own row."""
    rows: list[list[Area]] = []
    for area in areas:
        joined = EQUALS in area.note
        alone = _is_long(area) or (bool(rows) and _is_long(rows[-1][-1]))
        if rows and (joined or (len(rows[-1]) < columns and not alone)):
            rows[-1].append(area)
        else:
            rows.append([area])
    return rows


def _is_long(area: Area) -> bool:
    return not _holds(area.name, CELL_WIDTH - PAD, CELL_HEIGHT - PAD, SMALLEST, OPTIONAL)


def _row(submission: Submission, areas: list[Area], width: float) -> Block:
    cell = width if len(areas) == 1 and _is_long(areas[0]) else CELL_WIDTH
    left = -(len(areas) * (cell + GAP) - GAP) / 2
    cells = [_cell(submission, area, cell).moved(left + n * (cell + GAP), 0) for n, area in enumerate(areas)]
    return merged(CELL_HEIGHT, *cells)


def _cell(submission: Submission, area: Area, width: float) -> Block:
    """Draws one area: round for the main game, square for optional wagers, dashed if no chips are placed there."""
    wager = submission.book.wager(area.wager) if area.wager else None
    is_game = wager is not None and wager.kind != "optional"
    is_chips = wager is not None and wager.medium == "chips"
    style, radius = (REQUIRED, CELL_HEIGHT / 2) if is_game else (OPTIONAL, 8.0)
    ground = Rect(0, 0, width, CELL_HEIGHT, DEEP, style.fill, radius, SOLID if is_chips else DASHED)
    equals = (Label(-GAP / 2, CELL_HEIGHT / 2 + 9, "=", 28, REQUIRED, "middle"),)
    between = Block(0, labels=equals if EQUALS in area.note else ())
    return merged(CELL_HEIGHT, _titled(ground, area.name, 30, style), between)


@lru_cache(maxsize=1024)
def fitted(text: str, width: float, height: float, largest: int, style: Style) -> Block:
    """Text centred on x = 0 within a box, in the largest font size that fits without breaking a word."""
    sizes = (size for size in range(largest, 7, -1) if _holds(text, width, height, size, style))
    size = next(sizes, 8)
    block = paragraph(text, width, size, style, anchor="middle")
    return block.moved(0, (height - block.height) / 2)


def _holds(text: str, width: float, height: float, size: int, style: Style) -> bool:
    whole = all(text_width(word, size, style) <= width for word in text.split())
    return whole and len(wrapped(text, width, size, style)) * size * LINE <= height


# --- The middle of the table ----------------------------------------------------------------------


def _middle(submission: Submission, sign: Sign, top: float) -> Block:
    """Draws the card areas in front of the inventory container, then the names of the house and the game."""
    tray = Rect(-240, 0, 480, 48, DEEP, QUIET.fill, 6, DASHED)
    plate = Rect(-260, 0, 520, 66, DEEP, GOLD, 33, SOLID)
    parts = [
        _titled(tray, "Table inventory container", 22, QUIET),
        _card_areas(submission, [area for area in sign.areas if area.per == "table" and area.place]),
        _titled(plate, sign.casino, 36, LOGO),
        _titled(Rect(-400, 0, 800, 76, "none"), sign.game, 62, GAME),
    ]
    return stacked(parts, GAP).moved(0, top + RAIL)


def _titled(ground: Rect, text: str, largest: int, style: Style) -> Block:
    """A background with text in the middle."""
    words = fitted(text, ground.width - PAD, ground.height - PAD, largest, style)
    centred = words.moved(ground.x + ground.width / 2, ground.y + PAD / 2)
    return merged(ground.height, Block(0, (ground,)), centred)


def _card_areas(submission: Submission, areas: list[Area]) -> Block:
    """Places the community cards in the middle, if there are any, and the other areas alternately on either side."""
    placed: list[Block] = []
    left = right = -GAP / 2
    for area in sorted(areas, key=lambda area: area.place != "community"):
        cards = _cards_dealt(submission, area.place)
        width = max(220.0, cards * (CARD_WIDTH + 8) + 16)
        if not placed:
            left = right = width / 2
            placed.append(_card_area(area, cards, width))
        elif right <= left:
            placed.append(_card_area(area, cards, width).moved(right + GAP + width / 2, 0))
            right += GAP + width
        else:
            placed.append(_card_area(area, cards, width).moved(-left - GAP - width / 2, 0))
            left += GAP + width
    return merged(max((block.height for block in placed), default=0), *placed)


def _cards_dealt(submission: Submission, place: str) -> int:
    """The number of cards in a place: the fact in the rulebook, or the number dealt there."""
    counted = submission.book.row("facts", f"{place}-cards")
    if counted is not None:
        return int(submission.book.fact(counted.id))
    method = next(method for method in submission.book.dealing if method.id == submission.dealing)
    return sum(step.cards * step.times for step in method.steps if place in step.to)


def _card_area(area: Area, cards: int, width: float) -> Block:
    """Draws an outline for each card, with the area's name below them."""
    ground = Rect(-width / 2, 0, width, CARD_HEIGHT + 46, DEEP, LINES, 10, SOLID)
    first = -(cards * (CARD_WIDTH + 8) - 8) / 2
    outlines = [
        Rect(first + n * (CARD_WIDTH + 8), 10, CARD_WIDTH, CARD_HEIGHT, "none", LINES, 5, DASHED) for n in range(cards)
    ]
    name = fitted(area.name, width - 16, 32, 24, REQUIRED).moved(0, CARD_HEIGHT + 12)
    return merged(ground.height, Block(0, (ground, *outlines)), name)


# --- Inscriptions ---------------------------------------------------------------------------------


def _radius(block: Block) -> float:
    """The distance from the centre to the farthest point of a block."""
    return max(hypot(max(abs(r.x), abs(r.x + r.width)), r.y + r.height) for r in block.rects)


def _inscriptions(sign: Sign, first_radius: float) -> tuple[Arc, ...]:
    """Writes each statement on its own arc, or on several if it is long, working outwards."""
    arcs: list[Arc] = []
    for statement in sign.statements:
        length = 1.7 * REACH * (first_radius + len(arcs) * LEADING)
        for line in wrapped(statement.text, length, INSCRIPTION, WORDS):
            arcs.append(Arc(line, first_radius + len(arcs) * LEADING))
    return tuple(arcs)
