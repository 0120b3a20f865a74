"""The seats of a simulated table: what each stakes before the cards, its strategy, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tablelaw.errors import TablelawError
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Multiple
from tablelaw.printed_money import printed
from tablelaw.submission.payout_limit import most_times
from tablelaw.submission.submission import WagerTerms

AT_DECISIONS = ("decision", "price")
"""Kinds of wagers that a player makes at a decision: bets, and the price of a card."""
BEST, NEVER_FOLD = "best", "never fold"
"""Strategies that every game has; the analysis provides others."""
OWN = "your own"
"""The name of a strategy that the caller wrote."""


class BadSeat(TablelawError):
    """A seat cannot be taken as described, because the table would not accept it."""

    no_paragraph = "the description of a simulated seat is at fault"

    def __init__(self, what: str, *, cite: str = "", where: str = "", why: str = "", accepted: str = "") -> None:
        self.cite = cite
        super().__init__(what, where=where, why=why, accepted=accepted)


@dataclass(frozen=True, slots=True)
class Seat:
    """One player: cents on every wager made before the cards, a named strategy, and the share of mistaken decisions."""

    wagers: Mapping[str, int]
    play: str = BEST
    mistakes: Fraction = field(default=Fraction(0))


Limits = Mapping[str, WagerTerms]


def check_seats(terms: Terms, seats: Sequence[Seat], limits: Limits | None = None) -> None:
    """Raises the first objection to any seat under the terms and, if given, a submission's limits."""
    most = int(terms.book.fact("seats"))
    if not 1 <= len(seats) <= most:
        raise BadSeat(f"{len(seats)} seats", where=terms.book.id, accepted=f"1 to {most}")
    for number, seat in enumerate(seats, 1):
        for refusal in refusals_of(terms, seat, f"{terms.book.id}, seat {number}", limits):
            raise refusal


def refusals_of(terms: Terms, seat: Seat, where: str, limits: Limits | None = None) -> Iterator[BadSeat]:
    """Yields every objection to a seat."""
    for check in CHECKS:
        yield from check(terms, seat, where)
    for row, cents in _rows(terms, seat):
        yield from _within_limits(row, cents, (limits or {}).get(row.id), where)


Check = Callable[[Terms, Seat, str], Iterator[BadSeat]]


def _rows(terms: Terms, seat: Seat) -> list[tuple[Wager, int]]:
    """The seat's stakes on wagers in the rulebook, each with the wager."""
    return [(row, seat.wagers[row.id]) for row in terms.book.wagers if row.id in seat.wagers]


def _known(terms: Terms, seat: Seat, where: str) -> Iterator[BadSeat]:
    """Objects to wagers that are not offered, or that cannot be staked before the cards."""
    placed = [w for w in terms.book.wagers if w.kind in ("opening", "optional") and is_offered(terms, w)]
    accepted = ", ".join(wager.id for wager in placed)
    known = {wager.id: wager for wager in terms.book.wagers}
    for name in seat.wagers:
        row = known.get(name)
        if row is None:
            yield BadSeat(f"no wager named {name!r}", where=where, accepted=accepted)
        elif row not in placed:
            why = WHY_NOT.get(row.kind, "it is not offered")
            yield BadSeat(f"{row.name} cannot be staked", cite=_cite(row), where=where, why=why, accepted=accepted)


WHY_NOT = {
    "decision": "it is made at a decision, by the strategy",
    "bonus": "it belongs to another wager and stakes nothing",
}


def is_offered(terms: Terms, wager: Wager) -> bool:
    """Whether the terms offer a wager."""
    return wager.id in terms.offered and terms.holds(wager.when)


def _openings_made(terms: Terms, seat: Seat, where: str) -> Iterator[BadSeat]:
    """Objects if a seat omits an opening wager, or stakes different amounts on wagers that must be equal."""
    for row in terms.book.wagers:
        if row.kind == "opening" and row.id not in seat.wagers:
            yield BadSeat(f"no {row.name}", cite=_cite(row), where=where, accepted=f"cents on {row.id}")
        if row.equal_to and row.id in seat.wagers and seat.wagers[row.id] != seat.wagers.get(row.equal_to):
            what, accepted = f"{row.name} differs from {row.equal_to}", f"the same amount on {row.equal_to}"
            yield BadSeat(what, cite=_cite(row), where=where, accepted=accepted)


