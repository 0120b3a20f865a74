"""Random numbers and deals of simulated rounds: counter-based streams, so any block can be dealt independently.

The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011). Its key is the seed; its counter is the number of the
draw, the block and a purpose, so cards, mistakes and the system's own draws never use the same numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tablelaw.cards.arrays.compiled import kernel
from tablelaw.errors import TablelawError

Stream = npt.NDArray[np.uint64]
"""The seed, block and purpose, draws made and words used, followed by the words of the last draws."""

CARDS, MISTAKES, DRAWS, OWN = 0, 1, 2, 16
"""The purposes of streams: dealing, players' mistakes, draws of the table game system; numbers from OWN on are for
other uses.
"""

SEEDS, BLOCKS, PURPOSES = 1 << 64, 1 << 32, 1 << 32
SEED, PLACE, DRAWN, USED, WORDS = 0, 1, 2, 3, 4
AT_ONCE, OF_A_DRAW = 32, 2
"""The number of draws made together, so the compiler can vectorise them; each gives two words."""
HELD = np.uint64(AT_ONCE * OF_A_DRAW)

ZERO, ONE, HALF = np.uint64(0), np.uint64(1), np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
FIRST, SECOND = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
STEP, OTHER_STEP = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
TIMES = 10


class BadSeed(TablelawError):
    """A seed or block is outside the range of a stream."""


def new_stream(seed: int, block: int, purpose: int = CARDS) -> Stream:
    """The stream of one block for one purpose."""
    for name, value, beyond in (("seed", seed, SEEDS), ("block", block, BLOCKS), ("purpose", purpose, PURPOSES)):
        if not 0 <= value < beyond:
            raise BadSeed(f"{name} {value}", where="simulation", accepted=f"0 to {beyond - 1:,}")
    stream = np.zeros(WORDS + AT_ONCE * OF_A_DRAW, np.uint64)
    stream[SEED], stream[PLACE], stream[USED] = seed, purpose << 32 | block, HELD
    return stream


@kernel
def philox(seed: Any, place: Any, draw: Any) -> Any:
    """Two 64-bit words for a 64-bit key and a 128-bit counter, whose lower half is the number of the draw."""
    a, b, c, d = draw & LOW, draw >> HALF, place & LOW, place >> HALF
    key, other = seed & LOW, seed >> HALF
    for _ in range(TIMES):
        one, two = FIRST * a, SECOND * c
        a, b, c, d = two >> HALF ^ b ^ key, two & LOW, one >> HALF ^ d ^ other, one & LOW
        key, other = key + STEP & LOW, other + OTHER_STEP & LOW
    return b << HALF | a, d << HALF | c


@kernel
def next_word(stream: Any) -> Any:
    """The next 64 bits of a stream."""
    if stream[USED] == HELD:
        seed, place, drawn = stream[SEED], stream[PLACE], stream[DRAWN]
        for n in range(AT_ONCE):
            first, second = philox(seed, place, drawn + np.uint64(n))
            stream[WORDS + OF_A_DRAW * n], stream[WORDS + OF_A_DRAW * n + 1] = first, second
        stream[DRAWN], stream[USED] = drawn + np.uint64(AT_ONCE), ZERO
    used = stream[USED]
    stream[USED] = used + ONE
    return stream[WORDS + np.int64(used)]


@kernel
def below(stream: Any, n: Any) -> Any:
    """A whole number from 0 to n - 1 (n at most 2^32), all equally likely. It is the upper half of a product, redrawn
    if the lower half is one of the few values that would favour some numbers (Lemire 2019).
    """
    bound = np.uint64(n)
    product = (next_word(stream) >> HALF) * bound
    if product & LOW < bound:
        floor = ((LOW - bound + ONE) & LOW) % bound
        while product & LOW < floor:
            product = (next_word(stream) >> HALF) * bound
    return np.int64(product >> HALF)


PACK = 52
CARDS_A_WORD = 9
"""The number of cards drawn from one 64-bit word: 52 x 51 x ... x 44 is below 2^51, so a word is hardly ever redrawn.
"""


def new_pack() -> npt.NDArray[np.uint8]:
    return np.arange(PACK, dtype=np.uint8)


@kernel
def deal(stream: Any, pack: Any, count: Any) -> None:
    """Puts `count` random cards on top of the pack (places 0 to count - 1): a partial shuffle.

    Every deal is equally likely, regardless of the order of the pack. Each place uses part of a word and leaves the
    rest to the next; the last remainder shows whether the word is one of the few that would favour some deals
    (Brackett-Rozinsky, Lemire 2024).
    """
    first = 0
    while first < count:
        after = min(count, first + CARDS_A_WORD)
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
