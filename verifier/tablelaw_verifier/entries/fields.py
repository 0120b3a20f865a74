"""The form of an entry: every field it may have, at every level."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any, TypeVar

from tablelaw_verifier.law.cards import PACK
from tablelaw_verifier.trust.differences import Different, Object

T = TypeVar("T")


def _is_list_of(inner: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: type(value) is list and all(map(inner, value))


def _is_row_of(*inner: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: (
        type(value) is list
        and len(value) == len(inner)
        and all(is_it(part) for is_it, part in zip(inner, value, strict=True))
    )


def _is_card(value: Any) -> bool:
    return type(value) is str and value in PACK


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_number(value: Any) -> bool:
    """Whether a value is a whole number; True and 1.0 are not, although Python considers them equal to 1."""
    return type(value) is int


KINDS: dict[str, Callable[[Any], bool]] = {
    "text": _is_text,
    "number": _is_number,
    "flag": lambda value: type(value) is bool,
    "card": _is_card,
    "texts": _is_list_of(_is_text),
    "numbers": _is_list_of(_is_number),
    "cards": _is_list_of(_is_card),
    "dealt": _is_list_of(_is_row_of(_is_text, _is_card, _is_text)),
    "readings": _is_list_of(_is_row_of(_is_text, _is_number)),
    "wagers": _is_list_of(_is_row_of(_is_number, _is_text)),
    "rows": _is_list_of(_is_row_of(_is_text, _is_text)),
    "sum-or-none": lambda value: value is None or type(value) is int,
    "list": lambda value: type(value) is list,
    "object": lambda value: type(value) is dict,
}


BLANKS: dict[str, object] = {"text": "", "number": 0, "flag": False, "texts": [], "numbers": [], "cards": []}
"""The value that an omitted field stands for, by its kind."""


class Form:
    """The fields of one kind of object, each NAME:KIND; a field whose name ends with a question mark may be left
    out.
    """

    def __init__(self, name: str, text: str) -> None:
        pairs = [part.split(":") for part in text.split()]
        self.name = name
        self.kinds = {field.rstrip("?"): kind for field, kind in pairs}
        self.fields = {field: KINDS[kind] for field, kind in self.kinds.items()}
        self.needed = frozenset(field for field, _ in pairs if not field.endswith("?"))

    def told(self, value: Object, name: str) -> object:
        """The value of one of an object's fields or, if the object leaves it out, the blank of its kind."""
        return value.get(name, BLANKS.get(self.kinds[name]))

    def check(self, value: Any) -> None:
        """Requires every mandatory field, the right kind for each, and no unknown field."""
        if type(value) is not dict:
            raise Different(self.name, "an object", value)
        if not self.needed <= value.keys():
            raise Different(f"fields of {self.name}", ", ".join(self.fields), ", ".join(value))
        for name, found in value.items():
            if name not in self.fields:
                raise Different(f"fields of {self.name}", ", ".join(self.fields), name)
            if not self.fields[name](found):
                raise Different(f"{name} of {self.name}", f"of the kind {self.kinds[name]}", found)


def each(names: str, value: T) -> dict[str, T]:
    """A mapping from each of several names to the same value."""
    return dict.fromkeys(names.split(), value)


def forms(shared: str, **rows: str) -> dict[str, Form]:
    return {name: Form(name, f"type:text {text} {shared}") for name, text in rows.items()}


