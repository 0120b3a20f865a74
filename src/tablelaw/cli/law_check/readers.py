"""Finds which readers support a rulebook's game. A reader is a part of the system that uses the rulebook, such as
`analyze`, `sign` or the verifier. Each answers "yes", or says precisely why not and what would be needed.

A quick check judges the exact readers by the structure of the game, without solving it, and says so.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tablelaw import rulebooks
from tablelaw.cli.law_check.bot_floor import BotFloor, Played
from tablelaw.errors import BadRulebook, TablelawError
from tablelaw.extras import extras_named
from tablelaw.law.rulebook import Rulebook
from tablelaw.rulebooks import outside
from tablelaw.submission.submission import Submission

YES, NO, MONEY = "yes", "no", "money, meters, proofs"
"""The answers of a reader; the last is the verifier's, for a table whose rules it does not know."""
PAR_FORMATS = ("text", "json", "html", "pdf", "xlsx")
READERS = (
    *("submission", "table", "settle", "sign", "analyze", "advise"),
    *(f"par {form}" for form in PAR_FORMATS),
    *("simulate", "verifier", "gaming day", "coach", "page"),
)
SIMULATED_ROUNDS = 20_000
DAY_ROUNDS = 3
LONGEST_DAY_SECONDS = 60
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Served:
    """Whether a reader supports the game: what it uses for it, or why it cannot and what would be needed."""

    reader: str
    answer: str = YES
    by: str = ""
    refusal: TablelawError | None = None
    is_asked: bool = True
    """Whether the reader was really run; false if a quick check judged it by the structure of the game alone."""


@dataclass(frozen=True, slots=True)
class Game:
    """What readers examine: the submission with all defaults, and the floor on which bots have played."""

    book: Rulebook
    text: str
    submission: Submission
    floor: BotFloor
    played: Played
    folder: Path
    """A temporary place for the exported log."""


Reader = Callable[[Game, Tell], Served]


def ask_readers(game: Game, is_thorough: bool, tell: Tell) -> Iterator[Served]:
    """Collects each reader's answer; a fault inside one is reported as its refusal, and the others are still asked."""
    answers = EXACT if is_thorough else JUDGED
    for reader in READERS:
        tell(f"the reader {reader}")
        try:
            with extras_named(f"the reader {reader}"):
                served = (ALWAYS | answers)[reader](game, tell)
            yield served
        except TablelawError as refusal:
            yield Served(reader, NO, refusal=refusal)
        except Exception as error:
            what = f"it failed: {type(error).__name__}: {error}"
            fault = BadRulebook(
                what, where=f"the reader {reader}", accepted="a report of this fault to the maintainers"
            )
            yield Served(reader, NO, refusal=fault)


# --- Table, settlement, signs, pages -----------------------------------------------------------------------


def _submission(game: Game, tell: Tell) -> Served:
    return Served("submission", by="the submission with all defaults has no findings")


def _table(game: Game, tell: Tell) -> Served:
    played = game.played
    if played.faults:
        raise played.faults[0]
    irregular = f"{sum(played.irregularities.values())} irregularities of {len(played.irregularities)} kinds"
    return Served("table", by=f"{played.rounds} rounds by bots, {played.lines} wagers settled, {irregular}")


def _settle(game: Game, tell: Tell) -> Served:
    from tablelaw.scenarios.format import parse_text, read_scenario
    from tablelaw.scenarios.play import settle
    from tablelaw.scenarios.report import as_dict
    from tablelaw.scenarios.template import new_scenario

    done = settle(read_scenario(parse_text(new_scenario(game.book), "the scenario with all defaults")))
    json.dumps(as_dict(done))
    return Served("settle", by=f"{len(done.round.lines)} lines of a scenario")


def _sign(game: Game, tell: Tell) -> Served:
    from tablelaw.submission.signs.html import sign_html
    from tablelaw.submission.signs.layout_svg import layout_svg
    from tablelaw.submission.signs.sign import make_sign
    from tablelaw.submission.signs.svg import sign_svg
    from tablelaw.submission.signs.text import sign_text

    sign = make_sign(game.submission)
    made = sign_text(sign), sign_svg(sign), sign_html(game.submission), layout_svg(game.submission)
    return Served("sign", by="text, SVG, HTML and the layout" if all(made) else "")


def _page(game: Game, tell: Tell) -> Served:
    """Builds what the pages need: the form of a submission, the fixed facts of a table, and the table as every role
    sees it.
    """
    from tablelaw.server.routes.submission_form import form_of
    from tablelaw.server.tables.description import described
    from tablelaw.views.table_view import view

    form_of(game.book.id)
    described(game.floor.view.engine)
    views = game.floor.service.views
    shown = {name: meter.units for name, meter in views.meters.items()}
    for role in ("player", "dealer", "floor", "auditor", ""):
        view(game.floor.table, game.floor.view, role, "bot 1", game.floor.view.state.now, shown, frozenset())
    return Served("page", by="the form of a submission, and the table for every role")


# --- Exact readers -------------------------------------------------------------------------------------------


