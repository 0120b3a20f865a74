"""Arrêté du 14 mai 2007, article 55-21: poker trois cartes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tablelaw_verifier.law.cards import Strength, rank_of
from tablelaw_verifier.law.dealing import TURN_UP, Step, ask, one_at_a_time
from tablelaw_verifier.law.french_order import FrenchOrder
from tablelaw_verifier.law.game import resting
from tablelaw_verifier.law.printed.fr_trois_cartes import PRINTED_TROIS_CARTES
from tablelaw_verifier.law.round_view import RoundView
from tablelaw_verifier.law.rulings import NO_WAGER, Choices, Forfeits, Ruling

THREE_CARD_HANDS = ("high card", "pair", "flush", "straight", "three-of-a-kind", "straight flush")
"""Three-card hands from the lowest up, in the order in which al. 53 and al. 54 pay them."""
QUEEN_HIGH: Strength = (0, (12,))


def three_card_strength(cards: Sequence[str]) -> Strength:
    """The class of three cards, then the ranks that decide (al. 25, 35, 36); the ace may count below the two in a
    straight.
    """
    ranks = sorted(map(rank_of, cards), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    top = 3 if ranks == [14, 3, 2] else ranks[0] if ranks[0] - 1 == ranks[1] == ranks[2] + 1 else 0
    if ranks[0] == ranks[2]:
        return 4, (ranks[0],)
    if top:
        return (5 if suited else 3), (top,)
    if suited:
        return 2, tuple(ranks)
    if len(set(ranks)) == 2:
        beside = next(rank for rank in ranks if ranks.count(rank) == 1)
        return 1, (ranks[1], beside)
    return 0, tuple(ranks)


class TroisCartes(FrenchOrder):
    id, always, articles = "fr-trois-cartes", ("ante", "play"), ("55-21",)
    fewest_and_most_seats, seats_cite = (5, 7), "Art. 55-21 al. 12"
    printed = PRINTED_TROIS_CARTES
    needs: ClassVar[dict[str, tuple[str, ...]]] = {"bonus": ("ante",), "pair-plus": ("ante",)}
    order = ("ante", "play", "bonus", "pair-plus")
    own_cards = 3
    wrong_number, told, looked = "Art. 55-21 al. 21", "Art. 55-21 al. 22", "Art. 55-21 al. 23"
    rests = resting(
        "fold: fold-and-bonus bonus",
        "fold: fold-and-paire-plus pair-plus",
        "wrong-number-of-cards information-exchanged stub-wrong-misdealt: void-round",
        "stub-wrong-not-misdealt: deck-not-whole",
        "hand-seen-early: void-hand",
        american=False,
    )

    def plan(self, round_: RoundView) -> list[Step]:
        """The steps of a round: one card to each hand and one to the dealer, three times (al. 16)."""
        return one_at_a_time(round_.seats, "dealer", 3) + ask("raise-or-pass") + TURN_UP

    def asked(self, round_: RoundView, stage: str) -> list[int]:
        return round_.in_play()

    def choices(self, round_: RoundView, seat: int, stage: str) -> Choices:
        """The choices: pass, or bet as much as the initial wager on JOUER (al. 27 and 29)."""
        return {"fold": NO_WAGER, "bet": ("play", (round_.stakes[seat]["ante"],))}

    def folded(self, round_: RoundView, seat: int) -> Forfeits:
        """A fold loses the initial wager (al. 28), the Bonus, which is only for players who raised (al. 46), and under
        one reading Paire Plus.
        """
        lost: Forfeits = {"ante": ("Art. 55-21 al. 28",), "bonus": ("Art. 55-21 al. 46",)}
        if round_.terms.reading("fold-and-paire-plus") == "collected":
            lost["pair-plus"] = ("Art. 55-21 al. 52",)
        return lost

    def rule(self, round_: RoundView, seat: int, wager: str) -> Ruling:
        held = THREE_CARD_HANDS[three_card_strength(round_.own(seat))[0]]
        if wager == "bonus":
            found = self.by_row(round_, wager, held, "Art. 55-21 al. 46", "Art. 55-21 al. 46")
            return found if found.outcome == "won" else found.resting_on("bonus-without-a-straight")
        if wager == "pair-plus":
            return self.by_row(round_, wager, held, "Art. 55-21 al. 52", "Art. 55-21 al. 55")
        return self.main(round_, seat, wager, held)

    def main(self, round_: RoundView, seat: int, wager: str, held: str) -> Ruling:
        """Decides the initial wager and JOUER: by al. 32 if the dealer is below queen high, otherwise by al. 34, 37, 38
        and 41.
        """
        dealer, player = three_card_strength(round_.dealer_cards()), three_card_strength(round_.own(seat))
        even = "even-money", "any winning hand"
        if dealer < QUEEN_HIGH:
            paid = Ruling("won", "Art. 55-21 al. 32", *even).resting_on("no-game-even-money")
            return paid if wager == "ante" else Ruling("returned", "Art. 55-21 al. 32")
        if player < dealer:
            return Ruling("lost", "Art. 55-21 al. 34")
        if player == dealer:
            return Ruling("returned", "Art. 55-21 al. 37")
        if wager == "play":
            return Ruling("won", "Art. 55-21 al. 41", *even)
        return Ruling("won", "Art. 55-21 al. 38", "winning-ante", held)
