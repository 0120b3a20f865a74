"""Who is there: people with a role and a password, and their sessions, kept with the floor."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from houserules.errors import HouserulesError
from houserules.floor.handlers.names import NAMES_ACCEPTED, is_name
from houserules.floor.store.schema import accounts, sessions, users
from houserules.floor.store.sql_engine import database_time
from houserules.floor.store.storable import is_storable
from houserules.printed_money import printed
from houserules.server.http.permissions import ROLES
from houserules.server.refusals import ServerRefused

KEY_BYTES = 32
KEY_LENGTH = len(secrets.token_urlsafe(KEY_BYTES))
LEAST_PASSWORD = 10
LEAST_DIFFERENT = 5
MOST_SESSIONS = 10_000
"""Above so many, ended sessions of anybody are forgotten when somebody signs in."""
_HASHER = PasswordHasher(parallelism=1)
"""One lane: a password that is checked takes one processor, and leaves the others to whoever plays."""
_NOBODY = _HASHER.hash(secrets.token_hex(16))
"""Checked when the name is unknown, so that a wrong name takes as long as a wrong password."""


class BadPerson(HouserulesError):
    """A person that cannot be added or removed."""


class NoAdministrator(HouserulesError):
    """A floor is served only once somebody may administer it."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody signed in. `csrf` is the token that every request that changes something must carry."""

    name: str
    role: str
    csrf: str = ""


Alone = Callable[[list[str]], bool]
"""Whether nobody among these has somebody's name."""


