"""The randomness that a day's floor gets instead of the kernel's: seeded, with a stream for every order, sometimes
stacked.

A floor needs shuffles, the salts that seal them, and draws. Everything that one order needs comes from the stream with
that order's name, so leaving out an order does not change the cards of any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablelaw.cards import Card, Deck
from tablelaw.gaming_day.streams import Draws, Streams
from tablelaw.gaming_day.world import card_places
from tablelaw.law.rulebook import Terms

FRESH = Deck.new().cards
SUITS = 4


class CardSource:
    """The floor's randomness; `turn` names the next order, and `stack` sets the order of cards that its shuffle
    produces.
    """

    def __init__(self, streams: Streams) -> None:
        self._streams = streams
        self._draws = streams.named("nothing")
        self._picks: list[int] = []

    def turn(self, name: str) -> None:
        self._draws, self._picks = self._streams.named("floor", name), []

    def stack(self, cards: Sequence[Card]) -> None:
        """Makes the shuffle of the order named last produce these cards, from the top down."""
        self._picks = picks_for(cards)

    def below(self, n: int) -> int:
        return self._picks.pop(0) if self._picks else self._draws.below(n)


def picks_for(cards: Sequence[Card]) -> list[int]:
    """The numbers that a shuffle must draw, from below 52 down to below 2, to produce an order of cards."""
    have, picks = list(FRESH), []
    for last in range(len(have) - 1, 0, -1):
        pick = have.index(cards[last])
        have[last], have[pick] = have[pick], have[last]
        picks.append(pick)
    return picks


def before_the_cut(cards: Sequence[Card], depth: int) -> tuple[Card, ...]:
    """The order that a cut at `depth` turns into the given one."""
    return (*cards[len(cards) - depth :], *cards[: len(cards) - depth])


def winning_deck(terms: Terms, method: str, stakes: Mapping[int, Sequence[str]], draws: Draws) -> tuple[Card, ...]:
    """A deck that gives one of the betting seats a hand with the largest win.

    With a board, this is a royal flush or a lower straight flush made of the seat's cards and the first cards of the
    board; sometimes the dealer gets it instead. Without a board, it is a straight flush as long as the seat's hand.
    """
    dealing = card_places.procedure(terms.book, method)
    staked = frozenset(wager for wagers in stakes.values() for wager in wagers)
    plan = card_places.initial_places(dealing, sorted(stakes), staked) + card_places.later_places(dealing, terms)
    holders = [card_places.seat_place(seat) for seat in sorted(stakes)]
    if card_places.DEALER in plan and card_places.COMMUNITY in plan and draws.one_in(4):
        holders = [card_places.DEALER]
    holder = draws.pick(holders)
    return _laid(plan, [holder, card_places.COMMUNITY], _run(draws), draws)


def _run(draws: Draws) -> list[Card]:
    """Consecutive cards of one suit, from the ace or a lower card down."""
    suit = draws.below(SUITS)
    suited = sorted((card for card in FRESH if card & 3 == suit), reverse=True)
    return suited if draws.below(3) else suited[draws.between(1, 4) :]


def _laid(plan: list[str], first: list[str], run: list[Card], draws: Draws) -> tuple[Card, ...]:
    """Stacks a deck so that the run goes to the holder's places and then to the board, in dealing order; other cards
    fill the rest.
    """
    at = [n for place in first for n, where in enumerate(plan) if where == place][: min(7, len(run))]
    if card_places.COMMUNITY in plan:
        at = at[: _five(plan, first[0])]
    taken = dict(zip(at, run, strict=False))
    rest = [card for card in Deck.new().shuffled(draws).cards if card not in taken.values()]
    return tuple(taken[n] if n in taken else rest.pop() for n in range(len(FRESH)))


def _five(plan: list[str], holder: str) -> int:
    """How many cards of the run to stack: five make the hand, and a holder of three cards discards one of them."""
    return max(5, plan.count(holder) + 2)
