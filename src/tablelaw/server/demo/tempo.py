"""How many seconds the automatic dealer allows for each step at the demo's tables."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tempo:
    """Times in seconds; tests use shorter ones."""

    step: float = 0.9
    card: float = 0.45
    betting: float = 12.0
    guest: float = 1.4
    settled: float = 5.0
    deciding: float = 30.0
    validating: float = 20.0
    absent: float = 30.0
    extension: float = 20.0
    """How much an extension adds to the time for betting or deciding."""
    idle: float = 900.0
    """How long a private table is kept while nothing happens there."""


QUICK = Tempo(step=0.02, card=0.02, betting=1.0, guest=0.05, settled=0.2, deciding=20.0, validating=1.5)
ALONE = Tempo(step=0.12, card=0.25, settled=1.2)
"""The tempo of a private table, where nobody else has to follow."""
