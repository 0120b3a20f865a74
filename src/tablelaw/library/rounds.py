"""One round: settled as written down, or dealt and played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any

from tablelaw import jurisdictions, rulebooks
from tablelaw.analysis.earlier_decisions import parse_earlier
from tablelaw.analysis.notebook import bars, pandas_table, table_html, table_text, titled
from tablelaw.analysis.own_strategies import BadStrategy, Decide, Spot, answer_to
from tablelaw.cards import Card
from tablelaw.chance import PracticeChance
from tablelaw.errors import BadFile
from tablelaw.extras import extras_named
from tablelaw.law.rows import BUY
from tablelaw.law.rulebook import Rulebook
from tablelaw.library.stakes import stakes_of, table_of
from tablelaw.persons import player_at
from tablelaw.plain_text import short
from tablelaw.printed_money import printed, printing_as
from tablelaw.scenarios.format import Scenario, parse_text, read_scenario
from tablelaw.scenarios.irregularity_moments import FLOOR
from tablelaw.scenarios.play import DEALER, Settlement
from tablelaw.scenarios.play import settle as settle_scenario
from tablelaw.scenarios.report import as_dict
from tablelaw.table import commands
from tablelaw.table.automation.dealer import Driver
from tablelaw.table.engine import Engine
from tablelaw.table.legal import decisions
from tablelaw.table.reading.settlement_report import Totals, dealer_shown, places_shown, seat_reports
from tablelaw.table.round.hands import dealers_cards
from tablelaw.table.state import Round

BEST = "best"
SEAT = 1


@dataclass(frozen=True, slots=True, repr=False)
class PlayedRound:
    """A settled round: what every wager staked, was paid and why."""

    settlement: Settlement

    @property
    def book(self) -> Rulebook:
        return self.settlement.scenario.book

    @property
    def not_the_law(self) -> str:
        """What was changed, if the rulebook is not the regulation."""
        return self.book.not_the_law

    @property
    def cards(self) -> dict[str, str]:
        """The dealer's, community and other shared cards, by place."""
        return places_shown(self.settlement)

    @property
    def net_cents(self) -> int:
        """What the players together gained, in cents."""
        return Totals.of(self.settlement.lines).net

    @property
    def decisions(self) -> dict[int, tuple[str, ...]]:
        """The actions of each seat, in order."""
        return {number: tuple(map(str, seat.actions)) for number, seat in self.settlement.round.seats.items()}

    def rows(self) -> list[dict[str, object]]:
        """One flat row per wager, in cents, with the paragraph that decided it."""
        return [
            {
                "seat": line.seat,
                "wager": line.wager,
                "stake_cents": line.stake,
                "outcome": line.outcome,
                "hand": line.row,
                "odds": line.odds,
                "net_cents": line.paid - line.kept,
                "law": line.cite,
            }
            for line in self.settlement.lines
        ]

    def as_json(self) -> dict[str, object]:
        """The settlement as JSON, in the shape of docs/settle.md."""
        mark = {"not_the_law": self.not_the_law} if self.not_the_law else {}
        return {**as_dict(self.settlement), **mark}

    def to_pandas(self) -> Any:
        """The rows as a pandas table, if pandas is installed."""
        return pandas_table(self.rows())

    def plot(self) -> Any:
        """What each wager gained or lost, as a matplotlib figure, if matplotlib is installed."""
        nets = {f"seat {row['seat']}, {row['wager']}": _cents(row["net_cents"]) / 100 for row in self.rows()}
        return bars(nets, self._title())

    def _title(self) -> str:
        dealer, held = dealer_shown(self.settlement), seat_reports(self.settlement)
        parts = [f"seat {seat.number}: {seat.cards}" for seat in held]
        parts += [f"{place}: {cards}" for place, cards in self.cards.items()]
        parts += [f"dealer has {dealer}"] if dealer else []
        return titled(f"{self.book.id}: {'; '.join(parts)}", self.not_the_law)

    def _shown(self) -> list[dict[str, object]]:
        with printing_as(jurisdictions.money_format_for(self.book)):
            return [
                {"seat": row["seat"], "wager": row["wager"], "stake": printed(_cents(row["stake_cents"]))}
                | {"outcome": row["outcome"], "hand": row["hand"], "odds": row["odds"]}
                | {"net": printed(_cents(row["net_cents"])), "law": row["law"]}
                for row in self.rows()
            ]

    def __repr__(self) -> str:
        return table_text(self._shown(), self._title())

    def _repr_html_(self) -> str:
        return table_html(self._shown(), self._title())


