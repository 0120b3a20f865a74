"""The dealer's procedure as a checklist: opening the table, a whole round, and what may happen at any time.

It is built from the rulebook's rows (duties, dealing, flow, stages, settlement). Each step has its paragraphs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import msgspec

from tablelaw.errors import BadSubmission
from tablelaw.law.conditions import conditions
from tablelaw.law.rows import AnyTime, Dealing, Duty, Flow, Opening, Settle, Stage, Wager
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.law.text_values import Cites
from tablelaw.table.reading.checklist_words import cards_words, choice_words, step_words
from tablelaw.table.reading.sentences import listed
from tablelaw.table.rules.settlement_order import within
from tablelaw.table.state import change

BEFORE_SETTLING = ("wager's turn", "wager won")
AFTER_SETTLING = ("meter share won", "wager settled")
"""Moments within one step of the settlement. Duties at `BEFORE_SETTLING` are listed before the step, duties at
`AFTER_SETTLING` after it.
"""


class Task(msgspec.Struct, frozen=True):
    """One line of the checklist: who does what, under which condition and under which paragraphs."""

    who: str
    do: str
    cites: tuple[str, ...]
    when: str = ""


class Section(msgspec.Struct, frozen=True):
    title: str
    tasks: tuple[Task, ...]


def procedure(book: Rulebook, method: str = "", terms: Terms | None = None) -> list[Section]:
    """The checklist of a rulebook under one dealing procedure, limited to a table's choices if they are given."""
    maker = _Checklist(book, dealing_of(book, method), terms)
    sections = [
        Section("Opening the table", tuple(maker.duties(*get_args(Opening)))),
        Section("Wagers", tuple(maker.wagering())),
        Section("The initial cards", tuple(maker.initial_cards())),
        Section("The round", tuple(maker.round())),
        Section("Settlement", tuple(maker.settlement())),
        Section("After the round", tuple(maker.ending())),
        Section("At any time", tuple(maker.standing())),
    ]
    return [section for section in sections if section.tasks]


def dealing_of(book: Rulebook, method: str) -> Dealing:
    """The dealing procedure with that id, or the first one in the text if the id is empty."""
    named = [dealing for dealing in book.dealing if dealing.id == method or not method]
    if not named:
        known = ", ".join(dealing.id for dealing in book.dealing)
        raise BadSubmission(f"{book.id} has no dealing procedure {method!r}", accepted=known)
    return named[0]


