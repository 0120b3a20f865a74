"""58 Pa. Code 653a: Ultimate Texas Hold 'Em Poker."""

from __future__ import annotations

from typing import ClassVar

from tablelaw_verifier.law.cards import HANDS
from tablelaw_verifier.law.dealing import TURN_UP, Step, ask, reveal, up
from tablelaw_verifier.law.game import FLOOR_OF_LIMITS, resting
from tablelaw_verifier.law.odds import Temporary
from tablelaw_verifier.law.pennsylvania_holdem import SHARED_ORDER, SHARED_WAGERS, PennsylvaniaHoldEm
from tablelaw_verifier.law.printed.pa_653a import PRINTED_653A
from tablelaw_verifier.law.round_view import FIVE_CARD, RoundView
from tablelaw_verifier.law.rulings import NO_WAGER, STUB_IRREGULARITIES, Choices, Forfeits, Ruling, Void, against_dealer
from tablelaw_verifier.law.terms import Terms
from tablelaw_verifier.trust.differences import Different


class Ultimate(PennsylvaniaHoldEm):
    id, chapter = "pa-653a", "653a"
    always = ("ante", "blind", "play", "trips")
    options = ("positions-per-player", "magic-card", "lucky-bonus", "draws-every-rounds")
    amounts: ClassVar[dict[str, tuple[int, ...]]] = {"progressive": (100, 500)}
    printed = PRINTED_653A
    temporary: ClassVar[Temporary] = {("bad-beat", "C"): ("bad-beat", "653b.3", "2024-03-23", "2026-03-23")}
    required, equal = ("ante", "blind"), ("blind",)
    needs: ClassVar[dict[str, tuple[str, ...]]] = {
        **dict.fromkeys(("trips", "progressive", *FIVE_CARD), ("ante", "blind")),
        "bad-beat": ("ante", "blind", "trips"),
        "six-card": ("ante",),
    }
    order = ("ante", "blind", "play", "trips", "bad-beat", *SHARED_ORDER)
    limited, limit_cite, left_cite = ("ante", "blind", "play"), "653a.12(h)", "653a.7(b)"
    rests = resting(
        "fold: fold-and-progressive progressive envy",
        f"fold: fold-and-five-card {' '.join(FIVE_CARD)} magic-card lucky-bonus",
        f"dealer-card-exposed: exposed-card-and-silent-wagers bad-beat {' '.join(SHARED_ORDER)}",
    )
    limit_readings = ("limit-is-winnings",)
    progressive_letter, five_card_letter, six_card_letter = "k", "l", "m"

    def plan(self, round_: RoundView) -> list[Step]:
        """The steps of a round (11(b)-(g)), with the community cards dealt (8(e), 9(c), 10(c)) or turned up (10(g))."""
        flop, last = (reveal(3), reveal(2)) if self.board_first(round_) else (up(3), up(2))
        middle = ask("before-flop") + flop + ask("after-flop") + last + ask("after-river")
        return self.initial(round_) + middle + TURN_UP

    def asked(self, round_: RoundView, stage: str) -> list[int]:
        return [seat for seat in round_.in_play() if "play" not in round_.stakes[seat]]

    def choices(self, round_: RoundView, seat: int, stage: str) -> Choices:
        """The choices: three or four times the Ante (11(b)), twice (11(d)), once or fold (11(f))."""
        ante = round_.stakes[seat]["ante"]
        if stage == "before-flop":
            return {"check": NO_WAGER, "bet": ("play", (3 * ante, 4 * ante))}
        if stage == "after-flop":
            return {"check": NO_WAGER, "bet": ("play", (2 * ante,))}
        return {"fold": NO_WAGER, "bet": ("play", (ante,))}

    def folded(self, round_: RoundView, seat: int) -> Forfeits:
        """The wagers that a fold loses (11(f)(2)); the text does not mention Progressive and Five Card Hand wagers, so
        readings decide those.
        """
        lost: Forfeits = dict.fromkeys(("ante", "blind", "bad-beat"), ("653a.11(f)(2)",))
        if round_.terms.reading("fold-and-progressive") == "collected":
            lost["progressive"] = ("653a.11(f)(2)", "653a.11(k)")
        if round_.terms.reading("fold-and-five-card") == "collected":
            lost |= dict.fromkeys(FIVE_CARD, ("653a.11(f)(2)", "653a.11(l)"))
        return lost

    def earns_envy(self, round_: RoundView, seat: int) -> bool:
        collected = seat in round_.folded and "progressive" in self.folded(round_, seat)
        return super().earns_envy(round_, seat) and not collected

    def rule(self, round_: RoundView, seat: int, wager: str) -> Ruling:
        if wager in SHARED_WAGERS:
            return self.rule_shared(round_, seat, wager)
        if wager == "trips":
            row = HANDS[round_.player_strength(seat)[0]]
            return self.by_row(round_, "trips", row, "653a.11(i)(1)", "653a.11(i)(2)")
        if wager == "bad-beat":
            return self.bad_beat(round_, seat)
        standing = self.standing(round_, seat)
        if wager == "ante" and round_.dealer_strength()[0] == 0:
            return Ruling("returned", "653a.11(h)(1)")
        if wager == "blind" and standing > 0:
            return self.blind(round_, seat)
        cites = "653a.11(h)(2)(i)", "653a.11(h)(2)(ii)", "653a.11(h)(2)(iii)"
        return against_dealer(standing, cites, "returned")

    def blind(self, round_: RoundView, seat: int) -> Ruling:
        """The Blind of a higher hand is paid on a straight or better, or on a flush or better, depending on the
        paytable, and returned on lower hands (11(h)(2)(ii), 12(b)).
        """
        rows, row = round_.terms.rows("blind"), HANDS[round_.player_strength(seat)[0]]
        if row not in rows:
            row = next(name for name in rows if name.startswith("less than"))
        return self.by_row(round_, "blind", row, "653a.11(h)(2)(ii)", "")

    def bad_beat(self, round_: RoundView, seat: int) -> Ruling:
        """Bad Beat is paid on three-of-a-kind or better that is beaten, whoever holds it (11(j))."""
        standing = self.standing(round_, seat)
        if standing < 0 and round_.player_strength(seat)[0] >= 3:
            return Ruling("won", "653a.11(j)(1)", "bad-beat", HANDS[round_.player_strength(seat)[0]])
        if standing > 0 and round_.dealer_strength()[0] >= 3:
            return Ruling("won", "653a.11(j)(2)", "bad-beat", HANDS[round_.dealer_strength()[0]])
        return Ruling("lost", "653a.11(j)(3)")

    def check_limit(self, terms: Terms) -> None:
        """Requires no limit, or one of at least $50,000 and at least 1 + 4 + 500 times the minimum Ante (12(h))."""
        least = max(FLOOR_OF_LIMITS, 505 * terms.wagers["ante"]["minimum"])
        if terms.limit is not None and terms.limit < least:
            raise Different("payout limit", f"none, or {least} or more", terms.limit, self.limit_cite)

    def void(self, round_: RoundView, irregularity: str) -> Void | None:
        trips, silent = frozenset({"trips"}), frozenset({"bad-beat", "progressive", *FIVE_CARD, "six-card"})
        keeps = round_.terms.reading("exposed-card-and-silent-wagers") == "settled"
        return {
            "cards-face-up-early": Void(("653a.13(a)",)),
            "cards-face-up-late": Void(("653a.13(a)",), trips),
            "wrong-number-of-cards": Void(("653a.13(c)",)),
            "dealer-card-exposed": Void(("653a.13(d)",), trips | silent if keeps else trips),
            "shoe-jam": Void(("653a.13(f)",)),
            **dict.fromkeys(STUB_IRREGULARITIES, Void(("653a.8(h)", "653a.9(f)", "653a.10(f)"))),
        }.get(irregularity)
