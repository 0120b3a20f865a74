"""Decisions (fold, check, bet, buy, play on, declare, pull, ride), taken clockwise, and their effect on wagers and
cards.
"""

from __future__ import annotations

from typing import NamedTuple

from tablelaw.cards import Card
from tablelaw.law.rows import BUY, PULL, Choice, Price, Stage
from tablelaw.printed_money import printed
from tablelaw.table import commands, events
from tablelaw.table.phases.settling import settle_at_once
from tablelaw.table.phases.stub import require_counted_stub, require_right_stub
from tablelaw.table.phases.wagering import require_own_seat
from tablelaw.table.refusals import Openly, Refused
from tablelaw.table.registry import evolves, handles
from tablelaw.table.round.flow import final, next_to_act, onward, stage_of
from tablelaw.table.round.hands import hand_class
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Seat, Table, change

AFTER = {"fold": "folded", "declare": "declared"}
SETTLE_AT_ONCE = frozenset({*AFTER, BUY})


class Open(NamedTuple):
    """A choice open to a seat, with its minimum and maximum in cents, and its paragraph."""

    choice: Choice
    least: int
    most: int
    cite: str


@handles(commands.Act)
def act(rules: TableRules, state: Table, command: commands.Act) -> list[events.Event]:
    round_ = state.round
    if round_ is None or round_.phase != "deciding":
        raise Refused("no-decision-due", cite=rules.flow.decide_cite, accepted="when the dealer asks")
    require_own_seat(command, command.seat)
    stage = stage_of(rules, round_)
    turn = next_to_act(rules, round_, stage)
    if command.seat != turn:
        why, cite = f"seat {command.seat}", rules.cites.first(stage.cite)
        raise Refused("not-your-turn", why=why, cite=cite, accepted=f"seat {turn}")
    _require_stub_count(rules, state, round_)
    seat = round_.seats[command.seat]
    _require_discard_allowed(rules, stage, command)
    option = _chosen(rules, seat, options(rules, round_, seat, stage), stage, command)
    _require_discard(rules, stage, option, seat, command.discard)
    event = _event(rules, round_, stage, option, command)
    return [event] if command.action not in SETTLE_AT_ONCE else [event, *_at_once(rules, state, event, option.choice)]


def _event(rules: TableRules, round_: Round, stage: Stage, option: Open, command: commands.Act) -> events.Decided:
    racked = command.action in AFTER and not keeps_cards(rules, round_, command.seat, command.action)
    return events.Decided(
        *(command.seat, stage.id, command.action, option.choice.wager, command.cents, command.discard, racked),
        cite=option.cite,
        by=command.by,
        at=command.at,
    )


def _require_stub_count(rules: TableRules, state: Table, round_: Round) -> None:
    """Refuses a decision while a stub count must come first.

    Some procedures complete the stub before players decide, so a count that is due must be made by then.
    """
    if state.method in rules.dealing.stub_first:
        require_counted_stub(rules, state, round_)
    else:
        require_right_stub(rules, state, round_)


# --- Choices open to a seat -------------------------------------------------------------------------


def options(rules: TableRules, round_: Round, seat: Seat, stage: Stage) -> list[Open]:
    """The choices open to a seat's hand, each with its minimum and maximum in cents.

    Any player may declare. Whether the declaration is right is seen when the cards are turned up.
    """
    held = hand_class(rules, round_, seat, stage.hand) if stage.hand else ""
    return [option for option in options_of_any_hand(rules, seat, stage) if _is_open(option.choice, held)]


def _is_open(choice: Choice, held: str) -> bool:
    return choice.action == "declare" or not choice.hands or held in choice.hands


def options_of_any_hand(rules: TableRules, seat: Seat, stage: Stage) -> list[Open]:
    """Every choice of a stage with its sums, regardless of the hand, so nothing about the cards is revealed.

    Only a wager that is on the table can be taken back.
    """
    base = seat.wagers[rules.base]
    there = [found for found in rules.choices[stage.id] if not found.choice.pulls or found.choice.pulls in seat.wagers]
    return [Open(found.choice, *found.limits(base), found.cite) for found in there]


def _chosen(rules: TableRules, seat: Seat, open_to: list[Open], stage: Stage, command: commands.Act) -> Open:
    """The choice that a command makes; refuses an action or sum that is not permitted."""
    named = _named(open_to, command.action)
    for option in named:
        if _permits(option, command.cents):
            return option
    cite, every = rules.cites.first(stage.cite), options_of_any_hand(rules, seat, stage)
    if not named:
        openly = Openly(cite, _actions(every))
        why, accepted = command.action, _actions(open_to)
        raise Refused("action-not-permitted", why=why, cite=cite, accepted=accepted, openly=openly)
    why, own = printed(command.cents), named[0].cite
    openly = _sums_openly(cite, _named(every, command.action))
    raise Refused("raise-not-permitted", why=why, cite=own, accepted=_either(named), openly=openly)


def _named(open_to: list[Open], action: str) -> list[Open]:
    return [option for option in open_to if option.choice.action == action]


def _actions(open_to: list[Open]) -> str:
    return " or ".join(dict.fromkeys(option.choice.action for option in open_to))


def _either(named: list[Open]) -> str:
    return " or ".join(dict.fromkeys(map(_sums, named)))


def _sums_openly(cite: str, named: list[Open]) -> Openly:
    """What other people are shown about the permitted sums. If the sums depend on the hand, the wording does not reveal
    it.
    """
    if not any(option.choice.hands for option in named):
        return Openly(named[0].cite, _either(named))
    return Openly(cite, f"{_either(named)}, as the player's hand permits")


