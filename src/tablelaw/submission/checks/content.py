"""Checks that the choices in a well-formed Rules Submission are lawful."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tablelaw.amounts import parse_money
from tablelaw.errors import BadAmount, BadOdds
from tablelaw.law.dates.editions import columns_offered
from tablelaw.law.decisions import parts_of
from tablelaw.law.odds import Odds, OddsKind
from tablelaw.law.rows import Meter, Paytable
from tablelaw.law.rulebook import LEAST_MINIMUM, MAXIMUM_TIMES
from tablelaw.printed_money import printed
from tablelaw.submission.draft import Draft
from tablelaw.submission.findings import Finding, finding, one_of
from tablelaw.submission.payout_limit import lowest_limit_cents
from tablelaw.submission.resolved_terms import meters_in_force, terms_of


def wager_limits_are_in_order(draft: Draft) -> Iterator[Finding]:
    limits = draft.part("limits")
    yield from _range("[limits]", limits["minimum"], limits["maximum"])
    for name in draft.part("wagers"):
        written = draft.wager(name)
        if "minimum" in written and "maximum" in written:
            yield from _range(f"[wagers.{name}]", written["minimum"], written["maximum"])


def _range(where: str, low: object, high: object) -> Iterator[Finding]:
    minimum, maximum = parse_money(low), parse_money(high)
    if minimum <= 0:
        yield finding(
            "minimum-not-positive", where, f"the minimum is {printed(minimum)}", f"a minimum above {printed(0)}"
        )
    if maximum < minimum:
        what = f"the maximum {printed(maximum)} is below the minimum {printed(minimum)}"
        yield finding("maximum-below-minimum", where, what, f"a maximum of {printed(minimum)} or more")


def maximum_is_a_permitted_multiple(draft: Draft) -> Iterator[Finding]:
    """Checks that the maximum is a permitted multiple of the minimum, where the law fixes the multiples."""
    multiples = draft.book.maximum_multiples
    minimum, maximum = (parse_money(draft.part("limits")[key]) for key in ("minimum", "maximum"))
    if multiples and maximum not in {minimum * times for times in multiples}:
        what = f"the maximum {printed(maximum)} is not a permitted multiple of the minimum {printed(minimum)}"
        permitted = one_of(f"{times} times, {printed(minimum * times)}" for times in multiples)
        fact = next(fact for fact in draft.book.facts if fact.id == MAXIMUM_TIMES)
        yield finding("maximum-not-a-multiple", "[limits]", what, permitted, fact.cite)


def wagers_stay_within_the_limits(draft: Draft) -> Iterator[Finding]:
    """Checks that no wager has limits of its own beyond those of the table, where the law fixes the multiples."""
    if not draft.book.maximum_multiples:
        return
    least, most = (parse_money(draft.part("limits")[key]) for key in ("minimum", "maximum"))
    fact = next(fact for fact in draft.book.facts if fact.id == MAXIMUM_TIMES)
    for name in draft.part("wagers"):
        for key in ("minimum", "maximum"):
            written = draft.wager(name).get(key)
            if written is not None and not least <= parse_money(written) <= most:
                what = f"{key} {printed(parse_money(written))} is beyond the limits of the table"
                accepted = f"{printed(least)} to {printed(most)}"
                yield finding("beyond-the-table-limits", f"[wagers.{name}]", what, accepted, fact.cite)


def minimum_is_permitted(draft: Draft) -> Iterator[Finding]:
    """Checks that the table's minimum is not below the one that the law fixes, if it fixes one."""
    least, cents = draft.book.least_minimum_cents, parse_money(draft.part("limits")["minimum"])
    if 0 < cents < least:
        fact = next(fact for fact in draft.book.facts if fact.id == LEAST_MINIMUM)
        what = f"the minimum {printed(cents)} is below the least that the law permits"
        yield finding("minimum-below-the-law", "[limits]", what, f"{printed(least)} or more", fact.cite)


