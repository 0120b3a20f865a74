"""Decision patterns: one call after the flop (Casino Hold'em, an example folder), half bets, folds after bets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import msgspec
import pytest

from tablelaw.analysis.board_with_dealer.advice import advice
from tablelaw.analysis.board_with_dealer.best_play import DEALS, FLOP, TURN, Solved, solve
from tablelaw.analysis.board_with_dealer.count_endings import outcomes
from tablelaw.analysis.board_with_dealer.distribution import average_wager, distribution
from tablelaw.analysis.board_with_dealer.endings_by_strategy import spreads
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.board_with_dealer.lines_of_play import best_plan
from tablelaw.analysis.board_with_dealer.strategies import known_strategies
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.payoffs import ask, rungs_of
from tablelaw.analysis.side_wagers.values import side_result, side_results
from tablelaw.analysis.solver import BEST, MAIN, NEVER_FOLD
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.cards import PACK, Card, parse_cards
from tablelaw.cards.rankings import five_card
from tablelaw.errors import BadRulebook
from tablelaw.law.conduct import LOST, NOTHING, Case, Outcome, Ruling, Standing, rule
from tablelaw.law.odds import Odds
from tablelaw.law.rows import Choice, Flow, Stage
from tablelaw.law.rulebook import Terms
from tests.analysis.quick_games import WITH_SLOW_GAMES
from tests.analysis.test_holdem_twins import deals, in_its_class
from tests.examples import example

CASINO = example("casino-holdem")
PUBLISHED = Fraction(-600_123_513_880, 27_813_810_024_000)


# --- Casino Hold'em: one call after the flop ------------------------------------------------------------


def test_casino_holdem_is_worth_what_is_published() -> None:
    main = main_of(CASINO.terms())
    assert main.ev == PUBLISHED
    assert main.distribution is not None
    assert main.distribution.mean == PUBLISHED
    assert main.average_wager == 1 + 2 * main.actions["after-flop: bet 2x"]
    assert not main.chart, "nothing is decided before the flop"


def test_aa_plus_tells_a_pair_of_aces_from_others() -> None:
    found = side_result(CASINO.terms(), "aa-plus")
    assert f"{-float(found.ev):.4%}" == "6.2583%"


def test_the_ante_and_the_call_add_up_under_every_play() -> None:
    solver, terms = solver_of(CASINO.terms()), CASINO.terms()
    for play in (BEST, NEVER_FOLD):
        found = solver.endings(terms, play)
        assert found["ante"].mean + found["call"].mean == found[MAIN].mean
    assert solver.strategies(terms)[NEVER_FOLD][0] == solver.endings(terms, NEVER_FOLD)[MAIN].mean < PUBLISHED


def test_a_line_divides_the_pairs() -> None:
    rungs = rungs_of(CASINO.terms())
    pairs = [rung for rung in rungs if rung.player["player"] == "pair"]
    assert [rung.dealer["dealer-qualifies"] for rung in pairs] == ["qualifies", "does not qualify"]
    assert len(rungs) == len(five_card.CLASSES) + 1


def gain(terms: Terms, cards: Sequence[Card], dealer: Sequence[Card], board: Sequence[Card]) -> Fraction:
    """What the Ante and a Call of two gain, settled on the cards under the rules."""
    own, theirs = (five_card.strength_unchecked([*two, *board]) for two in (cards, dealer))
    standing = Standing.HIGHER if own > theirs else Standing.EQUAL if own == theirs else Standing.LOWER
    hands = {
        "player": five_card.class_of(own),
        "dealer": five_card.class_of(theirs),
        "dealer-qualifies": terms.book.ranking_of("dealer-qualifies", terms).classify([*dealer, *board]),
    }
    return ask(terms, "ante", hands, standing) + 2 * ask(terms, "call", hands, standing)


@pytest.mark.parametrize(("cards", "flop"), [("Qs 7d", "Kd 9d 2c"), ("3h 3d", "Kh Qh 4h"), ("5c 2d", "Ah Ks 9d")])
def test_advice_after_the_flop_is_every_deal_settled_by_the_rules(cards: str, flop: str) -> None:
    """Settles some turns and rivers again under the rules, against all 990 of the dealer's hands."""
    terms, two, three = CASINO.terms(), tuple(parse_cards(cards)), tuple(parse_cards(flop))
    left = [card for card in PACK if card not in (*two, *three)]
    told = {one.name: one.ev for one in advice(terms, two, three)}
    assert told["fold"] == -1
    total, boards = Fraction(0), 0
    for more in combinations(left[::9], 2):
        rest = [card for card in left if card not in more]
        dealers = list(combinations(rest, 2))
        exact = sum((gain(terms, two, dealer, (*three, *more)) for dealer in dealers), Fraction(0)) / len(dealers)
        river = advice(with_call_at(5), two, (*three, *more))
        assert next(one.ev for one in river if one.action == "bet") == exact
        total, boards = total + exact, boards + 1
    assert boards


