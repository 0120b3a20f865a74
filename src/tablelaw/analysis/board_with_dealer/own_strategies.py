"""A player's own table of rules in a game of two cards and a board, valued exactly like the named strategies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablelaw.analysis.board_with_dealer.distribution import distribution
from tablelaw.analysis.board_with_dealer.flop_and_turn_rules import (
    Rule,
    above_the_board,
    any_hand,
    four_to_a_flush,
    four_to_a_high_flush,
    four_to_a_straight,
    hidden_pair,
    ten_or_better_in_hand,
    top_or_middle_pair,
    two_pair_or_better,
)
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.board_with_dealer.strategies import ALWAYS, Rules, strategy_ends
from tablelaw.analysis.own_strategies import BadStrategy
from tablelaw.analysis.result import Distribution
from tablelaw.analysis.symmetry.starting_hands import kinds_in
from tablelaw.law.rulebook import Terms
from tablelaw.plain_text import short

RULES = (
    *(two_pair_or_better, hidden_pair, top_or_middle_pair, above_the_board, any_hand),
    *(four_to_a_high_flush, four_to_a_flush, four_to_a_straight, ten_or_better_in_hand),
)


def spread_of_table(terms: Terms, table: Mapping[str, Any]) -> Distribution:
    """The distribution of the main game under a table with the fields of `Rules`."""
    game = game_of(terms)
    return distribution(game, strategy_ends(game, rules_of(table, terms.book.id)))


def rules_of(table: Mapping[str, Any], where: str) -> Rules:
    """A table as rules; refuses unknown keys, hands and rules."""
    for key, value in table.items():
        if key not in Rules._fields:
            raise BadStrategy(f"no key {short(key)}", where=where, accepted=", ".join(Rules._fields))
        _require_kind(key, value, where)
    bets, folds = table.get("bets", ""), table.get("folds", "")
    for text in (bets, folds):
        kinds_in(text)
    flop, turn = (tuple(_rule(name, where) for name in table.get(key, ())) for key in ("after_flop", "after_turn"))
    return Rules(bets, folds, flop, turn, table.get("outs", 0), table.get("bets_above_the_board", True))


def _require_kind(key: str, value: object, where: str) -> None:
    if key == "outs":
        is_right = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= ALWAYS
        accepted = f"a whole number from 0 to {ALWAYS}"
    elif key == "bets_above_the_board":
        is_right, accepted = isinstance(value, bool), "true or false"
    elif key in ("bets", "folds"):
        is_right, accepted = isinstance(value, str), 'starting hands as text, such as "33+ A2s+ K5o+"'
    else:
        is_right, accepted = isinstance(value, (list, tuple)), "a list of rules"
    if not is_right:
        raise BadStrategy(f"{key} {short(value)}", where=where, accepted=accepted)


def _rule(name: object, where: str) -> Rule:
    known: dict[str, Rule] = {rule.__name__.replace("_", " "): rule for rule in RULES}
    words = str(name).replace("_", " ")
    if words not in known:
        raise BadStrategy(f"no rule {short(name)}", where=where, accepted=", ".join(known))
    return known[words]
