"""What dealer and floorperson may do at a table now, as button labels, with the procedure's next step first.

Nothing here depends on a face-down card. People who count enter their own count: no step contains the system's number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from tablelaw.chance import KernelChance
from tablelaw.floor.handlers.dealers_and_served_seats import is_served
from tablelaw.floor.handlers.meter_links import cut_off, lying
from tablelaw.floor.house_staff import handed_back, next_step
from tablelaw.floor.orders import ServeSeat
from tablelaw.floor.read_model import TableView
from tablelaw.floor.rules.frozen_tables import refusal_by_other_rules
from tablelaw.floor.rules.lapses import On, out_of_force
from tablelaw.printed_money import printed
from tablelaw.server.context import ServerContext
from tablelaw.server.http.permissions import rows
from tablelaw.server.received_orders import TABLE_COMMANDS, message_of
from tablelaw.server.users import Person
from tablelaw.table import commands
from tablelaw.table.command_wording import LABELS
from tablelaw.table.commands import Command
from tablelaw.table.phases.deciding import Open, multiples, options_of_any_hand
from tablelaw.table.phases.devices import marking, shuffles
from tablelaw.table.reading.sentences import place_name
from tablelaw.table.round.flow import next_seat, next_to_act, stage_of
from tablelaw.table.state import Round, change
from tablelaw.views.messages import Wire
from tablelaw.views.next_step import is_given_back

COUNTED: dict[type[Command], tuple[str, str]] = {
    commands.CountChips: (
        "number",
        "Count the chips collected from the devices on the layout, and enter your count. If the system accepted "
        "a different number of wagers it says so: count again, and if it still differs call a floorperson. No card is "
        "dealt before the two agree.",
    ),
    commands.CountStub: (
        "cards",
        "Count the cards left over and enter your count. If it does not make up the whole deck, a floorperson "
        "counts again before anything else happens.",
    ),
}
"""Commands that carry a count, each with its field and instructions."""


class Step(Wire, frozen=True):
    """A command that would be accepted now and can be sent as it is; `asks` names a field for which the dealer must
    first enter a count. `how` says how to count, or what a command changes that is seldom given.
    """

    says: str
    command: msgspec.Raw
    is_next: bool
    asks: str = ""
    how: str = ""


class Steps(Wire, frozen=True):
    """What may be done at a table. `dealer` is the person who has taken it over from the automatic dealer, if any.

    `may_deal` says whether the asker may give a dealer's orders here; `why_not` says why bets cannot be closed yet.
    """

    dealer: str
    is_automatic: bool
    may_deal: bool
    number: int
    steps: tuple[Step, ...]
    why_not: str = ""
    served: tuple[int, ...] = ()
    """Seats of players without a device: the table's dealer enters what they say."""
    decisions: tuple[Step, ...] = ()
    """The decisions open to the player without a device whose turn it is, whatever the cards are."""


def steps_of(context: ServerContext, name: str, person: Person) -> Steps:
    """Everything that this person may do at the table now."""
    view = context.service.views.tables[name]
    why_not = _why_no_close(context, view)
    steps = [*_told(context, view, person.role, why_not), *_unserved(view, person)]
    steps.sort(key=lambda step: not step.is_next)
    dealer = context.house_dealer.dealers.get(name, "") if context.house_dealer else view.dealer
    is_free = context.house_dealer is None and not dealer
    return Steps(
        dealer=dealer,
        is_automatic=context.house_dealer is not None,
        may_deal=person.role == "dealer" and (dealer == person.name or is_free),
        number=view.number,
        steps=tuple(steps),
        why_not=why_not,
        served=tuple(seat for seat in view.state.players if is_served(view, seat)),
        decisions=tuple(_decisions(view)) if person.role == "dealer" else (),
    )


def _told(context: ServerContext, view: TableView, role: str, why_not: str) -> Iterator[Step]:
    """Lists each command once, and marks the first of the kind that is due as the next step."""
    commands_now = list(_commands(context, view, role, why_not))
    first = _first(context, view, commands_now, why_not)
    next_one = next((command for command in commands_now if type(command) is first), None)
    for command in dict.fromkeys(commands_now):
        yield _step(view, command, is_next=command == next_one)


def _commands(context: ServerContext, view: TableView, role: str, why_not: str) -> Iterator[Command]:
    now = max(context.service.clock.now(), view.state.now)
    kinds = [kind for kind in LABELS if kind not in OF_PLAYERS and not (why_not and kind is commands.CloseBets)]
    own = [command for command in view.engine.legal(view.state, now) if type(command) in kinds]
    for command in (*own, *_for_players(context, view, now)):
        is_others = role == "dealer" and isinstance(command, commands.LeaveSeat) and not is_served(view, command.seat)
        if _may(command, role) and not is_others and refusal_by_other_rules(view, command) is None:
            yield _plain(command)


