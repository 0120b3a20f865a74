"""The settlement of a round: each line computed from the law alone."""

from __future__ import annotations

from collections.abc import Iterator

from tablelaw_verifier.law.game import Game
from tablelaw_verifier.law.odds import Odds
from tablelaw_verifier.law.pennsylvania_holdem import BONUSES, ON_DEVICES
from tablelaw_verifier.law.round_view import RoundView
from tablelaw_verifier.law.rulings import Forfeits, Ruling, Stakes
from tablelaw_verifier.law.terms import Terms
from tablelaw_verifier.money.meters import Draw, Meter
from tablelaw_verifier.rebuilding.lines import Line


class Settlement(RoundView):
    """Computes what the lines of a round must be; a meter pays what it shows at the line's turn."""

    def __init__(
        self,
        game: Game,
        meters: dict[str, Meter],
        terms: Terms,
        number: int,
        method: str,
        players: dict[int, str],
        stakes: Stakes,
    ) -> None:
        super().__init__(terms, game.own_cards, number, method, players, stakes)
        self.game, self.meters = game, meters
        self.voided_by = ""
        self.start_settling()

    def start_settling(self) -> None:
        """Begins the settlement, and begins it again if a void has undone it."""
        self.lines: list[Line] = []
        self.done: set[tuple[int, str]] = set()
        self.forfeited = set()
        self.divided: Draw | None = None

    def settlement(self, seat: int) -> Iterator[Line]:
        """The lines of a seat, each computed at its turn, since a meter pays what it shows then."""
        for wager in self.game.order:
            if wager in BONUSES:
                for other, stake, ruling in self.game.bonuses(self, seat, wager):
                    yield self._bonus(other, wager, stake, ruling)
            elif wager in self.stakes[seat] and (seat, wager) not in self.done:
                self.done.add((seat, wager))
                yield self._line(seat, wager)
        yield from self._limit(seat)

    def _limit(self, seat: int) -> Iterator[Line]:
        """Deducts the part of the limited wagers' winnings that exceeds the payout limit."""
        if self.terms.limit is not None:
            won = sum(line.paid for line in self.lines if line.seat == seat and line.wager in self.game.limited)
            if won > self.terms.limit:
                cites = (self.game.limit_cite,) if self.game.id != "ma-colorado" else ("12(c)", "13(c)")
                line = Line(seat, "payout limit", 0, "limited", cites, paid=self.terms.limit - won)
                line.readings = self.game.limit_readings
                yield line

    def _line(self, seat: int, wager: str) -> Line:
        stake, rests = self.stakes[seat][wager], self._rests_on(seat, wager)
        if self.void is not None and wager not in self.void.settled:
            rests = self.game.reading(self.voided_by, wager)
            return Line(seat, wager, stake, "void", self.void.cites, returned=stake, readings=rests)
        if cites := self._right_ended_by_a_fold(seat, wager):
            return Line(seat, wager, stake, "lost", cites, kept=stake, readings=rests)
        ruling = self.game.rule(self, seat, wager)
        line = Line(seat, wager, stake, ruling.outcome, (ruling.cite,), row=ruling.row)
        line.readings = (*rests, *ruling.readings)
        if ruling.paytable:
            line.odds_cites = self._odds_cites(ruling.paytable)
            self._pay(line, Odds.parse(self.terms.rows(ruling.paytable)[ruling.row]))
        if ruling.outcome == "lost":
            line.kept = stake
        elif ruling.outcome in ("push", "returned"):
            line.returned = stake
        return line

    def _rests_on(self, seat: int, wager: str) -> tuple[str, ...]:
        """The readings under which a wager is settled although its player folded or the round is void."""
        rests = self.game.reading(self.voided_by, wager) if self.void is not None else ()
        given_back = self.void is not None and wager not in ON_DEVICES
        return (*rests, *self.game.reading("fold", wager)) if seat in self.folded and not given_back else rests

    def _right_ended_by_a_fold(self, seat: int, wager: str) -> tuple[str, ...]:
        """The paragraphs of a fold that a void does not undo: those about wagers on a device, taken before the deal."""
        if self.void is None or seat not in self.folded or wager not in ON_DEVICES:
            return ()
        return self.game.folded(self, seat).get(wager, ())

    def _forfeits(self, seat: int, lost: Forfeits, happened: str, outcome: str = "lost") -> Iterator[Line]:
        """The lines of wagers that end before the settlement: lost by a fold, or with another outcome because the hand
        is void.
        """
        for wager in self.game.order:
            stake = self.stakes[seat].get(wager)
            if wager in lost and stake and (seat, wager) not in self.done:
                self.done.add((seat, wager))
                self.forfeited.add((seat, wager))
                rests = self.game.reading(happened, wager)
                line = Line(seat, wager, stake, outcome, lost[wager], readings=rests)
                line.kept, line.returned = (stake, 0) if outcome == "lost" else (0, stake)
                if wager == "five-card-dealer" and self.divided is not None:
                    draw = line.draw = self.divided.meter.give_back(self.divided.parts[seat])
                    line.meter, line.meter_before, line.meter_after = draw.meter.terms.meter, draw.before, draw.after
                yield line

    def is_share(self, seat: int, wager: str) -> bool:
        """Whether a wager won a share of a meter."""
        ruling = self.game.rule(self, seat, wager)
        if not ruling.paytable:
            return False
        return Odds.parse(self.terms.rows(ruling.paytable)[ruling.row]).kind == "share"

    def _pay(self, line: Line, odds: Odds) -> None:
        line.odds = odds.printed
        if odds.kind == "share":
            self._pay_share(line, odds)
        elif odds.kind in ("to", "for"):
            line.paid = odds.pays(line.stake)
            line.returned, line.kept = (line.stake, 0) if odds.kind == "to" else (0, line.stake)

    def _pay_share(self, line: Line, odds: Odds) -> None:
        """Pays a share of what the meter shows now; a share for the dealer's hand is computed once and divided
        equally.
        """
        meter = self.meters[self.terms.meter(line.wager, odds.meter).id]
        draw = self.divided if line.wager == "five-card-dealer" else None
        line.meter, line.kept, line.hand_pay = meter.terms.meter, line.stake, True
        line.meter_before = line.meter_after = meter.units
        line.paid_by = meter
        if draw is None:
            draw = line.draw = meter.win(odds.amount, self._owners(line))
            line.meter_after, line.reserve_moved = draw.after, draw.moved
        if line.wager == "five-card-dealer":
            self.divided = draw
        line.paid = draw.parts[line.seat]
        if line.wager == "five-card-dealer":
            line.readings = (*line.readings, *self._division_readings(line, len(draw.parts)))

    def _division_readings(self, line: Line, parts: int) -> Iterator[str]:
        """The readings that say who counts when a share is divided, and whether players who folded count."""
        if parts > 1:
            yield "dealer-share-split"
        folded = [seat for seat in self.seats if line.wager in self.stakes[seat] and seat in self.folded]
        yield from (name for name in self.game.reading("fold", line.wager) if folded and name not in line.readings)

    def _owners(self, line: Line) -> list[list[int]]:
        """The seats of each owner of a divided win; 12(e)(2) divides it by players or, under one reading, by wagers."""
        if line.wager != "five-card-dealer":
            return [[line.seat]]
        having = [seat for seat in self.seats if line.wager in self.stakes[seat]]
        seats = [seat for seat in sorted(having, reverse=True) if (seat, line.wager) not in self.forfeited]
        if self.terms.reading("dealer-share-split") != "by-person":
            return [[seat] for seat in seats]
        names = dict.fromkeys(self.players[seat] for seat in seats)
        return [[seat for seat in seats if self.players[seat] == name] for name in names]

    def _bonus(self, seat: int, wager: str, stake: int, ruling: Ruling) -> Line:
        """The line of a bonus, which pays on the stake of the wager it depends on."""
        column = f"${stake // 100}" if ruling.paytable == "envy" else ""
        odds = Odds.parse(self.terms.rows(ruling.paytable, column)[ruling.row])
        line = Line(seat, wager, 0, "won", (ruling.cite,), odds.printed, ruling.row, paid=odds.pays(stake))
        line.readings = self._rests_on(seat, wager)
        line.odds_cites = self._odds_cites(ruling.paytable)
        return line

    def _odds_cites(self, paytable: str) -> tuple[str, ...]:
        """The paragraphs that may be cited for the odds of the column in force."""
        column = next(iter(self.terms.tables[paytable]), "")
        supplement = self.game.temporary.get((paytable, column))
        return (supplement[1],) if supplement else tuple(self.game.printed[paytable][0].split(", "))
