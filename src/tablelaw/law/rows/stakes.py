"""Rows about money: facts and options, wagers, paytables, meters, hold ranges, limits."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablelaw.law.rows.base import Part, Row, Span
from tablelaw.law.text_values import Cites, Money, Percent, PerUnit


class Fact(Row, frozen=True, kw_only=True):
    """One number or word that the regulation fixes for the table: seats, cover cards, smallest cut."""

    value: int | str
    says: str


class Option(Row, frozen=True, kw_only=True):
    """A choice that the regulation leaves to the Rules Submission: words, or a range of whole numbers."""

    asks: str
    values: tuple[str, ...] = ()
    default: str = ""
    at_least: int = 0
    at_most: int = -1
    same_at_all_tables: bool = False
    sections: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Maps values to the sections of the text that concern only that value."""
    filed_with: tuple[str, ...] = ()
    """Choices under which this option must be filed explicitly, because its default is not enough."""

    @property
    def permitted(self) -> tuple[str, ...]:
        return self.values or tuple(str(n) for n in range(self.at_least, self.at_most + 1))

    @property
    def accepts(self) -> str:
        """The accepted values, in words."""
        return "one of " + ", ".join(self.values) if self.values else f"{self.at_least} to {self.at_most}"


class FoldEffect(Part, frozen=True, kw_only=True):
    """What happens to a wager when its player folds: it is collected immediately, or stays to be settled."""

    effect: Literal["collected", "stays", "cannot fold"]
    cite: Cites
    reading: str = ""


class BuyEffect(Part, frozen=True, kw_only=True):
    """The effect on a wager that is collected as soon as its player buys a card."""

    cite: Cites
    reading: str = ""


class Wager(Row, frozen=True, kw_only=True):
    """A wager or, if its kind is `bonus`, a payout that rides on another wager."""

    name: str
    kind: Literal["opening", "decision", "optional", "bonus", "price"]
    """The kind of wager; a "price" pays for a bought card and is collected by the purchase."""
    says: str
    on_fold: FoldEffect
    on_buy: BuyEffect | None = None
    short: str = ""
    """A short name for narrow places such as a spot on the felt."""
    equal_to: str = ""
    times_at_most: int = 0
    """The largest multiple of the first opening wager that this wager may be; 0 if only the table's maximum limits it.
    """
    amounts: tuple[Money, ...] = ()
    operator_names_amount: bool = False
    """Whether the wager is one fixed sum, which the Rules Submission must name."""
    part_of_minimum: int = 0
    """If not 0, the wager is one fixed sum, the table's minimum divided by this number: 5 means a fifth."""
    needs: tuple[str, ...] = ()
    rides_on: tuple[str, ...] = ()
    placed: str = "before no more bets"
    medium: Literal["chips", "progressive device", "electronic account"] = "chips"
    offered: Literal["always", "if submitted"] = "always"
    offered_with: str = ""
    """The wager that this one is always offered with; a submission does not list it."""
    when: str = ""
    hand: str = ""
    drawn: Literal["", "card", "position"] = ""
    """What the table game system draws for a bonus: a card that a hand may contain, or a betting position."""
    divided_by: str = ""
    """The reading that decides how a share of a meter is divided among players who wagered on the same hand."""

    @property
    def divided(self) -> bool:
        return bool(self.divided_by)

    def limited(self, cents: int, base: int) -> int:
        """The sum, reduced if necessary to the largest permitted multiple of the first opening wager."""
        return min(cents, self.times_at_most * base) if self.times_at_most else cents


class Replaced(Part, frozen=True, kw_only=True):
    """A printed row that a reading or option changes: other odds, or fewer hands, in one column."""

    when: str
    column: str
    row: str
    becomes: str = ""
    odds: str = ""


class Paytable(Row, frozen=True, kw_only=True):
    """A printed payout table: a row for each hand, a column for each permitted choice."""

    wagers: tuple[str, ...]
    ranking: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    selected_by: str = "submission"
    """"submission", "stake" (the sum wagered names the column), or the id of an option."""
    minimum: bool = False
    """Whether the printed odds are a minimum, so the operator may pay more."""
    column_cites: dict[str, Cites] = msgspec.field(default_factory=dict)
    """The paragraph of each column, if the columns have separate paragraphs."""
    column_dates: dict[str, Span] = msgspec.field(default_factory=dict)
    """The days on which a column may be chosen, if they differ from the table's."""
    replaced: tuple[Replaced, ...] = ()
    paid_as: str = ""
    """The reading under which a hand without its own row is paid like another hand ("as royal flush")."""


class Meter(Row, frozen=True, kw_only=True):
    """A progressive meter, with the bounds for the seed and rate that the operator chooses."""

    wagers: tuple[str, ...]
    name: Literal["meter", "mega", "major", "minor"]
    columns: tuple[str, ...]
    title: str = ""
    """The title displayed above the meter."""
    seed: PerUnit | None = None
    reseed: PerUnit | None = None
    primary: Percent | None = None
    reserve: Percent | None = None
    operator_sets: tuple[Literal["seed", "reseed", "primary"], ...] = ()
    seed_at_least: Money | None = None


class HoldRange(Row, frozen=True, kw_only=True):
    """The range of hold that the regulator printed for a wager's paytables."""

    wager: str
    low: Percent
    high: Percent
    source: str


class Limit(Row, frozen=True, kw_only=True):
    """A limit on the payout for one hand."""

    kind: Literal["mandatory", "operator may set"]
    floor: Money
    or_minimum_wager_win: bool
    """The greater-of rule: whether the limit is never below what the minimum wager could win in a round."""
    wagers: tuple[str, ...]
    per: Literal["hand", "player and round"]
    fixed: bool = False
    """Whether the law fixes the sum, so the operator cannot choose it."""
    approved_by: str = ""
    """Who must approve a sum above the minimum; empty if no approval is needed."""
    counts: dict[str, Literal["winnings", "winnings and stakes", "winnings less losses"]] = msgspec.field(
        default_factory=dict
    )
    """What counts towards the limit, by the reading that decides it ("reading=candidate"); winnings if no reading
    decides it.
    """
    cut_first: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """The wagers that the limit reduces, first to last, by the reading that decides it; if no reading decides it, all
    are reduced in proportion.
    """
    says: str