def _judged(reader: str) -> Reader:
    """Makes a reader that judges only by the structure of the game: which family of solver or simulated table fits."""

    def judge(game: Game, tell: Tell) -> Served:
        from tablelaw.analysis.solver_choice import solver_of
        from tablelaw.studies.games.simulated_table import simulated_family

        family = simulated_family if reader == "simulate" else lambda terms: solver_of(terms).family
        return Served(reader, by=family(game.submission.terms), is_asked=False)

    return judge


def _analyze(game: Game, tell: Tell) -> Served:
    from tablelaw.analysis.main_game import main_of
    from tablelaw.analysis.solver_choice import solver_of

    terms = game.submission.terms
    held = f"{float(-main_of(terms, tell).ev):.4%} of an opening wager"
    return Served("analyze", by=f"{solver_of(terms).family}: house edge {held}")


def _advise(game: Game, tell: Tell) -> Served:
    return Served("advise", by=f"{_advised(game)} decisions, each with some hand")


def _coach(game: Game, tell: Tell) -> Served:
    return Served("coach", by=f"{_advised(game)} decisions, each from the cards a player sees")


def _advised(game: Game) -> int:
    """Values the actions of a sample hand at each decision, and returns the number of decisions."""
    from tablelaw.analysis.solver_choice import solver_of
    from tablelaw.server.workers.coach_answers import sample_hands, worth

    terms, count = game.submission.terms, 0
    for seen in sample_hands(terms):
        if not [worth(one) for one in solver_of(terms).advise(terms, seen)]:
            raise BadRulebook("no action is valued", where=str(seen.cards), accepted="a value for each legal action")
        count += 1
    return count


def _par(form: str) -> Reader:
    def ask(game: Game, tell: Tell) -> Served:
        from tablelaw.analysis.par import par
        from tablelaw.cli.commands.par import Form, rendered

        made = rendered(par(game.submission, "2026-11-15", tell), Form(form))
        return Served(f"par {form}", by=f"{len(made):,} bytes")

    return ask


def _simulate(game: Game, tell: Tell) -> Served:
    from tablelaw.simulation.runs import Threads
    from tablelaw.studies.run import answers
    from tablelaw.studies.study import Source

    source = Source("the study", _study(game), game.text)
    (answer,) = answers(source, Threads(1))
    return Served("simulate", by=f"{SIMULATED_ROUNDS:,} rounds, with {len(answer.as_json())} figures")


def _study(game: Game) -> str:
    rules = game.floor.view.engine.rules
    stakes = {wager.id: game.submission.wagers[rules.base].minimum_cents // 100 for wager in rules.opening}
    wagers = ", ".join(f'"{wager}" = "${dollars}"' for wager, dollars in stakes.items())
    head = f'title = "law check"\nsubmission = "table.toml"\nrounds = {SIMULATED_ROUNDS}\nseed = 1\n'
    return f'{head}\n[[seats]]\nnumber = 1\nplay = "best"\nwagers = {{ {wagers} }}\n\n[hold]\n'


# --- Verifier and gaming day -----------------------------------------------------------------------------------


def _verifier(game: Game, tell: Tell) -> Served:
    from tablelaw.floor.audit.property_audit import run_verifier

    checks = run_verifier(game.floor.exported(game.folder / "log.jsonl"))
    answer = YES if all(check.is_run for check in checks) else MONEY
    return Served("verifier", answer, by=checks[0].says)


def _gaming_day(game: Game, tell: Tell) -> Served:
    """Plays a short gaming day in a separate process, which is ended if it takes too long."""
    paths = os.pathsep.join(filter(None, (_path(game), os.environ.get(outside.PATHS, ""))))
    asked = ("gaming-day", "--seed", "1", "--tables", "1", "--rounds", str(DAY_ROUNDS), "--rulebook", game.book.id)
    command = [sys.executable, "-m", "tablelaw.cli.main", *asked, "--json"]
    told = {**os.environ, outside.PATHS: paths}
    try:
        done = subprocess.run(
            command, env=told, capture_output=True, text=True, check=False, timeout=LONGEST_DAY_SECONDS
        )
    except subprocess.TimeoutExpired:
        what = f"a day of {DAY_ROUNDS} rounds takes more than {LONGEST_DAY_SECONDS} seconds"
        raise BadRulebook(what, where="gaming day", accepted="a day that ends") from None
    if done.returncode:
        why = (done.stderr or done.stdout).strip()[-300:]
        raise BadRulebook("the day does not end as it should", where="gaming day", why=why, accepted="agreement")
    return Served("gaming day", by=f"a day of {DAY_ROUNDS} rounds, audited to the cent")


def _path(game: Game) -> str:
    """The folder of a rulebook from outside the package, for the other process to find."""
    return "" if game.book.id in rulebooks.IDS else str(rulebooks.folder_of(game.book.id))


ALWAYS: dict[str, Reader] = {
    "submission": _submission,
    "table": _table,
    "settle": _settle,
    "sign": _sign,
    "verifier": _verifier,
    "gaming day": _gaming_day,
    "page": _page,
}
"""Readers that are asked by every check."""
EXACT: dict[str, Reader] = {
    "analyze": _analyze,
    "advise": _advise,
    **{f"par {form}": _par(form) for form in PAR_FORMATS},
    "simulate": _simulate,
    "coach": _coach,
}
JUDGED: dict[str, Reader] = {reader: _judged(reader) for reader in EXACT}
