"""Checks across the rows of a rulebook, after each row has been checked on its own. Each check yields its refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from tablelaw.errors import BadRulebook
from tablelaw.law import dealing_checks, playability_checks, purchase_checks, required_rows, round_checks
from tablelaw.law.cite import Cite
from tablelaw.law.conditions import conditions
from tablelaw.law.dates import checks
from tablelaw.law.row_files import SECTIONS
from tablelaw.law.rows import AT_HAND, PROVISION_KINDS, Provision, Row
from tablelaw.law.rulebook import Rulebook, provision_of
from tablelaw.law.text_values import Cites
from tablelaw.money_format import WRITTEN

Check = Callable[[Rulebook], Iterator[BadRulebook]]


def first_fault(book: Rulebook) -> BadRulebook | None:
    """The first refusal of any check, or None if the rulebook is sound."""
    return next((fault for check in CHECKS for fault in check(book)), None)


def all_faults(book: Rulebook) -> list[BadRulebook]:
    """The refusals of all checks. A check that cannot be carried out after others have found faults is skipped, because
    those faults may be the cause.
    """
    faults: list[BadRulebook] = []
    for check in CHECKS:
        try:
            faults += check(book)
        except (BadRulebook, KeyError, StopIteration, ValueError):
            if not faults:
                raise
    return faults


def ids_are_unique(book: Rulebook) -> Iterator[BadRulebook]:
    for section, file in SECTIONS.items():
        for row_id, count in Counter(row.id for row in book.rows(section)).items():
            if count > 1:
                yield BadRulebook(
                    f"id {row_id!r} occurs {count} times", where=f"{file}, {section}", accepted="each id once"
                )
    for reading_id, count in Counter(reading.id for reading in book.readings).items():
        if count > 1:
            yield BadRulebook(f"id {reading_id!r} occurs {count} times", where="readings.toml", accepted="each id once")


def references_exist(book: Rulebook) -> Iterator[BadRulebook]:
    for where, kind, name in _references(book):
        known = _known(book, kind)
        if name not in known:
            yield BadRulebook(f"no {kind} {name!r}", where=where, accepted=", ".join(known))


def _known(book: Rulebook, kind: str) -> list[str]:
    if kind == "choice":
        readings = {reading.id: [c.id for c in reading.candidates] for reading in book.readings}
        named = {**book.permitted(), **readings}
        return [f"{name}={value}" for name, values in named.items() for value in values]
    section = {
        "wager": "wagers",
        "hand": "hands",
        "stage": "stages",
        "reading": "readings",
        "method": "dealing",
        "irregularity": "irregularities",
    }[kind]
    return [row.id for row in getattr(book, section)]


def _references(book: Rulebook) -> Iterator[tuple[str, str, str]]:
    """Every reference from one row to another: its location, the kind of row and the row's id."""
    for section, file in SECTIONS.items():
        for row in book.rows(section):
            where = f"{file}, {section} ({row.id})"
            for kind, names in _named_by(row):
                yield from ((where, kind, name) for name in names)


_SINGLE = {
    "equal_to": "wager",
    "offered_with": "wager",
    "wager": "wager",
    "hand": "hand",
    "stage": "stage",
    "after": "stage",
    "reading": "reading",
    "divided_by": "reading",
    "paid_as": "reading",
}
_SEVERAL = {
    "wagers": "wager",
    "needs": "wager",
    "rides_on": "wager",
    "methods": "method",
    "readings": "reading",
}


def _named_by(row: object) -> Iterator[tuple[str, Iterable[str]]]:
    for key, kind in _SINGLE.items():
        if value := getattr(row, key, ""):
            yield kind, (value,)
    yield "choice", (f"{name}={value}" for name, value in conditions(getattr(row, "when", "")))
    if by_reading := getattr(row, "by_reading", {}):
        yield "choice", (f"{row.reading}={candidate}" for candidate in by_reading)  # type: ignore[attr-defined]
    for key in ("counts", "cut_first", "filed_with"):
        yield "choice", getattr(row, key, ())
    for key, kind in _SEVERAL.items():
        if hasattr(row, key) and not (key == "needs" and hasattr(row, "community")):
            yield kind, (name for name in getattr(row, key) if name != "all")
    for key in ("choices", "effects", "steps", "replaced"):
        for part in getattr(row, key, ()):
            yield from _named_by(part)
    for key in ("on_fold", "on_buy", "price"):
        if (part := getattr(row, key, None)) is not None:
            yield from _named_by(part)


def provisions_are_of_one_kind(book: Rulebook) -> Iterator[BadRulebook]:
    for provision in book.provisions:
        where = f"provisions.toml ({provision.cite})"
        if not provision.kind:
            yield BadRulebook("not exactly one kind", where=where, accepted="one of " + ", ".join(PROVISION_KINDS))
        if bool(provision.implemented) != bool(provision.shown_by):
            yield BadRulebook(
                "it names code without a test, or a test without code",
                where=where,
                accepted="implemented with shown_by",
            )


def provisions_are_listed_once(book: Rulebook) -> Iterator[BadRulebook]:
    for cite, count in Counter(provision.cite for provision in book.provisions).items():
        if count > 1:
            yield BadRulebook(
                f"{cite} is listed {count} times", where="provisions.toml", accepted="each paragraph once"
            )


