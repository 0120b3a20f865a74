"""The catalogue of refusals: the text that a page shows for each code, depending on the reader."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from tablelaw.cage.refusals import LEDGER_REFUSALS, METER_REFUSALS
from tablelaw.floor.refusals import REFUSALS as FLOOR_REFUSALS
from tablelaw.server.refusals import REFUSALS as SERVER_REFUSALS
from tablelaw.table.refusals import REFUSALS as TABLE_REFUSALS
from tablelaw.views.messages import Wire

FILE = "refusal_texts.toml"
AS_IT_IS = "{because}.{instead}"
"""What follows the words of a refusal: its reason in brackets, and what would be accepted."""
PLAYERS = ("", "player")
"""Roles that get the texts for players, including people who have not signed in."""


class RefusalTexts(Wire, frozen=True):
    """Texts by code, or by "code:case"; braces name parameters of the refusal."""

    texts: Mapping[str, str]


@cache
def texts_for(role: str, is_demo: bool) -> RefusalTexts:
    """The text of every refusal that a page of this role can receive."""
    written = _written()
    cage = {code: f"{_capital(what)}." for code, what in {**METER_REFUSALS, **LEDGER_REFUSALS}.items()}
    texts = cage | {code: f"{_capital(what)}{AS_IT_IS}" for code, what in _known().items()} | written["everyone"]
    if role in PLAYERS:
        texts |= written["player"] | (written["demo"] if is_demo else {})
    else:
        texts |= written["staff"]
        if is_demo:
            texts |= {code: text for code, text in written["demo"].items() if code in written["everyone"]}
    return RefusalTexts(texts=texts)


def _known() -> dict[str, str]:
    """The refusals of the tables, the floor and the server, by code; if two of them use one code, the one nearer to the
    page decides. The cage's are left out: their reasons name accounts as its books do.
    """
    of_server = {code: what for code, (_, what, _) in SERVER_REFUSALS.items()}
    return {**TABLE_REFUSALS, **FLOOR_REFUSALS, **of_server}


def _capital(what: str) -> str:
    return what[:1].upper() + what[1:]


@cache
def _written() -> dict[str, dict[str, str]]:
    return tomllib.loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))
