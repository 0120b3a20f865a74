"""Standard input as text, decoded like the files named on the command line."""

from __future__ import annotations

import io
import sys
from typing import TextIO


def standard_input() -> TextIO:
    """Standard input in UTF-8, whatever the system's own encoding, without a byte-order mark; empty if it is closed."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="strict")
    return sys.stdin or io.StringIO()
