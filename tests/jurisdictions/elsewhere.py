"""A made-up jurisdiction: Maryland's paragraphs with another currency, other separators and a shorter gaming day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import pytest

from tablelaw import jurisdictions
from tablelaw.jurisdictions.model import FILE, Jurisdiction, load
from tablelaw.money_format import DOLLARS
from tablelaw.printed_money import print_money_as

CHANGES = {
    "currency": '"EUR"',
    "symbol": '"€ "',
    "decimal": '","',
    "grouping": '"."',
    "longest_hours": "20",
}


def made_up(folder: Path, **changed: str) -> Jurisdiction:
    """Loads the made-up jurisdiction from its own file, like a new one."""
    text = files("tablelaw.jurisdictions").joinpath("md", FILE).read_text("utf-8")
    for name, value in (CHANGES | changed).items():
        text, times = re.subn(rf"(?m)^{name} = .*$", f"{name} = {value}", text)
        assert times == 1, name
    place = folder / "elsewhere"
    place.mkdir(exist_ok=True)
    (place / FILE).write_text(text, "utf-8")
    return load(place)


@contextmanager
def in_place_of_maryland(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Jurisdiction]:
    """Makes `md` mean the made-up jurisdiction inside the block."""
    law, known = made_up(folder), jurisdictions.get
    jurisdictions.find_named.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(jurisdictions, "get", lambda name: law if name == "md" else known(name))
        try:
            yield law
        finally:
            jurisdictions.find_named.cache_clear()
            print_money_as(DOLLARS)
