"""The plan of a table: what the rulebook and the submission fix, worked out once."""

from __future__ import annotations

from collections.abc import Iterable

from houserules.law.rows import Choice, Dealing, Flow, Settle, Stage, Wager
from houserules.submission.submission import Submission
from houserules.table.state import Slot


class Plan:
    """Everything an engine asks of rulebook and submission, ready to hand."""

    def __init__(self, submission: Submission) -> None:
        self.submission = submission
        self.book = book = submission.book
        self.terms = terms = submission.terms
        self.seats = int(book.fact("seats"))
        self.wagers: dict[str, Wager] = {wager.id: wager for wager in book.wagers}
        self.dealing: dict[str, Dealing] = {method.id: method for method in book.dealing}
        self.flow: tuple[Flow, ...] = tuple(entry for entry in book.flow if terms.holds(entry.when))
        self.stages: dict[str, Stage] = {stage.id: stage for stage in book.stages}
        self.settlement: tuple[Settle, ...] = book.settlement
        self.step_of = {wager: step for step in book.settlement for wager in step.wagers}
        self.opening = tuple(wager for wager in book.wagers if wager.kind == "opening")
        self.has_dealer = any(hand.id == "dealer" for hand in book.hands)
        self.slips = {slip.id: slip for slip in book.irregularities}
        self.duties = {duty.id: duty for duty in book.duties}
        self.meters = {meter.id: meter for meter in submission.meters}
        self.deck_size = int(book.fact("deck"))
        self.rankings = {hand.id: book.ranking_of(hand.id, terms) for hand in book.hands}
        self.hand_places = {hand.id: hand.cards for hand in book.hands}
        self.hand_sizes = {hand.id: self.rankings[hand.id].sizes[-1] for hand in book.hands}
        self.flop_size = sum(entry.cards for entry in self.flow if entry.to == "flop")
        self.hand_sizes |= {hand.id: 5 for hand in book.hands if "flop" in hand.cards}
        self.bonuses = tuple(w for w in book.wagers if w.kind == "bonus" and w.id in terms.offered)

    def duty_cite(self, duty: str, default: str = "") -> str:
        row = self.duties.get(duty)
        return str(row.cite.first) if row else default

    def settle_entry(self) -> int:
        """The place of the settlement in the flow."""
        return next(n for n, entry in enumerate(self.flow) if entry.do == "settle")

    def choices(self, stage: Stage) -> tuple[Choice, ...]:
        return tuple(choice for choice in stage.choices if self.terms.holds(choice.when))

    def initial_slots(self, method: str, seats: Iterable[int], wagered: Iterable[str]) -> tuple[Slot, ...]:
        """Every card of the initial deal in the order of the procedure."""
        order, staked = tuple(seats), frozenset(wagered)
        slots: list[Slot] = []
        for step in self.dealing[method].steps:
            if step.only_if and step.only_if not in staked:
                continue
            places = [p for to in step.to for p in (_seat_places(order) if to == "players" else (to,))]
            tour = [Slot(place, step.face, str(step.cite.first)) for place in places for _ in range(step.cards)]
            slots += tour * step.times
        return tuple(slots)

    def limits(self, choice: Choice, base_cents: int) -> tuple[int, int]:
        """The least and most a decision wager may be, in cents; equal where the multiple is fixed."""
        chosen = self.terms.reading(choice.reading) if choice.reading else ""
        if chosen in choice.by_reading:
            least, most = choice.by_reading[chosen]
            return max(least * base_cents, 1), most * base_cents
        if choice.up_to is not None:
            return base_cents, choice.up_to * base_cents
        return min(choice.times) * base_cents, max(choice.times) * base_cents


def _seat_places(seats: tuple[int, ...]) -> list[str]:
    return [f"seat {seat}" for seat in seats]
