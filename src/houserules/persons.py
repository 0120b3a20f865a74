"""Who somebody is, however the name is written: two approvers, and who checks whom, must be different persons."""

from __future__ import annotations

import unicodedata

NOT_SEEN = "Cf"
"""The Unicode category of letters that change nothing to be seen, as a zero-width space."""


def person_of(giver: str) -> str:
    """The person in whatever role and spelling: "floor: Cho " and "cho" are one; nothing where no name is told."""
    text = unicodedata.normalize("NFKC", giver.rpartition(":")[2])
    seen = "".join(letter for letter in text if unicodedata.category(letter) != NOT_SEEN)
    return unicodedata.normalize("NFKC", " ".join(seen.split()).casefold())
