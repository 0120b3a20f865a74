"""`tablelaw advise`: the exact gain of every legal action with given cards."""

from __future__ import annotations

from typing import Annotated

import typer

from tablelaw import rulebooks
from tablelaw.cli.arguments import RulebookId
from tablelaw.cli.commands.analyze import Choice, choices_of
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, show_json
from tablelaw.cli.progress import solving


def advise_command(
    rulebook_id: RulebookId,
    cards: Annotated[str, typer.Option("--cards", help='The cards held, for example "Kd Qh".')],
    board: Annotated[str, typer.Option("--board", help='Community cards seen so far: "4s 5h 6d 8c 9d".')] = "",
    earlier: Annotated[
        str | None, typer.Option("--earlier", help='Your decisions before this one, in order: "bet 1x, bet 3x".')
    ] = None,
    choose: Choice = [],  # noqa: B006
    as_json: JsonFlag = False,
) -> None:
    """The exact average gain of each legal action, per unit of the first wager; best action first."""
    with solving() as tell:
        from tablelaw.analysis.api import advise  # the solvers are slow to load, so only when needed

        found = advise(rulebook_id, cards, board, tell, earlier, **choices_of(choose))
    if as_json:
        show_json(found.as_json())
        return
    gain = f"gain per {rulebooks.get(rulebook_id).first_wager.name}"
    title = f"{found.title.removesuffix(')')}; --earlier says otherwise)" if found.assumed else found.title
    table = make_table(title, "action", gain, "exact", numbers=[gain])
    for one in found:
        add_row(table, one.name, f"{float(one.ev):+.6f}", f"{one.ev.numerator}/{one.ev.denominator}")
    console.print(table)


def register(app: typer.Typer) -> None:
    app.command(name="advise")(advise_command)
