"""Rankings of the first two cards: Texas Hold 'Em Bonus (647a.12(b), MD 12.B) and Pocket Bonus (677a.12(d))."""

from __future__ import annotations

from collections.abc import Sequence

from tablelaw.cards.card import ACE, Card
from tablelaw.cards.rank_words import many, one
from tablelaw.cards.rankings.ranking import Ranking, checked

SIZES = (2,)
NOTHING = "nothing"
TEXAS = "texas bonus"
BOTH_ACES = "ace-ace (dealer and player)"
TEXAS_CLASSES = (
    BOTH_ACES,
    "ace-ace",
    "ace-king (same suit)",
    "ace-queen or ace-jack (same suit)",
    "ace-king (different suits)",
    "king-king, queen-queen or jack-jack",
    "ace-queen or ace-jack (different suits)",
    "pair of 10-10 through 2-2",
    NOTHING,
)
POCKET = "pocket bonus"
POCKET_CLASSES = (
    "pair of aces",
    "ace and a king, queen or jack (same suit)",
    "ace and a king, queen or jack (different suits)",
    "pair of 2s-kings",
    NOTHING,
)


def _read(cards: Sequence[Card]) -> tuple[int, int, bool]:
    """The higher rank, the lower rank, and whether both cards have the same suit."""
    lower, higher = sorted(cards)
    return higher.rank, lower.rank, higher.suit == lower.suit


def classify_texas_unchecked(cards: Sequence[Card]) -> str:
    """The class of two cards. It is never the first class, which also depends on the dealer's cards."""
    high, low, same_suit = _read(cards)
    if high == low:
        return TEXAS_CLASSES[1 if high == ACE else 5 if high >= 11 else 7]
    if high < ACE or low < 11:
        return NOTHING
    if low == 13:
        return TEXAS_CLASSES[2 if same_suit else 4]
    return TEXAS_CLASSES[3 if same_suit else 6]


def classify_pocket_unchecked(cards: Sequence[Card]) -> str:
    high, low, same_suit = _read(cards)
    if high == low:
        return POCKET_CLASSES[0 if high == ACE else 3]
    if high < ACE or low < 11:
        return NOTHING
    return POCKET_CLASSES[1 if same_suit else 2]


def describe_unchecked(cards: Sequence[Card]) -> str:
    high, low, same_suit = _read(cards)
    if high == low:
        return f"pair of {many(high)}"
    return f"{one(high)} and {one(low)}, {'same suit' if same_suit else 'different suits'}"


def _classify_four(cards: Sequence[Card]) -> str:
    """The class of the player's two cards, followed by the dealer's two so that all four can be checked for repeats."""
    both = all(card.rank == ACE for card in cards)
    return BOTH_ACES if both else classify_texas_unchecked(cards[:2])


_classify_checked_four = checked("texas bonus with the dealer's cards", (4,), _classify_four)


def classify_with_dealer(player: Sequence[Card], dealer: Sequence[Card]) -> str:
    """The class of the player's cards when the dealer's are known, for the first row of paytable A."""
    texas_bonus(player), texas_bonus(dealer)
    return _classify_checked_four((*player, *dealer))


texas_bonus = checked(TEXAS, SIZES, classify_texas_unchecked)
pocket_bonus = checked(POCKET, SIZES, classify_pocket_unchecked)

TEXAS_BONUS = Ranking(TEXAS, SIZES, TEXAS_CLASSES, {}, texas_bonus, None, checked(TEXAS, SIZES, describe_unchecked))
POCKET_BONUS = Ranking(
    POCKET, SIZES, POCKET_CLASSES, {}, pocket_bonus, None, checked(POCKET, SIZES, describe_unchecked)
)
