"""`tablelaw play ID`: lets a person play a seat with keys, or plays rounds automatically."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from tablelaw import rulebooks
from tablelaw.amounts import parse_money
from tablelaw.cards import Card
from tablelaw.chance import Chance, KernelChance, PracticeChance
from tablelaw.cli.arguments import RulebookId
from tablelaw.cli.output import JsonFlag, complaints, console, fit, refuse, show_json
from tablelaw.cli.play.keyboard import PlayerLeft, keys_of
from tablelaw.cli.play.practice_table import PracticeTable
from tablelaw.cli.play.session import Session
from tablelaw.cli.play.wagers import Purse, Stakes
from tablelaw.cli.set_money_format import print_money_of
from tablelaw.clock import today
from tablelaw.files import OWNER_ONLY, write_whole
from tablelaw.printed_money import money_format, printed
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import Submission, accept, load_submission
from tablelaw.submission.template import new_submission
from tablelaw.table import Engine, Round
from tablelaw.table.automation.players import NAMES
from tablelaw.table.events import Line
from tablelaw.table.notation.event_log import log_text
from tablelaw.table.reading.settlement_report import Totals, choices_in_force, meters_dict, round_dict


@dataclass(frozen=True, slots=True)
class Played:
    """A round of the session that is settled but not yet cleared; all its cards are known."""

    engine: Engine
    round: Round
    filled: frozenset[Card] = frozenset()


def session_json(session: Session, rounds: int, seed: str | None) -> dict[str, Any]:
    """Plays the rounds; on Ctrl-C, ends the session with those played so far."""
    practice, played, lines = session.practice, list[dict[str, Any]](), list[Line]()
    choices: dict[str, str] = {}
    try:
        for _ in session.alone(rounds):
            done = Played(practice.engine, practice.round)
            played.append(_round_json(done, practice.state.meters))
            lines += done.round.lines
            choices |= choices_in_force(done)
    except KeyboardInterrupt:
        pass
    return {**_head(session, seed), "choices": choices, "rounds": played, "totals": _totals(session, lines)}


def _head(session: Session, seed: str | None) -> dict[str, Any]:
    submission = session.practice.engine.submission
    return {
        "rulebook": submission.book.id,
        "casino": submission.casino,
        "table": submission.table,
        "dealing": submission.dealing,
        "seed": seed,
        "seats": [{"seat": seat, "player": name} for seat, name in session.practice.state.players.items()],
        "your_seat": session.me,
    }


def _round_json(done: Played, meters: dict[str, int]) -> dict[str, Any]:
    """A round as JSON; the amount of a meter before the settlement is the one that its first line records."""
    found = {line.meter: line.meter_before for line in reversed(done.round.lines) if line.meter}
    moved = [(meter, found.get(meter, units), units) for meter, units in meters.items()]
    totals = Totals.of(done.round.lines).as_dict()
    return {"round": done.round.number, **round_dict(done), "meters": meters_dict(moved), "totals": totals}


def _totals(session: Session, lines: list[Line]) -> dict[str, Any]:
    """The totals of the session: the whole table, each seat, and your chips."""
    seats = [
        {"seat": seat, "player": name, **Totals.of(line for line in lines if line.seat == seat).as_dict()}
        for seat, name in session.practice.state.players.items()
    ]
    purse = {"bought_in_cents": session.purse.bought_cents, "left_with_cents": session.purse.cents}
    return {"rounds": session.rounds, **Totals.of(lines).as_dict(), "seats": seats, "your_chips": purse}


SeatsOption = Annotated[int, typer.Option("--seats", metavar="N", help="Other players at the table.")]
FileOption = Annotated[
    Path | None,
    typer.Option("--submission", metavar="FILE", help="A Rules Submission; by default every wager is offered."),
]
SeedOption = Annotated[str | None, typer.Option("--seed", help="A practice deck: the same cards for the same seed.")]
BetOption = Annotated[
    list[str] | None,
    typer.Option("--bet", metavar="WAGER=SUM", help="A wager to begin with; may be repeated; `all` for every wager."),
]
BuyInOption = Annotated[
    str | None,
    typer.Option("--buy-in", metavar="SUM", help="Chips to begin with; by default a hundred times the minimum."),
]
AutoOption = Annotated[int, typer.Option("--auto", metavar="N", min=0, help="Play N rounds automatically, then stop.")]
RecordOption = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="Save the events, for `tablelaw replay FILE`.", callback=fit),
]


def play(
    rulebook_id: RulebookId,
    seats: SeatsOption = 0,
    submission: FileOption = None,
    seed: SeedOption = None,
    bet: BetOption = None,
    buy_in: BuyInOption = None,
    auto: AutoOption = 0,
    record: RecordOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Play at a terminal: wagers and decisions by key, the settlement with its paragraphs."""
    if as_json and not auto:
        refuse("--json cannot be used at the keyboard", accepted="--auto N --json, which plays N rounds automatically")
    engine = Engine(_submission(rulebook_id, submission))
    session = _session(engine, seats, seed, bet or [], _purse(engine, buy_in))
    if as_json:
        show_json(session_json(session, auto, seed))
    else:
        _play(session, auto)
    if record is not None:
        write_whole(record, log_text(engine, session.practice.driver.log).encode(), mode=OWNER_ONLY)
        output = complaints if as_json else console
        output.print(f"Written to {record}. To see it again: tablelaw replay {record}", markup=False, soft_wrap=True)


