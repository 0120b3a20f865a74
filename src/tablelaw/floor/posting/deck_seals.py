"""Decks that the system shuffles: sealed before the cut, and opened card by card as they are dealt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablelaw.cards import Card
from tablelaw.chance import Chance
from tablelaw.floor.log.entry import Sealed
from tablelaw.floor.property import FloorTable
from tablelaw.proofs import commitment
from tablelaw.proofs.refusals import BadDeckSecret
from tablelaw.table import events
from tablelaw.table.state import Table

Step = tuple[Table, events.Event, Table]


def seal(cards: Iterable[Card], chance: Chance) -> tuple[Sealed, bytes]:
    """The commitment to a shuffled deck, and the secret that opens it."""
    key = bytes(chance.below(256) for _ in range(commitment.KEY_SIZE))
    sealed, secret = commitment.seal([str(card) for card in cards], key)
    return Sealed(*sealed), secret


def sealed_cards(secret: bytes) -> tuple[Card, ...]:
    """The order of cards inside a secret."""
    return tuple(Card.parse(card) for card in commitment.cards_of(secret))


def opens(secret: bytes, sealed: Sealed) -> bool:
    """Whether a secret is the one that a deck was sealed with."""
    try:
        made, _ = commitment.seal(commitment.cards_of(secret), secret[: commitment.KEY_SIZE])
    except (BadDeckSecret, UnicodeDecodeError):
        return False
    return Sealed(*made) == sealed


def open_cards(table: FloorTable, steps: Iterable[Step]) -> tuple[str, ...]:
    """The salt of every card that left a sealed deck, in the order the cards left it."""
    return tuple(salt for before, event, _ in steps for salt in _salts(table, before, event))


def _salts(table: FloorTable, before: Table, event: events.Event) -> Iterator[str]:
    if table.engine.physical:
        return
    if isinstance(event, events.Dealt):
        cards = [card for _, card, _ in event.cards]
    elif isinstance(event, events.CardSetAside):
        cards = list(event.card)
    else:
        return
    secret = table.secrets[before.deck]
    order = commitment.cards_of(secret)
    for card in cards:
        yield commitment.open_card(secret, order.index(str(card))).salt
