"""A deck of 52 cards with a back colour: new, shuffled or cut. The first card is the top card."""

from __future__ import annotations

from dataclasses import dataclass

from tablelaw.cards.card import PACK, Card
from tablelaw.chance import Chance
from tablelaw.errors import BadCut

MIN_CUT = 10
_CUT_LAW = "the cover card goes at least ten cards in from the top (653a.5(d) and similar paragraphs; MA 5(c))"


@dataclass(frozen=True, slots=True)
class Deck:
    back: str
    cards: tuple[Card, ...]

    @classmethod
    def new(cls, back: str = "blue") -> Deck:
        """A new deck, sorted by suit and rank, as it is spread for the first player to inspect."""
        return cls(back, tuple(sorted(PACK, key=lambda card: (card & 3, card))))

    def shuffled(self, chance: Chance) -> Deck:
        """The deck after a Fisher-Yates shuffle from the bottom up; every order is equally likely."""
        cards, below = list(self.cards), chance.below
        for last in range(len(cards) - 1, 0, -1):
            pick = below(last + 1)
            cards[last], cards[pick] = cards[pick], cards[last]
        return Deck(self.back, tuple(cards))

    def cut(self, at: int) -> Deck:
        """Moves the `at` cards above the cover card to the bottom; at least one card must remain below it."""
        most = len(self.cards) - 1
        if not MIN_CUT <= at <= most:
            raise BadCut(f"a cut at {at} cards", why=_CUT_LAW, accepted=f"{MIN_CUT} to {most}")
        return Deck(self.back, self.cards[at:] + self.cards[:at])

    def is_whole(self) -> bool:
        return len(self.cards) == 52 and len(set(self.cards)) == 52
