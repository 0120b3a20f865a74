"""Watches the decisions in a property's log: whether players, or everybody at a dealer's tables, decide as if they had
seen a hidden card.

Only finished rounds are tested. A flag depends on the hidden cards of finished rounds; this is the one exception to the
rule that a floorperson learns nothing from hidden cards. How strong the evidence is, and from which rounds it comes, is
for auditors; cards are shown only by an inspection, which is recorded in the log.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappush, heappushpop
from math import log
from time import monotonic

import numpy as np

from tablelaw.analysis.main_choices import Told, main_question
from tablelaw.analysis.protection.information import DEALER, BadInformation, Information
from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.watch.evidence import PARTS, Likelihood, Watched, likelihood_of, round_evidence
from tablelaw.analysis.watch.false_alarms import RATE, log_threshold, require_rate
from tablelaw.analysis.watch.spots import Floats, Valuer
from tablelaw.analysis.watch.valuers import decisions_before, usual_information, valuer_of
from tablelaw.cards import Card
from tablelaw.floor.log.entry_outline import EntryOutline, entry_outlines
from tablelaw.floor.reports.play_books import Spans, add_to_spans
from tablelaw.floor.reports.recorded_decisions import DecidedRound, RecordedDecisions
from tablelaw.floor.reports.watch_messages import (
    Evidence,
    Flag,
    NotWatched,
    RoundName,
    WatchedPerson,
    WatchedRounds,
    WatchReport,
)
from tablelaw.floor.store.api import Reads
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import structure_of

PLAYER_KIND, DEALER_KIND = "player", "dealer"
STRONGEST = 10
TOLD_EACH = 500


@dataclass
class _Person:
    """The evidence about one person so far."""

    kind: str
    name: str
    needed: float
    watched: Watched
    flagged_at: Flag | None = None
    spans: dict[str, Spans] = field(default_factory=dict)
    strongest: list[tuple[float, int, str, int]] = field(default_factory=list)
    """A heap of (evidence, entry, table, round)."""

    def take(self, played: DecidedRound, evidence: Floats) -> None:
        self.watched.take(evidence)
        add_to_spans(self.spans.setdefault(played.table, []), played.number, played.number)
        strength = float(np.logaddexp.reduce(evidence)) - log(len(evidence))
        kept = strength, played.seq, played.table, played.number
        if len(self.strongest) < STRONGEST:
            heappush(self.strongest, kept)
        else:
            heappushpop(self.strongest, kept)
        if self.flagged_at is None and self.watched.log_e >= self.needed:
            self.flagged_at = Flag(played.table, played.number, played.seq, played.at)

    def shown(self, is_auditor: bool) -> WatchedPerson:
        return WatchedPerson(
            kind=self.kind,
            name=self.name,
            rounds=self.watched.rounds,
            is_flagged=self.flagged_at is not None,
            flagged_at=self.flagged_at,
            tables=tuple(
                WatchedRounds(table, tuple((first, last) for first, last in spans))
                for table, spans in self.spans.items()
            ),
            evidence=self._evidence() if is_auditor else None,
        )

    def _evidence(self) -> Evidence:
        strongest = sorted((one for one in self.strongest if one[0] > 0), reverse=True)
        rounds = tuple(RoundName(table, number, seq) for _, seq, table, number in strongest)
        return Evidence(self.watched.log_e, self.watched.highest, self.needed, rounds)


Seen = tuple[Information, ...]
Way = tuple[Information, Valuer]


class SeenCardWatch:
    """Follows the log and tests every finished round in the order of the log.

    `catch_up` reads everything new and solves games where that is needed; `follow` reads for a limited time and solves
    nothing.
    """

    def __init__(self, informations: Seen = (), rate: float = RATE) -> None:
        self.informations, self.rate = informations, require_rate(rate)
        self.seq = self.rounds = 0
        self._decisions = RecordedDecisions()
        self._people: dict[tuple[str, str], _Person] = {}
        self._counts = defaultdict[str, int](int)
        self._ways: dict[tuple[str, str], tuple[Way | str, ...]] = {}
        self._left_out = defaultdict[tuple[str, str], int](int)
        self._held = deque[DecidedRound]()
        """Rounds that were read and wait until their game is prepared."""

    def catch_up(self, store: Reads, tell: Told | None = None, last: int | None = None) -> None:
        """Reads the entries after the last one read, up to entry `last` if given."""
        self.read(entry_outlines(store, self.seq, last), tell)

    def read(self, outlines: Iterable[EntryOutline], tell: Told | None = None) -> None:
        """Reads entries in the order of the log."""
        for outline in outlines:
            for played in self._decisions.take(outline):
                self.take(played, tell)
            self.seq = outline.seq

    def follow(self, store: Reads, seconds: float) -> None:
        """Continues reading for about the given time, but not past a round whose game must be prepared first, because
        the order in which rounds are tested decides when somebody is flagged.
        """
        ends = monotonic() + seconds
        if not self._take_held():
            return
        for outline in entry_outlines(store, self.seq):
            self._held.extend(self._decisions.take(outline))
            self.seq = outline.seq
            if not self._take_held() or monotonic() > ends:
                return

    def prepare(self, tell: Told | None = None) -> None:
        """Prepares one game: that of the waiting round, if there is one."""
        for terms in self._games():
            for valuer in self._unprepared(terms, tell):
                try:
                    valuer.prepare()
                except NotThisGame as refused:
                    self._refuse(terms, valuer, str(refused))
                return

    def report(self, is_auditor: bool = False) -> WatchReport:
        return WatchReport(
            rate=self.rate,
            watched=tuple(one.text for one in self.informations),
            seq=self.seq,
            rounds=self.rounds,
            people=tuple(person.shown(is_auditor) for person in self._people.values()),
            not_watched=tuple(NotWatched(game, count, why) for (game, why), count in self._left_out.items()),
            preparing=tuple(dict.fromkeys(terms.book.game for terms in self._games() if any(self._unprepared(terms)))),
        )

    # --- Games that must be prepared ------------------------------------------------------------------------

    def _games(self) -> Iterator[Terms]:
        """The games of the rounds that wait, then those of every table."""
        yield from (played.terms for played in self._held)
        yield from (table.terms for table in self._decisions.tables.values())

    def _unprepared(self, terms: Terms, tell: Told | None = None) -> Iterator[Valuer]:
        ways = (way for way in self._ways_of(terms, tell) if not isinstance(way, str))
        yield from (valuer for _, valuer in ways if not valuer.is_prepared)

    def _refuse(self, terms: Terms, valuer: Valuer, why: str) -> None:
        """Leaves out what a solver refuses, so that nothing waits for it."""
        key = _key(terms)
        self._ways[key] = tuple(
            why if not isinstance(way, str) and way[1] is valuer else way for way in self._ways[key]
        )

    def _take_held(self) -> bool:
        """Tests the rounds that were read. Returns whether none of them has to wait."""
        while self._held:
            if any(self._unprepared(self._held[0].terms)):
                return False
            self.take(self._held.popleft())
        return True

    # --- One round ------------------------------------------------------------------------------------------

    def take(self, played: DecidedRound, tell: Told | None = None) -> None:
        """Tests a finished round."""
        game = played.terms.book.game
        if not played.is_regular:
            self._left_out[game, "an irregularity was reported, or not all cards were entered"] += 1
            return
        ways = self._ways_of(played.terms, tell)
        refused = [way for way in ways if isinstance(way, str)]
        if len(refused) == len(ways):
            self._left_out[game, refused[0]] += 1
            return
        if tell is not None and self.rounds % TOLD_EACH == 0:
            tell(f"round {played.number} at {played.table}")
        self.rounds += 1
        found = [None if isinstance(way, str) else _likelihoods(played, *way) for way in ways]
        for kind, name, places in _people_of(played):
            evidence = np.concatenate(
                [
                    np.zeros(PARTS)
                    if of_way is None
                    else round_evidence([of_way.seats[n] for n in places], *of_way.cards)
                    for of_way in found
                ]
            )
            self._person(kind, name).take(played, evidence)

    def _ways_of(self, terms: Terms, tell: Told | None) -> tuple[Way | str, ...]:
        """How the decisions of a game are valued for each kind of seen card, or why they are not."""
        key = _key(terms)
        if key not in self._ways:
            asked = self.informations or (usual_information(terms),)
            self._ways[key] = tuple(_way(terms, one, tell) for one in asked)
        return self._ways[key]

    def _person(self, kind: str, name: str) -> _Person:
        if (kind, name) not in self._people:
            self._counts[kind] += 1
            needed = log_threshold(self._counts[kind], self.rate)
            parts = PARTS * max(len(self.informations), 1)
            self._people[kind, name] = _Person(kind, name, needed, Watched(parts))
        return self._people[kind, name]


@dataclass(frozen=True, slots=True)
class _Tested:
    """The likelihoods of the seats of a round, and the cards for its e-value: those hidden, and those known."""

    seats: Sequence[Likelihood]
    cards: tuple[tuple[Card, ...], frozenset[Card]]


def _key(terms: Terms) -> tuple[str, str]:
    """What the values of a game's decisions depend on."""
    return terms.book.id, main_question(terms)


