"""Checks everything about a rulebook's folder at once: its faults, and which readers support its game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tablelaw import rulebooks
from tablelaw.cards import RANKINGS, Ranking
from tablelaw.cli.law_check.bot_floor import Played, Tell, bot_floor
from tablelaw.cli.law_check.folder_scenarios import ScenariosRun, missing_tests, run_scenarios
from tablelaw.cli.law_check.readers import ALWAYS, Game, Served, ask_readers
from tablelaw.errors import BadRulebook, TablelawError
from tablelaw.law.conduct import Verdict
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.law.structure import PLAYER, HandStructure, structure_of
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.printed_rows import Unpaid, unpaid_rows
from tablelaw.submission.rule_sweep import Swept, conflicts, decided, sweep
from tablelaw.submission.submission import accept
from tablelaw.submission.template import new_submission

SHOWN_CONFLICTS = 3
"""How many conflicting cases of one wager are listed; further ones hardly ever have a different cause."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of `law check`."""

    folder: Path
    faults: tuple[TablelawError, ...]
    book: Rulebook | None = None
    played: Played | None = None
    readers: tuple[Served, ...] = ()
    scenarios: ScenariosRun | None = None
    """None if the folder has no scenarios, or if they were not played because of other faults."""

    @property
    def not_run(self) -> tuple[str, ...]:
        """The readers that were judged by the structure of the game alone."""
        return tuple(served.reader for served in self.readers if not served.is_asked)


@dataclass(frozen=True, slots=True)
class Effort:
    """How many rounds bots play, for how many seconds at most, and whether the exact readers are asked."""

    rounds: int
    seconds: float
    is_thorough: bool
    seed: str = "1"


QUICK = Effort(60, 6.0, is_thorough=False)
THOROUGH = Effort(2_000, 120.0, is_thorough=True)


def check_folder(folder: Path, effort: Effort = QUICK, tell: Tell = lambda said: None) -> Checked:
    """Finds all faults of a folder; bots play and readers are asked only if there are none."""
    faults: list[TablelawError] = [*rulebooks.faults_of(folder)]
    return Checked(folder, tuple(faults)) if faults else check_rulebook(rulebooks.load(folder), folder, effort, tell)


def check_rulebook(book: Rulebook, folder: Path, effort: Effort = QUICK, tell: Tell = lambda said: None) -> Checked:
    """Checks a rulebook that loads: cases decided by no rule or by several, printed rows that are not paid, the
    scenarios of its folder, rounds played by bots, and the readers that support its game.
    """
    tell("every case of classes and standing")
    faults: list[TablelawError] = [*_mistaken_rules(book)]
    if faults:  # no reader can ask a rule that cannot be run
        return Checked(folder, tuple(faults), book)
    faults = [*_undecided(book), *_not_paid(book), *_hands_not_read(book)]
    text = new_submission(book, offer_all=True)
    try:
        filed = accept(parse_draft(text, "the submission with all defaults"))
    except TablelawError as refusal:
        return Checked(folder, (*faults, refusal), book)
    tell("the scenarios of the folder")
    scenarios = None if faults else run_scenarios(book, folder)  # otherwise rounds differ because of a fault
    with bot_floor(filed, text, effort.seed) as floor, TemporaryDirectory(prefix="tablelaw-") as place:
        played = floor.play(effort.rounds, effort.seconds, tell)
        game = Game(book, text, filed, floor, played, Path(place))
        readers = tuple(ask_readers(game, effort.is_thorough, tell))
    faults += played.faults
    if not faults:  # otherwise a reader refuses because of one of them
        faults += [served.refusal for served in readers if served.reader in ALWAYS and served.refusal]
    faults += scenarios.faults if scenarios else ()
    if book.id not in rulebooks.IDS:  # the tests of the package are not installed with it
        faults += missing_tests(book, folder)
    return Checked(folder, tuple(faults), book, played, readers, scenarios)


# --- Exactly one rule speaks -------------------------------------------------------------------------------


def _mistaken_rules(book: Rulebook) -> Iterator[BadRulebook]:
    """The rules that cannot be run in some case, each mistake once, with its line."""
    seen: set[str] = set()
    for terms, wagers in _every_terms(book):
        for wager in sorted(terms.offered.intersection(wagers or terms.offered)):
            try:
                for _ in sweep(terms, wager):
                    pass
            except BadRulebook as mistake:
                if mistake.where not in seen:
                    yield mistake
                seen.add(mistake.where)