def parts_of_a_wager_are_whole_cents(draft: Draft) -> Iterator[Finding]:
    """Checks that the table's minimum and maximum divide into whole cents if a later bet is a fraction of the opening
    wager.
    """
    parts = parts_of(draft.book.stages)
    for key in ("minimum", "maximum"):
        cents = parse_money(draft.part("limits")[key])
        if cents % parts:
            choices = (choice for stage in draft.book.stages for choice in stage.choices if choice.part)
            what = f"{key} {printed(cents)} does not divide into {parts} equal bets of whole cents"
            accepted = f"a sum divisible by {parts}, such as {printed(cents + parts - cents % parts)}"
            yield finding("part-not-payable", "[limits]", what, accepted, next(choices).cite)


def payout_limit_is_lawful(draft: Draft) -> Iterator[Finding]:
    written = draft.part("limits").get("payout_limit")
    limit = next(iter(draft.book.limits), None)
    if written is None:
        return
    if limit is None:
        yield finding(
            "no-payout-limit",
            "[limits]",
            f"{draft.book.regulation} allows no payout limit",
            "leave payout_limit out",
        )
        return
    lowest = lowest_limit_cents(limit, terms_of(draft), draft)
    cents = parse_money(written)
    if cents < lowest:
        what = f"a payout limit of {printed(cents)} is below the minimum"
        yield finding("payout-limit-below-floor", "[limits]", what, f"{printed(lowest)} or more", limit.cite)
    elif limit.fixed and cents != lowest:
        what = f"the payout limit is fixed by law, not {printed(cents)}"
        yield finding("payout-limit-fixed", "[limits]", what, printed(lowest), limit.cite)


def dealing_has_its_devices(draft: Draft) -> Iterator[Finding]:
    procedure = draft.part("procedure")
    method = {m.id: m for m in draft.book.dealing}[procedure["dealing"]]
    if "automated shuffler" in method.needs and procedure["shuffler"] == "none":
        what = f"{method.name.lower()} needs an automated shuffler"
        yield finding("dealing-needs-shuffler", "[procedure]", what, "shuffler = automated or counting", method.cite)
    if "reshuffling shoe" in method.needs and procedure["shuffler"] != "reshuffling":
        yield finding(
            "dealing-needs-reshuffling-shoe",
            "[procedure]",
            f"{method.name} needs that shoe",
            "shuffler = reshuffling",
            method.cite,
        )


def the_device_is_known(draft: Draft) -> Iterator[Finding]:
    """Checks that the law permits the device if it reshuffles continuously."""
    permits = draft.book.row("facts", "reshuffling-device") is not None
    if draft.part("procedure")["shuffler"] == "reshuffling" and not permits:
        what = f"{draft.book.regulation} permits no device that reshuffles continuously"
        accepted = "shuffler = none, automated or counting"
        yield finding("device-not-permitted", "[procedure]", what, accepted, draft.book.dealing[0].cite)


def two_decks_need_a_shuffler(draft: Draft) -> Iterator[Finding]:
    """Checks that two decks, which alternate in a shuffler, are used only with one, and that a table with a shuffler
    has as many decks as the law requires.
    """
    procedure = draft.part("procedure")
    fact = next((fact for fact in draft.book.facts if fact.id == "decks-with-shuffler"), None)
    cite = fact.cite if fact else ""
    colours = procedure.get("back_colours", ["blue", "red"][: procedure["decks"]])
    if procedure["decks"] == 2 and procedure["shuffler"] == "none":
        yield finding(
            "two-decks-need-shuffler",
            "[procedure]",
            "two decks without an automated shuffler",
            "decks = 1, or a shuffler",
            cite,
        )
    needed = draft.book.decks_with(procedure["shuffler"])
    if procedure["decks"] < needed:
        what = f"{procedure['decks']} deck with a shuffler, which needs {needed}"
        yield finding("shuffler-needs-two-decks", "[procedure]", what, f"decks = {needed}, or no shuffler", cite)
    if len(colours) != procedure["decks"]:
        yield finding(
            "back-colours",
            "[procedure]",
            f"{len(colours)} back colours for {procedure['decks']} decks",
            "one for each deck",
            cite,
        )
    elif len(set(colours)) != len(colours):
        yield finding(
            "back-colours",
            "[procedure]",
            "the two decks have the same back colour",
            "two different colours",
            cite,
        )