# --- Other patterns from the same rows ------------------------------------------------------------------


def decision(
    stage: str, seen: int, *choices: Choice, asks: str = "players still in", after: str = ""
) -> tuple[int, Stage]:
    cite = CASINO.stages[0].cite
    return seen, Stage(id=stage, asks=asks, choices=choices, cite=cite, after=after)  # type: ignore[arg-type]


def choice(action: str, times: tuple[int, ...] = (), part: int | None = None) -> Choice:
    cite, wager = CASINO.stages[0].cite, "call" if times else ""
    return Choice(action=action, cite=cite, wager=wager, times=times, part=part)  # type: ignore[arg-type]


FOLD, CHECK, ONE, HALF = choice("fold"), choice("check"), choice("bet", (1,)), choice("bet", (1,), 2)
HALVES = (
    decision("flop-bet", 3, FOLD, ONE),
    decision("turn-bet", 4, CHECK, HALF),
    decision("river-bet", 5, CHECK, HALF),
)
"""Decisions as in the French game: a bet to stay in, then optional bets of half the Ante."""
PAY_TO_SEE = (
    decision("first", 0, FOLD, ONE),
    decision("flop-bet", 3, FOLD, HALF, choice("bet", (2,))),
    decision("turn-bet", 4, FOLD, CHECK, ONE),
    decision("river-bet", 5, FOLD, ONE),
)
"""Decisions in which a fold loses earlier bets, so the best action depends on them."""
STILL = "players still deciding"
EARLY_OR_HALVES = (
    decision("first", 0, CHECK, choice("bet", (3, 4))),
    decision("flop-bet", 3, CHECK, choice("bet", (2,)), asks=STILL),
    decision("turn-bet", 4, FOLD, HALF, asks=STILL),
    decision("river-bet", 5, CHECK, HALF, asks="players who bet", after="turn-bet"),
)
"""Decisions in which one early bet ends the decisions, and only a half bet on the turn permits another on the river."""


def with_stages(stages: Sequence[tuple[int, Stage]]) -> Terms:
    """Casino Hold'em with other decisions; a fold loses the bets made earlier."""
    rest = [entry for entry in CASINO.flow if entry.do not in ("community", "decide")]
    call = CASINO.wager("call")
    collected = msgspec.structs.replace(call.on_fold, effect="collected")
    wagers = tuple(msgspec.structs.replace(w, on_fold=collected) if w is call else w for w in CASINO.wagers)
    book = replace(
        CASINO, stages=tuple(stage for _, stage in stages), flow=(*_flow(dict(stages)), *rest), wagers=wagers
    )
    return book.terms()


def _flow(stages: dict[int, Stage]) -> Iterator[Flow]:
    cite = CASINO.flow[0].cite
    for seen, cards in ((0, 0), (3, 3), (4, 1), (5, 1)):
        if cards:
            to = "flop" if seen == FLOP else "community"
            yield Flow(id=f"cards-{seen}", do="community", to=to, cards=cards, cite=cite)
        if seen in stages:
            yield Flow(id=f"decide-{seen}", do="decide", stage=stages[seen].id, cite=cite)


