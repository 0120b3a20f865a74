"""The stand-alone verifier as one file: package data of an installed wheel, built on demand in a clone.

It shares no code with this package. It is never imported, only handed out or run in a separate process. Building takes
a fraction of a second and happens once per process, so the file is never older than its modules.
"""

from __future__ import annotations

import hashlib
import importlib.util
from functools import cache
from pathlib import Path

import tablelaw
from tablelaw.errors import TablelawError

PACKAGED = Path(tablelaw.__file__).parent / "stand_alone" / "verifier.py"
BUILDER = Path(tablelaw.__file__).parents[2] / "tools" / "build_verifier.py"


class VerifierMissing(TablelawError):
    """Neither the built verifier nor the modules to build it from were found."""

    no_paragraph = "the installation is at fault; no rule of play is involved"


@cache
def verifier_program() -> bytes:
    """The source of the verifier, as one file."""
    if PACKAGED.is_file():
        return PACKAGED.read_bytes()
    spec = importlib.util.spec_from_file_location("build_verifier", BUILDER) if BUILDER.is_file() else None
    if spec is None or spec.loader is None:
        raise VerifierMissing(
            "this installation has no stand-alone verifier",
            where=str(PACKAGED),
            why="a wheel includes it, and a clone builds it from its verifier folder",
            accepted="an installation from a complete wheel or clone",
        )
    builder = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(builder)
    return bytes(builder.build())


def verifier_digest() -> str:
    """The verifier's SHA-256, which lets people check that they have the same file."""
    return hashlib.sha256(verifier_program()).hexdigest()
