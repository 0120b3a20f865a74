"""Runs random sequences, 200 of each kind. TABLELAW_SEQUENCES sets the number and TABLELAW_SEED the seed, which is
printed.
"""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

SEQUENCES = int(os.environ.get("TABLELAW_SEQUENCES", 200))
SEED = int(os.environ.get("TABLELAW_SEED", int.from_bytes(os.urandom(4), "big")))
STEPS = 30
UNTIL_FOUND = 1_000
"""The number of sequences within which a planted fault must be found."""


def run(
    machine: type[RuleBasedStateMachine],
    sequences: int = SEQUENCES,
    is_planted: bool = False,
    start: int = SEED,
    **parts: Any,
) -> None:
    """Runs random sequences on a machine from the seed `start`, with some of its attributes replaced."""
    is_planted = is_planted or bool(parts)
    made = type(machine.__name__, (machine,), parts)
    settle = settings(
        max_examples=UNTIL_FOUND if is_planted else sequences,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        report_multiple_bugs=not is_planted,
        phases=(Phase.generate,) if is_planted else (Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    print(f"{machine.__name__}: {settle.max_examples} sequences of up to {STEPS} steps, seed {start}")
    run_state_machine_as_test(seed(start)(made), settings=settle)
