"""A player's own earlier rounds: the cards that the player saw, the story, and the settlement with its paragraphs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablelaw.floor.audit.recorded_rounds import each_round, is_over, wagered
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.property import stream_of
from tablelaw.law.rows import PULL
from tablelaw.printed_money import printed
from tablelaw.server.context import ServerContext
from tablelaw.table import events
from tablelaw.table.engine import Engine
from tablelaw.views.messages import Wire, WireLine
from tablelaw.views.table_view import wire_line

LAST = 12


class OwnRound(Wire, frozen=True):
    round: int
    at: int
    cards: tuple[str, ...]
    community: tuple[str, ...]
    dealer: tuple[str, ...]
    story: tuple[str, ...]
    lines: tuple[WireLine, ...]
    net: int


def own_rounds(context: ServerContext, table: str, player: str) -> list[OwnRound]:
    """The last finished rounds at a table in which the player had wagers.

    If the table was removed and installed again, earlier rounds may have the same number, perhaps in another game, so
    only the last round with each number counts.
    """
    view = context.service.views.tables[table]
    done = view.state.rounds
    found = []
    for number in range(done, max(0, done - 3 * LAST), -1):
        entries = [decode(row.body) for row in context.service.store.round_entries(stream_of(table), number)]
        *_, last = [[], *each_round(entries)]
        if last and is_over(last) and (own := _own(view.engine, number, last, player)) is not None:
            found.append(own)
        if len(found) == LAST:
            break
    return found


def _own(engine: Engine, number: int, entries: list[Entry], player: str) -> OwnRound | None:
    happened = list(_without_mistyped(entries))
    seats = {seat for seat, name in wagered(entries).items() if name == player}
    if not seats:
        return None
    lines = tuple(_lines(happened, seats))
    return OwnRound(
        round=number,
        at=entries[-1].at,
        cards=tuple(_dealt(happened, {f"seat {seat}" for seat in seats})),
        community=tuple(_turned_up(happened)),
        dealer=tuple(
            str(card) for event in happened if isinstance(event, events.DealerTurnedUp) for card in event.cards
        ),
        story=tuple(_story(engine, happened, seats)),
        lines=tuple(wire_line(engine.rules, line) for line in lines),
        net=sum(line.paid - line.kept for line in lines),
    )


def _without_mistyped(entries: Sequence[Entry]) -> Iterator[object]:
    """What happened, without real cards that were mistyped and taken back."""
    happened: list[object] = []
    for event in (event for entry in entries for event in entry.events):
        if isinstance(event, events.CardTakenBack):
            happened.remove(next(one for one in reversed(happened) if isinstance(one, events.Dealt)))
        else:
            happened.append(event)
    yield from happened


def _dealt(happened: Sequence[object], places: set[str]) -> Iterator[str]:
    for event in happened:
        if isinstance(event, events.Dealt):
            yield from (str(card) for place, card, _ in event.cards if place in places)


def _turned_up(happened: Sequence[object]) -> Iterator[str]:
    """The board as the player saw it; some of it may stay face down in a void round or when everybody has folded."""
    for event in happened:
        if isinstance(event, events.Dealt):
            yield from (str(card) for place, card, face in event.cards if place == "community" and face == "up")
        elif isinstance(event, events.Revealed):
            yield from map(str, event.cards)


def _lines(happened: Sequence[object], seats: set[int]) -> Iterator[events.Line]:
    """The final lines, without those that a void reversed."""
    lines: list[events.Line] = []
    for event in happened:
        if isinstance(event, events.IrregularityFound) and event.voids:
            lines = []
        elif isinstance(event, events.Settled):
            lines += [line for line in event.lines if line.seat in seats]
    yield from lines


def _story(engine: Engine, happened: Sequence[object], seats: set[int]) -> Iterator[str]:
    """What the player did, in order, and what voided the round."""
    wagers, irregularities = engine.rules.wagers, engine.rules.irregularities
    for event in happened:
        if isinstance(event, events.Decided) and event.seat in seats:
            wagered = f" {printed(event.cents)} on {wagers[event.wager].name}" if event.cents else ""
            pulled = f" {wagers[event.wager].name}" if event.action == PULL else ""
            yield f"{event.stage}: {event.action}{wagered}{pulled} ({event.cite})"
        elif isinstance(event, events.IrregularityFound) and event.voids:
            yield f"{irregularities[event.irregularity].name}: the round was void ({event.cite})"