def offered_wagers_have_their_needs(draft: Draft) -> Iterator[Finding]:
    for wager in draft.book.wagers:
        where = f"[wagers.{wager.id}]"
        if not draft.is_offered(wager):
            continue
        for need in wager.needs:
            if not draft.is_offered(draft.book.wager(need)):
                yield finding("wager-needs-another", where, f"needs the {need} wager", f"offer {need} too", wager.cite)
        for table in draft.book.paytables_of(wager.id):
            yield from _paytable_named(draft, table, where)


def _paytable_named(draft: Draft, table: Paytable, where: str) -> Iterator[Finding]:
    is_choice = table.selected_by == "submission" and len(table.columns) > 1
    if is_choice and table.id not in draft.part("paytables"):
        what = f"offered, but no paytable is chosen for {table.id}"
        yield finding(
            "paytable-not-chosen",
            where,
            what,
            f"[paytables] {table.id} = one of {columns_offered(table)}",
            table.cite,
        )


def bonuses_have_their_wager(draft: Draft) -> Iterator[Finding]:
    for wager in draft.book.wagers:
        if wager.when and wager.offered_with and draft.holds(wager.when):
            carrier = draft.book.wager(wager.offered_with)
            if not draft.is_offered(carrier):
                what = f"{wager.when} without the wager it depends on"
                yield finding(
                    "bonus-without-wager",
                    "[options]",
                    what,
                    f"offer {carrier.id}, or choose another value",
                    wager.cite,
                )


def links_have_a_meter(draft: Draft) -> Iterator[Finding]:
    with_meter = {wager for meter in draft.book.meters for wager in meter.wagers}
    for name in draft.part("wagers"):
        if "link" in draft.wager(name) and name not in with_meter:
            cite = draft.book.wager(name).cite
            yield finding("link-without-meter", f"[wagers.{name}]", "has no meter to link", "leave link out", cite)


def parts_of_the_minimum_are_whole(draft: Draft) -> Iterator[Finding]:
    """Checks that a wager defined as a part of the table's minimum comes to whole cents, and that no other sum is filed
    for it.
    """
    minimum = parse_money(draft.part("limits")["minimum"])
    for wager in draft.book.wagers:
        if not wager.part_of_minimum or not draft.is_offered(wager):
            continue
        part, rest = divmod(minimum, wager.part_of_minimum)
        if rest or not part:
            what = f"{wager.name} is 1/{wager.part_of_minimum} of the minimum {printed(minimum)}"
            accepted = f"a minimum whose 1/{wager.part_of_minimum} is a whole number of cents"
            yield finding("part-not-whole", "[limits]", what, accepted, wager.cite)
        for key in ("amount", "minimum", "maximum"):
            if key in draft.wager(wager.id):
                what, accepted = f"{wager.name} is {printed(part)} at this table", f"leave {key} out"
                yield finding("amount-not-printed", f"[wagers.{wager.id}]", what, accepted, wager.cite)


def amounts_are_offered(draft: Draft) -> Iterator[Finding]:
    for name in draft.part("wagers"):
        wager, written = draft.book.wager(name), draft.wager(name)
        permitted = [money.cents for money in wager.amounts]
        if "amount" in written and permitted and parse_money(written["amount"]) not in permitted:
            texts = one_of(map(printed, permitted))
            yield finding(
                "amount-not-printed", f"[wagers.{name}]", f"amount = {written['amount']!r}", texts, wager.cite
            )
        elif wager.operator_names_amount and draft.is_offered(wager) and "amount" not in written:
            what = "the submission must name the amount"
            yield finding("amount-not-said", f"[wagers.{name}]", what, f'amount = "{printed(100)}"', wager.cite)
        elif permitted[1:] and draft.is_offered(wager) and "amount" not in written:
            texts = one_of(map(printed, permitted))
            yield finding(
                "amount-not-said",
                f"[wagers.{name}]",
                "its amount is not filled in; meters and payouts depend on it",
                f"amount = {texts}",
                wager.cite,
            )


