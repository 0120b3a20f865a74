"""A rulebook is one regulation as data and conduct; its terms are the rulebook with all the operator's choices made.

Each refers to the other, so they share a module.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

import msgspec

from tablelaw.amounts import money_text
from tablelaw.cards import RANKINGS, Ranking
from tablelaw.cards.card import rank_of
from tablelaw.cards.rankings.qualification_line import line_ranking
from tablelaw.errors import BadRulebook, BadSubmission, UnknownParagraph
from tablelaw.law.changed_odds import ChangedOdds, Columns, changes_in, digest_of, merged, with_changes, words_for
from tablelaw.law.cite import Cite
from tablelaw.law.conditions import conditions
from tablelaw.law.conduct import Case, CaseTerms, Outcome, Rule, Verdict, only_verdict
from tablelaw.law.notation import Notation
from tablelaw.law.paytables import Cell, Column, columns_of
from tablelaw.law.rows import (
    BUY,
    Area,
    Classes,
    Dealing,
    Duty,
    Edition,
    Effect,
    Fact,
    Flow,
    Hand,
    HoldRange,
    Inscription,
    Irregularity,
    Limit,
    Meter,
    Option,
    Paytable,
    Presentation,
    Provision,
    Reading,
    Row,
    Settle,
    Stage,
    Supplement,
    Wager,
)
from tablelaw.law.text_values import Cites
from tablelaw.plain_text import short

DRAWS_EVERY = "draws-every-rounds"
"""The option for the number of rounds between draws of a Magic Card and a Lucky position."""
MAXIMUM_TIMES = "maximum-times-minimum"
"""The fact that lists the multiples of the smallest wager that are permitted as the largest."""
LEAST_MINIMUM = "minimum-euros"
"""The fact that says how many euros the smallest wager of a table must be at least."""


@dataclass(frozen=True, eq=False)
class Rulebook:
    """All sections of one regulation; rows keep the order of the data files."""

    id: str
    game: str
    regulation: str
    jurisdiction: str
    notation: Notation
    status: str
    operator: str
    presentation: Presentation
    facts: tuple[Fact, ...]
    options: tuple[Option, ...]
    limits: tuple[Limit, ...]
    wagers: tuple[Wager, ...]
    paytables: tuple[Paytable, ...]
    meters: tuple[Meter, ...]
    holds: tuple[HoldRange, ...]
    hands: tuple[Hand, ...]
    stages: tuple[Stage, ...]
    flow: tuple[Flow, ...]
    settlement: tuple[Settle, ...]
    rankings: tuple[Classes, ...]
    dealing: tuple[Dealing, ...]
    duties: tuple[Duty, ...]
    irregularities: tuple[Irregularity, ...]
    layout: tuple[Area, ...]
    signs: tuple[Inscription, ...]
    readings: tuple[Reading, ...]
    provisions: tuple[Provision, ...]
    rules: tuple[Rule, ...] = field(default=())
    editions: tuple[Edition, ...] = ()
    supplements: tuple[Supplement, ...] = ()
    dating: tuple[Reading, ...] = ()
    """Readings about dates: they decide when a row is in force, not how a wager is settled."""
    currency: str = ""
    """The currency of the rulebook's sums, if it does not belong to a jurisdiction; a jurisdiction has its own."""
    chosen: tuple[tuple[str, str], ...] = ()
    """The permitted choices that `with_choice` made, each with its name."""
    changes: tuple[ChangedOdds, ...] = ()
    """The odds that `with_odds` changed; a rulebook with changes is not the regulation."""
    law: Rulebook | None = None
    """The rulebook of the regulation, from which a rulebook with changes was made."""

    def __repr__(self) -> str:
        parts = [f"{self.game}, {self.regulation}", *(f"{name}={value}" for name, value in self.chosen)]
        return f"<Rulebook {self.id}: {'; '.join([*parts, *filter(None, [self.not_the_law])])}>"

    # --- Variants --------------------------------------------------------------------------------

    @property
    def not_the_law(self) -> str:
        """States what was changed, for everything printed of this rulebook; empty for the regulation itself."""
        return words_for(self.changes) if self.changes else ""

    def with_odds(self, paytable: str, columns: Columns | None = None, /, **by_column: Mapping[str, str]) -> Rulebook:
        """A copy with other odds: `book.with_odds("trips", A={"full house": "10 to 1"})`.

        `columns` is for columns whose names are not words. The copy has an id of its own, so no cached answer of the
        regulation is ever given for it, nor the other way round.
        """
        law = self.law or (replace(self, chosen=()) if self.chosen else self)
        if paytable not in law._paytables:
            raise BadSubmission(f"{law.id} has no paytable {paytable!r}", accepted=", ".join(law._paytables))
        asked = changes_in(law.paytable(paytable), {**(columns or {}), **by_column}, law.meters)
        changes = merged(self.changes, asked)
        if not changes:
            return replace(law, chosen=self.chosen)
        return replace(
            law,
            id=f"{law.id}+{digest_of(changes)}",
            status=words_for(changes),
            paytables=tuple(with_changes(table, changes) for table in law.paytables),
            chosen=self.chosen,
            changes=changes,
            law=law,
        )

    def with_choice(self, choices: Mapping[str, str] | None = None, /, **by_name: str) -> Rulebook:
        """A copy with some permitted choices made: options, paytable columns, and readings that may be switched. It is
        still the regulation.
        """
        named = self.named_choices({**(choices or {}), **by_name})
        return replace(self, chosen=tuple(sorted({**dict(self.chosen), **named}.items())))

    def named_choices(self, choices: Mapping[str, str]) -> dict[str, str]:
        """Choices by their names in a submission, and readings that may be switched; refuses what is not left open."""
        named = {name.replace("_", "-"): value for name, value in choices.items()}
        switched = {r.id: tuple(c.id for c in r.candidates) for r in self.readings if r.switch}
        self._require_known(named, {**self.permitted(), **switched})
        return named

    def concerns(self, wagers: Collection[str], choices: Mapping[str, str]) -> bool:
        """Whether any changed odds pay one of these wagers under these choices."""
        return any(self._is_in_force(change, choices) for change in self.changes if self._pays(change, wagers))

    def _pays(self, change: ChangedOdds, wagers: Collection[str]) -> bool:
        return not set(self.paytable(change.table).wagers).isdisjoint(wagers)

    def _is_in_force(self, change: ChangedOdds, choices: Mapping[str, str]) -> bool:
        """Whether a changed column may be in force under these choices; one that the stake selects may be under any."""
        by = self.paytable(change.table).selected_by
        return by == "stake" or choices[change.table if by == "submission" else by] == change.column

    # --- Rows ------------------------------------------------------------------------------------

    def decks_with(self, shuffler: str) -> int:
        """The number of decks that a table with this shuffler must have; 1 if the law does not require more."""
        required = next((fact.value for fact in self.facts if fact.id == "decks-required-with-shuffler"), 1)
        return 1 if shuffler == "none" else int(required)

    @property
    def maximum_multiples(self) -> tuple[int, ...]:
        """The multiples of the minimum that the law permits as the maximum, such as 10, 20 or 30; empty if the law does
        not fix any.
        """
        said = next((fact.value for fact in self.facts if fact.id == MAXIMUM_TIMES), "")
        return tuple(int(number) for number in re.findall(r"\d+", str(said)))

    @property
    def least_minimum_cents(self) -> int:
        """The least that the law permits as a table's minimum; 0 if it fixes none."""
        return 100 * next((int(fact.value) for fact in self.facts if fact.id == LEAST_MINIMUM), 0)

    def full_cite(self, cite: Cite) -> str:
        """A cite with the name of its regulation, as it would appear in a letter."""
        sign = "§ " if str(cite)[:1].isdecimal() else ""
        return f"{self.regulation.split(' ch. ')[0]} {sign}{cite}"

    @property
    def table_prefix(self) -> str:
        """The prefix of the names of its tables; the id in capitals if its presentation names none."""
        return self.presentation.table_prefix or (self.law or self).id.upper()

    def rows(self, section: str) -> tuple[Row, ...]:
        """The rows of a data section by its name."""
        return tuple(getattr(self, section))

    def row(self, section: str, row_id: str) -> Row | None:
        return next((row for row in self.rows(section) if row.id == row_id), None)

    def wager(self, wager_id: str) -> Wager:
        return self._wagers[wager_id]

    @property
    def first_wager(self) -> Wager:
        """The opening wager that is the unit of every figure of the main game."""
        return self.wagers[0]

    def meter(self, meter_id: str) -> Meter:
        return next(meter for meter in self.meters if meter.id == meter_id)

    def fact(self, fact_id: str) -> int | str:
        return next(fact.value for fact in self.facts if fact.id == fact_id)

    def paytable(self, paytable_id: str) -> Paytable:
        return self._paytables[paytable_id]

    def paytables_of(self, wager_id: str) -> tuple[Paytable, ...]:
        return tuple(table for table in self.paytables if wager_id in table.wagers)

    def ranking_of(self, hand_id: str, terms: Terms | None = None) -> Ranking:
        """The ranking of a hand; the terms matter only if a reading decides the ranking."""
        if hand_id not in self._hands:
            raise BadRulebook(f"no hand {hand_id!r}", where=self.id, accepted=", ".join(self._hands))
        hand = self._hands[hand_id]
        chosen = terms.reading(hand.reading) if terms and hand.reading else ""
        ranking, line = RANKINGS[hand.by_reading.get(chosen, hand.ranking)], hand.at_least
        return ranking if line is None else line_ranking(ranking, line.cls, tuple(map(rank_of, line.ranks)))

    def ranked_otherwise(self, terms: Terms) -> dict[str, tuple[str, tuple[Ranking, ...]]]:
        """Maps hands whose ranking depends on a reading to that reading and the rankings of its other candidates."""
        found = {}
        for hand in self.hands:
            used = hand.by_reading.get(terms.reading(hand.reading)) if hand.by_reading else None
            others = tuple(RANKINGS[name] for name in hand.by_reading.values() if name != used)
            if others:
                found[hand.id] = hand.reading, others
        return found

    def class_cites(self, ranking: str, cls: str) -> Cites | None:
        """The paragraphs that define a class of a ranking; None if the regulation does not use the ranking."""
        rows = [row for row in self.rankings if ranking in row.rankings]
        defined = ((name, cites) for row in rows for name, cites in row.classes.items())
        return next((cites for name, cites in defined if cls in RANKINGS[ranking].members(name)), None)

    def reading(self, reading_id: str) -> Reading:
        return self._readings[reading_id]

    def provision(self, cite: Cite) -> Provision:
        """The provisions.toml entry for a paragraph, or for a section that supplements the chapter."""
        for provision in (*self.provisions, *map(provision_of, self.supplements)):
            if provision.cite == cite:
                return provision
        raise UnknownParagraph(
            f"{self.id} has no paragraph {cite}",
            accepted=f"a paragraph of {self.regulation}, for example {self.provisions[0].cite}",
        )

    def settle(self, case: Case) -> Verdict:
        """Decides one wager: by the effect of a fold or purchase, or else by the one paragraph that applies."""
        wager = self._wagers[case.wager]
        if case.did("fold") and self.fold_effect(wager, case.terms) == "collected":
            outcome = Outcome.NOTHING if wager.kind == "bonus" else Outcome.LOST
            return Verdict(wager.id, outcome, wager.on_fold.cite.first, readings=_named(wager.on_fold.reading))
        if wager.on_buy is not None and case.did(BUY):
            return Verdict(wager.id, Outcome.LOST, wager.on_buy.cite.first, readings=_named(wager.on_buy.reading))
        verdict = only_verdict(self._rules_of[wager.id], case)
        if case.did("fold") and wager.on_fold.reading:
            return replace(verdict, readings=(wager.on_fold.reading, *verdict.readings))
        return verdict

    def fold_effect(self, wager: Wager, terms: CaseTerms) -> str:
        """What a fold does to a wager: the chosen candidate if it depends on a switchable reading, otherwise the fixed
        effect.
        """
        named = wager.on_fold.reading
        return terms.reading(named) if named and self.reading(named).switch else wager.on_fold.effect

    def effect_on(self, irregularity: Irregularity, wager_id: str, terms: Terms) -> Effect:
        """What an irregularity does to a wager: the last effect that names it, or the chosen candidate if the effect
        depends on a switchable reading.
        """
        effect = [e for e in irregularity.effects if wager_id in e.wagers or "all" in e.wagers][-1]
        if effect.reading and self.reading(effect.reading).switch:
            return msgspec.structs.replace(effect, effect=terms.reading(effect.reading))
        return effect

    def column_name(self, paytable_id: str, choices: Mapping[str, str], stake_cents: int) -> str:
        """The name of the paytable column in force."""
        if paytable_id not in self._paytables:
            raise BadRulebook(f"no paytable {paytable_id!r}", where=self.id, accepted=", ".join(self._paytables))
        table = self._paytables[paytable_id]
        if table.selected_by == "stake":
            return money_text(stake_cents)
        return choices[paytable_id if table.selected_by == "submission" else table.selected_by]

    def terms(self, readings: Mapping[str, str] | None = None, **choices: str) -> Terms:
        """The terms for an analysis, with defaults for every choice not given; a table uses the terms of its
        submission.
        """
        return self.terms_of({name.replace("_", "-"): value for name, value in choices.items()}, readings)

    def terms_of(self, choices: Mapping[str, str], readings: Mapping[str, str] | None = None) -> Terms:
        """The terms for an analysis, as `terms` returns them, with the choices given as a mapping."""
        made = self.default_choices() | dict(choices)
        self._require_known(made, self.permitted())
        switched = {name: value for name, value in self.chosen if name in self._readings}
        settled = {reading.id: reading.chosen for reading in self.readings} | switched | dict(readings or {})
        return self.bind(made, settled, frozenset(wager.id for wager in self.wagers))

    def bind(self, choices: Mapping[str, str], readings: Mapping[str, str], offered: frozenset[str]) -> Terms:
        """Terms with their paytables resolved under the choices and readings.

        Equal choices return the same object, so values cached by terms are found again.
        """
        return _bound(self, tuple(choices.items()), tuple(readings.items()), offered)

    def default_choices(self) -> dict[str, str]:
        options = {option.id: option.default or option.permitted[0] for option in self.options}
        tables = {table.id: table.columns[0] for table in self.paytables if table.selected_by == "submission"}
        return options | tables | {name: value for name, value in self.chosen if name not in self._readings}

    def permitted(self) -> dict[str, tuple[str, ...]]:
        """Every named choice and its permitted values: options first, then paytables."""
        options = {option.id: option.permitted for option in self.options}
        return options | {t.id: t.columns for t in self.paytables if t.selected_by == "submission"}

    def _require_known(self, choices: Mapping[str, str], permitted: Mapping[str, tuple[str, ...]]) -> None:
        for name, value in choices.items():
            if name not in permitted:
                fixed = "this reading cannot be switched" if name in self._readings else ""
                what = f"{self.id} has no choice named {name!r}"
                raise BadSubmission(what, why=fixed, accepted=", ".join(permitted))
            if value not in permitted[name]:
                raise BadSubmission(
                    f"{name} cannot be {short(value)} in {self.id}", accepted=", ".join(permitted[name])
                )

    @cached_property
    def _readings(self) -> dict[str, Reading]:
        return {reading.id: reading for reading in self.readings}

    @cached_property
    def _wagers(self) -> dict[str, Wager]:
        return {wager.id: wager for wager in self.wagers}

    @cached_property
    def _paytables(self) -> dict[str, Paytable]:
        return {table.id: table for table in self.paytables}

    @cached_property
    def _hands(self) -> dict[str, Hand]:
        return {hand.id: hand for hand in self.hands}

    @cached_property
    def _rules_of(self) -> dict[str, tuple[Rule, ...]]:
        return {w.id: tuple(r for r in self.rules if w.id in r.wagers) for w in self.wagers}


