"""`view` builds everything about a table that leaves the server, for one role and one player.

Nothing else is sent, except the entries of a device's feed (`feed_entries`). A card is included only if `_may_see`
allows it. Anything that depends on cards (lines, hands in words, choices) is included only if the same person may see
those cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cards import Card
from tablelaw.floor.read_model import TableView
from tablelaw.law.rows import BUY
from tablelaw.permissions import DEVICE
from tablelaw.submission.submission import MeterTerms
from tablelaw.table.events import Line
from tablelaw.table.phases.deciding import Open, multiples, options, price_cents
from tablelaw.table.phases.decks import is_under_way
from tablelaw.table.reading.duties import duties
from tablelaw.table.round.flow import next_to_act, stage_of
from tablelaw.table.round.hands import can_form, dealers_cards, hand_cards, kept_size
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Seat, Table
from tablelaw.views.messages import (
    HIDDEN,
    WireChoice,
    WireDuty,
    WireLine,
    WireMeter,
    WireSeat,
    WireTable,
    WireWaiting,
)
from tablelaw.views.next_step import next_step

STAFF = frozenset({"dealer", "floor", "administrator"})
"""The roles that see duties and waiting payouts. They do not see more cards than anyone else."""
SEE_PLACES = STAFF | {DEVICE}
"""The roles that see where the next card goes, which no face-down card decides; a card-reading shoe waits for it."""


def view(
    name: str, table: TableView, role: str, player: str, now: int, meters: dict[str, int], down: frozenset[str]
) -> WireTable:
    """The table as a person with this role sees it. A player also sees the cards at the seats taken under the name
    `player`.
    """
    rules, state, round_ = table.engine.rules, table.state, table.state.round
    own = player if role == "player" else ""
    is_staff = role in STAFF
    return WireTable(
        table=name,
        rulebook=rules.book.id,
        number=table.number,
        phase=phase_of(table),
        round=round_.number if round_ else 0,
        rounds=state.rounds,
        method=state.method,
        deck=state.deck_state.status if state.deck_state else "",
        seats=tuple(_seats(rules, state, own)),
        dealer=_dealer(rules, state),
        dealer_hand=_dealer_hand(rules, round_),
        community=_community(round_),
        places=_places(rules, round_),
        lines=tuple(wire_line(rules, line) for line in round_.lines) if round_ else (),
        meters=tuple(meters_of(table, meters, down)),
        voided_by=round_.voided_by if round_ else "",
        irregularities=round_.irregularities if round_ else (),
        drawn=_drawn(round_),
        next=next_step(table, role in SEE_PLACES),
        choices=tuple(_choices(rules, round_, own)),
        waiting=tuple(_waiting(rules, round_)) if is_staff else (),
        duties=tuple(_duties(rules, state, now)) if is_staff else (),
        is_physical=rules.physical,
    )


def phase_of(table: TableView) -> str:
    """The phase of the round or, between rounds, "closed", "opening", "betting", or "ending" if no round will
    follow.
    """
    state = table.state
    if is_under_way(state) and state.round is not None:
        return state.round.phase
    if not state.decks:
        return "closed"
    if table.differences:
        return "ending"
    return "betting" if state.round is not None or _is_ready(state) else "opening"


def _is_ready(state: Table) -> bool:
    return state.deck_state is not None and state.deck_state.status == "ready"


# --- Cards -------------------------------------------------------------------------------------------


def _may_see(rules: TableRules, round_: Round, number: int, own: str) -> bool:
    """Whether the viewer may see a seat's cards: their own always, others once they are turned up to be settled.

    The cards of a seat whose payout waits for a floorperson are already visible, because the wait itself reveals the
    hand.
    """
    seat = round_.seats[number]
    if own and seat.player == own:
        return True
    is_turned_up = seat.status == "settled" or any(waiting == number for waiting, _ in round_.waiting)
    return is_turned_up and _is_by_cards(rules, round_, seat.wagers) and not _is_racked_unseen(rules, seat)


def _is_by_cards(rules: TableRules, round_: Round, wagers: Iterable[str]) -> bool:
    """Whether cards decide any of these wagers. Most wagers in a void round are returned without turning up cards."""
    if not round_.voided_by:
        return True
    effects = rules.effects[round_.voided_by]
    return any(effects[wager].effect == "settled" for wager in wagers)


def _is_racked_unseen(rules: TableRules, seat: Seat) -> bool:
    """Whether the hand went to the rack face down because it was folded with no wager left, or because its player
    left.
    """
    if "left" in seat.actions:
        return True
    return "fold" in seat.actions and set(seat.wagers) <= rules.settlement.collected_on_fold


def _shown(cards: Iterable[Card], is_open: bool) -> tuple[str, ...]:
    return tuple(str(card) if is_open else HIDDEN for card in cards)


def _dealer(rules: TableRules, state: Table) -> tuple[str, ...]:
    """The dealer's cards, with face-down cards hidden."""
    cards = dealers_cards(rules, state.method, state.round) if state.round else ()
    return tuple(HIDDEN if card is None else str(card) for card in cards)


