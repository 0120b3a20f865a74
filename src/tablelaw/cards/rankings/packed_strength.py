"""Strengths of three to five cards as one number: a category, then the ranks in the order in which they decide, four
bits each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tablelaw.cards.rank_words import listed, many, one


def packed(places: int, category: int, ranks: Sequence[int]) -> int:
    """A strength with `places` ranks; missing ranks are 0 and further ranks are dropped."""
    strength = category
    for place in range(places):
        strength = strength << 4 | (ranks[place] if place < len(ranks) else 0)
    return strength


def ranks_in(places: int, strength: int) -> tuple[int, ...]:
    """The ranks that a strength contains, in the order in which they decide."""
    nibbles = (strength >> 4 * place & 15 for place in reversed(range(places)))
    return tuple(rank for rank in nibbles if rank)


def hand_in_words(name: str, ranks: Sequence[int]) -> str:
    """The name of a hand with every rank that decides a tie: "full house, kings over fours"."""
    return name + _AFTER_THE_NAME[name](ranks)


def _others(ranks: Sequence[int]) -> str:
    return f", with {listed(ranks)}" if ranks else ""


_AFTER_THE_NAME: dict[str, Callable[[Sequence[int]], str]] = {
    "royal flush": lambda ranks: "",
    "straight flush": lambda ranks: f", {one(ranks[0])} high",
    "four-of-a-kind": lambda ranks: f", {many(ranks[0])}{_others(ranks[1:])}",
    "full house": lambda ranks: f", {many(ranks[0])} over {many(ranks[1])}",
    "flush": lambda ranks: f", {listed(ranks)}",
    "straight": lambda ranks: f", {one(ranks[0])} high",
    "three-of-a-kind": lambda ranks: f", {many(ranks[0])}{_others(ranks[1:])}",
    "two pair": lambda ranks: f", {many(ranks[0])} and {many(ranks[1])}{_others(ranks[2:])}",
    "pair": lambda ranks: f" of {many(ranks[0])}{_others(ranks[1:])}",
    "high card": lambda ranks: f", {listed(ranks)}",
}
