"""The floor's figures as they leave the books. Money is in cents; floating-point numbers are for display only."""

from __future__ import annotations

from typing import Literal

import msgspec

Standing = Literal["inside", "outside 95 %", "outside 99.9 %"]
Far = Literal["win below", "win above", "pushes below"]
"""More pushes than expected are not listed, because they are harmless: they come from players who seldom fold."""
By = Literal["game", "table", "dealer", "shift"]


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """A figure's theoretical distribution: expected value, standard deviation, and limits."""

    expected: float
    deviation: float
    far_below: float
    below: float
    above: float
    far_above: float
    position: float
    """The probability of a figure no higher than the actual one."""
    standing: Standing


class AgainstTheory(msgspec.Struct, frozen=True, kw_only=True):
    """Finished rounds and their win, in cents, compared with the exact theory.

    The theory is None until it has been computed.
    """

    rounds: int
    handle_cents: int
    win_cents: int
    corrected_cents: int
    win: Span | None
    pushes: int
    """Opening wagers that were pushed."""
    pushes_span: Span | None


class TableFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A table's figures for the gaming day, with money in cents."""

    table: str
    game: str
    minimum_cents: int
    seats: int
    rounds: int
    void_rounds: int
    rounds_in_the_last_hour: int
    handle_cents: int
    expected_cents: float | None
    """The theoretical win of all its rounds of the day."""
    drop_cents: int | None
    """None until the drop box is counted, for people who may count it; the same applies to the win and the hold."""
    win_cents: int | None
    hold: str
    against: AgainstTheory
    """The rounds whose win may be shown."""
    uncounted_rounds: int
    """Rounds omitted from `against` until the drop box is counted."""
    far: tuple[Far, ...]
    """Which figures of the day, over all the table's rounds, are outside their 99.9 % limits."""


class GroupFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a game, table, dealer or shift for a month."""

    by: By
    name: str
    against: AgainstTheory
    uncounted_rounds: int
    far: tuple[Far, ...]


class PlayerFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A player's rating for the gaming day."""

    player: str
    hands: int
    """Positions played; there may be several in a round."""
    average_bet_cents: float
    """The average bet on the wager that the other wagers are multiples of."""
    handle_cents: int
    expected_loss_cents: float | None


class FloorFigures(msgspec.Struct, frozen=True, kw_only=True):
    day: str
    month: str
    months: tuple[str, ...]
    seq: int
    tables: tuple[TableFigures, ...]
    groups: tuple[GroupFigures, ...]
    players: tuple[PlayerFigures, ...]
    preparing: tuple[str, ...]
    """Games whose theory has not been computed yet."""
    notes: tuple[str, ...]


class TableRounds(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    spans: tuple[tuple[int, int], ...]
    """Ranges of rounds, each given by its first and last number."""


class FigureRounds(msgspec.Struct, frozen=True, kw_only=True):
    """The finished rounds behind a figure, by number."""

    rounds: int
    tables: tuple[TableRounds, ...]


class WantedRounds(msgspec.Struct, frozen=True, kw_only=True):
    """Which rounds are wanted: of a month, or of the gaming day if no month is given.

    An empty field matches anything.
    """

    month: str = ""
    game: str = ""
    table: str = ""
    dealer: str = ""
    shift: str = ""
    player: str = ""
