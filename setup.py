"""Builds the stand-alone verifier into the wheel; everything else about the package is in pyproject.toml."""

from __future__ import annotations

import runpy
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

BUILDER = Path(__file__).resolve().parent / "tools" / "build_verifier.py"


class BuildWithVerifier(build_py):
    """Builds the packages as usual and adds the built verifier to them as package data."""

    def run(self) -> None:
        super().run()
        if not getattr(self, "editable_mode", False):
            file = Path(self.build_lib) / "tablelaw" / "stand_alone" / "verifier.py"
            self.mkpath(str(file.parent))
            file.write_bytes(runpy.run_path(str(BUILDER))["build"]())


setup(cmdclass={"build_py": BuildWithVerifier})
