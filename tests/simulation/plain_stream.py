"""The random streams again in plain Python, written from the published algorithms."""

from __future__ import annotations

MASK32, MASK64 = (1 << 32) - 1, (1 << 64) - 1


def philox4x32(counter: tuple[int, ...], key: tuple[int, ...], rounds: int = 10) -> tuple[int, ...]:
    c, k = list(counter), list(key)
    for _ in range(rounds):
        high0, low0 = divmod(0xD2511F53 * c[0], 1 << 32)
        high1, low1 = divmod(0xCD9E8D57 * c[2], 1 << 32)
        c = [high1 ^ c[1] ^ k[0], low1, high0 ^ c[3] ^ k[1], low0]
        k = [(k[0] + 0x9E3779B9) & MASK32, (k[1] + 0xBB67AE85) & MASK32]
    return tuple(c)


class PlainStream:
    def __init__(self, seed: int, block: int, purpose: int) -> None:
        self.key = seed & MASK32, seed >> 32
        self.place = block, purpose
        self.drawn = 0
        self.words: list[int] = []

    def word(self) -> int:
        if not self.words:
            a, b, c, d = philox4x32((self.drawn & MASK32, self.drawn >> 32, *self.place), self.key)
            self.words = [b << 32 | a, d << 32 | c]
            self.drawn += 1
        return self.words.pop(0)

    def below(self, n: int) -> int:
        while True:
            high, low = divmod((self.word() >> 32) * n, 1 << 32)
            if low >= (1 << 32) % n:
                return high

    def deal(self, pack: list[int], count: int, at_once: int = 9) -> None:
        """Deals by a shuffle that stops after `count` cards and takes several cards from each word."""
        for first in range(0, count, at_once):
            bounds = [len(pack) - place for place in range(first, min(count, first + at_once))]
            for place, pick in enumerate(self._below_all(bounds), first):
                pack[place], pack[place + pick] = pack[place + pick], pack[place]

    def _below_all(self, bounds: list[int]) -> list[int]:
        ways = 1
        for bound in bounds:
            ways *= bound
        while True:
            rest, picks = self.word(), []
            for bound in bounds:
                pick, rest = divmod(rest * bound, 1 << 64)
                picks.append(pick)
            if rest >= (1 << 64) % ways:
                return picks
