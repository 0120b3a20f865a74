"""Arguments that several commands take, each with its explanation and what a shell completes."""

from __future__ import annotations

from typing import Annotated

import typer

from tablelaw import rulebooks
from tablelaw.cli.completion import rulebook_ids

ONE_OF = f"A rulebook: {', '.join(rulebooks.IDS)}, or one of your own (docs/rulebooks.md)."

RulebookId = Annotated[str, typer.Argument(metavar="ID", help=ONE_OF, autocompletion=rulebook_ids)]
OptionalId = Annotated[
    str | None, typer.Argument(metavar="[ID]", help="A rulebook; by default all.", autocompletion=rulebook_ids)
]
CiteOf = Annotated[
    str, typer.Argument(metavar="CITE", help="A paragraph as the regulator cites it, such as 653a.11(h), or a section.")
]
OfTable = Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.")]
OfLink = Annotated[str, typer.Argument(metavar="LINK", help="The link's name, such as hall-progressive.")]
