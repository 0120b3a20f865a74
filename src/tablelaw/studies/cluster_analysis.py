"""The exact analysis on a cluster: each main game with its dependent wagers is a task, and so are a rulebook's side
wagers.

Workers return the results they would cache on disk; these are cached here, in the order of the questions, and the
analysis is then assembled from them as usual. So the analysis is the same no matter which worker solved what.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tablelaw import rulebooks
from tablelaw.analysis import cache
from tablelaw.analysis.api import Analysis, analyze
from tablelaw.analysis.main_choices import Told, every_main_game
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.side_wagers.catalogue import hanging_results
from tablelaw.analysis.side_wagers.values import side_results
from tablelaw.analysis.strategies import strategies_of
from tablelaw.studies.cluster import client_of, given_up_named
from tablelaw.studies.work_plan import BadCluster

SIDES = -1


class Question(NamedTuple):
    """One task: a main game of a rulebook by its number, or its side wagers; with the fingerprints of rulebook and
    code.
    """

    rulebook: str
    choices: tuple[tuple[str, str], ...]
    game: int
    fingerprint: str


def questions_of(rulebook: str, choices: Mapping[str, str]) -> list[Question]:
    book = rulebooks.get(rulebook)
    held, print_ = tuple(choices.items()), cache.fingerprint(book)
    games = range(len(every_main_game(book, choices)))
    return [Question(rulebook, held, game, print_) for game in (*games, SIDES)]


def solve(question: Question) -> dict[str, str]:
    """Answers one question on a worker: every result by the name of its file."""
    book, choices = rulebooks.get(question.rulebook), dict(question.choices)
    if cache.fingerprint(book) != question.fingerprint:
        what, why = f"a worker has a different {question.rulebook}", "its version of tablelaw differs from the one here"
        raise BadCluster(what, why=why, accepted="the same version on every machine")
    with cache.hearing() as heard:
        if question.game == SIDES:
            side_results(book, choices)
        else:
            terms = every_main_game(book, choices)[question.game]
            main = main_of(terms)
            strategies_of(terms, main.ev)
            hanging_results([(terms, main)])
    return heard


def analyze_on(address: str, ids: Sequence[str], tell: Told, **choices: str) -> list[Analysis]:
    """Analyses rulebooks on the workers of a scheduler."""
    named = {name.replace("_", "-"): value for name, value in choices.items()}
    with _somewhere_to_keep(), client_of(address) as client, given_up_named():
        asked = [question for rulebook in ids for question in questions_of(rulebook, named)]
        futures = [client.submit(solve, question, pure=False) for question in asked]
        for question, future in zip(asked, futures, strict=True):
            tell(f"{question.rulebook} on {address}")
            cache.keep(future.result())
        return [analyze(rulebook, tell, **choices) for rulebook in ids]


@contextmanager
def _somewhere_to_keep() -> Iterator[None]:
    """Provides a temporary cache for the assembly if there is no cache."""
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
