"""A commitment to the order of a shuffled deck that can be opened card by card.

Each position has a salt of its own, derived from a key that is drawn for this one shuffle; a leaf binds salt,
position and card. The root is published before the cut. To open a card is to tell its salt: that says nothing of
any other card, because the salts are told apart only by whoever has the key.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from houserules.proofs import merkle
from houserules.proofs.refusals import BadDeckSecret, BadOpening

KEY_SIZE = 32
_CARD = b"\x02"
"""A card's leaf begins otherwise than a log's leaf (0) and a node (1)."""
_POSITION_BYTES = 4
_CARD_BYTES = 2


class Seal(NamedTuple):
    """What is published: the root, and one leaf for each position from the top down; hexadecimal."""

    root: str
    leaves: tuple[str, ...]


class Opening(NamedTuple):
    """What opens one position: its card, as "As", and its salt, hexadecimal."""

    card: str
    salt: str


def fresh_key() -> bytes:
    """The key of one shuffle, from the kernel. Two shuffles under one key would show which cards stayed."""
    return os.urandom(KEY_SIZE)


def seal(cards: Sequence[str], key: bytes) -> tuple[Seal, bytes]:
    """The commitment to cards from the top down, and the secret that opens it."""
    _refuse_wrong_key(key)
    if any(len(card.encode()) != _CARD_BYTES for card in cards):
        raise BadDeckSecret("a card of other than two characters", accepted='cards as "As" or "Td"')
    leaves = [leaf(_salt(key, position), position, card) for position, card in enumerate(cards)]
    sealed = Seal(merkle.root_of(leaves).hex(), tuple(value.hex() for value in leaves))
    return sealed, key + "".join(cards).encode()


def cards_of(secret: bytes) -> tuple[str, ...]:
    """The order that was sealed. Only the floor itself asks this."""
    return tuple(_card(secret, position) for position in range(_count(secret)))


def open_card(secret: bytes, position: int) -> Opening:
    """The card at a position (0 is the top one before the cut) and its salt; nothing else leaves the secret."""
    if not 0 <= position < _count(secret):
        accepted = f"0 to {_count(secret) - 1}"
        raise BadDeckSecret(f"the deck has no position {position}", accepted=accepted)
    return Opening(_card(secret, position), _salt(secret[:KEY_SIZE], position).hex())


def leaf(salt: bytes, position: int, card: str) -> bytes:
    return sha256(_CARD + salt + position.to_bytes(_POSITION_BYTES, "big") + card.encode()).digest()


def is_opened(leaves: Sequence[str], position: int, card: str, salt: str) -> bool:
    """Whether card and salt are what was committed to at a position."""
    found = _leaf_told(position, card, salt)
    return found is not None and 0 <= position < len(leaves) and hmac.compare_digest(leaves[position], found.hex())


def check(sealed: Seal, position: int, card: str, salt: str, where: str = "") -> None:
    """Refuses a seal whose leaves are not its root's, and a card that is not the one committed to."""
    if not is_whole(sealed):
        raise BadOpening("the root is not that of the leaves", where=where, accepted="a seal as it was published")
    if not is_opened(sealed.leaves, position, card, salt):
        why = "the leaf published before the cut is another"
        accepted = "the card and salt the deck was sealed with"
        raise BadOpening(f"{card} was not at position {position}", where=where, why=why, accepted=accepted)


def is_whole(sealed: Seal) -> bool:
    try:
        leaves = [bytes.fromhex(value) for value in sealed.leaves]
    except ValueError:
        return False
    return all(len(value) == merkle.HASH_SIZE for value in leaves) and merkle.root_of(leaves).hex() == sealed.root


def path_of(sealed: Seal, position: int) -> tuple[str, ...]:
    """What leads from one card's leaf to the root, for a player who kept nothing but the root."""
    tree = merkle.Tree(bytes.fromhex(value) for value in sealed.leaves)
    return tuple(beside.hex() for beside in tree.inclusion(position))


def is_under_root(root: str, count: int, position: int, opening: Opening, path: Sequence[str]) -> bool:
    """Whether an opened card is one of the `count` that the root was published for, at that position."""
    found = _leaf_told(position, *opening)
    try:
        besides = [bytes.fromhex(beside) for beside in path]
        return found is not None and merkle.is_included(found, position, count, besides, bytes.fromhex(root))
    except ValueError:
        return False


def _leaf_told(position: int, card: str, salt: str) -> bytes | None:
    """The leaf that a salt told as text leads to, if its length and the card's leave only one way to read it."""
    try:
        told = bytes.fromhex(salt)
    except ValueError:
        return None
    fits = len(told) == merkle.HASH_SIZE and len(card.encode()) == _CARD_BYTES and position >= 0
    return leaf(told, position, card) if fits else None


def _salt(key: bytes, position: int) -> bytes:
    return hmac.digest(key, position.to_bytes(_POSITION_BYTES, "big"), "sha256")


def _card(secret: bytes, position: int) -> str:
    at = KEY_SIZE + position * _CARD_BYTES
    return secret[at : at + _CARD_BYTES].decode()


def _count(secret: bytes) -> int:
    count, rest = divmod(len(secret) - KEY_SIZE, _CARD_BYTES)
    if count < 1 or rest:
        accepted = f"a key of {KEY_SIZE} bytes and two for each card"
        raise BadDeckSecret(f"{len(secret)} bytes are no deck's secret", accepted=accepted)
    return count


def _refuse_wrong_key(key: bytes) -> None:
    if len(key) != KEY_SIZE:
        accepted = f"{KEY_SIZE} bytes from the kernel"
        raise BadDeckSecret(f"a key of {len(key)} bytes", accepted=accepted)
