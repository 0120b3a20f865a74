"""Settles a wager with the rulebook's verdict and the auditor's own arithmetic."""

from __future__ import annotations

from collections.abc import Iterator

from tablelaw.gaming_day.auditor.meters import Drawn, Meter
from tablelaw.gaming_day.auditor.rounds import Line, Round, Seat, Shown, carriers
from tablelaw.law.conduct import Case, Outcome
from tablelaw.law.odds import Odds, OddsKind
from tablelaw.law.rows import BUY, Settle, Wager
from tablelaw.submission.submission import MeterTerms, Submission

OUT = {"fold", "declare"}
VOID = {"returned": Outcome.VOID, "lost": Outcome.LOST}


class Settling:
    """The arithmetic of one table. `meters` are the property's, under the names in this table's rulebook."""

    def __init__(self, submission: Submission, meters: dict[str, Meter]) -> None:
        self.submission, self.terms, self.book = submission, submission.terms, submission.book
        self.meters = meters
        offered = self.terms.offered
        self.order = [
            (step, self.book.wager(wager)) for step in self.book.settlement for wager in step.wagers if wager in offered
        ]

    # --- A seat ----------------------------------------------------------------------------------------

    def seat(self, round_: Round, number: int, first: str = "") -> tuple[list[Line], str]:
        """The lines of a seat from a given wager on, and the wager that waits for a floorperson, if there is one."""
        seat = round_.seats[number]
        lines: list[Line] = []
        names = [wager.id for _, wager in self.order]
        for step, wager in self.order[names.index(first) if first else 0 :]:
            if wager.id in seat.stakes:
                if round_.line_of(number, wager.id) is None:
                    if self._waits(round_, number, step, wager):
                        self._fix(round_, number, wager)
                        return lines, wager.id
                    fixed = round_.fixed.pop((number, wager.id), None)
                    lines.append(fixed or self.line(round_, number, wager))
            elif wager.rides_on:
                lines += self._bonus(round_, number, wager)
        return lines, ""

    def _waits(self, round_: Round, number: int, step: Settle, wager: Wager) -> bool:
        """Whether the text requires a floorperson to validate a payout and none has done so yet."""
        if not step.validated_by or (number, wager.id) in round_.validated:
            return False
        outcome, odds = self.verdict(round_, number, wager)
        if outcome is not Outcome.WON or odds is None:
            return False
        is_share = odds.kind is OddsKind.SHARE
        kinds = {"any win", odds.printed, *(["a share of the meter"] if is_share else [])}
        return not kinds.isdisjoint(step.validate_when)

    def _fix(self, round_: Round, number: int, wager: Wager) -> None:
        """Fixes a share according to the meter's amount at the player's turn, however long its validation takes."""
        _, odds = self.verdict(round_, number, wager)
        if odds is not None and odds.kind is OddsKind.SHARE:
            round_.fixed[number, wager.id] = self.line(round_, number, wager)

    def verdict(self, round_: Round, number: int, wager: Wager) -> tuple[Outcome, Odds | None]:
        """The verdict on a wager: according to the irregularity that voided the round, or otherwise according to the
        hands.
        """
        if round_.void is not None:
            effect = self.book.effect_on(round_.void, wager.id, self.terms).effect
            if effect != "settled":
                return VOID[effect], None
        seat = round_.seats[number]
        shown = Shown(self.terms, round_, seat)
        stake = seat.stakes[wager.id]
        undone = round_.void is not None and wager.medium == "chips"
        acts = frozenset[str]() if undone else _acts(seat)
        ruled = self.book.settle(Case(wager.id, self.terms, shown, shown.standing(), acts, stake))
        return ruled.outcome, ruled.odds

    def line(self, round_: Round, number: int, wager: Wager) -> Line:
        outcome, odds = self.verdict(round_, number, wager)
        line = Line(number, wager.id, round_.seats[number].stakes[wager.id], outcome=outcome)
        if outcome is Outcome.LOST:
            line.kept = line.stake
        elif outcome is Outcome.WON and odds is not None:
            self._won(round_, line, wager, odds)
        return line

    def _won(self, round_: Round, line: Line, wager: Wager, odds: Odds) -> None:
        """Settles a won wager: odds "to" leave the stake with the player; odds "for", a fixed amount and a share of a
        meter include it.
        """
        if odds.kind is OddsKind.SHARE:
            line.kept, line.share = line.stake, self._share(round_, line, wager, odds)
            return
        line.paid = winnings(odds, line.stake)
        line.kept = line.stake if odds.kind in (OddsKind.FOR, OddsKind.SUM) else 0

    def _share(self, round_: Round, line: Line, wager: Wager, odds: Odds) -> Drawn:
        earlier = round_.shares.of(wager.id)
        if earlier is not None:
            return earlier
        terms = self._meter_of(wager.id, odds.meter)
        open_ = [n for n, seat in round_.seats.items() if wager.id in seat.stakes and not round_.line_of(n, wager.id)]
        owners = self._owners(round_, sorted(open_, reverse=True)) if wager.divided else [[line.seat]]
        return round_.shares.draw(self.meters[terms.id], terms, wager.id, odds.amount, owners)

    def _owners(self, round_: Round, seats: list[int]) -> list[list[int]]:
        """Groups the seats by owner of a divided share: by person or, if the submission says so, by wager."""
        if self.terms.reading("dealer-share-split") == "by-wager":
            return [[seat] for seat in seats]
        persons = dict.fromkeys(round_.seats[seat].player for seat in seats)
        return [[seat for seat in seats if round_.seats[seat].player == person] for person in persons]

    def _meter_of(self, wager: str, name: str) -> MeterTerms:
        return next(terms for terms in self.submission.meters if wager in terms.wagers and terms.name == name)

    # --- Bonuses -----------------------------------------------------------------------------------------

    def _bonus(self, round_: Round, number: int, bonus: Wager) -> Iterator[Line]:
        """Settles a bonus that belongs to a wager, whether this seat's hand earns it for other players, the seat's own
        hand earns it, or a draw awards it.
        """
        if round_.void is not None and self.book.effect_on(round_.void, bonus.id, self.terms).effect != "settled":
            return
        if any(row.id == bonus.hand and "other player" in row.cards for row in self.book.hands):
            yield from self._envy(round_, number, bonus)
            return
        seat = round_.seats[number]
        for carrier in bonus.rides_on:
            if carrier in seat.stakes and not seat.is_left:
                is_drawn = bool(bonus.drawn) and self._is_drawn(round_, number, bonus, carrier)
                drawn = {"drawn"} if is_drawn else set()
                yield from self._earned(round_, number, bonus, seat.stakes[carrier], drawn)

    def _envy(self, round_: Round, holder: int, bonus: Wager) -> Iterator[Line]:
        """Pays a bonus that a hand earns for others: once for each hand, to every other player who made the wager to
        which the bonus belongs.
        """
        if holder in round_.envied:
            return
        for number, seat, carrier in carriers(round_, bonus.rides_on):
            if seat.player != round_.seats[holder].player:
                for line in self._earned(round_, number, bonus, seat.stakes[carrier], set(), round_.seats[holder]):
                    round_.envied.add(holder)
                    yield line

    def _earned(
        self, round_: Round, number: int, bonus: Wager, base: int, more: set[str], other: Seat | None = None
    ) -> Iterator[Line]:
        seat = round_.seats[number]
        acts = _acts(seat) | more
        ruled = self.book.settle(Case(bonus.id, self.terms, Shown(self.terms, round_, seat, other), None, acts, base))
        if ruled.outcome is Outcome.WON and ruled.odds is not None:
            yield Line(number, bonus.id, paid=winnings(ruled.odds, base), outcome=Outcome.WON)

    def _is_drawn(self, round_: Round, number: int, bonus: Wager, carrier: str) -> bool:
        hand = self.book.wager(carrier).hand
        if bonus.drawn == "card":
            held = Shown(self.terms, round_, round_.seats[number]).cards(hand)
            return any(card in round_.drawn_cards for card in held)
        is_dealers = any(row.id == hand and "dealer" in row.cards for row in self.book.hands)
        return (0 if is_dealers else number) in round_.drawn_positions

    # --- The payout limit ------------------------------------------------------------------------------------

    def over_the_limit(self, round_: Round, number: int) -> int:
        """The part of the covered wagers' wins above the payout limit, which the player does not get."""
        limit, rows = self.submission.payout_limit_cents, self.book.limits
        if limit is None or not rows:
            return 0
        won = sum(line.paid for line in round_.lines if line.seat == number and line.wager in rows[0].wagers)
        return max(0, won - limit)


def winnings(odds: Odds, stake: int) -> int:
    """The winnings in cents, rounded down; a fixed amount does not depend on the stake."""
    if odds.kind is OddsKind.SUM:
        return int(odds.amount)
    if odds.kind in (OddsKind.TO, OddsKind.FOR):
        return stake * odds.amount.numerator // odds.amount.denominator
    return 0


def _acts(seat: Seat) -> frozenset[str]:
    """The facts about a player's decisions that rules may use."""
    return frozenset({*OUT, BUY}.intersection(seat.did))
