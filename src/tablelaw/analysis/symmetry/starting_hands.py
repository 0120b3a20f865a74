"""The 169 kinds of two cards: 13 rows and columns from the deuce up, suited cards below the diagonal of pairs.

A kind's number is 13 x row + column. For suited cards the row is the higher rank and the column the lower; for cards of
two suits it is the other way round; pairs of one rank are on the diagonal.
"""

from __future__ import annotations

from tablelaw.cards import Card
from tablelaw.errors import BadCard

RANK_LETTERS = "23456789TJQKA"
KINDS = 169


def kind_of(one: Card, other: Card) -> int:
    """The number of the kind of two cards."""
    high, low = max(one.rank, other.rank) - 2, min(one.rank, other.rank) - 2
    return 13 * high + low if one.suit == other.suit else 13 * low + high


def kind_name(kind: int) -> str:
    """The name of a kind: 'AKs', 'AKo' or 'AA'."""
    row, column = divmod(kind, 13)
    if row == column:
        return RANK_LETTERS[row] * 2
    high, low = max(row, column), min(row, column)
    return f"{RANK_LETTERS[high]}{RANK_LETTERS[low]}{'s' if row > column else 'o'}"


def ways(kind: int) -> int:
    """How many of the 1,326 pairs of cards are of this kind."""
    row, column = divmod(kind, 13)
    return 6 if row == column else 4 if row > column else 12


KIND = {kind_name(kind): kind for kind in range(KINDS)}


def kinds_in(text: str) -> frozenset[int]:
    """The kinds named in a list: "33+" is pairs from threes up, "Q8o+" is queens with an offsuit eight or better."""
    return frozenset(kind for part in text.split() for kind in _kinds_from(part.removesuffix("+"), part[-1] == "+"))


def _kinds_from(name: str, upward: bool) -> list[int]:
    if name not in KIND:
        raise BadCard(f"{name!r} is not a kind of two cards", accepted='for example "33+", "AKs", "Q8o+"')
    high, low, suited = RANK_LETTERS.index(name[0]), RANK_LETTERS.index(name[1]), name[2:]
    if not upward:
        return [KIND[name]]
    if high == low:
        return [KIND[letter * 2] for letter in RANK_LETTERS[low:]]
    return [KIND[f"{name[0]}{letter}{suited}"] for letter in RANK_LETTERS[low:high]]
