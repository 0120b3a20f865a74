"""Writes a scenario with every part explained: a round from a practice deck, as a dealer would write it down."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from tablelaw import jurisdictions
from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cards import cards_text
from tablelaw.chance import PracticeChance
from tablelaw.law.dates.editions import columns_offered
from tablelaw.law.decisions import multiples
from tablelaw.law.rows import Paytable, Stage
from tablelaw.law.rulebook import Rulebook
from tablelaw.money_format import MoneyFormat
from tablelaw.persons import player_at
from tablelaw.scenarios.choices import default_limits, submission_of
from tablelaw.scenarios.format import Scenario, SeatPart
from tablelaw.scenarios.irregularity_moments import FLOOR
from tablelaw.scenarios.play import DEALER
from tablelaw.table import commands
from tablelaw.table.automation.dealer import Driver
from tablelaw.table.engine import Engine
from tablelaw.table.legal import decisions
from tablelaw.table.state import Round, Table

WIDTH = 100
ANTE_CENTS, OPTIONAL_CENTS = 1000, 500
SEATS = (1, 2)
PRACTICE_DECKS = 40
"""The number of decks tried to find a round in which the first seat wins something."""


def new_scenario(book: Rulebook) -> str:
    """The text of a scenario: two seats, every wager, and the rulebook's choices and irregularities in comments."""
    played = max((_played(book, number) for number in range(PRACTICE_DECKS)), key=_Played.wins)
    parts = [
        _heading(book),
        _choices(book),
        _cards(played),
        *(_seat(played, number) for number in SEATS),
        _meters(played),
        _irregularities(book),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


# --- The round -----------------------------------------------------------------------------------


class _Played:
    """A round dealt from a practice deck, with the decisions of each seat."""

    def __init__(self, engine: Engine, state: Table, said: dict[int, list[str]]) -> None:
        assert state.round is not None
        self.engine, self.state, self.said = engine, state, said
        self.round: Round = state.round

    def wins(self) -> int:
        """The number of wagers won, not counting hand pays."""
        return sum(line.outcome == "won" and not line.hand_pay for line in self.round.lines)


def _played(book: Rulebook, deck: int) -> _Played:
    seats = {number: SeatPart(f"player {number}", (), {}, ()) for number in SEATS}
    engine = Engine(submission_of(Scenario(book, "template", "", (), {}, {}, seats)))
    driver = Driver(engine, PracticeChance(f"template {deck}"))
    driver.run()
    for number in SEATS:
        driver.do(commands.TakeSeat(number, by=str(player_at(number))))
    driver.run()
    meters = dict(driver.state.meters)
    for number in SEATS:
        for wager, cents in _stakes(engine, number).items():
            driver.do(commands.PlaceWager(number, wager, cents, by=str(player_at(number))))
    driver.do(commands.CloseBets(by=DEALER))
    said = _play_on(driver)
    return _Played(engine, _with_meters(driver.state, meters), said)


def _with_meters(state: Table, meters: dict[str, int]) -> Table:
    return Table(round=state.round, meters=meters)


def _stakes(engine: Engine, number: int) -> dict[str, int]:
    """The stakes of a seat: the first seat makes every wager, the others only the opening wagers."""
    stakes = {}
    for wager in engine.rules.book.wagers:
        terms = engine.submission.wagers.get(wager.id)
        if terms is None or wager.kind not in ("opening", "optional") or (number > 1 and wager.kind != "opening"):
            continue
        usual = ANTE_CENTS if wager.kind == "opening" else OPTIONAL_CENTS
        stakes[wager.id] = terms.amounts_cents[0] if terms.amounts_cents else usual
    return stakes


def _play_on(driver: Driver) -> dict[int, list[str]]:
    """Plays to the end of the settlement: the first seat plays on, the others fold when they can."""
    said: dict[int, list[str]] = {number: [] for number in SEATS}
    money = jurisdictions.money_format_for(driver.engine.rules.book)
    while (round_ := driver.state.round) is not None and round_.phase != "done":
        if round_.phase == "deciding":
            act = _chosen(list(decisions(driver.engine.rules, round_)))
            said[act.seat].append(_words(act, money))
            driver.do(act)
        elif round_.waiting:
            driver.do(commands.Validate(*round_.waiting[0], by=FLOOR))
        else:
            command = driver.next_command()
            assert command is not None
            driver.do(command)
    return said


def _chosen(open_to: list[commands.Act]) -> commands.Act:
    first, others = ("ride", "check", "bet", "play", "fold"), ("fold", "pull", "check", "play", "bet")
    order = first if open_to[0].seat == SEATS[0] else others
    return min((act for act in open_to if act.action in order), key=lambda act: order.index(act.action))


def _words(act: commands.Act, money: MoneyFormat) -> str:
    sum_ = f" {money.typed(act.cents)}" if act.cents else ""
    discard = f", discard {cards_text(act.discard)}" if act.discard else ""
    return f"{act.action}{sum_}{discard}"


# --- The text ------------------------------------------------------------------------------------


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(text, WIDTH - 2, break_on_hyphens=False)]


