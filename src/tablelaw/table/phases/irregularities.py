"""Irregularities: when each can be reported, and its effects on each wager as the regulation prescribes."""

from __future__ import annotations

from tablelaw.law.rows import Irregularity
from tablelaw.persons import roles_in_words
from tablelaw.table import commands, events
from tablelaw.table.events import Line
from tablelaw.table.phases.dealing import require_possible_card
from tablelaw.table.phases.decks import MACHINES, MAY_BE_SHUFFLED, deck_to_shuffle, is_under_way, with_deck
from tablelaw.table.phases.devices import devices
from tablelaw.table.phases.settling import void_line
from tablelaw.table.phases.stub import CONFIRMED, WRONG
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import evolves, handles
from tablelaw.table.round.divided_shares import part_given_back, share_to_return
from tablelaw.table.round.flow import SETTLED, advance, final, hands_wait, is_undecided, shoe_deals
from tablelaw.table.round.hands import lacks_cards
from tablelaw.table.round.meter_lines import line_at, readings_without
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Table, change

COUNTING = frozenset({"counting", "reshuffling"})


@handles(commands.ReportIrregularity)
def report(rules: TableRules, state: Table, command: commands.ReportIrregularity) -> list[events.Event]:
    irregularity = _irregularity(rules, state, command)
    if irregularity.hands == "player's hand void":
        return _one_seat(rules, state, irregularity, command)
    found: list[events.Event] = [_found(rules, state, irregularity, command)]
    if irregularity.cards == "card not used":
        found.append(_set_aside(rules, state, irregularity, command))
    if irregularity.cards == "deck removed" and irregularity.moment == "during a shuffle":
        found.append(events.DeckRemoved(cite=cite_of(rules, state, irregularity), by=command.by, at=command.at))
    return found


def cite_of(rules: TableRules, state: Table, irregularity: Irregularity) -> str:
    """The irregularity's paragraph, under the dealing procedure in use."""
    return str(rules.cites.under(state.method, irregularity.cite))


# --- Which irregularity, and whether it can happen now -------------------------------------------------


def _irregularity(rules: TableRules, state: Table, command: commands.ReportIrregularity) -> Irregularity:
    """The irregularity reported. A second one in the same round may count as a different one, such as a second exposed
    card.
    """
    irregularity = rules.irregularities.get(command.irregularity)
    if irregularity is None:
        raise Refused("unknown-slip", why=command.irregularity, accepted=", ".join(rules.irregularities))
    irregularity = _become(rules, state, irregularity)
    cite = cite_of(rules, state, irregularity)
    if irregularity.methods and state.method not in irregularity.methods:
        accepted = ", ".join(irregularity.methods)
        raise Refused("slip-not-now", why=f"dealt by {state.method}", cite=cite, accepted=accepted)
    if state.round is not None and state.round.voided_by:
        void = rules.irregularities[state.round.voided_by]
        raise Refused(
            "round-is-void", why=void.id, cite=cite_of(rules, state, void), accepted="settle and clear the round"
        )
    if not is_now(rules, state, irregularity):
        raise Refused("slip-not-now", why=irregularity.name, cite=cite, accepted=irregularity.moment)
    return irregularity


def _become(rules: TableRules, state: Table, irregularity: Irregularity) -> Irregularity:
    """What a second irregularity of its kind in the same round becomes. All kinds of exposed card count as the same
    kind.
    """
    earlier = state.round.irregularities if state.round is not None else ()
    if not irregularity.again or not any(rules.irregularities[name].again for name in earlier):
        return irregularity
    further = [rules.irregularities[name] for name in irregularity.again]
    return next((other for other in further if is_now(rules, state, other)), irregularity)


def is_now(rules: TableRules, state: Table, irregularity: Irregularity) -> bool:
    """Whether the irregularity can happen at this moment."""
    if irregularity.device:
        return "broken" not in state.out_of_order and any(d not in state.out_of_order for d in devices(rules))
    if irregularity.moment == "during a shuffle":
        return _can_jam(rules, state, irregularity)
    round_ = state.round
    return round_ is not None and round_.phase != "betting" and _is_moment(rules, state, round_, irregularity)


