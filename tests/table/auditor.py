"""An auditor that sees only events and keeps separate books: cards, chips, lines and meters."""

from __future__ import annotations

import re
from collections import Counter
from copy import copy
from fractions import Fraction

from tablelaw.cards import Card
from tablelaw.submission.submission import Submission
from tablelaw.table import events
from tablelaw.table.events import Line
from tests.table.orders import LIMITED, SETTLED_IN, SHOWN_AT, places

UNITS = 10_000
BONUSES = {"envy", "magic-card", "lucky-bonus"}


class Auditor:
    """Checks every event against the events before it."""

    def __init__(self, submission: Submission) -> None:
        self.submission = submission
        self.book = submission.book.id
        self.meters = {meter.id: int(meter.seed_cents * UNITS) for meter in submission.meters}
        self.chips: dict[tuple[int, str], int] = {}
        self.house = 0
        self._new_round()

    def _new_round(self) -> None:
        self.deck: tuple[Card, ...] = ()
        self.expected: list[tuple[str, str]] = []
        self.dealt: list[tuple[str, Card]] = []
        self.out: list[Card] = []
        self.shown = 0
        self.lines: list[Line] = []
        self.shares: list[Line] = []
        self.asked: dict[str, int] = {}
        self.settled: list[int] = []
        self.void = ""
        self.buyers: list[int] = []
        """Seats that have bought a card, in the order of their decisions, which is the order of the deal."""

    def branch(self) -> Auditor:
        """An independent copy of the books."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict | list):
                setattr(other, name, value.copy())
        return other

    def see(self, event: events.Event) -> None:
        assert event.cite, f"{type(event).__name__} without a cite"
        look = getattr(self, "see_" + type(event).__name__, None)
        if look is not None:
            look(event)

    # --- Chips -------------------------------------------------------------------------------------

    def see_WagerPlaced(self, event: events.WagerPlaced) -> None:  # noqa: N802
        assert (event.seat, event.wager) not in self.chips
        self.chips[event.seat, event.wager] = event.cents

    def see_WagerWithdrawn(self, event: events.WagerWithdrawn) -> None:  # noqa: N802
        gone = [event.wager]
        while gone:
            name = gone.pop()
            del self.chips[event.seat, name]
            for seat, wager in list(self.chips):
                if seat == event.seat and name in self.submission.book.wager(wager).needs and wager not in gone:
                    gone.append(wager)

    # --- Cards -------------------------------------------------------------------------------------

    def begin(self, method: str, seats: tuple[int, ...], deck: tuple[Card, ...]) -> None:
        """Starts a round at "no more bets"; from here on the order of cards is fixed. `deck` is empty if it cannot be
        known.
        """
        six_card = any(wager == "six-card" for _, wager in self.chips)
        self.expected = places(self.book, method, seats, six_card)
        self.deck = deck

    def see_Dealt(self, event: events.Dealt) -> None:  # noqa: N802
        for place, card, face in event.cards:
            expected = [*self.expected, *((f"seat {seat}", "up") for seat in self.buyers)]
            assert (place, face) == expected[len(self.dealt)], f"{place} {face}: card {len(self.dealt) + 1}"
            self.dealt.append((place, card))
            self._leaves(card)
            self.shown += (place, face) == ("community", "up")

    def see_CardSetAside(self, event: events.CardSetAside) -> None:  # noqa: N802
        for card in event.card:
            self._leaves(card)

    def _leaves(self, card: Card) -> None:
        assert card not in self.out, f"{card} twice"
        assert not self.deck or card == self.deck[len(self.out)], "not the next card"
        self.out.append(card)

    def see_Revealed(self, event: events.Revealed) -> None:  # noqa: N802
        board = tuple(card for place, card in self.dealt if place == "community")
        assert event.cards == board[self.shown : self.shown + len(event.cards)] != ()
        self.shown += len(event.cards)

    def see_Decided(self, event: events.Decided) -> None:  # noqa: N802
        assert not self.void
        assert self.shown == SHOWN_AT[self.book][event.stage], f"{self.shown} cards show at {event.stage}"
        assert self.asked.get(event.stage, 0) < event.seat, "not clockwise"
        self.asked[event.stage] = event.seat
        if event.wager:
            assert (event.seat, event.wager) not in self.chips
            self.chips[event.seat, event.wager] = event.cents
        if event.action == "buy":
            self.buyers.append(event.seat)

    # --- Lines -------------------------------------------------------------------------------------

    def see_Settled(self, event: events.Settled) -> None:  # noqa: N802
        own = [line for line in event.lines if line.seat == event.seat and line.wager != "payout limit"]
        order = [SETTLED_IN[self.book].index(line.wager) for line in own]
        assert order == sorted(order), f"order {[line.wager for line in own]}"
        for line in event.lines:
            assert line.wager == "envy" or line.seat == event.seat
            self._line(line)

    def settles(self, seat: int) -> None:
        """Checks the order of settlement, counter-clockwise; a seat that had to wait may be continued."""
        assert not self.settled or seat <= self.settled[-1], f"{seat} after {self.settled}"
        self.settled.append(seat)

    def _line(self, line: Line) -> None:
        assert line.cite
        if line.wager not in BONUSES and line.wager != "payout limit":
            assert line.stake == self.chips[line.seat, line.wager]
            assert all((line.seat, line.wager) != (other.seat, other.wager) for other in self.lines), "settled twice"
            check_outcome(line)
        assert line.stake == line.returned + line.kept
        if line not in self.shares:
            self._read(line)
        self.lines.append(line)
        self.house += line.kept - line.paid

    def _read(self, line: Line) -> None:
        if line.meter:
            assert line.meter_before == self.meters[line.meter]
            self.meters[line.meter] = line.meter_after

    def see_ShareFixed(self, event: events.ShareFixed) -> None:  # noqa: N802
        check_outcome(event.line)
        self._read(event.line)
        self.shares.append(event.line)

    def _drawn(self) -> list[Line]:
        """Every line that moved a meter, once: shares at their turns, and other lines when they were settled."""
        return [*self.shares, *(line for line in self.lines if line not in self.shares)]

    def see_IrregularityFound(self, event: events.IrregularityFound) -> None:  # noqa: N802
        if event.voids:
            self._undo(event)
        for share in [] if event.voids else [line for line in self.shares if line.seat == event.seat]:
            if share not in self.lines and not share.note:
                self.shares.remove(share)
                self.meters[share.meter] += share.meter_before - share.meter_after

    def _undo(self, event: events.IrregularityFound) -> None:
        assert sorted(event.reopened) == sorted((line.seat, line.wager) for line in self.lines)
        for line in self.lines:
            self.house -= line.kept - line.paid
        for line in self._drawn():
            if line.meter:
                self.meters[line.meter] += line.meter_before - line.meter_after
        self.lines, self.shares, self.settled, self.void = [], [], [], event.irregularity

    def see_MetersRead(self, event: events.MetersRead) -> None:  # noqa: N802
        self.meters |= dict(event.readings)

    # --- The end of a round ----------------------------------------------------------------------------

    def see_RoundCleared(self, event: events.RoundCleared) -> None:  # noqa: N802
        final = Counter((line.seat, line.wager) for line in self.lines if (line.seat, line.wager) in self.chips)
        assert final == Counter(self.chips.keys()), "not one line for each wager"
        staked = sum(self.chips.values())
        assert staked == sum(line.returned + line.kept for line in self.lines)
        assert self.void or len(self.dealt) == len(self.expected) + len(self.buyers), "cards missing"
        assert len(self.out) == len(set(self.out)) <= 52
        self._check_limits()
        self._check_meters()
        self.chips = {}
        self._new_round()

    def _check_limits(self) -> None:
        limit = self.submission.payout_limit_cents
        for seat in {seat for seat, _ in self.chips}:
            own = [line for line in self.lines if line.seat == seat]
            won = sum(line.paid for line in own if line.wager in LIMITED[self.book])
            cut = [line.paid for line in own if line.wager == "payout limit"]
            assert cut == ([limit - won] if limit is not None and won > limit else [])

    def _check_meters(self) -> None:
        """Requires what left a meter to be what was paid from it, minus what reseeded it."""
        for meter in self.submission.meters:
            own = [line for line in self._drawn() if line.meter == meter.id]
            moved = sum(line.meter_before - line.meter_after for line in own)
            whole = [line for line in own if line.odds.startswith("100%")]
            draws = [line for line in whole if not line.note] + [line for line in whole if line.note][:1]
            reseeded = len(draws) * int(meter.reseed_cents * UNITS)
            assert moved + reseeded == sum(line.paid for line in self.lines if line.meter == meter.id) * UNITS


def check_outcome(line: Line) -> None:
    """Checks the amounts of a line using only the words of its odds: "to" does not include the stake, "for" does."""
    if line.outcome == "lost":
        assert (line.paid, line.returned) == (0, 0)
    elif line.outcome in ("push", "returned", "void"):
        assert (line.paid, line.returned) == (0, line.stake)
    else:
        assert line.outcome == "won"
        _check_odds(line)


def _check_odds(line: Line) -> None:
    if match := re.fullmatch(r"([\d,]+) (to|for) (\d+)", line.odds):
        ratio = Fraction(int(match[1].replace(",", "")), int(match[3]))
        assert line.paid == int(line.stake * ratio)
        assert line.returned == (line.stake if match[2] == "to" else 0)
        return
    share = Fraction(int(re.match(r"(\d+)%", line.odds)[1]), 100)  # type: ignore[index]
    parts = int(line.note.rpartition(" ")[2]) if line.note.startswith("divided") else 1
    assert line.hand_pay and line.returned == 0
    if line.meter_before != line.meter_after or parts == 1:
        assert line.paid == int(share * line.meter_before / UNITS / parts)
