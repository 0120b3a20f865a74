"""The questions of a study: each question's table in the file, its keys, and their permitted values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablelaw.amounts import parse_money
from tablelaw.errors import BadAmount
from tablelaw.printed_money import printed

MONEY, NUMBER = "money", "number"
MOST = 10**12
"""The largest number that a key accepts: more than any run could finish."""
MOST_AT_ONCE = 8
"""How many numbers a key may list."""
Figures = Mapping[str, Any]
"""The figures of one question: whole numbers, and a tuple of them if a key takes several."""


@dataclass(frozen=True, slots=True)
class Key:
    """One figure of a question, in cents if it is money; required unless it has a default."""

    says: str
    usual: int | None = None
    kind: str = NUMBER
    least: int = 1
    most: int = MOST
    optional: bool = False
    several: bool = False
    """Whether the key may list several numbers."""

    @property
    def accepts(self) -> str:
        if self.kind == MONEY:
            return f'an amount such as "{printed(50_000)}"'
        one = f"a whole number from {self.least:,} to {self.most:,}"
        return f"{one}, or up to {MOST_AT_ONCE} of them, for example [1, 5, 20]" if self.several else one

    def read(self, value: object) -> int | tuple[int, ...] | None:
        """The figure, or None if it is not valid."""
        if not self.several:
            return self.read_one(value)
        asked = value if isinstance(value, list) else [value]
        found = tuple(number for number in map(self.read_one, asked) if number is not None)
        is_sound = 0 < len(found) == len(asked) == len(set(found)) <= MOST_AT_ONCE
        return found if is_sound else None

    def read_one(self, value: object) -> int | None:
        if self.kind == MONEY:
            try:
                cents = parse_money(value)
            except BadAmount:
                return None
            return cents or None
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        return value if is_whole and self.least <= value <= self.most else None  # type: ignore[return-value, operator]


HOLD, SESSION, SHIFT, JACKPOT, LIMIT = "hold", "session", "shift", "jackpot", "limit"

_AN_HOUR = Key("rounds a table deals in an hour", most=10_000)

QUESTIONS: Mapping[str, Mapping[str, Key]] = {
    HOLD: {},
    SESSION: {
        "rounds": Key("rounds of a session", most=1_000_000),
        "bankroll": Key("what the player brings", kind=MONEY),
        "sessions": Key("how many are played", most=10_000_000),
        "seat": Key("whose", 1, most=6),
    },
    SHIFT: {
        "hours": Key("hours of a shift", 8, most=24),
        "rounds_an_hour": _AN_HOUR,
        "shifts": Key("how many are played", most=10_000_000),
    },
    JACKPOT: {
        "tables": Key("tables that feed the meters", most=1_000, several=True),
        "rounds_an_hour": _AN_HOUR,
        "hours_a_day": Key("hours of play in a day", 24, most=24),
        "days": Key("days of a period", 365, most=36_500),
        "periods": Key("how many are played", most=100_000),
    },
    LIMIT: {"amount": Key("a limit other than the one in force", kind=MONEY, optional=True)},
}

SAYS: Mapping[str, str] = {
    HOLD: "house edge, deviation and hits of every wager, next to the exact values",
    SESSION: "sessions of one seat with a bankroll: how they end, ruin, drawdown",
    SHIFT: "what the table wins in a shift",
    JACKPOT: "the meters over a period of play: time between jackpots, reading, liability, reserve",
    LIMIT: "what the limit on payouts takes from players",
}

IN_ROUNDS = (HOLD, LIMIT)
"""Questions that deal the study's own number of rounds."""
