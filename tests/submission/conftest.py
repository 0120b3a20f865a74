"""Shared by the tests of signs and layouts: submissions of each rulebook, and the geometry of a drawing."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import cos, sin
from pathlib import Path
from typing import TypeVar
from xml.etree import ElementTree

import pytest

from tablelaw import rulebooks
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.signs.layout_svg import Seat
from tablelaw.submission.signs.svg import Label, Rect, text_width
from tablelaw.submission.submission import Submission, accept

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "submissions"
Box = tuple[float, float, float, float]
Corners = list[tuple[float, float]]
DrawnOf = TypeVar("DrawnOf")
Drawing = TypeVar("Drawing")


# --- Submissions ----------------------------------------------------------------------------------


def example(book_id: str) -> str:
    return (EXAMPLES / f"{book_id}.toml").read_text("utf-8")


def submitted(book_id: str, swaps: dict[str, str] | None = None) -> Submission:
    text = example(book_id)
    for find, put in (swaps or {}).items():
        assert find in text, f"{find!r} is not in the example"
        text = text.replace(find, put)
    return accept(parse_draft(text))


def most(book_id: str) -> Submission:
    """A submission with every wager and bonus and the last value of each choice, which makes the longest tables."""
    text = example(book_id).replace('-card = "no"', '-card = "yes"').replace('-bonus = "no"', '-bonus = "yes"')
    book = rulebooks.get(book_id)
    for name, values in book.permitted().items():
        if name != "positions-per-player":
            text = re.sub(rf'^{name} = "\w+"$', f'{name} = "{values[-1]}"', text, flags=re.MULTILINE)
    return accept(parse_draft(text))


def least(book_id: str) -> Submission:
    """A submission without any optional wager."""
    lines = example(book_id).replace("offered = true", "offered = false").splitlines()
    return accept(parse_draft("\n".join(line for line in lines if not line.startswith("payout_limit"))))


@pytest.fixture(
    params=[(book_id, make) for book_id in rulebooks.IDS for make in (submitted, most, least)],
    ids=lambda param: f"{param[0]}-{param[1].__name__}",
)
def submission(request: pytest.FixtureRequest) -> Submission:
    book_id, make = request.param
    return made(book_id, make)


@cache
def made(book_id: str, make: Callable[[str], Submission]) -> Submission:
    return make(book_id)


def once(draw: Callable[[DrawnOf], Drawing]) -> Callable[[DrawnOf], Drawing]:
    """Caches drawings, because many tests look at the same sign and layout."""
    kept: dict[int, tuple[DrawnOf, Drawing]] = {}

    def drawn(of: DrawnOf) -> Drawing:
        if id(of) not in kept:
            kept[id(of)] = of, draw(of)
        return kept[id(of)][1]

    return drawn


# --- What a drawing says --------------------------------------------------------------------------


def flat(text: str) -> str:
    """A text without spaces, full stops, asterisks and bracketed cites, so that line breaks and a final cite do not
    matter.
    """
    return re.sub(r"\s|[.*]", "", re.sub(r"\[[\w.(), ]*\]", "", text))


def words_of(svg: str) -> str:
    """The words of an SVG, without its title and description and without small grey cites."""
    root = ElementTree.fromstring(svg)
    texts = [node for node in root.iter() if node.tag.endswith("}text")]
    return " ".join("".join(node.itertext()) for node in texts if not is_cite("".join(node.itertext())))


def is_cite(text: str) -> bool:
    """Whether a text is a cite; a number with a full stop is the end of a sentence on its own line."""
    return not re.fullmatch(r"\d+\.", text) and re.fullmatch(r"(\d+a?\.?[\dA-Z]*(\(\w+\))*(, )?)+", text) is not None


def page_of(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(html.removeprefix("<!DOCTYPE html>\n"))


# --- Where it says it -----------------------------------------------------------------------------


def box_of(label: Label) -> Box:
    width = text_width(label.text, label.size, label.style)
    left = label.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor]
    return left, label.y - 0.8 * label.size, left + width, label.y + 0.24 * label.size


def assert_apart(boxes: list[Box]) -> None:
    for one, two in combinations(boxes, 2):
        assert one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1], (one, two)


def corners(box: Box, seat: Seat | None = None, inner: float = 0) -> Corners:
    """The corners of a box on the felt, rotated with its seat."""
    left, top, right, low = box
    points = [(left, top), (right, top), (right, low), (left, low)]
    if seat is None:
        return points
    c, s = cos(seat.turn), sin(seat.turn)
    return [(x * c + (y + inner) * s, -x * s + (y + inner) * c) for x, y in points]


def are_apart(one: Corners, two: Corners) -> bool:
    """Whether two rectangles do not overlap: a line along a side of either separates them."""
    for shape in (one, two):
        for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
            first, second = ([x * (by - ay) - y * (bx - ax) for x, y in corner] for corner in (one, two))
            if max(first) <= min(second) + 0.01 or max(second) <= min(first) + 0.01:
                return True
    return False


def box_of_rect(rect: Rect) -> Box:
    return rect.x, rect.y, rect.x + rect.width, rect.y + rect.height