def _dealer_hand(rules: TableRules, round_: Round | None) -> str:
    if round_ is None or not round_.dealer_up or not rules.hands.has_dealer:
        return ""
    return _described(rules, round_, None, "dealer")


def _community(round_: Round | None) -> tuple[str, ...]:
    """The board, with cards that are still face down hidden."""
    if round_ is None:
        return ()
    return tuple(str(card) if n < round_.shown else HIDDEN for n, card in enumerate(round_.community))


def _places(rules: TableRules, round_: Round | None) -> dict[str, tuple[str, ...]]:
    """Cards in other places. Burned cards stay hidden; bonus cards are turned up when settlement begins."""
    if round_ is None:
        return {}
    is_open = round_.phase in ("settling", "done")
    elsewhere = {place: cards for place, cards in round_.places.items() if place not in ("dealer", "community")}
    turned_up = {place for place in elsewhere if is_open and _is_turned_up(rules, round_, place)}
    return {place: _shown(cards, place in turned_up) for place, cards in elsewhere.items()}


def _is_turned_up(rules: TableRules, round_: Round, place: str) -> bool:
    """Whether the cards of a place have been turned up to settle the wager they were dealt for."""
    steps = (step for dealing in rules.book.dealing for step in dealing.steps if place in step.to)
    return place not in FACE_DOWN and _is_by_cards(rules, round_, {step.only_if for step in steps if step.only_if})


FACE_DOWN = frozenset({"burn", "set aside"})


def _drawn(round_: Round | None) -> tuple[str, ...]:
    if round_ is None:
        return ()
    positions = ("the dealer's position" if n == 0 else f"position {n}" for n in round_.drawn_positions)
    return (*map(str, round_.drawn_cards), *positions)


# --- Seats ---------------------------------------------------------------------------------------------


def _seats(rules: TableRules, state: Table, own: str) -> Iterator[WireSeat]:
    for number in range(1, rules.seats + 1):
        round_ = state.round
        seat = round_.seats.get(number) if round_ else None
        player = seat.player if seat else state.players.get(number, "")
        yield _seat(rules, round_, number, seat, player, own) if round_ and seat else _empty(number, player, own)


def _empty(number: int, player: str, own: str) -> WireSeat:
    return WireSeat(
        seat=number,
        player=player,
        is_you=bool(own) and player == own,
        in_round=False,
        wagers={},
        cards=(),
        discard=(),
        hand="",
        status="",
        actions=(),
        is_asked=False,
    )


def _seat(rules: TableRules, round_: Round, number: int, seat: Seat, player: str, own: str) -> WireSeat:
    is_open = _may_see(rules, round_, number, own)
    return WireSeat(
        seat=number,
        player=player,
        is_you=bool(own) and player == own,
        in_round=True,
        wagers=dict(seat.wagers),
        cards=_held(rules, seat, is_open),
        discard=_shown(seat.discard, is_open and not _is_put_away_unseen(seat, player == own)),
        hand=_described(rules, round_, seat, "player") if is_open else "",
        status=seat.status,
        actions=seat.actions,
        is_asked=_asked(rules, round_) == number,
    )


def _held(rules: TableRules, seat: Seat, is_open: bool) -> tuple[str, ...]:
    """A seat's cards. A bought card lies face up for everyone to see."""
    kept = kept_size(rules, seat) if BUY in seat.actions else len(seat.cards)
    return _shown(seat.cards[:kept], is_open) + _shown(seat.cards[kept:], True)