def _needs_made(terms: Terms, seat: Seat, where: str) -> Iterator[BadSeat]:
    for row, _ in _rows(terms, seat):
        for need in row.needs:
            if need not in seat.wagers:
                what, accepted = f"{row.name} needs {terms.book.wager(need).name}", f"cents on {need} too"
                yield BadSeat(what, cite=_cite(row), where=where, accepted=accepted)


def _amounts_permitted(terms: Terms, seat: Seat, where: str) -> Iterator[BadSeat]:
    for row, cents in _rows(terms, seat):
        permitted = [amount.cents for amount in row.amounts]
        if not isinstance(cents, int) or cents <= 0:
            yield BadSeat(f"{cents} on {row.name}", where=where, accepted="whole cents above zero")
        elif permitted and cents not in permitted:
            sums = " or ".join(map(printed, permitted))
            yield BadSeat(f"{printed(cents)} on {row.name}", cite=_cite(row), where=where, accepted=sums)


def _mistakes_are_a_share(terms: Terms, seat: Seat, where: str) -> Iterator[BadSeat]:
    if not 0 <= seat.mistakes <= 1 or seat.mistakes.denominator >= 1 << 32:
        accepted = "a share from 0 to 1 in parts of less than 2^32"
        yield BadSeat(f"mistakes at a rate of {seat.mistakes}", where=where, accepted=accepted)


CHECKS: tuple[Check, ...] = (_known, _openings_made, _needs_made, _amounts_permitted, _mistakes_are_a_share)


def _within_limits(row: Wager, cents: int, limits: WagerTerms | None, where: str) -> Iterator[BadSeat]:
    """Objects to a stake outside the limits of a submission, unless the law's list of amounts already excludes it."""
    if limits is None or (row.amounts and cents not in [amount.cents for amount in row.amounts]):
        return
    if limits.amounts_cents and cents not in limits.amounts_cents:
        accepted = " or ".join(map(printed, limits.amounts_cents))
    elif not limits.minimum_cents <= cents <= limits.maximum_cents:
        accepted = f"{printed(limits.minimum_cents)} to {printed(limits.maximum_cents)}"
    else:
        return
    yield BadSeat(f"{printed(cents)} on {row.name}", cite=_cite(row), where=where, accepted=accepted)


def _cite(row: Wager) -> str:
    return str(row.cite.first)


# --- The columns of a table ----------------------------------------------------------------------------------


def wagers_at(terms: Terms, seats: Sequence[Seat]) -> tuple[Wager, ...]:
    """The wagers at a table in the order of the rulebook: those staked, those made at a decision, and bonuses that
    belong to them.
    """
    return tuple(_made(terms, {wager for seat in seats for wager in seat.wagers}))


def _made(terms: Terms, staked: set[str]) -> Iterator[Wager]:
    for row in terms.book.wagers:
        rides = row.kind == "bonus" and is_offered(terms, row) and staked.intersection(row.rides_on)
        if row.id in staked or row.kind in AT_DECISIONS or rides:
            yield row


def base_cents(terms: Terms, seat: Seat) -> int:
    """The cents on the first opening wager, of which bets at decisions are multiples."""
    return seat.wagers[next(row.id for row in terms.book.wagers if row.kind == "opening")]


def bet_cents(base: int, times: Multiple) -> int:
    """The stake of a bet, given as a multiple of the base; one cent if any amount is allowed."""
    return max(int(base * times), 1)


def most_staked(terms: Terms, seat: Seat) -> int:
    """The most that a round may cost a seat: its wagers, the largest bet at every decision, and the price of a card."""
    decisions = [wager for wager in terms.book.wagers if wager.kind == "decision" and wager.id in terms.offered]
    prices = [[c.price.times for c in stage.choices if c.price and terms.holds(c.when)] for stage in terms.book.stages]
    times = sum(most_times(wager, terms) for wager in decisions) + sum(max(found) for found in prices if found)
    return sum(seat.wagers.values()) + times * base_cents(terms, seat)