def _heading(book: Rulebook) -> str:
    intro = (
        f"One round of {book.game}, {book.regulation}, as it was on the table. It settles as written: "
        "tablelaw settle FILE. Change the values after the equals signs; whatever does not matter may be left out."
    )
    day = "The day of the round, under whose law it is settled; without it, under the newest text that does not expire."
    return "\n".join([*_comment(intro), "", f'rulebook = "{book.id}"', *_comment(day), '# day = "2025-06-30"'])


def _choices(book: Rulebook) -> str:
    """Every choice with its permitted values, as comments, since the defaults are usually what is wanted."""
    intro = "Uncomment what is different at this table; each line has the default, then the accepted values."
    rows = [(f'{name} = "{value}"', accepted) for name, value, accepted in _permitted(book)]
    width = max(len(written) for written, _ in rows)
    lines = [f"# {written.ljust(width)}   # {accepted}" for written, accepted in rows]
    return "\n".join(["[choices]", *_comment(intro), *lines])


def _permitted(book: Rulebook) -> Iterator[tuple[str, str, str]]:
    """Yields each choice with its default and its accepted values, including the paragraph."""
    for option in book.options:
        yield option.id, option.default or option.permitted[0], f"{option.accepts} ({option.cite.first})"
    for table in book.paytables:
        if table.selected_by == "submission" and len(table.columns) > 1:
            yield table.id, table.columns[0], f"one of {columns_offered(table)} ({_cites(table)})"
    for reading in book.readings:
        if reading.switch:
            named = ", ".join(candidate.id for candidate in reading.candidates)
            yield reading.id, reading.chosen, f"one of {named} (a reading of {reading.cites.first})"
    yield "dealing", book.dealing[0].id, f"one of {', '.join(method.id for method in book.dealing)}"
    for name, sum_ in default_limits(book).items():
        yield name, sum_, "that of the table"
    for limit in book.limits:
        stands = "it applies by law" if limit.kind == "mandatory" else "none unless written here"
        yield (
            "payout_limit",
            jurisdictions.money_format_for(book).typed(limit.floor.cents),
            f"{limit.kind}: {stands} ({limit.cite.first})",
        )


def _cites(table: Paytable) -> str:
    """The paragraph of a paytable, and the paragraphs of columns that have their own."""
    return ", ".join(dict.fromkeys(str(cites.first) for cites in (table.cite, *table.column_cites.values())))


def _cards(played: _Played) -> str:
    lines = ["[cards]", *_comment("In the order they were dealt. Burned cards need not be named.")]
    places = {place: cards for place, cards in played.round.places.items() if place not in ("burn", "set aside")}
    return "\n".join([*lines, *(f'{place} = "{cards_text(cards)}"' for place, cards in places.items())])


def _seat(played: _Played, number: int) -> str:
    seat = played.round.seats[number]
    stakes = _stakes(played.engine, number)  # not the wagers left at the end, since some may have been pulled
    money = jurisdictions.money_format_for(played.engine.rules.book)
    wagers = ", ".join(f'{w} = "{money.typed(cents)}"' for w, cents in stakes.items())
    said = ", ".join(f'"{words}"' for words in played.said[number])
    asked = "; ".join(_asked(played, stage) for stage in _stages(played))
    return "\n".join(
        [
            f"[seats.{number}]",
            f'cards = "{cards_text((*seat.cards, *seat.discard))}"',
            f"wagers = {{ {wagers} }}",
            *(_comment(f"One decision for each turn of the player. {asked}.") if number == SEATS[0] else []),
            f"decisions = [{said}]",
        ]
    )


def _stages(played: _Played) -> Iterator[Stage]:
    for entry in played.engine.rules.flow.steps:
        if entry.do == "decide":
            yield played.engine.rules.stages[entry.stage]


def _asked(played: _Played, stage: Stage) -> str:
    """Describes a stage and the decisions it permits."""
    words = []
    for choice, *_ in played.engine.rules.choices[stage.id]:
        listed = multiples(played.engine.rules.terms, choice) if choice.times else ()
        sums = " or ".join(f"{times}x" for times in listed) or (f"up to {choice.up_to}x" if choice.up_to else "")
        discard = ", discard ..." if choice.discard else ""
        words.append(f"{choice.action} {sums}".strip() + discard)
    return f"{stage.id} ({stage.cite.first}): {' / '.join(dict.fromkeys(words))}"


def _meters(played: _Played) -> str:
    if not played.state.meters:
        return ""
    money = jurisdictions.money_format_for(played.engine.rules.book)
    rows = [f'{name} = "{money.typed(units // METER_UNITS_PER_CENT)}"' for name, units in played.state.meters.items()]
    return "\n".join(["[meters]", *_comment("What the meters showed before settlement."), *rows])


def _irregularities(book: Rulebook) -> str:
    intro = "What went wrong, if anything did. Without a moment, it is the first moment at which it can happen."
    rows = [
        f"#   {irregularity.id}: {irregularity.name.lower()} ({irregularity.cite.first})"
        for irregularity in book.irregularities
    ]
    example = ["# [irregularity]", '# slip = "wrong-number-of-cards"', '# after = "initial cards"']
    return "\n".join([*_comment(intro), *rows, *example])
