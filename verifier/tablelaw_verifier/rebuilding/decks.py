"""Decks: what happened to each, and the commitment to its order."""

from __future__ import annotations

import hashlib

from tablelaw_verifier.law.cards import DECK
from tablelaw_verifier.trust.differences import Different, Object, check
from tablelaw_verifier.trust.proofs import Tree

BEFORE = {
    "inspected": ("received",),
    "verified": ("inspected",),
    "spread": ("verified",),
    "idle": ("stacked", "used", "ready", "shuffled"),
    "seen": ("spread", "idle"),
    "stacked": ("seen",),
}
"""The status that decks must have before each step of the opening (section 4)."""
MAY_BE_SHUFFLED = ("stacked", "used", "ready", "shuffled")


class Deck:
    """A deck at a table: what happened to it, its commitment, its cut, and how many cards have left it."""

    def __init__(self, preshuffled: bool = False) -> None:
        self.leaves: list[str] = []
        self.cut = 0
        self.out = 0
        self.preshuffled = preshuffled
        self.was_cut = False
        self.inspector = ""
        self.status = "stacked" if preshuffled else "received"

    def become(self, status: str) -> None:
        """Records that the deck was spread, washed, used or removed, so that its order is no longer known."""
        self.status, self.preshuffled, self.was_cut, self.leaves, self.out = status, False, False, [], 0

    def shuffled(self, how: str, needs_cut: bool) -> None:
        self.leaves, self.cut, self.out, self.was_cut = [], 0, 0, False
        self.preshuffled = how == "preshuffled"
        self.status = "shuffled" if needs_cut else "ready"

    def cut_at(self, depth: int) -> None:
        self.cut, self.status, self.was_cut = (self.cut + depth) % DECK, "ready", True

    def seal(self, sealed: Object) -> None:
        """Requires 52 leaves whose root is the one published before the cut."""
        check("leaves of a sealed deck", DECK, len(sealed["leaves"]))
        tree = Tree()
        for leaf in sealed["leaves"]:
            tree.append(bytes.fromhex(leaf))
        check("root of a sealed deck", tree.root().hex(), sealed["root"])
        self.leaves = list(sealed["leaves"])

    def open(self, card: str, salt: str) -> None:
        """Requires the card that left the deck last to be the one committed to at its position."""
        position = (self.cut + self.out - 1) % DECK
        if not self.leaves:
            raise Different("a card from the deck", "a deck sealed before it was cut", card)
        opened = b"\x02" + bytes.fromhex(salt) + position.to_bytes(4, "big") + card.encode()
        what = f"card {self.out} of the deck ({card}, position {position}): its commitment"
        check(what, self.leaves[position], hashlib.sha256(opened).hexdigest())
