"""Arrêté du 14 mai 2007, articles 55-20 and 55-20-1: ultimate hold'em poker."""

from __future__ import annotations

from typing import ClassVar

from tablelaw_verifier.law.cards import HANDS
from tablelaw_verifier.law.dealing import TURN_UP, Step, ask, in_stacks, to
from tablelaw_verifier.law.french_order import FrenchOrder
from tablelaw_verifier.law.game import HoldEm, resting
from tablelaw_verifier.law.printed.fr_ultimate import PRINTED_FRENCH_ULTIMATE
from tablelaw_verifier.law.round_view import RoundView
from tablelaw_verifier.law.rulings import NO_WAGER, Choices, Forfeits, Ruling, against_dealer


class FrenchUltimate(FrenchOrder, HoldEm):
    id, always, articles = "fr-ultimate", ("ante", "blind", "play", "trips"), ("55-20", "55-20-1")
    fewest_and_most_seats, seats_cite = (1, 7), "Art. 55-20 al. 7"
    multiples, multiples_cite = (10, 20, 30), "Art. 55-20-1 al. 4"
    printed = PRINTED_FRENCH_ULTIMATE
    required, equal = ("ante", "blind"), ("blind",)
    needs: ClassVar[dict[str, tuple[str, ...]]] = {"trips": ("ante", "blind")}
    order = ("ante", "blind", "play", "trips")
    harmless = (*FrenchOrder.harmless, "dealer-card-exposed")
    wrong_number, told = "Art. 55-20 al. 10", ""
    rests = resting(
        "fold: fold-loses ante blind",
        "fold: fold-and-trips trips",
        "wrong-number-of-cards stub-wrong-misdealt: wrong-number-of-cards",
        "stub-wrong-not-misdealt: deck-not-whole",
        american=False,
    )

    def plan(self, round_: RoundView) -> list[Step]:
        """The steps of a round: two cards to each player and the dealer, three community cards, two more; none is
        burned (al. 10 to 14).
        """
        flop, last = to("community", 3, "up"), to("community", 2, "up")
        middle = ask("before-flop") + flop + ask("after-flop") + last + ask("after-river")
        return in_stacks(round_.seats, "dealer", 2) + middle + TURN_UP

    def asked(self, round_: RoundView, stage: str) -> list[int]:
        return [seat for seat in round_.in_play() if "play" not in round_.stakes[seat]]

    def choices(self, round_: RoundView, seat: int, stage: str) -> Choices:
        """The choices: three or four times the Ante (al. 11), twice (al. 12), once or give up (al. 13)."""
        ante = round_.stakes[seat]["ante"]
        if stage == "before-flop":
            return {"check": NO_WAGER, "bet": ("play", (3 * ante, 4 * ante))}
        if stage == "after-flop":
            return {"check": NO_WAGER, "bet": ("play", (2 * ante,))}
        return {"fold": NO_WAGER, "bet": ("play", (ante,))}

    def folded(self, round_: RoundView, seat: int) -> Forfeits:
        """A fold loses Ante and Blind (al. 13) and, under one reading, Trips."""
        lost: Forfeits = dict.fromkeys(("ante", "blind"), ("Art. 55-20 al. 13",))
        if round_.terms.reading("fold-and-trips") == "collected":
            lost["trips"] = ("Art. 55-20 al. 18",)
        return lost

    def rule(self, round_: RoundView, seat: int, wager: str) -> Ruling:
        held = HANDS[round_.player_strength(seat)[0]]
        if wager == "trips":
            return self.by_row(round_, wager, held, "Art. 55-20 al. 27", "Art. 55-20 al. 20")
        if wager == "ante" and round_.dealer_strength()[0] == 0:
            return Ruling("returned", "Art. 55-20 al. 18")
        standing = self.standing(round_, seat)
        if wager == "blind" and standing > 0:
            row = held if held in round_.terms.rows("blind") else "less than a straight"
            return self.by_row(round_, "blind", row, "Art. 55-20 al. 15", "")
        cites = "Art. 55-20 al. 16", "Art. 55-20 al. 15", "Art. 55-20 al. 17"
        return against_dealer(standing, cites, "returned")
