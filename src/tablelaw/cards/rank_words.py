"""Ranks in words, for text that people read: "kings over fours", "nine high"."""

from __future__ import annotations

from collections.abc import Sequence

_WORDS = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
NUMBER_WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def one(rank: int) -> str:
    return _WORDS[rank - 2]


def many(rank: int) -> str:
    return "sixes" if rank == 6 else _WORDS[rank - 2] + "s"


def listed(ranks: Sequence[int]) -> str:
    """Lists ranks in words: "an ace" for one, "ace, nine and four" for several."""
    words = [one(rank) for rank in ranks]
    if len(words) == 1:
        return f"an {words[0]}" if words[0][0] in "ae" else f"a {words[0]}"
    return f"{', '.join(words[:-1])} and {words[-1]}"