def _can_jam(rules: TableRules, state: Table, irregularity: Irregularity) -> bool:
    """Whether a device is shuffling: the deck of the next round or, during a round, the other deck."""
    able = COUNTING if irregularity.cards == "deck removed" else MACHINES
    if not state.decks or state.shuffler not in able or (is_under_way(state) and len(state.decks) == 1):
        return False
    return state.decks[deck_to_shuffle(state)].status in MAY_BE_SHUFFLED


def _is_moment(rules: TableRules, state: Table, round_: Round, irregularity: Irregularity) -> bool:
    moment = irregularity.moment
    if moment == "any":
        return True
    if moment == "during the deal":
        return round_.phase == "dealing"
    if moment == "while the shoe deals":
        return shoe_deals(rules, round_, state.method)
    if moment == "before the initial cards are complete":
        return hands_wait(round_)
    if moment == "after the initial cards are complete":
        return not hands_wait(round_) and round_.phase in ("dealing", "revealing", "deciding")
    if moment == "before every player has decided":
        return bool(round_.places.get(irregularity.place)) and is_undecided(rules, round_)
    if moment != "at the stub count":
        return False
    return round_.stub == CONFIRMED or (round_.stub == WRONG and not rules.confirms_stub)


# --- Effects -----------------------------------------------------------------------------------------


def _found(
    rules: TableRules, state: Table, irregularity: Irregularity, command: commands.ReportIrregularity
) -> events.IrregularityFound:
    """The event for an irregularity.

    If the text says so and the deck in play is concerned, the round is void and its lines are undone.
    """
    round_ = state.round
    shuffling = irregularity.moment == "during a shuffle" and is_under_way(state)
    voids = irregularity.hands == "void" and round_ is not None and not shuffling
    board = voids and round_ is not None and must_deal_on(rules, change(round_, voided_by=irregularity.id))
    reopened = tuple((line.seat, line.wager) for line in round_.lines) if voids and round_ else ()
    cite = cite_of(rules, state, irregularity)
    return events.IrregularityFound(
        irregularity.id, command.seat, voids, board, reopened, cite=cite, by=command.by, at=command.at
    )


def is_settled_in_part(rules: TableRules, round_: Round) -> bool:
    """Whether any wager of a void round is still settled."""
    effects = rules.effects[round_.voided_by]
    return any(effects[wager].effect == "settled" for seat in round_.seats.values() for wager in seat.wagers)


def must_deal_on(rules: TableRules, round_: Round) -> bool:
    """Whether cards must still be dealt or turned up in a void round for a wager that is still settled."""
    return is_settled_in_part(rules, round_) and (hands_wait(round_) or lacks_cards(rules, round_))


def _set_aside(
    rules: TableRules, state: Table, irregularity: Irregularity, command: commands.ReportIrregularity
) -> events.CardSetAside:
    """The card that is not used: the next card of a virtual deck, or the real card that was found."""
    round_ = state.round
    assert round_ is not None
    cite = cite_of(rules, state, irregularity)
    if rules.physical:
        if len(command.card) != 1:
            raise Refused("impossible-card", why="no card named", cite=cite, accepted="the card that was found")
        require_possible_card(rules, round_, command.card[0])
        return events.CardSetAside(command.card, cite=cite, by=command.by, at=command.at)
    card = state.decks[state.deck].cards[round_.dealt : round_.dealt + 1]
    return events.CardSetAside(card, cite=cite, by=command.by, at=command.at)


def _one_seat(
    rules: TableRules, state: Table, irregularity: Irregularity, command: commands.ReportIrregularity
) -> list[events.Event]:
    """Voids one player's hand on a floorperson's order; the others continue."""
    round_, cite = state.round, cite_of(rules, state, irregularity)
    assert round_ is not None
    if command.actor.role != "floor":
        raise Refused("wrong-role", why=irregularity.name, cite=cite, accepted=roles_in_words(["floor"]))
    seat = round_.seats.get(command.seat)
    if seat is None or seat.status in (SETTLED, "left"):
        open_ = [str(n) for n, other in round_.seats.items() if other.status not in (SETTLED, "left")]
        raise Refused("slip-needs-seat", why=f"seat {command.seat}", cite=cite, accepted=" or ".join(open_))
    lines, meters = [], _meters_without(state, command.seat)
    for wager in (row.id for _, row in rules.settlement.order if row.id in seat.wagers):
        if round_.line_of(command.seat, wager) is None:
            effect = rules.effects[irregularity.id][wager]
            effect_cite = rules.cites.under(state.method, effect.cite)
            blank = void_line(wager, effect, effect_cite, seat.wagers[wager])
            line = line_at(rules, round_, command.seat, blank, meters)
            lines.append(part_given_back(rules, round_, line, meters))
    found = events.IrregularityFound(
        irregularity.id, command.seat, False, False, (), cite=cite, by=command.by, at=command.at
    )
    return [found, events.Settled(command.seat, tuple(lines), False, cite=cite, by=command.by, at=command.at)]


