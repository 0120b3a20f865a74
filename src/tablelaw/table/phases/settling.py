"""Settlement: counter-clockwise, wager by wager in the order of the text, stopping for a floorperson's validation."""

from __future__ import annotations

from collections.abc import Iterator

from tablelaw.errors import RuleConflict
from tablelaw.law.cite import Cite
from tablelaw.law.conduct import Outcome, Verdict
from tablelaw.law.rows import BUY, Effect, Settle, Wager
from tablelaw.law.rows.play import ANY_WIN, SHARE
from tablelaw.table import commands, events
from tablelaw.table.events import Line
from tablelaw.table.phases.stub import require_counted_stub
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import evolves, handles
from tablelaw.table.round.flow import SETTLED, advance, final, next_seat, onward, with_dealer
from tablelaw.table.round.hands import Hands, hand_cards, standing
from tablelaw.table.round.meter_lines import line_at, readings_after, settled_despite_void
from tablelaw.table.round.payout_limit import limit_line
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Seat, Table, change
from tablelaw.table.verdicts import Question, blank_line

NO_ACTS: frozenset[str] = frozenset()
KNOWN_ACTS = frozenset({"fold", "declare", BUY})
DRAWN = frozenset({"drawn"})
DEALERS_POSITION = 0


def acts_of(seat: Seat) -> frozenset[str]:
    """The acts of a seat, in the words that the rules use."""
    return KNOWN_ACTS.intersection(seat.actions) if seat.actions else NO_ACTS


def acts_on(round_: Round, seat: Seat, wager: Wager) -> frozenset[str]:
    """The acts of a seat that affect a wager.

    A void returns the chips that a fold collected. It does not restore a wager placed on a device, because the player
    gave that up before the deal.
    """
    return NO_ACTS if round_.voided_by and wager.medium == "chips" else acts_of(seat)


def bonus_lines(rules: TableRules, round_: Round, number: int, bonus: Wager, meters: dict[str, int]) -> Iterator[Line]:
    """The lines of a bonus when a seat is settled. There are none if the bonus was not earned."""
    if round_.voided_by and rules.effects[round_.voided_by][bonus.id].effect != "settled":
        return
    if "other player" in rules.hands.places.get(bonus.hand, ()):
        yield from _for_others(rules, round_, number, bonus, meters)
    else:
        yield from _for_the_draw(rules, round_, number, bonus, meters)


def _for_others(rules: TableRules, round_: Round, holder: int, bonus: Wager, meters: dict[str, int]) -> Iterator[Line]:
    """The bonus lines that this seat's hand earns for every other player who made the wager the bonus rides on."""
    shown, note = round_.seats[holder], f"for seat {holder}'s hand"
    if any(line.note == note for line in round_.lines):
        return
    for number in reversed(round_.seats):
        seat = round_.seats[number]
        carrier = next((wager for wager in bonus.rides_on if wager in seat.wagers), None)
        if carrier is None or seat.player == shown.player or "left" in seat.actions:
            continue
        question = (bonus.id, None, acts_of(seat), seat.wagers[carrier])
        blank = rules.verdicts.line(question, Hands(rules, round_, seat, shown))
        if blank.outcome == WON:
            line = line_at(rules, round_, number, settled_despite_void(rules, round_, blank), meters)
            yield change(line, note=note)


def _for_the_draw(
    rules: TableRules, round_: Round, number: int, bonus: Wager, meters: dict[str, int]
) -> Iterator[Line]:
    """The lines of a bonus drawn by the table game system, one for each wager it rides on."""
    seat = round_.seats[number]
    for carrier in bonus.rides_on:
        if carrier in seat.wagers and "left" not in seat.actions:
            acts = acts_of(seat) | drawn_for(rules, round_, number, bonus, carrier)
            question = (bonus.id, None, acts, seat.wagers[carrier])
            blank = rules.verdicts.line(question, Hands(rules, round_, seat))
            if blank.outcome == WON:
                line = line_at(rules, round_, number, settled_despite_void(rules, round_, blank), meters)
                yield change(line, note=f"on {rules.wagers[carrier].name}")


def drawn_for(rules: TableRules, round_: Round, number: int, bonus: Wager, carrier: str) -> frozenset[str]:
    """`DRAWN` if the draw hit the wager that carries a bonus, by a card of its hand or by its position; otherwise no
    acts.
    """
    hand = rules.wagers[carrier].hand
    if bonus.drawn == "card":
        falls = bool(set(round_.drawn_cards).intersection(hand_cards(rules, round_, round_.seats[number], hand)))
    else:
        position = DEALERS_POSITION if "dealer" in rules.hands.places[hand] else number
        falls = position in round_.drawn_positions
    return DRAWN if falls else NO_ACTS


