"""Finds external rulebooks, and loads the modules in their folders.

A folder is found through `TABLELAW_RULEBOOKS` (a list of paths, each a rulebook's folder or a folder that contains
rulebook folders) or through an installed package with an entry point in the group `tablelaw.rulebooks`, whose value is
the module in the same folder as the data.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType

from tablelaw.cards import RANKINGS, Ranking
from tablelaw.errors import BadRulebookFolder, TablelawError

PATHS = "TABLELAW_RULEBOOKS"
"""The environment variable with the paths; child processes inherit it."""
GROUP = "tablelaw.rulebooks"
DATA, CONDUCT, OWN_RANKINGS = "rulebook.toml", "conduct.py", "rankings.py"


def add_paths(paths: Iterable[Path]) -> None:
    """Puts paths before those in the environment variable, for this process and its child processes."""
    known = [path for path in os.environ.get(PATHS, "").split(os.pathsep) if path]
    os.environ[PATHS] = os.pathsep.join(dict.fromkeys([*(str(path.resolve()) for path in paths), *known]))


@dataclass(frozen=True, slots=True)
class Found:
    """The folders found, by rulebook id, and the reasons other folders cannot be used."""

    folders: dict[str, Path] = field(default_factory=dict)
    faults: list[BadRulebookFolder] = field(default_factory=list)


def look(taken: Iterable[str]) -> Found:
    """Searches for every folder; reports ids that the package already uses, and ids that occur in several folders."""
    found, package = Found(), set(taken)
    by_id: dict[str, list[Path]] = {}
    for place in _places():
        try:
            for folder in _under(place):
                by_id.setdefault(id_of(folder), []).append(folder)
        except BadRulebookFolder as fault:
            found.faults.append(fault)
    for rulebook_id, folders in by_id.items():
        first, *others = dict.fromkeys(folders)
        if rulebook_id in package:
            found.faults.append(belongs_to_the_package(rulebook_id, first))
        elif others:
            what = f"the id {rulebook_id} is also that of {first}"
            found.faults.extend(_refusal(what, other / DATA, "an id that is not taken") for other in others)
        else:
            found.folders[rulebook_id] = first
    return found


def belongs_to_the_package(rulebook_id: str, folder: Path) -> BadRulebookFolder:
    what = f"the id {rulebook_id} belongs to a rulebook of the package"
    return _refusal(what, folder / DATA, "an id that is not taken")


def _refusal(what: str, where: object, accepted: str) -> BadRulebookFolder:
    return BadRulebookFolder(what, where=str(where), accepted=accepted)


Place = tuple[str, str]
"""A path or module name, and where it was given."""


def _places() -> Iterator[Place]:
    yield from ((text, PATHS) for text in os.environ.get(PATHS, "").split(os.pathsep) if text)
    yield from ((entry.value, f"entry point {entry.name}") for entry in sorted(entry_points(group=GROUP)))


def _under(place: Place) -> list[Path]:
    """The rulebook folders at a path: the folder itself, or the folders directly inside it."""
    named, found_by = place
    path = Path(named) if found_by == PATHS else _folder_of_module(named, found_by)
    if (path / DATA).is_file():
        return [path.resolve()]
    inside = sorted(file.parent for file in path.glob(f"*/{DATA}"))
    if not inside:
        accepted = f"a folder with {DATA}, or a folder of such folders"
        raise _refusal("no rulebook is here", f"{path} ({found_by})", accepted)
    return [folder.resolve() for folder in inside]


def _folder_of_module(module: str, found_by: str) -> Path:
    try:
        spec = find_spec(module)
    except Exception as error:  # finding a module imports the packages that contain it
        raise _refusal(f"cannot be run: {error!r}", f"{found_by} ({GROUP})", "a module next to the data") from error
    if spec is None or not spec.origin:
        raise _refusal(f"no module {module!r}", f"{found_by} ({GROUP})", "a module next to the rulebook's data")
    return Path(spec.origin).parent


def id_of(folder: Path) -> str:
    """The id given in the folder's data."""
    try:
        named = tomllib.loads((folder / DATA).read_text("utf-8-sig")).get("id")
    except (OSError, ValueError) as error:
        raise _refusal(f"cannot be read: {error}", folder / DATA, "TOML in UTF-8") from None
    if not isinstance(named, str) or not named:
        raise _refusal("no id", folder / DATA, 'id = "..." at the top')
    return named


def conduct_of(folder: Path) -> ModuleType:
    """Loads the module with the folder's rules."""
    if not (folder / CONDUCT).is_file():
        raise _refusal("the file is missing", folder / CONDUCT, "rules, one for each paragraph")
    return _module(folder / CONDUCT)


def own_rankings(folder: Path) -> tuple[Ranking, ...]:
    """The rankings that the folder defines; refuses a ranking whose name does not begin with the rulebook's id."""
    if not (folder / OWN_RANKINGS).is_file():
        return ()
    module = _module(folder / OWN_RANKINGS)
    own = tuple(
        value for value in vars(module).values() if isinstance(value, Ranking) and value is not RANKINGS.get(value.name)
    )
    prefix = f"{id_of(folder)}/"
    for ranking in own:
        if not ranking.name.startswith(prefix):
            what = f"the ranking {ranking.name!r} could be that of another rulebook"
            raise _refusal(what, folder / OWN_RANKINGS, f'a name that begins with "{prefix}"')
    return own


def text_of_rankings(folder: Path) -> str:
    """The text of the file with the folder's rankings, by which an edited file is noticed; empty if there is none."""
    file = folder / OWN_RANKINGS
    return file.read_text("utf-8", errors="replace") if file.is_file() else ""


def _module(file: Path) -> ModuleType:
    """Loads a file as a module whose name contains the whole path, so two folders never share a module."""
    path = file.resolve()
    name = f"tablelaw_rulebook_{'_'.join(path.with_suffix('').parts[1:])}"
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # report any error in the file, with its path
        said = error.msg if isinstance(error, SyntaxError) else error
        what = f"cannot be run: {error if isinstance(error, TablelawError) else f'{type(error).__name__}: {said}'}"
        line = _line_of(error, path)
        raise _refusal(what, f"{file}, line {line}" if line else file, "a Python module") from error
    return module


def _line_of(error: BaseException, path: Path) -> int:
    """The line of a file in which an error arose; 0 if it arose elsewhere."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno or 0
    lines = (one.lineno for one in reversed(extract_tb(error.__traceback__)) if one.filename == str(path))
    return next((line for line in lines if line), 0)