def _undecided(book: Rulebook) -> Iterator[BadRulebook]:
    """The cases that no rule decides, or more than one, under each choice of the operator taken by itself."""
    told: dict[str, int] = {}
    seen: set[str] = set()
    for terms, wagers in _every_terms(book):
        for case in conflicts(terms, wagers):
            fault = _conflict(case)
            told[case.wager] = told.get(case.wager, 0) + (str(fault) not in seen)
            if str(fault) not in seen and told[case.wager] <= SHOWN_CONFLICTS:
                yield fault
            seen.add(str(fault))


def _every_terms(book: Rulebook) -> Iterator[tuple[Terms, tuple[str, ...]]]:
    """Yields the default choices, then each other value of one choice with the rest at their defaults, with the wagers
    concerned (none named means all).
    """
    yield book.terms_of({}), ()
    paid = {table.id: table.wagers for table in book.paytables}
    numbers = {option.id for option in book.options if not option.values}
    for name, permitted in book.permitted().items():
        values = (
            {permitted[0], permitted[-1]} if name in numbers else permitted
        )  # of a number, the smallest and largest
        others = (value for value in values if book.default_choices()[name] != value)
        yield from ((book.terms_of({name: value}), paid.get(name, ())) for value in others)


def _conflict(case: Swept) -> BadRulebook:
    assert isinstance(case.said, TablelawError)
    hands = ", ".join(f"{hand}: {cls}" for hand, cls in sorted(case.hands.items()))
    standing = f"the player's hand is {case.standing.value}" if case.standing else ""
    why = "; ".join(part for part in (hands, standing, ", ".join(sorted(case.acts))) if part)
    return BadRulebook(case.said.what, where=f"conduct ({case.wager})", why=why, accepted=case.said.accepted)


# --- The hand of a wager is read ---------------------------------------------------------------------------


def _hands_not_read(book: Rulebook) -> Iterator[BadRulebook]:
    """The wagers whose hand no rule reads, under any choice of the operator; a comparison reads the player's hand."""
    read: dict[str, set[str]] = {wager.id: set() for wager in book.wagers}
    for terms, wagers in _every_terms(book):
        for wager in terms.offered.intersection(wagers or terms.offered):
            for case in decided(terms, wager):
                read[wager].update(case.hands, [PLAYER] if case.standing else [])
    for row in book.wagers:
        if row.hand and row.kind != "price" and row.hand not in read[row.id]:
            what = f"no rule of the wager {row.id} reads its hand {row.hand}"
            accepted = f'a rule that asks case.hand("{row.hand}"), or the hand that its rules read'
            if named := sorted(read[row.id]):
                accepted += f": {', '.join(named)}"
            yield BadRulebook(what, where=f"wagers.toml, wagers ({row.id})", accepted=accepted)


# --- What is printed is paid -------------------------------------------------------------------------------


def _not_paid(book: Rulebook) -> Iterator[BadRulebook]:
    """The printed rows that are not paid as printed, each reported once, for the first wager it concerns."""
    told: set[tuple[str, str, str]] = set()
    for terms, wagers in _every_terms(book):
        for found in unpaid_rows(terms, wagers):
            row = found.paytable, found.cell.row, found.cls
            if row not in told:
                yield _unpaid(terms, found)
            told.add(row)


def _unpaid(terms: Terms, found: Unpaid) -> BadRulebook:
    where = f"paytables.toml, paytables ({found.paytable})"
    if found.case is None:
        what = f"the row {found.cell.row!r} is never paid to the wager {found.wager}"
        return BadRulebook(what, where=where, accepted="rows that a rule pays")
    assert isinstance(found.case.said, Verdict)
    said = found.case.said
    is_unpaid = f"{found.cls!r} is {said.outcome.value} under {said.cite}"
    what = f"the row {found.cell.row!r} pays {found.cell.odds}, but {is_unpaid}"
    other = ", ".join(f"{hand}: {cls}" for hand, cls in sorted(found.case.hands.items()) if hand != found.hand)
    finer = [_told_apart(ranking, structure_of(terms).hands[found.hand]) for ranking in RANKINGS.values()]
    accepted = "; ".join(["rows that name only hands that are paid", *filter(None, finer)])
    return BadRulebook(what, where=where, why=f"{other}, which no sign shows", accepted=accepted)


def _told_apart(ranking: Ranking, read: HandStructure) -> str:
    """Says that a ranking distinguishes more hands than the one used to read a hand; empty if it does not."""
    if ranking.family != read.ranking.family or read.size not in ranking.sizes:
        return ""
    if len(ranking.classes) <= len(read.ranking.classes):
        return ""
    rows = [row for row in (*ranking.groups, *ranking.classes) if row not in read.ranking.classes][:2]
    return f"the ranking {ranking.name} tells more hands apart, with rows such as {rows[0]!r} or {rows[1]!r}"
