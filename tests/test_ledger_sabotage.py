"""For every paragraph that the ledger calls implemented, the named test fails when the named code is broken.

`make test` breaks a few of them, `make torture` all.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.ledger_claims import claims
from tests.sabotage import UNNOTICED, sabotaged

ROOT = Path(__file__).parents[1]
CLAIMS = int(os.environ.get("TABLELAW_CLAIMS", "12"))
SHORT = {"TABLELAW_INCREMENTS": "200"}
"""Settings for shorter runs, which are enough for tests whose code is broken."""


def chosen() -> list[str]:
    """A selection of the named tests, spread over all rulebooks."""
    named = sorted(claims())
    return named[:: max(1, len(named) // CLAIMS)]


def test_named_tests_notice_when_their_named_code_is_broken() -> None:
    tests = chosen()
    command = [sys.executable, "-m", "pytest", "-q", "-s", "--tb=no", "-p", "tests.sabotage", *tests]
    ran = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **SHORT}, capture_output=True, text=True, timeout=1800, check=False
    )
    asked = [line for line in ran.stdout.splitlines() if line.startswith("asked: ")]
    assert asked, ran.stdout + ran.stderr
    assert int(asked[0].removeprefix("asked: ")) >= len(tests)
    print(f"{asked[0]} claims of {len(tests)} tests")
    assert [line for line in ran.stdout.splitlines() if line.startswith(UNNOTICED)] == []


def test_sabotage_breaks_and_mends() -> None:
    from tablelaw.amounts import money_text

    with sabotaged(money_text):
        try:
            money_text(100)
        except BaseException as raised:
            assert type(raised).__name__ == "Sabotaged"
        else:
            raise AssertionError("the function was not broken")
    assert money_text(100) == "$1"
