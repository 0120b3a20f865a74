"""A scenario: one round as a floorperson would write it down, read from TOML or JSON into checked parts.

Nothing is settled here: `play` passes the parts to the real engine, card by card.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from tablelaw import rulebooks
from tablelaw.amounts import METER_UNITS_PER_CENT, parse_money
from tablelaw.bounded_text import parse_json, parse_toml
from tablelaw.cards import Card, parse_cards
from tablelaw.clock import read_day
from tablelaw.errors import TablelawError
from tablelaw.law.rulebook import Rulebook
from tablelaw.law.text_values import Multiple

SCENARIO_REFUSALS = {
    "not-toml-or-json": "the text is neither TOML nor JSON",
    "no-rulebook": "no rulebook is named",
    "unknown-key": "the key is unknown here",
    "wrong-kind": "the value has the wrong form",
    "unknown-choice": "the rulebook has no such choice",
    "no-seats": "there are no players at the table",
    "unknown-place": "the game has no such place for cards",
    "card-twice": "one card is in two places",
    "missing-cards": "cards that decide a wager are not named",
    "too-many-cards": "more cards are named than are dealt there",
    "bad-decision": "the decision cannot be read",
    "decision-missing": "it is the seat's turn and no decision is written",
    "amount-not-said": "the decision has more than one permitted amount",
    "unknown-moment": "the round has no such moment",
    "moment-never-came": "the moment of the irregularity was never reached",
    "uneven-alternatives": "the braces do not all have the same number of alternatives",
}
"""The refusals of the scenario format; the table has its own refusals."""

HEADINGS = ("rulebook", "name", "day", "shows", "choices", "cards", "seats", "meters", "drawn", "irregularity")
SEAT_KEYS = ("player", "cards", "wagers", "decisions")
IRREGULARITY_KEYS = ("slip", "after", "seat", "card")
DRAWN_KEYS = ("cards", "positions")
SYNONYMS = {"raise": "bet"}
WRITTEN = {
    "bet": '"bet 4x", "bet 1/2x", "bet $40" or "bet 40 €"',
    "play": '"play, discard 4c"',
    "buy": '"buy, discard 4c"',
}
"""How a decision is written, where its action is not the whole of it."""
_DECISION = re.compile(
    r"(\w+)(?:\s+(\d+(?:/[1-9]\d*)?)\s*x|\s+(\$[\d,]*\d(?:\.\d+)?|\d[\d\s]*(?:,\d+)?\s?€))?"
    r"(?:\s*,?\s*(?:discard|discarding)\s+(.+))?",
    re.IGNORECASE,
)


class BadScenario(TablelawError):
    """A scenario cannot be played as written; `name` is one of SCENARIO_REFUSALS."""

    def __init__(self, name: str, *, what: str = "", where: str = "", why: str = "", accepted: str = "") -> None:
        self.name = name
        super().__init__(what or SCENARIO_REFUSALS[name], where=where, why=why, accepted=accepted)

    @property
    def code(self) -> str:
        return self.name


@contextmanager
def at(place: str) -> Iterator[None]:
    """Adds the place in the file to any refusal raised inside the block."""
    try:
        yield
    except TablelawError as refusal:
        refusal.where = f"{place}, {refusal.where}" if refusal.where else place
        refusal.args = (refusal.sentence(),)
        raise


# --- Parts ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decision:
    """A player's decision: "bet 4x", "bet $40", "bet 40 €", "play, discard 4c", "buy, discard 4c", "fold"."""

    text: str
    action: str
    times: Multiple | None = None
    cents: int | None = None
    discard: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatPart:
    player: str
    cards: tuple[Card, ...]
    wagers: Mapping[str, int]
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class IrregularityPart:
    """An irregularity: its id, the moment it was found, and the seat or card it concerns."""

    id: str
    after: str = ""
    seat: int = 0
    card: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """Everything written down about one round."""

    book: Rulebook
    source: str
    name: str
    shows: tuple[str, ...]
    choices: Mapping[str, Any]
    cards: Mapping[str, tuple[Card, ...]]
    seats: Mapping[int, SeatPart]
    meters: tuple[tuple[str, int], ...] = ()
    drawn_cards: tuple[Card, ...] = ()
    drawn_positions: tuple[int, ...] = ()
    irregularities: tuple[IrregularityPart, ...] = field(default=())
    day: date | None = None

    def named(self) -> Iterator[tuple[str, Card]]:
        """Every named card, with its place."""
        for number, seat in self.seats.items():
            yield from ((f"seat {number}", card) for card in seat.cards)
        for place, cards in self.cards.items():
            yield from ((place, card) for card in cards)
        for irregularity in self.irregularities:
            yield from ((f"irregularity {irregularity.id}", card) for card in irregularity.card)


# --- Text ----------------------------------------------------------------------------------------


def parse_text(text: str, source: str) -> dict[str, Any]:
    """Parses TOML or JSON, recognised by the file name or else by the first character."""
    is_json = source.endswith(".json") or (not source.endswith(".toml") and text.lstrip().startswith("{"))
    try:
        raw = parse_json(text, source) if is_json else parse_toml(text, source)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        kind = "JSON" if is_json else "TOML"
        accepted = "the format of docs/settle.md; `tablelaw settle --template ID` prints an example"
        raise BadScenario("not-toml-or-json", where=source, why=f"read as {kind}: {error}", accepted=accepted) from None
    return table_of(raw, source)


