"""The structure of a game: whose cards are dealt, when they are seen, what is decided and what is compared.

It is derived from the dealing procedure and the order of the round. Solvers, simulations and coaches use it, so they do
not need to know games by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tablelaw.cards import Ranking
from tablelaw.cards.rankings.ranking import LISTED
from tablelaw.law.decisions import Decision, decisions_of
from tablelaw.law.rows import BUY, Dealing, Flow, Hand
from tablelaw.law.rulebook import Terms

PLAYER, DEALER, COMMUNITY, FLOP = "player", "dealer", "community", "flop"
PLAYERS = "players"
INITIAL, OTHER = "player initial", "other player"
"""Places of a hand that are not dealt to directly: a player's cards before a discard, and another player's cards."""


@dataclass(frozen=True, slots=True)
class HandStructure:
    """A hand that wagers depend on: where its cards come from, their number, and the ranking that reads them."""

    places: tuple[str, ...]
    size: int
    ranking: Ranking


@dataclass(frozen=True, slots=True, eq=False)
class Structure:
    """The structure of a game under one set of the operator's choices."""

    own: int
    """Cards dealt to each player."""
    dealer: int
    """Cards dealt to the dealer; 0 if the house holds no hand."""
    dealer_up: int
    """The number of the dealer's cards that are face up from the start."""
    board: tuple[int, ...]
    """The number of community cards turned up at each step."""
    decisions: tuple[Decision, ...]
    discard: int
    """The number of their own cards that players who stay in discard without replacement."""
    bought: int
    """The number of their own cards that players may exchange for others at a price; 0 if cards cannot be bought."""
    compares: bool
    """Whether the player's hand is compared with the dealer's."""
    actions: frozenset[str]
    """Every action that some decision offers."""
    limited_by: frozenset[str]
    """The hands whose class limits what a player may choose at a decision."""
    hands: Mapping[str, HandStructure]

    @property
    def pulls(self) -> tuple[str, ...]:
        """The wagers that a player may take back at a decision."""
        return tuple(wager for decision in self.decisions for wager in decision.pulls)

    def ranking(self, hand: str) -> Ranking | None:
        """The ranking that reads a hand, or None if the game has no such hand."""
        return self.hands[hand].ranking if hand in self.hands else None

    def read_alike(self, hand: str) -> dict[str, Ranking]:
        """The rankings of all hands that are read from the same cards as this one and by the same strengths, such as a
        qualification line.
        """
        own = self.hands[hand]
        same = {name: read.ranking for name, read in self.hands.items() if read.places == own.places}
        return {name: ranking for name, ranking in same.items() if _is_of_the_same_strengths(ranking, own.ranking)}


def _is_of_the_same_strengths(one: Ranking, other: Ranking) -> bool:
    if one.class_of is None or one.strength is None:
        return False
    return one.strength is other.strength or one.family == other.family != LISTED


@lru_cache(maxsize=64)
def structure_of(terms: Terms) -> Structure:
    """The structure of the game that these terms describe."""
    book = terms.book
    flow = [entry for entry in book.flow if terms.holds(entry.when)]
    community = [entry for entry in flow if entry.do == "community"]
    asked = {entry.stage for entry in flow if entry.do == "decide"}
    stages = [stage for stage in book.stages if stage.id in asked]
    choices = [choice for stage in stages for choice in stage.choices if terms.holds(choice.when)]
    discard = max((choice.discard for choice in choices if choice.action != BUY), default=0)
    dealt = cards_dealt(book.dealing[0])
    places = _places(dealt, community, discard)
    hands = {hand.id: _hand(terms, hand, places) for hand in book.hands}
    return Structure(
        own=dealt[PLAYER],
        dealer=dealt[DEALER],
        dealer_up=dealer_cards_up(book.dealing[0]),
        board=tuple(entry.cards for entry in community),
        decisions=decisions_of(terms),
        discard=discard,
        bought=max((choice.discard for choice in choices if choice.action == BUY), default=0),
        compares=all(hand in hands and hands[hand].ranking.strength is not None for hand in (PLAYER, DEALER)),
        actions=frozenset(choice.action for choice in choices),
        limited_by=frozenset(s.hand for s in stages for c in s.choices if c.hands and terms.holds(c.when)),
        hands=hands,
    )


def cards_dealt(method: Dealing) -> Counter[str]:
    """The number of cards a dealing procedure deals to each place before the first decision, including cards that
    depend on wagers.
    """
    dealt = Counter[str]()
    for step in method.steps:
        for place in step.to:
            dealt[PLAYER if place == PLAYERS else place] += step.cards * step.times
    return dealt


def dealer_cards_up(method: Dealing) -> int:
    """The number of the dealer's cards that a dealing procedure deals face up."""
    return sum(step.cards * step.times for step in method.steps if DEALER in step.to and step.face == "up")


def _places(dealt: Counter[str], community: list[Flow], discard: int) -> dict[str, int]:
    """The number of cards that each place contributes to a hand."""
    held, board = dealt[PLAYER], sum(entry.cards for entry in community)
    flop = sum(entry.cards for entry in community if entry.to == FLOP)
    return {**dealt, PLAYER: held - discard, INITIAL: held, OTHER: held, COMMUNITY: board, FLOP: flop}


def _hand(terms: Terms, hand: Hand, places: Mapping[str, int]) -> HandStructure:
    size = sum(places.get(place, 0) for place in hand.cards)
    return HandStructure(hand.cards, size, terms.ranking_of(hand.id))
