"""The slow reference of a simulated table: the same cards, with each wager settled under the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tablelaw.cards import Card
from tablelaw.law.conduct import Case, Outcome, Standing
from tablelaw.law.rulebook import Terms
from tablelaw.simulation.codes import NOT_MADE, Meaning
from tablelaw.simulation.game import Game
from tablelaw.simulation.seating import Seat
from tablelaw.simulation.streams import MISTAKES, Stream, below, deal, new_pack, new_stream


class Action(NamedTuple):
    """An action of a player: a word of the law, a wager in Antes, and a discarded card."""

    word: str
    wager: str = ""
    times: int = 0
    put_away: Card | None = None


class Shown(NamedTuple):
    """What a seat has when it is settled."""

    hands: Mapping[str, str]
    standing: Standing | None
    action: Action


Dealt = tuple[tuple[Card, ...], ...]
"""The cards of each seat, and last those of the dealer or of the board."""


def deals(seed: int, block: int, rounds: int, sizes: Sequence[int]) -> Iterator[Dealt]:
    """The cards of the first rounds of a block, a given number for each place."""
    stream, pack = new_stream(seed, block), new_pack()
    for _ in range(rounds):
        deal(stream, pack, sum(sizes))
        cards = iter(Card(int(card)) for card in pack)
        yield tuple(tuple(next(cards) for _ in range(size)) for size in sizes)


def slips(seed: int, block: int) -> Stream:
    return new_stream(seed, block, MISTAKES)


def mistaken(stream: Stream, right: Action, legal: Sequence[Action], rate: Fraction) -> Action:
    """The right action or, by mistake, one of the others; if the right one itself is drawn, the last of them."""
    if not rate or below(stream, rate.denominator) >= rate.numerator or len(legal) < 2:
        return right
    drawn = legal[below(stream, len(legal) - 1)]
    return legal[-1] if drawn == right else drawn


def meaning(terms: Terms, seat: Seat, wager: str, shown: Shown) -> Meaning:
    """The result of a wager, computed from the verdict and its odds."""
    action, kind = shown.action, terms.book.wager(wager).kind
    placed = action.times * seat.wagers["ante"] if action.wager == wager else 0
    staked = placed if kind == "decision" else seat.wagers.get(wager, 0)
    if not staked:
        return Meaning(NOT_MADE, 0, 0)
    acts = frozenset({action.word}) & {"fold", "declare"}
    verdict = terms.book.settle(Case(wager, terms, shown.hands, shown.standing, acts, staked))
    net = -staked if verdict.outcome is Outcome.LOST else 0
    shares: tuple[tuple[str, Fraction], ...] = ()
    if verdict.outcome is Outcome.WON:
        assert verdict.odds is not None
        payment = verdict.odds.payment(staked)
        net = int(payment.paid + payment.returned) - staked
        if verdict.odds.pays_from_meter:
            shares = ((verdict.odds.meter, verdict.odds.amount),)
    return Meaning(verdict.outcome.value, staked, net, shares, verdict.row, str(verdict.cite))


Settle = Callable[[Dealt, Stream], Sequence[Shown]]
"""A function from the cards of a round to what every seat has; it draws mistakes from the stream."""


def differences(
    game: Game, terms: Terms, seats: Sequence[Seat], settled: Settle, sizes: Sequence[int], rounds: int
) -> int:
    """How many codes and rounds differ between kernel and reference; prints the first difference."""
    seed, block = 20_261_116, 3
    codes, stream, found = game.play(seed, block), slips(seed, block), 0
    for number, dealt in enumerate(deals(seed, block, rounds, sizes)):
        for place, (seat, shown) in enumerate(zip(seats, settled(dealt, stream), strict=True)):
            for column, row in enumerate(game.columns):
                told = row.meanings[codes[number, place, column]]
                wanted = meaning(terms, seat, row.wager, shown)
                if told != wanted:
                    found += 1
                    print(f"round {number}, seat {place}, {row.wager}: {told} but {wanted}; {dealt} {shown}")
    return found