def read_scenario(raw: Mapping[str, Any], source: str = "scenario", extra: Iterable[str] = ()) -> Scenario:
    """Reads the parts of a scenario and checks the form of each; `extra` lists keys that another reader uses."""
    with at(source):
        _require_known(raw, (*HEADINGS, *extra), "the file")
        book = _book(raw)
        made = Scenario(
            book=book,
            source=source,
            name=str(raw.get("name", "")),
            shows=tuple(map(str, list_of(raw.get("shows", []), "shows"))),
            choices=table_of(raw.get("choices", {}), "choices"),
            cards={place: _cards(text, f"cards.{place}") for place, text in _part(raw, "cards").items()},
            seats=_seats(_part(raw, "seats"), book),
            meters=tuple((name, _meter(name, text)) for name, text in _part(raw, "meters").items()),
            drawn_cards=_cards(_drawn(raw).get("cards", ""), "drawn.cards"),
            drawn_positions=tuple(map(_position, list_of(_drawn(raw).get("positions", []), "drawn.positions"))),
            irregularities=tuple(map(_irregularity, _irregularities(raw.get("irregularity", [])))),
            day=_day(raw.get("day")),
        )
        require_each_card_once(made)
        return made


def require_each_card_once(scenario: Scenario) -> None:
    """Requires each card to be named at most once, because there is only one deck."""
    first: dict[Card, str] = {}
    for place, card in scenario.named():
        if card in first:
            both = f"{first[card]} and {place}" if first[card] != place else f"{place}, twice"
            raise BadScenario("card-twice", why=f"{card} is in {both}", accepted="each of the 52 cards at most once")
        first[card] = place


# --- Pieces --------------------------------------------------------------------------------------


def _book(raw: Mapping[str, Any]) -> Rulebook:
    named = raw.get("rulebook")
    if not isinstance(named, (str, Rulebook)):
        raise BadScenario("no-rulebook", accepted=f'rulebook = "..." at the top, one of {", ".join(rulebooks.IDS)}')
    return rulebooks.get(named)


def _day(written: object) -> date | None:
    """The day of the round, which determines the law; None if the scenario does not give one."""
    if written is not None and read_day(written) is None:
        raise BadScenario("wrong-kind", where="day", why=repr(written), accepted='a date, such as day = "2025-06-30"')
    return read_day(written)


def _require_known(raw: Mapping[str, Any], known: Iterable[str], where: str) -> None:
    accepted = tuple(known)
    for key in raw:
        if key not in accepted:
            raise BadScenario("unknown-key", where=where, why=repr(key), accepted=", ".join(accepted))


def table_of(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadScenario("wrong-kind", where=where, why=f"{value!r} is a single value", accepted="a table of keys")
    return value


def _part(raw: Mapping[str, Any], name: str) -> dict[str, Any]:
    return table_of(raw.get(name, {}), name)


def list_of(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadScenario("wrong-kind", where=where, why=f"{value!r} is not a list", accepted='a list: ["...", "..."]')
    return value


def _cards(text: object, where: str) -> tuple[Card, ...]:
    with at(where):
        if not isinstance(text, str):
            raise BadScenario("wrong-kind", why=f"{text!r}", accepted='cards in quotes: "As Kd 10h"')
        return parse_cards(text)


def _seats(raw: Mapping[str, Any], book: Rulebook) -> dict[int, SeatPart]:
    if not raw:
        raise BadScenario("no-seats", where="seats", accepted="[seats.1] with cards, wagers and decisions")
    return {
        _number(number, "seats"): _seat(number, table_of(part, f"seats.{number}"), book) for number, part in raw.items()
    }


def _number(value: object, where: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.isdecimal():
        return int(value)
    raise BadScenario("wrong-kind", where=where, why=f"{value!r}", accepted="the number of a betting position")


def _seat(number: str, part: Mapping[str, Any], book: Rulebook) -> SeatPart:
    with at(f"seats.{number}"):
        _require_known(part, SEAT_KEYS, "the seat")
        wagers = table_of(part.get("wagers", {}), "wagers")
        said = list_of(part.get("decisions", []), "decisions")
        return SeatPart(
            player=str(part.get("player", f"player {number}")),
            cards=_cards(part.get("cards", ""), "cards"),
            wagers={name: parse_money(sum_, f"wagers.{name}") for name, sum_ in wagers.items()},
            decisions=tuple(parse_decision(text, book) for text in said),
        )


def parse_decision(text: object, book: Rulebook) -> Decision:
    match = _DECISION.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None or not isinstance(text, str):
        offered = dict.fromkeys(choice.action for stage in book.stages for choice in stage.choices)
        accepted = " or ".join(WRITTEN.get(action, f'"{action}"') for action in offered)
        raise BadScenario("bad-decision", why=repr(text), accepted=accepted)
    word, times, sum_, discard = match.groups()
    return Decision(
        text=text,
        action=SYNONYMS.get(word.lower(), word.lower()),
        times=Fraction(times) if times else None,
        cents=parse_money(sum_, repr(text)) if sum_ else None,
        discard=_cards(discard, repr(text)) if discard else (),
    )


def _meter(name: str, text: object) -> int:
    return parse_money(text, f"meters.{name}") * METER_UNITS_PER_CENT


def _drawn(raw: Mapping[str, Any]) -> dict[str, Any]:
    part = _part(raw, "drawn")
    _require_known(part, DRAWN_KEYS, "drawn")
    return part


def _position(value: object) -> int:
    return 0 if value == "dealer" else _number(value, "drawn.positions")


def _irregularities(value: object) -> list[Any]:
    return value if isinstance(value, list) else [table_of(value, "irregularity")]


def _irregularity(value: object) -> IrregularityPart:
    part = table_of(value, "irregularity")
    with at("irregularity"):
        _require_known(part, IRREGULARITY_KEYS, "the irregularity")
        seat = _number(part.get("seat", 0), "seat")
        card = _cards(part.get("card", ""), "card")
        return IrregularityPart(str(part.get("slip", "")), str(part.get("after", "")), seat, card)
