"""The durable names with their fields as text, one field on a line, and that text read back.

python -m tests.names.listing > tests/fixtures/names/now.txt

happening DayStarted            a kind and its name; "(defaults left out)" where fields at their default are not written
  day str                       its fields in the order they are written: name, type, default
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from tablelaw.floor.log.durable_names import PARTS, TAGGED, Names

LEFT_OUT = " (defaults left out)"
NO_DEFAULT = msgspec.NODEFAULT
GROUPS: dict[str, Names] = {**TAGGED, "part": PARTS}
NAME_OF = {kind: name for names in GROUPS.values() for name, (kind, _) in names.items()}
GROUP_OF = {kind: group for group, names in TAGGED.items() for kind, _ in names.values()}


class Field(NamedTuple):
    """One field of a kind, with `type` and `default` as listed; `default` is empty if there is none."""

    name: str
    type: str
    default: str

    def __str__(self) -> str:
        return f"{self.name} {self.type}{' = ' if self.default else ''}{self.default}"


class Kind(NamedTuple):
    group: str
    name: str
    leaves_out: bool
    fields: tuple[Field, ...]


def known_kinds(groups: dict[str, Names] = GROUPS) -> Iterator[Kind]:
    """Every kind of this program, as its class defines it."""
    for group, names in groups.items():
        for name, (kind, _) in names.items():
            yield kind_of(group, name, kind)


def kind_of(group: str, name: str, kind: type) -> Kind:
    if not issubclass(kind, msgspec.Struct):
        return Kind(group, name, False, tuple(_tuple_fields(kind)))
    leaves_out = kind.__struct_config__.omit_defaults
    listed = tuple(
        Field(field.encode_name, type_text(field.type), _default_text(field.default, field.default_factory))
        for field in msgspec.structs.fields(kind)
    )
    return Kind(group, name, leaves_out, listed)


def _tuple_fields(kind: Any) -> Iterator[Field]:
    hints = get_type_hints(kind)
    for name in kind._fields:
        yield Field(name, type_text(hints[name]), _default_text(kind._field_defaults.get(name, NO_DEFAULT), NO_DEFAULT))


def _default_text(default: object, factory: Any) -> str:
    value = factory() if factory is not NO_DEFAULT else default
    return "" if value is NO_DEFAULT else repr(value)


def type_text(kind: Any) -> str:
    """Writes a type by durable names, so that a class may be renamed; a union of tagged kinds by their groups.

    A literal type is written as the type of its values.
    """
    origin, inside = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(GROUP_OF.get(part, "") or type_text(part) for part in inside))
    if origin is Literal:
        return type(inside[0]).__name__
    if origin is not None:
        return f"{origin.__name__}[{', '.join('...' if part is ... else type_text(part) for part in inside)}]"
    return "None" if kind is type(None) else NAME_OF.get(kind, kind.__name__)


def listing(found: Iterable[Kind]) -> str:
    lines = []
    for kind in found:
        lines.append(f"{kind.group} {kind.name}{LEFT_OUT if kind.leaves_out else ''}")
        lines += [f"  {field}" for field in kind.fields]
    return "\n".join(lines) + "\n"


def read(text: str) -> list[Kind]:
    """Reads a listing back."""
    found: list[Kind] = []
    for line in text.splitlines():
        if line.startswith("  "):
            said, _, default = line.strip().partition(" = ")
            name, _, kind = said.partition(" ")
            found[-1] = found[-1]._replace(fields=(*found[-1].fields, Field(name, kind, default)))
        elif line and not line.startswith("#"):
            group, _, name = line.removesuffix(LEFT_OUT).partition(" ")
            found.append(Kind(group, name, line.endswith(LEFT_OUT), ()))
    return found


def departures(before: Kind, now: Kind | None) -> Iterator[str]:
    """Lists what a program with the names `now` can no longer read, or write again, of what was written as `before`."""
    if now is None:
        yield f"{before.group} {before.name} is gone"
        return
    names = [field.name for field in now.fields]
    kept = [name for name in names if name in {field.name for field in before.fields}]
    if kept != [field.name for field in before.fields]:
        yield f"{before.name}: its fields were {', '.join(f.name for f in before.fields)}, and are {', '.join(names)}"
    for field in now.fields:
        old = next((known for known in before.fields if known.name == field.name), None)
        if old is None and not field.default:
            yield f"{before.name}.{field.name} is new and has no default"
        elif old is not None and old != field:
            yield f"{before.name}: {old} has become {field}"
    could_leave_out = any(field.default for field in before.fields)
    if (before.leaves_out and not now.leaves_out) or (could_leave_out and now.leaves_out and not before.leaves_out):
        yield f"{before.name}: fields at their default are {'' if now.leaves_out else 'no longer '}left out"


if __name__ == "__main__":
    print(listing(known_kinds()), end="")
