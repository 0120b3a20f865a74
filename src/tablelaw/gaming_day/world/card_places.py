"""Where each card of a round goes, read from the rows of the dealing procedure and the round's flow."""

from __future__ import annotations

from collections.abc import Iterable

from tablelaw.law.rows import Dealing
from tablelaw.law.rulebook import Rulebook, Terms

COMMUNITY, BURN, DEALER, PLAYERS = "community", "burn", "dealer", "players"


def seat_place(seat: int) -> str:
    return f"seat {seat}"


def procedure(book: Rulebook, method: str) -> Dealing:
    return next(row for row in book.dealing if row.id == method)


def initial_places(dealing: Dealing, seats: Iterable[int], staked: frozenset[str]) -> list[str]:
    """The places of the initial cards, in the order they leave the deck; some are dealt only if a wager was made."""
    players, places = [seat_place(seat) for seat in seats], []
    for step in dealing.steps:
        if not step.only_if or step.only_if in staked:
            tour = [place for to in step.to for place in (players if to == PLAYERS else [to])]
            places += [place for place in tour for _ in range(step.cards)] * step.times
    return places


def later_places(dealing: Dealing, terms: Terms) -> list[str]:
    """The places of burns and community cards in the flow; none if the board is dealt face down at the start."""
    if dealing.community != "dealt":
        return []
    flow = [row for row in terms.book.flow if row.do in ("burn", "community") and terms.holds(row.when)]
    return [BURN if row.do == "burn" else COMMUNITY for row in flow for _ in range(row.cards)]


def flop_size(terms: Terms) -> int:
    return sum(row.cards for row in terms.book.flow if row.to == "flop" and terms.holds(row.when))