class _Checklist:
    """Turns rows into tasks for one dealing procedure."""

    def __init__(self, book: Rulebook, dealing: Dealing, terms: Terms | None) -> None:
        self.book = book
        self.dealing = dealing
        self.terms = terms
        own = dealing.cite.first.section
        self.elsewhere = {other.cite.first.section for other in book.dealing} - {own}
        """The sections about other dealing procedures. Their paragraphs are omitted."""

    # --- Selecting and citing rows ---------------------------------------------------------------

    def cites(self, cites: Cites) -> tuple[str, ...]:
        own = self.terms.own(cites) if self.terms else cites
        kept = [cite for cite in own if cite.section not in self.elsewhere]
        return tuple(str(cite) for cite in kept or own)

    def holds(self, when: str) -> bool:
        return self.terms is None or self.terms.holds(when)

    def offers(self, wager: str) -> bool:
        return self.terms is None or wager in self.terms.offered

    def condition(self, when: str) -> str:
        """A row's `when` in words, unless the table's choices already decide it."""
        return "" if self.terms else listed(f"{name}: {value}" for name, value in conditions(when)) if when else ""

    def name(self, wager: str) -> str:
        return self.book.wager(wager).name

    # --- Duties ---------------------------------------------------------------------------------

    def duties(self, *moments: str) -> Iterator[Task]:
        """The duties that are due at these moments, grouped by moment."""
        for moment in moments:
            yield from (self.duty(duty) for duty in self.book.duties if duty.on == moment and self.is_due(duty))

    def is_due(self, duty: Duty) -> bool:
        spared = set(duty.unless).intersection(self.dealing.needs)
        unoffered = duty.wager and not self.offers(duty.wager)
        return not spared and not unoffered and (not duty.methods or self.dealing.id in duty.methods)

    def duty(self, duty: Duty) -> Task:
        every = f"every {duty.every_hours} hours" if duty.every_hours else ""
        if duty.every_rounds:
            every = "every round" if duty.every_rounds == 1 else f"at least every {duty.every_rounds} rounds"
        unless = f"unless: {', '.join(duty.unless)}" if duty.unless else ""
        when = "; ".join(part for part in (every, unless) if part)
        return Task(duty.who, f"{duty.name}. {duty.says}", self.cites(duty.cite), when)

    def duties_of(self, row: Settle, moments: tuple[str, ...]) -> Iterator[Task]:
        """The duties of one settlement step, with only the paragraphs that concern it."""
        for moment in moments:
            for duty in self.book.duties:
                if duty.on == moment and self.is_due(duty) and (own := within(row, duty)):
                    yield change(self.duty(duty), cites=self.cites(Cites(tuple(own))))

    # --- Wagers and cards -----------------------------------------------------------------------

    def wagering(self) -> Iterator[Task]:
        yield from self.duties("deck ready", "wagers open")
        for wager in self.book.wagers:
            if wager.kind in ("opening", "optional") and self.offers(wager.id) and self.holds(wager.when):
                yield Task("player", self.placing(wager), self.cites(wager.cite), self.condition(wager.when))
        yield from self.duties("wagers placed")

    def placing(self, wager: Wager) -> str:
        verb = "places" if wager.kind == "opening" else "may place"
        equal = f", equal to {self.name(wager.equal_to)}" if wager.equal_to else ""
        return f"A player {verb} {wager.name}{equal}."

    def initial_cards(self) -> Iterator[Task]:
        yield from self.duties("dealing begins")
        last = [step for step in self.dealing.steps if "players" in step.to][-1]
        for step in self.dealing.steps:
            if not step.only_if or self.offers(step.only_if):
                staked = f"if anybody wagered on {self.name(step.only_if)}" if step.only_if else ""
                yield Task("dealer", step_words(step), self.cites(step.cite), staked)
            if step is last:
                yield from self.duties("hands dealt")
        if self.dealing.community != "dealt":
            yield from self.duties("community cards dealt")
        yield from self.duties("cards dealt")

    # --- The round --------------------------------------------------------------------------------

    def flow(self) -> list[Flow]:
        return [entry for entry in self.book.flow if self.holds(entry.when)]

    def round(self) -> Iterator[Task]:
        yield from self.duties("player asked")
        entries = [entry for entry in self.flow() if entry.do not in ("settle", "clear")]
        last = max((n for n, entry in enumerate(entries) if entry.do == "community"), default=-1)
        for number, entry in enumerate(entries):
            yield from self.act(entry)
            if number == last and self.dealing.community == "dealt":
                yield from self.duties("community cards dealt")
            if entry == self.last_to_offer("fold"):
                yield from self.collecting(self.condition(entry.when))
                yield from self.duties("player folds")
            if entry == self.last_to_offer("buy"):
                yield from self.duties("player buys")
            if entry == self.last_to_offer("declare"):
                yield from self.duties("player declares")

    def collecting(self, when: str) -> Iterator[Task]:
        """The task of collecting the stakes that a fold ends.

        Stakes on a device or account were taken before the deal.
        """
        ended = [
            wager
            for wager in self.book.wagers
            if wager.kind != "bonus" and wager.medium == "chips" and self.offers(wager.id) and self.is_collected(wager)
        ]
        if ended:
            paragraphs = dict.fromkeys(cite for wager in ended for cite in wager.on_fold.cite)
            words = f"Collect {listed(wager.name for wager in ended)} of a player who folds."
            yield Task("dealer", words, self.cites(Cites(tuple(paragraphs))), when)

    def is_collected(self, wager: Wager) -> bool:
        effect = self.book.fold_effect(wager, self.terms) if self.terms else wager.on_fold.effect
        return effect == "collected"

    def last_to_offer(self, action: str) -> Flow | None:
        """The last decision of the round that offers this action, such as a fold, a purchase or a declaration."""
        offering = {stage.id for stage in self.book.stages if any(c.action == action for c in stage.choices)}
        return next((entry for entry in reversed(self.flow()) if entry.stage in offering), None)

    def act(self, entry: Flow) -> Iterator[Task]:
        """One entry of the flow as tasks. There is no burn if the board is already on the table."""
        cites, when = self.cites(entry.cite), self.condition(entry.when)
        if entry.do == "decide":
            stage = next(stage for stage in self.book.stages if stage.id == entry.stage)
            yield from self.stage(stage, when)
        elif entry.do == "turn up dealer":
            yield from self.duties("dealer's turn")
            yield Task("dealer", "Turn up the dealer's cards.", cites, when)
            yield from self.duties("dealer turned up")
        elif entry.do == "community":
            yield Task("dealer", self.community_words(entry), cites, when)
        elif entry.do == "bought cards":
            yield Task("dealer", "Deal every card bought, face up.", cites, when)
            yield from self.duties("bought cards dealt")
        elif self.dealing.community == "dealt":
            words = f"Burn {cards_words(entry.cards)}: face down into the discard rack, unseen."
            yield Task("dealer", words, cites, when)

    def community_words(self, entry: Flow) -> str:
        flop = " (the Flop)" if entry.to == "flop" else ""
        if self.dealing.community == "dealt":
            return f"Deal {cards_words(entry.cards, 'community card')}{flop} face up to the board."
        return f"Turn up {cards_words(entry.cards, 'community card')}{flop}."

    def stage(self, stage: Stage, when: str) -> Iterator[Task]:
        ask = f"Ask {stage.asks}, clockwise from the dealer's left."
        yield Task("dealer", ask, self.cites(stage.cite), when)
        for choice in stage.choices:
            if self.holds(choice.when):
                own, words = self.condition(choice.when) or when, choice_words(self.book, self.terms, choice)
                yield Task("player", f"May {words}.", self.cites(choice.cite), own)

    # --- Settlement and after -----------------------------------------------------------------------

    def settlement(self) -> Iterator[Task]:
        for entry in self.flow():
            if entry.do == "settle":
                order = "Settle each player in turn, counter-clockwise from the dealer's right, in this order."
                yield Task("dealer", order, self.cites(entry.cite), self.condition(entry.when))
        yield from self.duties("player's turn")
        for row in self.book.settlement:
            yield from self.settle(row)
        yield from self.duties("player settled")

    def settle(self, row: Settle) -> Iterator[Task]:
        names = [self.name(wager) for wager in row.wagers if self.offers(wager)]
        if names:
            check = f"{row.validated_by} validates first: {' or '.join(row.validate_when)}" if row.validated_by else ""
            yield from self.duties_of(row, BEFORE_SETTLING)
            yield Task("dealer", f"Settle {listed(names)}{self.account(row)}.", self.cites(row.cite), check)
            yield from self.duties_of(row, AFTER_SETTLING)

    def account(self, row: Settle) -> str:
        """Where winnings go if they are not paid in chips."""
        electronic = any(self.book.wager(wager).medium == "electronic account" for wager in row.wagers)
        return " on the player's game account" if electronic else ""

    def ending(self) -> Iterator[Task]:
        """The duties after a round. Clearing the table comes first; it shares a paragraph with the last entry of the
        flow.
        """
        clear = [entry.cite for entry in self.flow() if entry.do == "clear"]
        ended = [duty for duty in self.book.duties if duty.on == "round settled" and self.is_due(duty)]
        ended.sort(key=lambda duty: not any(mine.touch(cite) for mine in clear for cite in duty.cite))
        yield from map(self.duty, ended)
        yield from self.duties("two decks in use")

    def standing(self) -> Iterator[Task]:
        yield from self.duties(*get_args(AnyTime))
