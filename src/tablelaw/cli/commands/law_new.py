"""`tablelaw law new`: writes the folder of a new rulebook, commented row by row, from a similar one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tablelaw.cli.completion import rulebook_ids
from tablelaw.cli.law_check.new_rulebook import new_rulebook
from tablelaw.cli.output import JsonFlag, say, say_command, show_json

NewId = Annotated[str, typer.Argument(metavar="ID", help="The id of the new rulebook, such as my-game.")]
Sister = Annotated[
    str,
    typer.Option("--like", metavar="SISTER", help="The id of the most similar rulebook.", autocompletion=rulebook_ids),
]
Target = Annotated[Path | None, typer.Option("--to", metavar="PATH", help="The new folder; by default ./ID.")]


def new(rulebook_id: NewId, like: Sister, to: Target = None, as_json: JsonFlag = False) -> None:
    """Write a commented folder that loads as it is; "FILL IN" marks what to change, and `law check` lists the rest."""
    folder = to or Path(rulebook_id)
    written = new_rulebook(rulebook_id, like, folder)
    if as_json:
        show_json(
            {"rulebook": rulebook_id, "like": like, "path": str(folder), "files": [path.name for path in written]}
        )
        return
    say(f"Written: {len(written)} files in {folder}, with the rules of {like}. Fill in what is marked FILL IN, then:")
    say_command(f"  tablelaw law check {folder}")
