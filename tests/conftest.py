"""What holds for every test, in whichever order and process they run."""

from __future__ import annotations

import os

os.environ.pop("COLUMNS", None)

import houserules.cli.show  # noqa: F401  The console keeps the width it finds when it is made: none, here.
