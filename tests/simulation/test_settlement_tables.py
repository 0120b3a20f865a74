"""Settlement as codes: each code is the verdict of the rulebook's own rules, to the cent a table would pay."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tablelaw.law.conduct import STANDINGS, Case, Standing
from tablelaw.law.rulebook import Terms
from tablelaw.rulebooks import get
from tablelaw.simulation.codes import NOT_MADE, Meaning
from tablelaw.simulation.settlement_tables import (
    ACTS,
    FOLDED,
    LEFT_ALONE,
    NO_ACTS,
    SHARERS,
    STAKE,
    STANDING,
    UNRULED,
    Axis,
    Meanings,
    hand_axes,
    hands_asked,
    lean,
    meaning_of,
    tabulated,
    together,
)


@pytest.fixture(scope="module")
def terms() -> Terms:
    return get("pa-653a").terms()


def test_653a_12_b_a_winning_blind_is_paid_to_the_cent(terms: Terms) -> None:
    """A flush pays 3 to 2: $7.50 on $5, and $1.51 on $1.01, dropping the half cent."""
    hands = {"player": "flush", "dealer": "pair"}
    won = meaning_of(terms.book, Case("blind", terms, hands, Standing.HIGHER, stake_cents=500))
    assert won == Meaning("won", 500, 750, (), "flush", "653a.11(h)(2)(ii)")
    assert meaning_of(terms.book, Case("blind", terms, hands, Standing.HIGHER, stake_cents=101)).net == 151


def test_a_share_of_a_meter_takes_the_stake(terms: Terms) -> None:
    case = Case("progressive", terms, {"player-flop": "royal flush"}, stake_cents=100)
    assert meaning_of(terms.book, case) == Meaning(
        "won", 100, -100, (("meter", Fraction(1)),), "royal flush", "653a.11(k)"
    )


def test_653a_12_e_2_the_dealers_share_is_divided(terms: Terms) -> None:
    hands = {"dealer-flop": "royal flush", "player-flop": "royal flush"}
    ((meter, whole),) = meaning_of(terms.book, Case("five-card-dealer", terms, hands, stake_cents=100)).shares
    ((_, part),) = meaning_of(terms.book, Case("five-card-dealer", terms, hands, stake_cents=100), sharers=3).shares
    ((_, own),) = meaning_of(terms.book, Case("five-card-player", terms, hands, stake_cents=100), sharers=3).shares
    assert (meter, part, own) == ("meter", whole / 3, whole)


def test_a_bonus_stakes_nothing(terms: Terms) -> None:
    won = meaning_of(terms.book, Case("envy", terms, {"other-player-flop": "royal flush"}, stake_cents=500))
    assert (won.outcome, won.staked) == ("won", 0)
    assert won.net > 0
    nothing = meaning_of(terms.book, Case("envy", terms, {"other-player-flop": "pair"}, stake_cents=500))
    assert together([won, nothing, won]) == won._replace(net=2 * won.net, row="royal flush and royal flush")
    assert together([nothing, nothing]) == nothing
    assert together([]) == Meaning("nothing", 0, 0)


def test_the_first_code_of_every_column_says_not_made() -> None:
    meanings = Meanings("ante")
    assert meanings.column.meanings[LEFT_ALONE].outcome == NOT_MADE
    assert [meanings.code(Meaning("lost", 1, -1)), meanings.code(Meaning("won", 1, 1))] == [1, 2]
    assert meanings.code(Meaning("lost", 1, -1)) == 1


def test_tables_say_what_the_rules_say(terms: Terms) -> None:
    meanings = Meanings("bad-beat")
    asked = hands_asked(terms, "bad-beat", 500)
    assert set(asked) == {"player", "dealer"}
    axes = (Axis(ACTS, (NO_ACTS, FOLDED)), Axis(STANDING, STANDINGS), *hand_axes(terms, asked))
    table = tabulated(terms, meanings, axes, 500)
    place = {axis.about: axis.values.index for axis in axes}
    for acts, standing, dealer, player in [
        (NO_ACTS, Standing.LOWER, "straight", "three-of-a-kind"),
        (NO_ACTS, Standing.HIGHER, "three-of-a-kind", "flush"),
        (NO_ACTS, Standing.EQUAL, "flush", "flush"),
        (FOLDED, Standing.LOWER, "straight", "three-of-a-kind"),
    ]:
        known = {ACTS: acts, STANDING: standing, "dealer": dealer, "player": player}
        code = table.codes[tuple(place[axis.about](known[axis.about]) for axis in axes)]
        case = Case("bad-beat", terms, {"dealer": dealer, "player": player}, standing, acts, 500)
        assert meanings.column.meanings[code] == meaning_of(terms.book, case)


def test_a_royal_flush_that_is_beaten_has_no_code(terms: Terms) -> None:
    meanings = Meanings("bad-beat")
    table = tabulated(terms, meanings, (Axis(STANDING, STANDINGS), *hand_axes(terms, ("player", "dealer"))), 500)
    assert table.codes[STANDINGS.index(Standing.LOWER), 0, 0] == UNRULED
    assert table.codes[STANDINGS.index(Standing.HIGHER), 0, 5] != UNRULED


def test_a_stake_of_nothing_is_a_wager_not_made(terms: Terms) -> None:
    table = tabulated(terms, Meanings("play"), (Axis(STAKE, (0, 500, 2000)), Axis(STANDING, STANDINGS)))
    assert (table.codes[0] == LEFT_ALONE).all()
    assert LEFT_ALONE not in table.codes[1:]
    assert len(np.unique(table.codes)) == 7


def test_axes_that_change_nothing_are_left_out(terms: Terms) -> None:
    axes = (Axis(STANDING, STANDINGS), Axis(SHARERS, (1, 2)), *hand_axes(terms, ("dealer", "player")))
    table = tabulated(terms, Meanings("trips"), axes, 500)
    small = lean(table)
    assert [axis.about for axis in small.axes] == ["player"]
    assert (small.codes == table.codes[0, 0, 0]).all()


@pytest.mark.parametrize("book", ["pa-653a", "pa-647a", "md-thb", "pa-677a", "pa-678a"])
def test_every_hand_a_rule_looks_at_is_found(book: str) -> None:
    """With only these hands given, no rule looks at another one, which would raise KeyError."""
    terms = get(book).terms()
    for wager in terms.book.wagers:
        names = hands_asked(terms, wager.id, 100)
        tabulated(terms, Meanings(wager.id), (Axis(STANDING, STANDINGS), *hand_axes(terms, names)), 100)
