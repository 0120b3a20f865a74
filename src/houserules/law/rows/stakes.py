"""Rows about money: facts and options, wagers, paytables, meters, hold ranges, limits."""

from __future__ import annotations

from typing import Literal

import msgspec

from houserules.law.rows.base import Part, Row, Span
from houserules.law.values import Cites, Money, Percent, PerUnit


class Fact(Row, frozen=True, kw_only=True):
    """One number or word the regulation fixes for the table: seats, cover cards, least cut."""

    value: int | str
    says: str


class Option(Row, frozen=True, kw_only=True):
    """A choice the regulation leaves to the Rules Submission: words, or a range of whole numbers."""

    asks: str
    values: tuple[str, ...] = ()
    default: str = ""
    at_least: int = 0
    at_most: int = -1
    same_at_all_tables: bool = False
    sections: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Sections of the text that speak of one value alone: value -> its sections."""
    filed_with: tuple[str, ...] = ()
    """Choices that need this one to be filed: its default does not do for them."""

    @property
    def permitted(self) -> tuple[str, ...]:
        return self.values or tuple(str(n) for n in range(self.at_least, self.at_most + 1))

    @property
    def accepts(self) -> str:
        """What may be written, in words."""
        return "one of " + ", ".join(self.values) if self.values else f"{self.at_least} to {self.at_most}"


class FoldEffect(Part, frozen=True, kw_only=True):
    """What happens to a wager when its player folds: collected at once, or it stays to be settled."""

    effect: Literal["collected", "stays", "cannot fold"]
    cite: Cites
    reading: str = ""


class Wager(Row, frozen=True, kw_only=True):
    """A wager (or, as `bonus`, a payout that rides on one)."""

    name: str
    kind: Literal["opening", "decision", "optional", "bonus"]
    says: str
    on_fold: FoldEffect
    equal_to: str = ""
    amounts: tuple[Money, ...] = ()
    operator_names_amount: bool = False
    """One fixed sum is wagered, and the Rules Submission must name it."""
    needs: tuple[str, ...] = ()
    rides_on: tuple[str, ...] = ()
    placed: str = "before no more bets"
    medium: Literal["chips", "progressive device", "electronic account"] = "chips"
    offered: Literal["always", "if submitted"] = "always"
    offered_with: str = ""
    """Offered whenever that other wager is; the submission does not name it by itself."""
    when: str = ""
    hand: str = ""
    drawn: Literal["", "card", "position"] = ""
    """What the table game system draws for a bonus: a card that the hand may hold, or a betting position."""
    divided_by: str = ""
    """A share of a meter is divided equally among those who wagered on the same hand; the reading that says how."""

    @property
    def divided(self) -> bool:
        return bool(self.divided_by)


class Replaced(Part, frozen=True, kw_only=True):
    """A printed row that a reading or option changes: other odds, or fewer hands, in one column."""

    when: str
    column: str
    row: str
    becomes: str = ""
    odds: str = ""


class Paytable(Row, frozen=True, kw_only=True):
    """A printed payout table: a row a hand, a column a permitted choice."""

    wagers: tuple[str, ...]
    ranking: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    selected_by: str = "submission"
    """"submission", "stake" (the sum wagered names the column), or the id of an option."""
    minimum: bool = False
    """The printed odds are a floor: the operator may pay more."""
    column_cites: dict[str, Cites] = msgspec.field(default_factory=dict)
    """Where each column stands in a paragraph of its own."""
    column_dates: dict[str, Span] = msgspec.field(default_factory=dict)
    """The days on which a column may be chosen, where it is not as old as the rest of the table or has an end."""
    replaced: tuple[Replaced, ...] = ()
    paid_as: str = ""
    """The reading by which a hand without a row of its own ("as royal flush") is paid as another."""


class Meter(Row, frozen=True, kw_only=True):
    """A progressive meter. The operator's own seed and rate are left out here and bounded instead."""

    wagers: tuple[str, ...]
    name: Literal["meter", "mega", "major", "minor"]
    columns: tuple[str, ...]
    seed: PerUnit | None = None
    reseed: PerUnit | None = None
    primary: Percent | None = None
    reserve: Percent | None = None
    operator_sets: tuple[Literal["seed", "reseed", "primary"], ...] = ()
    seed_at_least: Money | None = None


class HoldRange(Row, frozen=True, kw_only=True):
    """The range of hold the regulator printed for a wager's paytables."""

    wager: str
    low: Percent
    high: Percent
    source: str


class Limit(Row, frozen=True, kw_only=True):
    """A limit on what one hand can be paid."""

    kind: Literal["mandatory", "operator may set"]
    floor: Money
    or_minimum_wager_win: bool
    """The greater-of rule: never below what the minimum wager could win in a round."""
    wagers: tuple[str, ...]
    per: Literal["hand", "player and round"]
    fixed: bool = False
    """The sum is the law's own; the operator does not choose it."""
    approved_by: str = ""
    """Who must approve a sum above the floor; nobody where the operator may set it."""
    counts: dict[str, Literal["winnings", "winnings and stakes", "winnings less losses"]] = msgspec.field(
        default_factory=dict
    )
    """What counts towards it, by the reading that says so ("reading=candidate"); winnings where none does."""
    cut_first: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """The wagers it is taken off, first to last, by the reading that says so; none: all in proportion."""
    says: str
