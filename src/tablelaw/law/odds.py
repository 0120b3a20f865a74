"""Parses payout odds from the printed words; no other part of the program does.

"3 to 2" pays the winnings and returns the stake; "300 for 1" includes the stake, which has already been collected.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache

from tablelaw.amounts import names_currency, parse_money, parse_percent
from tablelaw.errors import BadOdds
from tablelaw.law.printed_form import printed


class OddsKind(Enum):
    TO = "to"
    FOR = "for"
    PUSH = "push"
    SHARE = "share of a meter"
    SUM = "fixed sum"
    NOT_OFFERED = "not offered"


@dataclass(frozen=True, slots=True)
class Payment:
    """What the player receives, in cents: the winnings paid and the stake returned."""

    paid: Fraction
    returned: Fraction


@printed
@dataclass(frozen=True)
class Odds:
    """One cell of a paytable; `printed` keeps the regulation's wording for signs and settlements."""

    kind: OddsKind
    printed: str
    amount: Fraction = Fraction(0)
    meter: str = ""

    @staticmethod
    def parse(printed: str) -> Odds:
        return _parsed(printed)

    def __str__(self) -> str:
        return self.printed

    @property
    def is_offered(self) -> bool:
        return self.kind is not OddsKind.NOT_OFFERED

    @property
    def pays_from_meter(self) -> bool:
        return self.kind is OddsKind.SHARE

    def payment(self, stake_cents: int, meter_cents: Fraction | int = 0) -> Payment:
        """The payment for a stake at these odds; a share is taken from the given meter."""
        stake = Fraction(stake_cents)
        if self.kind is OddsKind.TO:
            return Payment(stake * self.amount, stake)
        if self.kind is OddsKind.FOR:
            return Payment(stake * self.amount, Fraction(0))
        if self.kind is OddsKind.SHARE:
            return Payment(self.amount * meter_cents, Fraction(0))
        if self.kind is OddsKind.SUM:
            return Payment(self.amount, Fraction(0))
        return Payment(Fraction(0), stake)

    def net_per_unit(self) -> Fraction:
        """The player's gain on a stake of one, for odds that depend on the stake."""
        if self.kind is OddsKind.TO:
            return self.amount
        if self.kind is OddsKind.FOR:
            return self.amount - 1
        if self.kind in (OddsKind.PUSH, OddsKind.NOT_OFFERED):
            return Fraction(0)
        what, why = f"{self.printed!r} has no gain per unit staked", "it is paid from a meter or as a fixed sum"
        raise BadOdds(what, why=why, accepted='odds on a stake, such as "3 to 2" or "300 for 1"')


ACCEPTED = '"3 to 2", "300 for 1", "push", "10% of meter", "100% mega jackpot", "$1,000" or "N/A"'

_NUMBER = r"(\d{1,3}(?:,\d{3})+|\d+)"
_RATIO = re.compile(rf"{_NUMBER} (to|for) {_NUMBER}")
_SHARE = re.compile(r"(\d+%) (?:of (meter)|(mega|major|minor) jackpot)")
_WORDS = {"push": OddsKind.PUSH, "n/a": OddsKind.NOT_OFFERED}


@lru_cache(maxsize=4_096)
def _parsed(printed: str) -> Odds:
    """Parses odds, cached because the same few odds appear in many paytables."""
    for read in (_ratio, _word, _share, _sum):
        odds = read(printed.strip())
        if odds is not None:
            return odds
    raise BadOdds(f"{printed!r} are not payout odds", accepted=ACCEPTED)


def _ratio(text: str) -> Odds | None:
    match = _RATIO.fullmatch(text)
    if match is None:
        return None
    won, word, staked = int(match[1].replace(",", "")), match[2], int(match[3].replace(",", ""))
    if staked == 0:
        raise BadOdds(f"{text!r} divide by zero", accepted=ACCEPTED)
    return Odds(OddsKind(word), text, Fraction(won, staked))


def _word(text: str) -> Odds | None:
    kind = _WORDS.get(text.lower())
    return Odds(kind, text) if kind else None


def _share(text: str) -> Odds | None:
    match = _SHARE.fullmatch(text)
    if match is None:
        return None
    return Odds(OddsKind.SHARE, text, parse_percent(match[1]), match[2] or match[3])


def _sum(text: str) -> Odds | None:
    return Odds(OddsKind.SUM, text, Fraction(parse_money(text))) if names_currency(text) else None
