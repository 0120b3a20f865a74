"""Rulebooks from outside the package: where their folders are found, and the modules in them.

A folder is found by `TABLELAW_RULEBOOKS` (a list of paths, each a rulebook's folder or a folder of such) or by an
installed package with an entry point in the group `tablelaw.rulebooks`, whose value is the module beside the data.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from tablelaw.cards import RANKINGS, Ranking
from tablelaw.errors import BadRulebook, TablelawError

PATHS = "TABLELAW_RULEBOOKS"
"""The environment variable with the paths, which processes started from this one inherit."""
GROUP = "tablelaw.rulebooks"
DATA, CONDUCT, OWN_RANKINGS = "rulebook.toml", "conduct.py", "rankings.py"


def add_paths(paths: Iterable[Path]) -> None:
    """Puts paths before those of the environment, for this process and those it starts."""
    known = [path for path in os.environ.get(PATHS, "").split(os.pathsep) if path]
    os.environ[PATHS] = os.pathsep.join(dict.fromkeys([*(str(path.resolve()) for path in paths), *known]))


def folders_by_id(taken: Iterable[str]) -> dict[str, Path]:
    """Every folder found, by the id of its rulebook; refuses an id that is taken or is found twice."""
    found: dict[str, Path] = {}
    package = set(taken)
    for folder in dict.fromkeys(_folders()):
        rulebook_id = id_of(folder)
        if rulebook_id in package:
            raise belongs_to_the_package(rulebook_id, folder)
        if rulebook_id in found:
            what = f"the id {rulebook_id} is also that of {found[rulebook_id]}"
            raise BadRulebook(what, where=str(folder / DATA), accepted="an id of its own")
        found[rulebook_id] = folder
    return found


def belongs_to_the_package(rulebook_id: str, folder: Path) -> BadRulebook:
    what = f"the id {rulebook_id} belongs to a rulebook of the package"
    return BadRulebook(what, where=str(folder / DATA), accepted="an id of its own")


def _folders() -> Iterator[Path]:
    for text in os.environ.get(PATHS, "").split(os.pathsep):
        if text:
            yield from _under(Path(text), PATHS)
    for entry in sorted(entry_points(group=GROUP)):
        yield from _under(_folder_of_module(entry.value, entry.name), f"entry point {entry.name}")


def _under(path: Path, found_by: str) -> Iterator[Path]:
    """A rulebook's folder itself, or those directly inside a folder."""
    if (path / DATA).is_file():
        yield path.resolve()
        return
    inside = sorted(file.parent for file in path.glob(f"*/{DATA}"))
    if not inside:
        accepted = f"a folder with {DATA}, or a folder of such folders"
        raise BadRulebook("no rulebook is here", where=f"{path} ({found_by})", accepted=accepted)
    yield from (folder.resolve() for folder in inside)


def _folder_of_module(module: str, name: str) -> Path:
    spec = find_spec(module)
    if spec is None or not spec.origin:
        where = f"entry point {name} ({GROUP})"
        raise BadRulebook(f"no module {module!r}", where=where, accepted="a module beside the rulebook's data")
    return Path(spec.origin).parent


def id_of(folder: Path) -> str:
    """The id that the folder's data gives."""
    try:
        named = tomllib.loads((folder / DATA).read_text("utf-8")).get("id")
    except (OSError, ValueError) as error:
        raise BadRulebook(f"cannot be read: {error}", where=str(folder / DATA), accepted="TOML in UTF-8") from None
    if not isinstance(named, str) or not named:
        raise BadRulebook("no id", where=str(folder / DATA), accepted='id = "..." at the top')
    return named


def conduct_of(folder: Path) -> ModuleType:
    """The module of the folder's rules."""
    if not (folder / CONDUCT).is_file():
        raise BadRulebook("the file is missing", where=str(folder / CONDUCT), accepted="rules, one for each paragraph")
    return _module(folder / CONDUCT)


def own_rankings(folder: Path) -> tuple[Ranking, ...]:
    """The rankings of the folder's own; refused unless their names begin with the rulebook's id."""
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
            raise BadRulebook(what, where=str(folder / OWN_RANKINGS), accepted=f'a name that begins with "{prefix}"')
    return own


def _module(file: Path) -> ModuleType:
    """A file as a module; its name has the whole path, so that two folders never share one."""
    file = file.resolve()
    name = f"tablelaw_rulebook_{'_'.join(file.with_suffix('').parts[1:])}"
    spec = spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except TablelawError:
        raise
    except Exception as error:  # whatever the file does wrong is told with its place
        what = f"cannot be run: {type(error).__name__}: {error}"
        raise BadRulebook(what, where=str(file), accepted="a Python module") from error
    return module
