"""Finished rounds as poker hand histories (PHH): the standard fields that are true of a house game, the rest in fields
that begin with an underscore.

Programs for poker cannot replay such a file. A house game is played against the dealer and the odds of a regulation;
no variant of the format describes it, so `variant` and `actions` are left out rather than filled with something false.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from tablelaw import jurisdictions
from tablelaw.floor.audit.reconstruction import Reconstruction, reconstruct
from tablelaw.floor.audit.recorded_rounds import wagered
from tablelaw.floor.log.entry_outline import entry_outlines
from tablelaw.floor.log.gaming_days import gaming_day
from tablelaw.floor.log.signed_heads import governed
from tablelaw.floor.property import stream_of
from tablelaw.floor.property_time import local_time
from tablelaw.floor.store.api import Reads
from tablelaw.table.events import RoundCleared

NOTE = (
    "A house game against the dealer, not poker between players: programs for poker cannot replay it. "
    "The round is in the fields that begin with an underscore; sums are cents."
)


def rounds_text(store: Reads, table: str, day: str = "") -> str:
    """All finished rounds of a table on a gaming day, numbered from [1], as in files with several hands (.phhs)."""
    law = governed(store)
    currency = jurisdictions.get(law.jurisdiction or jurisdictions.FORMAT_1).currency
    found = (reconstruct(store, table, number, entry) for number, entry in finished_rounds(store, table, day))
    parts = ("\n".join([f"[{place}]", *round_lines(one, currency)]) for place, one in enumerate(found, 1))
    return "\n\n".join([f"# {NOTE}", *parts]) + "\n"


def finished_rounds(store: Reads, table: str, day: str = "") -> Iterator[tuple[int, int]]:
    """The number of each finished round of a table on a day, with the entry that cleared it."""
    period, stream = gaming_day(store, day), stream_of(table)
    for outline in entry_outlines(store, period.first - 1, period.last):
        if outline.stream != stream or not outline.round:
            continue
        if any(isinstance(event, RoundCleared) for event in outline.entry.events):
            yield outline.round, outline.seq


def round_lines(found: Reconstruction, currency: str) -> Iterator[str]:
    began = local_time(found.entries[0].at, found.time_zone)
    players = wagered(found.entries)
    book = found.engine.rules.book
    fields: dict[str, Any] = {
        "venue": found.owner,
        "time": _Bare(f"{began:%H:%M:%S}"),
        "time_zone": found.time_zone or "UTC",
        "day": began.day,
        "month": began.month,
        "year": began.year,
        "hand": found.state.number,
        "seats": list(players),
        "table": found.table,
        "players": list(players.values()),
        "currency": currency,
        "_note": NOTE,
        "_game": book.game,
        "_rulebook": book.id,
        "_regulation": book.regulation,
        "_gaming_day": found.day,
        "_entries": [found.entries[0].seq, found.entries[-1].seq],
        "_choices": found.choices,
        "_cards": [{"place": seen.place, "card": seen.card, "face": seen.face} for seen in found.cards],
        "_void": found.seats["void"],
        "_dealer_hand": found.seats["dealer_hand"],
        "_seats": found.seats["seats"],
    }
    return (f"{name} = {_value(value)}" for name, value in fields.items() if value is not None)


class _Bare(str):
    """Text that is written without quotes, such as a time."""


def _value(value: object) -> str:
    """A value as TOML on one line; an entry of a table without a value is left out, since TOML has no null."""
    if isinstance(value, _Bare):
        return value
    if isinstance(value, dict):
        pairs = (f"{_text(str(name))} = {_value(one)}" for name, one in value.items() if one is not None)
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, _without_none(value))) + "]"
    return json.dumps(value) if isinstance(value, bool | int) else _text(str(value))


def _without_none(values: Iterable[object]) -> Iterator[object]:
    return (value for value in values if value is not None)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
