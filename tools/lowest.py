"""Prints the lowest versions that pyproject.toml declares, as constraints for pip: `make test DEPENDENCIES=lowest`.

Only the dependencies that the product needs at run time are held at their lowest version; the test tools are installed
in their newest.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

from tools.project_files import ROOT

REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(\[[\w,]+\])?>=(?P<version>[\w.]+)")


def main() -> int:
    print("\n".join(lowest(declared(ROOT / "pyproject.toml"))))
    return 0


def declared(path: Path) -> list[str]:
    """The dependencies that the product needs at run time, according to pyproject.toml."""
    requirements: list[str] = tomllib.loads(path.read_text("utf-8"))["project"]["dependencies"]
    return requirements


def lowest(requirements: Iterable[str]) -> list[str]:
    """Turns each `name>=version` into `name==version`; refuses any other form, since it would not be tested."""
    found = []
    for requirement in requirements:
        match = REQUIREMENT.fullmatch(requirement)
        if match is None:
            raise ValueError(f"{requirement!r} does not name its lowest version; accepted: a form such as 'rich>=13.8'")
        found.append(f"{match['name']}=={match['version']}")
    return found


if __name__ == "__main__":
    sys.exit(main())
