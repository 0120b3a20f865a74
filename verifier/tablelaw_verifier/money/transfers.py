"""Transfers: their codes and accounts, and what the events of an entry must have moved."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from tablelaw_verifier.money.meters import Meter
from tablelaw_verifier.trust.differences import Object, check

MAY_BE_NEGATIVE = ("cage", "house")
ACCOUNT_KINDS = ("chips", "game", "tray", "drop", "meter", "reserve", "rounding", "handpay", *MAY_BE_NEGATIVE)
MOST_CENTS = 10**13
"""The largest transfer: a hundred billion dollars."""


def _routes(*texts: str) -> frozenset[tuple[str, str]]:
    """Parses routes: "chips game > tray" names two."""
    pairs = [text.split(" > ") for text in texts]
    return frozenset((giver, taker) for left, right in pairs for giver in left.split() for taker in right.split())


_OF_A_METER = _routes("house > meter reserve rounding", "meter reserve rounding > house", "meter > reserve rounding")
_OF_A_METER |= _routes("reserve > meter rounding", "rounding > meter reserve")
_TO_TRAY, _FROM_TRAY = _routes("chips game > tray"), _routes("tray > chips game")
TRANSFER_CODES: dict[str, tuple[str, frozenset[tuple[str, str]]]] = {
    "buy-in": ("posted", _routes("cage > drop", "tray > chips")),
    "cash-out": ("posted", _routes("chips > cage")),
    "load": ("posted", _routes("chips > game")),
    "unload": ("posted", _routes("game > chips")),
    "fill": ("posted", _routes("cage > tray")),
    "credit": ("posted", _routes("tray > cage")),
    "drop count": ("posted", _routes("drop > cage")),
    "drop short": ("posted", _routes("drop > house")),
    "drop over": ("posted", _routes("house > cage")),
    "wager": ("pending", _TO_TRAY),
    "collected": ("post", _TO_TRAY),
    "returned": ("void", _TO_TRAY),
    "win": ("posted", _FROM_TRAY),
    "payout limit": ("posted", _TO_TRAY),
    "undone": ("posted", _TO_TRAY | _FROM_TRAY),
    "share": ("posted", _routes("meter > handpay")),
    "share undone": ("posted", _routes("handpay > meter")),
    "hand-pay": ("posted", _routes("handpay > cage")),
    **dict.fromkeys(
        ("seed", "contribution", "reseed", "reseed undone", "reserve moved", "reserve returned", "adjustment"),
        ("posted", _OF_A_METER),
    ),
}
"""The codes of transfers: whether each is posted at once, is pending or ends a pending one, and the kinds of account it
moves between.
"""
_PLAIN = frozenset(
    route
    for how, routes in TRANSFER_CODES.values()
    for route in routes
    if how in ("posted", "post") and not {"meter", "reserve", "rounding"}.intersection(route)
)
TRANSFER_CODES["correction"] = ("posted", _PLAIN | {(taker, giver) for giver, taker in _PLAIN})
CODE_OF_CHANGE = {
    "opened": "seed",
    "counted": "contribution",
    "won": "share",
    "restored": "share undone",
    "reseeded": "reseed",
    "reseed undone": "reseed undone",
    "reserve moved": "reserve moved",
    "reserve returned": "reserve returned",
    "paid": "hand-pay",
    "adjusted": "adjustment",
}
"""The code of the transfers for each change of a meter; what is staked or withdrawn moves nothing."""
APPROVED = ("correction", CODE_OF_CHANGE["adjusted"])
"""The transfers that have a reason and approvers."""
Cause: TypeAlias = tuple[int, str, str]
"""(seat, wager, paragraph)"""
Place: TypeAlias = tuple[str, int, int, str]
"""(table, round, seat, wager)"""
Change: TypeAlias = tuple[str, str, int, int, int, str, str, int, int, str]
"""(meter, kind, units, reserve, cents, paragraph), then the place."""
Move: TypeAlias = tuple[str, str, str, int, str, str, str]
"""(code, account debited, account credited, cents, paragraph, its own id if it is pending, the id of the pending
transfer it ends)
"""


class Expected:
    """What the events of one entry must have done to the accounts and the meters."""

    def __init__(self) -> None:
        self.posted: Counter[str] = Counter()
        self.pending: Counter[str] = Counter()
        self.causes: dict[str, list[Cause]] = {}
        self.changes: Counter[Change] = Counter()
        self.moves: Counter[Move] = Counter()

    def change(
        self, kind: str, meter: Meter, place: Place, cite: str, units: int = 0, reserve: int = 0, cents: int = 0
    ) -> None:
        """Records a change of a meter that the log must contain."""
        self.changes[(meter.terms.id, kind, units, reserve, cents, cite, *place)] += 1

    def move(self, debit: str, credit: str, cents: int, cause: Cause = (0, "", "")) -> None:
        """Records cents that must have moved between two accounts, through any transfers of a meter."""
        for account, sign in ((debit, -1), (credit, 1)):
            self.posted[account] += sign * cents
            self.causes.setdefault(account, []).append(cause)

    def transfer(self, code: str, debit: str, credit: str, cents: int, cause: Cause, ends: str = "") -> None:
        """Records a transfer that the entry must contain; none if nothing moves."""
        if cents:
            self.moves[(code, debit, credit, cents, cause[2], "", ends)] += 1
            self.move(debit, credit, cents, cause)

    def set_aside(self, name: str, debit: str, credit: str, cents: int, cause: Cause) -> None:
        self.moves[("wager", debit, credit, cents, cause[2], name, "")] += 1
        self._hold(debit, cents, cause)

    def end(self, name: str, debit: str, credit: str, stake: int, kept: int, cause: Cause) -> None:
        """Ends a wager that was set aside: the house keeps a part, or all of it is returned."""
        if kept:
            self.transfer("collected", debit, credit, kept, cause, name)
        else:
            self.moves[("returned", debit, credit, stake, cause[2], "", name)] += 1
        self._hold(debit, -stake, cause)

    def _hold(self, account: str, cents: int, cause: Cause) -> None:
        self.pending[account] += cents
        self.causes.setdefault(account, []).append(cause)


def check_unapproved(what: str, found: Object) -> None:
    """Requires a transfer or a change of a meter to have no reason and no approvers, because its order has none."""
    approved = found.get("reason", ""), found.get("approvers", [])
    check(f"{what}: its reason and approvers", ("", []), approved, found["cite"])


def move_text(move: Move | None) -> str:
    if move is None:
        return "no such transfer"
    code, debit, credit, cents, cite, name, ends = move
    more = f", as {name}" if name else f", ending {ends}" if ends else ""
    return f"{code}: {cents} cents from {debit} to {credit} under {cite}{more}"
