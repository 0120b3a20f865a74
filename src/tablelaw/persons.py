"""Recognises a person however the name is written: two approvers, for instance, must be different people."""

from __future__ import annotations

import unicodedata

NOT_SEEN = "Cf"
"""The Unicode category of invisible characters such as the zero-width space."""


def person_of(giver: str) -> str:
    """The person in any role and spelling: "floor: Cho " and "cho" are the same; empty if there is no name."""
    text = unicodedata.normalize("NFKC", giver.rpartition(":")[2])
    seen = "".join(letter for letter in text if unicodedata.category(letter) != NOT_SEEN)
    return unicodedata.normalize("NFKC", " ".join(seen.split()).casefold())
