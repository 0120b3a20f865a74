"""Duties and irregularities that rulebooks share: written once in `shared/`, and referenced with each rulebook's own
cites.

`shared = "house.cut"` in a rulebook's row stands for that row of `shared/house.toml`. The reference adds its cite and
fills in what the shared row leaves open; it cannot change anything in the shared row. An irregularity's effects have
the row's cite unless `effects = { cite = "...", reading = "..." }` overrides it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tablelaw.errors import BadRulebook

REFERENCE, EFFECTS = "shared", "effects"
SECTIONS = ("duties", "irregularities")
OF_EFFECTS = ("cite", "reading")
"""The keys that a reference may add to the effects of an irregularity."""


def with_shared_row(row: Any, section: str, where: str) -> Any:
    """Completes a row of a rulebook's file: if it is a reference, adds all the keys of its shared row."""
    if section not in SECTIONS or not isinstance(row, dict) or REFERENCE not in row:
        return row
    shared = _shared_row(section, row[REFERENCE], where)
    own = {key: value for key, value in row.items() if key != REFERENCE}
    _require_only_additions(own, shared, where)
    whole = {**shared, **own}
    if EFFECTS in shared:
        more = {"cite": own["cite"], **_about_effects(own, where)}
        whole[EFFECTS] = [{**effect, **more} for effect in shared[EFFECTS]]
    return whole


@cache
def shared_rows(section: str) -> Mapping[str, dict[str, Any]]:
    """The shared rows of a section, keyed by reference name such as "house.cut"."""
    found = {path.name.removesuffix(".toml"): path for path in files(__package__).joinpath("shared").iterdir()}
    groups = {group: tomllib.loads(path.read_text("utf-8")) for group, path in sorted(found.items())}
    return {f"{group}.{row['id']}": row for group, rows in groups.items() for row in rows[section]}


def _shared_row(section: str, name: Any, where: str) -> dict[str, Any]:
    known = shared_rows(section)
    if not isinstance(name, str) or name not in known:
        group = f"{name}".partition(".")[0]
        alike = [each for each in known if each.startswith(f"{group}.")]
        raise BadRulebook(f"no shared row {name!r} of {section}", where=where, accepted=", ".join(alike or known))
    return known[name]


def _require_only_additions(own: dict[str, Any], shared: dict[str, Any], where: str) -> None:
    """Requires a reference to have a cite, and to have no key that the shared row already has."""
    if "cite" not in own:
        what = f"a missing required key `cite` next to `{REFERENCE}`"
        raise BadRulebook(what, where=where, accepted="the paragraph of this rulebook")
    for key in own:
        if key in shared and key != EFFECTS:
            accepted = f"`cite` and keys that the shared row leaves open, or the whole row without `{REFERENCE}`"
            raise BadRulebook(f"the shared row already says `{key}`", where=where, accepted=accepted)


def _about_effects(own: dict[str, Any], where: str) -> dict[str, Any]:
    """The keys that a reference adds to the effects of its shared row; refuses a reference that adds nothing new."""
    if EFFECTS not in own:
        return {}
    more = own[EFFECTS]
    if not isinstance(more, dict) or not more or any(key not in OF_EFFECTS for key in more):
        what = "`effects` of a reference may only say what the effects of the shared row rest on"
        raise BadRulebook(what, where=where, accepted='{ cite = "...", reading = "..." }, or one of them')
    if more.get("cite") == own["cite"]:
        raise BadRulebook("`effects` repeats the cite of the row", where=where, accepted="its own cite, or none")
    return more
