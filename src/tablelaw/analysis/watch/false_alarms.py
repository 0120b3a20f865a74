"""The e-value from which a person is flagged, set so that the stated rate of false alarms holds for everybody together.

The chance that any honest person is ever flagged is at most the stated rate, no matter how often the evidence is read
and how many people come. Each new person gets a smaller part of the rate: with N = 100, the k-th person gets the part N
/ ((N + k - 1) (N + k)). These parts add up to 1; the first hundred people share half of the rate.
"""

from __future__ import annotations

from math import log

from tablelaw.errors import TablelawError

RATE = 0.01
LEAST_RATE, MOST_RATE = 1e-9, 0.5
PEOPLE = 100
KINDS = 2
"""Players and dealers are numbered separately, and each kind gets half of the rate."""


class BadRate(TablelawError):
    """A rate of false alarms cannot be used."""


def require_rate(rate: float) -> float:
    if not LEAST_RATE <= rate <= MOST_RATE:
        raise BadRate(f"a rate of false alarms of {rate:g}", accepted=f"{LEAST_RATE:g} to {MOST_RATE:g}, such as 0.01")
    return rate


def share_of(number: int) -> float:
    """The part of the rate for the person with this number, counted from 1 in the order in which people first played or
    dealt.
    """
    return PEOPLE / ((PEOPLE + number - 1) * (PEOPLE + number))


def log_threshold(number: int, rate: float) -> float:
    """The logarithm of the e-value at which the person with this number is flagged."""
    return -log(rate / KINDS * share_of(number))
