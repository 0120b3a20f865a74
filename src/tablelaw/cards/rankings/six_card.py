"""The Six Card Bonus: the best five of six cards, and the royal flush that uses all six (647a.6(d), 653a.6(d)).

(d) does not repeat that an ace may count as low; the game's own ranking (a) permits it. Only one printed paytable has
rows for the six-card royal. The other paytables use the group "royal flush, five or six cards", under the reading that
a six-card royal still contains a royal.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablelaw.cards.card import Card
from tablelaw.cards.rankings import five_card
from tablelaw.cards.rankings.ranking import Ranking, checked

NAME = "six-card bonus"
SIZES = (6,)
ROYAL_IN_DIAMONDS = "six-card royal flush, diamonds"
ROYAL_IN_ANOTHER_SUIT = "six-card royal flush, hearts, spades or clubs"
NOTHING = "nothing"
CLASSES = (ROYAL_IN_DIAMONDS, ROYAL_IN_ANOTHER_SUIT, *five_card.CLASSES[:7], NOTHING)
GROUPS = {
    "six-card royal flush": CLASSES[:2],
    "royal flush, five or six cards": CLASSES[:3],
}
_ROYAL_SIX = [9, 10, 11, 12, 13, 14]


def classify_unchecked(cards: Sequence[Card]) -> str:
    strength = five_card.strength_unchecked(cards)
    made = five_card.category(strength)
    if made == five_card.ROYAL and _is_six_card_royal(cards):
        return ROYAL_IN_DIAMONDS if cards[0].suit == "d" else ROYAL_IN_ANOTHER_SUIT
    return five_card.class_of(strength) if made >= five_card.THREE else NOTHING


def _is_six_card_royal(cards: Sequence[Card]) -> bool:
    return sorted(card.rank for card in cards) == _ROYAL_SIX and len({card.suit for card in cards}) == 1


def _describe_unchecked(cards: Sequence[Card]) -> str:
    name = classify_unchecked(cards)
    if name in CLASSES[:2]:
        return f"six-card royal flush, {cards[0].suit_name}"
    best = five_card.words(five_card.strength_unchecked(cards))
    return f"{NOTHING}: {best}" if name == NOTHING else best


classify = checked(NAME, SIZES, classify_unchecked)
describe = checked(NAME, SIZES, _describe_unchecked)

SIX_CARD = Ranking(NAME, SIZES, CLASSES, GROUPS, classify, None, describe)