# --- Changes of state ---------------------------------------------------------------------------------


@evolves(events.IrregularityFound)
def irregularity_found(rules: TableRules, state: Table, event: events.IrregularityFound) -> Table:
    irregularity = rules.irregularities[event.irregularity]
    after = change(state, events=state.events + 1, now=event.at)
    if irregularity.device:
        after = change(after, out_of_order=(*state.out_of_order, "broken"))
    if irregularity.moment == "during a shuffle" and irregularity.cards != "deck removed":
        after = _to_be_shuffled(after)
    if state.round is None:
        return after
    round_ = change(final(state.round), irregularities=(*state.round.irregularities, event.irregularity))
    if irregularity.hands == "player's hand void" and irregularity.moment != "at a declaration":
        after = change(after, meters=_meters_without(state, event.seat))
        round_ = _left(round_, event.seat)
    if event.voids:
        after = change(after, meters=readings_without(state.meters, undone_lines(state.round)))
        round_ = _voided(rules, round_, event, state.method)
    return change(after, round=round_)


def _to_be_shuffled(state: Table) -> Table:
    """Stacks the deck in the device, to be shuffled again."""
    number = deck_to_shuffle(state)
    deck = change(state.decks[number], status="stacked", cards=(), preshuffled=False, cut=False)
    return change(state, decks=(*state.decks[:number], deck, *state.decks[number + 1 :]))


def _left(round_: Round, number: int) -> Round:
    """Marks a seat whose player has left, and drops its waiting payouts.

    Its hand may still earn other players a bonus.
    """
    seat = round_.seats[number]
    seats = {**round_.seats, number: change(seat, status="left", actions=(*seat.actions, "left"))}
    returned = share_to_return(round_, number)
    shares = tuple(line for line in round_.shares if line is not returned)
    return change(round_, seats=seats, shares=shares, waiting=tuple(w for w in round_.waiting if w[0] != number))


def undone_lines(round_: Round) -> tuple[Line, ...]:
    """The lines that a void undoes, in the order in which they were made."""
    return (*round_.shares, *(line for line in round_.lines if line not in round_.shares))


def _meters_without(state: Table, seat: int) -> dict[str, int]:
    """The meters after a seat's player has left. A share that was waiting for validation returns to its meter."""
    share = share_to_return(state.round, seat) if state.round else None
    return readings_without(state.meters, (share,) if share else ())


def _voided(rules: TableRules, round_: Round, event: events.IrregularityFound, method: str) -> Round:
    """Undoes all lines and folds of a void round. Dealing continues only for a wager that is still settled."""
    actions = {n: tuple(a for a in round_.seats[n].actions if a != "left") for n in sorted(round_.seats)}
    seats = {n: change(round_.seats[n], status="in", racked=False, actions=acts) for n, acts in actions.items()}
    round_ = change(round_, voided_by=event.irregularity, seats=seats, lines=(), shares=(), waiting=(), validated=())
    round_ = change(round_, hand_pays=())
    if not is_settled_in_part(rules, round_):
        return change(round_, queue=(), flow=rules.flow.settle_at, phase="settling")
    goes_on = event.board and round_.phase in ("dealing", "revealing")
    return round_ if goes_on else advance(rules, round_, method)


@evolves(events.CardSetAside)
def card_set_aside(rules: TableRules, state: Table, event: events.CardSetAside) -> Table:
    round_ = state.round
    assert round_ is not None
    places = {**round_.places, "set aside": (*round_.places.get("set aside", ()), *event.card)}
    after = change(round_, places=places, dealt=round_.dealt + 1)
    return change(state, events=state.events + 1, round=after, now=event.at)


@evolves(events.DeckRemoved)
def deck_removed(rules: TableRules, state: Table, event: events.DeckRemoved) -> Table:
    return with_deck(state, event.at, deck_to_shuffle(state), status="removed", cards=())