def _is_put_away_unseen(seat: Seat, is_own: bool) -> bool:
    """Whether the discarded card is hidden from the viewer because it was exchanged face down for a bought one."""
    return BUY in seat.actions and not is_own


def _described(rules: TableRules, round_: Round, seat: Seat | None, hand: str) -> str:
    """A hand in words once all its cards are face up, otherwise empty."""
    if round_.shown < rules.hands.board_size or not can_form(rules, round_, seat, hand):
        return ""
    return rules.hands.rankings[hand].describe(hand_cards(rules, round_, seat, hand))


def _asked(rules: TableRules, round_: Round) -> int | None:
    return next_to_act(rules, round_, stage_of(rules, round_)) if round_.phase == "deciding" else None


def _choices(rules: TableRules, round_: Round | None, own: str) -> Iterator[WireChoice]:
    """The decisions open to the viewer, if it is their turn."""
    number = _asked(rules, round_) if round_ else None
    if round_ is None or number is None or not own or round_.seats[number].player != own:
        return
    seat = round_.seats[number]
    for option in options(rules, round_, seat, stage_of(rules, round_)):
        yield _choice(rules, seat, option)


def _choice(rules: TableRules, seat: Seat, option: Open) -> WireChoice:
    choice, least, most, cite = option
    wager = rules.wagers.get(choice.wager)
    sums = tuple(multiples(option)) if choice.times else tuple(sorted({least, most}))
    return WireChoice(
        action=choice.action,
        wager=choice.wager,
        name=wager.name if wager else choice.action.capitalize(),
        cents=sums,
        any_between=not choice.times and least != most,
        discards=tuple(map(str, seat.cards)) if choice.discard else (),
        price=price_cents(rules, seat, choice.price) if choice.price is not None else 0,
        cite=cite,
        says=wager.says if wager else " or ".join(choice.hands),
    )


# --- Money, meters, duties -------------------------------------------------------------------------------


def wire_line(rules: TableRules, line: Line) -> WireLine:
    wager = rules.wagers.get(line.wager)
    return WireLine(
        seat=line.seat,
        wager=line.wager,
        name=wager.name if wager else line.wager.capitalize(),
        stake=line.stake,
        outcome=line.outcome,
        odds=line.odds,
        row=line.row,
        paid=line.paid,
        returned=line.returned,
        kept=line.kept,
        cite=line.cite,
        paid_under=line.paid_under,
        hand_pay=line.hand_pay,
        note=line.note,
        readings=line.readings,
    )


def meters_of(table: TableView, shown: dict[str, int], down: frozenset[str]) -> Iterator[WireMeter]:
    """A table's meters with the amounts on display, and whether their link is down."""
    for meter in table.engine.submission.meters:
        name = table.meters[meter.id]
        cents = shown[name] // METER_UNITS_PER_CENT
        title = title_of(table, meter)
        is_down = meter.link in down
        yield WireMeter(id=name, name=meter.name, title=title, wagers=meter.wagers, cents=cents, is_down=is_down)


def title_of(table: TableView, meter: MeterTerms) -> str:
    """The name that players use for a meter."""
    return table.engine.submission.book.meter(meter.id).title or meter.name


def _waiting(rules: TableRules, round_: Round | None) -> Iterator[WireWaiting]:
    if round_ is None:
        return
    for seat, wager in round_.waiting:
        cite = rules.settlement.validation_cites[wager]
        share = round_.share_of(seat, wager)
        yield _wait(rules, seat, wager, "validate", share.paid if share else 0, cite)
    for seat in round_.hand_pays:
        for line in round_.lines:
            if line.seat == seat and line.hand_pay and line.paid:
                cite = rules.settlement.document_cites[line.wager]
                yield _wait(rules, seat, line.wager, "documents", line.paid, cite)


def _wait(rules: TableRules, seat: int, wager: str, what: str, cents: int, cite: str) -> WireWaiting:
    return WireWaiting(seat=seat, wager=wager, name=rules.wagers[wager].name, what=what, cents=cents, cite=cite)


def _duties(rules: TableRules, state: Table, now: int) -> Iterator[WireDuty]:
    for due in duties(rules, state, max(now, state.now)):
        yield WireDuty(
            duty=due.duty, name=due.name, who=due.who, when=due.when, due=due.due, says=due.says, cite=due.cite
        )
