"""A settlement as a floorperson reads it: seat by seat what was staked, paid and returned, and under what law."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from houserules.cards import Card
from houserules.law.rows import Irregularity
from houserules.table import events
from houserules.table.events import Line
from houserules.table.felt import can_form, hand_cards
from houserules.table.registry import change
from houserules.table.scenario_play import Settlement
from houserules.table.state import Seat

UNNAMED = "??"
"""How a card stands that was not named because it does not matter."""


@dataclass(frozen=True, slots=True)
class Totals:
    """Cents of one seat: staked = returned + kept; net is what the player is up or down."""

    staked: int
    paid: int
    returned: int
    kept: int

    @property
    def net(self) -> int:
        return self.paid - self.kept


@dataclass(frozen=True, slots=True)
class SeatReport:
    number: int
    seat: Seat
    cards: str
    hands: dict[str, str]
    lines: tuple[tuple[int, Line], ...]
    """Each line with its place in the order of settlement, from 1."""

    @property
    def totals(self) -> Totals:
        lines = [line for _, line in self.lines]
        return Totals(
            staked=sum(line.stake for line in lines),
            paid=sum(line.paid for line in lines),
            returned=sum(line.returned for line in lines),
            kept=sum(line.kept for line in lines),
        )


def seat_reports(done: Settlement) -> list[SeatReport]:
    """Every seat, lowest number first."""
    numbered = list(enumerate(done.lines, 1))
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


def cards_shown(done: Settlement, cards: tuple[Card, ...]) -> str:
    return " ".join(UNNAMED if card in done.filled else str(card) for card in cards)


def places_shown(done: Settlement) -> dict[str, str]:
    """The dealer's, community and other common cards; burns are nobody's."""
    return {place: cards_shown(done, cards) for place, cards in done.round.places.items() if place != "burn"}


def hands_shown(done: Settlement, seat: Seat) -> dict[str, str]:
    """In words, the hands a seat's wagers rest on, where every card of them is named."""
    plan = done.engine.plan
    names = dict.fromkeys(plan.wagers[wager].hand or "player" for wager in seat.wagers)
    return {hand: words for hand in names if (words := _words(done, seat, hand))}


def dealer_shown(done: Settlement) -> str:
    seat = next(iter(done.round.seats.values()))
    return _words(done, seat, "dealer") if done.engine.plan.has_dealer else ""


def _words(done: Settlement, seat: Seat, hand: str) -> str:
    playing = change(seat, status="in")
    if not can_form(done.engine, done.round, playing, hand):
        return ""
    cards = hand_cards(done.engine, done.round, playing, hand)
    return "" if done.filled.intersection(cards) else done.engine.plan.rankings[hand].describe(cards)


def slips_found(done: Settlement) -> list[tuple[Irregularity, events.SlipFound]]:
    """Irregularities in the order they were found."""
    found = (event for event in done.log if isinstance(event, events.SlipFound))
    return [(done.engine.plan.slips[event.slip], event) for event in found]


def meters_moved(done: Settlement) -> list[tuple[str, int, int]]:
    """Meters in force: (id, before settlement, after), in ten-thousandths of a cent."""
    before = dict(done.engine.new().meters) | dict(done.scenario.meters)
    return [(meter, before[meter], units) for meter, units in done.state.meters.items()]


# --- For programs --------------------------------------------------------------------------------


def as_dict(done: Settlement) -> dict[str, Any]:
    """The shape documented in docs/settle.md; keys are added, never renamed."""
    return {
        "rulebook": done.scenario.book.id,
        "name": done.scenario.name,
        "dealing": done.engine.submission.dealing,
        "void": done.round.voided_by or None,
        "irregularities": [_slip_dict(slip, event) for slip, event in slips_found(done)],
        "cards": places_shown(done),
        "dealer_hand": dealer_shown(done) or None,
        "seats": [_seat_dict(done, report) for report in seat_reports(done)],
        "meters": [{"meter": m, "before_units": b, "after_units": a} for m, b, a in meters_moved(done)],
        "payout_limit_cents": done.engine.submission.payout_limit_cents,
        "choices": choices_in_force(done),
        "unused_decisions": unused_decisions(done),
    }


def choices_in_force(done: Settlement) -> dict[str, str]:
    """Options, paytables of the wagers staked, and switchable readings, whether written or taken by default."""
    terms, book = done.engine.plan.terms, done.scenario.book
    staked = {wager for seat in done.round.seats.values() for wager in seat.wagers}
    tables = {t.id for t in book.paytables if staked.intersection(t.wagers) and len(t.columns) > 1}
    words = {option.id for option in book.options if option.values and option.id not in terms.offered}
    switched = {reading.id for reading in book.readings if reading.switch}
    return {name: terms.value(name) for name in (*terms.choices, *terms.readings) if name in tables | words | switched}


def unused_decisions(done: Settlement) -> list[str]:
    """Decisions written down that were never asked for, because an irregularity ended the hand before."""
    asked = {number: len(seat.actions) for number, seat in done.round.seats.items()}
    seats = done.scenario.seats
    return [f"seat {n}: {said.text}" for n, seat in sorted(seats.items()) for said in seat.decisions[asked[n] :]]


def _slip_dict(slip: Irregularity, event: events.SlipFound) -> dict[str, Any]:
    return {
        "slip": slip.id,
        "name": slip.name,
        "says": slip.says,
        "cite": event.cite,
        "seat": event.seat or None,
        "voids": event.voids,
    }


def _seat_dict(done: Settlement, report: SeatReport) -> dict[str, Any]:
    totals = report.totals
    return {
        "seat": report.number,
        "player": report.seat.player,
        "cards": report.cards,
        "hands": report.hands,
        "decisions": list(report.seat.actions),
        "lines": [_line_dict(done, place, line) for place, line in report.lines],
        "totals": {
            "staked_cents": totals.staked,
            "paid_cents": totals.paid,
            "returned_cents": totals.returned,
            "kept_cents": totals.kept,
            "net_cents": totals.net,
        },
    }


def _line_dict(done: Settlement, place: int, line: Line) -> dict[str, Any]:
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
        "meter": line.meter or None,
        "validated": (line.seat, line.wager) in done.validated,
        "hand_pay": line.hand_pay,
        "note": line.note or None,
    }
