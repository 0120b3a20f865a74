"""Hold'em tables compared with plain Python that settles every wager under the rulebook and on the production table."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from tablelaw.cards.card import parse_cards
from tablelaw.errors import RuleConflict
from tablelaw.law.rulebook import Terms
from tablelaw.rulebooks import get
from tablelaw.simulation.codes import BLOCK, NOT_MADE, Codes, Meaning
from tablelaw.simulation.rounds.block import Block
from tablelaw.simulation.rounds.game import TableGame
from tablelaw.simulation.rounds.hand_readers import NotPlayedHere
from tablelaw.simulation.seating import Seat, wagers_at
from tablelaw.simulation.settlement_tables import UNRULED
from tablelaw.studies.games.board_plays import board_table
from tablelaw.studies.games.simulated_table import game_of, plays_of
from tests.examples import example
from tests.simulation.holdem_twin import Twin

ROUNDS = 300
DRAWN = {"magic-card": "yes", "lucky-bonus": "yes", "draws-every-rounds": "2"}
COLLECTED = {"fold-and-progressive": "collected", "fold-and-five-card": "collected"}
TRIPS = {"ante": 500, "blind": 500, "trips": 101}
SIDES = {"progressive": 100, "five-card-player": 100, "five-card-dealer": 300, "six-card": 500}
BONUS = {"ante": 500, "texas-bonus": 101}
SUPER = {"ante": 502, "super-ante": 502}


def terms_653a(readings: dict[str, str] | None = None) -> Terms:
    return get("pa-653a").terms_of(DRAWN, readings)


THREE = "basic strategy, three times the Ante"
CASES: dict[str, tuple[Terms, list[Seat]]] = {
    "653a, every wager": (
        terms_653a(),
        [
            Seat({**TRIPS, "bad-beat": 300, **SIDES}, "basic strategy"),
            Seat({**TRIPS, **SIDES, "progressive": 500}, "basic strategy", Fraction(1, 3)),
            Seat({"ante": 1500, "blind": 1500}, "best"),
        ],
    ),
    "653a, a fold collects": (
        terms_653a(COLLECTED),
        [Seat({**TRIPS, **SIDES}, "basic strategy", Fraction(9, 10))] * 2 + [Seat(TRIPS, "best")],
    ),
    "653a, alone": (terms_653a(), [Seat({**TRIPS, **SIDES}, "best")]),
    "647a, every wager": (
        get("pa-647a").terms_of({**DRAWN, "texas-bonus": "B"}),
        [
            Seat({**BONUS, **SIDES}, "bet above the board"),
            Seat({**BONUS, **SIDES, "progressive": 500}, "bet above the board", Fraction(1, 2)),
            Seat({"ante": 700}, "best"),
        ],
    ),
    "md, every wager": (
        get("md-thb").terms(),
        [Seat(BONUS, "bet above the board", Fraction(1, 4)), Seat(BONUS, "best")],
    ),
    "677a, every wager": (
        get("pa-677a").terms(),
        [
            Seat(
                {"ante": 500, "odds": 500, "pocket-bonus": 101, "trips-plus": 101},
                "basic strategy, three times the Ante",
            ),
            Seat({"ante": 500, "odds": 500, "trips-plus": 500}, THREE, Fraction(1, 2)),
            Seat({"ante": 300, "odds": 300}, "best"),
        ],
    ),
    "fr-holdem, every wager": (
        get("fr-holdem").terms(),
        [
            Seat({**SUPER, "bonus": 101}, "best"),
            Seat({**SUPER, "bonus": 500}, "best", Fraction(1, 2)),
        ],
    ),
}


def holdem_table(terms: Terms, seats: Sequence[Seat]) -> TableGame:
    table = game_of(terms, seats)
    assert isinstance(table, TableGame)
    return table


def played(game: TableGame, rounds: int, seed: int = 7, block: int = 3, cards: np.ndarray | None = None) -> Codes:
    codes = np.zeros((rounds, game.seats, len(game.columns)), np.uint16)
    under_way = Block(game.layout, game.players, game.plays, (seed, block, rounds))
    if cards is not None:
        under_way.cards[:] = cards
    under_way.play(codes)
    return codes


def meanings(game: TableGame, codes: Codes) -> list[list[list[Meaning]]]:
    return [
        [[column.meanings[code] for column, code in zip(game.columns, seat, strict=True)] for seat in row]
        for row in codes.tolist()
    ]


@pytest.mark.parametrize("name", CASES)
def test_every_code_is_what_the_twin_says(name: str) -> None:
    terms, seats = CASES[name]
    found = meanings(holdem_table(terms, seats), played(holdem_table(terms, seats), ROUNDS))
    expected = Twin(terms, seats, 7, 3, ROUNDS).play()
    for n, (ours, theirs) in enumerate(zip(found, expected, strict=True)):
        assert ours == theirs, f"round {n}"
    seen = {(seat, meaning.outcome) for row in found for seat, own in enumerate(row) for meaning in own}
    assert len(seen) >= 3 * len(seats)


def test_the_columns_of_all_cases_are_every_wager_of_their_rulebooks() -> None:
    made = {(terms.book.id, wager.id) for terms, seats in CASES.values() for wager in wagers_at(terms, seats)}
    books = {terms.book for terms, _ in CASES.values()}
    assert made == {(book.id, wager.id) for book in books for wager in book.wagers}


RARE = {
    "two straight flushes and a royal": "Ts Js Qs 2c 3d 4h 5h Ks As 8s 9s 2d 3h Ac Ad Ah 6c",
    "six diamonds in a row": "2c 3c 4h 5s 6s 7c 7h Ad Kd Qc Jc 8c 8h Qd Jd Td 9d",
    "six spades in a row": "2c 3c 4h 5d 6d 7c 7h As Ks Qc Jc 8c 8h Qs Js Ts 9s",
    "a royal of five and a nine": "2c 3c 4h 5d 6d 7c 7h As Ks Qc Jc 8c 8h Qs Js Ts 9h",
    "quads beaten by a straight flush": "9c Tc Jc 9h 9s 8c 7c 9d 2d Qc Kc 3d 4d 5d 6h 7h 8h",
    "the board plays": "Tc Jc Qc Kc Ac 2d 3d 4h 5h 6h 7h 8h 9h 2s 3s 4s 5s",
    "the dealer's royal": "Tc Jc Qc 2d 3d Kc Ac 4h 5h 6h 7h 8h 9h 2s 3s 4s 5s",
    "aces on the flop": "Ac Ad Ah 2d 3d Kc 2c As 5h 6h 7h 8h 9h 2s 3s 4s 5s",
}
"""Rare rounds: flop, turn, river, dealer, three seats, the four cards of the Six Card Bonus."""


def test_rare_deals_are_settled_like_the_twins() -> None:
    terms, seats = CASES["653a, every wager"]
    plain = [Seat(seat.wagers, seat.play) for seat in seats]
    game, twin = holdem_table(terms, plain), Twin(terms, plain, 1, 1, len(RARE))
    twin.deals = [parse_cards(text) for text in RARE.values()]
    found = meanings(game, played(game, len(RARE), 1, 1, np.array(twin.deals, np.uint8)))
    for name, ours, theirs in zip(RARE, found, twin.play(), strict=True):
        assert ours == theirs, name
    envy = next(n for n, column in enumerate(game.columns) if column.wager == "envy")
    assert found[0][0][envy].row == "straight flush"
    assert {found[n][0][-1].row for n in range(1, 4)} >= {"royal flush"}


def test_aces_against_aces_are_the_rarest_bonus() -> None:
    terms, seats = get("md-thb").terms(), [Seat(BONUS, "best")]
    game, twin = holdem_table(terms, seats), Twin(terms, seats, 1, 1, 2)
    twin.deals = [parse_cards("2c 3c 4h 9d Td Ac Ad Ah As"), parse_cards("2c 3c 4h 9d Td Kc Kd Ah As")]
    found = meanings(game, played(game, 2, 1, 1, np.array(twin.deals, np.uint8)))
    assert found == twin.play()
    assert [row[0][-1].row for row in found] == ["ace-ace (dealer and player)", "ace-ace"]


# --- Blocks ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table() -> TableGame:
    return holdem_table(*CASES["653a, every wager"])


def test_a_seed_and_a_block_are_a_result(table: TableGame) -> None:
    again = pickle.loads(pickle.dumps(table))
    codes = table.play(7, 5)
    assert codes.shape == (BLOCK, 3, len(table.columns))
    assert (codes == again.play(7, 5)).all()
    assert again.fingerprint == table.fingerprint
    assert (codes != table.play(7, 6)).any()
    assert (codes != table.play(8, 5)).any()


def test_mistakes_leave_the_deals_alone() -> None:
    """Trips depends only on the cards, so its codes are the same whoever makes mistakes."""
    terms, plain = get("pa-653a").terms(), Seat(TRIPS, "basic strategy")
    careful, careless = (
        holdem_table(terms, [Seat(TRIPS, "basic strategy", rate)]) for rate in (Fraction(0), Fraction(1, 5))
    )
    assert (careful.play(1, 1)[:, 0, -1] == careless.play(1, 1)[:, 0, -1]).all()
    assert (careful.play(1, 1)[:, 0, 2] != careless.play(1, 1)[:, 0, 2]).any()
    assert careful.fingerprint != careless.fingerprint != holdem_table(terms, [plain, plain]).fingerprint


def test_never_fold_never_folds() -> None:
    for book, wagers, decision in (("pa-653a", TRIPS, "play"), ("pa-647a", BONUS, "flop")):
        game = holdem_table(get(book).terms(), [Seat(wagers, "never fold")])
        column = next(n for n, column in enumerate(game.columns) if column.wager == decision)
        left = game.columns[column].meanings.index(Meaning(NOT_MADE, 0, 0))
        assert (game.play(3, 0)[:, 0, column] != left).all()


def test_a_half_bet_on_the_turn_leads_to_the_decision_on_the_river() -> None:
    """A player who bet before the Turn is not asked again; one who bets half the Ante on the Turn may bet the other
    half.
    """
    game = holdem_table(get("fr-holdem").terms(), [Seat(SUPER, "never fold", Fraction(1, 2))])
    codes = game.play(3, 0)[:, 0]
    made = {column.wager: codes[:, n] != 0 for n, column in enumerate(game.columns)}
    assert {column.meanings[0] for column in game.columns[2:]} == {Meaning(NOT_MADE, 0, 0)}
    assert (made["turn"] & made["river"]).any() and (made["turn"] & ~made["river"]).any()
    assert not (made["river"] & ~made["turn"]).any()
    assert not (made["raise"] & made["turn"]).any()


def test_a_wager_left_alone_has_the_first_code(table: TableGame) -> None:
    trips = next(n for n, column in enumerate(table.columns) if column.wager == "trips")
    codes = table.play(2, 0)
    assert (codes[:, 2, trips] == 0).all()
    assert (codes[:, :2, trips] != 0).all()


# --- Refusals ---------------------------------------------------------------------------------------------------


def test_a_case_no_paragraph_decides_stops_the_run(table: TableGame) -> None:
    player = table.players[0]
    unruled = player.codes[0]._replace(codes=np.full_like(player.codes[0].codes, UNRULED))
    broken = TableGame(
        table.name,
        table.columns,
        table.layout,
        (player._replace(codes=(unruled, *player.codes[1:])), *table.players[1:]),
        table.plays,
    )
    with pytest.raises(RuleConflict, match="seed 7, block 0, round 0, seat 1: no paragraph decides the wager ante"):
        broken.play(7, 0)


def test_decisions_between_the_cards_of_a_flop_are_refused() -> None:
    terms = example("mississippi-stud").terms()
    with pytest.raises(NotPlayedHere, match=r"decisions after \[0, 1, 2\] community cards; accepted: before the flop"):
        board_table(terms, [Seat({"ante": 500})], plays_of(terms, [Seat({"ante": 500})]))
