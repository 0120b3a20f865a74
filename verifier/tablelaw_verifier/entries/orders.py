"""Orders: who may give each, and to which events it leads."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from tablelaw_verifier.entries.fields import EVENTS, PROPERTY_COMMANDS, PROPERTY_EVENTS, TABLE_COMMANDS, each
from tablelaw_verifier.trust.differences import Different, Object, check


def pairs(text: str) -> dict[str, str]:
    """A mapping from alternating names and values: A B, C D."""
    return dict(pair.split() for pair in text.split(", "))


DEALER, FLOORPERSON, PLAYER, CASHIER = "dealer", "floor", "player", "cashier"
SYSTEM, ADMINISTRATOR, AUDITOR, DEVICE = "system", "administrator", "auditor", "device"
_HOUSE = (FLOORPERSON, ADMINISTRATOR, SYSTEM)
MAY_GIVE: dict[str, tuple[str, ...]] = {
    **each("ReceiveDecks ChangeDecks InspectDecks SpreadCards WashCards CutDeck CloseBets CountChips", (DEALER,)),
    **each("Deal TurnUp SettleSeat ClearRound", (DEALER, SYSTEM)),
    **each("Shuffle EnterCard", (DEALER, DEVICE, SYSTEM)),
    **each("CountStub MarkDevice ReportSlip TakeBackCard", (DEALER, FLOORPERSON)),
    **each("VerifyInspection OrderRecut ChangeMethod CloseTable Validate CompleteDocuments AskClosing", (FLOORPERSON,)),
    **each("TakeSeat LeaveSeat", (PLAYER, DEALER, FLOORPERSON)),
    **each("PlaceWager WithdrawWager Act", (PLAYER, DEALER)),
    "ShowCards": (PLAYER,),
    "OpenProperty": (SYSTEM, ADMINISTRATOR),
    **each(
        "AdoptJurisdiction InstallTable RemoveTable AdjustMeter TakeBackDay AcknowledgeAlert",
        (FLOORPERSON, ADMINISTRATOR),
    ),
    **each("StartDay EndDay CutLink RestoreLink", _HOUSE),
    **each("BuyIn LoadAccount CloseAccount", (PLAYER, DEALER, FLOORPERSON)),
    "CashOut": (PLAYER, CASHIER, FLOORPERSON),
    **each("FillTray CreditTray CountDrop", (CASHIER, FLOORPERSON)),
    "CorrectTransfer": (CASHIER, FLOORPERSON, ADMINISTRATOR),
    "AssignDealer": (DEALER, FLOORPERSON, ADMINISTRATOR),
    "ServeSeat": (DEALER, FLOORPERSON),
    **each("InspectRound ExportLog", (AUDITOR,)),
    "TakeSnapshot": (SYSTEM,),
    **each("RecordRebuild ChangePerson", (ADMINISTRATOR,)),
}
"""Who may give which order. Meters are read and bonuses drawn by the system alone, as part of other orders."""
COMES_TO: dict[str, str] = {
    **dict.fromkeys(("ReceiveDecks", "ChangeDecks"), "DecksReceived"),
    **each("InspectDecks VerifyInspection SpreadCards ShowCards WashCards", "DecksReadied"),
    "CloseBets": "BetsClosed( BonusDrawn)?",
    "Deal": "Dealt|Revealed",
    "Act": "(MetersRead )?Decided( WagerPlaced)?( SlipFound)?( Settled)?",
    "SettleSeat": "(MetersRead )?Settled(( ShareFixed)? ValidationAsked)?",
    "Validate": "(MetersRead )?Validated Settled(( ShareFixed)? ValidationAsked)?",
    "ReportSlip": "(MetersRead )?SlipFound( CardSetAside| DeckRemoved| Settled)?",
    "TakeBackDay": "DayTakenBack|DayResumed",
    **pairs("Shuffle Shuffled, CutDeck DeckCut, OrderRecut RecutOrdered, MarkDevice DeviceMarked"),
    **pairs("ChangeMethod MethodChanged, CloseTable TableClosed, TakeSeat SeatTaken, LeaveSeat SeatLeft"),
    **pairs("PlaceWager WagerPlaced, WithdrawWager WagerWithdrawn, CountChips ChipsCounted, EnterCard Dealt"),
    **pairs("TurnUp DealerTurnedUp, CompleteDocuments DocumentsCompleted, CountStub StubCounted"),
    "TakeBackCard": "CardTakenBack",
    **pairs("ClearRound RoundCleared, OpenProperty PropertyOpened, AdoptJurisdiction JurisdictionAdopted"),
    **pairs("InstallTable TableInstalled, RemoveTable TableRemoved, StartDay DayStarted, EndDay DayEnded"),
    **pairs("BuyIn ChipsBought, CashOut ChipsCashed, LoadAccount AccountLoaded, CloseAccount AccountClosed"),
    **pairs("FillTray TrayFilled, CreditTray TrayCredited, CountDrop DropCounted, CutLink LinkCut"),
    **pairs("RestoreLink LinkRestored, CorrectTransfer Corrected, AdjustMeter MeterAdjusted"),
    **pairs("AssignDealer DealerAssigned, ServeSeat SeatServed, AskClosing ClosingAsked, InspectRound RoundInspected"),
    **pairs("AcknowledgeAlert AlertAcknowledged, ChangePerson PersonChanged"),
    **pairs("ExportLog LogExported, TakeSnapshot SnapshotTaken, RecordRebuild ProjectionsRebuilt"),
}
"""The events that an order leads to, in their order."""
_PATTERNS = {name: re.compile(pattern) for name, pattern in COMES_TO.items()}
COMMANDS, EVERY_EVENT = TABLE_COMMANDS | PROPERTY_COMMANDS, EVENTS | PROPERTY_EVENTS
CHECKED_ELSEWHERE = ("type", "by", "at", "jurisdiction", "time_zone")
"""Fields of a command that are compared with its event where their meaning is known."""
OF_THE_SYSTEM = ("MetersRead", "BonusDrawn")
READIED = {
    "InspectDecks": ("inspected",),
    "VerifyInspection": ("verified",),
    "SpreadCards": ("spread", "idle"),
    "ShowCards": ("seen",),
    "WashCards": ("stacked",),
}
SEVERAL_FACE_UP = ("cards-face-up", "cards-face-up-early", "cards-face-up-late")
"""How a second face-up card in the same round is reported, whichever kind the order named."""
ONE_FACE_UP = ("one-card-face-up", "exposed-card-drawn-in-error")
FOLLOWS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(ONE_FACE_UP, ("CardSetAside",)),
    "device-counts-wrong": ("DeckRemoved",),
    **dict.fromkeys(("player-leaves", "hand-seen-early"), ("Settled",)),
}
"""The events that follow an irregularity at once."""


def check_order(entry: Object) -> None:
    """Requires that the giver is allowed to give the order, and that its events are the ones it leads to."""
    command, events = entry["command"], entry.get("events", [])
    kind, role = command["type"], entry["by"].partition(":")[0]
    if role not in MAY_GIVE[kind] or (":" in entry["by"] and not person_of(entry["by"])):
        raise Different(f"who gives the order {kind}", " or ".join(MAY_GIVE[kind]), entry["by"])
    told = " ".join(event["type"] for event in events)
    if not _PATTERNS[kind].fullmatch(told):
        raise Different(f"what the order {kind} leads to", COMES_TO[kind], told or "nothing")
    main = next(event for event in events if event["type"] not in OF_THE_SYSTEM)
    _check_copied(kind, command, main)
    _check_irregularity(kind, [event for event in events if event["type"] not in OF_THE_SYSTEM])
    if entry["stream"] != "floor":
        _check_givers(entry)


def _check_irregularity(kind: str, events: list[Object]) -> None:
    """Requires that a wrong declaration comes only with a decision, and that any other irregularity is followed by its
    events.
    """
    found = [number for number, event in enumerate(events) if event["type"] == "SlipFound"]
    for number in found:
        irregularity, cite = events[number]["slip"], events[number]["cite"]
        check("a board dealt on without a void", False, events[number]["board"] and not events[number]["voids"], cite)
        check("a wrong declaration", kind == "Act", irregularity == "wrong-declaration", cite)
        if kind == "ReportSlip":
            follows = tuple(event["type"] for event in events[number + 1 :])
            check(f"what follows the irregularity {irregularity}", FOLLOWS.get(irregularity, ()), follows, cite)


def _check_givers(entry: Object) -> None:
    """Requires the right giver: players are named by position, others by role and name; only the system reads meters
    and makes draws.
    """
    command, role = entry["command"], entry["by"].partition(":")[0]
    seat = command.get("seat", 0)
    kept = entry["by"] if role != PLAYER else f"player:{seat}" if seat else PLAYER
    check("giver of the command", kept, command.get("by"))
    check("time of the command", entry["at"], command.get("at"))
    for event in entry["events"]:
        by = SYSTEM if event["type"] in OF_THE_SYSTEM else kept
        check(f"giver of the event {event['type']}", by, event.get("by"), event["cite"])
        check(f"time of the event {event['type']}", entry["at"], event.get("at"), event["cite"])


def _check_copied(kind: str, command: Object, event: Object) -> None:
    """Requires a command and its event to agree on every field that both can have, even if one leaves it out; a second
    exposed card is reported as several.
    """
    ordered, happened = COMMANDS[kind], EVERY_EVENT[event["type"]]
    for name in (name for name in ordered.kinds if name in happened.kinds and name not in CHECKED_ELSEWHERE):
        given, told = ordered.told(command, name), happened.told(event, name)
        if name == "slip" and given in ONE_FACE_UP and event["slip"] in SEVERAL_FACE_UP:
            continue
        if kind == "TakeSeat" and name == "player" and not given:
            given = f"player {command['seat']}"
        check(f"{name} of the event {event['type']}, as in the order {kind}", given, told, event["cite"])
    if kind in READIED and event["status"] not in READIED[kind]:
        raise Different(f"status of the decks after the order {kind}", " or ".join(READIED[kind]), event["status"])
    if kind == "MarkDevice":
        check("the device works again", command.get("works", False), event["how"] == "works again", event["cite"])
    if kind == "EnterCard":
        check("the card entered", [command["card"]], [card for _, card, _ in event["cards"]], event["cite"])


def person_of(name: str) -> str:
    """A person's name without the role and regardless of spelling: "floor: Cho " and "cho" are the same person."""
    text = unicodedata.normalize("NFKC", name.rpartition(":")[2])
    visible = "".join(letter for letter in text if unicodedata.category(letter) != "Cf")
    return unicodedata.normalize("NFKC", " ".join(visible.split()).casefold())


def check_approved(what: str, reason: str, approvers: Sequence[str], cite: str) -> None:
    """Requires a reason and at least two different approvers."""
    persons = [person_of(name) for name in approvers]
    if not reason.strip() or len(persons) < 2 or not all(persons) or len(set(persons)) < len(persons):
        raise Different(what, "a reason and two different persons", f"{reason!r}, {', '.join(approvers)}", cite)
