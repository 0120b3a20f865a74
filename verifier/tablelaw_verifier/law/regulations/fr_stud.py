"""Arrêté du 14 mai 2007, articles 55-16 to 55-18: stud poker de casino, in which players may buy a card."""

from __future__ import annotations

from typing import ClassVar

from tablelaw_verifier.law.cards import HANDS, Strength, strength
from tablelaw_verifier.law.dealing import BOUGHT, TURN_UP, Step, ask, one_at_a_time, to
from tablelaw_verifier.law.french_order import FrenchOrder
from tablelaw_verifier.law.game import resting
from tablelaw_verifier.law.printed.fr_stud import PRINTED_STUD
from tablelaw_verifier.law.round_view import RoundView
from tablelaw_verifier.law.rulings import NO_WAGER, Choices, Forfeits, Ruling

ACE_KING: Strength = (0, (14, 13))


class Stud(FrenchOrder):
    id, always, articles = "fr-stud", ("ante", "raise", "purchase"), ("55-16", "55-17", "55-18")
    fewest_and_most_seats, seats_cite = (5, 7), "Art. 55-16 al. 14"
    multiples, multiples_cite = (10, 20, 30), "Art. 55-18 al. 5"
    least_minimum, least_minimum_cite = 100, "Art. 55-18 al. 3"
    printed = PRINTED_STUD
    needs: ClassVar[dict[str, tuple[str, ...]]] = {"bonus": ("ante",)}
    order = ("purchase", "ante", "raise", "bonus")
    own_cards = 5
    parts_of_minimum: ClassVar[dict[str, int]] = {"bonus": 5}
    wrong_number, told, looked = "Art. 55-16 al. 25", "Art. 55-16 al. 26", "Art. 55-16 al. 27"
    rests = resting(
        "fold: fold-and-bonus bonus",
        "buy: price-is-kept purchase",
        "wrong-number-of-cards information-exchanged stub-wrong-misdealt: void-round",
        "stub-wrong-not-misdealt: deck-not-whole",
        "hand-seen-early: void-hand",
        american=False,
    )

    def plan(self, round_: RoundView) -> list[Step]:
        """The steps of a round: one card each, five times, the dealer's last face up; then bought cards, once everybody
        has decided (al. 19, 20, 45).
        """
        last = one_at_a_time(round_.seats, "dealer", 1)[:-1] + to("dealer", 1, "up")
        return one_at_a_time(round_.seats, "dealer", 4) + last + ask("raise-or-pass") + BOUGHT + TURN_UP

    def asked(self, round_: RoundView, stage: str) -> list[int]:
        return round_.in_play()

    def choices(self, round_: RoundView, seat: int, stage: str) -> Choices:
        """The choices: pass, or bet twice the initial wager, with or without buying a card (al. 31, 33, 44)."""
        twice = ("raise", (2 * round_.stakes[seat]["ante"],))
        return {"fold": NO_WAGER, "bet": twice, "buy": twice}

    def price(self, round_: RoundView, seat: int) -> tuple[str, int]:
        """The price of a card is the amount of the initial wager (al. 43)."""
        return "purchase", round_.stakes[seat]["ante"]

    def bought(self, round_: RoundView, seat: int) -> Forfeits:
        """A purchase loses its price, which the dealer collects (al. 45), and the Bonus (al. 46)."""
        return {"purchase": ("Art. 55-16 al. 45",), "bonus": ("Art. 55-16 al. 46",)}

    def folded(self, round_: RoundView, seat: int) -> Forfeits:
        """A fold loses the initial wager (al. 32) and the Bonus, which is only for players who raised (al. 50)."""
        return {"ante": ("Art. 55-16 al. 32",), "bonus": ("Art. 55-16 al. 50",)}

    def rule(self, round_: RoundView, seat: int, wager: str) -> Ruling:
        """Decides a wager by al. 36 if the dealer does not play, otherwise by al. 37 and 38, article 55-17, and al. 50
        and 51.
        """
        player, dealer = strength(round_.own(seat)), strength(round_.dealer_cards())
        held, plays = HANDS[player[0]], dealer >= ACE_KING
        if wager == "bonus":
            return self.bonus(round_, held, 0 if not plays else (player > dealer) - (player < dealer), plays)
        if not plays:
            even = Ruling("won", "Art. 55-16 al. 36", "even-money", "any winning hand")
            return even if wager == "ante" else Ruling("returned", "Art. 55-16 al. 36")
        if player < dealer:
            return Ruling("lost", "Art. 55-16 al. 38")
        if player == dealer:
            return Ruling("returned", "Art. 55-16 al. 37")
        if wager == "ante":
            return Ruling("won", "Art. 55-16 al. 37", "even-money", "any winning hand")
        return Ruling("won", "Art. 55-17 al. 1", "raise", held)

    def bonus(self, round_: RoundView, held: str, standing: int, plays: bool) -> Ruling:
        """The Bonus is paid on a flush or better (al. 50); if the dealer plays, it is lost when the player's hand is
        lower (al. 51) and returned when the hands are equal.
        """
        if plays and standing < 0:
            return Ruling("lost", "Art. 55-16 al. 51")
        found = self.by_row(round_, "bonus", held, "Art. 55-16 al. 50", "Art. 55-16 al. 50")
        if found.outcome == "lost":
            return found.resting_on("bonus-not-earned")
        if plays and standing == 0:
            return Ruling("returned", "Art. 55-16 al. 37").resting_on("bonus-on-equal-points")
        return found
