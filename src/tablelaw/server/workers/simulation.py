"""A small simulation for an analyst: a study of one table, made from a few figures and run by the analysis worker."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from tablelaw.cores import usable_cores
from tablelaw.errors import TablelawError
from tablelaw.printed_money import typed
from tablelaw.server.workers.process import Tell
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import Submission, accept

if TYPE_CHECKING:
    from tablelaw.studies.answers.answer import Answer

MOST_SEATS = 6
MOST_DEALT = 20_000_000
"""The most rounds times seats in one question: about ten seconds of one core, so that others do not wait for long."""
SHIFT_HOURS = 8
Asked = Literal["hold", "session", "shift", "jackpot", "limit"]


class TooLong(TablelawError):
    """The simulation is too long for the server."""

    no_paragraph = "a limit on the work for one question; no rule of play is involved"


class Simulation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of seats that all play the same way, the questions about it, and how much is dealt; money in cents."""

    wagers: tuple[tuple[str, int], ...]
    ask: tuple[Asked, ...] = ("hold", "session", "shift")
    seats: int = 1
    play: str = "best"
    mistakes_percent: int = 0
    rounds: int = 1_000_000
    seed: int = 1
    session_rounds: int = 200
    bankroll: int = 300_00
    sessions: int = 2_000
    rounds_an_hour: int = 40
    shifts: int = 1_000
    tables: tuple[int, ...] = (1, 5, 20)
    hours_a_day: int = 12
    days: int = 365
    periods: int = 4
    limit: int = 0
    """A payout limit to use instead of the one in force; 0 keeps the one in force."""

    @property
    def dealt(self) -> dict[str, int]:
        """The number of rounds times seats in each question."""
        hours = {"shift": SHIFT_HOURS * self.shifts, "jackpot": self.hours_a_day * self.days * self.periods}
        found = {
            "hold": self.rounds,
            "limit": self.rounds,
            "session": self.session_rounds * self.sessions,
            "shift": self.rounds_an_hour * hours["shift"],
            "jackpot": self.rounds_an_hour * hours["jackpot"] * sum(self.tables),
        }
        return {name: count * self.seats for name, count in found.items() if name in self.ask}


def require_short_simulation(asked: Simulation) -> None:
    if not 1 <= asked.seats <= MOST_SEATS:
        raise TooLong(f"{asked.seats} seats", where="seats", accepted=f"1 to {MOST_SEATS}")
    for what, count in asked.dealt.items():
        if not 1 <= count <= MOST_DEALT:
            raise TooLong(
                f"{count:,} rounds would be dealt for {what}",
                where=what,
                why="the server works for others too",
                accepted=f"up to {MOST_DEALT:,} over all seats; on your own machine as many as you like",
                typed="`tablelaw simulate`",
            )


def study_text(asked: Simulation) -> str:
    """The study in the form `tablelaw simulate` reads, so that it can be downloaded and extended."""
    wagers = ", ".join(f"{json.dumps(wager)} = {json.dumps(typed(cents))}" for wager, cents in asked.wagers)
    deals_rounds = {"hold", "limit"}.intersection(asked.ask)
    lines = [
        'title = "A simulation from the analyst\'s page"',
        'submission = "table.toml"',
        *([f"rounds = {asked.rounds}"] if deals_rounds else []),
        f"seed = {asked.seed}",
        "\n[[seats]]",
        f"number = {asked.seats}",
        f"play = {json.dumps(asked.play)}",
        f'mistakes = "{asked.mistakes_percent}%"',
        f"wagers = {{ {wagers} }}",
    ]
    for question in dict.fromkeys(asked.ask):
        figures = _figures(asked)[question]
        lines += [f"\n[{question}]", *(f"{key} = {json.dumps(value)}" for key, value in figures.items())]
    return "\n".join(lines) + "\n"


def _figures(asked: Simulation) -> dict[Asked, dict[str, object]]:
    """The study's figures for each question, by key."""
    pace = {"rounds_an_hour": asked.rounds_an_hour}
    over = {"hours_a_day": asked.hours_a_day, "days": asked.days, "periods": asked.periods}
    purse = {"bankroll": typed(asked.bankroll)}
    return {
        "hold": {},
        "session": {"rounds": asked.session_rounds, **purse, "sessions": asked.sessions},
        "shift": {"hours": SHIFT_HOURS, **pace, "shifts": asked.shifts},
        "jackpot": {"tables": asked.tables, **pace, **over},
        "limit": {"amount": typed(asked.limit)} if asked.limit else {},
    }


def simulated(text: str, asked: Simulation, tell: Tell) -> bytes:
    """Runs a simulation and returns its answers: figures, tables as CSV, and pictures as SVG."""
    from tablelaw.simulation.runs import Threads
    from tablelaw.studies.run import answers
    from tablelaw.studies.study import Source

    require_short_simulation(asked)
    study = study_text(asked)
    tell("how the seats play")
    source = Source("the study", study, text)
    found = answers(source, Threads(usable_cores()), watch=_watching(tell))
    return msgspec.json.encode({"study": study, "answers": [_told(answer) for answer in found]})


def _watching(tell: Tell) -> Any:
    """Makes a callback that reports each percent of progress once."""
    last = [""]

    def watch(question: str, work: Any, progress: Any) -> None:
        said = f"{question}, {100 * progress.pieces // work.pieces}% dealt"
        if said != last[0]:
            last[0] = said
            tell(said)

    return watch


def _told(answer: Answer) -> dict[str, object]:
    from tablelaw.studies.answers.chart_style import svg

    files = {name: sheet.csv() for name, sheet in answer.tables.items()}
    content: dict[str, object] = {"facts": answer.as_json(), "shown": answer.shown, "notes": answer.notes}
    return content | {"files": files, "picture": svg(answer.draw).decode()}


def simulation_form(text: str) -> bytes:
    """What may be chosen in a simulation of a submission: the strategies of its game, the wagers made before the cards,
    the meters they feed, and the payout limit.
    """
    from tablelaw.studies.play_names import play_names

    submission = accept(parse_draft(text))
    form = {
        "plays": play_names(submission.terms),
        "wagers": _wagers(submission),
        "seats": submission.seats,
        "most_dealt": MOST_DEALT,
        "meters": [{"name": meter.id, "wagers": meter.wagers} for meter in submission.meters],
        "limit": _limit(submission),
    }
    return msgspec.json.encode(form)


def _wagers(submission: Submission) -> list[dict[str, object]]:
    return [
        {"id": wager.id, "name": wager.name, "kind": wager.kind, "minimum": terms.minimum_cents,
         "amounts": terms.amounts_cents, "equal_to": wager.equal_to}
        for wager in submission.book.wagers
        if wager.kind in ("opening", "optional") and (terms := submission.wagers.get(wager.id))
    ]  # fmt: skip


def _limit(submission: Submission) -> dict[str, object] | None:
    """What the rulebook says about a payout limit, and the limit in force; None if it has no limit."""
    row = next(iter(submission.book.limits), None)
    if row is None:
        return None
    return {"says": row.says, "cite": str(row.cite), "in_force": submission.payout_limit_cents}
