"""Dealing in a kernel: only as many cards as the round needs, from a pack that is never put in order again."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from houserules.cards.arrays.compiled import kernel
from houserules.simulation.streams import HALF, LOW, ONE, ZERO, next_word

PACK = 52
AT_ONCE = 9
"""Cards taken from one word of 64 bits: 52 x 51 x ... x 44 is below 2^51, so that hardly a word is drawn again."""


def new_pack() -> npt.NDArray[np.uint8]:
    return np.arange(PACK, dtype=np.uint8)


@kernel
def deal(stream: Any, pack: Any, count: Any) -> None:
    """Puts `count` cards drawn at random on top of the pack (places 0 to count - 1): a shuffle broken off early.

    Whatever order the pack is in, every deal is as likely as any other. Of a word each place takes a part and leaves
    the rest to the next; what the last would leave says whether the word is among the few that would favour some
    deals (Brackett-Rozinsky, Lemire 2024).
    """
    first = 0
    while first < count:
        after = min(count, first + AT_ONCE)
        ways = ONE
        for place in range(first, after):
            ways *= np.uint64(PACK - place)
        word = next_word(stream)
        while word * ways < ways and word * ways < (ZERO - ways) % ways:
            word = next_word(stream)
        for place in range(first, after):
            left = np.uint64(PACK - place)
            upper, lower = (word >> HALF) * left, (word & LOW) * left
            upper += lower >> HALF
            word = upper << HALF | lower & LOW
            pick = place + np.int64(upper >> HALF)
            pack[place], pack[pick] = pack[pick], pack[place]
        first = after
