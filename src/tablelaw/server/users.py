"""Users: people with a role and a password, and their sessions, stored with the floor."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from sqlalchemy import Connection, Engine, delete, func, insert, select, update
from sqlalchemy.sql.expression import ColumnElement

from tablelaw.cage.accounts import OF_PLAYER, account_of, parse_account
from tablelaw.errors import TablelawError
from tablelaw.floor.handlers.validation import NAMES_ACCEPTED, is_name
from tablelaw.floor.store.schema import accounts, sessions, users
from tablelaw.floor.store.sql_engine import database_time
from tablelaw.floor.store.storable import is_storable
from tablelaw.persons import ROLE_OF, Actor, person_of
from tablelaw.printed_money import printed
from tablelaw.server.http.permissions import ROLES
from tablelaw.server.refusals import ServerRefused

KEY_BYTES = 32
KEY_LENGTH = len(secrets.token_urlsafe(KEY_BYTES))
LEAST_PASSWORD = 10
LEAST_DIFFERENT = 5
AT_ONCE = 500
"""How many sessions one query asks for; databases limit the parameters of a statement."""
MOST_SESSIONS = 10_000
"""Above this number, ended sessions are deleted when somebody signs in."""
_HASHER = PasswordHasher(parallelism=1)
"""Hashes on one thread, so that a password check uses one processor and leaves the others free."""
_NOBODY = _HASHER.hash(secrets.token_hex(16))
"""A hash that is checked if the name is unknown, so that a wrong name takes as long as a wrong password."""


class BadPerson(TablelawError):
    """A person who cannot be added or removed."""


class NoAdministrator(TablelawError):
    """A floor is served only after it has an administrator."""


EVERY_TABLE = "*"
"""Stands for every table, including those installed later, in the scope of a device."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person signed in, or a device with its token. Every request of a session that changes something must carry the
    token `csrf`.
    """

    name: str
    role: str
    csrf: str = ""
    kind: str = ""
    """The kind of a device; empty for people."""
    tables: frozenset[str] = frozenset()
    """The tables that a device is for; people may ask about every table."""

    @property
    def standing(self) -> str:
        """The word under which the permissions list this person or device."""
        return self.kind or self.role

    @property
    def counted_as(self) -> str:
        """The name under which limits count this person or device; a device's includes its role, since a person may
        have the same name.
        """
        return str(self.actor) if self.kind else self.name

    def may_ask_about(self, table: str) -> bool:
        """Whether a table is among those that a device is for; people may ask about every table."""
        return not self.kind or table in self.tables or EVERY_TABLE in self.tables

    @property
    def actor(self) -> Actor:
        """The person as the giver of orders; the role always exists."""
        return Actor(ROLE_OF[self.role], self.name)


Alone = Callable[[list[str]], bool]
"""Returns whether a new name is still free, given the names of the players who are signed in."""


class People:
    """Users and sessions. Passwords are stored as Argon2id hashes, session keys as digests."""

    def __init__(
        self, engine: Engine, session_seconds: int = 12 * 3600, idle_seconds: int = 3600, is_demo: bool = False
    ) -> None:
        """Sessions that the demo gave without a password are not valid where passwords are required, and vice versa."""
        self.engine = engine
        self._mode = "demo" if is_demo else "password"
        self._session_seconds, self._idle_seconds = session_seconds, idle_seconds

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self.engine.begin() as connection:
            yield connection

    # --- Users -------------------------------------------------------------------------------------------

    @staticmethod
    def hashed(password: str) -> str:
        """The hash of a password, as it is stored; computing it takes a tenth of a second and 64 MiB."""
        return _HASHER.hash(password)

    def add(self, name: str, role: str, password: str, hashed: str = "") -> None:
        """Adds a person; `hashed` is the hash of the password, if it has already been computed."""
        self.require_new_person(name, role)
        self.require_strong_password(name, password)
        with self.engine.connect() as connection:
            now = database_time(connection)
        row = {"name": name, "role": role, "password": hashed or self.hashed(password), "made_at": now}
        with self._writing() as connection:
            connection.execute(insert(users).values(row))

    def require_new_person(self, name: str, role: str) -> None:
        """Refuses an invalid name or role before anybody is asked for a password."""
        if role not in ROLES:
            raise BadPerson(f"there is no role {role!r}", where="role", accepted=", ".join(ROLES))
        if not is_name(name):
            raise BadPerson(f"{name!r} is not a valid name", where="name", accepted=NAMES_ACCEPTED)
        if taken := [known for known, _ in self.listed() if known.strip().casefold() == name.strip().casefold()]:
            raise BadPerson(f"{taken[0]!r} already exists", where="name", accepted="another name")

    def change_password(self, name: str, password: str, hashed: str = "") -> None:
        """Sets a new password and signs out everybody who used the old one."""
        self.require_new_password(name, password)
        hashed = hashed or self.hashed(password)
        with self._writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.name == name))
            connection.execute(update(users).where(users.c.name == name).values(password=hashed))

    def remove(self, name: str) -> None:
        self.require_removable(name)
        with self._writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.name == name))
            connection.execute(delete(users).where(users.c.name == name))

    def require_removable(self, name: str) -> None:
        """Refuses to remove somebody who still has money here, or the last administrator."""
        self.require_known(name)
        if cents := self._held(name):
            what = f"{name!r} still has {printed(cents)}"
            raise BadPerson(
                what, where="name", accepted="cash out first; or the next person of that name would get the money"
            )
        if [known for known, role in self.listed() if role == "administrator"] == [name]:
            what = f"{name!r} is the only administrator"
            raise BadPerson(what, where="name", accepted="add another administrator first")

    def change_role(self, name: str, role: str) -> None:
        """Gives somebody another role and ends their sessions, which still have the old one."""
        self.require_another_role(name, role)
        with self._writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.name == name))
            connection.execute(update(users).where(users.c.name == name).values(role=role))

    def require_another_role(self, name: str, role: str) -> None:
        """Refuses an unknown role, the one that the person already has, and any new role for a person who could not be
        removed.
        """
        self.require_removable(name)
        if role not in ROLES or role == self.role_of(name):
            others = ", ".join(known for known in ROLES if known != self.role_of(name))
            raise BadPerson(f"{role!r} is not another role", where="role", accepted=others)

    def require_new_password(self, name: str, password: str) -> None:
        """Refuses a password that is easy to guess, and anybody who is not known here."""
        self.require_known(name)
        self.require_strong_password(name, password)

    def require_known(self, name: str) -> None:
        if self.role_of(name) is None:
            known = ", ".join(known for known, _ in self.listed())
            what, typed = f"nobody here has the name {name!r}", "" if known else "`tablelaw user add`"
            raise BadPerson(what, where="name", accepted=known or "add this person first", typed=typed)

    def require_without_money(self, name: str) -> None:
        """Refuses a new person's name if somebody already has money here under that name, since the new person would
        get their chips and cards.
        """
        with self.engine.connect() as connection:
            known = connection.execute(select(accounts.c.id, accounts.c.credits - accounts.c.debits)).all()
        owned = [(parse_account(id), cents) for id, cents in known if cents]
        same = [one.owner for one, _ in owned if one.kind in OF_PLAYER and person_of(one.owner) == person_of(name)]
        if same:
            accepted = "another name; or cash the chips out first"
            raise BadPerson(f"somebody has money here as {same[0]!r}", where="name", accepted=accepted)

    def _held(self, name: str) -> int:
        """The sum of a player's chips and game account, including wagers in play."""
        own = accounts.c.id.in_([account_of(kind, name) for kind in OF_PLAYER])
        with self.engine.connect() as connection:
            rows = connection.execute(select(accounts).where(own)).all()
        return sum(row.credits - row.debits for row in rows)

    def role_of(self, name: str) -> str | None:
        if not is_storable(name):
            return None
        with self.engine.connect() as connection:
            return connection.execute(select(users.c.role).where(users.c.name == name)).scalar()

    def listed(self) -> list[tuple[str, str]]:
        with self.engine.connect() as connection:
            return [(row.name, row.role) for row in connection.execute(select(users).order_by(users.c.name))]

    @staticmethod
    def require_strong_password(name: str, password: str) -> None:
        """Requires a long password with several different characters that does not contain the name."""
        if len(password) < LEAST_PASSWORD:
            accepted = f"{LEAST_PASSWORD} characters or more"
            raise BadPerson("the password is too short", where="password", accepted=accepted)
        if len(set(password)) < LEAST_DIFFERENT or name.casefold() in password.casefold():
            accepted = f"{LEAST_DIFFERENT} different characters or more, and not the name"
            raise BadPerson("the password is too easy to guess", where="password", accepted=accepted)

    # --- Sessions ----------------------------------------------------------------------------------------

    def sign_in(self, name: str, password: str) -> tuple[str, Person]:
        """Authenticates a person and begins a session under a new key."""
        found = self.authenticated(name, password)
        return self.enter(found.name, found.role)

    def authenticated(self, name: str, password: str) -> Person:
        """Authenticates a person by name and password; a wrong name and a wrong password get the same answer."""
        row = self._user(name) if is_storable(name) else None
        try:
            _HASHER.verify(row.password if row else _NOBODY, password)
        except (Argon2Error, UnicodeEncodeError):
            raise ServerRefused("wrong-name-or-password") from None
        if row is None:
            raise ServerRefused("wrong-name-or-password")
        return Person(row.name, row.role)

    def _user(self, name: str) -> Any:
        with self.engine.connect() as connection:
            return connection.execute(select(users).where(users.c.name == name)).first()

    def enter(self, name: str, role: str, is_alone: Alone | None = None) -> tuple[str, Person]:
        """Begins a session without a password check, for somebody just authenticated and for visitors to the demo.

        `is_alone` is called with the names of all signed-in players, while nobody else can sign in.
        """
        key, csrf = secrets.token_urlsafe(KEY_BYTES), secrets.token_urlsafe(KEY_BYTES)
        row = {"digest": self._digest(key), "name": name, "role": role, "csrf": csrf}
        with self.engine.connect() as connection:
            now = database_time(connection)
            there = connection.execute(select(func.count()).select_from(sessions)).scalar_one()
        ended = sessions.c.made_at < now - self._session_seconds
        if there < MOST_SESSIONS:
            # Only this person's: a wrong clock must not end everybody's sessions.
            ended &= sessions.c.name == name
        with self._writing() as connection:
            if is_alone is not None and connection.dialect.name == "postgresql":
                connection.exec_driver_sql("LOCK TABLE sessions IN SHARE ROW EXCLUSIVE MODE")
            connection.execute(delete(sessions).where(ended))  # on SQLite this keeps others from writing
            if is_alone is not None and not is_alone(self._playing(connection, now)):
                raise ServerRefused("name-taken")
            connection.execute(insert(sessions).values(row | {"made_at": now, "seen_at": now}))
        return key, Person(name, role, csrf)

    def person(self, key: str) -> Person | None:
        """The person that a session belongs to; None if it has ended."""
        if not key:
            return None
        row, now = self._standing(key)
        if row is None:
            return None
        if row.seen_at < now - 60:
            with self._writing() as connection:
                connection.execute(update(sessions).where(sessions.c.digest == row.digest).values(seen_at=now))
        return Person(row.name, row.role, row.csrf)

    def ended(self, keys: Iterable[str]) -> set[str]:
        """Those of these sessions that have ended, found with few queries; calling this does not extend a session."""
        left = {self._digest(key): key for key in keys}
        with self.engine.connect() as connection:
            now = database_time(connection)
            asked = list(left)
            for first in range(0, len(asked), AT_ONCE):
                among = sessions.c.digest.in_(asked[first : first + AT_ONCE])
                lasting = select(sessions.c.digest).where(among, *self._lasting(now))
                for digest in connection.execute(lasting).scalars():
                    del left[digest]
        return set(left.values())

    def _lasting(self, now: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
        """The conditions of a session that has not ended."""
        return sessions.c.made_at >= now - self._session_seconds, sessions.c.seen_at >= now - self._idle_seconds

    def _standing(self, key: str) -> tuple[Any, int]:
        """The session if it has not ended, and the current time."""
        with self.engine.connect() as connection:
            row = connection.execute(select(sessions).where(sessions.c.digest == self._digest(key))).first()
            now = database_time(connection)
        if row is None or row.made_at < now - self._session_seconds or row.seen_at < now - self._idle_seconds:
            return None, now
        return row, now

    def is_playing(self, name: str) -> bool:
        """Whether a player with this name, in any spelling, is signed in."""
        with self.engine.connect() as connection:
            playing = self._playing(connection, database_time(connection))
        return name.casefold() in map(str.casefold, playing)

    def _playing(self, connection: Connection, now: int) -> list[str]:
        """The names of players whose sessions have not ended."""
        standing = select(sessions.c.name).where(sessions.c.role == "player", *self._lasting(now))
        return list(connection.execute(standing).scalars())

    def sign_out(self, key: str) -> None:
        with self._writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.digest == self._digest(key)))

    def _digest(self, key: str) -> str:
        return sha256(f"{self._mode}:{key}".encode()).hexdigest()


def is_key(text: str) -> bool:
    """Whether a text has the form of a session key; other texts are not looked up."""
    return len(text) == KEY_LENGTH and text.isascii()


def is_token(person: Person, token: str) -> bool:
    """Whether a token is the person's. Tokens are compared as bytes, because a header may hold any characters and only
    ASCII text compares in constant time.
    """
    return bool(token) and hmac.compare_digest(person.csrf.encode(), token.encode())
