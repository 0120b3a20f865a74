"""What a check of a log can find wrong. Each finding has a name of its own.

HouserulesError
├── NewerFormat          written by a later program, in a format that this one does not know
└── ProofRefused
    ├── BadHead          no signed head can be read there
    ├── BadSignature     the head is not what was signed
    ├── OtherKey         signed, but not with the property's key
    ├── OtherProperty    signed for another property's log
    ├── LogTruncated     a head was signed over more entries than the log has
    ├── LogRewritten     the log's entries are not those a head was signed over
    ├── LogRolledBack    two heads of one property that no log can both have had
    ├── BadKeyFile       a key file that cannot be used
    ├── BadOpening       a card and salt that are not what was committed to
    └── BadDeckSecret    the secret of a deck that cannot be read
"""

from __future__ import annotations

from houserules.errors import HouserulesError


class NewerFormat(HouserulesError):
    """Written by a later program: this one could only guess what it means."""

    no_paragraph = "the program is older than the record, no rule of play"


def refuse_newer(what: str, format: int, known: int, where: str) -> None:
    """Refuses a format that is newer than the newest one known."""
    if format > known:
        why = f"this program knows formats up to {known}"
        raise NewerFormat(f"{what} of format {format}", where=where, why=why, accepted="a newer program")


class ProofRefused(HouserulesError):
    pass


class BadHead(ProofRefused):
    pass


class BadSignature(ProofRefused):
    pass


class OtherKey(ProofRefused):
    pass


class OtherProperty(ProofRefused):
    pass


class LogTruncated(ProofRefused):
    pass


class LogRewritten(ProofRefused):
    pass


class LogRolledBack(ProofRefused):
    pass


class BadKeyFile(ProofRefused):
    pass


class BadOpening(ProofRefused):
    pass


class BadDeckSecret(ProofRefused):
    pass