# --- The next seat -----------------------------------------------------------------------------


@handles(commands.SettleSeat)
def settle_seat(rules: TableRules, state: Table, command: commands.SettleSeat) -> list[events.Event]:
    round_ = state.round
    number = next_seat(round_) if round_ is not None and round_.phase == "settling" else None
    if round_ is None or number is None:
        raise Refused("not-settling", cite=rules.flow.settle_cite, accepted="after the cards are turned up")
    if round_.waiting:
        seat, wager = round_.waiting[0]
        why, cite = f"{wager} at seat {seat}", rules.settlement.validation_cites[wager]
        raise Refused(
            "validation-due",
            why=why,
            cite=cite,
            accepted="a floorperson's validation",
            typed=f"validate({seat},{wager})",
        )
    require_counted_stub(rules, state, round_)
    return settle(rules, state, number, command)


def settle(
    rules: TableRules, state: Table, number: int, command: commands.Command, first: str = ""
) -> list[events.Event]:
    """Settles a seat, starting at a given wager and stopping at a payout that must be validated first."""
    round_ = state.round
    assert round_ is not None
    table = _Settlement(rules, round_, number, state.meters, state.method)
    waits = table.run(rules.settlement.place_in_order[first] if first else 0)
    cite = rules.flow.settle_cite
    lines = table.limited() if waits is None else tuple(table.lines)
    settled = events.Settled(number, lines, waits is None, cite=cite, by=command.by, at=command.at)
    return [settled] if waits is None else [settled, *_asked(rules, waits, command)]


def _asked(rules: TableRules, line: Line, command: commands.Command) -> list[events.Event]:
    """Asks a floorperson to validate a payout.

    A meter share is fixed first, so the sum that is shown, validated and paid is the same.
    """
    by, at = command.by, command.at
    asked = events.ValidationAsked(
        line.seat, line.wager, cite=rules.settlement.validation_cites[line.wager], by=by, at=at
    )
    if not line.hand_pay or not rules.fixes_shares:
        return [asked]
    return [events.ShareFixed(line, cite=rules.settlement.measure_cites[line.wager], by=by, at=at), asked]


class _Settlement:
    """Settles one seat. Holds the lines so far and the meters after each line."""

    def __init__(self, rules: TableRules, round_: Round, number: int, meters: dict[str, int], method: str = "") -> None:
        self.rules, self.round, self.number, self.method = rules, round_, number, method
        self.seat = round_.seats[number]
        self.meters = dict(meters)
        self.lines: list[Line] = []
        self.hands = Hands(rules, round_, self.seat)
        self.standing = standing(rules, round_, self.seat)

    def run(self, first: int) -> Line | None:
        """Settles in the order of the text; returns the line that must wait for a floorperson, or None."""
        done = {line.wager for line in self.round.lines if line.seat == self.number}
        staked = self.seat.wagers
        for step, wager in self.rules.settlement.order[first:]:
            if wager.id in staked and wager.id not in done:
                line = self.line(wager)
                if must_validate(step, line) and (self.number, wager.id) not in self.round.validated:
                    return line
                self.take(line)
            elif wager.rides_on:
                self.lines += bonus_lines(self.rules, self.round, self.number, wager, self.meters)
        return None

    def take(self, line: Line) -> None:
        self.lines.append(line)
        if line.meter and line not in self.round.shares:
            self.meters |= readings_after((line,))

    def line(self, wager: Wager) -> Line:
        if (fixed := self.round.share_of(self.number, wager.id)) is not None:
            return fixed
        stake, acts = self.seat.wagers[wager.id], acts_on(self.round, self.seat, wager)
        question = (wager.id, self.standing, acts, stake)
        blank = self._void(wager.id, stake) or self._by_the_hands(question)
        return line_at(self.rules, self.round, self.number, blank, self.meters)

    def _by_the_hands(self, question: Question) -> Line:
        self._require_comparison(question)
        return settled_despite_void(self.rules, self.round, self.rules.verdicts.line(question, self.hands))

    def _require_comparison(self, question: Question) -> None:
        """Refuses to settle a wager against the dealer without a comparison of hands, unless the player folded."""
        wager, compared, *_ = question
        against_dealer = self.rules.hands.has_dealer and self.rules.wagers[wager].kind in ("opening", "decision")
        if against_dealer and compared is None and self.seat.status == "in":
            cards, size = len(hand_cards(self.rules, self.round, self.seat, "dealer")), self.rules.hands.sizes["dealer"]
            raise RuleConflict(
                f"the wager {wager} is settled although no hand was compared with the dealer's",
                where=self.rules.book.id,
                why=f"the dealer's hand has {cards} cards",
                accepted=f"{size}, as the dealing procedure deals them",
            )

    def _void(self, wager: str, stake: int) -> Line | None:
        """The line of a wager that the void returns or takes; None if the wager is settled as usual."""
        if not self.round.voided_by:
            return None
        effect = self.rules.effects[self.round.voided_by][wager]
        if effect.effect == "settled":
            return None
        return void_line(wager, effect, self.rules.cites.under(self.method, effect.cite), stake)

    def limited(self) -> tuple[Line, ...]:
        """The lines, plus one for the payout limit if it is reached."""
        limit = limit_line(self.rules, (*self.round.lines, *self.lines), self.number)
        return (*self.lines, limit) if limit else tuple(self.lines)


