"""58 Pa. Code 647a: Texas Hold 'Em Bonus Poker."""

from __future__ import annotations

from typing import ClassVar

from tablelaw_verifier.law.cards import HANDS, texas_bonus_row
from tablelaw_verifier.law.dealing import TURN_UP, Step, ask, reveal, up
from tablelaw_verifier.law.game import FLOOR_OF_LIMITS, resting
from tablelaw_verifier.law.pennsylvania_holdem import SHARED_ORDER, SHARED_WAGERS, PennsylvaniaHoldEm
from tablelaw_verifier.law.printed.pa_647a import PRINTED_647A
from tablelaw_verifier.law.round_view import FIVE_CARD, RoundView
from tablelaw_verifier.law.rulings import NO_WAGER, STUB_IRREGULARITIES, Choices, Forfeits, Ruling, Void, against_dealer
from tablelaw_verifier.law.terms import Terms
from tablelaw_verifier.trust.differences import check

MAIN_WAGERS = ("ante", "flop", "turn", "river")


class TexasBonus(PennsylvaniaHoldEm):
    id, chapter = "pa-647a", "647a"
    always = ("ante", "flop", "turn", "river")
    options: tuple[str, ...] = (
        *("ante-pays-from", "positions-per-player"),
        *("magic-card", "lucky-bonus", "draws-every-rounds"),
    )
    amounts: ClassVar[dict[str, tuple[int, ...]]] = {"progressive": (100, 500)}
    printed = PRINTED_647A
    needs: ClassVar[dict[str, tuple[str, ...]]] = dict.fromkeys(
        ("texas-bonus", "progressive", *FIVE_CARD, "six-card"), ("ante",)
    )
    order: tuple[str, ...] = (*MAIN_WAGERS, "texas-bonus", *SHARED_ORDER)
    limited: tuple[str, ...] = MAIN_WAGERS
    limit_cite, left_cite = "647a.12(c)", "647a.7(b)"
    rests = resting(
        "fold: fold-and-progressive progressive",
        "fold: envy-to-a-folder envy",
        f"dealer-card-exposed: exposed-card-and-silent-wagers {' '.join(SHARED_ORDER)}",
    )
    limit_readings = ("limit-is-winnings", "limit-order")
    progressive_letter, five_card_letter, six_card_letter = "i", "j", "k"
    lower, higher, ante_back, tie = ("647a.11(h)(2)(i)", *["647a.11(h)(2)(ii)"] * 2, "647a.11(h)(2)(iii)")
    fold_cite, bonus_cite = "647a.11(b)(2)", "647a.11(h)(3)"

    def plan(self, round_: RoundView) -> list[Step]:
        """The steps of a round (11(b)-(h)), with the community cards dealt (8(e), 9(e), 10(c)) or turned up (10(g))."""
        first = self.board_first(round_)
        flop, turn, river = (reveal(3), reveal(1), reveal(1)) if first else (up(3), up(1), up(1))
        middle = ask("before-flop") + flop + ask("before-turn") + turn + ask("before-river") + river
        return self.initial(round_) + middle + TURN_UP

    def asked(self, round_: RoundView, stage: str) -> list[int]:
        seats = round_.in_play()
        return seats if stage == "before-flop" else [seat for seat in seats if "flop" in round_.stakes[seat]]

    def choices(self, round_: RoundView, seat: int, stage: str) -> Choices:
        """The choices: twice the Ante or fold (11(b)); later the Ante or nothing (11(d) and (f))."""
        ante = round_.stakes[seat]["ante"]
        if stage == "before-flop":
            return {"fold": NO_WAGER, "bet": ("flop", (2 * ante,))}
        return {"check": NO_WAGER, "bet": (stage.removeprefix("before-"), (ante,))}

    def folded(self, round_: RoundView, seat: int) -> Forfeits:
        """A fold loses the Ante (11(b)(2)) and the Progressive ((B))."""
        return {"ante": (self.fold_cite,), "progressive": ("647a.11(b)(2)(i)(B)",)}

    def rule(self, round_: RoundView, seat: int, wager: str) -> Ruling:
        if wager in SHARED_WAGERS:
            return self.rule_shared(round_, seat, wager)
        if wager == "texas-bonus":
            return self.texas_bonus(round_, seat)
        standing, bar = self.standing(round_, seat), HANDS.index(round_.terms.choices["ante-pays-from"])
        if wager == "ante" and standing > 0 and round_.player_strength(seat)[0] < bar:
            return Ruling("returned", self.ante_back)
        return against_dealer(standing, (self.lower, self.higher, self.tie), "returned")

    def texas_bonus(self, round_: RoundView, seat: int) -> Ruling:
        """Decides the Bonus by the player's two cards (12(b)); aces against the dealer's aces have their own row if it
        is offered.
        """
        row, double = texas_bonus_row(round_.own(seat)), "ace-ace (dealer and player)"
        dealer = texas_bonus_row(round_.dealer_cards())
        offers = round_.terms.rows("texas-bonus").get(double, "N/A") != "N/A"
        if row == dealer == "ace-ace" and offers:
            row = double
        return self.by_row(round_, "texas-bonus", row, self.bonus_cite, self.bonus_cite)

    def check_limit(self, terms: Terms) -> None:
        """Requires a limit of $50,000 or, if that is more, what a round at the minimum wager can win (12(c))."""
        check("payout limit", max(FLOOR_OF_LIMITS, self.best_round(terms)), terms.limit, self.limit_cite)

    def best_round(self, terms: Terms) -> int:
        """The most that a round at the minimum can win: Ante, twice the Ante, and twice the Ante again, at even
        money.
        """
        return int(5 * terms.wagers["ante"]["minimum"])

    def void(self, round_: RoundView, irregularity: str) -> Void | None:
        bonus, silent = frozenset({"texas-bonus"}), frozenset({"progressive", *FIVE_CARD, "six-card"})
        keeps = round_.terms.reading("exposed-card-and-silent-wagers") == "settled"
        return {
            "cards-face-up-early": Void(("647a.13(a)",)),
            "cards-face-up-late": Void(("647a.13(a)",), bonus),
            "wrong-number-of-cards": Void(("647a.13(c)",)),
            "dealer-card-exposed": Void(("647a.13(d)",), bonus | silent if keeps else bonus),
            "shoe-jam": Void(("647a.13(f)",)),
            **dict.fromkeys(STUB_IRREGULARITIES, Void(("647a.8(h)", "647a.9(h)", "647a.10(f)"))),
        }.get(irregularity)
