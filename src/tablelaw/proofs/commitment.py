"""A commitment to the order of a shuffled deck that can be opened card by card.

Each position has its own salt, derived from a key that is drawn for this one shuffle; a leaf binds salt, position and
card. The root is published before the cut. A card is opened by publishing its salt. This reveals nothing about the
other cards, because their salts can be computed only with the key.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from tablelaw.proofs import merkle
from tablelaw.proofs.refusals import BadDeckSecret, BadOpening

KEY_SIZE = 32
_CARD = b"\x02"
"""The first byte of a card's leaf. It differs from the first byte of a log's leaf (0) and of a node (1)."""
_POSITION_BYTES = 4
_CARD_BYTES = 2


class Seal(NamedTuple):
    """The published part of a commitment, in hexadecimal: the root, and one leaf for each position from the top
    down.
    """

    root: str
    leaves: tuple[str, ...]


class Opening(NamedTuple):
    """The opening of one position: its card, such as "As", and its salt in hexadecimal."""

    card: str
    salt: str


def fresh_key() -> bytes:
    """Returns a random key for one shuffle; two shuffles with the same key would reveal which cards kept their
    positions.
    """
    return os.urandom(KEY_SIZE)


def seal(cards: Sequence[str], key: bytes) -> tuple[Seal, bytes]:
    """Commits to cards from the top down; returns the commitment and the secret that opens it."""
    _require_key_size(key)
    if any(len(card.encode()) != _CARD_BYTES for card in cards):
        raise BadDeckSecret("a card is not written with two characters", accepted='cards such as "As" or "Td"')
    leaves = [leaf(_salt(key, position), position, card) for position, card in enumerate(cards)]
    sealed = Seal(merkle.root_of(leaves).hex(), tuple(value.hex() for value in leaves))
    return sealed, key + "".join(cards).encode()


def cards_of(secret: bytes) -> tuple[str, ...]:
    """The order of the cards, read from the secret. Only the floor itself may use this."""
    return tuple(_card(secret, position) for position in range(_count(secret)))


def open_card(secret: bytes, position: int) -> Opening:
    """Opens one position (0 is the top card before the cut). Returns its card and salt, and nothing else from the
    secret.
    """
    if not 0 <= position < _count(secret):
        accepted = f"0 to {_count(secret) - 1}"
        raise BadDeckSecret(f"the deck has no position {position}", accepted=accepted)
    return Opening(_card(secret, position), _salt(secret[:KEY_SIZE], position).hex())


def leaf(salt: bytes, position: int, card: str) -> bytes:
    return sha256(_CARD + salt + position.to_bytes(_POSITION_BYTES, "big") + card.encode()).digest()


def is_opened(leaves: Sequence[str], position: int, card: str, salt: str) -> bool:
    """Whether this card and salt match the commitment at a position."""
    found = _leaf_told(position, card, salt)
    return found is not None and 0 <= position < len(leaves) and hmac.compare_digest(leaves[position], found.hex())


def check(sealed: Seal, position: int, card: str, salt: str, where: str = "") -> None:
    """Refuses a seal whose root does not match its leaves, and a card that was not committed to."""
    if not is_whole(sealed):
        raise BadOpening("the root does not match the leaves", where=where, accepted="the seal as published")
    if not is_opened(sealed.leaves, position, card, salt):
        why = "the leaf published before the cut is different"
        accepted = "the card and salt the deck was sealed with"
        raise BadOpening(f"{card} was not at position {position}", where=where, why=why, accepted=accepted)


def is_whole(sealed: Seal) -> bool:
    try:
        leaves = [bytes.fromhex(value) for value in sealed.leaves]
    except ValueError:
        return False
    return all(len(value) == merkle.HASH_SIZE for value in leaves) and merkle.root_of(leaves).hex() == sealed.root


def path_of(sealed: Seal, position: int) -> tuple[str, ...]:
    """The proof that leads from a card's leaf to the root, for a player who has kept only the root."""
    tree = merkle.Tree(bytes.fromhex(value) for value in sealed.leaves)
    return tuple(beside.hex() for beside in tree.inclusion(position))


def is_under_root(root: str, count: int, position: int, opening: Opening, path: Sequence[str]) -> bool:
    """Whether the root over `count` cards commits to an opened card at this position."""
    found = _leaf_told(position, *opening)
    try:
        besides = [bytes.fromhex(beside) for beside in path]
        return found is not None and merkle.is_included(found, position, count, besides, bytes.fromhex(root))
    except ValueError:
        return False


def _leaf_told(position: int, card: str, salt: str) -> bytes | None:
    """The leaf of a card whose salt is given as text; None if the salt or the card has the wrong length."""
    try:
        salt_bytes = bytes.fromhex(salt)
    except ValueError:
        return None
    fits = len(salt_bytes) == merkle.HASH_SIZE and len(card.encode()) == _CARD_BYTES and position >= 0
    return leaf(salt_bytes, position, card) if fits else None


def _salt(key: bytes, position: int) -> bytes:
    return hmac.digest(key, position.to_bytes(_POSITION_BYTES, "big"), "sha256")


def _card(secret: bytes, position: int) -> str:
    at = KEY_SIZE + position * _CARD_BYTES
    return secret[at : at + _CARD_BYTES].decode()


def _count(secret: bytes) -> int:
    count, rest = divmod(len(secret) - KEY_SIZE, _CARD_BYTES)
    if count < 1 or rest:
        accepted = f"a key of {KEY_SIZE} bytes and two for each card"
        raise BadDeckSecret(f"{len(secret)} bytes are not the secret of a deck", accepted=accepted)
    return count


def _require_key_size(key: bytes) -> None:
    if len(key) != KEY_SIZE:
        accepted = f"{KEY_SIZE} bytes from the kernel"
        raise BadDeckSecret(f"a key of {len(key)} bytes", accepted=accepted)
