"""A settled round as a floorperson reads it: what each seat staked, was paid and got back, and under which law."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from tablelaw.cards import Card
from tablelaw.table.engine import Engine
from tablelaw.table.events import Line
from tablelaw.table.round.hands import can_form, hand_cards
from tablelaw.table.state import Round, Seat, change

UNNAMED = "??"
"""Stands for a card that is not named because it does not affect the result."""


class Settled(Protocol):
    """A settled round, and the table it was played at."""

    @property
    def engine(self) -> Engine: ...
    @property
    def round(self) -> Round: ...
    @property
    def filled(self) -> frozenset[Card]:
        """Cards that were filled in for unnamed ones and do not affect the result."""
        ...


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals of some lines, in cents. `staked` is `returned` plus `kept`; `net` is the players' gain or loss."""

    staked: int
    paid: int
    returned: int
    kept: int

    @classmethod
    def of(cls, lines: Iterable[Line]) -> Totals:
        sums = [(line.stake, line.paid, line.returned, line.kept) for line in lines]
        return cls(*map(sum, zip(*sums, strict=True))) if sums else cls(0, 0, 0, 0)

    @property
    def net(self) -> int:
        return self.paid - self.kept

    def as_dict(self) -> dict[str, int]:
        return {
            "staked_cents": self.staked,
            "paid_cents": self.paid,
            "returned_cents": self.returned,
            "kept_cents": self.kept,
            "net_cents": self.net,
        }


@dataclass(frozen=True, slots=True)
class SeatReport:
    number: int
    seat: Seat
    cards: str
    hands: dict[str, str]
    lines: tuple[tuple[int, Line], ...]
    """Each line with its number in the order of settlement, starting at 1."""

    @property
    def totals(self) -> Totals:
        return Totals.of(line for _, line in self.lines)


def seat_reports(done: Settled) -> list[SeatReport]:
    """The report of every seat, lowest number first."""
    numbered = list(enumerate(done.round.lines, 1))
    return [
        SeatReport(
            number,
            seat,
            cards_shown(done, (*seat.cards, *seat.discard)),
            hands_shown(done, seat),
            tuple((place, line) for place, line in numbered if line.seat == number),
        )
        for number, seat in sorted(done.round.seats.items())
    ]


def cards_shown(done: Settled, cards: tuple[Card, ...]) -> str:
    return " ".join(UNNAMED if card in done.filled else str(card) for card in cards)


def places_shown(done: Settled) -> dict[str, str]:
    """The dealer's, community and other shared cards, without burned cards."""
    return {place: cards_shown(done, cards) for place, cards in done.round.places.items() if place != "burn"}


def hands_shown(done: Settled, seat: Seat) -> dict[str, str]:
    """The hands that decide a seat's wagers, in words, if all their cards are named."""
    rules = done.engine.rules
    names = dict.fromkeys(rules.wagers[wager].hand or "player" for wager in seat.wagers)
    return {hand: words for hand in names if (words := _words(done, seat, hand))}


def dealer_shown(done: Settled) -> str:
    seat = next(iter(done.round.seats.values()))
    return _words(done, seat, "dealer") if done.engine.rules.hands.has_dealer else ""


def _words(done: Settled, seat: Seat, hand: str) -> str:
    playing = change(seat, status="in")
    if not can_form(done.engine.rules, done.round, playing, hand):
        return ""
    cards = hand_cards(done.engine.rules, done.round, playing, hand)
    return "" if done.filled.intersection(cards) else done.engine.rules.hands.rankings[hand].describe(cards)


def choices_in_force(done: Settled) -> dict[str, str]:
    """The options, the paytables of the staked wagers, and the switchable readings, whether chosen or left at the
    default.
    """
    terms, book = done.engine.rules.terms, done.engine.rules.book
    staked = {wager for seat in done.round.seats.values() for wager in seat.wagers}
    tables = {t.id for t in book.paytables if staked.intersection(t.wagers) and len(t.columns) > 1}
    words = {option.id for option in book.options if option.values and option.id not in terms.offered}
    switched = {reading.id for reading in book.readings if reading.switch}
    return {name: terms.value(name) for name in (*terms.choices, *terms.readings) if name in tables | words | switched}


# --- For programs --------------------------------------------------------------------------------


def round_dict(done: Settled) -> dict[str, Any]:
    """The cards on the table, and every seat with its lines. Keys may be added but are never renamed."""
    return {
        "void": done.round.voided_by or None,
        "cards": places_shown(done),
        "dealer_hand": dealer_shown(done) or None,
        "seats": [_seat_dict(done, report) for report in seat_reports(done)],
    }


def meters_dict(moved: Iterable[tuple[str, int, int]]) -> list[dict[str, Any]]:
    """The meters before and after the settlement, in ten-thousandths of a cent."""
    return [{"meter": meter, "before_units": before, "after_units": after} for meter, before, after in moved]


def _seat_dict(done: Settled, report: SeatReport) -> dict[str, Any]:
    return {
        "seat": report.number,
        "player": report.seat.player,
        "cards": report.cards,
        "hands": report.hands,
        "decisions": list(report.seat.actions),
        "lines": [_line_dict(done, place, line) for place, line in report.lines],
        "totals": report.totals.as_dict(),
    }


def _line_dict(done: Settled, place: int, line: Line) -> dict[str, Any]:
    return {
        "order": place,
        "wager": line.wager,
        "stake_cents": line.stake,
        "outcome": line.outcome,
        "odds": line.odds or None,
        "row": line.row or None,
        "paid_cents": line.paid,
        "returned_cents": line.returned,
        "kept_cents": line.kept,
        "cite": line.cite,
        "odds_cite": line.paid_under or None,
        "readings": list(line.readings),
        "meter": line.meter or None,
        "validated": (line.seat, line.wager) in done.round.validated,
        "hand_pay": line.hand_pay,
        "note": line.note or None,
    }
