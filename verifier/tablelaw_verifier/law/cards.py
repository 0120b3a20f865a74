"""Cards and hands. A card is written as rank and suit: "As", "Td"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Cards: TypeAlias = list[str]
DECK = 52
RANKS = "23456789TJQKA"
RANK = {text: number for number, text in enumerate(RANKS, 2)}
PACK = frozenset(rank + suit for rank in RANKS for suit in "cdhs")
HANDS = (
    *("high card", "pair", "two pair", "three-of-a-kind", "straight"),
    *("flush", "full house", "four-of-a-kind", "straight flush", "royal flush"),
)
"""Five-card hands from the lowest up: 647a.6(b), 653a.6(b), 677a.6(b), Maryland 6.D, Massachusetts 3(b)."""
Strength: TypeAlias = tuple[int, tuple[int, ...]]


def rank_of(card: str) -> int:
    return RANK[card[0]]


def straight_top(ranks: Iterable[int]) -> int:
    """The top rank of the best five in sequence, or 0; the ace counts above the king or below the 2."""
    held = set(ranks)
    if 14 in held:
        held.add(1)
    return next((top for top in range(14, 4, -1) if all(top - n in held for n in range(5))), 0)


def strength(cards: Sequence[str]) -> Strength:
    """The best five-card hand of five or more cards: its class, and the ranks that decide within the class."""
    ranks, suited = sorted((rank_of(card) for card in cards), reverse=True), _flush_ranks(cards)
    if suited and (top := straight_top(suited)):
        return (9 if top == 14 else 8), (top,)
    return _of_a_kind(ranks, suited)


def _flush_ranks(cards: Sequence[str]) -> list[int]:
    """The ranks of the suit that has five or more cards, highest first."""
    for suit in "cdhs":
        ranks = [rank_of(card) for card in cards if card[1] == suit]
        if len(ranks) >= 5:
            return sorted(ranks, reverse=True)
    return []


def _of_a_kind(ranks: list[int], suited: list[int]) -> Strength:
    """The strength of a hand that is no straight flush; groups of equal ranks decide first, the larger before the
    smaller, then the other cards from the top.
    """
    count = Counter(ranks)
    groups = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    sizes = [count[rank] for rank in groups]
    others = [rank for rank in sorted(count, reverse=True) if rank != groups[0]]
    if sizes[0] == 4:
        return 7, (groups[0], others[0])
    if sizes[0] == 3 and sizes[1] >= 2:
        return 6, (groups[0], max(rank for rank in groups[1:] if count[rank] >= 2))
    if suited:
        return 5, tuple(suited[:5])
    if top := straight_top(ranks):
        return 4, (top,)
    if sizes[0] == 3:
        return 3, (groups[0], *others[:2])
    if sizes[0] == 2 and sizes[1] == 2:
        high, low = groups[0], groups[1]
        return 2, (high, low, max(rank for rank in groups if rank not in (high, low)))
    if sizes[0] == 2:
        return 1, (groups[0], *others[:3])
    return 0, tuple(ranks[:5])


def hand_name(cards: Sequence[str]) -> str:
    return HANDS[strength(cards)[0]]


def six_card_name(cards: Sequence[str]) -> str:
    """The Six Card Bonus hand: the first of the list that the six cards contain (647a.6(d), 653a.6(d))."""
    one_suit = len({card[1] for card in cards}) == 1
    if one_suit and {rank_of(card) for card in cards} == {9, 10, 11, 12, 13, 14}:
        diamonds = cards[0][1] == "d"
        return "six-card royal flush, " + ("diamonds" if diamonds else "hearts, spades or clubs")
    return hand_name(cards)


# --- High Card Flush (678a.6) ------------------------------------------------------------------------------------

Flush: TypeAlias = tuple[int, tuple[int, ...]]
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def best_flush(cards: Sequence[str]) -> Flush:
    """The longest flush; of two equally long ones, the one with the higher cards (678a.6(b), (c))."""
    suits = [sorted((rank_of(card) for card in cards if card[1] == suit), reverse=True) for suit in "cdhs"]
    return max((len(ranks), tuple(ranks)) for ranks in suits)


def longest_run(cards: Sequence[str], low_ace: bool = True) -> int:
    """The length of the longest straight flush; the ace is high or low, never between (678a.6(d))."""
    longest = 0
    for suit in "cdhs":
        held = {rank_of(card) for card in cards if card[1] == suit}
        held |= {1} if low_ace and 14 in held else set()
        for low in range(1, 15):
            longest = max(longest, next(n for n in range(16) if low + n not in held))
    return longest


# --- Two and three cards -----------------------------------------------------------------------------------------


def pocket(cards: Sequence[str]) -> tuple[int, int, bool]:
    """The higher rank, the lower rank, and whether both cards are of the same suit."""
    low, high = sorted(map(rank_of, cards))
    return high, low, cards[0][1] == cards[1][1]


def texas_bonus_row(cards: Sequence[str]) -> str:
    """The row of two cards in 647a.12(b) and Maryland 12.B, ignoring the dealer's aces; empty if they lose."""
    high, low, suited = pocket(cards)
    if high == low:
        return "ace-ace" if high == 14 else _PAIRS_BELOW_ACES[high >= 11]
    if high != 14 or low < 11:
        return ""
    how = "(same suit)" if suited else "(different suits)"
    return f"ace-king {how}" if low == 13 else f"ace-queen or ace-jack {how}"


_PAIRS_BELOW_ACES = {True: "king-king, queen-queen or jack-jack", False: "pair of 10-10 through 2-2"}


def pocket_bonus_row(cards: Sequence[str]) -> str:
    """The row of two cards in 677a.12(d)."""
    high, low, suited = pocket(cards)
    if high == low:
        return "pair of aces" if high == 14 else "pair of 2s-kings"
    if high != 14 or low < 11:
        return ""
    return "ace and a king, queen or jack " + ("(same suit)" if suited else "(different suits)")


def instant_winner(cards: Sequence[str], low_ace: bool) -> str:
    """The row of three cards that win at once when declared (Massachusetts 3(c)); empty if they do not win."""
    ranks = sorted(map(rank_of, cards))
    if len(set(ranks)) == 1:
        return "three-of-a-kind"
    runs = ranks[2] - ranks[0] == 2 and len(set(ranks)) == 3
    if len({card[1] for card in cards}) == 1 and (runs or (low_ace and ranks == [2, 3, 14])):
        return "three card straight flush"
    return ""