OF_PLAYERS = (commands.WithdrawWager, commands.Act)
"""Commands that players normally give themselves, and a dealer gives for them only if necessary."""


def _for_players(context: ServerContext, view: TableView, now: int) -> Iterator[Command]:
    """Wagers that the dealer should hand back before bets are closed."""
    round_ = view.state.round
    if round_ is None:
        return
    views = context.service.views
    if round_.phase == "betting":
        back = handed_back(view, now, views.links_down, views.day, views.time_zone)
        yield from [back] if back is not None else []


def _decisions(view: TableView) -> Iterator[Step]:
    """Every choice of the stage for a player without a device. They do not depend on the cards; the table refuses what
    the hand does not permit.
    """
    round_, rules = view.state.round, view.engine.rules
    if round_ is None or round_.phase != "deciding":
        return
    stage = stage_of(rules, round_)
    number = next_to_act(rules, round_, stage)
    if number is None or not is_served(view, number):
        return
    for option in options_of_any_hand(rules, round_.seats[number], stage):
        yield from _choices(view, number, option)


def _choices(view: TableView, number: int, option: Open) -> Iterator[Step]:
    """A separate step for each sum of a choice or, if any sum in a range is permitted, one step that asks for
    the sum.
    """
    choice, least, most, _ = option
    act = commands.Act(number, choice.action)
    name = view.engine.rules.wagers[choice.wager].name if choice.wager else ""
    says = " ".join(filter(None, (choice.action.capitalize(), name)))
    asks, how = ("discard", DISCARDED) if choice.discard else ("", "")
    if choice.times or choice.discard or least == most:
        for cents in multiples(option) if choice.times else sorted({least, most}):
            yield _asking(change(act, cents=cents), f"{says} {printed(cents)}" if cents else says, asks, how)
    else:
        yield _asking(act, says, "cents", f"Any amount from {printed(least)} to {printed(most)}.")


DISCARDED = "Enter the card that the player discards, such as As."


def _asking(command: Command, says: str, asks: str = "", how: str = "") -> Step:
    given = msgspec.to_builtins(command, enc_hook=str)
    given.pop(asks, None)
    return Step(says=says, command=msgspec.Raw(msgspec.json.encode(given)), is_next=False, asks=asks, how=how)


def _unserved(view: TableView, person: Person) -> Iterator[Step]:
    """For each seat, the step that records its player as having no device, which a floorperson or the table's dealer
    may take.
    """
    if person.role == "floor" or (person.role == "dealer" and view.dealer == person.name):
        for seat, player in view.state.players.items():
            if not is_served(view, seat):
                command = msgspec.json.encode(ServeSeat(view.name, seat, player))
                says = f"Seat {seat} ({player}) has no device: the dealer enters what they say"
                yield Step(says=says, command=msgspec.Raw(command), is_next=False)


def _first(context: ServerContext, view: TableView, found: Collection[Command], why_not: str) -> type[Command]:
    """The kind of command that the procedure requires next."""
    own = next_step(view, KernelChance(), context.service.clock.now())
    if own is not None:
        return type(own[1])
    round_ = view.state.round
    if view.differences and round_ is None:
        return commands.CloseTable
    is_handed_back = view.differences or _cut(context, view) or _out_of_force(context, view)
    if round_ is not None and round_.phase == "betting" and is_handed_back:
        return commands.WithdrawWager
    is_counted = round_ is not None and round_.phase not in ("betting", "deciding", "dealing")
    waits = any(isinstance(command, commands.CountStub) for command in found)
    return commands.CountStub if is_counted and waits else commands.CloseBets


# --- Why bets stay open -------------------------------------------------------------------------------------


def _cut(context: ServerContext, view: TableView) -> list[tuple[int, str]]:
    """Wagers on the table whose meter cannot be reached."""
    return lying(view.state.round, cut_off(view.engine.submission, context.service.views.links_down))


def _out_of_force(context: ServerContext, view: TableView) -> list[tuple[int, str]]:
    """Wagers on the table that the law does not permit on the gaming day."""
    views, now = context.service.views, context.service.clock.now()
    return lying(view.state.round, out_of_force(view.text, On(views.day, now, views.time_zone)))


