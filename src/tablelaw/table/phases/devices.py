"""Devices: covered, marked or removed before the cards are shuffled or dealt by other means, and used again once they
work.
"""

from __future__ import annotations

from tablelaw.table import commands, events
from tablelaw.table.phases.decks import MACHINES, broken_cite, require_no_round_under_way
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import evolves, handles
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Table, change

COVERED = "covered"
"""What is done with a device that does not work, if the text does not prescribe anything."""


def devices(rules: TableRules) -> tuple[str, ...]:
    """The devices that the submission puts on the table; a reshuffling shoe is one device."""
    submission = rules.submission
    has_shoe = submission.dealing in rules.dealing.shoe_methods
    has_shuffler = submission.shuffler in MACHINES and not (has_shoe and submission.shuffler == "reshuffling")
    return (("shuffler",) if has_shuffler else ()) + (("shoe",) if has_shoe else ())


def marking(rules: TableRules) -> str:
    """What the text has done with a device that does not work, such as "covered"."""
    return next((row.device for row in rules.book.irregularities if row.device), COVERED)


def shuffles(rules: TableRules, device: str) -> bool:
    """Whether the dealer shuffles by hand without the device: the shuffler, or a reshuffling shoe."""
    return device == "shuffler" or rules.submission.shuffler == "reshuffling"


@handles(commands.MarkDevice, duty="cover-broken-device")
def mark_device(rules: TableRules, state: Table, command: commands.MarkDevice) -> list[events.Event]:
    is_out = command.device in state.out_of_order
    if command.device not in devices(rules) or is_out is not command.works:
        there = [device for device in devices(rules) if (device in state.out_of_order) is command.works]
        accepted = " or ".join(there) or "nothing: the table has no device"
        raise Refused("no-such-device", why=command.device, cite=broken_cite(rules), accepted=accepted)
    how = "works again" if command.works else marking(rules)
    cite = broken_cite(rules) or rules.cites.row("deck")
    return [events.DeviceMarked(command.device, how, cite=cite, by=command.by, at=command.at)]


@evolves(events.DeviceMarked)
def device_marked(rules: TableRules, state: Table, event: events.DeviceMarked) -> Table:
    """Marks a device as out of order or working. Without the shuffler or a reshuffling shoe, the dealer shuffles by
    hand.
    """
    works = event.how == "works again"
    others = tuple(d for d in state.out_of_order if d not in (event.device, "broken"))
    marked = others if works else (*others, event.device)
    is_shuffler = shuffles(rules, event.device)
    shuffler = (rules.submission.shuffler if works else "none") if is_shuffler else state.shuffler
    return change(state, events=state.events + 1, out_of_order=marked, shuffler=shuffler, now=event.at)


def lacks_device(rules: TableRules, state: Table, method: str) -> bool:
    """Whether a dealing procedure needs a device that is out of order or missing at the table."""
    needs = rules.dealing.methods[method].needs
    if "automated shuffler" in needs and state.shuffler not in MACHINES:
        return True
    if "reshuffling shoe" in needs and state.shuffler != "reshuffling":
        return True
    has_shoe = "shoe" in devices(rules) and "shoe" not in state.out_of_order
    return method in rules.dealing.shoe_methods and not has_shoe


@handles(commands.ChangeMethod)
def change_method(rules: TableRules, state: Table, command: commands.ChangeMethod) -> list[events.Event]:
    require_no_round_under_way(rules, state)
    method = rules.dealing.methods.get(command.dealing)
    if method is None:
        raise Refused("no-such-method", why=command.dealing, accepted=", ".join(rules.dealing.methods))
    if command.dealing == state.method:
        raise Refused("method-in-use", why=command.dealing, accepted="another procedure")
    leaves_shoe = state.method in rules.dealing.shoe_methods and command.dealing not in rules.dealing.shoe_methods
    if "broken" in state.out_of_order or (leaves_shoe and "shoe" not in state.out_of_order):
        raise Refused(
            "device-not-marked",
            cite=broken_cite(rules),
            accepted="a floorperson marks the device first",
            typed="mark(...)",
        )
    if lacks_device(rules, state, command.dealing):
        cite = rules.cites.methods[method.id]
        raise Refused("device-missing", why=method.name, cite=cite, accepted="a procedure whose devices are in use")
    return [events.MethodChanged(command.dealing, cite=rules.cites.methods[method.id], by=command.by, at=command.at)]


@evolves(events.MethodChanged)
def method_changed(rules: TableRules, state: Table, event: events.MethodChanged) -> Table:
    return change(state, events=state.events + 1, method=event.dealing, now=event.at)