def meters_are_complete(draft: Draft) -> Iterator[Finding]:
    for meter in meters_in_force(draft):
        written = draft.wager(meter.wagers[0])
        for part in meter.operator_sets:
            key = "rate" if part == "primary" else part
            if key not in written:
                yield finding(
                    "meter-not-set",
                    f"[wagers.{meter.wagers[0]}]",
                    f"{key} must be set by the operator",
                    f'{key} = "..."',
                    meter.cite,
                )
        yield from _meter_floor(meter, written)
    yield from _fixed_meters(draft)


def _meter_floor(meter: Meter, written: dict[str, Any]) -> Iterator[Finding]:
    floor = meter.seed_at_least
    for key in ("seed", "reseed"):
        if floor is not None and key in written and parse_money(written[key]) < floor.cents:
            what = f"{key} {written[key]} is below the minimum"
            yield finding(
                "meter-below-floor",
                f"[wagers.{meter.wagers[0]}]",
                what,
                f"{printed(floor.cents)} or more",
                meter.cite,
            )


def _fixed_meters(draft: Draft) -> Iterator[Finding]:
    for name in draft.part("wagers"):
        meters = [meter for meter in draft.book.meters if name in meter.wagers]
        settable = {"rate" if part == "primary" else part for meter in meters for part in meter.operator_sets}
        for key in ("seed", "reseed", "rate"):
            if key in draft.wager(name) and key not in settable:
                cite = meters[0].cite if meters else ""
                yield finding(
                    "meter-fixed",
                    f"[wagers.{name}]",
                    f"{key} cannot be set by the operator",
                    "leave the line out",
                    cite,
                )


def odds_are_no_less_than_printed(draft: Draft) -> Iterator[Finding]:
    for name, rows in draft.part("odds").items():
        table = next((t for t in draft.book.paytables if t.id == name), None)
        where = f"[odds.{name}]"
        if table is None or not table.minimum:
            floors = [t.id for t in draft.book.paytables if t.minimum]
            cite = table.cite if table else ""
            yield finding(
                "odds-fixed",
                where,
                "the regulation fixes the odds",
                f"leave it out (settable: {one_of(floors)})",
                cite,
            )
        elif not isinstance(rows, dict):
            yield finding(
                "not-a-table",
                where,
                "is a single value",
                f'a table: {where} with a line such as "flush" = "9 to 1"',
                table.cite,
            )
        else:
            yield from _raised_rows(draft, table, rows, where)


def _raised_rows(draft: Draft, table: Paytable, rows: dict[str, Any], where: str) -> Iterator[Finding]:
    column = draft.book.column_name(table.id, terms_of_choices(draft), 0)
    printed = {row[0]: Odds.parse(row[table.columns.index(column) + 1]) for row in table.rows}
    for hand, text in rows.items():
        if hand not in printed:
            yield finding("unknown-row", where, f"no row {hand!r}", one_of(printed), table.cite)
        elif not _is_no_less(text, printed[hand]):
            yield finding(
                "odds-below-minimum",
                where,
                f"{hand} = {text!r}",
                f"{printed[hand]} or better, with the word to",
                table.cite,
            )


def terms_of_choices(draft: Draft) -> dict[str, str]:
    return {name: draft.choice(name) for name in draft.book.default_choices()}


def _is_no_less(text: object, floor: Odds) -> bool:
    try:
        odds = Odds.parse(str(text))
    except (BadOdds, BadAmount):
        return False
    return odds.kind is OddsKind.TO and odds.amount >= floor.amount


CONTENT: tuple[Callable[[Draft], Iterator[Finding]], ...] = (
    wager_limits_are_in_order,
    maximum_is_a_permitted_multiple,
    wagers_stay_within_the_limits,
    minimum_is_permitted,
    parts_of_a_wager_are_whole_cents,
    payout_limit_is_lawful,
    dealing_has_its_devices,
    the_device_is_known,
    two_decks_need_a_shuffler,
    offered_wagers_have_their_needs,
    bonuses_have_their_wager,
    links_have_a_meter,
    parts_of_the_minimum_are_whole,
    amounts_are_offered,
    meters_are_complete,
    odds_are_no_less_than_printed,
)
