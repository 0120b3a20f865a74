"""Builds the stand-alone verifier: one file, put together from the modules of `verifier/tablelaw_verifier`.

    python tools/build_verifier.py [FILE]

Each module becomes a section, in the order of SECTIONS, which is the order to read them in. Imports of the standard
library move to the top, imports of other sections are dropped, and nothing else is changed. The same modules give the
same bytes on every machine; the digest printed is the SHA-256 of the file. It needs nothing but Python, since it also
runs where a wheel is built and where `tablelaw export verifier` is called in a clone.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

NAME = "tablelaw_verifier"
FOLDER = Path(__file__).resolve().parents[1] / "verifier" / NAME
SECTIONS = (
    *("trust/differences", "trust/proofs", "trust/formats", "trust/heads", "trust/export"),
    *("law/cards", "entries/fields", "entries/orders", "law/odds"),
    *("law/printed/shared_wagers", "law/printed/pa_647a", "law/printed/md_thb", "law/printed/pa_653a"),
    *("law/printed/pa_677a", "law/printed/pa_678a", "law/printed/ma_colorado", "law/printed/fr_trois_cartes"),
    *("law/printed/fr_stud", "law/printed/fr_ultimate"),
    "law/printed/fr_holdem",
    *("law/terms", "law/dealing", "law/rulings", "law/round_view", "law/game", "law/pennsylvania_holdem"),
    "law/french_order",
    *("law/regulations/pa_653a", "law/regulations/pa_647a", "law/regulations/md_thb", "law/regulations/pa_677a"),
    *("law/regulations/pa_678a", "law/regulations/ma_colorado", "law/regulations/fr_trois_cartes"),
    *("law/regulations/fr_stud", "law/regulations/fr_ultimate"),
    "law/regulations/fr_holdem",
    *("law/games", "law/known_rules", "law/unknown_rules", "law/submission", "law/jurisdictions"),
    *("money/meters", "money/transfers", "money/books"),
    *("rebuilding/decks", "rebuilding/lines", "rebuilding/property_state", "rebuilding/table_money"),
    *("rebuilding/table_decks", "rebuilding/settlement", "rebuilding/round_cards", "rebuilding/round"),
    *("rebuilding/table_wagers", "rebuilding/table", "rebuilding/unverified_round", "rebuilding/unverified_table"),
    *("rebuilding/property_money", "rebuilding/property_events"),
    *("rebuilding/property", "not_checked", "report", "whole_log", "main"),
)
RULE = f"# {'=' * 117}"


class BadSection(Exception):
    """A module cannot become a section of the single file."""


class Section(NamedTuple):
    """A module split into its docstring, its imports, the names it defines, and the rest of its text."""

    path: str
    about: str
    plain: frozenset[str]
    named: Mapping[str, frozenset[str]]
    defines: frozenset[str]
    body: str


def build() -> bytes:
    """Builds the single file, as bytes."""
    sections = [read_section(path, FOLDER / f"{path}.py") for path in SECTIONS]
    require_every_module(FOLDER)
    require_order(sections)
    about = ast.get_docstring(ast.parse((FOLDER / "__init__.py").read_text("utf-8")), clean=False)
    head = [f'"""{about}"""', "", *contents(sections), "", "from __future__ import annotations", ""]
    numbered = [section_text(number, section) for number, section in enumerate(sections, 1)]
    text = "\n".join([*head, *imports(sections), "\n".join(numbered)])
    return text.encode()


def digest_of(built: bytes) -> str:
    """The SHA-256 of the built file, in hexadecimal."""
    return hashlib.sha256(built).hexdigest()


# --- One section --------------------------------------------------------------------------------------------


def read_section(path: str, file: Path) -> Section:
    """Splits a module into its parts; its imports must be at the top, one name each, without aliases."""
    text = file.read_text("utf-8")
    tree = ast.parse(text)
    top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    anywhere = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    if tree.body[1 : len(top) + 1] != top or len(anywhere) > len(top):
        raise BadSection(f"{path}: imports must be together below the docstring")
    if any(alias.asname or alias.name == "*" for node in top for alias in node.names):
        raise BadSection(f"{path}: an imported name must keep its name")
    plain = frozenset(alias.name for node in top if isinstance(node, ast.Import) for alias in node.names)
    named: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    for node in top:
        if isinstance(node, ast.ImportFrom):
            named[node.module or ""] |= {alias.name for alias in node.names}
    last = max(node.end_lineno or node.lineno for node in top)
    body = "\n".join(text.splitlines()[last:]).strip("\n")
    return Section(path, ast.get_docstring(tree) or "", plain, named, frozenset(defined(tree)), body)


def defined(tree: ast.Module) -> Iterator[str]:
    """The names that a module defines at its top level."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
        for target in targets(node):
            yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))


