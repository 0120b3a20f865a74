"""A table's log as text: a first line with the table's submission, then its events as JSON lines.

Parsing a text gives back the events it was written from. Text that cannot be parsed is refused with its line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

import msgspec

from tablelaw.cards import Card
from tablelaw.errors import BadCard, BadNotation
from tablelaw.table.engine import Engine
from tablelaw.table.events import AnyEvent, Event
from tablelaw.table.notation.by_field_type import shortened, tokens
from tablelaw.table.notation.submission_header import header_text, parse_header

LOG = "Table"


def events_json(happened: Iterable[Event]) -> str:
    """Events as JSON, one per line, tagged with their names, with cards as text."""
    return "".join(msgspec.json.encode(event, enc_hook=str).decode() + "\n" for event in happened)


def parse_events(text: str) -> list[Event]:
    """Parses events from JSON lines; skips empty lines."""
    lines = enumerate(text.split("\n"), 1)
    return [_read_event(line, number) for number, line in lines if line.strip()]


def log_text(engine: Engine, happened: Iterable[Event]) -> str:
    """A self-contained log: a first line with the table's submission, then its events."""
    return json.dumps({"type": LOG, "header": header_text(engine)}, ensure_ascii=False) + "\n" + events_json(happened)


def parse_log(text: str) -> tuple[Engine, list[Event]]:
    first, _, rest = text.lstrip().partition("\n")
    try:
        head = msgspec.json.decode(first, type=dict[str, str])
    except (msgspec.DecodeError, UnicodeEncodeError):
        head = {}
    if head.get("type") != LOG or "header" not in head:
        raise BadNotation(
            f"{shortened(first)!r} does not say which table it is",
            where="line 1",
            accepted=f'{{"type": "{LOG}", "header": "ID ..."}}, then the events',
        )
    return parse_header(list(tokens(head["header"]))), parse_events(rest)


def _read_event(line: str, number: int) -> Event:
    try:
        return _EVENTS.decode(line)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise BadNotation(
            f"{shortened(line)!r} is not an event: {error}",
            where=f"line {number}",
            accepted='JSON such as {"type": "DeckCut", "depth": 26, "cite": "653a.5(d)", "by": "dealer", "at": 0}',
        ) from None


def _decode_card(kind: type, value: object) -> Card:
    try:
        return Card.parse(str(value))
    except BadCard as refusal:
        raise ValueError(refusal.what) from None


_EVENTS: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent, dec_hook=_decode_card)
