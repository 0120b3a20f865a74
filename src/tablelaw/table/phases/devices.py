"""Devices: covered, marked or removed before cards are shuffled or dealt another way; back when they work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.table import commands, events
from tablelaw.table.phases.decks import MACHINES, broken_cite, require_no_round_under_way
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import change, evolves, handles
from tablelaw.table.state import Table

if TYPE_CHECKING:
    from tablelaw.table.engine import Engine


def devices(engine: Engine) -> tuple[str, ...]:
    """The devices that the submission puts on the table; a reshuffling shoe is one device."""
    submission = engine.submission
    has_shoe = submission.dealing in engine.plan.shoe_methods
    has_shuffler = submission.shuffler in MACHINES and not (has_shoe and submission.shuffler == "reshuffling")
    return (("shuffler",) if has_shuffler else ()) + (("shoe",) if has_shoe else ())


@handles(commands.MarkDevice, "dealer", "floor", duty="cover-broken-device")
def mark_device(engine: Engine, state: Table, command: commands.MarkDevice) -> list[events.Event]:
    is_out = command.device in state.out_of_order
    if command.device not in devices(engine) or is_out is not command.works:
        there = [device for device in devices(engine) if (device in state.out_of_order) is command.works]
        accepted = " or ".join(there) or "nothing: the table has no device"
        raise Refused("no-such-device", why=command.device, cite=broken_cite(engine), accepted=accepted)
    irregularity = next(irregularity for irregularity in engine.plan.book.irregularities if irregularity.device)
    how = "works again" if command.works else irregularity.device
    return [
        events.DeviceMarked(command.device, how, cite=engine.plan.cite(irregularity.cite), by=command.by, at=command.at)
    ]


@evolves(events.DeviceMarked)
def device_marked(engine: Engine, state: Table, event: events.DeviceMarked) -> Table:
    """If the shuffler or a reshuffling shoe is out of order, the dealer shuffles."""
    works = event.how == "works again"
    others = tuple(d for d in state.out_of_order if d not in (event.device, "broken"))
    marked = others if works else (*others, event.device)
    shuffles = event.device == "shuffler" or engine.submission.shuffler == "reshuffling"
    shuffler = (engine.submission.shuffler if works else "none") if shuffles else state.shuffler
    return change(state, events=state.events + 1, out_of_order=marked, shuffler=shuffler, now=event.at)


def lacks_device(engine: Engine, state: Table, method: str) -> bool:
    """Whether a dealing procedure needs a device that the table does not have at the moment."""
    needs = engine.plan.dealing[method].needs
    if "automated shuffler" in needs and state.shuffler not in MACHINES:
        return True
    if "reshuffling shoe" in needs and state.shuffler != "reshuffling":
        return True
    has_shoe = "shoe" in devices(engine) and "shoe" not in state.out_of_order
    return method in engine.plan.shoe_methods and not has_shoe


@handles(commands.ChangeMethod, "floor")
def change_method(engine: Engine, state: Table, command: commands.ChangeMethod) -> list[events.Event]:
    require_no_round_under_way(engine, state)
    method = engine.plan.dealing.get(command.dealing)
    if method is None:
        raise Refused("no-such-method", why=command.dealing, accepted=", ".join(engine.plan.dealing))
    if command.dealing == state.method:
        raise Refused("method-in-use", why=command.dealing, accepted="another procedure")
    leaves_shoe = state.method in engine.plan.shoe_methods and command.dealing not in engine.plan.shoe_methods
    if "broken" in state.out_of_order or (leaves_shoe and "shoe" not in state.out_of_order):
        raise Refused(
            "device-not-marked", cite=broken_cite(engine), accepted="a floorperson marks the device first: mark(...)"
        )
    if lacks_device(engine, state, command.dealing):
        cite = engine.plan.method_cites[method.id]
        raise Refused("device-missing", why=method.name, cite=cite, accepted="a procedure whose devices are in use")
    return [
        events.MethodChanged(command.dealing, cite=engine.plan.method_cites[method.id], by=command.by, at=command.at)
    ]


@evolves(events.MethodChanged)
def method_changed(engine: Engine, state: Table, event: events.MethodChanged) -> Table:
    return change(state, events=state.events + 1, method=event.dealing, now=event.at)
