"""The notation of values: any command or state as one token of text, written and read according to its field types.

A word has `_` for a space and is quoted if it could not be read back that way. Cards are written side by side, the
items of a list are joined by `+` and a pair by `:`. A mapping is in braces, and a value with named fields is in
parentheses. A field with its default value is omitted. `docs/notation.md` shows an example of each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NoReturn, get_args, get_origin

import msgspec
from msgspec import NODEFAULT
from msgspec.structs import FieldInfo

from tablelaw.cards import Card
from tablelaw.errors import BadCard, BadNotation

_WORD = r"[\w$%.'][\w$%.'-]*(?:\([\w.'-]+\))*"
"""A word without quotes: letters, digits and a few marks, then parentheses as in a cite: 653a.11(h)(2)."""
_QUOTED = r'"(?:[^"\\]|\\.)*"'
WORD = re.compile(rf"{_QUOTED}|{_WORD}")
PLAIN = re.compile(_WORD, re.ASCII)
NUMBER = re.compile(r"-?\d{1,30}", re.ASCII)
CARD = re.compile(r"[2-9TJQKA][cdhs]")
TOKEN = re.compile(rf'(?:{_QUOTED}|[^\s"])+|"')
NAME = re.compile(r"[a-z_]+")
NONE = "-"
NOTHING = re.compile(r"-(?!\d)")
"""Stands for no cards, no items or no round. The minus sign of a negative number is followed by a digit."""


# --- Reading ----------------------------------------------------------------------------------


class Reader:
    """Reads one token from left to right. A refusal gives the token and the position within it."""

    def __init__(self, text: str, where: str = "") -> None:
        self.text = text
        self.where = where
        self.place = 0

    def take(self, pattern: re.Pattern[str], accepted: str) -> str:
        match = pattern.match(self.text, self.place)
        if match is None or not match.group():
            self.refuse(accepted)
        self.place = match.end()
        return match.group()

    def sees(self, mark: str) -> bool:
        return self.text.startswith(mark, self.place)

    def skip(self, mark: str) -> bool:
        """Skips a mark if it comes next; returns whether it did."""
        found = self.sees(mark)
        self.place += len(mark) if found else 0
        return found

    def skip_nothing(self) -> bool:
        return bool(NOTHING.match(self.text, self.place)) and self.skip(NONE)

    def must(self, mark: str) -> None:
        if not self.skip(mark):
            self.refuse(repr(mark))

    def end(self) -> None:
        if self.place < len(self.text):
            self.refuse("the end of the token")

    def refuse(self, accepted: str) -> NoReturn:
        rest = self.text[self.place :][:20]
        found = f"{rest!r} at character {self.place + 1}" if rest else "the token ends too soon"
        raise BadNotation(f"{shortened(self.text)!r}: {found}", where=self.where, accepted=accepted)


def shortened(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."


def tokens(line: str) -> Iterator[Reader]:
    """The tokens of a line, separated by spaces outside quotes, each with its number and column."""
    for number, match in enumerate(TOKEN.finditer(line), 1):
        yield Reader(match.group(), f"token {number} (column {match.start() + 1})")


# --- Words --------------------------------------------------------------------------------------


def word_text(word: str) -> str:
    """A word with `_` for a space, or in quotes if it could not be read back that way."""
    bare = word.replace(" ", "_")
    if PLAIN.fullmatch(bare) and "_" not in word:
        return bare
    return quoted(word)


def quoted(word: str) -> str:
    return json.dumps(word, ensure_ascii=not word.isprintable())


def read_word(reader: Reader) -> str:
    start = reader.place
    taken = reader.take(WORD, 'a word, or text in "quotes"')
    if not taken.startswith('"'):
        return taken.replace("_", " ")
    try:
        return str(json.loads(taken))
    except json.JSONDecodeError:
        reader.place = start
        reader.refuse("text in quotes, with \\ before a quote")


# --- Values ---------------------------------------------------------------------------------------


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def default_of(field: FieldInfo) -> Any:
    """The default of a field, or NODEFAULT if a value is required."""
    return field.default_factory() if field.default_factory is not NODEFAULT else field.default


def value_text(kind: Any, value: Any, inner: bool = False) -> str:
    """A value as text. An `inner` value with several parts is put in brackets."""
    if kind is bool:
        return "yes" if value else "no"
    if kind is int or kind is Card:
        return str(value)
    if kind is str or get_origin(kind) is Literal:
        return word_text(value)
    if get_origin(kind) is tuple:
        return _tuple_text(get_args(kind), value, inner)
    if get_origin(kind) is dict:
        key, item = get_args(kind)
        return "{" + ",".join(f"{value_text(key, k, True)}:{value_text(item, v, True)}" for k, v in value.items()) + "}"
    if get_origin(kind) is UnionType:
        return NONE if value is None else value_text(_the_other(kind), value, inner)
    return "(" + ",".join(named_texts(kind, value)) + ")"


def _tuple_text(parts: tuple[Any, ...], value: tuple[Any, ...], inner: bool) -> str:
    if parts[1:] != (...,):
        return ":".join(value_text(part, item, True) for part, item in zip(parts, value, strict=True))
    if not value:
        return NONE
    if parts[0] is Card:
        return "".join(map(str, value))
    joined = "+".join(value_text(parts[0], item, True) for item in value)
    return f"[{joined}]" if inner else joined


def _the_other(kind: Any) -> Any:
    """The type X in `X | None`."""
    return next(part for part in get_args(kind) if part is not NoneType)


def named_texts(kind: type[msgspec.Struct], value: msgspec.Struct) -> Iterator[str]:
    """The fields of a value that differ from their defaults, as name=value."""
    for field in fields_of(kind):
        held = getattr(value, field.name)
        if held != default_of(field):
            yield f"{field.encode_name}={value_text(field.type, held)}"


def read_value(reader: Reader, kind: Any, inner: bool = False) -> Any:
    """Reads a value of this type from the token."""
    if kind is bool:
        return reader.take(re.compile("yes|no"), "yes or no") == "yes"
    if kind is int:
        return int(reader.take(NUMBER, "a whole number"))
    if kind is Card:
        return read_card(reader)
    if kind is str:
        return read_word(reader)
    if get_origin(kind) is Literal:
        return _read_one_of(reader, get_args(kind))
    if get_origin(kind) is tuple:
        return _read_tuple(reader, get_args(kind), inner)
    if get_origin(kind) is dict:
        return _read_mapping(reader, *get_args(kind))
    if get_origin(kind) is UnionType:
        return None if reader.skip_nothing() else read_value(reader, _the_other(kind), inner)
    return _read_struct(reader, kind)


def _read_one_of(reader: Reader, words: tuple[str, ...]) -> str:
    place = reader.place
    word = read_word(reader)
    if word not in words:
        reader.place = place
        reader.refuse(" or ".join(repr(known) for known in words))
    return word


def read_card(reader: Reader) -> Card:
    place = reader.place
    try:
        return Card.parse(reader.take(CARD, "a card such as As or Td"))
    except BadCard as refusal:
        reader.place = place
        reader.refuse(refusal.accepted)


def _read_tuple(reader: Reader, parts: tuple[Any, ...], inner: bool) -> tuple[Any, ...]:
    if parts[1:] != (...,):
        return tuple(_read_part(reader, part, first=not n) for n, part in enumerate(parts))
    if reader.skip_nothing():
        return ()
    if parts[0] is Card:
        return _read_cards(reader)
    if inner:
        reader.must("[")
    items = [read_value(reader, parts[0], True)]
    while reader.skip("+"):
        items.append(read_value(reader, parts[0], True))
    if inner:
        reader.must("]")
    return tuple(items)


def _read_part(reader: Reader, part: Any, first: bool) -> Any:
    if not first:
        reader.must(":")
    return read_value(reader, part, True)


def _read_cards(reader: Reader) -> tuple[Card, ...]:
    cards = [read_card(reader)]
    while CARD.match(reader.text, reader.place):
        cards.append(read_card(reader))
    return tuple(cards)


def _read_mapping(reader: Reader, key: Any, item: Any) -> dict[Any, Any]:
    reader.must("{")
    found: dict[Any, Any] = {}
    while not reader.skip("}"):
        if found:
            reader.must(",")
        name = read_value(reader, key, True)
        if name in found:
            reader.refuse(f"{name!r} once")
        reader.must(":")
        found[name] = read_value(reader, item, True)
    return found


def _read_struct(reader: Reader, kind: type[msgspec.Struct]) -> msgspec.Struct:
    reader.must("(")
    found: dict[str, Any] = {}
    while not reader.skip(")"):
        if found:
            reader.must(",")
        read_named(reader, kind, found)
    return made(reader, kind, found)


def read_named(reader: Reader, kind: type[msgspec.Struct], found: dict[str, Any]) -> None:
    """Reads one name=value into `found`."""
    known = {field.encode_name: field for field in fields_of(kind)}
    place = reader.place
    name = reader.take(NAME, "the name of a field")
    if name not in known or known[name].name in found:
        reader.place = place
        reader.refuse(f"each once: {', '.join(known)}")
    reader.must("=")
    found[known[name].name] = read_value(reader, known[name].type)


def made(reader: Reader, kind: type[msgspec.Struct], found: dict[str, Any]) -> msgspec.Struct:
    """Builds the value; refuses the token if a field without a default is missing."""
    missing = [f.encode_name for f in fields_of(kind) if f.name not in found and default_of(f) is NODEFAULT]
    if missing:
        reader.refuse(f"{missing[0]} for {kind.__name__}")
    return kind(**found)