class People:
    """Users and sessions. Passwords are kept as Argon2id hashes, session keys as digests."""

    def __init__(
        self, engine: Engine, session_seconds: int = 12 * 3600, idle_seconds: int = 3600, is_demo: bool = False
    ) -> None:
        """A session that the demo gave without a password is none where passwords are asked for, and the reverse."""
        self._engine = engine
        self._mode = "demo" if is_demo else "password"
        self._session_seconds, self._idle_seconds = session_seconds, idle_seconds

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._engine.begin() as connection:
            yield connection

    # --- Users -------------------------------------------------------------------------------------------

    def add(self, name: str, role: str, password: str) -> None:
        self.refuse_unfit(name, role)
        _refuse_weak(name, password)
        with self._engine.connect() as connection:
            now = database_time(connection)
        with self._writing() as connection:
            row = {"name": name, "role": role, "password": _HASHER.hash(password), "made_at": now}
            connection.execute(insert(users).values(row))

    def refuse_unfit(self, name: str, role: str) -> None:
        """Refuses a name or a role that cannot be, before anybody is asked for a password."""
        if role not in ROLES:
            raise BadPerson(f"no role {role!r}", where="role", accepted=", ".join(ROLES))
        if not is_name(name):
            raise BadPerson(f"{name!r} is no name", where="name", accepted=NAMES_ACCEPTED)
        if taken := [known for known, _ in self.listed() if known.strip().casefold() == name.strip().casefold()]:
            raise BadPerson(f"{taken[0]!r} is there already", where="name", accepted="another name")

    def change_password(self, name: str, password: str) -> None:
        """A new password; who signed in with the old one is signed out."""
        self.refuse_unknown(name)
        _refuse_weak(name, password)
        with self._writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.name == name))
            connection.execute(update(users).where(users.c.name == name).values(password=_HASHER.hash(password)))

    def remove(self, name: str) -> None:
        self.refuse_unknown(name)
        if cents := self._held(name):
            what = f"{name!r} still has {printed(cents)}"
            raise BadPerson(what, where="name", accepted="cash out first; whoever has the name next would have it")
        with self._writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.name == name))
            connection.execute(delete(users).where(users.c.name == name))

    def refuse_unknown(self, name: str) -> None:
        if self.role_of(name) is None:
            known = ", ".join(known for known, _ in self.listed())
            raise BadPerson(f"nobody here is {name!r}", where="name", accepted=known or "`houserules user add` first")

    def _held(self, name: str) -> int:
        """Chips and game account of a player, wagers in play included."""
        own = accounts.c.id.in_([f"chips:{name}", f"game:{name}"])
        with self._engine.connect() as connection:
            rows = connection.execute(select(accounts).where(own)).all()
        return sum(row.credits - row.debits for row in rows)

    def role_of(self, name: str) -> str | None:
        if not is_storable(name):
            return None
        with self._engine.connect() as connection:
            return connection.execute(select(users.c.role).where(users.c.name == name)).scalar()

    def listed(self) -> list[tuple[str, str]]:
        with self._engine.connect() as connection:
            return [(row.name, row.role) for row in connection.execute(select(users).order_by(users.c.name))]

    # --- Sessions ----------------------------------------------------------------------------------------

    def sign_in(self, name: str, password: str) -> tuple[str, Person]:
        """A session's key and its person; a new key every time."""
        found = self.proven(name, password)
        return self.enter(found.name, found.role)

    def proven(self, name: str, password: str) -> Person:
        """Who has this name and this password; a wrong name and a wrong password are told alike."""
        row = self._user(name) if is_storable(name) else None
        try:
            _HASHER.verify(row.password if row else _NOBODY, password)
        except (Argon2Error, UnicodeEncodeError):
            raise ServerRefused("wrong-name-or-password") from None
        if row is None:
            raise ServerRefused("wrong-name-or-password")
        return Person(row.name, row.role)

    def _user(self, name: str) -> Any:
        with self._engine.connect() as connection:
            return connection.execute(select(users).where(users.c.name == name)).first()

    def enter(self, name: str, role: str, is_alone: Alone | None = None) -> tuple[str, Person]:
        """A session without a password: for who just gave it, and for visitors of the demo.

        `is_alone` is asked of the names of all players who are signed in, at a moment when nobody else can sign in.
        """
        key, csrf = secrets.token_urlsafe(KEY_BYTES), secrets.token_urlsafe(KEY_BYTES)
        row = {"digest": self._digest(key), "name": name, "role": role, "csrf": csrf}
        with self._engine.connect() as connection:
            now = database_time(connection)
            there = connection.execute(select(func.count()).select_from(sessions)).scalar_one()
        ended = sessions.c.made_at < now - self._session_seconds
        if there < MOST_SESSIONS:
            # Only the person's own: a clock that is wrong must not end everybody's.
            ended &= sessions.c.name == name
        with self._writing() as connection:
            if is_alone is not None and connection.dialect.name == "postgresql":
                connection.exec_driver_sql("LOCK TABLE sessions IN SHARE ROW EXCLUSIVE MODE")
            connection.execute(delete(sessions).where(ended))  # with it SQLite keeps others from writing
            if is_alone is not None and not is_alone(self._playing(connection, now)):
                raise ServerRefused("name-taken")
            connection.execute(insert(sessions).values(row | {"made_at": now, "seen_at": now}))
        return key, Person(name, role, csrf)

    def person(self, key: str) -> Person | None:
        """Whose session it is, unless it is over."""
        if not key:
            return None
        row, now = self._standing(key)
        if row is None:
            return None
        if row.seen_at < now - 60:
            with self._writing() as connection:
                connection.execute(update(sessions).where(sessions.c.digest == row.digest).values(seen_at=now))
        return Person(row.name, row.role, row.csrf)

    def is_over(self, key: str) -> bool:
        """Whether a session has ended; asking does not keep it alive."""
        return self._standing(key)[0] is None

    def _standing(self, key: str) -> tuple[Any, int]:
        """A session that has not ended, and the time."""
        with self._engine.connect() as connection:
            row = connection.execute(select(sessions).where(sessions.c.digest == self._digest(key))).first()
            now = database_time(connection)
        if row is None or row.made_at < now - self._session_seconds or row.seen_at < now - self._idle_seconds:
            return None, now
        return row, now

    def is_playing(self, name: str) -> bool:
        """Whether somebody is signed in as a player of this name, however it is spelled."""
        with self._engine.connect() as connection:
            playing = self._playing(connection, database_time(connection))
        return name.casefold() in map(str.casefold, playing)

    def _playing(self, connection: Connection, now: int) -> list[str]:
        """The names of players whose sessions have not ended."""
        standing = select(sessions.c.name).where(
            sessions.c.role == "player",
            sessions.c.made_at >= now - self._session_seconds,
            sessions.c.seen_at >= now - self._idle_seconds,
        )
        return list(connection.execute(standing).scalars())

    def sign_out(self, key: str) -> None:
        with self._writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.digest == self._digest(key)))

    def _digest(self, key: str) -> str:
        return sha256(f"{self._mode}:{key}".encode()).hexdigest()


def _refuse_weak(name: str, password: str) -> None:
    """Long, of several characters, and not the name: what no list of guesses begins with."""
    if len(password) < LEAST_PASSWORD:
        raise BadPerson("the password is short", where="password", accepted=f"{LEAST_PASSWORD} characters or more")
    if len(set(password)) < LEAST_DIFFERENT or name.casefold() in password.casefold():
        accepted = f"{LEAST_DIFFERENT} different characters or more, and not the name"
        raise BadPerson("the password is easily guessed", where="password", accepted=accepted)


def is_key(text: str) -> bool:
    """Whether a text can be the key of a session at all; nobody's else is looked up."""
    return len(text) == KEY_LENGTH and text.isascii()


def is_token(person: Person, token: str) -> bool:
    """Compared as bytes: a header may hold any characters, and text can be compared so only where it is ASCII."""
    return bool(token) and hmac.compare_digest(person.csrf.encode(), token.encode())
