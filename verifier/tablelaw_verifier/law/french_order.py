"""What the poker games of the French order of 14 May 2007 have in common: general articles, void rounds and hands."""

from __future__ import annotations

import re
from typing import ClassVar

from tablelaw_verifier.law.game import EVENT_SECTIONS, Game
from tablelaw_verifier.law.round_view import RoundView
from tablelaw_verifier.law.rulings import Void
from tablelaw_verifier.law.terms import Terms
from tablelaw_verifier.trust.differences import Different

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
    fewest_and_most_seats: tuple[int, int]
    seats_cite: str
    """The alinéa about the number of places on the layout."""
    multiples: tuple[int, ...] = ()
    """How many times the minimum the maximum may be; empty if the article names no multiples."""
    multiples_cite = ""
    least_minimum = 0
    """The least that the minimum may be, in cents; 0 if the article names none."""
    least_minimum_cite = ""

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

    def check_limit(self, terms: Terms) -> None:
        """Requires places, a minimum and a maximum that the articles permit, and no wager with limits beyond them."""
        super().check_limit(terms)
        fewest, most_seats = self.fewest_and_most_seats
        if not fewest <= terms.seats <= most_seats:
            raise Different("seats of the table", f"{fewest} to {most_seats}", terms.seats, self.seats_cite)
        least, most = terms.raw["minimum"], terms.raw["maximum"]
        if least < self.least_minimum:
            what, expected = "minimum of the table", f"{self.least_minimum} or more"
            raise Different(what, expected, least, self.least_minimum_cite)
        permitted = [least * times for times in self.multiples]
        if not permitted:
            return
        if most not in permitted:
            raise Different("maximum of the table", " or ".join(map(str, permitted)), most, self.multiples_cite)
        for wager, found in terms.wagers.items():
            is_within = least <= found["minimum"] <= found["maximum"] <= most
            if not is_within and wager not in self.parts_of_minimum:
                limits = f"{found['minimum']} to {found['maximum']}"
                raise Different(
                    f"limits of the wager {wager}", f"within {least} to {most}", limits, self.multiples_cite
                )

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
