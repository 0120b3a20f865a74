"""Writes docs/reference/: the command line, HTTP, the rows of a rulebook and Python, read from the code itself.

python -m tools.reference            writes the pages
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

import tablelaw as tl
import tablelaw.server.app
from tablelaw.cards import RANKINGS, own_digest
from tablelaw.cli.command_list import COMMANDS, load
from tablelaw.law import rows
from tablelaw.law.dealing_checks import DEALT_TO, READ_FROM, TURNED_UP_AT
from tablelaw.plain_text import first_paragraph
from tablelaw.server.http.routing import ROUTES

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
MADE = "`python -m tools.reference` writes this page from the code, and a test compares it.\n"


# --- The command line -------------------------------------------------------------------------------------


def command_line() -> Iterator[str]:
    yield f"# Reference: the command line\n\n{MADE}\nThe JSON that each command prints is in [cli.md](../cli.md).\n"
    for panel in dict.fromkeys(listed.panel for listed in COMMANDS):
        yield f"\n## {panel}\n"
        for listed in COMMANDS:
            if listed.panel == panel:
                yield from _command(load(listed.name), f"tablelaw {listed.name}")


def _command(command: Any, name: str) -> Iterator[str]:
    yield f"\n### `{name}`\n\n{first_paragraph(command.help)}\n"
    own = getattr(command, "commands", None)
    for below, one in (own or {}).items():
        yield from _command(one, f"{name} {below}")
    shown = [one for one in command.params if not getattr(one, "hidden", False) and one.name != "help"]
    if shown and own is None:
        yield "\n| argument or option | meaning |\n|---|---|\n"
        yield from (f"| `{_written(one)}` | {_cell(one.help or '')} |\n" for one in shown)


def _written(one: Any) -> str:
    if one.param_type_name == "argument":
        return str(one.metavar or one.name.upper())
    return ", ".join((*one.opts, *one.secondary_opts)) + (f" {one.metavar}" if one.metavar else "")


# --- Rows of a rulebook -----------------------------------------------------------------------------------


def rulebook_rows() -> Iterator[str]:
    yield f"# Reference: the rows of a rulebook\n\n{MADE}"
    yield "\nHow the rows make a game is in [rulebooks.md](../rulebooks.md).\n"
    yield from _values()
    yield from _rankings()
    for kind in sorted(_row_types(), key=lambda kind: kind.__name__):
        yield f"\n## {kind.__name__}\n\n{_one_line(inspect.getdoc(kind) or '')}\n"
        yield "\n| key | type | default |\n|---|---|---|\n"
        hints = get_type_hints(kind)
        for field in msgspec.structs.fields(kind):
            yield f"| `{field.encode_name}` | `{_type(hints[field.name])}` | {_default(field)} |\n"


VALUES: dict[str, tuple[str, tuple[str, ...]]] = {
    "`to` of a dealing step": ("or a place of the game's own that a hand is read from", DEALT_TO),
    "`to` of a flow row": ("may be left out", TURNED_UP_AT),
    "`cards` of a hand": ("or a place of the game's own that cards are dealt to", READ_FROM),
    "`do` of a flow row": ("", get_args(get_type_hints(rows.Flow)["do"])),
    "`asks` of a stage": ("", get_args(get_type_hints(rows.Stage)["asks"])),
    "`action` of a choice": ("", get_args(get_type_hints(rows.Choice)["action"])),
    "`on` of a duty": ("", get_args(get_type_hints(rows.Duty)["on"])),
    "`effect` of `on_fold`": ("", get_args(get_type_hints(rows.FoldEffect)["effect"])),
}
"""The values of keys that are most often looked up, with what else is accepted."""


def _values() -> Iterator[str]:
    yield "\n## Values\n\n| key | accepted |\n|---|---|\n"
    for key, (also, values) in VALUES.items():
        yield f"| {key} | {', '.join(f'`{value}`' for value in values)}{f'; {also}' if also else ''} |\n"


def _rankings() -> Iterator[str]:
    yield "\n## Classes of hands\n\nThe classes of each ranking, highest first, and rows of a paytable that stand for"
    yield ' several. A row may also say "less than" a class.\n'
    yield "\n| ranking | cards | classes | further rows |\n|---|---|---|---|\n"
    for name, ranking in RANKINGS.items():
        if own_digest(name):
            continue  # a rulebook's own
        sizes = " or ".join(map(str, ranking.sizes))
        classes, groups = ("; ".join(f"`{row}`" for row in named) for named in (ranking.classes, ranking.groups))
        yield f"| `{name}` | {sizes} | {classes} | {groups} |\n"


def _row_types() -> Iterator[type[msgspec.Struct]]:
    for value in vars(rows).values():
        if isinstance(value, type) and issubclass(value, msgspec.Struct):
            yield value


def _type(hint: Any) -> str:
    text = hint.__name__ if isinstance(hint, type) and not hasattr(hint, "__args__") else str(hint)
    return _cell(re.sub(r"\b(?:typing|tablelaw|collections\.abc)\.(?:\w+\.)*", "", text))


def _default(field: Any) -> str:
    if field.required:
        return "required"
    if field.default is not msgspec.NODEFAULT:
        return f"`{_cell(repr(getattr(field.default, 'value', field.default)))}`"
    return f"`{_cell(repr(field.default_factory()))}`"


# --- HTTP and Python --------------------------------------------------------------------------------------


def http() -> Iterator[str]:
    yield f"# Reference: HTTP\n\n{MADE}\nHow machines use it is in [http.md](../http.md)."
    yield " These are the operations of the OpenAPI document, which a server gives in full at `/api/openapi.json`.\n"
    yield "\n| method | path | what it does |\n|---|---|---|\n"
    for known in sorted(ROUTES, key=lambda known: (known.path, known.method)):
        yield f"| {known.method} | `{known.path}` | {_cell(known.says)} |\n"


def python() -> Iterator[str]:
    yield f"# Reference: Python\n\n{MADE}\nA session with all of it is in [python.md](../python.md).\n"
    for name in tl.__all__:
        offered = getattr(tl, name)
        if callable(offered):
            yield f"\n## `tl.{name}`\n\n```text\ntl.{name}{inspect.signature(offered)}\n```\n"
            yield f"\n{inspect.getdoc(offered)}\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _cell(text: str) -> str:
    return _one_line(text).replace("|", "\\|")


PAGES: dict[str, Callable[[], Iterator[str]]] = {
    "command-line.md": command_line,
    "rulebook-rows.md": rulebook_rows,
    "http.md": http,
    "python.md": python,
}


def page(name: str) -> str:
    return "".join(PAGES[name]())


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in PAGES:
        (FOLDER / name).write_text(page(name), "utf-8")
