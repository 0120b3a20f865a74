"""Forgeries of the law that governs a property, and of the paragraphs it cites outside a round.

The session is from a Maryland property with tables of all three jurisdictions.
"""

from __future__ import annotations

from tests.verifier.editable_log import EditableLog, Object
from tests.verifier.forgeries import FORGERIES, Forgery, found, seq

FIRST_LOGS = {"ChipsBought": "465a.2", "DayStarted": "465a.2", "TableInstalled": "601a.2", "AccountLoaded": "605a.2"}
"""The paragraphs these events cited before properties had jurisdictions."""


def cited_as(kind: str, cite: str) -> Forgery:
    def forge(editable: EditableLog) -> int:
        entry, event = next((e, event) for e, event in editable.events(kind) if not event["cite"].startswith(cite[:3]))
        event["cite"] = cite
        for transfer in entry.get("transfers", ()):
            transfer["cite"] = cite
        return seq(entry)

    return Forgery(forge, names=f"paragraph of {kind}")


FORGERIES |= {f"{kind} cites {cite} in Maryland": cited_as(kind, cite) for kind, cite in FIRST_LOGS.items()}
FORGERIES |= {f"{kind} cites Massachusetts": cited_as(kind, "205 CMR 138.02") for kind in FIRST_LOGS}


def opened(editable: EditableLog) -> tuple[Object, Object]:
    entry = editable.entries[0]
    return entry, entry["events"][0]


@found("the jurisdiction of the property")
def a_property_is_under_a_law_nobody_knows(editable: EditableLog) -> int:
    entry, event = opened(editable)
    entry["command"]["jurisdiction"] = event["jurisdiction"] = "nv"
    return seq(entry)


@found("paragraph of PropertyOpened")
def a_property_is_moved_to_another_jurisdiction(editable: EditableLog) -> int:
    entry, event = opened(editable)
    entry["command"]["jurisdiction"] = event["jurisdiction"] = "ma"
    return seq(entry)


@found("the jurisdiction that was ordered")
def a_property_is_under_a_law_that_nobody_ordered(editable: EditableLog) -> int:
    entry, _ = opened(editable)
    del entry["command"]["jurisdiction"]
    return seq(entry)


@found("the time zone of the property")
def a_property_is_in_another_time_zone_than_was_ordered(editable: EditableLog) -> int:
    entry, event = opened(editable)
    event["time_zone"] = "America/Chicago"
    return seq(entry)


@found("paragraph of PropertyOpened")
def a_property_has_no_jurisdiction_any_more(editable: EditableLog) -> int:
    entry, event = opened(editable)
    del entry["command"]["jurisdiction"], event["jurisdiction"], event["time_zone"]
    return seq(entry)


@found("the jurisdiction of the property")
def a_property_adopts_a_second_jurisdiction(editable: EditableLog) -> int:
    entry, event = next(iter(editable.events("DayStarted")))
    entry["command"] = {"type": "AdoptJurisdiction", "jurisdiction": "pa"}
    event.clear()
    event |= {"type": "JurisdictionAdopted", "jurisdiction": "pa", "time_zone": "America/New_York", "cite": "465a.2"}
    return seq(entry)


@found("a transfer")
def the_tray_of_a_new_table_is_filled_under_another_law(editable: EditableLog) -> int:
    entry, _ = next(
        (e, event) for e, event in editable.events("TableInstalled") if event["terms"]["rulebook"] == "md-thb"
    )
    entry["transfers"][0]["cite"] = "465a.2"
    return seq(entry)
