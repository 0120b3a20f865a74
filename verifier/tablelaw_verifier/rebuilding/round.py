"""A round of play: decisions, irregularities and the settlement, as the log records them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablelaw_verifier.law.rulings import STUB_IRREGULARITIES, Forfeits, Void, names_one, sums_text
from tablelaw_verifier.money.meters import Meter
from tablelaw_verifier.rebuilding.lines import Line
from tablelaw_verifier.rebuilding.round_cards import RoundCards
from tablelaw_verifier.rebuilding.table_decks import TableDecks
from tablelaw_verifier.trust.differences import Different, Object, check


class Round(RoundCards):
    """One round, rebuilt event by event."""

    def __init__(self, table: TableDecks, number: int, seats: Sequence[int]) -> None:
        super().__init__(table, number, seats)
        self.validated: set[tuple[int, str]] = set()
        self.price_due = 0
        """The seat that has just bought a card and still has to pay its price."""

    def start_settling(self) -> None:
        super().start_settling()
        self.finished: set[int] = set()
        self.at_once: tuple[int, Iterator[Line]] | None = None
        self.current: tuple[int, Iterator[Line]] | None = None
        self.fixed: Line | None = None
        self.abandoned: list[Line] = []
        self.unpaid: list[tuple[int, str, Meter, int]] = []
        self.documents: set[int] = set()
        self.waiting: list[tuple[int, str]] = []

    # --- Decisions -----------------------------------------------------------------------------------------------

    def on_decided(self, event: Object) -> None:
        """Requires a decision to be in turn, and permitted by the text at that moment with that hand."""
        seat, stage, action = event["seat"], event["stage"], event["action"]
        place = {"seat": seat, "wager": event["wager"], "cite": event["cite"]}
        self.check_stub("a decision", event["cite"])
        kind, wanted, _ = self.next_step()
        check("the decision that is due", f"ask {stage}", f"{kind} {wanted}", **place)
        check("whose turn it is", self.undecided(stage)[0], seat, **place)
        permitted = self.game.choices(self, seat, stage)
        if action not in permitted:
            raise Different("a decision", " or ".join(permitted), action, **place)
        wager, sums = permitted[action]
        check("the wager of a decision", wager, event["wager"], **place)
        if event["cents"] not in sums:
            raise Different("the sum of a decision", sums_text(sums), event["cents"], **place)
        self.answers.setdefault(stage, set()).add(seat)
        if wager:
            self.stakes[seat][wager] = event["cents"]
            self.table.place(self, seat, wager, event["cents"], event["cite"])
        self._acted(seat, action, event)

    def _acted(self, seat: int, action: str, event: Object) -> None:
        discard = list(event["discard"])
        if self.game.id == "ma-colorado" and action in ("bet", "play"):
            is_one = len(discard) == 1 and discard[0] in self.own(seat)
            check("the discard", True, is_one, event["cite"], seat=seat)
            self.discards[seat] = discard
        if action == "buy":
            is_one = len(discard) == 1 and discard[0] in self.own(seat)
            check("the card discarded for another", True, is_one, event["cite"], seat=seat)
            self.discards[seat] = discard
            self.buyers.append(seat)
            self.price_due = seat
        if action == "fold":
            self.folded.add(seat)
            self.at_once = seat, self._forfeits(seat, self.game.folded(self, seat), "fold")
        elif action == "declare":
            self.declared.add(seat)
            self.at_once = seat, self.settlement(seat)
            is_told = any(found["type"] == "SlipFound" for found in self.table.audit.entry["events"])
            check("a wrong declaration", not self.game.declared(self, seat), is_told, event["cite"], seat=seat)
        if event.get("racked"):
            open_ = set(self.stakes[seat]) - set(self.game.folded(self, seat)) if action == "fold" else set()
            is_over = action in ("fold", "declare") and not open_
            check("cards that go to the discard rack at once", True, is_over, event["cite"], seat=seat)

    def on_price(self, event: Object) -> None:
        """Records the price of a card, placed with the purchase; it is collected at once, together with the wagers that
        the purchase ends.
        """
        seat, found = event["seat"], (event["wager"], event["cents"])
        place = {"seat": seat, "wager": event["wager"], "cite": event["cite"]}
        if seat != self.price_due:
            raise Different("a wager", "placed before no more bets", "placed after", **place)
        check("the price of a card", self.game.price(self, seat), found, **place)
        self.price_due = 0
        self.stakes[seat][event["wager"]] = event["cents"]
        self.table.place(self, seat, *found, event["cite"])
        self.at_once = seat, self._forfeits(seat, self.game.bought(self, seat), "buy")

    # --- Irregularities ------------------------------------------------------------------------------------------

    def on_irregularity(self, event: Object) -> None:
        irregularity, seat = event["slip"], event["seat"]
        void = self.game.void(self, irregularity)
        if event["voids"]:
            self._become_void(event, void)
            settled = set(void.settled) if void is not None else set()
            goes_on = event["board"] and any(settled & stakes.keys() for stakes in self.stakes.values())
            check("a board dealt on for wagers that are settled", goes_on, event["board"], event["cite"])
            return
        if irregularity not in self.game.harmless:
            raise Different(
                "an irregularity", "void" if void else "one that the text provides for", irregularity, event["cite"]
            )
        outcome, cites = self.game.given_up(self, irregularity)
        if outcome:
            check("who orders a hand void", "floor", event["by"].partition(":")[0], event["cite"], seat=seat)
            self.gone.add(seat)
            self.waiting = [payout for payout in self.waiting if payout[0] != seat]
            self._abandon_share(seat, event["cite"])
            every: Forfeits = dict.fromkeys(self.game.order, cites)
            self.at_once = seat, self._forfeits(seat, every, irregularity, outcome)
        if irregularity == "wrong-declaration":
            check("three cards wrongly declared", "", self.game.declared(self, seat), event["cite"], seat=seat)

    def _become_void(self, event: Object, void: Void | None) -> None:
        if void is None or self.void is not None:
            raise Different(
                "what voids a round", "an irregularity that voids it, only once", event["slip"], event["cite"]
            )
        if not names_one(event["cite"], void.cites):
            raise Different("paragraph of the void", " or ".join(void.cites), event["cite"])
        self._check_moment(event["slip"], event["cite"])
        undone = [[line.seat, line.wager] for line in self.lines]
        check("lines undone by the void", undone, event["reopened"], event["cite"])
        for line in reversed(self.lines):
            self.table.undo(self, line, event["cite"])
        for line in (*self.abandoned, *([self.fixed] if self.fixed else [])):
            self.table.undraw(self, line, event["cite"])
        self.void, self.voided_by = void, event["slip"]
        self.validated = set()
        self.start_settling()

    def _abandon_share(self, seat: int, cite: str) -> None:
        """Returns a waiting share to its meter when its player leaves; a divided one is kept for the others."""
        line = self.fixed
        if line is None or line.seat != seat:
            return
        self.fixed = None
        self.done.discard((seat, line.wager))
        if self.divided is not None and line.wager == "five-card-dealer" and len(self.divided.parts) > 1:
            self.abandoned.append(line)
        else:
            self.table.undraw(self, line, cite)
            self.divided = None if line.draw is self.divided else self.divided

    def _check_moment(self, irregularity: str, cite: str) -> None:
        """Requires the right moment for an irregularity: before or after the initial cards are complete or the last
        decision is made.
        """
        hands = [f"seat {seat}" for seat in self.seats] + ["dealer"]
        complete = all(len(self.cards.get(place, [])) >= self.game.own_cards for place in hands)
        if irregularity in STUB_IRREGULARITIES:
            counted = ("confirmed",) if self.table.audit.confirms_stub else ("confirmed", "wrong")
            check("a wrong count of the stub, counted again by a floorperson", True, self.stub in counted, cite)
        if irregularity in ("cards-face-up-early", "cards-face-up-late"):
            check("initial cards complete", irregularity.endswith("late"), complete, cite)
        if irregularity == "dealer-card-exposed":
            ahead = [stage for kind, stage, _ in self.steps[self.at :] if kind == "ask"]
            check("a player still to decide", True, any(self.undecided(stage) for stage in ahead), cite)

    # --- Settlement ----------------------------------------------------------------------------------------------

    def on_settled(self, event: Object) -> None:
        self.remember_dealer(event)
        seat = event["seat"]
        if self.at_once is None and self.current is None:
            self._begin(seat)
        turn = self.at_once or self.current
        assert turn is not None
        check("the seat settled", turn[0], seat)
        for found in event["lines"]:
            wanted = self.fixed if self.at_once is None and self.fixed is not None else next(turn[1], None)
            self.fixed = None if wanted is self.fixed else self.fixed
            self._take(wanted, found)
        if self.at_once is not None or event["done"]:
            self._check_nothing_left(seat, turn[1])
        if event["done"]:
            self.finished.add(seat)
        if self.at_once is None:
            asked = any(found["type"] == "ValidationAsked" for found in self.table.audit.entry["events"])
            check("a seat settled in full", not asked, event["done"], event["cite"], seat=seat)
            self._check_first(event)
        if self.at_once is None and event["done"]:
            self.current = None
        self.at_once = None

    def _check_first(self, event: Object) -> None:
        """Requires the validated wager to be settled first after its validation."""
        command = self.table.audit.entry["command"]
        if command["type"] == "Validate":
            first = event["lines"][0] if event["lines"] else {"seat": 0, "wager": "none"}
            wanted, found = (command["seat"], command["wager"]), (first["seat"], first["wager"])
            check("the wager settled after its validation", wanted, found, event["cite"], seat=command["seat"])

    def _begin(self, seat: int) -> None:
        """Settles counter-clockwise from the dealer's right, once all cards are dealt and all have decided."""
        step = self.next_step()
        if self.void is None and step[0] != "settle":
            raise Different("what comes next", " ".join(map(str, step)).strip(), f"settlement of seat {seat}")
        self.check_stub_count()
        self.racked = self.racked or seat not in self.gone
        left = [number for number in self.seats if number not in self.finished]
        check("the seat whose turn it is", max(left, default=0), seat)
        self.current = seat, self.settlement(seat)

    def on_fixed(self, event: Object) -> None:
        """Computes a share, which leaves its meter at the player's turn; the same line is settled once validated."""
        found, cite = event["line"], f"{self.game.id.removeprefix('pa-')}.12(d)(4)"
        line = next(self.current[1], None) if self.current is not None and self.fixed is None else None
        if line is None or not line.hand_pay:
            raise Different("a share that is fixed", "one whose turn it is", found, cite)
        check("the share whose turn it is", (line.seat, line.wager), (found["seat"], found["wager"]), cite)
        check("paragraph of the player's turn", cite, event["cite"], cite)
        line.compare(found, self.terms.names_rules)
        self.fixed, line.is_fixed = line, True
        self.table.audit.fixes_shares = True
        self.table.draw(self, line)

    def _take(self, wanted: Line | None, found: Object) -> None:
        if wanted is None:
            place = {"seat": found["seat"], "wager": found["wager"]}
            raise Different("a line of the settlement", "no further line", found, **place)
        expected, there = f"seat {wanted.seat}, {wanted.wager}", f"seat {found['seat']}, {found['wager']}"
        place = {"seat": wanted.seat, "wager": wanted.wager, "cite": " or ".join(wanted.cites)}
        check("the wager whose turn it is", expected, there, **place)
        wanted.compare(found, self.terms.names_rules)
        if wanted.outcome == "won" and (cite := self.game.must_validate(wanted.wager, wanted.odds)):
            valid = (wanted.seat, wanted.wager) in self.validated
            check("validation by a floorperson", True, valid, cite, seat=wanted.seat, wager=wanted.wager)
            if wanted.hand_pay and self.table.audit.fixes_shares:
                check("a share fixed at the player's turn", True, wanted.is_fixed, cite, wager=wanted.wager)
        self.lines.append(wanted)
        if wanted.hand_pay:
            self.documents.add(wanted.seat)
        self.table.settle(self, wanted)
        if wanted.paid_by is not None and wanted.paid:
            self.unpaid.append((wanted.seat, wanted.wager, wanted.paid_by, wanted.paid))

    def _check_nothing_left(self, seat: int, lines: Iterator[Line]) -> None:
        fixed = self.fixed if self.fixed is not None and self.fixed.seat == seat else None
        if left := fixed or next(lines, None):
            place: Object = {"seat": left.seat, "wager": left.wager, "cite": " or ".join(left.cites)}
            raise Different("a line of the settlement", f"{left.outcome} {left.stake}", "no line", **place)

    # --- The end -------------------------------------------------------------------------------------------------

    def on_cleared(self, event: Object) -> None:
        check("number of the round", self.number, event["number"])
        for seat in self.seats:
            for wager in self.stakes[seat]:
                if (seat, wager) not in self.done:
                    raise Different("a line for every wager", "a line", "none", event["cite"], seat=seat, wager=wager)
            check("the seat is settled", True, seat in self.finished, event["cite"], seat=seat)
        check("seats whose hand-pay has no documents", [], sorted(self.documents), event["cite"])
        check("validations that were asked for and not given", [], self.waiting, event["cite"])
        self.check_stub_count()
