"""Loads a rulebook's folder of TOML files strictly: no unknown fields, no missing fields, every row cited.

Every refusal names the file, the place in it, and what would be accepted.
"""

from __future__ import annotations

import re
import tomllib
import types
import typing
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from tablelaw.errors import BadCite, BadRulebook, TablelawError
from tablelaw.law import rows
from tablelaw.law.checks import all_faults, first_fault
from tablelaw.law.conduct import Rule
from tablelaw.law.notation import Notation, read_notation
from tablelaw.law.rulebook import Rulebook
from tablelaw.law.shared_rows import with_shared_row
from tablelaw.law.text_values import reader_for

Shape = TypeVar("Shape")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class RulebookFile(_File, frozen=True, kw_only=True):
    id: str
    game: str
    regulation: str
    jurisdiction: str
    notation: Notation
    status: str
    operator: str
    currency: str = ""
    presentation: rows.Presentation = rows.Presentation()
    facts: tuple[rows.Fact, ...]
    options: tuple[rows.Option, ...] = ()
    limits: tuple[rows.Limit, ...] = ()


class WagersFile(_File, frozen=True, kw_only=True):
    wagers: tuple[rows.Wager, ...]


class PaytablesFile(_File, frozen=True, kw_only=True):
    paytables: tuple[rows.Paytable, ...]
    meters: tuple[rows.Meter, ...] = ()
    holds: tuple[rows.HoldRange, ...] = ()


class RoundFile(_File, frozen=True, kw_only=True):
    hands: tuple[rows.Hand, ...]
    stages: tuple[rows.Stage, ...]
    flow: tuple[rows.Flow, ...]
    settlement: tuple[rows.Settle, ...]
    rankings: tuple[rows.Classes, ...]


class DealingFile(_File, frozen=True, kw_only=True):
    dealing: tuple[rows.Dealing, ...]


class DutiesFile(_File, frozen=True, kw_only=True):
    duties: tuple[rows.Duty, ...]


class IrregularitiesFile(_File, frozen=True, kw_only=True):
    irregularities: tuple[rows.Irregularity, ...]


class LayoutFile(_File, frozen=True, kw_only=True):
    layout: tuple[rows.Area, ...]
    signs: tuple[rows.Inscription, ...]


class ReadingsFile(_File, frozen=True, kw_only=True):
    readings: tuple[rows.Reading, ...]


class ProvisionsFile(_File, frozen=True, kw_only=True):
    provisions: tuple[rows.Provision, ...]


class EditionsFile(_File, frozen=True, kw_only=True):
    editions: tuple[rows.Edition, ...]
    supplements: tuple[rows.Supplement, ...] = ()
    dating: tuple[rows.Reading, ...] = ()


FILES: dict[str, type[_File]] = {
    "rulebook.toml": RulebookFile,
    "wagers.toml": WagersFile,
    "paytables.toml": PaytablesFile,
    "round.toml": RoundFile,
    "dealing.toml": DealingFile,
    "duties.toml": DutiesFile,
    "irregularities.toml": IrregularitiesFile,
    "layout.toml": LayoutFile,
    "readings.toml": ReadingsFile,
    "provisions.toml": ProvisionsFile,
    "editions.toml": EditionsFile,
}

MISSING = "the file is missing"


def load(folder: Traversable, rules: Iterable[Rule] = ()) -> Rulebook:
    """Loads and checks the rulebook in a folder; raises the first fault it finds."""
    book = _unchecked(folder, rules)
    fault = first_fault(book)
    if fault is not None:
        raise fault
    return book


def faults_of(folder: Traversable, rules: Iterable[Rule] = ()) -> list[BadRulebook]:
    """Every fault that prevents a folder from being loaded, not just the first: faults in files and rows, or else
    faults across rows.
    """
    try:
        notation = _notation(folder)
    except BadRulebook as error:
        return [error]
    rules = tuple(rules)
    there = [name for name in FILES if folder.joinpath(name).is_file() or folder.joinpath(name).is_dir()]
    faults = [fault for name in there for fault in _faults_of_file(folder, name, notation)]
    faults += _missing_files(name for name in FILES if name not in there)
    faults += [fault for rule in rules if (fault := _fault(partial(_read, rule, notation)))]
    return faults or all_faults(_unchecked(folder, rules))


