"""What a rule may look at in a round."""

from __future__ import annotations

from tablelaw_verifier.law.cards import Cards, Strength, strength
from tablelaw_verifier.law.rulings import Stakes, Void
from tablelaw_verifier.law.terms import Terms
from tablelaw_verifier.trust.differences import Different, check

FIVE_CARD = ("five-card-player", "five-card-dealer")


class RoundView:
    """A round as a rule sees it: seats, wagers, cards, and who is still in play."""

    def __init__(
        self, terms: Terms, own_cards: int, number: int, method: str, players: dict[int, str], stakes: Stakes
    ) -> None:
        self.terms, self.own_cards = terms, own_cards
        self.number, self.method = number, method
        self.seats, self.players, self.stakes = list(players), players, stakes
        self.cards: dict[str, Cards] = {}
        self.shown = 0
        self.folded: set[int] = set()
        self.gone: set[int] = set()
        self.declared: set[int] = set()
        self.forfeited: set[tuple[int, str]] = set()
        self.discards: dict[int, Cards] = {}
        self.buyers: list[int] = []
        """Seats that have bought a card in place of a discarded one, in the order of the deal."""
        self.drawn_cards: Cards = []
        self.drawn_positions: list[int] = []
        self.void: Void | None = None
        self.memo: dict[int, Strength] = {}

    def has_wager(self, wager: str) -> bool:
        return any(wager in stakes for stakes in self.stakes.values())

    def counts(self, wager: str) -> int:
        return sum(wager in stakes for stakes in self.stakes.values())

    def on_devices(self) -> int:
        """How many wagers the progressive devices accepted."""
        on_device = [name for name, terms in self.terms.wagers.items() if terms["medium"] == "progressive device"]
        return sum(map(self.counts, on_device))

    def in_play(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.folded and seat not in self.gone]

    def _of(self, place: str, number: int) -> Cards:
        cards = self.cards.get(place, [])
        check(f"cards at {place}", number, len(cards))
        return cards

    def own(self, seat: int) -> Cards:
        """The cards of a player, with a bought card in place of the discarded one."""
        if seat not in self.buyers:
            return self._of(f"seat {seat}", self.own_cards)
        return [card for card in self._of(f"seat {seat}", self.own_cards + 1) if card not in self.discards[seat]]

    def dealer_cards(self) -> Cards:
        return self._of("dealer", self.own_cards)

    def six_cards(self) -> Cards:
        return self._of("six-card", 4)

    def community(self, number: int) -> Cards:
        """The first community cards, which must be face up."""
        if self.shown < number:
            raise Different("community cards face up", f"{number} or more", self.shown)
        return self.cards["community"][:number]

    def flop(self) -> Cards:
        return self.community(3)

    def player_strength(self, seat: int) -> Strength:
        if seat not in self.memo:
            self.memo[seat] = strength(self.own(seat) + self.community(5))
        return self.memo[seat]

    def dealer_strength(self) -> Strength:
        if 0 not in self.memo:
            self.memo[0] = strength(self.dealer_cards() + self.community(5))
        return self.memo[0]

    def live_five_card(self, seat: int) -> list[tuple[str, int]]:
        """The Five Card Hand wagers of a seat that are still to be decided on the cards; a player who left has none."""
        if seat in self.gone:
            return []
        wagers = [wager for wager in FIVE_CARD if wager in self.stakes[seat] and (seat, wager) not in self.forfeited]
        if self.void is not None:
            wagers = [wager for wager in wagers if wager in self.void.settled]
        return [(wager, self.stakes[seat][wager]) for wager in wagers]