def _why_no_close(context: ServerContext, view: TableView) -> str:
    """Why bets cannot be closed at a table whose deck is ready; empty if they can, or it is too early."""
    round_, deck = view.state.round, view.state.deck_state
    if view.differences or deck is None or deck.status != "ready" or (round_ is not None and round_.phase != "betting"):
        return ""
    if not context.service.views.day:
        return "No gaming day has begun. A floorperson starts it; then wagers are accepted."
    if cut := _cut(context, view):
        lie = ", ".join(f"the {_wager(view, wager)} of seat {seat}" for seat, wager in cut)
        return f"A link is down, so {lie} cannot be kept. Hand it back, or wait until the link is restored."
    if out := _out_of_force(context, view):
        lie = ", ".join(f"the {_wager(view, wager)} of seat {seat}" for seat, wager in out)
        return f"The law of this gaming day does not permit {lie}. Hand it back."
    return _why_refused(context, view, round_)


def _why_refused(context: ServerContext, view: TableView, round_: Round | None) -> str:
    now = max(context.service.clock.now(), view.state.now)
    refusal = view.engine.verify(view.state, commands.CloseBets(by="dealer", at=now))
    if refusal is None:
        return ""
    if refusal.name == "no-wagers":
        return "Nobody has wagered yet."
    why = f": {refusal.why}" if refusal.why else ""
    return f"{refusal.what.capitalize()}{why}."


def _wager(view: TableView, wager: str) -> str:
    return view.engine.rules.wagers[wager].name


# --- A command as a button ----------------------------------------------------------------------------------


def _may(command: Command, role: str) -> bool:
    """Whether a role may give a command. The dealer counts the stub, and only a floorperson recounts it if the count
    was wrong.
    """
    is_others = isinstance(command, commands.CountStub) and command.actor.role != role
    return type(command) in TABLE_COMMANDS and role in rows()[message_of(type(command))] and not is_others


def _plain(command: Command) -> Command:
    """The command as a page sends it, without giver and time, which the server adds, and without cards, which the
    system shuffles.
    """
    plain = change(command, by="dealer", at=0)
    return change(plain, cards=()) if isinstance(plain, commands.Shuffle) else plain


def _step(view: TableView, command: Command, is_next: bool) -> Step:
    asks, how = COUNTED.get(type(command), ("", effect_of(view, command)))
    return change(_asking(command, _says(view, command), asks, how), is_next=is_next)


def effect_of(view: TableView, command: Command) -> str:
    """What a command that is seldom given changes, for whoever must confirm it."""
    rules = view.engine.rules
    match command:
        case commands.MarkDevice(device=device, works=True):
            return f"The {device} of {view.name} is used again."
        case commands.MarkDevice(device=device):
            by_hand = " The dealer shuffles by hand until it works again." if shuffles(rules, device) else ""
            is_dealt_from = device == "shoe" and view.state.method in rules.dealing.shoe_methods
            other = " The next round needs another dealing procedure." if is_dealt_from else ""
            return f"The {device} of {view.name} does not work. It is {marking(rules)}.{by_hand}{other}"
        case commands.ChangeMethod():
            name = rules.dealing.methods[command.dealing].name
            return f"From the next round on, the cards of {view.name} are dealt under another procedure: {name}."
        case commands.LeaveSeat():
            player = view.state.players.get(command.seat, "")
            return f"{player} leaves seat {command.seat} of {view.name}, which is then free for somebody else."
        case commands.TakeBackCard():
            return (
                f"The card entered last at {view.name} was mistyped, and the right card is entered next. "
                "A card that was dealt wrongly is an irregularity instead."
            )
    return ""


def _says(view: TableView, command: Command) -> str:
    """The label of a command's button, with whatever distinguishes it from similar ones."""
    words = LABELS[type(command)]
    match command:
        case commands.ReceiveDecks() | commands.ChangeDecks():
            return f"{words} (preshuffled)" if command.preshuffled else words
        case commands.MarkDevice():
            return f"The {command.device} works again" if command.works else f"Mark the {command.device} out of order"
        case commands.Shuffle():
            return f"{words} ({command.how})"
        case commands.CutDeck():
            return f"{words} {command.depth} cards deep"
        case commands.ChangeMethod():
            return f"{words}: {view.engine.rules.dealing.methods[command.dealing].name}"
        case commands.LeaveSeat():
            return f"Free seat {command.seat} ({view.state.players.get(command.seat, '')})"
        case commands.WithdrawWager():
            return f"Hand back the {_wager(view, command.wager)} of seat {command.seat}"
        case commands.TakeBackCard() if view.state.round is not None:
            return f"Take back the last card: {place_name(view.state.round.entered[0].place)}"
        case commands.Validate():
            return f"{words}: {_wager(view, command.wager)}, seat {command.seat}"
        case commands.CompleteDocuments():
            return f"{words}: seat {command.seat}"
        case commands.SettleSeat() if view.state.round is not None:
            goes_back = is_given_back(view.engine.rules, view.state.round)
            return f"{'Give back the wagers of' if goes_back else 'Settle'} seat {next_seat(view.state.round)}"
    return words
