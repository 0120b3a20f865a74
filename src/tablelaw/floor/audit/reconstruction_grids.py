"""The parts of a rebuilt round: as grids for the text and the page, and as plain values for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tablelaw.clock import read_day
from tablelaw.floor.audit.property_audit import change_units
from tablelaw.floor.audit.reconstruction import LineSeen, MeterSeen, Reconstruction, Step, Told
from tablelaw.floor.property_time import moment_text, zone_text
from tablelaw.floor.record_layout import Grid, clock_text, period_text
from tablelaw.law.dates.editions import edition_title
from tablelaw.printed_money import printed_exact, printed_meter
from tablelaw.table import events
from tablelaw.table.reading.settlement_report import seat_reports

VOID = "undone by the void"


def title(hand: Reconstruction) -> str:
    return f"Round {hand.state.number} at table {hand.table}"


def about(hand: Reconstruction) -> list[tuple[str, str]]:
    book, first, last = hand.engine.rules.book, hand.entries[0], hand.entries[-1]
    void = hand.state.voided_by
    shown = [
        ("Property", hand.owner),
        ("Gaming day", hand.day or "none"),
        ("Game", f"{book.game}, {edition_title(book, read_day(hand.day))}"),
        ("Played", period_text(first.at, last.at, hand.time_zone)),
        ("Times", zone_text(hand.time_zone)),
        ("Entries of the log", f"{first.seq:,} to {last.seq:,}"),
        ("Cards", "real cards, entered one by one" if hand.engine.physical else "shuffled and sealed by the system"),
        ("Played under", ", ".join(f"{name} {value}" for name, value in hand.choices.items()) or "no choice"),
        ("People", ", ".join(dict.fromkeys(entry.by for entry in hand.entries))),
    ]
    return [*shown, ("The round is void", hand.engine.rules.irregularities[void].name)] if void else shown


def grids(hand: Reconstruction) -> Iterator[Grid]:
    yield _seats(hand)
    yield _settlement(hand)
    yield Grid("The law applied, in our words", ("law", "says"), (), list(hand.law.items()))
    yield _cards(hand)
    yield _deeds(hand)
    yield from _meters(hand)
    yield _steps(hand)
    yield _money(hand)
    yield _proofs(hand)


# --- Seats and settlement -----------------------------------------------------------------------------------


def _seats(hand: Reconstruction) -> Grid:
    sums = ("staked", "paid", "returned", "kept", "net")
    rows = []
    for seat in seat_reports(hand.settled):
        total = seat.totals
        hands = "\n".join(f"{name}: {words}" for name, words in seat.hands.items())
        did = ", ".join(seat.seat.actions) or "-"
        money = tuple(map(printed_exact, (total.staked, total.paid, total.returned, total.kept, total.net)))
        rows.append((str(seat.number), seat.seat.player, seat.cards, hands or "-", did, *money))
    board = ", ".join(f"{place} {cards}" for place, cards in hand.seats["cards"].items())
    dealer = f"; the dealer has {hand.seats['dealer_hand']}" if hand.seats["dealer_hand"] else ""
    heads = ("seat", "player", "cards", "hands", "decisions", *sums)
    return Grid("Seats", heads, ("seat", *sums), rows, note=f"On the table: {board}{dealer}.")


def _settlement(hand: Reconstruction) -> Grid:
    heads = ("#", "entry", "time", "seat", "wager", "stake", "outcome", "paid", "returned", "kept", "law", "remarks")
    rows = [
        (
            str(n),
            *_when(hand, seen.told),
            str(seen.line.seat),
            seen.wager,
            *_line_sums(seen),
            _law(seen),
            _remarks(seen),
        )
        for n, seen in enumerate(hand.lines, 1)
    ]
    right = ("#", "entry", "seat", "stake", "paid", "returned", "kept")
    return Grid("Settlement, in the order it was made", heads, right, rows)


def _why(seen: LineSeen) -> tuple[str, str]:
    return _law(seen), _remarks(seen)


def _when(hand: Reconstruction, told: Told) -> tuple[str, str]:
    return str(told.entry), clock_text(told.at, hand.time_zone)


def _line_sums(seen: LineSeen) -> tuple[str, ...]:
    line = seen.line
    odds = ", ".join(part for part in (line.row, line.odds if line.odds != line.outcome else "") if part)
    outcome = f"{line.outcome} ({odds})" if odds else line.outcome
    return (
        printed_exact(line.stake),
        outcome,
        printed_exact(line.paid),
        printed_exact(line.returned),
        printed_exact(line.kept),
    )


def _law(seen: LineSeen) -> str:
    cites = dict.fromkeys(cite for cite in (seen.line.cite, seen.line.paid_under) if cite)
    return "\n".join([*cites, *(f"read as {name}" for name in seen.line.readings)])


def _remarks(seen: LineSeen) -> str:
    line = seen.line
    shares = (
        f"{line.meter} {printed_meter(line.meter_before)} to {printed_meter(line.meter_after)}" if line.meter else ""
    )
    parts = (
        VOID if seen.undone else "",
        f"validated by {seen.validated_by}" if seen.validated_by else "",
        "hand pay" if line.hand_pay else "",
        shares,
        line.note,
    )
    return "\n".join(part for part in parts if part)


# --- Cards and actions --------------------------------------------------------------------------------------


def _cards(hand: Reconstruction) -> Grid:
    heads = ("#", "card", "place", "face", "entry", "time", "by", "committed to")
    rows = []
    for seen in hand.cards:
        shown = "a real card"
        if seen.proof is not None:
            proven = "shown" if seen.proof.is_shown else "NOT SHOWN"
            shown = f"entry {seen.proof.sealed_in}, card {seen.proof.position}: {proven}"
        rows.append((str(seen.order), seen.card, seen.place, seen.face, *_when(hand, seen.told), seen.told.by, shown))
    note = "Committed to: the shuffle's entry, and the card's place from the top before the cut."
    return Grid("Cards, in the order they left the deck", heads, ("#", "entry"), rows, note=note)


DEEDS = (events.WagerPlaced, events.WagerWithdrawn, events.BetsClosed, events.Decided)


def _deeds(hand: Reconstruction) -> Grid:
    rows = [(*_when(hand, step.told), step.told.by, step.frame.what, step.frame.cite) for step in hand.steps_of(*DEEDS)]
    return Grid("Wagers and decisions", ("entry", "time", "by", "what", "law"), ("entry",), rows)


def _steps(hand: Reconstruction) -> Grid:
    rows = [(*_when(hand, step.told), step.told.by, _words(step), step.frame.cite) for step in hand.steps]
    return Grid("Everything, step by step", ("entry", "time", "by", "what", "law"), ("entry",), rows)


def _words(step: Step) -> str:
    return "\n".join((step.frame.what, *(f"  {detail.text}" for detail in step.frame.details)))


# --- Meters, money, proofs ----------------------------------------------------------------------------------


def _meters(hand: Reconstruction) -> Iterator[Grid]:
    heads = ("before", "after", "by other tables", "reserve before", "reserve after")
    rows = [(seen.meter, *map(printed_meter, _meter_sums(seen))) for seen in hand.meters]
    yield Grid("Meters before and after", ("meter", *heads), heads, rows)
    changes = [
        (
            *_when(hand, told),
            change.meter,
            change.kind,
            str(change.seat or ""),
            change.wager,
            printed_meter(change.units),
            printed_meter(change.reserve),
            printed_exact(change.cents),
            change.cite,
        )
        for seen in hand.meters
        for told, change in seen.changes
    ]
    names = ("entry", "time", "meter", "what", "seat", "wager", "meter moved", "reserve moved", "wager or win", "law")
    right = ("entry", "seat", "meter moved", "reserve moved", "wager or win")
    yield Grid("Changes of meters", names, right, sorted(changes, key=lambda row: int(row[0])))


def _meter_sums(seen: MeterSeen) -> tuple[int, int, int, int, int]:
    before, after, *reserve = meter_figures(seen)
    return before, after, by_others(seen), reserve[0], reserve[1]


def by_others(seen: MeterSeen) -> int:
    """The change of the displayed meter during the round that came from other linked tables or from a recorded
    correction.
    """
    own = sum(change_units(change.kind, change.units, change.reserve)[0] for _, change in seen.changes)
    before, after, *_ = meter_figures(seen)
    return after - before - own


def meter_figures(seen: MeterSeen) -> tuple[int, int, int, int]:
    """The displayed amount before and after the round, then the reserve before and after."""
    before = (seen.before.units, seen.before.reserve_units) if seen.before else (0, 0)
    return before[0], seen.after.units, before[1], seen.after.reserve_units


def _money(hand: Reconstruction) -> Grid:
    heads = ("entry", "receipt", "from", "to", "sum", "what", "kind", "law")
    rows = [
        (str(told.entry), receipt, t.debit, t.credit, printed_exact(t.cents), t.code, t.kind, t.cite)
        for told, receipt, t in hand.transfers()
    ]
    return Grid("Money", heads, ("entry", "sum"), rows)


def _proofs(hand: Reconstruction) -> Grid:
    proof = hand.proof
    rows = [(str(one.seq), one.leaf, str(len(one.path))) for one in proof.entries]
    if proof.head is None:
        note = f"No signed head covers these entries yet. Root over the first {proof.size:,} entries: {proof.root}."
    else:
        signed = f"signed {moment_text(proof.head.head.at, hand.time_zone)} with key {proof.head.key}"
        note = f"Each leads to root {proof.root} over {proof.size:,} entries, {signed}."
    how = "`tablelaw audit proof ENTRY` gives the path of one."
    return Grid(
        "Proofs", ("entry", "hash", "steps to the root"), ("entry", "steps to the root"), rows, note=f"{note} {how}"
    )


# --- For programs -------------------------------------------------------------------------------------------


def as_dict(hand: Reconstruction) -> dict[str, Any]:
    """The rebuilt round as plain values, in the form documented in docs/cli.md. Keys are added but never renamed."""
    book = hand.engine.rules.book
    shown: dict[str, Any] = {
        "property": hand.owner,
        "day": hand.day or None,
        "table": hand.table,
        "round": hand.state.number,
        "rulebook": book.id,
        "edition": edition_title(book, read_day(hand.day)),
        "physical": hand.engine.physical,
        "choices": hand.choices,
        "entries": [entry.seq for entry in hand.entries],
        "dealt": [_plain(seen) for seen in hand.cards],
        **hand.seats,
        "settlement": [_plain(seen) for seen in hand.lines],
        "law": hand.law,
        "meters": [_meter_dict(seen) for seen in hand.meters],
        "steps": [_plain({"told": step.told._asdict(), **_frame(step)}) for step in hand.steps],
        "transfers": [
            _plain({"entry": told.entry, "receipt": receipt, **msgspec.structs.asdict(t)})
            for told, receipt, t in hand.transfers()
        ],
        "proof": _plain(hand.proof),
    }
    return shown


def _frame(step: Step) -> dict[str, Any]:
    frame = step.frame
    return {"event": frame.event, "what": frame.what, "cite": frame.cite, "details": frame.details}


def _meter_dict(seen: MeterSeen) -> dict[str, Any]:
    names = ("before_units", "after_units", "reserve_before_units", "reserve_after_units")
    changes = [{"told": told._asdict(), **_plain(change)} for told, change in seen.changes]
    figures = dict(zip(names, meter_figures(seen), strict=True))
    return {"meter": seen.meter, **figures, "by_others_units": by_others(seen), "changes": changes}


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value, enc_hook=str)
