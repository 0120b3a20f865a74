"""Checks that a round asks, places, deals and pays what its rows name. Each check yields its refusals.

A row that nothing reaches is a silent wrong answer: the game would be played and analysed without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from tablelaw.errors import BadRulebook
from tablelaw.law.conditions import conditions
from tablelaw.law.rows import Stage
from tablelaw.law.rulebook import Rulebook
from tablelaw.law.structure import COMMUNITY, DEALER, FLOP, INITIAL, PLAYER, PLAYERS

DECIDE = "decide"
PLACING_NOTHING = frozenset({"fold", "check", "ride"})
ALTERNATIVES = {
    "pull": "ride",
    "ride": "pull (of the wager that may be taken back)",
    "bet": "check or fold",
    "check": "bet (of a wager, with its times)",
    "fold": "bet (of a wager, with its times)",
}
"""What is usually forgotten beside a stage's only choice."""
READ_AS = {PLAYERS: {PLAYER, INITIAL}, FLOP: {FLOP, COMMUNITY}}
"""The places of hands that contain the cards of a place, where it is not the same place alone."""


def _combinations(book: Rulebook, whens: list[str]) -> Iterator[dict[str, str]]:
    """Every combination of values of the choices that these conditions name; one, without any, if they name none."""
    permitted: dict[str, tuple[str, ...]] = {
        **book.permitted(),
        **{reading.id: tuple(candidate.id for candidate in reading.candidates) for reading in book.readings},
    }
    names = sorted({name for when in whens for name, _ in conditions(when) if name in permitted})
    for values in product(*(permitted[name] for name in names)):
        yield dict(zip(names, values, strict=True))


def _holds(when: str, chosen: Mapping[str, str]) -> bool:
    return all(chosen.get(name) == value for name, value in conditions(when))


def _in_words(chosen: Mapping[str, str]) -> str:
    return f" under {', '.join(f'{name}={value}' for name, value in chosen.items())}" if chosen else ""