ENTRY = Form(
    "an entry",
    "seq:number id:text stream:text number:number by:text at:number command:object events?:list transfers?:list"
    " meters?:list round?:number sealed?:object openings?:texts format?:number",
)
SEALED = Form("a sealed deck", "root:text leaves:texts")
TRANSFER = Form(
    "a transfer",
    "id:text debit:text credit:text cents:number code:text cite:text kind?:text pending?:text corrects?:text"
    " reason?:text approvers?:texts",
)
METER_CHANGE = Form(
    "a change of a meter",
    "meter:text kind:text cite:text units?:number reserve?:number cents?:number table?:text round?:number"
    " seat?:number wager?:text reason?:text approvers?:texts",
)
LINE = Form(
    "a line of a settlement",
    "seat:number wager:text stake:number outcome:text cite:text odds?:text row?:text paid?:number returned?:number"
    " kept?:number paid_under?:text meter?:text meter_before?:number meter_after?:number reserve_moved?:number"
    " hand_pay?:flag note?:text readings?:texts",
)
EVENTS = forms(
    "cite:text by?:text at?:number",
    DecksReceived="backs:texts preshuffled:flag",
    DecksReadied="status:text",
    Shuffled="how:text cards:cards status:text",
    DeckCut="depth:number",
    RecutOrdered="",
    DeviceMarked="device:text how:text",
    MethodChanged="dealing:text",
    TableClosed="",
    SeatTaken="seat:number player:text",
    SeatLeft="seat:number",
    WagerPlaced="seat:number wager:text cents:number",
    WagerWithdrawn="seat:number wager:text",
    BetsClosed="number:number seats:numbers",
    ChipsCounted="number:number",
    Dealt="cards:dealt",
    CardTakenBack="place:text card:card face:text",
    Revealed="cards:cards",
    Decided="seat:number stage:text action:text wager?:text cents?:number discard?:cards racked?:flag",
    DealerTurnedUp="cards:cards",
    MetersRead="readings:readings",
    BonusDrawn="cards:cards positions:numbers",
    Settled="seat:number lines:list done?:flag",
    ShareFixed="line:object",
    ValidationAsked="seat:number wager:text",
    Validated="seat:number wager:text",
    DocumentsCompleted="seat:number",
    StubCounted="cards:number right:flag",
    SlipFound="slip:text seat:number voids:flag board:flag reopened?:wagers",
    CardSetAside="card:cards",
    DeckRemoved="",
    RoundCleared="number:number status:text",
)
PROPERTY_EVENTS = forms(
    "cite:text",
    PropertyOpened="name:text public_key:text jurisdiction?:text time_zone?:text",
    JurisdictionAdopted="jurisdiction:text time_zone:text reason?:text approvers?:texts",
    TableInstalled="table:text submission:text physical:flag terms:object rules?:object",
    TableRemoved="table:text",
    DayStarted="day:text",
    DayEnded="day:text reason?:text open_matters?:texts",
    **each("DayTakenBack DayResumed", "day:text reason:text"),
    ChipsBought="player:text table:text cents:number",
    ChipsCashed="player:text cents:number",
    AccountLoaded="player:text cents:number",
    AccountClosed="player:text cents:number",
    **each("TrayFilled TrayCredited", "table:text cents:number"),
    DropCounted="table:text cents:number expected_cents:number",
    **each("LinkCut LinkRestored", "link:text"),
    Corrected="transfer:text reason:text",
    MeterAdjusted="meter:text reason:text",
    DealerAssigned="table:text dealer:text",
    SeatServed="table:text seat:number player:text",
    ClosingAsked="table:text floorperson:text",
    AlertAcknowledged="alert:text note:text says:text",
    PersonChanged="person:text change:text role:text approvers:texts",
    RoundInspected="table:text round:number entry?:number",
    LogExported="size:number",
    SnapshotTaken="seq:number digest:text",
    ProjectionsRebuilt="reason:text entries:number transfers:number accounts:number meters:number snapshots:number",
)
TABLE_COMMANDS = forms(
    "by?:text at?:number",
    **each("InspectDecks VerifyInspection ShowCards WashCards OrderRecut CloseTable", ""),
    **each("CloseBets Deal TakeBackCard TurnUp SettleSeat ClearRound", ""),
    ReceiveDecks="backs:texts preshuffled?:flag",
    SpreadCards="face?:text",
    Shuffle="how:text cards?:cards",
    CutDeck="depth:number",
    ChangeDecks="backs:texts preshuffled?:flag",
    MarkDevice="device:text works?:flag",
    ChangeMethod="dealing:text",
    TakeSeat="seat:number player?:text",
    LeaveSeat="seat:number",
    PlaceWager="seat:number wager:text cents:number",
    WithdrawWager="seat:number wager:text",
    CountChips="number:number",
    EnterCard="card:card",
    Act="seat:number action:text cents?:number discard?:cards",
    Validate="seat:number wager:text",
    CompleteDocuments="seat:number",
    CountStub="cards:number",
    ReportSlip="slip:text seat?:number card?:cards",
)
PROPERTY_COMMANDS = forms(
    "",
    OpenProperty="name:text public_key?:text jurisdiction?:text time_zone?:text",
    AdoptJurisdiction="jurisdiction:text time_zone?:text reason?:text approvers?:texts",
    InstallTable="submission:text tray_cents:number physical?:flag",
    RemoveTable="table:text",
    StartDay="day:text",
    EndDay="reason?:text open_matters?:texts",
    TakeBackDay="day:text reason:text approvers:texts",
    BuyIn="player:text table:text cents:number",
    CashOut="player:text",
    LoadAccount="player:text cents:number",
    CloseAccount="player:text",
    **each("FillTray CreditTray CountDrop", "table:text cents:number"),
    **each("CutLink RestoreLink", "link:text"),
    CorrectTransfer="transfer:text cents:number reason:text approvers:texts together?:flag",
    AdjustMeter="meter:text units:number reason:text approvers:texts",
    AssignDealer="table:text dealer:text",
    ServeSeat="table:text seat:number player:text",
    AskClosing="table:text is_taken_back?:flag",
    AcknowledgeAlert="alert:text note:text says?:text",
    ChangePerson="person:text change:text role:text approvers?:texts",
    InspectRound="table:text round:number entry?:number",
    ExportLog="size:number",
    TakeSnapshot="seq:number digest:text",
    RecordRebuild="reason:text entries:number transfers:number accounts:number meters:number snapshots:number",
)
TERMS = Form(
    "the terms of a table",
    "rulebook:text table:text casino:text minimum:number maximum:number payout_limit:sum-or-none dealing:text"
    " shuffler:text decks:number seats:number positions_per_player:number choices:object readings:object"
    " paytables:object wagers:object meters:list",
)
RULES = Form("the rules in force", "rulebook:text edition:text program:text digest:text parts:object")
PAYTABLE = Form("a paytable", "wagers:texts cite:text columns:object")
WAGER_TERMS = Form("the terms of a wager", "minimum:number maximum:number amounts:numbers medium:text link:text")
METER_TERMS = Form(
    "the terms of a meter",
    "id:text meter:text name:text wagers:texts seed:text reseed:text primary:text reserve:text link:text",
)


