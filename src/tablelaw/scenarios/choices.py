"""The choices of a scenario as a checked submission, with defaults for a table with wide limits."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from tablelaw import jurisdictions
from tablelaw.amounts import parse_money
from tablelaw.law.dates.editions import NotInForce, edition_title, is_in_force, require_at_hand, span_text
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Rulebook
from tablelaw.scenarios.format import BadScenario, Scenario, list_of, table_of
from tablelaw.submission.checks.dates import dated_choices
from tablelaw.submission.draft import FILED, Draft, submitted_wagers
from tablelaw.submission.submission import Submission, accept

LIMITS = {"minimum": 100, "maximum": 1_000_000}
"""Wide limits in cents, so the table's limits affect a dispute only if the scenario gives them."""
FIVE_UNITS = 5
PROCEDURE = ("dealing", "shuffler", "decks", "seats")
OTHERS = ("payout_limit", "payout_limit_approval", "offered", "raised", "wagers")


def default_limits(book: Rulebook, written: Mapping[str, Any] | None = None) -> dict[str, str]:
    """The limits for a scenario that does not give any. If the law fixes the maximum as a multiple of the minimum, the
    largest multiple is used.
    """
    money, choices = jurisdictions.money_format_for(book), written or {}
    if not book.maximum_multiples:
        return {name: money.typed(cents) for name, cents in LIMITS.items()}
    minimum = parse_money(choices.get("minimum", FIVE_UNITS), "choices.minimum")
    return {"minimum": money.typed(minimum), "maximum": money.typed(minimum * max(book.maximum_multiples))}


def submission_of(scenario: Scenario) -> Submission:
    """A submission that offers what the scenario lists or, by default, everything the regulation permits."""
    book, written = scenario.book, {**dict(scenario.book.chosen), **scenario.choices}
    _require_known(book, written)
    limits = {key: written[key] for key in (*LIMITS, *OTHERS[:2]) if key in written}
    raw = {
        "rulebook": book.id,
        "property": "Scenario",
        "table": scenario.name or scenario.source,
        "limits": default_limits(book, written) | limits,
        "procedure": _procedure(book, written),
        "options": {o.id: written.get(o.id, o.default or o.permitted[0]) for o in book.options},
        "paytables": {name: written.get(name, columns[0]) for name, columns in _tables(book).items()},
        "wagers": _wagers(book, scenario),
        "odds": _tables_in(written, "raised"),
        "readings": {name: written[name] for name in _readings(book) if name in written},
    }
    draft = Draft(book, raw if scenario.day is None else {**raw, FILED: scenario.day}, "choices")
    _require_in_force(draft, scenario.day)
    return accept(draft)


def _require_in_force(draft: Draft, day: date | None) -> None:
    """Refuses a choice that is not in force on the day of the round or, if no day is given, a choice that has a last
    day.
    """
    if day is not None:
        require_at_hand(draft.book, day)
    for choice in dated_choices(draft, day):
        if day is None and choice.until is not None:
            why = f"a round without a day is settled under {edition_title(draft.book)}, the newest permanent edition"
            accepted = f'{choice.instead}; or day = "{choice.until}" at the top, or another day {span_text(choice)}'
            what = f"{choice.what} is in force only {span_text(choice)}"
            raise NotInForce(what, cite=choice.cite, where="choices", why=why, accepted=accepted)
        if day is not None and not is_in_force(choice, day):
            accepted = f"{choice.instead}; or a day {span_text(choice)}"
            what, why = choice.refused_on(day), f"the round was on {day}"
            raise NotInForce(what, cite=choice.cite, where="choices", why=why, accepted=accepted)


def _tables(book: Rulebook) -> dict[str, tuple[str, ...]]:
    return {t.id: t.columns for t in book.paytables if t.selected_by == "submission" and len(t.columns) > 1}


def _readings(book: Rulebook) -> list[str]:
    return [reading.id for reading in book.readings]


def _require_known(book: Rulebook, written: Mapping[str, Any]) -> None:
    options = [option.id for option in book.options]
    switchable = [reading.id for reading in book.readings if reading.switch]
    known = [*LIMITS, *PROCEDURE, *OTHERS, *options, *_tables(book), *switchable]
    for name, value in written.items():
        if name not in known and name not in _readings(book):
            raise BadScenario("unknown-choice", where="choices", why=repr(name), accepted=", ".join(known))
        if value is None:
            raise BadScenario(
                "wrong-kind", where=f"choices.{name}", why="null", accepted="a value, or leave the line out"
            )


def _procedure(book: Rulebook, written: Mapping[str, Any]) -> dict[str, Any]:
    """The dealing procedure as written; by default with a device that makes counting the stub unnecessary."""
    dealing = written.get("dealing", book.dealing[0].id)
    method = next((m for m in book.dealing if m.id == dealing), None)
    device = "reshuffling" if method is not None and "reshuffling shoe" in method.needs else "counting"
    decks = book.decks_with(str(written.get("shuffler", device)))
    usual = {"dealing": dealing, "shuffler": device, "decks": decks}
    return usual | {key: written[key] for key in PROCEDURE if key in written}


def _wagers(book: Rulebook, scenario: Scenario) -> dict[str, Any]:
    """Every wager that the submission may offer, and any other wagers given their own limits."""
    left = [wager.id for wager in submitted_wagers(book)]
    for name in list_of(scenario.choices.get("offered", []), "choices.offered"):
        if name not in left:
            accepted = ", ".join(left) or "nothing: this regulation has no optional wagers"
            raise BadScenario("unknown-choice", where="choices.offered", why=repr(name), accepted=accepted)
    written = _tables_in(scenario.choices, "wagers")
    decided = {w.id: _wager(book, w, scenario) | written.get(w.id, {}) for w in submitted_wagers(book)}
    return {**written, **decided}


def _tables_in(written: Mapping[str, Any], name: str) -> dict[str, dict[str, Any]]:
    """A choice whose value is a table of tables."""
    parts = table_of(written.get(name, {}), f"choices.{name}")
    return {key: table_of(part, f"choices.{name}.{key}") for key, part in parts.items()}


def _wager(book: Rulebook, wager: Wager, scenario: Scenario) -> dict[str, Any]:
    """The submission's values for an optional wager: whether it is offered, the amount staked, and its meter's seed."""
    offered = scenario.choices.get("offered")
    money = jurisdictions.money_format_for(book)
    terms: dict[str, Any] = {"offered": offered is None or wager.id in offered}
    sums = [money.cents for money in wager.amounts]
    placed = [item for seat in scenario.seats.values() for item in seat.wagers.items()]
    staked = [cents for name, cents in placed if _is_of(book, wager, name)]
    if len(sums) > 1:
        terms["amount"] = money.typed(next((cents for cents in staked if cents in sums), sums[0]))
    if wager.operator_names_amount:
        terms["amount"] = money.typed(next((cents for cents in staked if cents > 0), 100))
    meter = next((m for m in book.meters if wager.id in m.wagers and m.operator_sets), None)
    if meter is not None:
        seed = money.typed(meter.seed_at_least.cents if meter.seed_at_least else 0)
        values = {"seed": ("seed", seed), "reseed": ("reseed", seed), "primary": ("rate", "20%")}
        terms |= dict(values[part] for part in meter.operator_sets)
    return terms


def _is_of(book: Rulebook, wager: Wager, name: str) -> bool:
    """Whether a staked wager is this wager or one that is offered with it."""
    other = next((w for w in book.wagers if w.id == name), None)
    return other is not None and wager.id in (other.id, other.offered_with)
