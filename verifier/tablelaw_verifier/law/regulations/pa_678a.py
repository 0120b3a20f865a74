"""58 Pa. Code 678a: High Card Flush."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from tablelaw_verifier.law.cards import NUMBERS, best_flush, longest_run
from tablelaw_verifier.law.dealing import TURN_UP, Step, ask, in_stacks, one_at_a_time
from tablelaw_verifier.law.game import Game, resting
from tablelaw_verifier.law.printed.pa_678a import LEAST_RESET_CENTS, PRINTED_678A
from tablelaw_verifier.law.round_view import RoundView
from tablelaw_verifier.law.rulings import NO_WAGER, STUB_IRREGULARITIES, Choices, Forfeits, Ruling, Void, against_dealer
from tablelaw_verifier.law.terms import UNITS, MeterTerms, Terms


class HighCardFlush(Game):
    id, always = "pa-678a", ("ante", "raise")
    methods = ("manual-shoe", "hand", "automated-shoe")
    printed = PRINTED_678A
    needs: ClassVar[dict[str, tuple[str, ...]]] = dict.fromkeys(
        ("flush-bonus", "straight-flush-bonus", "progressive"), ("ante",)
    )
    order = ("ante", "raise", "flush-bonus", "straight-flush-bonus", "progressive")
    left_cite = "678a.7(b)"
    own_cards = 7
    rests = resting(
        "fold: fold-and-optional-wagers flush-bonus straight-flush-bonus progressive",
        "cards-face-up wrong-number-of-cards shoe-jam: void-and-meters progressive",
        "stub-wrong-misdealt stub-wrong-not-misdealt: void-and-meters progressive",
        "wrong-number-of-cards dealer-card-exposed: void-after-a-fold ante",
        "dealer-card-exposed: exposed-card-and-void-hands flush-bonus straight-flush-bonus progressive",
    )

    def plan(self, round_: RoundView) -> list[Step]:
        """The steps of a round: cards one at a time (8(d), 9(b)) or in stacks of seven (10(b))."""
        stacked = round_.method == "automated-shoe"
        deal = in_stacks(round_.seats, "dealer", 7) if stacked else one_at_a_time(round_.seats, "dealer", 7)
        return deal + ask("raise-or-fold") + TURN_UP

    def asked(self, round_: RoundView, stage: str) -> list[int]:
        return round_.in_play()

    def choices(self, round_: RoundView, seat: int, stage: str) -> Choices:
        """The choices: a flush of two to four cards permits the Ante, of five up to twice the Ante, of six or seven up
        to three times (11(b)).
        """
        ante, length = round_.stakes[seat]["ante"], best_flush(round_.own(seat))[0]
        times = 1 if length <= 4 else 2 if length == 5 else 3
        least = 1 if times > 1 and round_.terms.reading("minimum-raise") == "no-minimum" else ante
        return {"fold": NO_WAGER, "bet": ("raise", range(least, times * ante + 1))}

    def folded(self, round_: RoundView, seat: int) -> Forfeits:
        return {"ante": ("678a.11(c)(2)",)}

    def must_validate(self, wager: str, odds: str) -> str:
        return "678a.11(e)(3)(iii)" if wager == "progressive" else ""

    def rule(self, round_: RoundView, seat: int, wager: str) -> Ruling:
        if wager in ("ante", "raise"):
            return self.main(round_, seat, wager)
        own = round_.own(seat)
        if wager == "flush-bonus":
            row = f"{NUMBERS[best_flush(own)[0]]}-card flush"
            return self.by_row(round_, wager, row, "678a.11(e)(1)(ii)", "678a.11(e)(1)(i)")
        ruling = self.by_run(round_, wager, longest_run(own))
        is_low = ruling != self.by_run(round_, wager, longest_run(own, low_ace=False))
        return ruling.resting_on("low-ace") if is_low else ruling

    def by_run(self, round_: RoundView, wager: str, length: int) -> Ruling:
        """The Straight Flush wagers are paid according to the length of the longest straight flush (11(e)(2), (3))."""
        row = f"{NUMBERS.get(length, 'no')}-card straight flush"
        if wager == "straight-flush-bonus":
            return self.by_row(round_, wager, row, "678a.11(e)(2)(ii)", "678a.11(e)(2)(i)")
        return self.by_row(round_, wager, row, "678a.11(e)(3)", "678a.11(e)(3)")

    def main(self, round_: RoundView, seat: int, wager: str) -> Ruling:
        """Decides Ante and Raise: if the dealer is below a three-card flush, nine high, the Ante is paid and the Raise
        returned (11(d)(1)); otherwise hands are compared (11(d)(2)(ii)).
        """
        dealer, player = best_flush(round_.dealer_cards()), best_flush(round_.own(seat))
        if dealer[0] < 3 or (dealer[0] == 3 and dealer[1][0] < 9):
            won = Ruling("won", "678a.11(d)(1)", "even-money", "any winning hand")
            return won if wager == "ante" else Ruling("returned", "678a.11(d)(1)")
        standing = (player > dealer) - (player < dealer)
        cites = "678a.11(d)(2)(ii)(C)", "678a.11(d)(2)(ii)(A)", "678a.11(d)(2)(ii)(B)"
        return against_dealer(standing, cites, "push")

    def printed_meter(self, terms: Terms, meter: MeterTerms, amount: int) -> tuple[str, object]:
        """The figures of a meter (12(d)(3)): the operator sets the rate and the initial and reset amounts, neither
        below $30,000.
        """
        seed, reseed = (max(units, LEAST_RESET_CENTS * UNITS) for units in (meter.seed, meter.reseed))
        return "678a.12(d)(3)", ("meter", seed, reseed, meter.primary, Fraction(0))

    def void(self, round_: RoundView, irregularity: str) -> Void | None:
        optional = frozenset({"flush-bonus", "straight-flush-bonus", "progressive"})
        return {
            "cards-face-up": Void(("678a.13(a)",)),
            "wrong-number-of-cards": Void(("678a.13(c)",)),
            "dealer-card-exposed": Void(("678a.13(d)",), optional),
            "shoe-jam": Void(("678a.13(f)",)),
            **dict.fromkeys(STUB_IRREGULARITIES, Void(("678a.8(h)", "678a.9(f)", "678a.10(f)"))),
        }.get(irregularity)