def _missing_files(names: Iterable[str]) -> Iterator[BadRulebook]:
    """One refusal for all the files that are missing."""
    if missing := ", ".join(names):
        what = "the files are missing" if ", " in missing else MISSING
        yield BadRulebook(what, where=missing, accepted=f"all of {', '.join(FILES)}")


def _unchecked(folder: Traversable, rules: Iterable[Rule]) -> Rulebook:
    notation = _notation(folder)
    sections: dict[str, Any] = {}
    for name, shape in FILES.items():
        content = _convert(name, _whole(name, _data(folder, name, notation)), shape, notation)
        sections |= {field: getattr(content, field) for field in content.__struct_fields__}
    return Rulebook(**sections, rules=tuple(_read(rule, notation) for rule in rules))


def _notation(folder: Traversable) -> Notation:
    return read_notation(_toml(folder, "rulebook.toml").get("notation"), "rulebook.toml")


def _data(folder: Traversable, name: str, notation: Notation) -> dict[str, Any]:
    data = _toml(folder, name)
    return {**data, "notation": notation} if FILES[name] is RulebookFile else data


def _whole(name: str, data: dict[str, Any]) -> dict[str, Any]:
    """The data of a file with its references to shared rows resolved."""
    lists = [section for section in _row_types(FILES[name]) if isinstance(data.get(section), list)]
    return data | {
        section: [_row(name, data, section, place) for place in range(len(data[section]))] for section in lists
    }


def _row(name: str, data: dict[str, Any], section: str, place: int) -> Any:
    """Returns a row of a file; if it is a reference, merged with its shared row."""
    where = _where(name, data, [(section, ""), ("", str(place))])
    return with_shared_row(data[section][place], section, where)


