"""The order in which one table settles wagers, and the paragraphs for each step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tablelaw.law.cite import Cite
from tablelaw.law.rows import Duty, Settle, Wager
from tablelaw.law.rulebook import Terms


@dataclass(frozen=True, slots=True)
class SettlementRules:
    """The offered wagers in the order of the text, each with its step. Paragraphs are keyed by wager."""

    order: tuple[tuple[Settle, Wager], ...]
    place_in_order: Mapping[str, int]
    step_of: Mapping[str, Settle]
    collected_on_fold: frozenset[str]
    collected_on_buy: frozenset[str]
    """The wagers that a purchase collects: the price of the card, and any wagers that end with the purchase."""
    validation_cites: Mapping[str, str]
    """The paragraph that requires a floorperson for a wager's payout."""
    measure_cites: Mapping[str, str]
    """The paragraph under which a wager's meter share is computed at the player's turn."""
    document_cites: Mapping[str, str]
    """The paragraph that keeps cards on the table for a payout that does not come from the tray."""

    def validation_cite(self, wager: str) -> str:
        """The paragraph that requires a floorperson for a wager; empty if none does."""
        step = self.step_of.get(wager)
        return self.validation_cites[wager] if step is not None and step.validated_by else ""


@lru_cache(maxsize=64)
def settlement_rules(terms: Terms) -> SettlementRules:
    """The settlement of the wagers that the terms offer."""
    book = terms.book
    step_of = {wager: step for step in book.settlement for wager in step.wagers}
    order = tuple((step, book.wager(w)) for step in book.settlement for w in step.wagers if w in terms.offered)
    floor = [duty for duty in book.duties if duty.who == "floorperson"]
    papers = [duty for duty in book.duties if duty.on == "meter share won"]
    return SettlementRules(
        order=order,
        place_in_order={wager.id: place for place, (_, wager) in enumerate(order)},
        step_of=step_of,
        collected_on_fold=frozenset(w.id for w in book.wagers if book.fold_effect(w, terms) == "collected"),
        collected_on_buy=frozenset(w.id for w in book.wagers if w.on_buy is not None),
        validation_cites={wager: _duty_cite(step, floor) for wager, step in step_of.items()},
        measure_cites={wager: _measure_cite(step) for wager, step in step_of.items()},
        document_cites={wager: _duty_cite(step, papers) for wager, step in step_of.items()},
    )


def within(step: Settle, duty: Duty) -> list[Cite]:
    """The paragraphs of a duty that fall under the paragraph of a settlement step."""
    return [cite for cite in duty.cite if step.cite.first.contains(cite)]


def _duty_cite(step: Settle, duties: Iterable[Duty]) -> str:
    """The first paragraph of the duties that falls under a step, or the step's own paragraph if none does."""
    return str(next((cite for duty in duties for cite in within(step, duty)), step.cite.first))


def _measure_cite(step: Settle) -> str:
    return str(step.measured.first if step.measured is not None else step.cite.first)
