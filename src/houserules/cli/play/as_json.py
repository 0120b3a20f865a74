"""An evening that plays itself, as one JSON document: each round with its lines and paragraphs, and what it came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from houserules.cards import Card
from houserules.cli.play.session import Session
from houserules.table import Engine, Round
from houserules.table.events import Line
from houserules.table.reading.settlement_report import Totals, choices_in_force, meters_dict, round_dict


@dataclass(frozen=True, slots=True)
class Played:
    """A round of the evening, settled and not yet cleared; every card of it is known."""

    engine: Engine
    round: Round
    filled: frozenset[Card] = frozenset()


def evening_json(session: Session, rounds: int, seed: str | None) -> dict[str, Any]:
    """Plays the rounds; Ctrl-C ends the evening with those that were played."""
    house, played, lines = session.house, list[dict[str, Any]](), list[Line]()
    choices: dict[str, str] = {}
    try:
        for _ in session.alone(rounds):
            done = Played(house.engine, house.round)
            played.append(_round_json(done, house.state.meters))
            lines += done.round.lines
            choices |= choices_in_force(done)
    except KeyboardInterrupt:
        pass
    return {**_head(session, seed), "choices": choices, "rounds": played, "totals": _totals(session, lines)}


def _head(session: Session, seed: str | None) -> dict[str, Any]:
    submission = session.house.engine.submission
    return {
        "rulebook": submission.book.id,
        "casino": submission.casino,
        "table": submission.table,
        "dealing": submission.dealing,
        "seed": seed,
        "seats": [{"seat": seat, "player": name} for seat, name in session.house.state.players.items()],
        "your_seat": session.me,
    }


def _round_json(done: Played, meters: dict[str, int]) -> dict[str, Any]:
    """A meter stood before the settlement as its first line of the round found it."""
    found = {line.meter: line.meter_before for line in reversed(done.round.lines) if line.meter}
    moved = [(meter, found.get(meter, units), units) for meter, units in meters.items()]
    totals = Totals.of(done.round.lines).as_dict()
    return {"round": done.round.number, **round_dict(done), "meters": meters_dict(moved), "totals": totals}


def _totals(session: Session, lines: list[Line]) -> dict[str, Any]:
    """The evening: the whole table, each seat, and your chips."""
    seats = [
        {"seat": seat, "player": name, **Totals.of(line for line in lines if line.seat == seat).as_dict()}
        for seat, name in session.house.state.players.items()
    ]
    purse = {"bought_in_cents": session.purse.bought_cents, "left_with_cents": session.purse.cents}
    return {"rounds": session.rounds, **Totals.of(lines).as_dict(), "seats": seats, "your_chips": purse}