def _play(session: Session, auto: int) -> None:
    try:
        if auto:
            session.play_alone(auto)
        else:
            with keys_of(sys.stdin, console) as keys:
                session.play(keys)
    except (PlayerLeft, KeyboardInterrupt):
        console.print()
    console.print(session.farewell(), highlight=False)


def _submission(rulebook_id: str, file: Path | None) -> Submission:
    book = rulebooks.get(rulebook_id)
    print_money_of(book)
    if file is None:
        return accept(parse_draft(new_submission(book, offer_all=True)))
    submission = load_submission(file, today())
    if submission.book.id != rulebook_id:
        refuse(f"{file} is a submission for {submission.book.id}", accepted=f"one for {rulebook_id}")
    return submission


def _session(engine: Engine, others: int, seed: str | None, bets: list[str], purse: Purse) -> Session:
    if not 0 <= others < engine.rules.seats:
        refuse(
            f"{others} other players",
            accepted=f"0 to {engine.rules.seats - 1}, the table has {engine.rules.seats} seats",
        )
    practice = PracticeTable(engine, _chance(seed, "deck"))
    me = others // 2 + 1
    names = iter(NAMES)
    practice.open({seat: "You" if seat == me else next(names) for seat in range(1, others + 2)})
    return Session(practice, me, _stakes(engine, bets), purse, _chance(seed, "players"), console)


def _purse(engine: Engine, buy_in: str | None) -> Purse:
    cents = 100 * engine.submission.minimum_cents if buy_in is None else parse_money(buy_in, "--buy-in", money_format())
    if not cents:
        refuse("--buy-in: no chips at all", accepted=f"an amount above {printed(0)}")
    return Purse(cents)


def _chance(seed: str | None, purpose: str) -> Chance:
    """Makes separate random streams for the deck and the other players, so that a seed fixes the deck no matter who is
    seated.
    """
    return KernelChance() if seed is None else PracticeChance(f"{seed} {purpose}")


def _stakes(engine: Engine, bets: list[str]) -> Stakes:
    stakes = Stakes(engine)
    offered = [wager.id for wager in stakes.offered]
    for bet in bets:
        wager, _, amount = bet.partition("=")
        if bet == "all":
            stakes.place_all()
        elif wager not in offered or not amount:
            accepted = f"all, or {', '.join(offered)} with =SUM, for example {offered[0]}=10"
            refuse(f"--bet {bet}: no such wager or amount", accepted=accepted)
        else:
            stakes.set(wager, parse_money(amount, f"--bet {wager}", money_format()))
    return stakes


def register(app: typer.Typer) -> None:
    app.command(name="play")(play)