def _way(terms: Terms, information: Information, tell: Told | None) -> Way | str:
    try:
        return information, valuer_of(terms, information, tell)
    except (NotThisGame, BadInformation) as refused:
        return str(refused)


def _likelihoods(played: DecidedRound, information: Information, valuer: Valuer) -> _Tested:
    first, item = decisions_before(structure_of(played.terms), information), information.items[0]
    seats = [
        likelihood_of(valuer, seat.cards, [move for move in seat.moves if move.spot.decision < first])
        for seat in played.seats
    ]
    hidden = played.dealer_down if item.place == DEALER else (played.board[item.count - 1],)
    face_up = {*played.board, *played.dealer_up, *(card for seat in played.seats for card in seat.cards)}
    return _Tested(seats, (hidden, frozenset(face_up - {*hidden})))


def _people_of(played: DecidedRound) -> Iterator[tuple[str, str, list[int]]]:
    """Everybody watched in a round, with the places of the seats whose decisions count for them."""
    deciding = [n for n, seat in enumerate(played.seats) if seat.moves]
    by_player = defaultdict[str, list[int]](list)
    for n in deciding:
        by_player[played.seats[n].player].append(n)
    yield from ((PLAYER_KIND, player, places) for player, places in by_player.items() if player)
    if deciding and played.dealer:
        yield DEALER_KIND, played.dealer, deciding
