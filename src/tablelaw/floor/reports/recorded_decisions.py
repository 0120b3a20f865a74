"""Finished rounds as recorded in the log with their cards and decisions, entry by entry.

The cards of a round are held back until the round has been cleared: nothing from a round under way is ever released.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from tablelaw.analysis.earlier_decisions import Done
from tablelaw.analysis.watch.spots import Move, Spot
from tablelaw.cage.accounts import owner_of
from tablelaw.cards import Card
from tablelaw.floor.events import TableInstalled
from tablelaw.floor.handlers.installation import floor_table
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.log.entry_outline import EntryOutline
from tablelaw.floor.property import FLOOR, stream_of
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import COMMUNITY, DEALER, Structure, structure_of
from tablelaw.table import events

UP = "up"
SEAT = "seat "


@dataclass(frozen=True, slots=True)
class DecidedSeat:
    """What a seat held and decided."""

    player: str
    cards: tuple[Card, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class DecidedRound:
    """A finished round with all its cards and decisions."""

    table: str
    terms: Terms
    number: int
    seq: int
    """The entry that cleared it, and its time."""
    at: int
    dealer: str
    seats: tuple[DecidedSeat, ...]
    board: tuple[Card, ...]
    dealer_up: tuple[Card, ...]
    dealer_down: tuple[Card, ...]
    is_regular: bool
    """Whether no irregularity was reported and all cards are known. Only such rounds are tested."""


@dataclass(frozen=True, slots=True)
class WatchedTable:
    """The properties of a table that its decisions depend on."""

    name: str
    terms: Terms
    base: str


@dataclass
class _UnderWay:
    """What is recorded of a table's current round so far."""

    players: dict[int, str] = field(default_factory=dict)
    stakes: dict[tuple[int, str], int] = field(default_factory=dict)
    cards: dict[str, list[tuple[Card, str]]] = field(default_factory=dict)
    decided: list[events.Decided] = field(default_factory=list)
    dealer: str = ""
    is_regular: bool = True

    def see(self, outline: EntryOutline, entry: Entry) -> Iterator[int]:
        """Adds an entry. Yields the number of the round if this entry clears it."""
        for transfer in outline.transfers:
            if transfer.code == "wager" and transfer.kind == "pending":
                self.players[int(transfer.id.rsplit("/", 2)[1])] = owner_of(transfer.debit)
        for event in entry.events:
            if isinstance(event, events.WagerPlaced):
                self.stakes[event.seat, event.wager] = event.cents
            elif isinstance(event, events.BetsClosed):
                self.dealer = entry.actor.name
            elif isinstance(event, events.Dealt):
                self._deal(event, entry)
            elif isinstance(event, events.CardTakenBack):
                self.cards[event.place].pop()
            elif isinstance(event, events.Decided):
                self.decided.append(event)
            elif isinstance(event, events.IrregularityFound):
                self.is_regular = False
            elif isinstance(event, events.RoundCleared):
                yield event.number

    def _deal(self, event: events.Dealt, entry: Entry) -> None:
        self.dealer = entry.actor.name if entry.actor.role == "dealer" else self.dealer
        for place, card, face in event.cards:
            self.cards.setdefault(place, []).append((card, face))

    def finished(self, table: WatchedTable, number: int, cleared: EntryOutline) -> DecidedRound:
        structure = structure_of(table.terms)
        dealer, board = self.cards.get(DEALER, []), tuple(card for card, _ in self.cards.get(COMMUNITY, []))
        up = tuple(card for card, face in dealer if face == UP)
        seats = tuple(self._seats(table, structure, board, up))
        is_whole = (len(dealer), len(board)) == (structure.dealer, sum(structure.board))
        return DecidedRound(
            table=table.name,
            terms=table.terms,
            number=number,
            seq=cleared.seq,
            at=cleared.at,
            dealer=self.dealer,
            seats=seats,
            board=board,
            dealer_up=up,
            dealer_down=tuple(card for card, face in dealer if face != UP),
            is_regular=self.is_regular and is_whole and all(len(seat.cards) == structure.own for seat in seats),
        )

    def _seats(
        self, table: WatchedTable, structure: Structure, board: tuple[Card, ...], up: tuple[Card, ...]
    ) -> Iterator[DecidedSeat]:
        for place, cards in self.cards.items():
            if place.startswith(SEAT):
                number = int(place.removeprefix(SEAT))
                moves = tuple(self._moves(number, table.base, structure, board, up))
                yield DecidedSeat(self.players.get(number, ""), tuple(card for card, _ in cards), moves)

    def _moves(
        self, seat: int, base: str, structure: Structure, board: tuple[Card, ...], up: tuple[Card, ...]
    ) -> Iterator[Move]:
        stages, earlier = [decision.stage for decision in structure.decisions], list[Done]()
        for event in self.decided:
            if event.seat != seat or event.stage not in stages:
                continue
            number = stages.index(event.stage)
            done = Done(event.action, Fraction(event.cents, self.stakes.get((seat, base), 0) or 1))
            seen = structure.decisions[number].seen
            yield Move(Spot(number, board[:seen] if board else up, tuple(earlier)), done)
            earlier.append(done)


class RecordedDecisions:
    """Follows the log of a property and releases its finished rounds."""

    def __init__(self) -> None:
        self.tables: dict[str, WatchedTable] = {}
        self._under_way: dict[str, _UnderWay] = {}

    def take(self, outline: EntryOutline) -> Iterator[DecidedRound]:
        """Adds an entry. Yields the round that it clears, if it clears one."""
        if outline.stream == FLOOR:
            for installed in outline.entry.events:
                if isinstance(installed, TableInstalled):
                    self.tables[installed.table] = _watched_table(installed)
            return
        if not outline.round:
            return
        name = outline.stream.removeprefix(stream_of(""))
        under_way = self._under_way.setdefault(name, _UnderWay())
        for number in under_way.see(outline, outline.entry):
            del self._under_way[name]
            yield under_way.finished(self.tables[name], number, outline)


def _watched_table(event: TableInstalled) -> WatchedTable:
    table = floor_table(event.submission, event.physical)
    return WatchedTable(event.table, table.engine.submission.terms, table.engine.rules.base)