def targets(node: ast.stmt) -> list[ast.expr]:
    """The targets of an assignment, without subscripts; empty for any other statement."""
    if isinstance(node, ast.AnnAssign):
        return [node.target]
    return [one for one in node.targets if not isinstance(one, ast.Subscript)] if isinstance(node, ast.Assign) else []


def section_text(number: int, section: Section) -> str:
    title = [f"# {number}. {section.path}.py", *(f"# {line}".rstrip() for line in section.about.splitlines())]
    blank = [""] if section.body.startswith(("def ", "class ", "@")) else []
    return "\n".join(["", RULE, *title, RULE, "", *blank, section.body, ""])


# --- All of them --------------------------------------------------------------------------------------------


def require_every_module(folder: Path) -> None:
    """Requires every module to be included, apart from those that only describe a folder."""
    found = {str(file.relative_to(folder).with_suffix("").as_posix()) for file in folder.rglob("*.py")}
    missing = {path for path in found if path.rpartition("/")[2] != "__init__"}.symmetric_difference(SECTIONS)
    if missing:
        raise BadSection(f"{', '.join(sorted(missing))}: a module and its line in SECTIONS belong together")


def require_order(sections: Iterable[Section]) -> None:
    """Requires each section to use only earlier sections, and no two to define the same name, since all share one
    namespace.
    """
    known: dict[str, frozenset[str]] = {}
    owners: dict[str, str] = {}
    for section in sections:
        for module, names in section.named.items():
            if is_ours(module) and not names <= known.get(module, frozenset()):
                raise BadSection(f"{section.path} imports {', '.join(sorted(names))} of {module}, which comes later")
        for name in section.defines:
            if name in owners:
                raise BadSection(f"{section.path} and {owners[name]} both define {name}")
            owners[name] = section.path
        known[f"{NAME}.{section.path.replace('/', '.')}"] = section.defines


def is_ours(module: str) -> bool:
    return module.partition(".")[0] == NAME


def imports(sections: Iterable[Section]) -> Iterator[str]:
    """The standard-library imports of all sections, each once."""
    plain: set[str] = set()
    named: defaultdict[str, set[str]] = defaultdict(set)
    for section in sections:
        plain |= section.plain
        for module, names in section.named.items():
            named[module] |= names
    yield from (f"import {name}" for name in sorted(plain))
    for module in sorted(named):
        if not is_ours(module) and module != "__future__":
            yield f"from {module} import {', '.join(sorted(named[module]))}"


def contents(sections: Iterable[Section]) -> Iterator[str]:
    yield "# Put together from these modules, each of which is a section below:"
    yield from (
        f"# {number:>3}. {section.path}.py: {section.about.partition(chr(10))[0]}"
        for number, section in enumerate(sections, 1)
    )


def main(arguments: list[str]) -> int:
    """Writes the file and prints its digest."""
    if len(arguments) > 1 or any(word.startswith("-") for word in arguments):
        print(f"usage: {Path(__file__).name} [FILE]", file=sys.stderr)
        return 2
    file, built = Path(*arguments or ["verifier.py"]), build()
    file.write_bytes(built)
    print(f"{file}: {len(built):,} bytes, sha256 {digest_of(built)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