def check_entry_form(entry: Any) -> None:
    """Requires all fields of an entry, each of its kind, and no others, at every level."""
    ENTRY.check(entry)
    is_table = entry["stream"].startswith("table ")
    if not is_table and entry["stream"] != "floor":
        raise Different("stream of an entry", "floor, or table and its name", entry["stream"])
    _check_typed("a command", entry["command"], TABLE_COMMANDS if is_table else PROPERTY_COMMANDS)
    for event in entry.get("events", ()):
        _check_typed("an event", event, EVENTS if is_table else PROPERTY_EVENTS)
        if event["type"] == "Settled":
            for line in event["lines"]:
                LINE.check(line)
        elif event["type"] == "ShareFixed":
            LINE.check(event["line"])
        elif event["type"] == "TableInstalled":
            check_terms_form(event["terms"])
            check_rules_form(event)
    for transfer in entry.get("transfers", ()):
        TRANSFER.check(transfer)
    for change in entry.get("meters", ()):
        METER_CHANGE.check(change)
    if "sealed" in entry:
        SEALED.check(entry["sealed"])


def _check_typed(what: str, value: Any, known: dict[str, Form]) -> None:
    kind = value.get("type") if type(value) is dict else None
    if kind not in known:
        raise Different(what, ", ".join(sorted(known)), kind)
    known[kind].check(value)


def check_terms_form(terms: Any) -> None:
    TERMS.check(terms)
    for paytable in terms["paytables"].values():
        PAYTABLE.check(paytable)
        for rows in paytable["columns"].values():
            if not KINDS["rows"](rows):
                raise Different("rows of a paytable", "pairs of a row and its odds", rows)
    for wager in terms["wagers"].values():
        WAGER_TERMS.check(wager)
    for meter in terms["meters"]:
        METER_TERMS.check(meter)
    for part in ("choices", "readings"):
        if not all(_is_text(value) for value in terms[part].values()):
            raise Different(f"{part} of a table", "texts", terms[part])


def check_rules_form(event: Object) -> None:
    """Requires the rules in force to belong to the table's rulebook, with the digest of all their parts."""
    rules = event.get("rules")
    if rules is None:
        return
    RULES.check(rules)
    if rules["rulebook"] != event["terms"]["rulebook"]:
        raise Different("rulebook of the rules in force", event["terms"]["rulebook"], rules["rulebook"])
    if not all(_is_text(part) for part in rules["parts"].values()):
        raise Different("parts of the rules in force", "texts", rules["parts"])
    written = json.dumps(rules["parts"], sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(written.encode()).hexdigest()
    if rules["digest"] != digest:
        raise Different("digest of the rules in force", digest, rules["digest"])
