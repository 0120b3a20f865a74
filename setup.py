"""Puts the stand-alone verifier and the documents into the wheel; everything else about the package is in
pyproject.toml.
"""

from __future__ import annotations

import runpy
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
BUILDER = ROOT / "tools" / "build_verifier.py"
DOCUMENTS = ROOT / "docs"


class BuildWithVerifierAndDocuments(build_py):
    """Builds the packages as usual and adds the built verifier and the documents to them as package data."""

    def run(self) -> None:
        super().run()
        if not getattr(self, "editable_mode", False):
            file = Path(self.build_lib) / "tablelaw" / "stand_alone" / "verifier.py"
            self.mkpath(str(file.parent))
            file.write_bytes(runpy.run_path(str(BUILDER))["build"]())
            for page in DOCUMENTS.rglob("*.md"):
                copy = Path(self.build_lib) / "tablelaw" / "documents" / "pages" / page.relative_to(DOCUMENTS)
                self.mkpath(str(copy.parent))
                copy.write_bytes(page.read_bytes())


setup(cmdclass={"build_py": BuildWithVerifierAndDocuments})