@cache
def with_call_at(seen: int) -> Terms:
    return with_stages([decision("call", seen, FOLD, choice("bet", (2,)))])


@cache
def solved(pattern: str) -> Solved:
    return solve(game_of(terms_of(pattern)))


@cache
def terms_of(pattern: str) -> Terms:
    patterns = {"halves": HALVES, "pay to see": PAY_TO_SEE, "early or halves": EARLY_OR_HALVES}
    return with_stages(patterns[pattern])


PATTERNS = ("halves", "pay to see", "early or halves")


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_lines_of_best_play_add_up_to_its_value(pattern: str) -> None:
    """Computes the same fraction in two ways: by summing values up from the boards, and by following lines down to
    them.
    """
    found = solved(pattern)
    ends = outcomes(found)
    assert distribution(found.game, ends).mean == found.value
    assert ends.total == DEALS
    wagers = spreads(found.game.terms, ends)
    assert wagers["ante"].mean + wagers["call"].mean == found.value
    assert average_wager(found.game, ends) > 1


@pytest.mark.parametrize(
    ("pattern", "size"),
    [
        ("halves", FLOP),
        ("halves", TURN),
        ("pay to see", FLOP),
        ("early or halves", FLOP),
        ("early or halves", TURN),
    ],
)
def test_best_play_is_what_advice_recommends(pattern: str, size: int) -> None:
    found = solved(pattern)
    decision = next(d for d in found.game.decisions if d.seen == size)
    parts = found.game.tree.parts(size)
    assert len(parts) == 1
    for cards, seen in deals(20, size):
        best = advice(terms_of(pattern), cards, seen)[0]
        place = int(found.chosen[parts[0]][in_its_class(cards, seen)])
        assert (best.action, best.multiple) == decision.actions[place]


def test_what_is_best_after_the_turn_depends_on_what_a_fold_would_lose() -> None:
    found = solved("pay to see")
    parts = found.game.tree.parts(TURN)
    assert len(parts) == 2, "after a half, and after twice the Ante"
    for made, part in zip((Fraction(3, 2), Fraction(3)), parts, strict=True):
        for cards, seen in deals(20, TURN):
            best = advice(terms_of("pay to see"), cards, seen, made=made)[0]
            place = int(found.chosen[part][in_its_class(cards, seen)])
            assert (best.action, best.multiple) == found.game.decisions[2].actions[place]


@pytest.mark.parametrize("pattern", ["halves", "pay to see"])
def test_a_decision_is_worth_the_best_that_follows(pattern: str) -> None:
    """After the turn, a check or a bet is worth the mean, over all rivers, of the best decision there."""
    terms, cards, four = terms_of(pattern), tuple(parse_cards("Ad Jh")), tuple(parse_cards("4s 5h 6d Tc"))
    made = Fraction(3, 2)
    rivers = [card for card in PACK if card not in (*cards, *four)]
    for one in advice(terms, cards, four, made=made):
        if one.action == "fold":
            assert one.ev == -1 - made
            continue
        after = made + one.multiple
        later = [advice(terms, cards, (*four, river), made=after)[0].ev for river in rivers]
        assert one.ev == sum(later) / len(later)


def test_only_those_who_bet_on_the_turn_are_asked_on_the_river() -> None:
    found = solved("early or halves")
    assert list(best_plan(found).names) == [
        ("first: bet 3x", 3),
        ("first: bet 4x", 4),
        ("flop-bet: bet 2x", 2),
        ("river-bet: check", Fraction(1, 2)),
        ("river-bet: bet 1/2x", 1),
        ("turn-bet: fold", None),
    ]
    assert not any(fork.decision.stage == "river-bet" and fork.part[0] != 5 for fork in found.game.tree.forks())
    terms, cards, four = terms_of("early or halves"), parse_cards("Ad Jh"), parse_cards("4s 5h 6d Tc")
    fold, half = sorted(advice(terms, cards, four), key=lambda one: one.action, reverse=True)
    rivers = [card for card in PACK if card not in (*cards, *four)]
    later = [advice(terms, cards, (*four, river))[0].ev for river in rivers]
    assert fold.action == "fold" and fold.ev == -1
    assert half.ev == sum(later) / len(later), "a half on the turn, and the best of both on every river"


