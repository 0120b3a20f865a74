"""The floor's figures as they leave the books; money in cents, floating-point numbers only to be shown."""

from __future__ import annotations

from typing import Literal

import msgspec

Standing = Literal["inside", "outside 95 %", "outside 99.9 %"]
Far = Literal["win below", "win above", "pushes below"]
"""More pushes than expected harm nobody: they come of players who seldom fold."""
By = Literal["game", "table", "dealer", "shift"]


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """A figure against what the theory says of it: expected value, standard deviation, and limits."""

    expected: float
    deviation: float
    far_below: float
    below: float
    above: float
    far_above: float
    position: float
    """The chance of a figure no higher than the actual one."""
    standing: Standing


class AgainstTheory(msgspec.Struct, frozen=True, kw_only=True):
    """Finished rounds and their win, in cents, beside the exact theory; the theory is None until it is worked out."""

    rounds: int
    handle_cents: int
    win_cents: int
    corrected_cents: int
    win: Span | None
    pushes: int
    """Opening wagers that came back."""
    pushes_span: Span | None


class TableFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the gaming day; money in cents."""

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
    """None until the drop box is counted, for people who may count it; so are win and hold."""
    win_cents: int | None
    hold: str
    against: AgainstTheory
    """The rounds whose win may be shown."""
    uncounted_rounds: int
    """Rounds left out of it until the drop box is counted."""
    far: tuple[Far, ...]
    """What of all its rounds of the day is outside its limits of 99.9 %."""


class GroupFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A game, table, dealer or shift in a month."""

    by: By
    name: str
    against: AgainstTheory
    uncounted_rounds: int
    far: tuple[Far, ...]


class PlayerFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A player's rating of the gaming day."""

    player: str
    hands: int
    """Positions played, one or more in a round."""
    average_bet_cents: float
    """On the wager that the others are multiples of."""
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
    """Games whose theory is not worked out yet."""
    notes: tuple[str, ...]


class TableRounds(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    spans: tuple[tuple[int, int], ...]
    """Stretches of rounds, each by its first and last number."""


class FigureRounds(msgspec.Struct, frozen=True, kw_only=True):
    """The finished rounds behind a figure, by number."""

    rounds: int
    tables: tuple[TableRounds, ...]


class WantedRounds(msgspec.Struct, frozen=True, kw_only=True):
    """Which rounds: of a month, or of the gaming day if no month is given; "" is any."""

    month: str = ""
    game: str = ""
    table: str = ""
    dealer: str = ""
    shift: str = ""
    player: str = ""
