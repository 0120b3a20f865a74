"""The dealer's procedure as a checklist: opening the table, a whole round, and what may come between.

It is put together from the rulebook's rows (duties, dealing, flow, stages, settlement), each step with its paragraphs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from houserules.errors import BadSubmission
from houserules.law.rows import Choice, Dealing, Duty, Flow, Settle, Stage, Step, Wager
from houserules.law.rulebook import Rulebook
from houserules.law.terms import Terms, conditions
from houserules.law.values import Cites
from houserules.table.words import listed, place_name

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

OPENING = (
    "decks received",
    "decks inspected",
    "first player arrives",
    "cards seen by the first player",
    "before play",
    "shuffle completed",
    "deck shuffled by hand or preshuffled",
    "deck cut",
)
IN_ROUND = (
    "wagers placed",
    "cards dealt",
    "community cards dealt",
    "player asked",
    "player folds",
    "player declares",
    "wager won",
    "meter share won",
    "round settled",
    "two decks in use",
)
"""Moments that set a duty off, in the order they come; any other may come at any time."""


class Task(msgspec.Struct, frozen=True):
    """One line of the checklist: who does what, under which condition, and the paragraphs that say so."""

    who: str
    do: str
    cites: tuple[str, ...]
    when: str = ""


class Section(msgspec.Struct, frozen=True):
    title: str
    tasks: tuple[Task, ...]


def procedure(book: Rulebook, method: str = "", terms: Terms | None = None) -> list[Section]:
    """The checklist of a rulebook under one dealing procedure, narrowed to a table's choices where they are given."""
    maker = _Checklist(book, dealing_of(book, method), terms)
    sections = [
        Section("Opening the table", tuple(maker.duties(*OPENING))),
        Section("Wagers", tuple(maker.wagering())),
        Section("The initial cards", tuple(maker.initial_cards())),
        Section("The round", tuple(maker.round())),
        Section("Settlement", tuple(maker.settlement())),
        Section("After the round", tuple(maker.ending())),
        Section("At any time", tuple(maker.standing())),
    ]
    return [section for section in sections if section.tasks]


