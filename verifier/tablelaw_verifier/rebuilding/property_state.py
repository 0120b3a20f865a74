"""What tables know about their property, and where they record what must have moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tablelaw_verifier.law.jurisdictions import PARAGRAPHS
from tablelaw_verifier.money.meters import Meter
from tablelaw_verifier.money.transfers import Cause, Expected
from tablelaw_verifier.trust.differences import Different, Object


class PropertyState:
    """What has been rebuilt of a property so far, apart from its tables."""

    def __init__(self) -> None:
        self.entry: Object = {}
        self.expected = Expected()
        self.openings: Iterator[str] = iter(())
        self.meters: dict[str, Meter] = {}
        self.links_down: set[str] = set()
        self.jurisdiction = ""
        self.laws: dict[str, str] = {}
        """The jurisdiction of each unknown rulebook, as its first table names it."""
        self.now = 0
        self.day = ""
        self.seals: set[str] = set()
        self.totals: Counter[str] = Counter()
        self.editions: Counter[str] = Counter()
        self.assigns_dealers = False
        """Whether dealers are assigned to tables; in earlier logs any dealer dealt any table."""
        self.confirms_stub = False
        """Whether a floorperson recounts a wrong stub; in earlier logs nobody did."""
        self.fixes_shares = False
        """Whether the log records shares at the players' turns; in earlier logs they were computed when validated."""

    def stem(self) -> str:
        """The beginning of the ids of this entry's transfers."""
        return f"{self.entry['stream']}:{self.entry['number']}"

    def check_seal(self, sealed: Object) -> None:
        """Requires a new seal for every deck, since salts are drawn afresh."""
        if sealed["root"] in self.seals:
            raise Different("a commitment to a deck", "a new one", sealed["root"])
        self.seals.add(sealed["root"])

    def opening(self, card: str) -> str:
        salt = next(self.openings, None)
        if salt is None:
            raise Different("a card from a sealed deck", f"the salt that opens {card}", "none")
        return salt

    def paragraph(self, matter: str, rulebook: str = "") -> str:
        """The paragraph that governs a matter of the property, or of a table under that rulebook."""
        told = self.jurisdiction
        if rulebook and self.jurisdiction:
            told = self.laws.get(rulebook) or rulebook.partition("-")[0]
        return PARAGRAPHS.get(told, {}).get(matter, "")

    def hand_pay(self, table: str, cents: int, cause: Cause) -> None:
        """Expects a share on the hand-pay account, coming from the house, which gets what leaves the meter."""
        self.expected.move("house", f"handpay:{table}", cents, cause)
