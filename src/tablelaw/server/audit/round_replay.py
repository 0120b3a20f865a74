"""A round replayed step by step: the felt as everybody saw it, the face-down cards, and the paragraphs that applied.

It is given only for a finished round, and only after the inspection was recorded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tablelaw.cage.meters.meters import Meters
from tablelaw.floor.audit.recorded_rounds import Before, before_entry, entries_of_round, follow_meters
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.log.signed_heads import stored_heads
from tablelaw.floor.read_model import TableView
from tablelaw.floor.store.api import Reads
from tablelaw.law.paragraph_lookup import paraphrase
from tablelaw.proofs import merkle
from tablelaw.proofs.heads import SignedHead
from tablelaw.server.audit.jackpots import Jackpot, jackpots
from tablelaw.server.audit.served_heads import ServedHead, served_head
from tablelaw.table import events
from tablelaw.table.engine import Engine
from tablelaw.table.reading.replay import story
from tablelaw.table.round.hands import can_form, hand_cards
from tablelaw.table.state import Round, Seat, Table
from tablelaw.views.messages import Wire, WireTable
from tablelaw.views.table_view import view


class OpenCards(Wire, frozen=True):
    """Every card on the felt, by seat, as the auditor sees them afterwards, and the class of each hand once it is
    complete.
    """

    dealer: tuple[str, ...]
    dealer_hand: str
    community: tuple[str, ...]
    places: dict[str, tuple[str, ...]]
    seats: dict[int, tuple[str, ...]]
    discards: dict[int, tuple[str, ...]]
    hands: dict[int, str]


class Detail(Wire, frozen=True):
    text: str
    cites: tuple[str, ...]
    readings: tuple[str, ...] = ()


class Step(Wire, frozen=True):
    """One event: who caused it and when, its paragraphs, and the felt after it."""

    entry: int
    event: str
    at: int
    by: str
    what: str
    cites: tuple[str, ...]
    details: tuple[Detail, ...]
    view: WireTable
    cards: OpenCards


class Proven(Wire, frozen=True):
    """An entry as it was written, and the path from it to the root."""

    seq: int
    body: str
    path: tuple[str, ...]


class CardShown(Wire, frozen=True):
    """One card, numbered in the order the cards left the deck; if the system shuffled, with the salt that proves where
    it was sealed.
    """

    order: int
    card: str
    place: str
    face: str
    entry: int
    sealed_in: int
    position: int
    """Position in the sealed order; the top card is 0."""
    salt: str
    was_open: bool
    """Whether it ever lay face up; the board of a void round may never have been turned up."""


class Replay(Wire, frozen=True):
    table: str
    rulebook: str
    game: str
    round: int
    began: int
    ended: int
    steps: tuple[Step, ...]
    law: dict[str, str]
    """Each cited paragraph, paraphrased."""
    cards: tuple[CardShown, ...]
    size: int
    """The number of entries under the root; 0 while a round that began before this one ended is still being played."""
    root: str
    head: ServedHead | None
    """The signed head over `size` entries; None if no head covers the round yet."""
    entries: tuple[Proven, ...]
    jackpots: tuple[Jackpot, ...]


def replay(store: Reads, table: str, number: int, entry: int, settled: int) -> Replay:
    """Replays a round. The first `settled` entries contain nothing from a round under way, and proofs go no further."""
    entries = entries_of_round(store, table, number, entry)
    before = before_entry(store, table, entries[0].seq)
    steps = tuple(_steps(store, table, before, entries))
    cards = tuple(_cards(before, entries, _seen_by_all(steps)))
    book = before.engine.rules.book
    cites = [cite for step in steps for cite in (*step.cites, *(c for d in step.details for c in d.cites))]
    head, tree = _proof(store, entries[-1].seq, settled)
    seqs = sorted({card.sealed_in for card in cards if card.sealed_in} | {one.seq for one in entries})
    return Replay(
        table=table,
        rulebook=book.id,
        game=book.game,
        round=number,
        began=entries[0].at,
        ended=entries[-1].at,
        steps=steps,
        law={cite: paraphrase(book, cite) for cite in dict.fromkeys(cites)},
        cards=cards,
        size=tree.size,
        root=tree.root().hex() if tree.size else "",
        head=served_head(head) if head else None,
        entries=tuple(_proven(store, tree, seq) for seq in seqs),
        jackpots=jackpots(before.engine.rules, entries),
    )


def _proof(store: Reads, last: int, settled: int) -> tuple[SignedHead | None, merkle.Tree]:
    """The first signed head that covers the round but nothing from a round under way, with its tree.

    Empty while a round that began before this one ended is still being played.
    """
    known = [signed for signed in stored_heads(store) if last <= signed.head.size <= settled]
    size = known[0].head.size if known else settled if last <= settled else 0
    return (known[0] if known else None), merkle.Tree(store.leaves(1, size))


def _proven(store: Reads, tree: merkle.Tree, seq: int) -> Proven:
    kept = store.entry(seq)
    assert kept is not None
    path = tree.inclusion(seq - 1) if tree.size else []
    return Proven(seq=seq, body=kept.body.decode(), path=tuple(beside.hex() for beside in path))


def cites_in(text: str) -> tuple[str, ...]:
    """Splits "653a.11(h), 653a.12(b); odds 653a.12(c)" into its paragraphs."""
    parts = (part.strip().removeprefix("odds ") for part in re.split(r"[,;]", text))
    return tuple(dict.fromkeys(part for part in parts if part))


# --- Step by step -------------------------------------------------------------------------------------------


class _Moment(NamedTuple):
    """The table at one moment of the round, and the amounts on its meters."""

    table: str
    engine: Engine
    names: dict[str, str]
    meters: Meters
    number: int


def _steps(store: Reads, table: str, before: Before, entries: list[Entry]) -> Iterator[Step]:
    """The steps of a round. The meters follow the whole log, because linked tables change them between these steps."""
    state, meters, seen = before.state, Meters(before.meters.values()), entries[0].seq - 1
    for entry in entries:
        happened = [event for event in entry.events if isinstance(event, events.Event)]
        frames = story(before.engine, happened, state)
        follow_meters(store, meters, seen + 1, entry.seq)
        seen = entry.seq
        moment = _Moment(table, before.engine, before.names, meters, entry.number)
        for event, frame in zip(happened, frames, strict=True):
            state = before.engine.evolve(state, event)
            yield Step(
                entry=entry.seq,
                event=frame.event,
                at=frame.at,
                by=entry.by,
                what=frame.what,
                cites=cites_in(frame.cite),
                details=tuple(Detail(text=d.text, cites=cites_in(d.cite), readings=d.readings) for d in frame.details),
                view=_as_seen(moment, state),
                cards=opened(before.engine, state.round),
            )


def _as_seen(moment: _Moment, state: Table) -> WireTable:
    """The table as anyone standing at the rail saw it at that moment."""
    seen = TableView.__new__(TableView)  # a view of a past moment, not of a table on the floor
    seen.differences, seen.undecided = (), frozenset()
    seen.engine, seen.state, seen.meters = moment.engine, state, moment.names
    seen.number, seen.text, seen.dealer, seen.served = moment.number, "", "", {}
    shown = {name: meter.units for name, meter in moment.meters.items()}
    return view(moment.table, seen, "", "", state.now, shown, frozenset())


def opened(engine: Engine, round_: Round | None) -> OpenCards:
    places = round_.places if round_ else {}
    seats = round_.seats if round_ else {}
    elsewhere = {place: cards for place, cards in places.items() if place not in ("dealer", "community")}
    return OpenCards(
        dealer=_texts(places.get("dealer", ())),
        dealer_hand=_described(engine, round_, None, "dealer") if engine.rules.hands.has_dealer else "",
        community=_texts(places.get("community", ())),
        places={place: _texts(cards) for place, cards in elsewhere.items()},
        seats={number: _texts(seat.cards) for number, seat in seats.items()},
        discards={number: _texts(seat.discard) for number, seat in seats.items() if seat.discard},
        hands={number: _described(engine, round_, seat, "player") for number, seat in seats.items()},
    )


def _texts(cards: tuple[object, ...]) -> tuple[str, ...]:
    return tuple(map(str, cards))


def _described(engine: Engine, round_: Round | None, seat: Seat | None, hand: str) -> str:
    if (
        round_ is None
        or len(round_.community) < engine.rules.hands.board_size
        or not can_form(engine.rules, round_, seat, hand)
    ):
        return ""
    return engine.rules.hands.rankings[hand].describe(hand_cards(engine.rules, round_, seat, hand))


# --- Cards and their commitment -------------------------------------------------------------------------------


def _cards(before: Before, entries: list[Entry], seen: set[str]) -> list[CardShown]:
    """Every card that left the deck, without mistyped ones that were taken back."""
    state, shown = before.state, list[CardShown]()
    for entry in entries:
        proofs = before.seals.opened(before.engine, state, entry)
        if _is_taken_back(entry):
            shown.pop()
        for place, card, face in _left_the_deck(entry):
            proof = next(proofs, None)
            sealed_in, position, salt = (proof.sealed_in, proof.position - 1, proof.salt) if proof else (0, 0, "")
            one = CardShown(
                order=len(shown) + 1,
                card=str(card),
                place=place,
                face=face,
                entry=entry.seq,
                sealed_in=sealed_in,
                position=position,
                salt=salt,
                was_open=str(card) in seen,
            )
            shown.append(one)
        state = before.seals.follow(before.engine, state, entry)
    return shown


def _seen_by_all(steps: tuple[Step, ...]) -> set[str]:
    """Every card that lay face up on the table at some step."""
    seen: set[str] = set()
    for step in steps:
        felt = step.view
        at_seats = (card for seat in felt.seats for card in (*seat.cards, *seat.discard))
        elsewhere = (card for cards in felt.places.values() for card in cards)
        seen.update(felt.dealer, felt.community, at_seats, elsewhere)
    return seen


def _is_taken_back(entry: Entry) -> bool:
    return any(isinstance(event, events.CardTakenBack) for event in entry.events)


def _left_the_deck(entry: Entry) -> Iterator[tuple[str, object, str]]:
    for event in entry.events:
        if isinstance(event, events.Dealt):
            yield from event.cards
        elif isinstance(event, events.CardSetAside):
            yield from (("set aside", card, "down") for card in event.card)