def dealing_of(book: Rulebook, method: str) -> Dealing:
    """The dealing procedure of that id; the first one printed where none is named."""
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
        """Sections about other ways of dealing: their paragraphs are left out."""

    # --- Which rows, and how they are cited -----------------------------------------------------

    def cites(self, cites: Cites) -> tuple[str, ...]:
        kept = [cite for cite in cites if cite.section not in self.elsewhere]
        return tuple(str(cite) for cite in kept or cites)

    def holds(self, when: str) -> bool:
        return self.terms is None or self.terms.holds(when)

    def offers(self, wager: str) -> bool:
        return self.terms is None or wager in self.terms.offered

    def condition(self, when: str) -> str:
        """A row's `when` in words, where no table's choices have settled it already."""
        return "" if self.terms else listed(f"{name}: {value}" for name, value in conditions(when)) if when else ""

    def name(self, wager: str) -> str:
        return self.book.wager(wager).name

    # --- Duties ---------------------------------------------------------------------------------

    def duties(self, *moments: str) -> Iterator[Task]:
        """The duties those moments set off, moment by moment."""
        for moment in moments:
            yield from (self.duty(duty) for duty in self.book.duties if duty.on == moment and self.is_due(duty))

    def is_due(self, duty: Duty) -> bool:
        spared = set(duty.unless).intersection(self.dealing.needs)
        return not spared and (not duty.methods or self.dealing.id in duty.methods)

    def duty(self, duty: Duty) -> Task:
        every = f"every {duty.every_hours} hours" if duty.every_hours else ""
        if duty.every_rounds:
            every = "every round" if duty.every_rounds == 1 else f"at least every {duty.every_rounds} rounds"
        unless = f"unless: {', '.join(duty.unless)}" if duty.unless else ""
        when = "; ".join(part for part in (every, unless) if part)
        return Task(duty.who, f"{duty.name}. {duty.says}", self.cites(duty.cite), when)

    # --- Wagers and cards -----------------------------------------------------------------------

    def wagering(self) -> Iterator[Task]:
        for wager in self.book.wagers:
            if wager.kind in ("opening", "optional") and self.offers(wager.id) and self.holds(wager.when):
                yield Task("player", self.placing(wager), self.cites(wager.cite), self.condition(wager.when))
        yield from self.duties("wagers placed")

    def placing(self, wager: Wager) -> str:
        verb = "places" if wager.kind == "opening" else "may place"
        equal = f", equal to {self.name(wager.equal_to)}" if wager.equal_to else ""
        return f"A player {verb} {wager.name}{equal}."

    def initial_cards(self) -> Iterator[Task]:
        for step in self.dealing.steps:
            if not step.only_if or self.offers(step.only_if):
                staked = f"if anybody wagered on {self.name(step.only_if)}" if step.only_if else ""
                yield Task("dealer", _step_words(step), self.cites(step.cite), staked)
        yield from self.duties("cards dealt")
        if self.dealing.community != "dealt":
            yield from self.duties("community cards dealt")

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
                yield from self.duties("player folds")
            if entry == self.last_to_offer("declare"):
                yield from self.duties("player declares")

    def last_to_offer(self, action: str) -> Flow | None:
        """The last decision of the round at which a player may fold, or declare."""
        offering = {stage.id for stage in self.book.stages if any(c.action == action for c in stage.choices)}
        return next((entry for entry in reversed(self.flow()) if entry.stage in offering), None)

    def act(self, entry: Flow) -> Iterator[Task]:
        """One entry of the flow; a burn falls away where the board lies on the table already."""
        cites, when = self.cites(entry.cite), self.condition(entry.when)
        if entry.do == "decide":
            stage = next(stage for stage in self.book.stages if stage.id == entry.stage)
            yield from self.stage(stage, when)
        elif entry.do == "turn up dealer":
            yield Task("dealer", "Turn up the dealer's cards.", cites, when)
        elif entry.do == "community":
            yield Task("dealer", self.community_words(entry), cites, when)
        elif self.dealing.community == "dealt":
            yield Task("dealer", f"Burn {_cards(entry.cards)}.", cites, when)

    def community_words(self, entry: Flow) -> str:
        flop = " (the Flop)" if entry.to == "flop" else ""
        if self.dealing.community == "dealt":
            return f"Deal {_cards(entry.cards, 'community card')}{flop} face up."
        return f"Turn up {_cards(entry.cards, 'community card')}{flop}."

    def stage(self, stage: Stage, when: str) -> Iterator[Task]:
        ask = f"Ask {stage.asks}, clockwise from the dealer's left."
        yield Task("dealer", ask, self.cites(stage.cite), when)
        for choice in stage.choices:
            if self.holds(choice.when):
                own = self.condition(choice.when) or when
                yield Task("player", f"May {self.choice_words(choice)}.", self.cites(choice.cite), own)

    def choice_words(self, choice: Choice) -> str:
        words: str = choice.action if choice.action != "play" else "play on without a wager"
        if choice.wager:
            words = f"bet {self.name(choice.wager)}, {self.multiple(choice)} {self.base()}"
        if choice.hands:
            words += f" with {' or '.join(choice.hands)}"
        return words + (f", putting away {_cards(choice.discard)}" if choice.discard else "")

    def base(self) -> str:
        return next(wager.name for wager in self.book.wagers if wager.kind == "opening")

    def multiple(self, choice: Choice) -> str:
        """How much of the base wager a decision takes, as the chosen reading has it."""
        if choice.times:
            return "as much as" if choice.times == (1,) else f"{' or '.join(map(str, choice.times))} times"
        chosen = choice.reading and self.chosen(choice.reading)
        least, most = choice.by_reading.get(chosen, (0, choice.up_to or 0))
        return f"{least} times" if least == most else f"{least} to {most} times" if least else f"up to {most} times"

    def chosen(self, reading: str) -> str:
        return self.terms.reading(reading) if self.terms else self.book.reading(reading).chosen

    # --- Settlement and after -----------------------------------------------------------------------

    def settlement(self) -> Iterator[Task]:
        for entry in self.flow():
            if entry.do == "settle":
                order = "Settle each player in turn, counter-clockwise from the dealer's right, in this order."
                yield Task("dealer", order, self.cites(entry.cite), self.condition(entry.when))
        for row in self.book.settlement:
            yield from self.settle(row)
        yield from self.duties("wager won", "meter share won")

    def settle(self, row: Settle) -> Iterator[Task]:
        names = [self.name(wager) for wager in row.wagers if self.offers(wager)]
        if names:
            check = f"{row.validated_by} validates first: {row.validate_when}" if row.validated_by else ""
            yield Task("dealer", f"Settle {listed(names)}.", self.cites(row.cite), check)

    def ending(self) -> Iterator[Task]:
        """Clearing first: the duty that rests on the same paragraph as the flow's last entry says how."""
        clear = [entry.cite for entry in self.flow() if entry.do == "clear"]
        ended = [duty for duty in self.book.duties if duty.on == "round settled" and self.is_due(duty)]
        ended.sort(key=lambda duty: not any(mine.touch(cite) for mine in clear for cite in duty.cite))
        yield from map(self.duty, ended)
        yield from self.duties("two decks in use")

    def standing(self) -> Iterator[Task]:
        known = {*OPENING, *IN_ROUND}
        yield from self.duties(*dict.fromkeys(duty.on for duty in self.book.duties if duty.on not in known))


# --- Words ------------------------------------------------------------------------------------------


def _cards(count: int, noun: str = "card") -> str:
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} {noun}" + ("" if count == 1 else "s")


def _step_words(step: Step) -> str:
    """One step of the dealing plan: who gets how many cards, how often round, and how they lie."""
    places = _places(step.to)
    tours = "" if step.times == 1 else ", twice round" if step.times == 2 else f", {NUMBERS[step.times]} times round"
    cover = " The cover card goes with the dealer's." if step.cover_card else ""
    each = "" if len(step.to) == 1 and "players" not in step.to else " each"
    return f"Deal {_cards(step.cards)}{each} face {step.face} to {places}{tours}.{cover}"


def _places(to: Iterable[str]) -> str:
    words = {"players": "every player clockwise from the left", "dealer": "the dealer", "community": "the board"}
    return ", then to ".join(words.get(place, f"the {place_name(place)} area") for place in to)