def provisions_point_at_rows(book: Rulebook) -> Iterator[BadRulebook]:
    for provision in (*book.provisions, *map(provision_of, book.supplements)):
        if provision.data:
            section, _, row_id = provision.data.partition(".")
            yield from _anchor(book, provision, "facts" if section == "rulebook" else section, row_id)
        if provision.duty:
            yield from _anchor(book, provision, "duties", provision.duty)


def _anchor(book: Rulebook, provision: Provision, section: str, row_id: str) -> Iterator[BadRulebook]:
    where = f"provisions.toml ({provision.cite})"
    if section not in SECTIONS:
        yield BadRulebook(f"no data section {section!r}", where=where, accepted=", ".join(SECTIONS))
        return
    row = book.row(section, row_id)
    if row is None:
        ids = ", ".join(r.id for r in book.rows(section))
        yield BadRulebook(f"no row {row_id!r} in {section}", where=where, accepted=ids)
    elif not any(cites.touch(provision.cite) for cites in cites_of(row)):
        yield BadRulebook(
            f"the row {section}.{row_id} does not cite it",
            where=where,
            accepted=f"a row citing {provision.cite}, or a cite added there",
        )


def cites_lead_to_paragraphs(book: Rulebook) -> Iterator[BadRulebook]:
    supplements = [supplement.cite for supplement in book.supplements if supplement.text == AT_HAND]
    listed = [*(provision.cite for provision in book.provisions), *supplements]
    led_to = {(c.notation, c.section, c.path[:depth]) for c in listed for depth in range(len(c.path) + 1)}
    for where, cite in all_cites(book):
        if (cite.notation, cite.section, cite.path) not in led_to:
            yield BadRulebook(
                f"cite {cite} leads to no paragraph", where=where, accepted="a paragraph of provisions.toml"
            )


def all_cites(book: Rulebook) -> Iterator[tuple[str, Cite]]:
    """Every cite in the rulebook outside provisions.toml, with its location."""
    for section, file in SECTIONS.items():
        for row in book.rows(section):
            for cites in cites_of(row):
                yield from ((f"{file}, {section} ({row.id})", cite) for cite in cites)
    for file, readings in (("readings.toml", book.readings), ("editions.toml", book.dating)):
        for reading in readings:
            yield from ((f"{file} ({reading.id})", cite) for cite in reading.cites)
    yield from ((f"conduct ({rule.name})", rule.cite) for rule in book.rules)


def cites_of(row: Row) -> list[Cites]:
    """The cites of a row and of its parts."""
    parts = [part for key in ("choices", "effects", "steps") for part in getattr(row, key, ())]
    parts += [part.price for part in getattr(row, "choices", ()) if part.price is not None]
    parts += [part for key in ("on_fold", "on_buy") if (part := getattr(row, key, None)) is not None]
    several = [cites for key in ("column_cites", "classes") for cites in getattr(row, key, {}).values()]
    return [row.cite, *(part.cite for part in parts), *several]


def currency_is_known(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that sums can be written in the currency that a rulebook names."""
    if book.currency and book.currency not in WRITTEN:
        accepted = f"{', '.join(WRITTEN)}, or none: any currency"
        yield BadRulebook(f"currency {book.currency!r} is unknown", where="rulebook.toml", accepted=accepted)


CHECKS: tuple[Check, ...] = (
    ids_are_unique,
    currency_is_known,
    required_rows.id_is_plain,
    required_rows.table_prefix_is_plain,
    required_rows.required_facts_exist,
    required_rows.required_duties_exist,
    required_rows.required_hands_exist,
    playability_checks.rankings_exist,
    playability_checks.lines_run_through_their_ranking,
    playability_checks.every_class_has_its_paragraph,
    playability_checks.paytables_resolve,
    references_exist,
    round_checks.flow_rows_name_the_stage_they_decide,
    round_checks.every_stage_is_asked_once,
    round_checks.stages_offer_a_choice,
    round_checks.paytables_are_used,
    playability_checks.every_wager_is_settled_once,
    playability_checks.every_wager_has_a_rule,
    playability_checks.choices_say_what_they_place,
    playability_checks.choices_are_limited_to_classes_of_their_hand,
    playability_checks.pulls_take_back_wagers_on_the_table,
    playability_checks.opening_wagers_are_equal,
    purchase_checks.purchases_have_a_price,
    purchase_checks.bought_cards_are_dealt,
    purchase_checks.prices_are_collected,
    round_checks.wagers_are_placed,
    playability_checks.irregularities_reach_every_wager,
    dealing_checks.cards_are_dealt_to_places_that_hands_read,
    round_checks.cards_dealt_are_read_by_a_hand,
    dealing_checks.community_cards_are_dealt_once,
    dealing_checks.only_the_dealers_cards_are_dealt_face_up,
    dealing_checks.exposed_cards_have_a_place,
    playability_checks.bettors_are_asked_after_their_stage,
    playability_checks.drawn_bonuses_say_what_is_drawn,
    playability_checks.sections_belong_to_one_value,
    playability_checks.readings_choose_a_candidate,
    checks.editions_are_in_order,
    checks.spans_begin_before_they_end,
    checks.dated_columns_are_printed,
    checks.supplements_agree_with_their_columns,
    checks.amended_sections_exist,
    playability_checks.switches_name_effects,
    dealing_checks.hands_are_dealt_the_cards_they_are_read_from,
    provisions_are_of_one_kind,
    provisions_are_listed_once,
    cites_lead_to_paragraphs,
    provisions_point_at_rows,
)
