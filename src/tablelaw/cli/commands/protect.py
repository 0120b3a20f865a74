"""`tablelaw protect`: what hidden cards are worth to a player who sees them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablelaw import rulebooks
from tablelaw.amounts import parse_money
from tablelaw.cli.commands.analyze import Choice, choices_of
from tablelaw.cli.output import JsonFlag, add_row, console, fit, make_table, say, show_json
from tablelaw.cli.progress import solving
from tablelaw.cli.set_money_format import print_money_of
from tablelaw.files import write_whole
from tablelaw.printed_money import printed

if TYPE_CHECKING:
    from tablelaw.analysis.protection.result import Exposure

MOST_ROUNDS = 1_000
CHANGES_SHOWN = 12

Seen = Annotated[
    list[str],
    typer.Option(
        "--seen", help="What is seen, for example dealer:1, flop:1, dealer:1/QKA, seats:5 (docs/protection.md)."
    ),
]
Ante = Annotated[str, typer.Option("--ante", help="The Ante for the loss per hour.")]
Rounds = Annotated[int, typer.Option("--rounds", help="Rounds per hour.", min=1, max=MOST_ROUNDS)]
Plot = Annotated[
    Path | None, typer.Option("--plot", help="Draw how rounds are played into this SVG file.", callback=fit)
]


def protect_command(
    rulebook_id: Annotated[str, typer.Argument(metavar="ID", help=f"{', '.join(rulebooks.IDS)}.")],
    seen: Seen = [],  # noqa: B006
    choose: Choice = [],  # noqa: B006
    ante: Ante = "15",
    rounds: Rounds = 40,
    plot: Plot = None,
    as_json: JsonFlag = False,
) -> None:
    """What seen cards are worth: the player's exact edge with them, how play changes, and what it costs the house."""
    book = rulebooks.get(rulebook_id)
    print_money_of(book)
    ante_cents = parse_money(ante, "--ante")
    with solving() as tell:
        from tablelaw.analysis.protection.api import protect  # the solvers are slow to load, so only when needed

        found = protect(book, seen, tell, **choices_of(choose))
    if plot is not None:
        from tablelaw.analysis.par.forms.exposure_plot import (
            play_svg,
        )  # matplotlib is slow to load, so only when needed

        write_whole(plot, play_svg(found).encode())
    loss = found.loss_per_hour(Fraction(ante_cents), Fraction(rounds))
    if as_json:
        per_hour = {"ante_cents": ante_cents, "rounds": rounds, "loss_cents": f"{loss.numerator}/{loss.denominator}"}
        show_json(found.as_dict() | {"per_hour": per_hour})
        return
    _show(found, f"{book.game}, {book.regulation}")
    say(f"At an Ante of {printed(ante_cents)} and {rounds} rounds an hour, the house {_result(loss)} per hour.")


def _show(found: Exposure, title: str) -> None:
    with_cards = f"with {found.information}" if found.information else "with nothing"
    table = make_table(title, "way to play", "honest", with_cards, numbers=["honest", with_cards])
    add_row(table, "player's edge", f"{float(found.honest):.4%}", f"{float(found.value):.4%}")
    for name in dict.fromkeys((*found.honest_actions, *found.actions)):
        shares = (float(actions.get(name, Fraction(0))) for actions in (found.honest_actions, found.actions))
        add_row(table, name, *(f"{share:.4%}" for share in shares))
    console.print(table)
    for line in _lines(found):
        say(line)


def _lines(found: Exposure) -> Iterator[str]:
    how = "simulated" if found.is_simulated else "exact"
    yield f"Value in Antes, {how}: {found.value.numerator}/{found.value.denominator}; worth {float(found.gain):.4%}."
    if found.interval is not None:
        yield f"Simulated; the value lies between {float(found.interval[0]):.4%} and {float(found.interval[1]):.4%}."
    if found.wager is not None and found.element_of_risk is not None:
        yield f"{float(found.wager):.4f} Antes staked on average; {float(found.element_of_risk):.4%} of them gained."
    if found.distribution is not None and found.hit_frequency is not None:
        n0 = f"; N0 {float(found.n0):,.0f} rounds" if found.n0 is not None else ""
        yield (
            f"Standard deviation {found.distribution.standard_deviation:.4f}; "
            f"won {float(found.hit_frequency):.4%} of the rounds{n0}."
        )
    if found.changed:
        shown = found.changed[:CHANGES_SHOWN]
        rest = len(found.changed) - len(shown)
        changes = (f"{one.hand} {one.informed} instead of {one.honest} ({float(one.weight):.2%})" for one in shown)
        more = f"; and {rest} more" if rest else ""
        yield f"First decisions that change, as shares of all rounds: {', '.join(changes)}{more}."
    if found.break_even_share is not None:
        yield f"The house breaks even if the cards are seen in {float(found.break_even_share):.2%} of the rounds."
    yield from found.notes


def _result(loss: Fraction) -> str:
    return f"{'loses' if loss > 0 else 'wins'} {printed(abs(round(loss)))}"


def register(app: typer.Typer) -> None:
    app.command(name="protect")(protect_command)
