"""The example rulebooks outside the package, loaded once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tablelaw import rulebooks
from tablelaw.law.rulebook import Rulebook

FOLDER = Path(__file__).parents[1] / "examples" / "rulebooks"
SCENARIOS = "scenarios.toml"


@cache
def example(name: str) -> Rulebook:
    return rulebooks.load(FOLDER / name)
