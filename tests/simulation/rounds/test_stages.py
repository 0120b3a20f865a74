"""Community cards against a paytable: the simulated table compared with rounds dealt and settled in plain Python."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablelaw.analysis.against_paytable.staged.decision_tables import StagedDecisions
from tablelaw.analysis.options_and_outcomes import Option
from tablelaw.analysis.symmetry.suits import classes
from tablelaw.cards import Card
from tablelaw.law.conduct import Case
from tablelaw.law.rows.play import PULL
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import structure_of
from tablelaw.simulation.codes import NOT_MADE, Meaning
from tablelaw.simulation.seating import BEST, NEVER_FOLD, Seat
from tablelaw.simulation.settlement_tables import meaning_of
from tablelaw.studies.games.simulated_table import game_of, plays_of
from tests.examples import example
from tests.simulation.twins import deals

ROUNDS, SEED, BLOCK = 300, 17, 4
PLACED = ("opening",)


def lines(terms: Terms, seats: list[Seat], dealt: list[tuple[tuple[Card, ...], ...]]) -> list[list[tuple[Option, ...]]]:
    """[round][seat] -> the line of play of seats that make no mistakes."""
    plays = plays_of(terms, seats)
    whole: StagedDecisions = plays_of(terms, [Seat(seats[0].wagers, BEST)])[0]
    own = structure_of(terms).own
    done: list[list[tuple[Option, ...]]] = [[()] * len(seats) for _ in dealt]
    for n, point in enumerate(whole.points):
        value = classes(point.known).place_value
        for number, cards in enumerate(dealt):
            for place, play in enumerate(plays):
                line = done[number][place]
                if any(option.action == "fold" for option in line):
                    continue
                known = sorted([*cards[place], *cards[-1][: point.known - own]])
                form = play.form[point.known][int(sum(value[at, card] for at, card in enumerate(known)))]
                done[number][place] = (*line, play.points[n].options[int(play.by_line[line][form])])
    return done


def settled(terms: Terms, seat: Seat, cards: list[Card], line: tuple[Option, ...]) -> dict[str, Meaning]:
    hands = {"player": terms.ranking_of("player").classify(cards)}
    stakes = dict(seat.wagers)
    for option in line:
        if option.action == PULL:
            del stakes[option.wager]
        elif option.wager:
            stakes[option.wager] = int(option.times * seat.wagers["ante"])
    acts = frozenset({"fold"}) & {option.action for option in line}
    return {w: meaning_of(terms.book, Case(w, terms, hands, None, acts, cents)) for w, cents in stakes.items()}


@pytest.mark.parametrize("name", ["let-it-ride", "mississippi-stud"])
def test_every_code_is_what_plain_python_settles(name: str) -> None:
    terms = example(name).terms()
    stakes = {wager.id: 500 for wager in terms.book.wagers if wager.kind in PLACED}
    seats = [Seat(stakes), Seat(stakes, NEVER_FOLD), Seat(dict.fromkeys(stakes, 300), BEST, Fraction(1, 3))]
    game, structure = game_of(terms, seats), structure_of(terms)
    dealt = list(deals(SEED, BLOCK, ROUNDS, [*[structure.own] * len(seats), sum(structure.board)]))
    codes = game.play(SEED, BLOCK)
    careful = [place for place, seat in enumerate(seats) if not seat.mistakes]
    done = lines(terms, [seats[place] for place in careful], dealt)
    seen = set()
    for number, cards in enumerate(dealt):
        for at, place in enumerate(careful):
            expected = settled(terms, seats[place], [*cards[place], *cards[-1]], done[number][at])
            for n, column in enumerate(game.columns):
                told = column.meanings[codes[number, place, n]]
                assert told == expected.get(column.wager, Meaning(NOT_MADE, 0, 0)), f"round {number}, {column.wager}"
                seen.add((column.wager, told.outcome))
    assert len(seen) >= 2 * len(game.columns)
