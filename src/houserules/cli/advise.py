"""`houserules advise`: the exact gain of every legal action with given cards."""

from __future__ import annotations

from typing import Annotated

import typer

from houserules import rulebooks
from houserules.cli.analyze import Choice, choices_of
from houserules.cli.show import JsonFlag, add_row, complaints, console, make_table, show_json


def advise_command(
    rulebook_id: Annotated[str, typer.Argument(metavar="ID", help=f"{', '.join(rulebooks.IDS)}.")],
    cards: Annotated[str, typer.Option("--cards", help='The cards held, for example "Kd Qh".')],
    board: Annotated[str, typer.Option("--board", help='Community cards seen so far: "4s 5h 6d 8c 9d".')] = "",
    choose: Choice = [],  # noqa: B006
    as_json: JsonFlag = False,
) -> None:
    """What each legal action gains on average, exactly, in Antes; the best first."""
    from houserules.analysis.questions import advise  # the solvers are slow to load: only when asked

    with complaints.status("solving"):
        found = advise(rulebook_id, cards, board, **choices_of(choose))
    if as_json:
        show_json({"rulebook": rulebook_id, "cards": cards, "board": board, "actions": [a.as_json() for a in found]})
        return
    table = make_table(f"{cards}  {board}", "action", "gain in Antes", "exact", numbers=["gain in Antes"])
    for action in found:
        name = f"{action.action} {action.multiple}x" if action.multiple else action.action
        name += f", discard {action.discard}" if action.discard is not None else ""
        add_row(table, name, f"{float(action.ev):+.6f}", f"{action.ev.numerator}/{action.ev.denominator}")
    console.print(table)


def register(app: typer.Typer) -> None:
    app.command(name="advise")(advise_command)
