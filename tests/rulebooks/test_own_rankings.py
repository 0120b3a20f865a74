"""Rankings that a folder brings are read everywhere as they say, or refused by name."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tablelaw import cards, rulebooks
from tablelaw.analysis.against_dealer.whole_hands.game import game_of as whole_hands_of
from tablelaw.analysis.against_dealer.whole_hands.strategies import THREE_RULES, plan_of, plans
from tablelaw.analysis.cache import question_key
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.side_wagers.values import side_result
from tablelaw.analysis.solver import MAIN, NEVER_FOLD, NotThisGame, Seen
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.cards import PACK, RANKINGS, Ranking, parse_cards
from tablelaw.errors import BadRulebook
from tablelaw.law.rulebook import Rulebook
from tablelaw.law.structure import structure_of
from tablelaw.simulation.rounds.hand_readers import NotPlayedHere
from tablelaw.simulation.seating import Seat
from tablelaw.studies.games.simulated_table import game_of, simulated_family
from tablelaw.submission.rules_digest import parts_of
from tests.examples import FOLDER, SCENARIOS, example

PACKAGE = Path(rulebooks.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "rulebooks.md"
PRINTED = re.search(r'```python\n("""Three cards as .*?)```', PAGE.read_text("utf-8"), re.DOTALL)
assert PRINTED is not None
FLUSH_FIRST = PRINTED[1]
"""The ranking of the page, in which a flush beats a straight."""


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Forgets the rulebook of a test and its rankings."""
    yield
    rulebooks._FROM_OUTSIDE.pop("my-game", None)
    for name in ("my-game/own", "my-game/three"):
        cards._BY_NAME.pop(name, None)


def folder_like(place: Path, source: Path, stock: str, own: str, rankings: str, *changes: tuple[str, str, str]) -> Path:
    """A copy of a rulebook's folder in which an own ranking reads every hand that `stock` reads."""
    folder = Path(
        shutil.copytree(
            source, place / "own", ignore=shutil.ignore_patterns("__pycache__", SCENARIOS, "paragraphs.txt")
        )
    )
    (folder / "rankings.py").write_text(rankings)
    for file in folder.glob("*.toml"):
        text = file.read_text("utf-8").replace(f'ranking = "{stock}"', f'ranking = "{own}"')
        file.write_text(text.replace(f'rankings = ["{stock}"', f'rankings = ["{own}"'), "utf-8")
    data = folder / "rulebook.toml"
    data.write_text(re.sub(r'(?m)^id = ".*"$', f'id = "{own.partition("/")[0]}"', data.read_text("utf-8"), count=1))
    for name, find, put in changes:
        text = (folder / name).read_text("utf-8")
        assert find in text, (name, find)
        (folder / name).write_text(text.replace(find, put, 1), "utf-8")
    return folder


def book_of(folder: Path) -> Rulebook:
    assert [str(fault) for fault in rulebooks.faults_of(folder)] == []
    return rulebooks.load(folder)


def three_card_game(place: Path, rankings: str = FLUSH_FIRST, *changes: tuple[str, str, str]) -> Path:
    return folder_like(place, FOLDER / "three-card-poker", "three-card", "my-game/three", rankings, *changes)


# --- A family is a promise --------------------------------------------------------------------------------

CLAIMS = """
from dataclasses import replace
from tablelaw.cards import RANKINGS
STOCK = RANKINGS[{stock!r}]
SWAP = {{{one}: {other}, {other}: {one}}}
def strength(hand):
    found = STOCK.strength(hand)
    category = found >> {bits}
    return found + ((SWAP.get(category, category) - category) << {bits})
OWN = replace(STOCK, name="my-game/own", strength=strength)
"""
GAMES = [
    (FOLDER / "three-card-poker", "three-card", 12, 2, 3),
    (FOLDER / "four-card-poker", "four-card", 16, 4, 5),
    (FOLDER / "caribbean-stud", "five-card", 20, 5, 6),
    (PACKAGE / "pa_653a", "five-card", 20, 5, 6),
]


@pytest.mark.parametrize(("source", "stock", "bits", "one", "other"), GAMES, ids=lambda it: getattr(it, "name", ""))
def test_other_strengths_under_the_name_of_a_family_are_refused(
    tmp_path: Path, source: Path, stock: str, bits: int, one: int, other: int
) -> None:
    """Games of three, four, five and seven cards: the solver would have read the family's own strengths."""
    claims = CLAIMS.format(stock=stock, bits=bits, one=one, other=other)
    folder = folder_like(tmp_path, source, stock, "my-game/own", claims)
    said = (
        rf"own/rankings\.py \(my-game/own\): it claims the family '.*' but has other strengths; .*, in {stock} \d+; acc"
    )
    with pytest.raises(BadRulebook, match=said):
        rulebooks.load(folder)
    assert any(re.search(said, str(fault)) for fault in rulebooks.faults_of(folder))
    assert "my-game/own" not in RANKINGS


LISTED = """
from dataclasses import replace
from tablelaw.cards import RANKINGS
STOCK = RANKINGS[{stock!r}]
SWAP = {{{one}: {other}, {other}: {one}}}
def swapped(found):
    category = found >> {bits}
    return found + ((SWAP.get(category, category) - category) << {bits})
CLASSES = [*STOCK.classes]
ONE, OTHER = (CLASSES.index(STOCK.class_of(category << {bits})) for category in SWAP)
CLASSES[ONE], CLASSES[OTHER] = CLASSES[OTHER], CLASSES[ONE]
OWN = replace(
    STOCK,
    name="my-game/own",
    classes=tuple(CLASSES),
    strength=lambda hand: swapped(STOCK.strength(hand)),
    class_of=lambda found: STOCK.class_of(swapped(found)),
    least=lambda cls, ranks=(): swapped(STOCK.least(cls, ranks)),
    family="listed",
)
"""


def listed(place: Path, source: Path, stock: str, bits: int, one: int, other: int) -> Rulebook:
    rankings = LISTED.format(stock=stock, bits=bits, one=one, other=other)
    return book_of(folder_like(place, source, stock, "my-game/own", rankings))


@pytest.mark.parametrize("hand", ["2s 5s 9s", "4c 5d 6h", "Qs 6h 4d", "7s 7h 2d"])
def test_three_cards_are_advised_by_the_rankings_own_strengths(tmp_path: Path, hand: str) -> None:
    """Every hand of the dealer is compared one by one with the ranking of docs/rulebooks.md."""
    terms = book_of(three_card_game(tmp_path)).terms()
    own = terms.ranking_of("player")
    assert own.strength is not None and own.least is not None
    held, line = parse_cards(hand), own.least("high card", (12,))
    mine, gains = own.strength(held), 0
    dealers = [*combinations([card for card in PACK if card not in held], 3)]
    for dealer in dealers:
        theirs = own.strength(dealer)
        gains += 1 if theirs < line else 2 * ((mine > theirs) - (mine < theirs))
    bonus = {"straight flush": 5, "three-of-a-kind": 4, "straight": 1}.get(own.classify(held), 0)
    advised = {one.action: one.ev for one in solver_of(terms).advise(terms, Seen(held))}
    assert advised == {"bet": Fraction(gains, len(dealers)) + bonus, "fold": -1}


def test_five_cards_are_advised_by_the_rankings_own_strengths(tmp_path: Path) -> None:
    """A flush beats a full house: every hand of the dealer with the card turned up is compared one by one."""
    terms = listed(tmp_path, *GAMES[2]).terms()
    own = terms.ranking_of("player")
    assert own.strength is not None and own.least is not None and own.class_of is not None
    held, up = parse_cards("2s 2d 2c Jh Jd"), parse_cards("Kc")
    mine, line, gains = own.strength(held), own.least("high card", (14, 13)), 0
    left = [card for card in PACK if card not in (*held, *up)]
    for four in combinations(left, 4):
        theirs = own.strength((*up, *four))
        win = 1 + 2 * 7
        gains += 1 if theirs < line else win if mine > theirs else -3 if mine < theirs else 0
    deals = len([*combinations(left, 4)])
    advised = {one.action: one.ev for one in solver_of(terms).advise(terms, Seen(held, up))}
    assert advised["bet"] == Fraction(gains, deals)
    stock = {
        one.action: one.ev
        for one in solver_of(example("caribbean-stud").terms()).advise(
            example("caribbean-stud").terms(), Seen(held, up)
        )
    }
    assert advised["bet"] < stock["bet"]


@pytest.mark.parametrize(
    ("game", "said"),
    [(GAMES[1], "hands of 5 and 6 cards"), ((*GAMES[3][:3], 7, 8), "seven cards read as best five")],
)
def test_where_a_solver_does_not_read_own_strengths_the_game_is_refused(
    tmp_path: Path, game: tuple[Path, str, int, int, int], said: str
) -> None:
    terms = listed(tmp_path, *game).terms()
    with pytest.raises(NotThisGame, match=said):
        solver_of(terms)


def test_a_listed_ranking_in_the_order_of_three_cards_gives_their_figures(tmp_path: Path) -> None:
    as_listed = (
        "from dataclasses import replace\nfrom tablelaw.cards import RANKINGS\n"
        'OWN = replace(RANKINGS["three-card"], name="my-game/own", family="listed")\n'
    )
    own = book_of(folder_like(tmp_path, FOLDER / "three-card-poker", "three-card", "my-game/own", as_listed)).terms()
    assert structure_of(own).hands["player"].ranking.family == "listed"
    assert solver_of(own).solve(own).ev == main_of(example("three-card-poker").terms()).ev
    assert side_result(own, "pair-plus").ev == side_result(example("three-card-poker").terms(), "pair-plus").ev


SUITS = (
    FLUSH_FIRST.replace("<< BITS", "<< BITS + 2")
    .replace(">> BITS", ">> BITS + 2")
    .replace("THREE.strength(cards) % 2**BITS", "THREE.strength(cards) % 2**BITS * 4 + max(cards) % 4")
    .replace("THREE.least(cls, ranks) % 2**BITS", "THREE.least(cls, ranks) % 2**BITS * 4")
)


def test_a_ranking_that_ranks_suits_is_played_but_not_solved(tmp_path: Path) -> None:
    terms = book_of(three_card_game(tmp_path, SUITS)).terms()
    with pytest.raises(NotThisGame, match=r"my-game/three ranks suits.*all suits are equal"):
        solver_of(terms)


def test_pairs_or_better_are_raised_whatever_the_classes_below_a_pair(tmp_path: Path) -> None:
    """The strategy of three rules raises pairs, not every class above the last one."""
    finer = """
from dataclasses import replace
from tablelaw.cards import RANKINGS
from tablelaw.cards.rankings import five_card
FIVE = RANKINGS["five-card"]
HIGH = five_card.least("high card", (14,))
def class_of(found):
    cls = FIVE.class_of(found)
    return "ace high" if cls == "high card" and found >= HIGH else cls
def least(cls, ranks=()):
    return five_card.least("high card", ranks or (14,)) if cls == "ace high" else five_card.least(cls, ranks)
CLASSES = (*FIVE.classes[:-1], "ace high", "high card")
OWN = replace(FIVE, name="my-game/own", classes=CLASSES, class_of=class_of, least=least,
              classify=lambda hand: class_of(FIVE.strength(hand)))
"""
    more = ("round.toml", '"high card" = "3(a)"', '"high card" = "3(a)"\n"ace high" = "3(a)"')
    folder = folder_like(tmp_path, FOLDER / "caribbean-stud", "five-card", "my-game/own", finer, more)
    text = (folder / "paytables.toml").read_text("utf-8")
    (folder / "paytables.toml").write_text(re.sub(r'\["high card"', '["ace high", "1 to 1"],\n  ["high card"', text))
    own, stock = (whole_hands_of(book.terms()) for book in (book_of(folder), example("caribbean-stud")))
    assert THREE_RULES in plans(own)
    assert (plan_of(own, THREE_RULES) == plan_of(stock, THREE_RULES)).all()


def test_a_discard_is_not_solved_by_a_final_ranking_of_other_strengths(tmp_path: Path) -> None:
    """Its tables look hands up by the strengths of the best five; others would all have been the highest class."""
    own = """
from dataclasses import replace
from tablelaw.cards import RANKINGS
STOCK = RANKINGS["colorado"]
N = len(STOCK.classes)
OWN = replace(STOCK, name="my-game/own", family="listed", of_one_strength=frozenset(STOCK.classes),
              strength=lambda hand: N - STOCK.classes.index(STOCK.classify(hand)),
              class_of=lambda found: STOCK.classes[N - found],
              least=lambda cls, ranks=(): N - STOCK.classes.index(cls))
"""
    terms = book_of(folder_like(tmp_path, PACKAGE / "ma_colorado", "colorado", "my-game/own", own)).terms()
    with pytest.raises(NotThisGame, match="the hand player is 5 cards read as listed"):
        solver_of(terms)


def test_a_line_with_ranks_needs_a_ranking_whose_lines_read_ranks(tmp_path: Path) -> None:
    """Otherwise a line at a queen would be a line at any high card."""
    blunt = FLUSH_FIRST.replace("begins(cls) + THREE.least(cls, ranks) % 2**BITS", "begins(cls)")
    said = r"round\.toml, hands \(dealer-qualifies\): a line at Q in the class 'high card'; least of .* is the same"
    with pytest.raises(BadRulebook, match=said):
        rulebooks.load(three_card_game(tmp_path, blunt))


# --- Several rankings, and the same name twice --------------------------------------------------------------

BESIDE = (
    ("round.toml", 'rankings = ["three-card"]', 'rankings = ["three-card", "my-game/three"]'),
    (
        "round.toml",
        "[[rankings]]",
        '[[hands]]\nid = "beside"\ncards = ["player"]\nranking = "my-game/three"\nsays = "For Pair Plus."\n'
        'cite = "3(a)"\n\n[[rankings]]',
    ),
    (
        "conduct.py",
        'hand = case.hand("player")\n    return case.pays("pair-plus"',
        'hand = case.hand("beside")\n    return case.pays("pair-plus"',
    ),
)
COUNTED = """
from tablelaw.cards import RANKINGS, Ranking
THREE = RANKINGS["three-card"]
N = len(THREE.classes)
OWN = Ranking("my-game/three", (3,), THREE.classes, {}, THREE.classify,
              lambda hand: N - THREE.classes.index(THREE.classify(hand)), THREE.describe,
              class_of=lambda found: THREE.classes[N - found], least=lambda cls, ranks=(): N - THREE.classes.index(cls))
"""


def test_two_rankings_of_the_same_cards_are_simulated_each_by_its_own_strengths(tmp_path: Path) -> None:
    """Pair Plus is read by a ranking of the folder, the main game by the package's: each is worth what is exact."""
    folder = folder_like(tmp_path, FOLDER / "three-card-poker", "no ranking", "my-game/three", COUNTED, *BESIDE)
    for name, find, put in (
        ("wagers.toml", 'hand = "player"', 'hand = "beside"'),
        ("paytables.toml", 'ranking = "three-card"', 'ranking = "my-game/three"'),
    ):
        before, found, after = (folder / name).read_text("utf-8").partition('id = "pair-plus"')
        (folder / name).write_text(before + found + after.replace(find, put), "utf-8")
    terms = book_of(folder).terms()
    game = game_of(terms, [Seat({"ante": 100, "pair-plus": 100}, "never fold")])
    codes = np.concatenate([game.play(7, block) for block in range(8)])
    nets = {
        column.wager: np.array([one.net for one in column.meanings])[codes[:, 0, place]] / 100
        for place, column in enumerate(game.columns)
    }
    exact = side_result(terms, "pair-plus")
    assert exact.ev == side_result(example("three-card-poker").terms(), "pair-plus").ev
    assert abs(nets["pair-plus"].mean() - float(exact.ev)) < 5 * nets["pair-plus"].std() / len(codes) ** 0.5
    main = np.sum([gains for wager, gains in nets.items() if wager != "pair-plus"], axis=0)
    never_folding = solver_of(terms).endings(terms, NEVER_FOLD)[MAIN]
    assert abs(main.mean() - float(never_folding.mean)) < 5 * main.std() / len(codes) ** 0.5


def test_an_edited_ranking_has_answers_and_digests_of_its_own(tmp_path: Path) -> None:
    """The rows of both folders are the same; only `rankings.py` differs."""
    kept = []
    for number, rankings in enumerate(
        (FLUSH_FIRST, FLUSH_FIRST + "\n", FLUSH_FIRST.replace('"flush", "straight",', '"straight", "flush",'))
    ):
        book = book_of(three_card_game(tmp_path / str(number), rankings))
        kept.append((question_key(book, "main"), parts_of(book.terms())["ranking my-game/three"]))
        cards._BY_NAME.pop("my-game/three")
    (first, digest), (spaced, same), (other, changed) = kept
    assert len({first, spaced, other}) == 3
    assert digest == same != changed


def test_where_lines_run_is_part_of_a_tables_digest(tmp_path: Path) -> None:
    """A least that moves the dealer's line changes the rules, although every hand is ordered as before."""
    higher = FLUSH_FIRST.replace(
        "THREE.least(cls, ranks) %", "THREE.least(cls, [min(14, rank + 1) for rank in ranks]) %"
    )
    digests = []
    for number, rankings in enumerate((FLUSH_FIRST, higher)):
        book = book_of(three_card_game(tmp_path / str(number), rankings))
        digests.append(parts_of(book.terms())["ranking my-game/three"])
        cards._BY_NAME.pop("my-game/three")
    assert digests[0] != digests[1]


def test_two_folders_do_not_share_the_name_of_a_ranking(tmp_path: Path) -> None:
    """The rulebook read first keeps its ranking; the second is refused instead of being read by the first one's."""
    first = book_of(three_card_game(tmp_path / "1"))
    other = three_card_game(tmp_path / "2", FLUSH_FIRST.replace('"flush", "straight",', '"straight", "flush",'))
    with pytest.raises(
        BadRulebook, match=r"2/own/rankings\.py \(my-game/three\): another ranking of this name was read"
    ):
        rulebooks.load(other)
    again = book_of(three_card_game(tmp_path / "3"))
    assert isinstance(first.ranking_of("player"), Ranking) and again.ranking_of("player") is first.ranking_of("player")


# --- The ranking of the page ---------------------------------------------------------------------------------


def test_the_ranking_of_the_page_is_solved_and_simulated(tmp_path: Path) -> None:
    """Whoever holds the flush or the straight, both raise, so that the edge of the game is that of `three-card`."""
    terms = book_of(three_card_game(tmp_path)).terms()
    exact = solver_of(terms).solve(terms)
    game = game_of(terms, [Seat({"ante": 100}, "best")])
    codes = np.concatenate([game.play(11, block) for block in range(8)])
    net = sum(
        np.array([one.net for one in column.meanings])[codes[:, 0, place]] for place, column in enumerate(game.columns)
    )
    assert isinstance(net, np.ndarray)
    assert exact.ev == main_of(example("three-card-poker").terms()).ev
    assert abs(net.mean() / 100 - float(exact.ev)) < 5 * net.std() / 100 / len(codes) ** 0.5


def test_the_ranking_of_the_page_may_not_call_itself_a_family(tmp_path: Path) -> None:
    claims = FLUSH_FIRST.replace("    least=least,\n", '    least=least,\n    family="three cards",\n')
    with pytest.raises(BadRulebook, match="it claims the family 'three cards' but has other strengths"):
        rulebooks.load(three_card_game(tmp_path, claims))


def test_hands_of_more_cards_than_tables_list_are_refused_before_they_are_solved(tmp_path: Path) -> None:
    terms = listed(tmp_path, *GAMES[2]).terms()
    with pytest.raises(NotPlayedHere, match="the hand player of 5 cards read as my-game/own"):
        simulated_family(terms)
