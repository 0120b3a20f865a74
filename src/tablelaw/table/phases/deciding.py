"""Decisions (fold, check, bet, play on, declare), clockwise, and what each does to wagers and cards."""

from __future__ import annotations

from tablelaw.cards import Card
from tablelaw.law.rows import Choice, Stage
from tablelaw.printed_money import printed
from tablelaw.table import commands, events
from tablelaw.table.phases.flow import next_to_act, onward, stage_of
from tablelaw.table.phases.hands import hand_class
from tablelaw.table.phases.settling import settle_at_once
from tablelaw.table.phases.stub import require_counted_stub, require_right_stub
from tablelaw.table.phases.wagering import require_own_seat
from tablelaw.table.refusals import Openly, Refused
from tablelaw.table.registry import evolves, handles
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Seat, Table, change

AFTER = {"fold": "folded", "declare": "declared"}
Open = tuple[Choice, int, int]
"""A choice open to a seat, with the least and the most it may wager in cents."""


@handles(commands.Act, "player", "dealer")
def act(rules: TableRules, state: Table, command: commands.Act) -> list[events.Event]:
    round_ = state.round
    if round_ is None or round_.phase != "deciding":
        raise Refused("no-decision-due", cite=rules.decide_cite, accepted="when the dealer asks")
    require_own_seat(command, command.seat)
    stage = stage_of(rules, round_)
    turn = next_to_act(rules, round_, stage)
    if command.seat != turn:
        why, cite = f"seat {command.seat}", rules.cite(stage.cite)
        raise Refused("not-your-turn", why=why, cite=cite, accepted=f"seat {turn}")
    _require_stub_count(rules, state, round_)
    seat = round_.seats[command.seat]
    _require_discard_allowed(rules, stage, command)
    choice = _chosen(rules, seat, options(rules, round_, seat, stage), stage, command)
    _require_discard(rules, stage, choice, seat, command.discard)
    event = _event(rules, round_, stage, choice, command)
    return [event] if command.action not in AFTER else [event, *_at_once(rules, state, event, choice)]


def _event(rules: TableRules, round_: Round, stage: Stage, choice: Choice, command: commands.Act) -> events.Decided:
    racked = command.action in AFTER and not keeps_cards(rules, round_, command.seat, command.action)
    return events.Decided(
        *(command.seat, stage.id, command.action, choice.wager, command.cents, command.discard, racked),
        cite=rules.choice_cite(choice),
        by=command.by,
        at=command.at,
    )


def _require_stub_count(rules: TableRules, state: Table, round_: Round) -> None:
    """If the stub is complete before the players decide, a count that is due comes before the first decision."""
    if state.method in rules.stub_first:
        require_counted_stub(rules, state, round_)
    else:
        require_right_stub(rules, state, round_)


# --- What is open to a seat ----------------------------------------------------------------------


def options(rules: TableRules, round_: Round, seat: Seat, stage: Stage) -> list[Open]:
    """The choices open to a seat's hand, each with the least and the most it may wager in cents.

    Anybody may declare; whether the declaration is right is seen when the cards are turned up.
    """
    held = hand_class(rules, round_, seat, stage.hand) if stage.hand else ""
    return [
        option
        for option in _of_any_hand(rules, seat, stage)
        if option[0].action == "declare" or not option[0].hands or held in option[0].hands
    ]


def _of_any_hand(rules: TableRules, seat: Seat, stage: Stage) -> list[Open]:
    """Every choice of a stage with its sums, whatever the hand: this reveals nothing about the cards."""
    base = seat.wagers[rules.base]
    choices = rules.choices(stage)
    return [(choice, *(rules.limits(choice, base) if choice.wager else (0, 0))) for choice in choices]


def _chosen(rules: TableRules, seat: Seat, open_to: list[Open], stage: Stage, command: commands.Act) -> Choice:
    """The choice that a command makes; refuses an action or sum that is not permitted."""
    named = _named(open_to, command.action)
    for option in named:
        if _permits(option, command.cents):
            return option[0]
    cite, every = rules.cite(stage.cite), _of_any_hand(rules, seat, stage)
    if not named:
        openly = Openly(cite, _actions(every))
        why, accepted = command.action, _actions(open_to)
        raise Refused("action-not-permitted", why=why, cite=cite, accepted=accepted, openly=openly)
    why, own = printed(command.cents), rules.choice_cite(named[0][0])
    openly = _sums_openly(rules, cite, _named(every, command.action))
    raise Refused("raise-not-permitted", why=why, cite=own, accepted=_either(named), openly=openly)