def _cents(value: object) -> int:
    assert isinstance(value, int)
    return value


# --- Settled as written down ----------------------------------------------------------------------------


def settle(of: str | PathLike[str] | Rulebook | Mapping[str, Any], /, **parts: Any) -> PlayedRound:
    """Settles a round as it is written down: a scenario file, its text or its mapping (docs/settle.md).

    The parts of a scenario may also be given by name, with a rulebook; `hand`, `wagers` and `decisions` then describe
    the one seat, `board` and `dealer` the other cards: `tl.settle(ID, hand="Ah Kh", board="Qh Jh Th 4c 9d", dealer="Ks
    Qd", wagers={"ante": 5, "blind": 5}, decisions=["bet 4x"])`.
    """
    raw, source = _raw(of)
    return PlayedRound(settle_scenario(read_scenario({**raw, **_parts(parts)}, source)))


def _raw(of: Any) -> tuple[Mapping[str, Any], str]:
    if isinstance(of, Mapping):
        return of, "scenario"
    if isinstance(of, Rulebook) or (isinstance(of, str) and "\n" not in of and not of.endswith((".toml", ".json"))):
        return {"rulebook": rulebooks.get(of)}, "scenario"
    if isinstance(of, str) and "\n" in of:
        return parse_text(of, "scenario"), "scenario"
    if not isinstance(of, (str, PathLike)):
        accepted = "a rulebook or its id, the path, text or mapping of a scenario"
        raise BadFile(f"a scenario {short(of)}", accepted=accepted)
    return _file(Path(of))


def _file(path: Path) -> tuple[Mapping[str, Any], str]:
    try:
        return parse_text(path.read_text("utf-8-sig"), str(path)), str(path)
    except OSError as error:
        raise BadFile(f"cannot be read: {error.strerror}", where=str(path), accepted="a scenario") from None
    except UnicodeDecodeError:
        raise BadFile("is not UTF-8 text", where=str(path), accepted="a scenario in UTF-8") from None


