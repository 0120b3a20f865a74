"""Actors (who gives an order) as a value with one text form, and how to recognise a person however the name is spelled.

An actor's text is a role, or a role and a name: "system", "dealer:bob", "floor:cho", "device:shoe-1". On the floor,
players have their names ("player:ann"); at a table they have their seat number ("player:3"), which `player_at` writes
and `Actor.seat` reads. Logs, snapshots and interfaces store the text; programs read it with `Actor.parse`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, get_args

import msgspec

Role = Literal["player", "dealer", "floor", "cashier", "auditor", "administrator", "device", "system"]
ROLES: tuple[Role, ...] = get_args(Role)
DeviceKind = Literal["shoe", "shuffler", "display", "management"]
DEVICE_KINDS: tuple[DeviceKind, ...] = get_args(DeviceKind)
"""What a machine with the role "device" is: a card-reading shoe, a shuffler, a display of progressive meters, or a
casino management system.
"""
ROLE_OF: dict[str, Role] = {role: role for role in ROLES}
IN_WORDS: dict[Role, str] = {
    "player": "a player",
    "dealer": "a dealer",
    "floor": "a floorperson",
    "cashier": "a cashier",
    "auditor": "an auditor",
    "administrator": "an administrator",
    "device": "a device",
    "system": "the program itself",
}
SEAT = re.compile(r"\d{1,9}", re.ASCII)

NOT_SEEN = "Cf"
"""The Unicode category of invisible characters such as the zero-width space."""


class Actor(msgspec.Struct, frozen=True, gc=False):
    """Who gives an order. Without a known role, the name is the whole text, so any text can be read."""

    role: Role | None
    name: str = ""

    @staticmethod
    def parse(text: str) -> Actor:
        """Reads an actor from text: "floor:cho" is the floorperson cho, "system" has no name, "ann" has no role."""
        return _parsed(text)

    def __str__(self) -> str:
        if self.role is None:
            return self.name
        return f"{self.role}:{self.name}" if self.name else self.role

    @property
    def seat(self) -> int | None:
        """The seat number of a player at a table; None for anyone else, including players identified by name."""
        return int(self.name) if self.role == "player" and SEAT.fullmatch(self.name) else None


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Actor:
    """Reads an actor. Cached, because the same few people give all orders and each order is read several times."""
    word, colon, name = text.partition(":")
    role = ROLE_OF.get(word)
    return Actor(None, text) if role is None or (colon and not name) else Actor(role, name)


def roles_in_words(roles: Iterable[Role]) -> str:
    """Roles as a sentence names them, such as "a dealer or a floorperson"."""
    named = frozenset(roles)
    return " or ".join(IN_WORDS[role] for role in ROLES if role in named)


def role_in_words(giver: str) -> str:
    """The role of an actor's text in words, or the text itself if it has none."""
    role = Actor.parse(giver).role
    return giver if role is None else IN_WORDS[role]


def player_at(seat: int) -> Actor:
    """The player at a seat, identified by the seat number as tables do."""
    return Actor("player", str(seat))


def role_given(text: str) -> str | None:
    """The word where a role should be, whether or not it is a known role; None if a person is named without a role."""
    word, colon, _ = text.partition(":")
    return word.strip() if colon else None


def person_of(giver: str) -> str:
    """Reduces an actor's text to the person, ignoring role and spelling: "floor: Cho " and "cho" are the same. Empty if
    there is no name.
    """
    text = unicodedata.normalize("NFKC", giver.rpartition(":")[2])
    seen = "".join(letter for letter in text if unicodedata.category(letter) != NOT_SEEN)
    return unicodedata.normalize("NFKC", " ".join(seen.split()).casefold())
