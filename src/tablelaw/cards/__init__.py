"""Cards, decks and every ranking that the rulebooks need. The array interface is `tablelaw.cards.arrays.batch`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from types import MappingProxyType

from tablelaw.cards.card import PACK, Card, cards_text, parse_cards
from tablelaw.cards.deck import MIN_CUT, Deck
from tablelaw.cards.rankings.colorado import COLORADO
from tablelaw.cards.rankings.five_card import FIVE_CARD
from tablelaw.cards.rankings.flush_hand import FLUSH
from tablelaw.cards.rankings.four_card import FOUR_CARD
from tablelaw.cards.rankings.instant_winner import INSTANT_WINNER, INSTANT_WINNER_ACE_HIGH
from tablelaw.cards.rankings.own_rankings import digest_of, require_sound
from tablelaw.cards.rankings.qualification import QUALIFICATION
from tablelaw.cards.rankings.ranking import Ranking
from tablelaw.cards.rankings.six_card import SIX_CARD
from tablelaw.cards.rankings.straight_flush_length import STRAIGHT_FLUSH_LENGTH, STRAIGHT_FLUSH_LENGTH_ACE_HIGH
from tablelaw.cards.rankings.three_card import THREE_CARD
from tablelaw.cards.rankings.two_card import POCKET_BONUS, TEXAS_BONUS
from tablelaw.errors import BadRulebook

_ALL = (
    *(FIVE_CARD, SIX_CARD, FLUSH, STRAIGHT_FLUSH_LENGTH, STRAIGHT_FLUSH_LENGTH_ACE_HIGH),
    *(INSTANT_WINNER, INSTANT_WINNER_ACE_HIGH, TEXAS_BONUS, POCKET_BONUS, COLORADO),
    *(QUALIFICATION, THREE_CARD, FOUR_CARD),
)
_BY_NAME = {ranking.name: ranking for ranking in _ALL}
RANKINGS: Mapping[str, Ranking] = MappingProxyType(_BY_NAME)


_OWN: dict[str, str] = {}
"""Maps the names of own rankings to digests of their file and of what they say."""


def register_rankings(rankings: Iterable[Ranking], source: str = "") -> None:
    """Registers a rulebook's own rankings. Their names begin with its id, so they cannot replace other rankings.

    Within a process a name stands for one ranking, because rulebooks and counts refer to rankings by name. The same
    ranking, read from the same `source`, may be registered again: the first object stays.
    """
    for ranking in rankings:
        require_sound(ranking)
        digest = sha256(f"{source} {digest_of(ranking)}".encode()).hexdigest()
        if ranking.name in _BY_NAME and _OWN.get(ranking.name) != digest:
            raise BadRulebook(
                "another ranking of this name was read before, and rulebooks in this process still use it",
                where=f"rankings.py ({ranking.name})",
                accepted="a new process, or a name that is not taken",
            )
        _OWN[ranking.name] = digest
        _BY_NAME.setdefault(ranking.name, ranking)


def own_digest(name: str) -> str:
    """A digest of an own ranking's file and of what it says; empty for a ranking of the package."""
    return _OWN.get(name, "")


__all__ = [
    "MIN_CUT",
    "PACK",
    "RANKINGS",
    "Card",
    "Deck",
    "Ranking",
    "cards_text",
    "own_digest",
    "parse_cards",
    "register_rankings",
]
