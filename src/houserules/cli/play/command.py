"""`houserules play ID`: a seat at a table, by keys; or rounds that play themselves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from houserules import rulebooks
from houserules.amounts import parse_money
from houserules.chance import Chance, KernelChance, PracticeChance
from houserules.cli.commands.law import RulebookId
from houserules.cli.output import JsonFlag, complaints, console, fit, refuse, show_json
from houserules.cli.play.as_json import evening_json
from houserules.cli.play.keyboard import Left, keys_of
from houserules.cli.play.practice_table import House
from houserules.cli.play.session import Session
from houserules.cli.play.wagers import Purse, Stakes
from houserules.clock import today
from houserules.files import OWNER_ONLY, write_whole
from houserules.submission.draft import parse_draft
from houserules.submission.submission import Submission, accept, load_submission
from houserules.submission.template import new_submission
from houserules.table import Engine
from houserules.table.automation.players import NAMES
from houserules.table.notation.lines import log_text

SeatsOption = Annotated[int, typer.Option("--seats", metavar="N", help="Other players at the table.")]
FileOption = Annotated[
    Path | None,
    typer.Option("--submission", metavar="FILE", help="A Rules Submission; without it, every wager is offered."),
]
SeedOption = Annotated[str | None, typer.Option("--seed", help="A practice deck: the same cards for the same seed.")]
BetOption = Annotated[
    list[str] | None,
    typer.Option("--bet", metavar="WAGER=SUM", help="A wager to begin with, again for another; `all` for every wager."),
]
BuyInOption = Annotated[
    str | None, typer.Option("--buy-in", metavar="SUM", help="Chips to begin with; else a hundred times the minimum.")
]
AutoOption = Annotated[int, typer.Option("--auto", metavar="N", min=0, help="Play N rounds by itself, then stop.")]
RecordOption = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="Keep what happened, for `houserules replay FILE`.", callback=fit),
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
        refuse("--json: a person at the keys is no JSON; accepted: --auto N --json, which plays N rounds by itself")
    engine = Engine(_submission(rulebook_id, submission))
    session = _session(engine, seats, seed, bet or [], _purse(engine, buy_in))
    if as_json:
        show_json(evening_json(session, auto, seed))
    else:
        _play(session, auto)
    if record is not None:
        write_whole(record, log_text(engine, session.house.driver.log).encode(), mode=OWNER_ONLY)
        told = complaints if as_json else console
        told.print(f"Written to {record}. See it again: houserules replay {record}", markup=False, soft_wrap=True)


def _play(session: Session, auto: int) -> None:
    try:
        if auto:
            session.play_alone(auto)
        else:
            with keys_of(sys.stdin, console) as keys:
                session.play(keys)
    except (Left, KeyboardInterrupt):
        console.print()
    console.print(session.farewell(), highlight=False)


def _submission(rulebook_id: str, file: Path | None) -> Submission:
    book = rulebooks.get(rulebook_id)
    if file is None:
        return accept(parse_draft(new_submission(book, offer_all=True)))
    submission = load_submission(file, today())
    if submission.book.id != rulebook_id:
        refuse(f"{file} is a submission for {submission.book.id}; accepted: one for {rulebook_id}")
    return submission


def _session(engine: Engine, others: int, seed: str | None, bets: list[str], purse: Purse) -> Session:
    if not 0 <= others < engine.plan.seats:
        refuse(
            f"{others} other players; accepted: 0 to {engine.plan.seats - 1}, the table has {engine.plan.seats} seats"
        )
    house = House(engine, _chance(seed, "deck"))
    me = others // 2 + 1
    names = iter(NAMES)
    house.open({seat: "You" if seat == me else next(names) for seat in range(1, others + 2)})
    return Session(house, me, _stakes(engine, bets), purse, _chance(seed, "players"), console)


def _purse(engine: Engine, buy_in: str | None) -> Purse:
    cents = 100 * engine.submission.minimum_cents if buy_in is None else parse_money(buy_in, "--buy-in")
    if not cents:
        refuse("--buy-in: no chips at all; accepted: a sum above $0")
    return Purse(cents)


def _chance(seed: str | None, purpose: str) -> Chance:
    """The deck and the other players have streams of their own: a seed tells the deck, whoever sits there."""
    return KernelChance() if seed is None else PracticeChance(f"{seed} {purpose}")


def _stakes(engine: Engine, bets: list[str]) -> Stakes:
    stakes = Stakes(engine)
    offered = [wager.id for wager in stakes.offered]
    for bet in bets:
        wager, _, amount = bet.partition("=")
        if bet == "all":
            stakes.place_all()
        elif wager not in offered or not amount:
            accepted = f"all, or {', '.join(offered)} with =SUM, as in {offered[0]}=10"
            refuse(f"--bet {bet}: no such wager or sum; accepted: {accepted}")
        else:
            stakes.set(wager, parse_money(amount, f"--bet {wager}"))
    return stakes


def register(app: typer.Typer) -> None:
    app.command(name="play")(play)
