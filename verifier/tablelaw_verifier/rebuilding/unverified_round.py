"""A round under rules that this verifier does not know: checks its cards, money and meters, but not its law."""

from __future__ import annotations

from collections import Counter

from tablelaw_verifier.law.dealing import Step
from tablelaw_verifier.law.odds import Odds
from tablelaw_verifier.law.rulings import Void
from tablelaw_verifier.law.terms import UNITS
from tablelaw_verifier.money.meters import Draw, Meter
from tablelaw_verifier.rebuilding.lines import LINE_FIELDS, Line
from tablelaw_verifier.rebuilding.round import Round
from tablelaw_verifier.trust.differences import Different, Object, check


class UnverifiedRound(Round):
    """Checks that every card leaves its sealed deck once, that every wager ends once, and that its sums agree."""

    def start_settling(self) -> None:
        super().start_settling()
        self.undivided: Counter[str] = Counter()
        """Cents that have left a meter but are not yet paid by any line."""

    def next_step(self) -> Step:
        return ("settle", "", "")

    def check_stub_count(self) -> None:
        """Accepts any frequency of stub counts, which depends on the rules; a wrong count must still be explained."""
        self.check_stub("a settlement", "")

    # --- Cards and decisions ---------------------------------------------------------------------------------------

    def on_dealt(self, event: Object) -> None:
        self.remember_dealer(event)
        self.check_stub("a card", event["cite"])
        for place, card, face in event["cards"]:
            self.leaves_deck(card)
            self.cards.setdefault(place, []).append(card)
            self.shown += place == "community" and face == "up"
            self.entered = place, card, face, event["cite"]

    def on_revealed(self, event: Object) -> None:
        check(
            "cards turned up without having been dealt", [], [card for card in event["cards"] if card not in self.out]
        )

    def on_turned_up(self, event: Object) -> None:
        check("the dealer's cards", self.cards.get("dealer", []), event["cards"], event["cite"])

    def on_decided(self, event: Object) -> None:
        """Requires a decision of a player in the round; a wager it places must be offered, and must not have been
        placed already.
        """
        seat, wager, cents = event["seat"], event["wager"], event["cents"]
        place = {"seat": seat, "wager": wager, "cite": event["cite"]}
        self.check_stub("a decision", event["cite"])
        if event["action"] == "pull":
            self._take_back(event, place)
            return
        if seat not in self.stakes or (wager and (wager not in self.terms.wagers or wager in self.stakes[seat])):
            raise Different("a decision", "of a seat in the round, on a wager it has not placed yet", wager, **place)
        check("the sum of a decision", bool(wager), cents > 0, **place)
        if wager:
            self.stakes[seat][wager] = cents
            self.table.place(self, seat, wager, cents, event["cite"])

    def _take_back(self, event: Object, place: Object) -> None:
        """Returns a wager that a pull takes back; it must be placed and not settled."""
        seat, wager = event["seat"], event["wager"]
        if wager not in self.stakes.get(seat, {}) or (seat, wager) in self.done or event["cents"]:
            raise Different("a wager taken back", "one that is on the table", wager, **place)
        stake = self.stakes[seat].pop(wager)
        self.table.end_stake(self.players[seat], seat, wager, stake, 0, event["cite"])

    def on_price(self, event: Object) -> None:
        """Records the price of a card, placed with the decision that buys it."""
        seat, wager, cents = event["seat"], event["wager"], event["cents"]
        place = {"seat": seat, "wager": wager, "cite": event["cite"]}
        bought = any(found["type"] == "Decided" for found in self.table.audit.entry["events"])
        if not bought or seat not in self.stakes or wager in self.stakes[seat]:
            raise Different("a wager", "placed before no more bets, or with a purchase", "placed after", **place)
        self.stakes[seat][wager] = cents
        self.table.place(self, seat, wager, cents, event["cite"])

    # --- Irregularities ----------------------------------------------------------------------------------------------

    def on_irregularity(self, event: Object) -> None:
        if event["voids"]:
            self._become_void(event, Void((event["cite"],)))
        elif event["slip"] == "player-leaves":
            seat = event["seat"]
            self.gone.add(seat)
            self.waiting = [payout for payout in self.waiting if payout[0] != seat]
            self._abandon_share(seat, event["cite"])

    def _check_moment(self, irregularity: str, cite: str) -> None:
        """Accepts an irregularity at any moment, since that depends on the rules."""
        check(f"a paragraph of the irregularity {irregularity}", True, bool(cite))

    # --- Settlement ------------------------------------------------------------------------------------------------

    def on_settled(self, event: Object) -> None:
        self.remember_dealer(event)
        self.check_stub_count()
        for found in event["lines"]:
            self._settle(found)
        if event["done"]:
            self.finished.add(event["seat"])

    def on_fixed(self, event: Object) -> None:
        """Takes a share from its meter at the player's turn; the same line is settled once validated."""
        line = self._read(event["line"])
        if not line.hand_pay or self.fixed is not None:
            raise Different("a share that is fixed", "one share of a meter", event["line"], event["cite"])
        self.fixed, line.is_fixed = line, True
        self.table.audit.fixes_shares = True
        self.table.draw(self, line)

    def _settle(self, found: Object) -> None:
        place = {"seat": found["seat"], "wager": found["wager"], "cite": found["cite"]}
        fixed = self.fixed
        if fixed is not None and (fixed.seat, fixed.wager) == (found["seat"], found["wager"]):
            line, self.fixed = fixed, None
            for name in LINE_FIELDS:
                check(f"{LINE_FIELDS[name]} of the fixed share", getattr(line, name), _field(found, name), **place)
        else:
            line = self._read(found)
        if (line.seat, line.wager) in self.waiting:
            raise Different("a wager that waits for validation", "settled once it is validated", "settled", **place)
        self.done.add((line.seat, line.wager))
        self.lines.append(line)
        self.table.settle(self, line)
        if line.hand_pay:
            self.documents.add(line.seat)
        if line.paid_by is not None and line.paid:
            self.unpaid.append((line.seat, line.wager, line.paid_by, line.paid))

    def _read(self, found: Object) -> Line:
        """A line as the log has it, once its sums are found to agree with each other and with the table's own terms."""
        seat, wager = found["seat"], found["wager"]
        place = {"seat": seat, "wager": wager, "cite": found["cite"]}
        line = Line(seat, wager, found["stake"], found["outcome"], (found["cite"],))
        for name in LINE_FIELDS:
            setattr(line, name, _field(found, name))
        line.cite, line.paid_under = found["cite"], found.get("paid_under", "")
        staked = 0 if (seat, wager) in self.done else self.stakes.get(seat, {}).get(wager, 0)
        check("stake of the wager", staked, line.stake, **place)
        if wager not in self.terms.wagers or not line.cite:
            raise Different("a line of the settlement", "an offered wager, and the paragraph that decides it", **place)
        check("cents returned and kept of the wager", line.stake, line.returned + line.kept, **place)
        self._check_paid(line, place)
        return line

    def _check_paid(self, line: Line, place: Object) -> None:
        """Requires sums that follow from the outcome and the odds, which must be those with which the table was
        installed.
        """
        kept = {"lost": line.stake, "push": 0, "returned": 0, "void": 0}
        if line.outcome in kept:
            check("cents paid and kept of the wager", (0, kept[line.outcome]), (line.paid, line.kept), **place)
            if line.meter:
                self._draw(line, Odds("", "share"), place)
            return
        if not line.odds:
            is_cut = line.stake == 0 and line.paid < 0 and self.terms.limit is not None
            check("odds of a wager that is paid", True, is_cut or not line.paid, **place)
            return
        odds = Odds.parse(line.odds)
        if line.row and line.odds not in self._printed(line):
            raise Different("odds of the row", " or ".join(self._printed(line)) or "none", line.odds, **place)
        if odds.kind == "share":
            self._draw(line, odds, place)
        elif line.stake:
            paid, kept_cents = odds.pays(line.stake), line.stake if odds.kind == "for" else 0
            check("cents paid and kept of the wager", (paid, kept_cents), (line.paid, line.kept), **place)
        elif line.paid <= 0:
            raise Different("cents paid", "more than 0", line.paid, **place)

    def _printed(self, line: Line) -> list[str]:
        """The odds of the line's row in the paytables of its wager."""
        tables = (
            t for name, t in self.terms.tables.items() if line.wager in self.terms.raw["paytables"][name]["wagers"]
        )
        return [rows[line.row] for columns in tables for rows in columns.values() if line.row in rows]

    # --- Meters ------------------------------------------------------------------------------------------------------

    def _draw(self, line: Line, odds: Odds, place: Object) -> None:
        """What a share took from its meter, as the entry records it; it must not exceed the share."""
        meter = self._meter(line, place)
        check("what the meter shows before the line", meter.units, line.meter_before, **place)
        drawn = self._recorded(line, meter, "won") - self._recorded(line, meter, "restored")
        reseed, moved = self._recorded(line, meter, "reseeded"), self._recorded(line, meter, "reserve moved")
        most = int(meter.units * odds.amount)
        if drawn > most or drawn % UNITS or reseed not in (0, meter.terms.reseed) or moved not in (0, meter.reserve):
            raise Different("units drawn from the meter", f"whole cents, at most {most}", drawn, **place)
        check("what the meter starts again from", odds.amount == 1 and drawn > 0, bool(reseed or moved), **place)
        before = meter.units
        meter.units += reseed + moved - drawn
        meter.reserve -= moved
        check("what the meter shows after the line", meter.units, line.meter_after, **place)
        self.undivided[meter.terms.id] += drawn // UNITS - (line.paid if odds.amount else 0)
        if self.undivided[meter.terms.id] < 0:
            raise Different("cents paid by the meter", "no more than have left it", line.paid, **place)
        if odds.amount:
            check("a share is paid by hand", (True, line.stake), (line.hand_pay, line.kept), **place)
            line.paid_by = meter
        if drawn or reseed or moved:
            line.draw = Draw(meter, before, meter.units, {line.seat: line.paid}, drawn, reseed, moved)

    def _meter(self, line: Line, place: Object) -> Meter:
        for terms in self.terms.meters:
            if terms.meter == line.meter and line.wager in terms.wagers:
                return self.meters[terms.id]
        raise Different("the meter of a share", [terms.meter for terms in self.terms.meters], line.meter, **place)

    def _recorded(self, line: Line, meter: Meter, kind: str) -> int:
        """The total units in the meter changes of one kind that this entry records for a line."""
        named = meter.terms.id, kind, line.seat, line.wager
        changes = self.table.audit.entry.get("meters", ())
        return sum(
            change.get("units", 0)
            for change in changes
            if (change["meter"], change["kind"], change.get("seat", 0), change.get("wager", "")) == named
        )

    def on_cleared(self, event: Object) -> None:
        super().on_cleared(event)
        check("cents that left a meter and were not paid", {}, dict(+self.undivided), event["cite"])


def _field(found: Object, name: str) -> object:
    """A field of a line in the log, which leaves out fields with empty values."""
    blank = {"outcome": "", "row": "", "odds": "", "meter": "", "hand_pay": False}.get(name, 0)
    return found.get(name, blank)
