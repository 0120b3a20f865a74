"""The chart of accounts: the kinds of account, and what may move between them.

An account's name is its kind and its owner: "chips:ann", "tray:T-1", "meter:T-1/progressive-a"; there is only one
"cage" and one "house". `account_of` writes a name and `parse_account` reads it. A balance is the credits less the
debits, and the sum of all balances is zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

KindName = Literal["chips", "game", "tray", "drop", "meter", "reserve", "rounding", "handpay", "cage", "house"]
Owner = Literal["player", "table", "meter", ""]
Kind = Literal["posted", "pending", "post", "void"]
Routes = tuple[tuple[KindName, KindName], ...]

BY_AN_ATTENDANT = "a share of a meter is paid by an attendant, never from a tray or to an account"
ACCOUNT_BY = "the table's electronic wagering system keeps it for the player"
INCREMENTS = "each game's rules on progressive wagers say how its meters start and grow"
RESERVE = "each game's rules on progressive wagers say what is reserved for the next start"


@dataclass(frozen=True, slots=True)
class AccountKind:
    """A kind of account, governed by the law of the table or of the property; `reason` explains why the account
    exists.
    """

    id: KindName
    says: str
    owner: Owner
    reason: str
    may_be_negative: bool = False


@dataclass(frozen=True, slots=True)
class TransferCode:
    """The purpose of a transfer: the kinds of account it debits and credits, and its conditions."""

    id: str
    says: str
    routes: Routes
    reason: str
    kind: Kind = "posted"
    ends: str = ""
    """The code of the pending transfer that this one ends."""
    is_approved: bool = False
    """Whether it needs a reason and two approvers."""
    is_in_legs: bool = False
    """Whether a group must contain one transfer for each route, all for the same sum."""
    empties: bool = False
    """Whether it must leave the debited account empty, with nothing pending."""


ACCOUNT_KINDS: dict[str, AccountKind] = {
    kind.id: kind
    for kind in (
        AccountKind("chips", "a player's chips", "player", "wagers are made with chips, which belong to the player"),
        AccountKind("game", "a player's electronic wagering account", "player", ACCOUNT_BY),
        AccountKind("tray", "a table's inventory of chips", "table", "wagers are collected into it and paid from it"),
        AccountKind("drop", "the cash in a table's drop box", "table", "cash stays there until the count"),
        AccountKind("meter", "the whole cents a progressive meter shows", "meter", INCREMENTS),
        AccountKind("reserve", "the whole cents reserved for the next start", "meter", RESERVE),
        AccountKind(
            "rounding",
            "the fractions of a cent of a meter and of its reserve, rounded up",
            "meter",
            "no fraction of a cent may be lost",
        ),
        AccountKind("handpay", "shares of a meter that an attendant has to pay", "table", BY_AN_ATTENDANT),
        AccountKind("cage", "the cashiers, and everything outside", "", "where money comes from and goes to", True),
        AccountKind("house", "what the house adds to its meters", "", "the house provides increments and seeds", True),
    )
}

CAGE: KindName = "cage"
HOUSE: KindName = "house"
OF_PLAYER: tuple[KindName, ...] = tuple(kind.id for kind in ACCOUNT_KINDS.values() if kind.owner == "player")
OF_TABLE: tuple[KindName, ...] = tuple(kind.id for kind in ACCOUNT_KINDS.values() if kind.owner == "table")
PAID_BY_HAND: tuple[KindName, ...] = ("meter", "handpay")
"""The accounts behind payouts that an attendant makes by hand."""
_OF_METER: tuple[KindName, ...] = tuple(kind.id for kind in ACCOUNT_KINDS.values() if kind.owner == "meter")

_TO_TRAY: Routes = tuple((player, "tray") for player in OF_PLAYER)
_FROM_TRAY: Routes = tuple(("tray", player) for player in OF_PLAYER)
_RAISED: Routes = (
    ("house", "meter"),
    ("house", "reserve"),
    ("house", "rounding"),
    ("rounding", "meter"),
    ("rounding", "reserve"),
)
_LOWERED: Routes = (("meter", "house"), ("meter", "rounding"), ("rounding", "house"), ("house", "rounding"))
_OF_A_METER: Routes = tuple(
    (giver, taker) for giver in (HOUSE, *_OF_METER) for taker in (HOUSE, *_OF_METER) if giver != taker
)

TRANSFER_CODES = {
    code.id: code
    for code in (
        # Cash and chips
        TransferCode(
            "buy-in",
            "cash into the drop box, chips from the tray to the player",
            (("cage", "drop"), ("tray", "chips")),
            "cash and chips change hands together",
            is_in_legs=True,
        ),
        TransferCode(
            "cash-out", "chips exchanged at the cage", (("chips", "cage"),), "chips can be exchanged for money"
        ),
        TransferCode("load", "chips onto the electronic wagering account", (("chips", "game"),), ACCOUNT_BY),
        TransferCode("unload", "the account paid out to zero", (("game", "chips"),), ACCOUNT_BY, empties=True),
        TransferCode("fill", "chips from the cage to a tray", (("cage", "tray"),), "a tray must have enough chips"),
        TransferCode(
            "credit",
            "chips from a tray to the cage",
            (("tray", "cage"),),
            "chips that a tray does not need leave it",
        ),
        TransferCode(
            "drop count",
            "the drop box opened and counted",
            (("drop", "cage"),),
            "cash leaves the box when it is counted",
        ),
        TransferCode(
            "drop short", "the cash that a count finds missing", (("drop", "house"),), "the house bears a difference"
        ),
        TransferCode(
            "drop over", "the cash that a count finds in excess", (("house", "cage"),), "the house bears a difference"
        ),
        # Wagers
        TransferCode("wager", "set aside until it is settled", _TO_TRAY, "a wager may still be void", "pending"),
        TransferCode("collected", "what the house keeps of a wager", _TO_TRAY, "settled", "post", "wager"),
        TransferCode("returned", "the whole wager goes back", _TO_TRAY, "settled or void", "void", "wager"),
        TransferCode("win", "a win at odds", _FROM_TRAY, "each game's payout odds"),
        TransferCode("payout limit", "the part of a win above the limit", _TO_TRAY, "each game's payout limit"),
        TransferCode("undone", "a settlement that a void undoes", _TO_TRAY + _FROM_TRAY, "each game's irregularities"),
        # Meters
        TransferCode("seed", "what a meter opens with", _RAISED, INCREMENTS),
        TransferCode("contribution", "what wagers add to a meter", _RAISED, INCREMENTS),
        TransferCode("share", "a percentage of a meter won", (("meter", "handpay"),), BY_AN_ATTENDANT),
        TransferCode("share undone", "a share that goes back", (("handpay", "meter"),), "each game's irregularities"),
        TransferCode("reseed", "what a meter starts again from", _RAISED, INCREMENTS),
        TransferCode("reseed undone", "a reseed that is undone", _LOWERED, "each game's irregularities"),
        TransferCode("reserve moved", "the reserve moves to the meter", _OF_A_METER, RESERVE),
        TransferCode("reserve returned", "the reserve is returned", _OF_A_METER, "each game's irregularities"),
        TransferCode("hand-pay", "paid by an attendant, documents complete", (("handpay", "cage"),), BY_AN_ATTENDANT),
        TransferCode(
            "adjustment",
            "a recorded correction of a meter",
            _OF_A_METER,
            "a meter on display falls only after a win or a recorded correction",
            is_approved=True,
        ),
    )
}


def _both_ways() -> Routes:
    """All routes of transfers that move money, in both directions. Meters are excluded, because they are adjusted
    instead.
    """
    ways = [route for code in TRANSFER_CODES.values() if code.kind in ("posted", "post") for route in code.routes]
    own = {route for route in ways if not set(_OF_METER).intersection(route)}
    return tuple(sorted(own | {(taker, giver) for giver, taker in own}))


CORRECTION = "correction"
TRANSFER_CODES[CORRECTION] = TransferCode(
    CORRECTION,
    "a transfer corrected by a further one",
    _both_ways(),
    "a transfer is never changed",
    is_approved=True,
)

PERMITTED = frozenset((code.id, *route) for code in TRANSFER_CODES.values() for route in code.routes)
"""The (code, debited kind, credited kind) of every permitted transfer."""


# --- Names of accounts ---------------------------------------------------------------------------------


class AccountName(NamedTuple):
    """The two parts of an account's name; `kind` is None if there is no such kind."""

    kind: KindName | None
    owner: str


def account_of(kind: KindName, owner: str = "") -> str:
    """Writes the name of an account: "chips:ann", or "cage", which has no owner."""
    return f"{kind}:{owner}" if owner else kind


def parse_account(account: str) -> AccountName:
    """Splits an account's name into its kind and its owner."""
    word, _, owner = account.partition(":")
    kind = ACCOUNT_KINDS.get(word)
    return AccountName(kind.id if kind else None, owner)


def kind_of(account: str) -> AccountKind | None:
    """The kind of an account, found by its name; None if there is no such kind."""
    name = parse_account(account).kind
    return ACCOUNT_KINDS[name] if name else None


def owner_of(account: str) -> str:
    """The owner in an account's name: "chips:ann" -> "ann"."""
    return parse_account(account).owner


@cache
def exchanges(kind: str) -> tuple[tuple[str, str, str], ...]:
    """The transfers to and from a kind of account, as (code, "to" or "from", the other kind), in the order of the
    chart.
    """
    return tuple(
        (code.id, "to" if giver == kind else "from", taker if giver == kind else giver)
        for code in TRANSFER_CODES.values()
        for giver, taker in code.routes
        if kind in (giver, taker)
    )