def test_halves_are_named_and_counted() -> None:
    found = solved("halves")
    assert found.game.steps == 2
    assert [(name, units) for name, units in best_plan(found).names] == [
        ("stay", 1),
        ("bet river-bet", Fraction(3, 2)),
        ("bet turn-bet", Fraction(3, 2)),
        ("bet turn-bet and river-bet", 2),
        ("flop-bet: fold", None),
    ]
    told = advice(terms_of("halves"), parse_cards("Ac Ad"), parse_cards("As 7d 2c 9h"))
    assert told[0].name == "bet 1/2x"
    assert told[0].as_json()["times"] == "1/2"


def test_never_folding_is_the_game_without_folds() -> None:
    """Solves a pattern again without folds; the long tests (tools/torture.py) do so for all patterns."""
    for pattern in PATTERNS if WITH_SLOW_GAMES else PATTERNS[1:2]:
        solver, terms = solver_of(terms_of(pattern)), terms_of(pattern)
        never = solve(game_of(terms, folding=False))
        assert solver.strategies(terms)[NEVER_FOLD][0] == never.value < solved(pattern).value
        assert distribution(never.game, outcomes(never)).mean == never.value


def test_a_strategy_is_known_only_where_a_bet_has_one_alternative() -> None:
    """With a fold and a check beside the bet, the rules of a strategy would not say which of the two to take."""
    first, last = decision("first", 0, CHECK, choice("bet", (4,))), decision("last", 5, FOLD, ONE)
    two = choice("bet", (2,))
    with_check, with_both = (
        [first, decision("flop-bet", 3, *others, two), last] for others in ((CHECK,), (FOLD, CHECK))
    )
    assert "basic strategy" in known_strategies(game_of(with_stages(with_check)))
    assert known_strategies(game_of(with_stages(with_both))) == {}


# --- A bonus that belongs to the main game ----------------------------------------------------------------


def test_an_ante_bonus_is_part_of_the_main_game() -> None:
    """A bonus of one unit for a straight or better, whatever the dealer holds, adds the share of such hands."""
    ante = CASINO.wager("ante")
    bonus = msgspec.structs.replace(ante, id="straight-bonus", kind="bonus", rides_on=("ante",))
    pays = Odds.parse("1 to 1")

    @rule("6(d)", "straight-bonus")
    def straight_or_better(case: Case) -> Ruling | None:
        """Pays one to one for a straight or better."""
        return Ruling(Outcome.WON, pays) if case.at_least("player", "straight") else NOTHING

    book = replace(CASINO, wagers=(*CASINO.wagers, bonus), rules=(*CASINO.rules, straight_or_better))
    game = game_of(book.terms())
    found = solve(game)
    ends = outcomes(found)
    assert distribution(game, ends).mean == found.value > PUBLISHED
    wagers = spreads(game.terms, ends)
    assert wagers["ante"].mean + wagers["call"].mean + wagers["straight-bonus"].mean == found.value
    assert wagers["straight-bonus"].mean == wagers["straight-bonus"].frequency("won")
    assert average_wager(game, ends) < 3
    assert not [result for result in side_results(book) if result.wager == "straight-bonus"]


def test_a_main_wager_on_other_cards_than_those_compared_is_refused_by_name() -> None:
    @rule("6(b)", "call")
    def by_the_flop(case: Case) -> Ruling | None:
        """A rule that depends on a hand that is not compared."""
        return LOST if case.hand("player-flop") == "pair of aces" else NOTHING

    rules = tuple(one for one in CASINO.rules if "call" not in one.wagers)
    book = replace(CASINO, rules=(*rules, by_the_flop))
    with pytest.raises(BadRulebook, match="the wager call against the dealer looks at the hand player-flop"):
        game_of(book.terms())
