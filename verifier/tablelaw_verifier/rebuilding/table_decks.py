"""The decks of a table, from their arrival to the last card dealt."""

from __future__ import annotations

from tablelaw_verifier.entries.orders import person_of
from tablelaw_verifier.law.round_view import RoundView
from tablelaw_verifier.law.terms import Terms
from tablelaw_verifier.rebuilding.decks import BEFORE, MAY_BE_SHUFFLED, Deck
from tablelaw_verifier.rebuilding.property_state import PropertyState
from tablelaw_verifier.rebuilding.table_money import TableMoney
from tablelaw_verifier.trust.differences import Different, Object, check


class TableDecks(TableMoney):
    """The decks of one table and the devices that shuffle and deal them."""

    round: RoundView | None = None

    def __init__(self, audit: PropertyState, name: str, terms: Terms, physical: bool) -> None:
        super().__init__(audit, name, terms, physical)
        self.method = terms.dealing
        self.decks: list[Deck] = []
        self.deck = self.decks_since = self.rounds_since_count = 0
        self.reshuffles = terms.raw["shuffler"] == "reshuffling"
        self.shuffler_works = terms.raw["shuffler"] != "none"
        self.out_of_order: set[str] = set()

    def current_deck(self) -> Deck:
        if not self.decks:
            raise Different("a deck", "decks received first", "none")
        return self.decks[self.deck]

    def other_deck(self) -> Deck:
        """The deck that is shuffled next; while a round is played, the other of the two decks."""
        self.current_deck()
        return self.decks[1 - self.deck if self.round is not None and len(self.decks) > 1 else self.deck]

    def on_received(self, event: Object) -> None:
        """Receives decks; two of different colours alternate only if a shuffler is in use."""
        is_first = self.audit.entry["command"]["type"] == "ReceiveDecks"
        if bool(self.decks) == is_first or self.round is not None:
            raise Different("decks received", "at a table without them, or in exchange for others", event["backs"])
        number = self.terms.raw["decks"] if self.shuffler_works else 1
        found = len(event["backs"]), len(set(event["backs"]))
        check("decks of different colours", (number, number), found, event["cite"])
        self.decks, self.deck = [Deck(event["preshuffled"]) for _ in event["backs"]], 0
        self.decks_since, self.rounds_since_count = self.audit.now, 0

    def on_readied(self, event: Object) -> None:
        """Requires the steps of the opening in this order: inspected, verified by another person, spread, seen by a
        player, washed.
        """
        deck, status, cite = self.current_deck(), event["status"], event["cite"]
        if self.round is not None or deck.status not in BEFORE[status]:
            raise Different(f"decks {status}", f"decks that are {' or '.join(BEFORE[status])}", deck.status, cite)
        if status == "verified" and person_of(event["by"]) in (person_of(deck.inspector), ""):
            raise Different("who verifies the inspection", "somebody other than the inspector", event["by"], cite)
        if status == "idle" and (self.bets or (self.reshuffles and self.shuffler_works)):
            raise Different("decks spread", "at an idle table, not from a reshuffling device", "wagers", cite)
        for each in self.decks:
            if each.status != "removed":
                each.become(status)
                each.inspector = event["by"] if status == "inspected" else each.inspector

    def on_shuffled(self, event: Object) -> None:
        """Shuffles a deck; while a round is played, the other of the two decks.

        Cards shuffled by hand or before delivery are cut; cards shuffled by a device need no cut.
        """
        deck, how, cite = self.other_deck(), event["how"], event["cite"]
        if deck.status not in MAY_BE_SHUFFLED:
            raise Different("a deck shuffled", f"one that is {' or '.join(MAY_BE_SHUFFLED)}", deck.status, cite)
        ways = ["machine" if self.shuffler_works else "hand"]
        ways += ["preshuffled"] if deck.preshuffled and deck.status == "stacked" else []
        if how not in ways:
            raise Different("how a deck is shuffled", " or ".join(ways), how, cite)
        deck.shuffled(how, needs_cut=how != "machine" and not (self.reshuffles and self.shuffler_works))
        check("what becomes of a shuffled deck", deck.status, event["status"], cite)
        sealed = self.audit.entry.get("sealed")
        if self.physical:
            check("a commitment to real cards", None, sealed)
        elif sealed is None:
            raise Different("a shuffle", "a commitment to the order of the cards", "none", cite)
        else:
            check("cards of a sealed deck in the log", [], list(event["cards"]), cite)
            self.audit.check_seal(sealed)
            deck.seal(sealed)

    def on_cut(self, event: Object) -> None:
        """Requires enough cards above the cut and at least one below; those above go to the bottom."""
        deck = self.current_deck()
        as_it_came = self.physical and deck.preshuffled and deck.status == "stacked"
        if deck.status != "shuffled" and not as_it_came:
            raise Different("a deck cut", "one shuffled by hand or preshuffled", deck.status, event["cite"])
        if not self.game.cut_at_least <= event["depth"] <= 51:
            raise Different("depth of the cut", f"{self.game.cut_at_least} to 51", event["depth"], event["cite"])
        deck.cut_at(event["depth"])

    def on_recut(self, event: Object) -> None:
        deck = self.current_deck()
        if deck.status != "ready" or not deck.was_cut or self.round is not None:
            raise Different("a deck to be cut again", "one that was cut, before any card is dealt", deck.status)
        deck.status = "shuffled"

    def on_deck_removed(self, event: Object) -> None:
        self.other_deck().become("removed")

    def open_card(self, card: str) -> None:
        deck = self.current_deck()
        deck.out += 1
        if not self.physical:
            deck.open(card, self.audit.opening(card))

    def on_device(self, event: Object) -> None:
        """Records whether the shuffler, which may be the shoe itself, works; two decks alternate only while it does.

        A device fails before it works again, and only once until then.
        """
        works = event["how"] == "works again"
        check("a device out of order", works, event["device"] in self.out_of_order, event["cite"])
        self.out_of_order ^= {event["device"]}
        if event["device"] == "shuffler" or self.reshuffles:
            self.shuffler_works = works

    def on_method(self, event: Object) -> None:
        if not self.game.is_method(event["dealing"]) or self.round is not None or event["dealing"] == self.method:
            accepted = f"another of {', '.join(self.game.methods)}, between rounds"
            raise Different("a dealing procedure", accepted, event["dealing"], event["cite"])
        self.method = event["dealing"]
