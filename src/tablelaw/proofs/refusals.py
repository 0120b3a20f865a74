"""The faults that checking a log can find, each with its own code."""

from __future__ import annotations

from tablelaw.errors import TablelawError


class NewerFormat(TablelawError):
    """The data was written by a newer program in a format that this program does not know."""

    no_paragraph = "the program is older than the record; no rule of play is involved"


def require_known_format(what: str, format: int, known: int, where: str) -> None:
    """Refuses a format newer than the newest known one."""
    if format > known:
        why = f"this program knows formats up to {known}"
        raise NewerFormat(f"{what} of format {format}", where=where, why=why, accepted="a newer program")


class ProofRefused(TablelawError):
    """A head, signature, key or opened card does not prove what it should."""


class BadHead(ProofRefused):
    """The text is not a signed head."""


class BadSignature(ProofRefused):
    """The head is not what was signed."""


class OtherKey(ProofRefused):
    """The head is signed, but not with the property's key."""


class OtherProperty(ProofRefused):
    """The head is signed for another property's log."""


class LogTruncated(ProofRefused):
    """A head was signed over more entries than the log has."""


class LogRewritten(ProofRefused):
    """The log's entries differ from those that a head was signed over."""


class LogRolledBack(ProofRefused):
    """Two heads of one property contradict each other: no log can have had both."""


class BadKeyFile(ProofRefused):
    """A key file cannot be used."""


class BadOpening(ProofRefused):
    """A card and salt do not match the commitment."""


class BadDeckSecret(ProofRefused):
    """The secret of a deck cannot be read."""
