"""Says which field of a message cannot be read, and what would be accepted there."""

from __future__ import annotations

import re

from tablelaw.errors import BadCard, TablelawError
from tablelaw.server.refusals import ServerRefused

CARDS_ACCEPTED = "one of 2 to 9, T, J, Q, K or A, and one of c, d, h or s, as in As"
KINDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
}
"""The kinds of JSON values in words."""
PLACE = re.compile(r" - at `\$([.\w\[\]-]{0,80})`$")
UNKNOWN = re.compile(r"Object contains unknown field `([A-Za-z0-9_-]{1,40})`")
MISSING = re.compile(r"Object missing required field `([A-Za-z0-9_-]{1,40})`")
EXPECTED = re.compile(r"Expected `([a-z| ]{1,40})`")


class NotACard(ValueError):
    """A card that is not written as documented; raised while a message is decoded, which adds where it is."""


def unreadable(fault: Exception, within: str = "", tags: str = "") -> TablelawError:
    """The refusal for a message that could not be decoded; `within` is the field that holds it, `tags` the types that
    it may name. What was sent is not repeated.
    """
    text = str(fault)
    place = PLACE.search(text)
    field = within + (place[1] if place else "")
    if isinstance(fault.__cause__, NotACard):
        return BadCard("this is not a card", where=field.lstrip("."), accepted=CARDS_ACCEPTED)
    if text.startswith("Object contains unknown field"):
        unknown = UNKNOWN.match(text)
        return ServerRefused("unknown-field", where=_joined(field, unknown[1] if unknown else ""))
    if missing := MISSING.match(text):
        accepted = tags if missing[1] == "type" else ""
        return ServerRefused("not-readable", where=_joined(field, missing[1]), accepted=accepted or MISSING_ACCEPTED)
    if tags and field == f"{within}.type":
        return ServerRefused("not-readable", where=field, accepted=tags)
    expected = EXPECTED.match(text)
    accepted = " or ".join(KINDS.get(kind, kind) for kind in expected[1].split(" | ")) if expected else ""
    return ServerRefused("not-readable", where=field.lstrip("."), accepted=accepted)


MISSING_ACCEPTED = "this field, which is missing"


def _joined(field: str, name: str) -> str:
    return ".".join(part for part in (field.lstrip("."), name) if part)
