"""What the poker games of the French order of 14 May 2007 have in common: general articles, void rounds and hands."""

from __future__ import annotations

import re
from typing import ClassVar

from tablelaw_verifier.law.game import EVENT_SECTIONS, Game
from tablelaw_verifier.law.round_view import RoundView
from tablelaw_verifier.law.rulings import Void

SEEN_EARLY = "hand-seen-early"
GENERAL_ARTICLES = ("39", "40", "40-1")


class FrenchOrder(Game):
    """A game of the order. Cites name an article and an alinéa: "Art. 55-21 al. 12"."""

    articles: tuple[str, ...]
    """The articles of the game."""
    methods = ("hand",)
    deck_hours: ClassVar[dict[str, int]] = {}
    harmless: tuple[str, ...] = (
        *("one-card-face-up", "card-exposed", SEEN_EARLY),
        *("shuffler-jam", "device-out-of-order", "device-counts-wrong"),
    )
    wrong_number: str
    """The alinéa about a hand with the wrong number of cards; empty if the article has none."""
    told: str
    """The alinéa about players who tell each other what they hold."""
    looked = ""
    """The alinéa about a player who looks before the deal is complete."""
    stub_cites = ("Art. 40 al. 5",)

    def section_number(self, cite: str) -> str:
        """The article of a cite, if it belongs to this game or is a general one."""
        match = re.fullmatch(r"Art\. ([\d-]+)(?: al\. \d+)?", cite)
        return match[1] if match and match[1] in (*self.articles, *GENERAL_ARTICLES) else ""

    @property
    def event_sections(self) -> dict[str, tuple[str, ...]]:  # type: ignore[override]
        """The articles that an event may cite: the game's own, since one article describes the whole game, and general
        ones for the cards.
        """
        return dict.fromkeys(EVENT_SECTIONS, (*self.articles, *GENERAL_ARTICLES))

    def void(self, round_: RoundView, irregularity: str) -> Void | None:
        found = {
            "information-exchanged": Void((self.told,)),
            "stub-wrong-not-misdealt": Void(("Art. 40 al. 5",)),
        }
        if self.wrong_number:
            found |= dict.fromkeys(("wrong-number-of-cards", "stub-wrong-misdealt"), Void((self.wrong_number,)))
        return found.get(irregularity)

    def given_up(self, round_: RoundView, irregularity: str) -> tuple[str, tuple[str, ...]]:
        """The outcome of a hand looked at before the end of the deal: it is void, and a reading decides whether its
        wagers are lost.
        """
        if irregularity != SEEN_EARLY or not self.looked:
            return super().given_up(round_, irregularity)
        return "lost" if round_.terms.reading("void-hand") == "lost" else "void", (self.looked,)
