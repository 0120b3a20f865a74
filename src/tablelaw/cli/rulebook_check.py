"""Everything about a rulebook's folder at once: its faults, and which readers can serve its game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tablelaw import rulebooks
from tablelaw.errors import BadRulebook, TablelawError
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.submission.rule_sweep import Swept, conflicts
from tablelaw.submission.submission import Submission

SHOWN_CONFLICTS = 3
"""How many cases of one wager are listed; further ones hardly ever have another cause."""


@dataclass(frozen=True, slots=True)
class Served:
    """Whether a reader can serve the game: by what, or why not and what would."""

    reader: str
    by: str = ""
    refusal: TablelawError | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """The answer of `law check`."""

    folder: Path
    faults: tuple[TablelawError, ...]
    book: Rulebook | None = None
    readers: tuple[Served, ...] = ()


def check_folder(folder: Path) -> Checked:
    """All faults of a folder; its readers are asked only if it has none."""
    faults: list[TablelawError] = [*rulebooks.faults_of(folder)]
    if faults:
        return Checked(folder, tuple(faults))
    book = rulebooks.load(folder)
    return Checked(folder, tuple(_undecided(book)), book, tuple(_readers(book)))


# --- Exactly one rule speaks -------------------------------------------------------------------------------


def _undecided(book: Rulebook) -> Iterator[BadRulebook]:
    """The cases that no rule decides, or more than one, under each choice of the operator taken by itself."""
    told: dict[str, int] = {}
    seen: set[str] = set()
    for terms in _every_terms(book):
        for case in conflicts(terms):
            fault = _conflict(case)
            told[case.wager] = told.get(case.wager, 0) + (str(fault) not in seen)
            if str(fault) not in seen and told[case.wager] <= SHOWN_CONFLICTS:
                yield fault
            seen.add(str(fault))


def _every_terms(book: Rulebook) -> Iterator[Terms]:
    """The default choices, and each other value of one choice with the others at their defaults."""
    yield book.terms_of({})
    for name, values in book.permitted().items():
        yield from (book.terms_of({name: value}) for value in values if book.default_choices()[name] != value)


def _conflict(case: Swept) -> BadRulebook:
    assert isinstance(case.said, TablelawError)
    hands = ", ".join(f"{hand}: {cls}" for hand, cls in sorted(case.hands.items()))
    standing = f"the player's hand is {case.standing.value}" if case.standing else ""
    why = "; ".join(part for part in (hands, standing, ", ".join(sorted(case.acts))) if part)
    return BadRulebook(case.said.what, where=f"conduct ({case.wager})", why=why, accepted=case.said.accepted)


# --- Readers -----------------------------------------------------------------------------------------------


def _readers(book: Rulebook) -> Iterator[Served]:
    """Each reader in the order in which a game needs them; those after the submission can be asked only if there is
    one.
    """
    filed: list[Submission] = []
    yield _served("submission", lambda: filed.append(_filed(book)))
    if not filed:
        return
    terms = filed[0].terms
    yield _served("table", lambda: _table(filed[0]))
    yield _served("settle", lambda: _settle(book))
    yield _served("sign", lambda: _sign(filed[0]))
    for reader in ("analyze", "advise", "par"):
        yield _served(reader, lambda: _solver(terms))
    yield _served("simulate", lambda: _simulated(terms))


def _served(reader: str, ask: Callable[[], str | None]) -> Served:
    try:
        return Served(reader, ask() or "")
    except TablelawError as refusal:
        return Served(reader, refusal=refusal)


def _filed(book: Rulebook) -> Submission:
    from tablelaw.submission.draft import parse_draft
    from tablelaw.submission.submission import accept
    from tablelaw.submission.template import new_submission

    return accept(parse_draft(new_submission(book, offer_all=True), "the submission with all defaults"))


def _table(submission: Submission) -> None:
    from tablelaw.table.engine import Engine

    Engine(submission)


def _settle(book: Rulebook) -> None:
    from tablelaw.scenarios.template import new_scenario

    new_scenario(book)


def _sign(submission: Submission) -> None:
    from tablelaw.submission.signs.sign import make_sign

    make_sign(submission)


def _solver(terms: Terms) -> str:
    from tablelaw.analysis.solver_choice import solver_of

    return solver_of(terms).family


def _simulated(terms: Terms) -> str:
    from tablelaw.studies.games.simulated_table import simulated_family

    return simulated_family(terms)