VOIDED = {"returned": Outcome.VOID, "lost": Outcome.LOST}
WON = Outcome.WON.value


def void_line(wager: str, effect: Effect, cite: Cite, stake: int) -> Line:
    """The blank line of a wager that an irregularity returns or takes."""
    readings = (effect.reading,) if effect.reading else ()
    return blank_line(Verdict(wager, VOIDED[effect.effect], cite, readings=readings), stake, stake)


def must_validate(step: Settle, line: Line) -> bool:
    """Whether the text requires a floorperson to validate this payout."""
    if line.outcome != WON:
        return False
    kinds = (ANY_WIN, line.odds, SHARE) if line.hand_pay else (ANY_WIN, line.odds)
    return any(kind in step.validate_when for kind in kinds)


# --- Folds, purchases and declarations ------------------------------------------------------------------------


def settle_at_once(
    rules: TableRules, round_: Round, meters: dict[str, int], event: events.Decided
) -> list[events.Event]:
    """Collects the wagers that a fold or purchase ends. After a declaration, settles the whole seat immediately."""
    declared = event.action == "declare"
    ended = rules.settlement.collected_on_buy if event.action == BUY else rules.settlement.collected_on_fold
    table = _Settlement(rules, round_, event.seat, meters)
    for _, wager in rules.settlement.order:
        if wager.id in table.seat.wagers and (declared or wager.id in ended):
            table.take(table.line(wager))
    lines = table.limited()
    return [events.Settled(event.seat, lines, declared, cite=event.cite, by=event.by, at=event.at)] if lines else []


# --- Changes of state ---------------------------------------------------------------------------------


@evolves(events.Settled)
def settled(rules: TableRules, state: Table, event: events.Settled) -> Table:
    """Moves the cards of a settled seat to the rack, unless they are kept for documents."""
    round_ = state.round
    assert round_ is not None
    seat, seats, stub = round_.seats[event.seat], round_.seats, round_.stub
    pays = {line.seat: None for line in event.lines if line.hand_pay}
    hand_pays = tuple(dict.fromkeys([*round_.hand_pays, *pays])) if pays else round_.hand_pays
    if event.done:
        racked = event.seat not in hand_pays
        seats = {**seats, event.seat: change(seat, status=SETTLED, racked=racked)}
    if round_.phase == "settling" and not stub and "left" not in seat.actions:
        stub = "racked"
    round_ = with_dealer(final(round_), event.by)
    after = change(round_, seats=seats, lines=(*round_.lines, *event.lines), hand_pays=hand_pays, stub=stub)
    after = _onward(rules, after, state.method)
    return change(state, events=state.events + 1, round=after, meters=_meters(state, event), now=event.at)


def _onward(rules: TableRules, round_: Round, method: str) -> Round:
    """Continues the round after its last seat is settled or the last player to decide has left."""
    if round_.phase == "settling" and next_seat(round_) is None:
        return advance(rules, round_, method)
    return onward(rules, round_, method) if round_.phase == "deciding" else round_


def _meters(state: Table, event: events.Settled) -> dict[str, int]:
    assert state.round is not None
    moved = readings_after(line for line in event.lines if line not in state.round.shares)
    return {**state.meters, **moved} if moved else state.meters
