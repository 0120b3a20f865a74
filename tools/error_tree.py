"""Writes docs/errors.md: every error class of the package as a tree, with its code, its module and what it means.

python -m tools.error_tree            writes the page
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import tablelaw
from tablelaw.errors import TablelawError
from tablelaw.plain_text import first_paragraph

PAGE = Path(__file__).parents[1] / "docs" / "errors.md"
HEAD = """# Errors and refusals

Whatever Tablelaw refuses has a stable code, says what is wrong, where, why and what would be accepted, and names the
paragraph that decides or says why none does. Every class of error is listed here under the class it belongs to
(`python -m tools.error_tree` writes this page, and a test compares it). A table, a floor, a cage and a server have many
refusals of one class, each with a code of its own; their codes are listed in the modules named.

| class | code | module | meaning |
|---|---|---|---|
"""
OF_ITS_OWN = "its own for each refusal"


def load_all() -> None:
    for module in pkgutil.walk_packages(tablelaw.__path__, "tablelaw."):
        if "migrations" not in module.name and not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def tree(kind: type[TablelawError] = TablelawError, depth: int = 0) -> Iterator[tuple[int, type[TablelawError]]]:
    """Every subclass of an error class, at any depth; each follows its parent, and siblings are in alphabetical
    order.
    """
    own = (child for child in kind.__subclasses__() if child.__module__.startswith("tablelaw."))
    for child in sorted(own, key=lambda child: child.__name__):
        yield depth, child
        yield from tree(child, depth + 1)


def row(depth: int, kind: type[TablelawError]) -> str:
    code = f"`{code_of(kind)}`" if kind.code is TablelawError.code else OF_ITS_OWN
    meaning = first_paragraph(kind.__doc__)
    return f"| {'· ' * depth}`{kind.__name__}` | {code} | `{kind.__module__.removeprefix('tablelaw.')}` | {meaning} |"


def code_of(kind: type[TablelawError]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


def page() -> str:
    load_all()
    return HEAD + "\n".join(row(depth, kind) for depth, kind in tree()) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(f"written: {PAGE.name}")
