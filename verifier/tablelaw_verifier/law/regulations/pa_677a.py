"""58 Pa. Code 677a: Heads-Up Hold 'Em."""

from __future__ import annotations

from typing import ClassVar

from tablelaw_verifier.law.cards import HANDS, pocket_bonus_row
from tablelaw_verifier.law.dealing import TURN_UP, Step, ask, reveal, to
from tablelaw_verifier.law.game import FLOOR_OF_LIMITS, HoldEm, resting
from tablelaw_verifier.law.printed.pa_677a import PRINTED_677A
from tablelaw_verifier.law.round_view import RoundView
from tablelaw_verifier.law.rulings import NO_WAGER, STUB_IRREGULARITIES, Choices, Forfeits, Ruling, Void, against_dealer
from tablelaw_verifier.law.terms import Terms
from tablelaw_verifier.trust.differences import Different


class HeadsUp(HoldEm):
    id, always = "pa-677a", ("ante", "odds", "raise")
    printed = PRINTED_677A
    required, equal = ("ante", "odds"), ("odds",)
    needs: ClassVar[dict[str, tuple[str, ...]]] = dict.fromkeys(("pocket-bonus", "trips-plus"), ("ante", "odds"))
    order = ("ante", "raise", "odds", "pocket-bonus", "trips-plus")
    limited, limit_cite, left_cite = ("ante", "raise", "odds"), "677a.12(f)", "677a.7(b)"
    rests = resting(
        "fold: folded-ante ante",
        "fold: folded-straight odds",
        "fold: fold-and-optional-wagers pocket-bonus trips-plus",
        "wrong-number-of-cards shoe-jam stub-wrong-misdealt stub-wrong-not-misdealt: void-and-optional-wagers",
        "cards-face-up-late: face-up-cards-and-trips-plus trips-plus",
        "dealer-card-exposed: void-after-a-fold ante odds raise",
        "dealer-card-exposed: trips-on-void-hands trips-plus",
    )
    limit_readings = ("limit-is-winnings",)

    def plan(self, round_: RoundView) -> list[Step]:
        """The steps of a round: the board is dealt face down after the hands (8(c)-(d), 9(b)-(c), 10(b)-(c)) or before
        them (10(g)).
        """
        board = [] if self.board_first(round_) else to("community", 5)
        middle = ask("before-flop") + reveal(3) + ask("after-flop") + reveal(2) + ask("after-river")
        return self.initial(round_) + board + middle + TURN_UP

    def asked(self, round_: RoundView, stage: str) -> list[int]:
        return [seat for seat in round_.in_play() if "raise" not in round_.stakes[seat]]

    def choices(self, round_: RoundView, seat: int, stage: str) -> Choices:
        """The choices: up to three times the Ante (11(b)), up to twice (11(d)), the Ante or fold (11(f))."""
        ante = round_.stakes[seat]["ante"]
        if stage == "after-river":
            return {"fold": NO_WAGER, "bet": ("raise", (ante,))}
        most = (3 if stage == "before-flop" else 2) * ante
        least = {"fixed-multiple": most, "no-minimum": 1}.get(round_.terms.reading("minimum-raise"), ante)
        return {"check": NO_WAGER, "bet": ("raise", range(least, most + 1))}

    def folded(self, round_: RoundView, seat: int) -> Forfeits:
        return {"ante": ("677a.11(f)",), "odds": ("677a.11(f)",)}

    def rule(self, round_: RoundView, seat: int, wager: str) -> Ruling:
        if wager == "pocket-bonus":
            row = pocket_bonus_row(round_.own(seat))
            return self.by_row(round_, "pocket-bonus", row, "677a.11(i)(1)(i)", "677a.11(i)(1)(ii)")
        player = HANDS[round_.player_strength(seat)[0]]
        if wager == "trips-plus":
            return self.by_row(round_, "trips-plus", player, "677a.11(i)(2)(i)", "677a.11(i)(2)(ii)")
        standing = self.standing(round_, seat)
        if round_.dealer_strength()[0] == 0:
            return self.dealer_without_a_pair(round_, wager, standing, player)
        return self.dealer_with_a_pair(round_, wager, standing, player)

    def dealer_without_a_pair(self, round_: RoundView, wager: str, standing: int, player: str) -> Ruling:
        """Decides a wager when the dealer has no pair (11(h)(1)): the Ante pushes; Raise and Odds win, push or lose."""
        if wager == "ante":
            return Ruling("push", "677a.11(h)(1)")
        if wager == "odds" and standing > 0:
            return self.by_row(round_, "odds", player, "677a.11(h)(1)(i)", "")
        return against_dealer(standing, ("677a.11(h)(1)(iii)", "677a.11(h)(1)(i)", "677a.11(h)(1)(ii)"), "push")

    def dealer_with_a_pair(self, round_: RoundView, wager: str, standing: int, player: str) -> Ruling:
        """Decides a wager when the dealer has a pair (11(h)(2)); the Odds of a beaten straight or better are paid as a
        Bad Beat (12(c)).
        """
        if standing >= 0:
            if wager == "odds" and standing > 0:
                return self.by_row(round_, "odds", player, "677a.11(h)(2)(i)", "")
            return against_dealer(standing, ("", "677a.11(h)(2)(i)", "677a.11(h)(2)(ii)"), "push")
        is_bad_beat = HANDS.index(player) >= HANDS.index("straight")
        if wager == "odds" and is_bad_beat:
            return self.by_row(round_, "odds-bad-beat", player, "677a.11(h)(2)(iii)(B)", "")
        if wager == "ante":
            return Ruling("lost", "677a.11(h)(2)(iii)")
        return Ruling("lost", "677a.11(h)(2)(iii)" + ("(B)" if is_bad_beat else "(A)"))

    def check_limit(self, terms: Terms) -> None:
        """Requires no limit, or one of at least $50,000 and at least 1 + 3 + 500 times the minimum Ante (12(f))."""
        least = max(FLOOR_OF_LIMITS, 504 * terms.wagers["ante"]["minimum"])
        if terms.limit is not None and terms.limit < least:
            raise Different("payout limit", f"none, or {least} or more", terms.limit, self.limit_cite)

    def void(self, round_: RoundView, irregularity: str) -> Void | None:
        return {
            "cards-face-up-early": Void(("677a.13(a)",)),
            "cards-face-up-late": Void(("677a.13(a)",), frozenset({"pocket-bonus"})),
            "wrong-number-of-cards": Void(("677a.13(c)",)),
            "dealer-card-exposed": Void(("677a.13(d)",), frozenset({"pocket-bonus", "trips-plus"})),
            "shoe-jam": Void(("677a.13(f)",)),
            **dict.fromkeys(STUB_IRREGULARITIES, Void(("677a.8(g)", "677a.9(f)", "677a.10(f)"))),
        }.get(irregularity)
