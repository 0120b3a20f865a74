"""The rules of one table as a single frozen value that is passed to every handler."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tablelaw.law.decisions import parts_of
from tablelaw.law.rows import Duty, Effect, Irregularity, Stage, Wager
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.submission.submission import MeterTerms, Submission
from tablelaw.table.rules.cites import TableCites, table_cites
from tablelaw.table.rules.dealing import DealingRules, dealing_rules
from tablelaw.table.rules.flow import FlowRules, flow_rules
from tablelaw.table.rules.hands import HandRules, hand_rules
from tablelaw.table.rules.settlement_order import SettlementRules, settlement_rules
from tablelaw.table.rules.stage_choices import StageChoice, stage_choices
from tablelaw.table.verdicts import Verdicts


@dataclass(frozen=True, slots=True)
class TableRules:
    """What a table needs from the rulebook and the submission. At a `physical` table, real cards are entered."""

    submission: Submission
    book: Rulebook
    terms: Terms
    physical: bool
    verdicts: Verdicts
    deck_size: int
    cut_at_least: int
    wagers: Mapping[str, Wager]
    opening: tuple[Wager, ...]
    bonuses: tuple[Wager, ...]
    device_wagers: frozenset[str]
    """Wagers that are placed on a progressive device."""
    equals: Mapping[str, tuple[str, ...]]
    """The opening wagers whose amount a wager must equal."""
    base: str
    """The wager that decision wagers are multiples of."""
    parts: int
    """The number of equal parts, in whole cents, that the base wager must divide into for bets such as half an Ante."""
    meters: Mapping[str, MeterTerms]
    duties: Mapping[str, Duty]
    irregularities: Mapping[str, Irregularity]
    effects: Mapping[str, Mapping[str, Effect]]
    """What each irregularity does to each wager."""
    stages: Mapping[str, Stage]
    choices: Mapping[str, tuple[StageChoice, ...]]
    """The choices of each stage."""
    cites: TableCites
    dealing: DealingRules
    flow: FlowRules
    hands: HandRules
    settlement: SettlementRules
    fixes_shares: bool = True
    """Whether a share is computed at the player's turn. False for logs from before `ShareFixed`, in which it was
    computed when it was validated.
    """
    confirms_stub: bool = True
    """Whether a floorperson must recount a wrong stub. False for logs from before recounts, in which a wrong count took
    effect immediately.
    """

    @property
    def seats(self) -> int:
        return self.submission.seats


def table_rules(submission: Submission, physical: bool = False) -> TableRules:
    """The rules of a table under one Rules Submission."""
    book, terms = submission.book, submission.terms
    opening = tuple(wager for wager in book.wagers if wager.kind == "opening")
    return TableRules(
        submission=submission,
        book=book,
        terms=terms,
        physical=physical,
        verdicts=Verdicts(book, terms),
        deck_size=int(book.fact("deck")),
        cut_at_least=int(book.fact("cut-at-least")),
        wagers={wager.id: wager for wager in book.wagers},
        opening=opening,
        bonuses=tuple(wager for wager in book.wagers if wager.kind == "bonus" and wager.id in terms.offered),
        device_wagers=frozenset(wager.id for wager in book.wagers if wager.medium == "progressive device"),
        equals={wager.id: _equals(wager, opening) for wager in book.wagers},
        base=opening[0].id,
        parts=parts_of(book.stages),
        meters={meter.id: meter for meter in submission.meters},
        duties={duty.id: duty for duty in book.duties},
        irregularities={irregularity.id: irregularity for irregularity in book.irregularities},
        effects=_effects(terms),
        stages={stage.id: stage for stage in book.stages},
        choices=_choices(terms),
        cites=table_cites(terms, submission.dealing),
        dealing=dealing_rules(terms),
        flow=flow_rules(terms),
        hands=_hands(terms),
        settlement=settlement_rules(terms),
    )


def _equals(wager: Wager, opening: tuple[Wager, ...]) -> tuple[str, ...]:
    """The opening wagers that a wager must equal, in whichever direction the text states the equality."""
    return tuple(other.id for other in opening if other.id == wager.equal_to or wager.id == other.equal_to)


@lru_cache(maxsize=64)
def _effects(terms: Terms) -> dict[str, dict[str, Effect]]:
    """What each irregularity does to each wager."""
    book = terms.book
    return {
        irregularity.id: {wager.id: book.effect_on(irregularity, wager.id, terms) for wager in book.wagers}
        for irregularity in book.irregularities
    }


@lru_cache(maxsize=64)
def _choices(terms: Terms) -> dict[str, tuple[StageChoice, ...]]:
    return {stage.id: stage_choices(terms, stage) for stage in terms.book.stages}


@lru_cache(maxsize=64)
def _hands(terms: Terms) -> HandRules:
    return hand_rules(terms, flow_rules(terms).steps)