def _named(open_to: list[Open], action: str) -> list[Open]:
    return [option for option in open_to if option[0].action == action]


def _actions(open_to: list[Open]) -> str:
    return " or ".join(dict.fromkeys(choice.action for choice, _, _ in open_to))


def _either(named: list[Open]) -> str:
    return " or ".join(dict.fromkeys(map(_sums, named)))


def _sums_openly(rules: TableRules, cite: str, named: list[Open]) -> Openly:
    """What others are told about the permitted sums: if the hand decides, words that do not reveal it."""
    if not any(choice.hands for choice, _, _ in named):
        return Openly(rules.choice_cite(named[0][0]), _either(named))
    return Openly(cite, f"{_either(named)}, as the player's hand permits")


def _permits(option: Open, cents: int) -> bool:
    choice, least, most = option
    if not choice.times:
        return least <= cents <= most
    return cents in multiples(option)


def multiples(option: Open) -> list[int]:
    """The sums of a choice with a list of multiples."""
    choice, least, _ = option
    return [least // min(choice.times) * times for times in choice.times]


def _sums(option: Open) -> str:
    choice, least, most = option
    if choice.times:
        return " or ".join(map(printed, multiples(option)))
    return printed(least) if least == most else f"{printed(least)} to {printed(most)}"


def _require_discard_allowed(rules: TableRules, stage: Stage, command: commands.Act) -> None:
    """Refuses a discard with an action that takes none, before the hand is looked at.

    Otherwise the refusal of a command that is always refused would reveal whether the hand permits the sum.
    """
    named = [choice for choice in rules.choices(stage) if choice.action == command.action]
    if command.discard and named and not any(choice.discard for choice in named):
        cite = rules.choice_cite(named[0]) if len(named) == 1 else rules.cite(stage.cite)
        raise Refused("wrong-discard", why=_put_away(command.discard), cite=cite, accepted="0")


def _require_discard(rules: TableRules, stage: Stage, choice: Choice, seat: Seat, discard: tuple[Card, ...]) -> None:
    if len(discard) == choice.discard and set(discard) <= set(seat.cards):
        return
    cite = rules.choice_cite(choice)
    openly = Openly(rules.cite(stage.cite) if choice.hands else cite, f"{choice.discard} of the player's own cards")
    accepted = f"{choice.discard} of {' '.join(map(str, seat.cards))}"
    raise Refused("wrong-discard", why=_put_away(discard), cite=cite, accepted=accepted, openly=openly)


def _put_away(discard: tuple[Card, ...]) -> str:
    return f"{len(discard)} discarded cards"


# --- Folds and declarations -------------------------------------------------------------------------


def keeps_cards(rules: TableRules, round_: Round, number: int, action: str) -> bool:
    """Whether the cards of a seat that folds or declares stay on the table.

    They do while a wager of the seat is open, or another player's bonus depends on every hand.
    """
    own = round_.seats[number].wagers
    if action == "fold" and any(wager not in rules.collected_on_fold for wager in own):
        return True
    looking = [bonus for bonus in rules.bonuses if "other player" in rules.hand_places.get(bonus.hand, ())]
    others = [seat.wagers for n, seat in round_.seats.items() if n != number]
    return any(carrier in wagers for bonus in looking for carrier in bonus.rides_on for wagers in others)


def _at_once(rules: TableRules, state: Table, event: events.Decided, choice: Choice) -> list[events.Event]:
    """A fold or a declaration settles some wagers at once; a wrong declaration is an irregularity."""
    assert state.round is not None
    after = _decided(state.round, event)
    settled = settle_at_once(rules, after, state.meters, event)
    if not choice.hands or _held(rules, after, event) in choice.hands:
        return settled
    irregularity = next(
        irregularity for irregularity in rules.book.irregularities if irregularity.moment == "at a declaration"
    )
    cite = rules.cite(irregularity.cite)
    return [
        events.IrregularityFound(irregularity.id, event.seat, False, False, cite=cite, by=event.by, at=event.at),
        *settled,
    ]


def _held(rules: TableRules, round_: Round, event: events.Decided) -> str:
    return hand_class(rules, round_, round_.seats[event.seat], rules.stages[event.stage].hand)


# --- What it makes of the state ------------------------------------------------------------------------


def _decided(round_: Round, event: events.Decided) -> Round:
    seat = round_.seats[event.seat]
    wagers, cards, discard = seat.wagers, seat.cards, seat.discard
    if event.wager:
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
    after = onward(rules, _decided(state.round, event), state.method)
    return change(state, events=state.events + 1, round=after, now=event.at)
