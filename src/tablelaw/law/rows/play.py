"""Rows about play: hands, decisions, the order of a round, dealing, duties, irregularities."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablelaw.law.rows.base import Part, Row
from tablelaw.law.text_values import Cites


class Line(Part, frozen=True, kw_only=True):
    """The lowest hand that qualifies: a class, and the ranks that decide first within it ("A", "K", ... "2")."""

    cls: str = msgspec.field(name="class")
    ranks: tuple[str, ...] = ()


class Hand(Row, frozen=True, kw_only=True):
    """A hand that decides a wager: the places its cards come from, and its ranking."""

    cards: tuple[str, ...]
    ranking: str
    says: str = ""
    reading: str = ""
    by_reading: dict[str, str] = msgspec.field(default_factory=dict)
    """Maps candidates to rankings, if a reading decides the ranking."""
    at_least: Line | None = None
    """The line that decides whether the hand "qualifies" or "does not qualify"; it replaces the ranking's classes."""


class Classes(Row, frozen=True, kw_only=True):
    """The paragraph that defines each class (or group of classes) of one or more rankings."""

    rankings: tuple[str, ...]
    classes: dict[str, Cites]


PULL = "pull"
BUY = "buy"
"""The action that discards cards and buys others, in addition to the bet of the choice if it has one."""


class Price(Part, frozen=True, kw_only=True):
    """What a player pays for the cards bought: a wager of kind "price", `times` the base wager."""

    wager: str
    cite: Cites
    times: int = 1


class Choice(Part, frozen=True, kw_only=True):
    """One action that a player may take at a stage. A pull takes back a wager placed earlier; a ride leaves it. A
    player who buys gets a face-up card for each card discarded, in addition to any bet.
    """

    action: Literal["fold", "check", "bet", "declare", "play", "pull", "ride", "buy"]
    cite: Cites
    wager: str = ""
    """The wager that the choice places, or that a pull takes back."""
    times: tuple[int, ...] = ()
    part: int | None = None
    """The unit of the multiples: 2 means halves of the base wager; None means the whole base wager."""
    up_to: int | None = None
    by_reading: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    """Maps candidates to (least, most) times the base wager, if a reading decides the amount; 0 means any amount."""
    hands: tuple[str, ...] = ()
    discard: int = 0
    price: Price | None = None
    reading: str = ""
    when: str = ""

    @property
    def places(self) -> str:
        """The wager that the choice places; empty if it does not place one."""
        return "" if self.action == PULL else self.wager

    @property
    def pulls(self) -> str:
        """The wager that the choice takes back; empty if it does not take one back."""
        return self.wager if self.action == PULL else ""


class Stage(Row, frozen=True, kw_only=True):
    """A point in the round at which players decide in turn, clockwise from the dealer's left."""

    asks: Literal["every player", "players still deciding", "players still in", "players who bet"]
    """Which players are asked: "still deciding" means they have not bet; "still in" means they have not folded; "who
    bet" means they bet at the stage `after`.
    """
    choices: tuple[Choice, ...]
    after: str = ""
    hand: str = ""
    when: str = ""


class Flow(Row, frozen=True, kw_only=True):
    """One step after the initial cards: a stage, a burn, community or bought cards, the dealer's turn, settling or
    clearing.
    """

    do: Literal["decide", "burn", "community", "bought cards", "turn up dealer", "settle", "clear"]
    stage: str = ""
    to: str = ""
    cards: int = 0
    when: str = ""


ANY_WIN, SHARE = "any win", "a share of the meter"


class Settle(Row, frozen=True, kw_only=True):
    """One step of the settlement, in the regulation's order."""

    wagers: tuple[str, ...]
    validated_by: Literal["", "floorperson"] = ""
    validate_when: tuple[str, ...] = ()
    """Wins that must be validated: "any win", "a share of the meter", or odds as printed."""
    measured: Cites | None = None
    """The paragraph under which a share is computed from what the meter shows at the player's turn."""


class Step(Part, frozen=True, kw_only=True):
    """One step of dealing: `cards` to each place in turn; the whole sequence is repeated `times` times."""

    to: tuple[str, ...]
    cite: Cites
    cards: int = 1
    times: int = 1
    face: Literal["down", "up"] = "down"
    cover_card: bool = False
    from_hand: bool = False
    """Whether the cards are dealt by hand although the procedure uses a shoe, because the remaining cards have been
    taken out of it.
    """
    only_if: str = ""


class Dealing(Row, frozen=True, kw_only=True):
    """One procedure for dealing the initial cards."""

    name: str
    steps: tuple[Step, ...]
    community: Literal["dealt", "revealed", "none"]
    needs: tuple[Literal["automated shuffler", "reshuffling shoe"], ...] = ()
    stub: Literal["after the community cards", "after the initial cards"] = "after the community cards"


Opening = Literal[
    "decks received",
    "decks inspected",
    "first player arrives",
    "cards seen by the first player",
    "before play",
    "shuffle completed",
    "deck shuffled by hand or preshuffled",
    "deck cut",
]
InRound = Literal[
    "deck ready",
    "wagers open",
    "wagers placed",
    "dealing begins",
    "hands dealt",
    "cards dealt",
    "community cards dealt",
    "player asked",
    "player folds",
    "player buys",
    "player declares",
    "bought cards dealt",
    "dealer's turn",
    "dealer turned up",
    "player's turn",
    "wager's turn",
    "wager won",
    "meter share won",
    "wager settled",
    "player settled",
    "round settled",
    "two decks in use",
]
AnyTime = Literal[
    "floorperson orders",
    "device counts wrong",
    "no gaming activity",
    "stub counted wrong",
    "deck in use",
    "option withdrawn",
    "limit lowered",
    "device malfunctions",
]
Moment = Literal[Opening, InRound, AnyTime]
"""The moments at which a duty falls due, in the order of a round where they have an order.

Moments about a wager refer to the settlement step with the same paragraph.
"""


class Duty(Row, frozen=True, kw_only=True):
    """Something the dealer, the floor or a player must do, and when."""

    name: str
    who: Literal["dealer", "floorperson", "operator", "player"]
    on: Moment
    wager: str = ""
    """The wager that must be offered for the duty to fall due; empty if the duty does not depend on a wager."""
    every_rounds: int | None = None
    every_hours: int | None = None
    methods: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    unseen: bool = False
    """Whether the table has no way to observe the duty (such as which hand holds the deck), so it is only on the
    checklist.
    """
    says: str


class Effect(Part, frozen=True, kw_only=True):
    """What an irregularity does to some wagers; a later effect overrides an earlier one."""

    wagers: tuple[str, ...]
    effect: Literal["stands", "returned", "settled", "lost"]
    cite: Cites
    reading: str = ""


class Irregularity(Row, frozen=True, kw_only=True):
    """An irregularity at the table, and what the regulation prescribes for it."""

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
        "while the shoe deals",
        "before the initial cards are complete",
        "after the initial cards are complete",
        "before every player has decided",
        "during a shuffle",
        "at a declaration",
        "at the stub count",
    ] = "any"
    place: str = ""
    """The place of the card that was exposed too early: "dealer" or "community"."""
    device: Literal["", "covered or marked out of order", "removed"] = ""
    methods: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    """What a second irregularity of this kind in the same round becomes: the first of these that is possible at that
    point.
    """