def _toml(folder: Traversable, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(folder.joinpath(name).read_text("utf-8-sig"))
    except FileNotFoundError:
        raise BadRulebook(MISSING, where=name, accepted=", ".join(FILES)) from None
    except OSError as error:
        raise BadRulebook(f"cannot be read: {error.strerror}", where=name, accepted="a file that may be read") from None
    except UnicodeDecodeError:
        raise BadRulebook("is not UTF-8 text", where=name, accepted="TOML in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise BadRulebook(f"not valid TOML: {error}", where=name, accepted="TOML, each key once") from None


def _read(rule: Rule, notation: Notation) -> Rule:
    try:
        return rule.read_in(notation)
    except BadCite as error:
        raise BadRulebook(error.what, where=f"conduct ({rule.name})", accepted=error.accepted) from None


def _fault(read: Callable[[], object]) -> BadRulebook | None:
    try:
        read()
    except BadRulebook as error:
        return error
    return None


def _faults_of_file(folder: Traversable, name: str, notation: Notation) -> Iterator[BadRulebook]:
    """The faults in a file's rows, then the faults in its other keys."""
    shape = FILES[name]
    if fault := _fault(lambda: _data(folder, name, notation)):
        yield fault
        return
    data = _data(folder, name, notation)
    sections = {key: kind for key, kind in _row_types(shape).items() if isinstance(data.get(key), list)}
    for section, kind in sections.items():
        for place in range(len(data[section])):
            try:
                data[section][place] = _row(name, data, section, place)
                converted(data[section][place], kind, notation)
            except BadRulebook as unresolved:
                yield unresolved
            except msgspec.ValidationError as error:
                yield _refusal(name, data, shape, _placed(str(error), f"$.{section}[{place}]"))
    if fault := _fault(lambda: _convert(name, {**data, **{key: [] for key in sections}}, shape, notation)):
        yield fault


def _row_types(shape: type[_File]) -> dict[str, Any]:
    """The sections of a file that are lists of rows, with the type of their rows."""
    hints = typing.get_type_hints(shape)
    return {key: typing.get_args(hint)[0] for key, hint in hints.items() if typing.get_origin(hint) is tuple}


def _placed(message: str, row: str) -> str:
    """A message about a single row, with the row's position in its file added."""
    return message.replace(" - at `$", f" - at `{row}") if " - at `$" in message else f"{message} - at `{row}`"


def _convert(name: str, data: dict[str, Any], shape: type[_File], notation: Notation) -> _File:
    try:
        return converted(data, shape, notation)
    except msgspec.ValidationError as error:
        raise _refusal(name, data, shape, str(error)) from None


def converted(data: object, shape: type[Shape], notation: Notation) -> Shape:
    """Converts data to a type, parsing cites, odds and sums; raises `ValidationError` with the position of an error."""
    read = reader_for(notation)

    def hook(kind: type, value: object) -> object:
        try:
            return read(kind, value)
        except TablelawError as error:
            raise ValueError(error.sentence()) from None

    return msgspec.convert(data, shape, dec_hook=hook)


ANY_KEY = "..."
"""How a path names the values of a table whose keys are free; it does not say which of them."""
_PLACE = re.compile(r"(?P<what>.*?)(?: - at `(?P<path>[^`]*)`)?", re.DOTALL)


def _refusal(name: str, data: dict[str, Any], shape: type, message: str) -> BadRulebook:
    match = _PLACE.fullmatch(message)
    path = re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", (match["path"] or "") if match else "")
    what = match["what"] if match else message
    accepted = ""
    if what.startswith("Invalid enum value"):
        accepted = ", ".join(str(value) or '""' for value in _values_of(_type_at(shape, path)))
    elif "encoded date" in what:
        what, accepted = "not a date", "a date without quotes, such as 2026-01-31"
    elif "field" in what or "missing" in what:
        accepted = ", ".join(_keys_at(shape, path))
    what = (
        what.replace("Invalid enum value", "unknown value")
        .replace("Object contains", "an")
        .replace("Object missing", "a missing")
        .replace("field `", "key `")
    )
    what, _, inner = what.partition("; accepted: ")
    return BadRulebook(what, where=_where(name, data, path), accepted=accepted or inner)


def _keys_at(shape: Any, path: list[tuple[str, str]]) -> list[str]:
    """The keys of the row at a path, as they are written in the file."""
    kind = _type_at(shape, path)
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return []
    return [field.encode_name for field in msgspec.structs.fields(kind)]


def _type_at(shape: Any, path: list[tuple[str, str]]) -> Any:
    """The type of the value at a path."""
    for key, index in path:
        if key:
            shape = typing.get_type_hints(shape)[_field_of(shape, key)]
            options = [a for a in typing.get_args(shape) if a is not type(None)]
            shape = options[0] if isinstance(shape, types.UnionType) else shape
        else:
            shape = typing.get_args(shape)[-1 if index == ANY_KEY else 0]
    return shape


def _field_of(shape: Any, key: str) -> str:
    """The field of a row that a key stands for: `from` is called otherwise, because Python has the word itself."""
    return next(field.name for field in msgspec.structs.fields(shape) if field.encode_name == key)


def _values_of(kind: Any) -> Iterator[object]:
    """The values that a type lists in its `Literal` parts, at any depth."""
    for part in typing.get_args(kind):
        yield from [part] if typing.get_origin(kind) is typing.Literal else _values_of(part)


def _where(name: str, data: Any, path: list[tuple[str, str]]) -> str:
    """Names a row by its position, counted from one, and its id: 'paytables.toml, paytables[3] (trips)'."""
    place, label = "", ""
    for key, index in path:
        if index == ANY_KEY:
            break
        data = data[key if key else int(index)]
        place += f".{key}" if key else f"[{int(index) + 1}]"
        if isinstance(data, dict):
            label = str(data.get("id") or data.get("shared") or data.get("cite") or label)
    return f"{name}, {place.lstrip('.')}" + (f" ({label})" if label else "") if place else name