def _permits(option: Open, cents: int) -> bool:
    if not option.choice.times:
        return option.least <= cents <= option.most
    return cents in multiples(option)


def multiples(option: Open) -> list[int]:
    """The permitted sums of a choice that has a list of multiples."""
    listed = option.choice.times
    return [option.least // min(listed) * times for times in listed]


def _sums(option: Open) -> str:
    if option.choice.times:
        return " or ".join(map(printed, multiples(option)))
    least, most = option.least, option.most
    return printed(least) if least == most else f"{printed(least)} to {printed(most)}"


def _require_discard_allowed(rules: TableRules, stage: Stage, command: commands.Act) -> None:
    """Refuses a discard with an action that does not take one. This happens before the hand is examined.

    Otherwise the refusal of a command that is always refused would reveal whether the hand permits the sum.
    """
    named = [found for found in rules.choices[stage.id] if found.choice.action == command.action]
    if command.discard and named and not any(found.choice.discard for found in named):
        cite = named[0].cite if len(named) == 1 else rules.cites.first(stage.cite)
        raise Refused("wrong-discard", why=_put_away(command.discard), cite=cite, accepted="0")


def _require_discard(rules: TableRules, stage: Stage, option: Open, seat: Seat, discard: tuple[Card, ...]) -> None:
    choice, cite = option.choice, option.cite
    if len(discard) == choice.discard and set(discard) <= set(seat.cards):
        return
    openly = Openly(
        rules.cites.first(stage.cite) if choice.hands else cite, f"{choice.discard} of the player's own cards"
    )
    accepted = f"{choice.discard} of {' '.join(map(str, seat.cards))}"
    raise Refused("wrong-discard", why=_put_away(discard), cite=cite, accepted=accepted, openly=openly)


def _put_away(discard: tuple[Card, ...]) -> str:
    return f"{len(discard)} discarded cards"


# --- Folds, purchases and declarations -------------------------------------------------------------------------


def keeps_cards(rules: TableRules, round_: Round, number: int, action: str) -> bool:
    """Whether the cards of a seat that folds or declares stay on the table.

    They stay while the seat has an open wager, or while another player's bonus depends on every hand.
    """
    own = round_.seats[number].wagers
    if action == "fold" and any(wager not in rules.settlement.collected_on_fold for wager in own):
        return True
    looking = [bonus for bonus in rules.bonuses if "other player" in rules.hands.places.get(bonus.hand, ())]
    others = [seat.wagers for n, seat in round_.seats.items() if n != number]
    return any(carrier in wagers for bonus in looking for carrier in bonus.rides_on for wagers in others)


def _at_once(rules: TableRules, state: Table, event: events.Decided, choice: Choice) -> list[events.Event]:
    """Settles the wagers that a fold, purchase or declaration settles immediately. A wrong declaration is an
    irregularity.
    """
    assert state.round is not None
    after = _decided(state.round, event)
    if choice.price is not None:
        return _bought(rules, after, state.meters, event, choice.price)
    settled = settle_at_once(rules, after, state.meters, event)
    if not choice.hands or _held(rules, after, event) in choice.hands:
        return settled
    irregularity = next(
        irregularity for irregularity in rules.book.irregularities if irregularity.moment == "at a declaration"
    )
    cite = rules.cites.first(irregularity.cite)
    return [
        events.IrregularityFound(irregularity.id, event.seat, False, False, cite=cite, by=event.by, at=event.at),
        *settled,
    ]


def _bought(
    rules: TableRules, after: Round, meters: dict[str, int], event: events.Decided, price: Price
) -> list[events.Event]:
    """Places and collects the price of the cards bought, and collects the wagers that the purchase ends."""
    cents = price_cents(rules, after.seats[event.seat], price)
    cite = rules.cites.first(price.cite)
    placed = events.WagerPlaced(event.seat, price.wager, cents, cite=cite, by=event.by, at=event.at)
    return [placed, *settle_at_once(rules, _with_wager(after, placed), meters, event)]


def price_cents(rules: TableRules, seat: Seat, price: Price) -> int:
    """What a purchase costs a seat, in cents."""
    return price.times * seat.wagers[rules.base]


def _with_wager(round_: Round, placed: events.WagerPlaced) -> Round:
    seat = round_.seats[placed.seat]
    seat = change(seat, wagers={**seat.wagers, placed.wager: placed.cents})
    return change(round_, seats={**round_.seats, placed.seat: seat})


def _held(rules: TableRules, round_: Round, event: events.Decided) -> str:
    return hand_class(rules, round_, round_.seats[event.seat], rules.stages[event.stage].hand)


# --- Changes of state ---------------------------------------------------------------------------------


def _decided(round_: Round, event: events.Decided) -> Round:
    seat = round_.seats[event.seat]
    wagers, cards, discard = seat.wagers, seat.cards, seat.discard
    if event.action == PULL:
        wagers = {wager: cents for wager, cents in wagers.items() if wager != event.wager}
    elif event.wager:
        wagers = {**wagers, event.wager: event.cents}
    if event.discard:
        cards = tuple(card for card in cards if card not in event.discard)
        discard = (*discard, *event.discard)
    seat = change(
        seat,
        wagers=wagers,
        cards=cards,
        discard=discard,
        status=AFTER.get(event.action, seat.status),
        asked=(*seat.asked, event.stage),
        actions=(*seat.actions, event.action),
        racked=event.racked,
    )
    return change(round_, seats={**round_.seats, event.seat: seat})


@evolves(events.Decided)
def decided(rules: TableRules, state: Table, event: events.Decided) -> Table:
    assert state.round is not None
    after = onward(rules, _decided(final(state.round), event), state.method)
    return change(state, events=state.events + 1, round=after, now=event.at)