@lru_cache(maxsize=256)
def _bound(
    book: Rulebook, choices: tuple[tuple[str, str], ...], readings: tuple[tuple[str, str], ...], offered: frozenset[str]
) -> Terms:
    loose = Terms(book, dict(choices), dict(readings), offered, {})
    columns = {(t.id, name): c for t in book.paytables for name, c in columns_of(t, loose.holds).items()}
    return replace(loose, tables=columns)


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """One rulebook with every choice made."""

    book: Rulebook
    choices: Mapping[str, str]
    readings: Mapping[str, str]
    offered: frozenset[str]
    tables: Mapping[tuple[str, str], Column]

    def __repr__(self) -> str:
        return f"<Terms {self.book.id}: {', '.join(f'{name}={value}' for name, value in self.choices.items())}>"

    def choice(self, name: str) -> str:
        """The value chosen for an option, or the column chosen for a paytable."""
        if name not in self.choices:
            raise BadSubmission(f"no choice named {name!r}", accepted=", ".join(sorted(self.choices)))
        return self.choices[name]

    def reading(self, name: str) -> str:
        """The candidate of a reading that is in force: the operator's if the reading is switchable, otherwise the
        rulebook's.
        """
        if name not in self.readings:
            raise BadRulebook(f"no reading {name!r}", where=self.book.id, accepted=", ".join(self.readings) or "none")
        return self.readings[name]

    def holds(self, when: str) -> bool:
        """Whether a row's `when` holds under these terms."""
        return not when or all(self.value(name) == value for name, value in conditions(when))

    def value(self, name: str) -> str:
        """The value chosen for an option, a paytable or a reading."""
        return self.readings[name] if name in self.readings else self.choice(name)

    def own(self, cites: Cites) -> Cites:
        """The given paragraphs, without those in sections that apply only to option values that were not chosen."""
        claims = [(o.id, value, sections) for o in self.book.options for value, sections in o.sections.items()]
        others = {section for name, value, sections in claims if self.choices[name] != value for section in sections}
        kept = tuple(cite for cite in cites if cite.section not in others)
        return Cites(kept) if kept else cites

    @property
    def rulebook(self) -> str:
        """The id of the rulebook."""
        return self.book.id

    def ranking_of(self, hand: str) -> Ranking:
        """The ranking of a hand, which may depend on a reading."""
        return self.book.ranking_of(hand, self)

    def column(self, paytable: str, stake_cents: int = 0) -> Column:
        """The paytable column in force; if the stake selects the column, the sum wagered must be given."""
        return self.tables[paytable, self.book.column_name(paytable, self.choices, stake_cents)]

    def wagers_of(self, paytable: str) -> tuple[str, ...]:
        """The wagers that a paytable lists."""
        return self.book.paytable(paytable).wagers

    def printed_rows(self, paytable: str, stake_cents: int = 0) -> tuple[Cell, ...]:
        """The rows in force that offer a payout, each once, as printed on a sign."""
        cells = self.column(paytable, stake_cents).values()
        return tuple({cell.row: cell for cell in cells if cell.odds.is_offered}.values())


def provision_of(supplement: Supplement) -> Provision:
    """A supplement as a provisions.toml entry: either it has a row of data, or its text is not available."""
    if supplement.data:
        return Provision(cite=supplement.cite, says=supplement.says, data=supplement.data)
    return Provision(cite=supplement.cite, says=supplement.says, not_executable="the text is not available")


def _named(reading: str) -> tuple[str, ...]:
    return (reading,) if reading else ()
