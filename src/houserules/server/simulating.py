"""What an analyst may have dealt: a small study of a table, made of a few figures, carried out in the workshop."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import msgspec

from houserules.amounts import money_text
from houserules.errors import HouserulesError
from houserules.server.workbench import Tell
from houserules.submission.draft import parse_draft
from houserules.submission.submission import Submission, accept

if TYPE_CHECKING:
    from houserules.studies.answer import Answer

MOST_SEATS = 6
MOST_DEALT = 5_000_000
"""Rounds of one question, times the seats: a minute's work of one core, so that others do not wait for long."""


class TooLong(HouserulesError):
    """A simulation that is more than the workshop takes on."""

    no_paragraph = "what one question may cost, no rule of play"


class Simulation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seats that all play alike, and how much is dealt; money in cents."""

    wagers: tuple[tuple[str, int], ...]
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

    @property
    def dealt(self) -> dict[str, int]:
        """Seat-rounds of each question."""
        hours = self.shifts * self.rounds_an_hour * SHIFT_HOURS
        return {
            "rounds": self.rounds * self.seats,
            "sessions": self.session_rounds * self.sessions * self.seats,
            "shifts": hours * self.seats,
        }


SHIFT_HOURS = 8


def refuse_too_long(asked: Simulation) -> None:
    if not 1 <= asked.seats <= MOST_SEATS:
        raise TooLong(f"{asked.seats} seats", where="seats", accepted=f"1 to {MOST_SEATS}")
    for what, count in asked.dealt.items():
        if not 1 <= count <= MOST_DEALT:
            raise TooLong(
                f"{count:,} rounds would be dealt for {what}",
                where=what,
                why="the workshop serves others too",
                accepted=f"up to {MOST_DEALT:,} over all seats; `houserules simulate` deals as many as you like",
            )


def study_text(asked: Simulation) -> str:
    """The study as `houserules simulate` reads it, so that it can be taken away and made larger."""
    wagers = ", ".join(f"{json.dumps(wager)} = {json.dumps(money_text(cents))}" for wager, cents in asked.wagers)
    lines = [
        'title = "A simulation from the analyst\'s page"',
        'submission = "table.toml"',
        f"rounds = {asked.rounds}",
        f"seed = {asked.seed}",
        "\n[[seats]]",
        f"number = {asked.seats}",
        f"play = {json.dumps(asked.play)}",
        f'mistakes = "{asked.mistakes_percent}%"',
        f"wagers = {{ {wagers} }}",
        "\n[hold]",
        "\n[session]",
        f"rounds = {asked.session_rounds}",
        f"bankroll = {json.dumps(money_text(asked.bankroll))}",
        f"sessions = {asked.sessions}",
        "\n[shift]",
        f"hours = {SHIFT_HOURS}",
        f"rounds_an_hour = {asked.rounds_an_hour}",
        f"shifts = {asked.shifts}\n",
    ]
    return "\n".join(lines)


def simulated(text: str, asked: Simulation, tell: Tell) -> bytes:
    """Hold beside the exact values, sessions and shifts: figures, tables, and pictures as SVG."""
    from houserules.simulation.runs import Threads
    from houserules.studies.answers import answers
    from houserules.studies.study import Source

    refuse_too_long(asked)
    study = study_text(asked)
    tell("how the seats play")
    source = Source("the study", study, text)
    found = answers(source, Threads(max(1, (os.cpu_count() or 2) - 1)), watch=_watching(tell))
    return msgspec.json.encode({"study": study, "answers": [_told(answer) for answer in found]})


def _watching(tell: Tell) -> Any:
    """Tells each hundredth once."""
    last = [""]

    def watch(question: str, work: Any, progress: Any) -> None:
        said = f"{question}, {100 * progress.pieces // work.pieces}% dealt"
        if said != last[0]:
            last[0] = said
            tell(said)

    return watch


def _told(answer: Answer) -> dict[str, object]:
    from houserules.studies.pictures import svg

    return {**answer.as_json(), "shown": answer.shown, "tables": answer.tables, "picture": svg(answer.draw).decode()}


def simulation_form(text: str) -> bytes:
    """What may be chosen for a submission: the plays its game knows, and the wagers made before the cards."""
    from houserules.studies.play_names import play_names

    submission = accept(parse_draft(text))
    return msgspec.json.encode({"plays": play_names(submission.terms), "wagers": _wagers(submission)})


def _wagers(submission: Submission) -> list[dict[str, object]]:
    return [
        {"id": wager.id, "name": wager.name, "kind": wager.kind, "minimum": terms.minimum_cents,
         "amounts": terms.amounts_cents, "equal_to": wager.equal_to}
        for wager in submission.book.wagers
        if wager.kind in ("opening", "optional") and (terms := submission.wagers.get(wager.id))
    ]  # fmt: skip
