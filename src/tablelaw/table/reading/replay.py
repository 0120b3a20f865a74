"""Replay: a hand step by step, with the table and the paragraph at every step.

It is rebuilt from the events alone. The engine supplies only the submission the hand was dealt under.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from tablelaw.cards import Card, cards_text
from tablelaw.errors import BadNotation
from tablelaw.law.cite_text import law_text
from tablelaw.printed_money import printed
from tablelaw.table import events
from tablelaw.table.commands import Command
from tablelaw.table.engine import Engine
from tablelaw.table.events import Event
from tablelaw.table.notation.lines import command_text
from tablelaw.table.reading.sentences import event_text, line_text, meter_text, place_name, sentence
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import tag_of
from tablelaw.table.round.hands import dealers_cards
from tablelaw.table.state import Round, Seat, Table

FACE_DOWN = "({})"
"""The format of a card that players see face down. An auditor sees every card."""


class Spot(msgspec.Struct, frozen=True):
    """One place on the table: its name, its face-up and face-down cards, its wagers and a note."""

    place: str
    up: tuple[Card, ...] = ()
    down: tuple[Card, ...] = ()
    wagers: tuple[tuple[str, int], ...] = ()
    note: str = ""

    def text(self) -> str:
        cards = [cards_text(self.up)] if self.up else []
        cards += [FACE_DOWN.format(cards_text(self.down))] if self.down else []
        wagers = ", ".join(f"{name} {printed(cents)}" for name, cents in self.wagers)
        return "  ".join(part for part in (" ".join(cards), self.note, wagers) if part)


class Detail(msgspec.Struct, frozen=True):
    """A line below a step: a settled wager, the order of a deck, or the effect of an irregularity."""

    text: str
    cite: str = ""
    readings: tuple[str, ...] = ()


class Frame(msgspec.Struct, frozen=True):
    """One step of a replay: what happened, its paragraph, and the table after it."""

    step: int
    event: str
    by: str
    at: int
    what: str
    cite: str
    details: tuple[Detail, ...]
    phase: str
    felt: tuple[Spot, ...]


# --- From commands or events to frames ----------------------------------------------------------------


def played(engine: Engine, given: Iterable[Command]) -> list[Event]:
    """The events that these commands cause, starting from a closed table. A refusal names the command."""
    state, happened = engine.new(), list[Event]()
    for number, command in enumerate(given, 1):
        try:
            state, more = engine.step(state, command)
        except Refused as refusal:
            raise refusal.at(f"command {number}, {command_text(command, command.at)}") from None
        happened += more
    return happened


def story(engine: Engine, happened: Iterable[Event], start: Table | None = None) -> list[Frame]:
    """The frames of all events, starting from a closed table unless another state is given."""
    state, frames = start or engine.new(), list[Frame]()
    for number, event in enumerate(happened, 1):
        frame, state = _frame(engine, state, event, number)
        frames.append(frame)
    return frames


def frame_of_state(engine: Engine, state: Table) -> Frame:
    """A frame of the current state alone, without the events that led to it."""
    what = f"The table after {state.events} events"
    phase = state.round.phase if state.round else ""
    return Frame(state.events, "", "", state.now, what, "", (), phase, tuple(felt_of(engine, state)))


def _frame(engine: Engine, before: Table, event: Event, number: int) -> tuple[Frame, Table]:
    kind = tag_of(type(event))
    try:
        after = engine.evolve(before, event)
        what = sentence(event_text(engine.rules, before, event))
        details = tuple(_details(engine, event))
    except Exception as error:  # a log may contain anything; refuse whatever the engine cannot carry out
        raise BadNotation(
            f"{kind} cannot happen at this point",
            where=f"event {number}",
            accepted="the events of one table, complete and in order",
        ) from error
    phase = after.round.phase if after.round else ""
    felt = tuple(felt_of(engine, after))
    return Frame(number, kind, event.by, event.at, what, event.cite, details, phase, felt), after


def _details(engine: Engine, event: Event) -> Iterator[Detail]:
    if isinstance(event, events.Settled):
        for line in event.lines:
            under = f"; odds {line.paid_under}" if line.paid_under and line.paid_under != line.cite else ""
            yield Detail(line_text(engine.rules, line), line.cite + under, line.readings)
    elif isinstance(event, events.Shuffled) and event.cards:
        yield Detail(f"order, top card first: {cards_text(event.cards)}")
    elif isinstance(event, events.IrregularityFound):
        irregularity = engine.rules.irregularities[event.irregularity]
        yield Detail(irregularity.says, str(engine.rules.terms.own(irregularity.cite)))


# --- The felt -----------------------------------------------------------------------------------------


def felt_of(engine: Engine, state: Table) -> Iterator[Spot]:
    """The places on the table: the dealer's side first, then the seats, then the meters."""
    round_ = state.round
    if round_ is not None:
        yield from _places(engine, round_, state.method)
        yield from (_seat(round_, number, seat) for number, seat in sorted(round_.seats.items()))
    for meter, units in state.meters.items():
        yield Spot(f"meter {meter}", note=meter_text(units))


def _places(engine: Engine, round_: Round, method: str) -> Iterator[Spot]:
    for place, cards in round_.places.items():
        if place == "community":
            yield Spot(place, cards[: round_.shown], cards[round_.shown :])
        elif place == "dealer" and (up := _seen(dealers_cards(engine.rules, method, round_))):
            yield Spot(place, up, tuple(card for card in cards if card not in up))
        else:
            yield Spot(place_name(place), down=cards)
    if round_.dealt:
        yield Spot("stub", note=f"{engine.rules.deck_size - round_.dealt} cards")


def _seen(cards: tuple[Card | None, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card is not None)


def _seat(round_: Round, number: int, seat: Seat) -> Spot:
    """A seat with the wagers still on the table. Settled wagers have been collected or returned."""
    open_ = tuple((w, cents) for w, cents in seat.wagers.items() if round_.line_of(number, w) is None)
    away = f", discarded {cards_text(seat.discard)}" if seat.discard else ""
    racked = ", cards in the rack" if seat.racked else ""
    return Spot(f"seat {number}", down=seat.cards, wagers=open_, note=f"{seat.player} {seat.status}{away}{racked}")


# --- As text ------------------------------------------------------------------------------------------


def frame_lines(frame: Frame, earlier: Frame | None = None) -> Iterator[tuple[str, str, str]]:
    """(kind, text, cite) for each line of a frame; places unchanged since the earlier frame are omitted."""
    yield "what", frame.what, frame.cite
    for detail in frame.details:
        yield "detail", detail.text, law_text(detail.cite, detail.readings)
    seen = set(earlier.felt) if earlier else set()
    width = max((len(spot.place) for spot in frame.felt), default=0)
    for spot in frame.felt:
        if spot not in seen:
            yield "felt", f"{spot.place.ljust(width)}  {spot.text()}", ""


def story_text(frames: Sequence[Frame], whole: bool = False) -> str:
    """The story as plain text: each step with its paragraph and what changed on the table, or the whole table if
    `whole`.
    """
    lines = []
    for number, frame in enumerate(frames):
        earlier = frames[number - 1] if number and not whole else None
        for kind, text, cite in frame_lines(frame, earlier):
            head = f"{frame.step:>3}  " if kind == "what" else "     | " if kind == "felt" else "     - "
            lines.append(f"{head}{text}" + (f"  [{cite}]" if cite else ""))
    return "\n".join(lines) + "\n"
