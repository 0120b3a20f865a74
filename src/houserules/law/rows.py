"""The rows a rulebook is made of. Each field is a fact a regulation fixes; each row has its cite.

These are shapes only: `loader` fills them from TOML, `rulebook` puts them together. A `when` names one or
more choices as "name=value, name=value" (an option, a paytable's column, a reading); the row holds only then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from houserules.law.cite import Cite
from houserules.law.odds import Odds
from houserules.law.values import Cites, Money, Percent, PerUnit


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every row has: an id that is unique in its section, and the paragraphs it rests on."""

    id: str
    cite: Cites


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

    @property
    def permitted(self) -> tuple[str, ...]:
        return self.values or tuple(str(n) for n in range(self.at_least, self.at_most + 1))

    @property
    def accepts(self) -> str:
        """What may be written, in words."""
        return "one of " + ", ".join(self.values) if self.values else f"{self.at_least} to {self.at_most}"


class FoldEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


class Replaced(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
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
    reading: str = ""
    column_cites: dict[str, Cites] = {}
    """Where each column stands in a paragraph of its own."""
    replaced: tuple[Replaced, ...] = ()


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
    says: str


class Hand(Row, frozen=True, kw_only=True):
    """A hand that decides a wager: the places its cards lie in, and the ranking it is read by."""

    cards: tuple[str, ...]
    ranking: str
    says: str = ""
    reading: str = ""
    by_reading: dict[str, str] = {}
    """Where a reading decides how the hand is read: candidate -> ranking."""


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing a player may do at a stage."""

    action: Literal["fold", "check", "bet", "declare", "play"]
    cite: Cites
    wager: str = ""
    times: tuple[int, ...] = ()
    up_to: int | None = None
    by_reading: dict[str, tuple[int, int]] = {}
    """Where a reading decides the least: candidate -> (least, most) times the base wager; 0 is any amount."""
    hands: tuple[str, ...] = ()
    discard: int = 0
    reading: str = ""
    when: str = ""


class Stage(Row, frozen=True, kw_only=True):
    """A point of the round at which players are asked, clockwise from the dealer's left."""

    asks: Literal["every player", "players still deciding", "players still in"]
    choices: tuple[Choice, ...]
    hand: str = ""
    when: str = ""


class Flow(Row, frozen=True, kw_only=True):
    """What happens after the initial cards, in order: a stage, a burn, community cards, the dealer's turn."""

    do: Literal["decide", "burn", "community", "turn up dealer", "settle", "clear"]
    stage: str = ""
    to: str = ""
    cards: int = 0
    when: str = ""


class Settle(Row, frozen=True, kw_only=True):
    """One step of the settlement, in the order the regulation gives."""

    wagers: tuple[str, ...]
    by: Literal["seat", "table"] = "seat"
    validated_by: str = ""
    validate_when: str = ""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One step of dealing: `cards` to each place in turn, the whole tour `times` over."""

    to: tuple[str, ...]
    cite: Cites
    cards: int = 1
    times: int = 1
    face: Literal["down", "up"] = "down"
    cover_card: bool = False
    only_if: str = ""


class Dealing(Row, frozen=True, kw_only=True):
    """One procedure for dealing the initial cards."""

    name: str
    steps: tuple[Step, ...]
    community: Literal["dealt", "revealed", "none"]
    needs: tuple[Literal["automated shuffler", "reshuffling shoe"], ...] = ()
    stub: Literal["after the community cards", "after the initial cards"] = "after the community cards"
    reading: str = ""


Moment = Literal[
    "decks received",
    "decks inspected",
    "first player arrives",
    "cards seen by the first player",
    "before play",
    "round settled",
    "floorperson orders",
    "shuffle completed",
    "device counts wrong",
    "deck shuffled by hand or preshuffled",
    "deck cut",
    "no gaming activity",
    "wagers placed",
    "cards dealt",
    "community cards dealt",
    "stub counted wrong",
    "deck in use",
    "two decks in use",
    "player asked",
    "player folds",
    "wager won",
    "meter share won",
    "player declares",
    "option withdrawn",
    "limit lowered",
    "device malfunctions",
]
"""What sets a duty off."""


class Duty(Row, frozen=True, kw_only=True):
    """Something the dealer or floor must do, and when it falls due."""

    name: str
    who: Literal["dealer", "floorperson", "operator", "player"]
    on: Moment
    every_rounds: int | None = None
    every_hours: int | None = None
    methods: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    says: str


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an irregularity does to some wagers; a later effect overrides an earlier one."""

    wagers: tuple[str, ...]
    effect: Literal["stands", "returned", "settled", "lost"]
    cite: Cites
    reading: str = ""


class Irregularity(Row, frozen=True, kw_only=True):
    """A slip at the table and what the regulation does about it."""

    name: str
    says: str
    hands: Literal["stand", "void", "player's hand void"]
    cards: Literal[
        "card not used",
        "card used next",
        "reshuffled",
        "device cleared and reshuffled",
        "deck removed",
        "stay",
    ]
    effects: tuple[Effect, ...]
    moment: Literal[
        "any",
        "during the deal",
        "before the initial cards are complete",
        "after the initial cards are complete",
        "before every player has decided",
        "during a shuffle",
        "at a declaration",
        "at the stub count",
    ] = "any"
    device: Literal["", "covered or marked out of order", "removed"] = ""
    deal_board: bool = False
    methods: tuple[str, ...] = ()


class Area(Row, frozen=True, kw_only=True):
    """A part of the layout the regulation requires, for each player or once for the table."""

    name: str
    per: Literal["player", "table"]
    wager: str = ""
    place: str = ""
    offered_with: str = ""
    note: str = ""


class Inscription(Row, frozen=True, kw_only=True):
    """Words the layout or a sign must carry, beside the odds. `{…}` is filled from the submission."""

    text: str
    when: str = ""
    wager: str = ""
    limit: str = ""


class Candidate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    reading: str
    effect: str


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A doubt in the text: what it may mean, which meaning is used here, and why."""

    id: str
    title: str
    cites: Cites
    doubt: str
    candidates: tuple[Candidate, ...]
    chosen: str
    why: str
    evidence: str
    switch: bool


class Provision(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One paragraph of the regulation and what became of it: exactly one of the five kinds."""

    cite: Cite
    says: str
    implemented: str = ""
    shown_by: str = ""
    data: str = ""
    duty: str = ""
    not_executable: str = ""
    planned: Literal["", "table", "cage", "floor", "server"] = ""
    note: str = ""

    @property
    def kind(self) -> str:
        kinds = [k for k in PROVISION_KINDS if getattr(self, k)]
        return kinds[0] if len(kinds) == 1 else ""


PROVISION_KINDS = ("implemented", "data", "duty", "not_executable", "planned")

Cells = Mapping[str, Odds]
"""One column of a paytable: the odds of each class that has any."""
