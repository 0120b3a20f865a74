"""Rules that this verifier does not know: what they permit, and how they are distinguished from known ones."""

from __future__ import annotations

import hashlib
import json
from typing import ClassVar

from tablelaw_verifier.law.dealing import Step
from tablelaw_verifier.law.game import EDITIONS, Game
from tablelaw_verifier.law.games import GAMES
from tablelaw_verifier.law.known_rules import KNOWN_RULES
from tablelaw_verifier.law.odds import Printed
from tablelaw_verifier.law.round_view import RoundView
from tablelaw_verifier.law.terms import Terms
from tablelaw_verifier.trust.differences import Different, Object

OF_EVERY_CHOICE = ("facts", "hands", "stages", "flow", "settlement", "dealing")
"""The parts of the rules in force that identify a regulation, whichever paytables a table has chosen."""


class UnknownRules(Game):
    """Rules from elsewhere: everything that depends on their text is permitted, and none of it is verified."""

    printed: ClassVar[Printed] = {}  # type: ignore[misc]
    required = ()
    cut_at_least = 1
    deck_hours: ClassVar[dict[str, int]] = {}

    def __init__(self, rulebook: str) -> None:
        self.id = rulebook

    def edition(self, day: str) -> str:
        return "not verified"

    def is_placed_first(self, wager: str) -> bool:
        return True

    def is_method(self, method: str) -> bool:
        return True

    def plan(self, round_: RoundView) -> list[Step]:
        return [("unknown", "", "")]


def game_of(rulebook: str) -> Game:
    return GAMES.get(rulebook) or UnknownRules(rulebook)


def fingerprint(parts: Object) -> str:
    """One digest of the parts that identify a regulation."""
    told = json.dumps([parts.get(name, "") for name in OF_EVERY_CHOICE])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def require_unknown(terms: Terms, rules: Object | None, cite: str) -> None:
    """Requires a table under unknown rules to name them, and refuses rules that this verifier knows."""
    what, name = "rules that this verifier does not know", terms.raw["rulebook"]
    if rules is None:
        raise Different(what, "named with their edition and digest", name, cite)
    for known, prints in KNOWN_RULES.items():
        if fingerprint(rules["parts"]) in prints:
            raise Different(what, f"{known}, whose rules these are", name, cite)
    for known, game in GAMES.items():
        has_its_tables = bool(terms.tables) and set(terms.tables) <= set(game.printed)
        if rules["edition"] in EDITIONS.get(known, ()) and has_its_tables:
            raise Different(what, f"{known}, whose edition and paytables these are", name, cite)
