"""The exact analysis on a cluster, in tasks: each main game, each named strategy and each rulebook's side wagers; then,
once a main game is solved, what depends on it.

Workers return the results they would cache on disk; these are cached here, in the order of the questions, and the
analysis is then assembled from them as usual. So the analysis is the same no matter which worker solved what.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tablelaw import rulebooks
from tablelaw.analysis import cache
from tablelaw.analysis.api import Analysis, analyze
from tablelaw.analysis.main_choices import Told, every_main_game
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.side_wagers.catalogue import hanging_results
from tablelaw.analysis.side_wagers.values import side_results
from tablelaw.analysis.solver import BEST, NEVER_FOLD
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.analysis.strategies import strategies_of
from tablelaw.studies.cluster import client_of, given_up_named
from tablelaw.studies.question_work import BadCluster
from tablelaw.studies.worker_memory import keep_freed_memory

SIDES, MAIN, BESIDE = "sides", "main", "beside"
"""The parts of an analysis: a rulebook's side wagers, one of its main games, and what depends on that main game. Any
other part is the name of a strategy, whose endings are counted while best play is being found.
"""
Kept = dict[str, str]
"""Results by the names of their files."""


class Question(NamedTuple):
    """One task: a part of the analysis of one of a rulebook's main games, with the fingerprint of the rulebook and the
    code.
    """

    rulebook: str
    choices: tuple[tuple[str, str], ...]
    game: int
    part: str
    fingerprint: str


def questions_of(rulebook: str, choices: Mapping[str, str]) -> list[Question]:
    """The questions that can be answered at once; those that depend on a main game wait until it is solved."""
    book = rulebooks.get(rulebook)
    held, print_ = tuple(choices.items()), cache.fingerprint(book)
    found = [Question(rulebook, held, 0, SIDES, print_)]
    followed = set[str]()
    for game, terms in enumerate(every_main_game(book, choices)):
        found.append(Question(rulebook, held, game, MAIN, print_))
        solver = solver_of(terms)
        named = () if solver.takes_minutes else solver.play_names(terms)
        new = [play for play in named if play not in (BEST, NEVER_FOLD, *followed)]
        found += [Question(rulebook, held, game, play, print_) for play in new]
        followed.update(new)
    return sorted(found, key=lambda question: question.part != MAIN)


def solve(question: Question, known: Kept) -> Kept:
    """Answers one question on a worker: every result by its file name; `known` results are not computed again."""
    keep_freed_memory()
    book, choices = rulebooks.get(question.rulebook), dict(question.choices)
    if cache.fingerprint(book) != question.fingerprint:
        what, why = f"a worker has a different {question.rulebook}", "its version of tablelaw differs from the one here"
        raise BadCluster(what, why=why, accepted="the same version on every machine")
    cache.keep(known)
    with cache.hearing() as heard:
        if question.part == SIDES:
            side_results(book, choices)
            return heard
        terms = every_main_game(book, choices)[question.game]
        if question.part == MAIN:
            main_of(terms)
        elif question.part == BESIDE:
            main = main_of(terms)
            strategies_of(terms, main.ev)
            hanging_results([(terms, main)])
        else:
            solver_of(terms).endings(terms, question.part)
    return heard


def analyze_on(address: str, ids: Sequence[str], tell: Told, **choices: str) -> list[Analysis]:
    """Analyses rulebooks on the workers of a scheduler."""
    named = {name.replace("_", "-"): value for name, value in choices.items()}
    with _somewhere_to_keep(), client_of(address) as client, given_up_named():
        asked = [question for rulebook in ids for question in questions_of(rulebook, named)]
        answers = _answered(client, [(question, {}) for question in asked], tell)
        beside = [
            (question._replace(part=BESIDE), _of(question.rulebook, answers))
            for question in asked
            if question.part == MAIN
        ]
        _answered(client, beside, tell)
        return [analyze(rulebook, tell, **choices) for rulebook in ids]


def _answered(client: Any, asked: Sequence[tuple[Question, Kept]], tell: Told) -> dict[Question, Kept]:
    """The workers' answers, each cached here as soon as it is read."""
    futures = [client.submit(solve, question, known, pure=False) for question, known in asked]
    answers = dict[Question, Kept]()
    for (question, _), future in zip(asked, futures, strict=True):
        tell(f"{question.rulebook} on {client.scheduler.address}")
        answers[question] = future.result()
        cache.keep(answers[question])
    return answers


def _of(rulebook: str, answers: Mapping[Question, Kept]) -> Kept:
    """All that is known of one rulebook's main games and strategies."""
    return {
        name: text
        for question, found in answers.items()
        if question.rulebook == rulebook and question.part != SIDES
        for name, text in found.items()
    }


@contextmanager
def _somewhere_to_keep() -> Iterator[None]:
    """Provides a temporary cache for the assembly if caching is turned off."""
    if cache.folder() is not None:
        yield
        return
    with TemporaryDirectory() as folder:
        before = os.environ[cache.FOLDER]
        os.environ[cache.FOLDER] = folder
        try:
            yield
        finally:
            os.environ[cache.FOLDER] = before