def _parts(parts: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a scenario; the words for one seat and its table become the parts they stand for."""
    found = dict(parts)
    seat = {key: found.pop(name) for name, key in SEAT_WORDS.items() if name in found}
    cards = {place: found.pop(name) for name, place in PLACES.items() if name in found}
    if seat:
        found["seats"] = {**found.get("seats", {}), SEAT: seat}
    if cards:
        found["cards"] = {**found.get("cards", {}), **cards}
    return found


SEAT_WORDS = {"hand": "cards", "wagers": "wagers", "decisions": "decisions"}
PLACES = {"board": "community", "dealer": "dealer"}


# --- Dealt and played -------------------------------------------------------------------------------------


def play(
    of: str | Rulebook,
    seed: int | str = 1,
    wagers: Mapping[str, object] | None = None,
    strategy: str | Decide | Sequence[str] = BEST,
    **choices: str,
) -> PlayedRound:
    """Deals a round from a practice deck to one seat and settles it; the same seed deals the same cards.

    The strategy is "best" (exact best play), a function that is asked at each decision, or a list of decisions.
    """
    book = rulebooks.get(of)
    stakes = stakes_of(book, wagers)
    submission = table_of(book, stakes, book.named_choices(choices))
    with printing_as(jurisdictions.money_format_for(book)):
        driver = Driver(Engine(submission), PracticeChance(seed))
        _open(driver, stakes)
        _play_on(driver, _decider(driver, strategy))
    state = driver.state
    scenario = Scenario(book, "tl.play", f"seed {seed}", (), dict(choices), {}, {})
    return PlayedRound(Settlement(scenario, driver.engine, state, tuple(driver.log)))


def _open(driver: Driver, stakes: Mapping[str, int]) -> None:
    driver.run()
    driver.do(commands.TakeSeat(SEAT, by=str(player_at(SEAT))))
    driver.run()
    for wager, cents in stakes.items():
        driver.do(commands.PlaceWager(SEAT, wager, cents, by=str(player_at(SEAT))))
    driver.do(commands.CloseBets(by=DEALER))


def _play_on(driver: Driver, decide: Decide) -> None:
    """Plays to the end of the settlement, before the round is cleared."""
    while (round_ := driver.state.round) is not None and round_.phase != "done":
        if round_.phase == "deciding":
            driver.do(_decided(driver, round_, decide))
        elif round_.waiting:
            driver.do(commands.Validate(*round_.waiting[0], by=FLOOR))
        else:
            command = driver.next_command()
            assert command is not None
            driver.do(command)


def _decided(driver: Driver, round_: Round, decide: Decide) -> commands.Act:
    open_to = list(decisions(driver.rules, round_))
    seat = round_.seats[SEAT]
    base = seat.wagers.get(driver.rules.opening[0].id) or 1
    spot = Spot(
        tuple(sorted(seat.cards, reverse=True)),
        _shown(driver, round_),
        tuple(_words(act, base) for act in open_to),
        tuple(seat.actions),
    )
    if not driver.rules.hands.has_dealer:
        spot = replace(spot, cards=tuple(sorted((*spot.cards, *spot.board), reverse=True)), board=())
    return open_to[answer_to(decide, spot)]


def _shown(driver: Driver, round_: Round) -> tuple[Card, ...]:
    """The community cards turned up, and the dealer's cards that lie face up."""
    up = dealers_cards(driver.rules, driver.state.method, round_)
    return (*round_.community[: round_.shown], *(card for card in up if card is not None))


def _words(act: commands.Act, base: int) -> str:
    """A decision in words, with what it wagers as a multiple of the first opening wager."""
    times = f" {Fraction(act.cents, base)}x" if act.cents and act.action != BUY else ""
    return f"{act.action}{times}" + (f", discard {act.discard[0]}" if act.discard else "")


# --- Who decides ------------------------------------------------------------------------------------------


def _decider(driver: Driver, strategy: str | Decide | Sequence[str]) -> Decide:
    if strategy == BEST:
        return _best(driver)
    if callable(strategy):
        return strategy
    if isinstance(strategy, str) or not isinstance(strategy, Sequence):
        what, accepted = f"a strategy {short(strategy)}", f'"{BEST}", a function of a spot, or a list of decisions'
        raise BadStrategy(what, where="play", accepted=accepted)
    return _listed(list(strategy))


def _listed(left: list[str]) -> Decide:
    """Takes the decisions of a list one after the other."""

    def decide(spot: Spot) -> str:
        if not left:
            raise BadStrategy("no decision is left in the list", where="play", accepted=", ".join(spot.options))
        return left.pop(0)

    return decide


def _best(driver: Driver) -> Decide:
    """Exact best play, from the solver of the game; rounds that are settled or played otherwise need no solver."""
    with extras_named("tl.play"):
        from tablelaw.analysis.solver import Seen
        from tablelaw.analysis.solver_choice import solver_of

    terms, taken = driver.rules.terms, list[str]()

    def decide(spot: Spot) -> str:
        round_ = driver.state.round
        assert round_ is not None
        seen = Seen(round_.seats[SEAT].cards, _shown(driver, round_), parse_earlier(", ".join(taken)))
        one = solver_of(terms).advise(terms, seen)[0]
        gone = "" if one.discard is None else f", discard {one.discard}"
        said = f"{BUY}{gone}" if one.action == BUY else one.name
        said = next((option for option in spot.options if option == said or option.startswith(f"{said} ")), said)
        taken.append(said)
        return said

    return decide
