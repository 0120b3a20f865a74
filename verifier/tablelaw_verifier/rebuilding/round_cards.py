"""The cards of a round, dealt step by step as the dealing procedure prescribes."""

from __future__ import annotations

from collections.abc import Sequence

from tablelaw_verifier.entries.orders import person_of
from tablelaw_verifier.law.cards import PACK, Cards
from tablelaw_verifier.law.dealing import Step
from tablelaw_verifier.rebuilding.settlement import Settlement
from tablelaw_verifier.rebuilding.table_decks import TableDecks
from tablelaw_verifier.trust.differences import Different, Object, check

STUB_COUNTED_EVERY = 5


class RoundCards(Settlement):
    """The cards of a round; `steps` are those that the dealing procedure and the text prescribe."""

    def __init__(self, table: TableDecks, number: int, seats: Sequence[int]) -> None:
        self.table = table
        players = {seat: table.players[seat] for seat in seats}
        super().__init__(table.game, table.audit.meters, table.terms, number, table.method, players, table.bets)
        self.steps: list[Step] = []
        self.at = 0
        self.answers: dict[str, set[int]] = {}
        self.out: Cards = []
        self.set_aside = 0
        self.entered: tuple[str, str, str, str] | None = None
        """Place, card, side and paragraph of the card entered last, until anything else happens in the round."""
        self.dealers: set[str] = set()
        self.chips_counted = False
        self.stub = ""
        self.racked = False
        """Whether the stub went to the discard rack uncounted, when the first seat was settled."""

    def undecided(self, stage: str) -> list[int]:
        answered = self.answers.get(stage, set())
        return [seat for seat in self.game.asked(self, stage) if seat not in answered]

    def next_step(self) -> Step:
        """The next step; skips decisions that nobody has to make and, in a void round, all decisions."""
        while self.at < len(self.steps):
            kind, stage, _ = self.steps[self.at]
            if kind == "bought":
                self.steps[self.at : self.at + 1] = self._bought_cards()
                continue
            if kind != "ask" or (self.void is None and self.undecided(stage)):
                return self.steps[self.at]
            self.at += 1
        return ("settle", "", "")

    def _bought_cards(self) -> list[Step]:
        """A face-up card for each seat that has bought one and is still in play; none in a void round."""
        buyers = [seat for seat in self.buyers if seat not in self.gone and self.void is None]
        return [("card", f"seat {seat}", "up") for seat in sorted(buyers)]

    def step(self, kind: str) -> Step:
        step = self.next_step()
        if step[0] != kind:
            raise Different("what comes next", " ".join(map(str, step)).strip(), kind)
        self.at += 1
        return step

    def leaves_deck(self, card: str) -> None:
        if card not in PACK or card in self.out:
            raise Different("a card", "one of the 52 that is not out yet", card)
        self.out.append(card)
        self.table.open_card(card)

    def remember_dealer(self, event: Object) -> None:
        """Remembers who deals or settles as a dealer, because that person may not validate in this round."""
        if event["by"].startswith("dealer:"):
            self.dealers.add(event["by"])

    def on_dealt(self, event: Object) -> None:
        self.remember_dealer(event)
        if not self.chips_counted and self.on_devices():
            raise Different("a card", "dealt after the chips of the devices were counted", "before", event["cite"])
        self.check_stub("a card", event["cite"])
        for place, card, face in event["cards"]:
            _, wanted, side = self.step("card")
            check("place of the card", f"{wanted}, face {side}", f"{place}, face {face}", event["cite"])
            self.leaves_deck(card)
            self.cards.setdefault(place, []).append(card)
            self.shown += place == "community" and face == "up"
            self.entered = place, card, face, event["cite"]

    def on_taken_back(self, event: Object) -> None:
        """A mistyped real card, taken back before anything else happened; the step it was entered for is due again."""
        found = event["place"], event["card"], event["face"], event["cite"]
        if not self.table.physical or self.entered is None:
            raise Different("a card taken back", "the real card entered just before", event["card"], event["cite"])
        check("the card taken back, as it was entered", self.entered, found, event["cite"])
        self.entered = None
        self.out.pop()
        self.cards[event["place"]].pop()
        self.shown -= event["place"] == "community" and event["face"] == "up"
        self.table.current_deck().out -= 1
        self.at = max(self.at - 1, 0)

    def on_set_aside(self, event: Object) -> None:
        if self.table.physical:
            named = self.table.audit.entry["command"].get("card", [])
            check("the card set aside", named, list(event["card"]), event["cite"])
        for card in event["card"]:
            self.leaves_deck(card)
        self.set_aside += len(event["card"])
        if self.set_aside > 1:
            raise Different("cards found face up in one round", "1, or a void round", self.set_aside, event["cite"])

    def on_revealed(self, event: Object) -> None:
        number = self.step("reveal")[1]
        check("cards turned up", self.cards["community"][self.shown : self.shown + number], event["cards"])
        self.shown += number

    def on_turned_up(self, event: Object) -> None:
        if self.void is None:
            self.step("turn up")
        check("the dealer's cards", self.cards.get("dealer", []), event["cards"], event["cite"])

    # --- The stub ------------------------------------------------------------------------------------------------

    def check_stub(self, what: str, cite: str) -> None:
        """Requires that nothing continues after a wrong count of the stub until the reason is found, which voids the
        round.
        """
        if self.stub in ("wrong", "confirmed") and self.void is None:
            raise Different(what, "the irregularity behind the wrong count of the stub first", "none", cite)

    def check_stub_count(self) -> None:
        """Requires a stub count once in five rounds, before any wager is settled, unless a device counts the deck."""
        cite = " or ".join(self.game.stub_cites)
        self.check_stub("a settlement", cite)
        spared = self.table.shuffler_works and self.terms.raw["shuffler"] in ("counting", "reshuffling")
        is_due = self.table.rounds_since_count + 1 >= STUB_COUNTED_EVERY and not spared
        if is_due and not self.stub and not self.racked and self.void is None:
            raise Different("the stub counted", f"once in {STUB_COUNTED_EVERY} rounds", "not counted", cite)

    def check_not_a_dealer(self, event: Object) -> None:
        """Requires the second count to be made by somebody who did not deal in the round."""
        dealers = {person_of(by.partition(":")[2]) for by in self.dealers}
        if person_of(event["by"].partition(":")[2]) in dealers - {""}:
            raise Different("who counts the stub again", "someone other than the dealer", event["by"], event["cite"])
