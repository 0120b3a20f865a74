"""A round rebuilt for a dispute: cards, wagers, decisions, settlement, meters, money, who did what and when, and
proofs.

It is rebuilt from the log alone, entry by entry. This is possible only once the round is over, because no one may see
the face-down cards of a round in progress.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from tablelaw.cage.meters.meters import Meters, MeterState
from tablelaw.cage.statements import receipt_number
from tablelaw.cage.transfers import Transfer
from tablelaw.cards import Card
from tablelaw.floor.audit.recorded_rounds import Before, before_entry, entries_of_round, meters_after
from tablelaw.floor.audit.round_proofs import CardProof, RoundProof, prove_round
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.log.gaming_days import gaming_days
from tablelaw.floor.log.signed_heads import identity_of, time_zone_of
from tablelaw.floor.store.api import Reads
from tablelaw.law.paragraph_lookup import paraphrase
from tablelaw.table import events
from tablelaw.table.engine import Engine
from tablelaw.table.events import Line
from tablelaw.table.reading.replay import Frame, story
from tablelaw.table.reading.sentences import wager_name
from tablelaw.table.reading.settlement_report import choices_in_force, round_dict
from tablelaw.table.registry import tag_of
from tablelaw.table.state import Round, Table


class Told(NamedTuple):
    """One recorded fact about a round: the entry that records it, the time, and the person who acted."""

    entry: int
    at: int
    by: str


class CardSeen(msgspec.Struct, frozen=True):
    """One card of the round, numbered in the order the cards left the deck.

    Records where the card went, whether it lay face up, and where its commitment is.
    """

    order: int
    card: str
    place: str
    face: str
    told: Told
    proof: CardProof | None


class Step(msgspec.Struct, frozen=True):
    """One event in words: who caused it, when, and under which paragraph."""

    told: Told
    frame: Frame


class LineSeen(msgspec.Struct, frozen=True):
    """A settled wager. `undone` is set if a void reversed it later."""

    told: Told
    line: Line
    wager: str
    undone: bool
    validated_by: str


class MeterSeen(msgspec.Struct, frozen=True):
    """A meter before the first and after the last entry of the round, with each change this round made.

    Other linked tables may have changed it in the meantime as well.
    """

    meter: str
    before: MeterState | None
    after: MeterState
    changes: tuple[tuple[Told, Any], ...]


class Settled(NamedTuple):
    """The round as it stood before it was cleared, in the form that `round_report` takes."""

    engine: Engine
    round: Round
    filled: frozenset[Card] = frozenset()


class Reconstruction(NamedTuple):
    owner: str
    """The property's name."""
    day: str
    table: str
    engine: Engine
    state: Round
    entries: tuple[Entry, ...]
    cards: tuple[CardSeen, ...]
    steps: tuple[Step, ...]
    lines: tuple[LineSeen, ...]
    meters: tuple[MeterSeen, ...]
    proof: RoundProof
    time_zone: str = ""
    """The property's time zone; empty for UTC if its log does not name one."""

    @property
    def settled(self) -> Settled:
        return Settled(self.engine, self.state)

    @property
    def choices(self) -> dict[str, str]:
        return choices_in_force(self.settled)

    @property
    def seats(self) -> dict[str, Any]:
        return round_dict(self.settled)

    @property
    def law(self) -> dict[str, str]:
        """The paragraphs that decided the round's wagers, each with its paraphrase."""
        book = self.engine.rules.book
        cites = [cite for seen in self.lines for cite in (seen.line.cite, seen.line.paid_under) if cite]
        return {cite: paraphrase(book, cite) for cite in dict.fromkeys(cites)}

    def transfers(self) -> Iterator[tuple[Told, str, Transfer]]:
        """The transfers of the round, each with its receipt number."""
        for entry in self.entries:
            for place, transfer in enumerate(entry.transfers):
                yield _told(entry), receipt_number(entry.seq, place), transfer

    def steps_of(self, *kinds: type[events.Event]) -> list[Step]:
        names = {tag_of(kind) for kind in kinds}
        return [step for step in self.steps if step.frame.event in names]


def reconstruct(store: Reads, table: str, number: int, entry: int = 0) -> Reconstruction:
    """Rebuilds a round of a table.

    If several rounds have that number, `entry` (any entry of the round) selects one.
    """
    played = entries_of_round(store, table, number, entry)
    before = before_entry(store, table, played[0].seq)
    walk = _Walk(before, played)
    after = meters_after(store, before.meters, played[0].seq, played[-1].seq)
    days = [day for day in gaming_days(store) if day.first <= played[0].seq <= day.last]
    return Reconstruction(
        identity_of(store).property,
        days[0].day if days else "",
        table,
        before.engine,
        walk.round,
        tuple(played),
        tuple(walk.cards),
        tuple(walk.steps),
        tuple(walk.lines()),
        tuple(walk.meters(after)),
        prove_round(store, [one.seq for one in played]),
        time_zone_of(store),
    )


# --- Walking through the round ----------------------------------------------------------------------------------


class _Walk:
    """Goes through the entries of a round once and collects what they show."""

    def __init__(self, before: Before, entries: Sequence[Entry]) -> None:
        self._before, self._entries = before, entries
        self.cards: list[CardSeen] = []
        self.steps: list[Step] = []
        state = before.state
        round_: Round | None = None
        for entry in entries:
            self._see_cards(entry, state)
            table_events = [event for event in entry.events if isinstance(event, events.Event)]
            frames = story(before.engine, table_events, state)
            self.steps += [Step(_told(entry), frame) for frame in frames]
            for event in table_events:
                round_ = state.round or round_
                state = before.engine.evolve(state, event)
            round_ = state.round or round_
        assert round_ is not None
        self.round = round_

    def _see_cards(self, entry: Entry, state: Table) -> None:
        proofs = iter(self._before.seals.opened(self._before.engine, state, entry))
        for event in entry.events:
            if isinstance(event, events.Dealt):
                left = event.cards
            elif isinstance(event, events.CardSetAside):
                left = tuple(("set aside", card, "down") for card in event.card)
            else:
                if isinstance(event, events.CardTakenBack):
                    self.cards.pop()
                continue
            for place, card, face in left:
                order = len(self.cards) + 1
                self.cards.append(CardSeen(order, str(card), place, face, _told(entry), next(proofs, None)))

    def lines(self) -> Iterator[LineSeen]:
        """Every settled line, including lines that a void reversed."""
        validated: dict[tuple[int, str], str] = {}
        voids = [n for n, entry in enumerate(self._entries) if any(_voids(event) for event in entry.events)]
        last_void = voids[-1] if voids else -1
        for n, entry in enumerate(self._entries):
            for event in entry.events:
                if isinstance(event, events.Validated):
                    validated[event.seat, event.wager] = event.by
                elif isinstance(event, events.Settled):
                    for line in event.lines:
                        name, by = self._wager(line), validated.get((line.seat, line.wager), "")
                        yield LineSeen(_told(entry), line, name, n < last_void, by)

    def _wager(self, line: Line) -> str:
        return wager_name(self._before.engine.rules, line.wager)

    def meters(self, after: Meters) -> Iterator[MeterSeen]:
        """All meters of the table, including meters the round did not change."""
        for name in self._before.names.values():
            changes = [(_told(e), change) for e in self._entries for change in e.meters if change.meter == name]
            yield MeterSeen(name, self._before.meters.get(name), after[name], tuple(changes))


def _voids(event: object) -> bool:
    return isinstance(event, events.IrregularityFound) and event.voids


def _told(entry: Entry) -> Told:
    return Told(entry.seq, entry.at, entry.by)
