"""One card: a number from 0 to 51, which can index a table of 52, with its text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import SupportsIndex

from tablelaw.errors import BadCard, DuplicateCard
from tablelaw.plain_text import short

RANKS = "23456789TJQKA"
SUITS = "cdhs"
ACE = 14
_RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
_SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_SUIT_OF_MARK = dict(zip("cdhs♣♦♥♠", (0, 1, 2, 3) * 2, strict=True))
_RANK_OF_MARK = {mark: index for index, mark in enumerate(RANKS.lower())} | {"10": 8}
_TEXTS = tuple(rank + suit for rank in RANKS for suit in SUITS)
_ACCEPTED = "a rank 2-9, T or 10, J, Q, K, A and a suit c, d, h, s or ♣ ♦ ♥ ♠, as in As or 10♥"


def rank_of(mark: str) -> int:
    """The rank of a mark such as "A" or "4": 2 to 14."""
    return RANKS.index(mark) + 2


class Card(int):
    """A card as the number (rank - 2) * 4 + suit, with suits in the order c, d, h, s. Only 52 objects of this class
    ever exist.
    """

    __slots__ = ()

    def __new__(cls, index: SupportsIndex) -> Card:
        if hasattr(index, "__index__") and 0 <= index.__index__() <= 51:
            return PACK[index]
        raise BadCard(f"{short(index)} is not a card number", accepted="0 (2c) to 51 (As)")

    @classmethod
    def parse(cls, text: str) -> Card:
        """Parses a card; the variation selector of an emoji suit is ignored."""
        mark = text.strip().replace("\ufe0f", "").lower()
        rank, suit = _RANK_OF_MARK.get(mark[:-1]), _SUIT_OF_MARK.get(mark[-1:])
        if rank is None or suit is None:
            raise BadCard(f"{short(text)} is not a card", accepted=_ACCEPTED)
        return PACK[rank * 4 + suit]

    @property
    def rank(self) -> int:
        """The rank, 2 to 14; an ace is 14 even where a ranking also counts it as low."""
        return (self >> 2) + 2

    @property
    def suit(self) -> str:
        return SUITS[self & 3]

    @property
    def rank_name(self) -> str:
        return _RANK_NAMES[self >> 2]

    @property
    def suit_name(self) -> str:
        return _SUIT_NAMES[self & 3]

    def __str__(self) -> str:
        return _TEXTS[self]

    def __repr__(self) -> str:
        return f"Card('{_TEXTS[self]}')"

    def __format__(self, spec: str) -> str:
        return format(_TEXTS[self], spec)


PACK: tuple[Card, ...] = tuple(int.__new__(Card, index) for index in range(52))


def parse_cards(text: str) -> tuple[Card, ...]:
    """Parses cards separated by spaces or commas; the refusal of an invalid or repeated card gives its position."""
    pieces = [piece for piece in re.split(r"[\s,]+", text) if piece]
    cards = tuple(_parse_piece(piece, place, len(pieces)) for place, piece in enumerate(pieces, 1))
    require_distinct(cards)
    return cards


def _parse_piece(piece: str, place: int, count: int) -> Card:
    try:
        return Card.parse(piece)
    except BadCard as refusal:
        raise BadCard(refusal.what, where=f"card {place} of {count}", accepted=refusal.accepted) from None


def require_distinct(cards: tuple[Card, ...], where: str = "") -> None:
    """Refuses a card that occurs twice, because a deck has each card only once (647a.2 and the other chapters play with
    one deck).
    """
    if len(set(cards)) == len(cards):
        return
    place = next(n for n, card in enumerate(cards) if card in cards[:n])
    raise DuplicateCard(
        f"{cards[place]} is named twice",
        where=f"{where}card {place + 1} of {len(cards)}",
        why=f"it is already card {cards.index(cards[place]) + 1}",
        accepted="each card at most once",
    )


def cards_text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
