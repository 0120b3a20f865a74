"""Cards, decks and every ranking that the rulebooks need. The array interface is `tablelaw.cards.arrays.batch`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tablelaw.cards.card import PACK, Card, cards_text, parse_cards
from tablelaw.cards.deck import MIN_CUT, Deck
from tablelaw.cards.rankings.colorado import COLORADO
from tablelaw.cards.rankings.five_card import FIVE_CARD
from tablelaw.cards.rankings.flush_hand import FLUSH
from tablelaw.cards.rankings.four_card import FOUR_CARD
from tablelaw.cards.rankings.instant_winner import INSTANT_WINNER, INSTANT_WINNER_ACE_HIGH
from tablelaw.cards.rankings.qualification import QUALIFICATION
from tablelaw.cards.rankings.ranking import Ranking
from tablelaw.cards.rankings.six_card import SIX_CARD
from tablelaw.cards.rankings.straight_flush_length import STRAIGHT_FLUSH_LENGTH, STRAIGHT_FLUSH_LENGTH_ACE_HIGH
from tablelaw.cards.rankings.three_card import THREE_CARD
from tablelaw.cards.rankings.two_card import POCKET_BONUS, TEXAS_BONUS

_ALL = (
    *(FIVE_CARD, SIX_CARD, FLUSH, STRAIGHT_FLUSH_LENGTH, STRAIGHT_FLUSH_LENGTH_ACE_HIGH),
    *(INSTANT_WINNER, INSTANT_WINNER_ACE_HIGH, TEXAS_BONUS, POCKET_BONUS, COLORADO),
    *(QUALIFICATION, THREE_CARD, FOUR_CARD),
)
_BY_NAME = {ranking.name: ranking for ranking in _ALL}
RANKINGS: Mapping[str, Ranking] = MappingProxyType(_BY_NAME)


def register_rankings(rankings: Iterable[Ranking]) -> None:
    """Registers a rulebook's own rankings. Their names begin with its id, so they cannot replace other rankings."""
    _BY_NAME.update({ranking.name: ranking for ranking in rankings})


__all__ = ["MIN_CUT", "PACK", "RANKINGS", "Card", "Deck", "Ranking", "cards_text", "parse_cards", "register_rankings"]
