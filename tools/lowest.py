"""Prints the lowest versions that pyproject.toml declares, as constraints for pip: `make test DEPENDENCIES=lowest`.

Only the dependencies that the product and its extras need are held at their lowest version; the test tools are
installed in their newest version.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

from tools.project_files import ROOT

REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(\[[\w,]+\])?>=(?P<version>[\w.]+)")
OWN_EXTRA = "tablelaw["
"""How a requirement begins that names other extras of this project."""
FOR_DEVELOPERS = ("bench", "dev", "docs", "upkeep")


def main() -> int:
    print("\n".join(lowest(declared(ROOT / "pyproject.toml"))))
    return 0


def declared(path: Path) -> list[str]:
    """The dependencies that the product and its extras need, according to pyproject.toml."""
    project = tomllib.loads(path.read_text("utf-8"))["project"]
    extras = project["optional-dependencies"].items()
    listed = [project["dependencies"], *(named for extra, named in extras if extra not in FOR_DEVELOPERS)]
    return [one for named in listed for one in named if not one.startswith(OWN_EXTRA)]


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
