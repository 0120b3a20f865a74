"""The auditor's books of one table, kept from the orders it accepted."""

from __future__ import annotations

from collections.abc import Callable

from tablelaw.gaming_day.auditor.accepted_order import Accepted
from tablelaw.gaming_day.auditor.accounts import Accounts
from tablelaw.gaming_day.auditor.meters import Meter, stake_adds
from tablelaw.gaming_day.auditor.rounds import Line, Round, Seat
from tablelaw.gaming_day.auditor.settling import VOID, Settling
from tablelaw.law.conduct import Outcome
from tablelaw.law.rows import Choice, Irregularity, Price, Wager
from tablelaw.persons import Actor
from tablelaw.submission.submission import Submission

NO_MONEY = frozenset(
    {
        *("ReceiveDecks", "InspectDecks", "VerifyInspection", "SpreadCards", "ShowCards", "WashCards", "Shuffle"),
        *("CutDeck", "OrderRecut", "ChangeDecks", "MarkDevice", "CountChips", "TurnUp", "CountStub"),
    }
)
"""Orders that move neither money, cards nor people."""


class TableBooks:
    """The auditor's books of one table. They take every order to the table, in the floor's order."""

    def __init__(self, submission: Submission, accounts: Accounts, meters: dict[str, Meter]) -> None:
        self.submission, self.book, self.terms = submission, submission.book, submission.terms
        self.accounts, self.meters = accounts, meters
        self.tray, self.handpay = f"tray:{submission.table}", f"handpay:{submission.table}"
        self.settling = Settling(submission, meters)
        self.method = submission.dealing
        self.players: dict[int, str] = {}
        self.round: Round | None = None
        self.rounds = self.void_rounds = 0

    def take(self, order: Accepted) -> None:
        if order.what not in NO_MONEY:
            HANDLERS[order.what](self, order)

    @property
    def now(self) -> Round:
        assert self.round is not None
        return self.round

    # --- People and wagers -------------------------------------------------------------------------------

    def sits(self, order: Accepted) -> None:
        seat = order.fields["seat"]
        named = order.person if Actor.parse(order.by).role == "player" else order.fields["player"]
        self.players[seat] = named or f"player {seat}"

    def leaves(self, order: Accepted) -> None:
        del self.players[order.fields["seat"]]

    def bets(self, order: Accepted) -> None:
        if self.round is None:
            self.round = Round(self.rounds + 1)
        number = order.fields["seat"]
        seat = self.round.seats.setdefault(number, Seat(self.players[number]))
        self._stake(number, seat, order.fields["wager"], order.fields["cents"])

    def _stake(self, number: int, seat: Seat, wager: str, cents: int) -> None:
        seat.stakes[wager] = cents
        self.accounts.set_aside(self.account(seat, wager), self.tray, cents)

    def takes_back(self, order: Accepted) -> None:
        """Returns a wager and the wagers that need it."""
        number, gone = order.fields["seat"], [order.fields["wager"]]
        seat = self.now.seats[number]
        for wager in gone:
            if wager in seat.stakes:
                self.accounts.set_aside(self.account(seat, wager), self.tray, -seat.stakes.pop(wager))
                gone += [other for other in seat.stakes if wager in self.book.wager(other).needs]
        if not seat.stakes:
            del self.now.seats[number]
        if not self.now.seats:
            self.round = None

    def account(self, seat: Seat, wager: str) -> str:
        """The account that a wager comes from; a bonus goes to the account of the first wager it belongs to."""
        row = self.book.wager(wager)
        if row.kind == "bonus":
            row = self.book.wager(row.rides_on[0])
        return f"{'game' if row.medium == 'electronic account' else 'chips'}:{seat.player}"

    def closes(self, order: Accepted) -> None:
        """Closes the bets: plans the cards to come, and makes the wagers' contributions to the meters pending."""
        self.now.close(self.method, self.terms)
        self.now.drawn_cards, self.now.drawn_positions = order.drawn_cards, order.drawn_positions
        for _, _, cents, meter, (adds, reserve) in self._feeding():
            meter.pending += adds
            meter.pending_reserve += reserve
            meter.pending_cents += cents

    def _feeding(self) -> list[tuple[int, str, int, Meter, tuple[int, int]]]:
        """Lists each wager that feeds a meter, with seat, wager, cents, the meter, and what it adds."""
        return [
            (number, wager, seat.stakes[wager], self.meters[terms.id], stake_adds(terms, seat.stakes[wager]))
            for number, seat in self.now.seats.items()
            for terms in self.submission.meters
            for wager in terms.wagers
            if wager in seat.stakes
        ]

    # --- Cards and decisions -------------------------------------------------------------------------------

    def deals(self, order: Accepted) -> None:
        self.now.deal(order.cards)

    def takes_back_card(self, order: Accepted) -> None:
        self.now.take_back()

    def decides(self, order: Accepted) -> None:
        number, action = order.fields["seat"], order.fields["action"]
        seat = self.now.seats[number]
        choice = self._choice_of(seat, action)
        seat.did.append(action)
        if action == "pull":
            self.accounts.set_aside(self.account(seat, choice.wager), self.tray, -seat.stakes.pop(choice.wager))
        elif choice.wager:
            self._stake(number, seat, choice.wager, order.fields["cents"])
        seat.first = list(seat.cards) if choice.price is not None else seat.first
        seat.discard += order.fields["discard"]
        seat.cards = [card for card in seat.cards if card not in seat.discard]
        if choice.price is not None:
            self._buys(number, seat, choice.price)
        if action == "fold":
            self._folds(number, seat)
        elif action == "declare":
            seat.state = "declared"
            self._take_lines([self.settling.line(self.now, number, wager) for wager in self._own(seat)])
            self._done(number)

    def _choice_of(self, seat: Seat, action: str) -> Choice:
        """Finds the row of a decision; a player decides once in each stage until they are out of the round."""
        flow = [row for row in self.book.flow if row.do == "decide" and self.terms.holds(row.when)]
        named = flow[len(seat.did)].stage
        stage = next(row for row in self.book.stages if row.id == named)
        choices = [choice for choice in stage.choices if choice.action == action and self.terms.holds(choice.when)]
        return choices[0]

    def _own(self, seat: Seat) -> list[Wager]:
        """The wagers of a seat, in the order they are settled."""
        return [wager for _, wager in self.settling.order if wager.id in seat.stakes]

    def _folds(self, number: int, seat: Seat) -> None:
        """Collects at once what a fold loses."""
        seat.state = "folded"
        lost = [w for w in self._own(seat) if self.book.fold_effect(w, self.terms) == "collected"]
        self._take_lines([self.settling.line(self.now, number, wager) for wager in lost])

    def _buys(self, number: int, seat: Seat, price: Price) -> None:
        """Collects the price of a purchase and the wagers that it ends; the cards bought are dealt when everybody has
        decided.
        """
        opening = next(row.id for row in self.book.wagers if row.kind == "opening")
        self._stake(number, seat, price.wager, price.times * seat.stakes[opening])
        self.now.buy(number, len(seat.discard))
        lost = [wager for wager in self._own(seat) if wager.on_buy is not None]
        self._take_lines([self.settling.line(self.now, number, wager) for wager in lost])

    # --- Settlement ------------------------------------------------------------------------------------------

    def settles(self, order: Accepted) -> None:
        self._settle(self.now.to_settle())

    def validates(self, order: Accepted) -> None:
        number, wager = order.fields["seat"], order.fields["wager"]
        self.now.validated.add((number, wager))
        self._settle(number, wager)

    def _settle(self, number: int, first: str = "") -> None:
        lines, waits = self.settling.seat(self.now, number, first)
        self._take_lines(lines)
        if fixed := self.now.fixed.get((number, waits)):
            self.accounts.posted[self.handpay] += self._left_the_meter(fixed)
        if not waits:
            self._done(number)

    def _done(self, number: int) -> None:
        """Marks a seat as settled once nothing is open, and deducts what exceeds the payout limit."""
        over, seat = self.settling.over_the_limit(self.now, number), self.now.seats[number]
        if over:
            self.accounts.move(f"chips:{seat.player}", self.tray, over)
            self.now.lines.append(Line(number, "payout limit", paid=-over, outcome=Outcome.NOTHING))
        seat.state = "settled"

    def _take_lines(self, lines: list[Line]) -> None:
        for line in lines:
            self._pay(line, 1)
            self.accounts.posted[self.handpay] += self._left_the_meter(line)
        self.now.lines += lines

    def _left_the_meter(self, line: Line) -> int:
        """The cents that a share takes from its meter; all parts of a divided share leave together with the first."""
        if line.share is None or line.share.is_due:
            return 0
        line.share.is_due = True
        return line.share.cents

    def _pay(self, line: Line, sign: int) -> None:
        """Takes a wager off the table and moves what is kept and paid; `sign` -1 undoes it."""
        seat = self.now.seats[line.seat]
        account = f"chips:{seat.player}" if line.wager == "payout limit" else self.account(seat, line.wager)
        self.accounts.set_aside(account, self.tray, -sign * line.stake)
        self.accounts.move(account, self.tray, sign * (line.kept - line.paid))

    def documents(self, order: Accepted) -> None:
        """Pays, from the cage, what the seat won from the meters."""
        for line in self.now.lines:
            if line.seat == order.fields["seat"] and line.share and not line.is_documented:
                line.is_documented = True
                self.accounts.move(self.handpay, "cage", line.share_cents)
                line.share.meter.paid += line.share_cents

    # --- Irregularities -----------------------------------------------------------------------------------------

    def irregularities(self, order: Accepted) -> None:
        irregularity = self._became(
            next(row for row in self.book.irregularities if row.id == order.fields["irregularity"])
        )
        if self.round is None:
            return
        shuffled_beside = irregularity.moment == "during a shuffle" and self.round.is_closed
        self.round.irregularities.append(irregularity)
        if irregularity.hands == "player's hand void":
            self._abandons(order.fields["seat"], irregularity)
        elif irregularity.hands == "void" and not shuffled_beside:
            self._voids(irregularity)

    def _became(self, irregularity: Irregularity) -> Irregularity:
        """The irregularity that this one becomes if cards were already exposed in the round, since all exposed cards of
        a round are counted together.
        """
        if self.round is None or not irregularity.again or not any(other.again for other in self.round.irregularities):
            return irregularity
        fits = {
            "before the initial cards are complete": self.round.hands_wait(),
            "after the initial cards are complete": not self.round.hands_wait(),
            "during the deal": True,
        }
        further = [row for row in self.book.irregularities if row.id in irregularity.again]
        return next((row for row in further if fits.get(row.moment)), irregularity)

    def _abandons(self, number: int, irregularity: Irregularity) -> None:
        """Voids one player's hand: every open wager ends according to the irregularity's effect, and drawn parts go
        back to their meters.
        """
        seat = self.now.seats[number]
        seat.state, seat.is_left = "left", True
        for wager in self._own(seat):
            fixed = self.now.fixed.pop((number, wager.id), None)
            if fixed is not None and fixed.share is not None and len(fixed.share.parts) == 1:
                self.accounts.posted[self.handpay] -= self.now.shares.undo_one(fixed.share)
            if self.now.line_of(number, wager.id) is None:
                outcome = VOID[self.book.effect_on(irregularity, wager.id, self.terms).effect]
                kept = seat.stakes[wager.id] if outcome is Outcome.LOST else 0
                self._take_lines([Line(number, wager.id, seat.stakes[wager.id], kept, outcome=outcome)])
                self.accounts.posted[self.handpay] -= self.now.shares.give_back(wager.id, number)

    def _voids(self, irregularity: Irregularity) -> None:
        """Undoes everything settled so far and puts the wagers back on the table."""
        for line in self.now.lines:
            self._pay(line, -1)
        self.accounts.posted[self.handpay] -= self.now.shares.undo()
        self.now.lines, self.now.validated, self.now.envied, self.now.fixed = [], set(), set(), {}
        self.now.void = irregularity
        self.void_rounds += 1
        for seat in self.now.seats.values():
            seat.state, seat.is_left = "in", False

    # --- The end ---------------------------------------------------------------------------------------------------

    def clears(self, order: Accepted) -> None:
        """Adds the wagers' contributions to the meters, except those returned because their hand was void."""
        for number, wager, cents, meter, (adds, reserve) in self._feeding():
            line = self.now.line_of(number, wager)
            meter.pending -= adds
            meter.pending_reserve -= reserve
            meter.pending_cents -= cents
            if line is None or line.outcome is not Outcome.VOID:
                meter.shown += adds
                meter.contributed += adds
                meter.reserve += reserve
                meter.amount_in += cents
        self.round = None
        self.rounds += 1

    def changes_method(self, order: Accepted) -> None:
        self.method = order.fields["dealing"]

    def shuts(self, order: Accepted) -> None:
        self.players, self.round = {}, None


HANDLERS: dict[str, Callable[[TableBooks, Accepted], None]] = {
    "TakeSeat": TableBooks.sits,
    "LeaveSeat": TableBooks.leaves,
    "PlaceWager": TableBooks.bets,
    "WithdrawWager": TableBooks.takes_back,
    "CloseBets": TableBooks.closes,
    "Deal": TableBooks.deals,
    "EnterCard": TableBooks.deals,
    "TakeBackCard": TableBooks.takes_back_card,
    "Act": TableBooks.decides,
    "SettleSeat": TableBooks.settles,
    "Validate": TableBooks.validates,
    "CompleteDocuments": TableBooks.documents,
    "ReportSlip": TableBooks.irregularities,
    "ClearRound": TableBooks.clears,
    "ChangeMethod": TableBooks.changes_method,
    "CloseTable": TableBooks.shuts,
}