def every_stage_is_asked_once(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that exactly one row of the flow decides each stage, under every choice under which the stage holds."""
    for stage in book.stages:
        rows = [entry for entry in book.flow if entry.do == DECIDE and entry.stage == stage.id]
        for chosen in _combinations(book, [stage.when, *(row.when for row in rows)]):
            asked = [row.id for row in rows if _holds(row.when, chosen)]
            if _holds(stage.when, chosen) and len(asked) != 1:
                times = f"{len(asked)} rows of flow decide it ({', '.join(asked)})" if asked else ""
                what = (times or "no row of flow decides it") + _in_words(chosen)
                accepted = f'one row of flow with do = "{DECIDE}" and stage = "{stage.id}"'
                if chosen and not asked:
                    accepted += ", or a `when` of the stage that says when it is asked"
                yield BadRulebook(what, where=f"round.toml, stages ({stage.id})", accepted=accepted)
                break


def flow_rows_name_the_stage_they_decide(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that a row of the flow names a stage if it decides one, and only then."""
    stages = ", ".join(stage.id for stage in book.stages)
    for entry in book.flow:
        where = f"round.toml, flow ({entry.id})"
        if entry.do == DECIDE and not entry.stage:
            yield BadRulebook("it decides no stage", where=where, accepted=f"stage = one of {stages or 'no stage'}")
        elif entry.stage and entry.do != DECIDE:
            what = f"it names the stage {entry.stage}, but does not decide it"
            yield BadRulebook(what, where=where, accepted=f'do = "{DECIDE}", or no stage')


def stages_offer_a_choice(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that a player who is asked can choose, under every choice of the operator under which the stage holds."""
    for stage in book.stages:
        for chosen in _combinations(book, [stage.when, *(choice.when for choice in stage.choices)]):
            actions = [choice.action for choice in stage.choices if _holds(choice.when, chosen)]
            if _holds(stage.when, chosen) and len(actions) < 2:
                yield _without_a_choice(stage, actions, chosen)
                break


def _without_a_choice(stage: Stage, actions: Sequence[str], chosen: Mapping[str, str]) -> BadRulebook:
    what = f"only one choice, {actions[0]}" if actions else "no choice"
    accepted = "two choices or more"
    if actions and actions[0] in ALTERNATIVES:
        accepted += f", such as {ALTERNATIVES[actions[0]]} beside {actions[0]}"
    return BadRulebook(what + _in_words(chosen), where=f"round.toml, stages ({stage.id})", accepted=accepted)


def wagers_are_placed(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that a choice of some stage places each wager of kind decision or price, that a choice places no other
    kind, and that a bonus rides on a wager.
    """
    every = [(stage.id, choice) for stage in book.stages for choice in stage.choices]
    choices = [(stage, choice) for stage, choice in every if choice.action not in PLACING_NOTHING]
    placed = {choice.places for _, choice in choices}
    paid = {choice.price.wager for _, choice in choices if choice.price is not None}
    kinds = {wager.id: wager.kind for wager in book.wagers}
    for wager in book.wagers:
        where = f"wagers.toml, wagers ({wager.id})"
        if wager.kind == "decision" and wager.id not in placed:
            accepted = f'a choice with wager = "{wager.id}", or the kind "opening" or "optional"'
            yield BadRulebook("a decision wager that no choice of a stage places", where=where, accepted=accepted)
        elif wager.kind == "price" and wager.id not in paid:
            accepted = f'a choice with price = {{ wager = "{wager.id}", ... }}'
            yield BadRulebook("a price that no choice of a stage asks", where=where, accepted=accepted)
        elif wager.kind == "bonus" and not wager.rides_on:
            accepted = "rides_on with the wagers that carry it, or another kind"
            yield BadRulebook("a bonus that rides on no wager", where=where, accepted=accepted)
    decisions = [wager.id for wager in book.wagers if wager.kind == "decision"]
    for stage, choice in choices:
        if kinds.get(choice.places, "decision") != "decision":
            what = f"{choice.action} places {choice.places}, which is of kind {kinds[choice.places]}"
            accepted = ", ".join(decisions) or 'a wager of kind "decision"'
            yield BadRulebook(what, where=f"round.toml, stages ({stage})", accepted=accepted)


def cards_dealt_are_read_by_a_hand(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that some hand contains the cards of every place that cards are dealt to or turned up at."""
    read = {place for hand in book.hands for place in hand.cards}
    for place, where in _places_of_cards(book).items():
        if read.isdisjoint(READ_AS.get(place, {place})):
            named = PLAYER if place == PLAYERS else place
            what = f"no hand contains the cards of {place!r}"
            accepted = f'a hand of round.toml with "{named}" among its cards, or no card there'
            yield BadRulebook(what, where=where, accepted=accepted)


def _places_of_cards(book: Rulebook) -> dict[str, str]:
    """The places that every game may deal cards to or turn them up at, if this one does, each with its first row."""
    found: dict[str, str] = {}
    turned_up = [entry for entry in book.flow if entry.do == COMMUNITY]
    for entry in turned_up:
        found.setdefault(entry.to or COMMUNITY, f"round.toml, flow ({entry.id})")
    for method in book.dealing:
        for number, step in enumerate(method.steps, 1):
            for to in step.to:
                if to != COMMUNITY or not turned_up:  # cards of the board belong to where they are turned up
                    found.setdefault(to, f"dealing.toml, dealing ({method.id}), steps[{number}]")
    return {place: where for place, where in found.items() if place in (PLAYERS, DEALER, COMMUNITY, FLOP)}


def paytables_are_used(book: Rulebook) -> Iterator[BadRulebook]:
    for table in book.paytables:
        if not table.wagers:
            where = f"paytables.toml, paytables ({table.id})"
            yield BadRulebook("no wager uses it", where=where, accepted=", ".join(wager.id for wager in book.wagers))
