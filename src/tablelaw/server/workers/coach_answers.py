"""What the coach answers: the exact value of each decision, from the cards it is given and no others.

It also deals spots to practise with: random cards of a game, which belong to no round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from time import monotonic

import msgspec

from tablelaw.analysis.advice import Advice, times_json
from tablelaw.analysis.earlier_decisions import Done
from tablelaw.analysis.outs import Outs, outs, outs_after_discard
from tablelaw.analysis.result import fraction_text
from tablelaw.analysis.solver import Seen
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.cards import PACK, Card, Deck
from tablelaw.chance import PracticeChance
from tablelaw.law.decisions import Decision, decisions_of
from tablelaw.law.rows import BUY
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import structure_of
from tablelaw.server.workers.coach_messages import ActionValue, Drill, Spot, VisibleCards
from tablelaw.server.workers.process import JSON, Tell
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import accept

MOST_DEALS = 40
"""How many spots are looked at for one drill."""
ENOUGH = 3
"""The number of fitting spots from which the one with the closest decision is taken."""
DRILL_SECONDS = 1.5
"""The time after which the best spot so far is taken."""


def answer(question: VisibleCards | Drill, tell: Tell) -> tuple[bytes, str]:
    terms = _terms(question.text)
    tell("counting")
    if isinstance(question, Drill):
        return msgspec.json.encode(deal_spot(terms, question)), JSON
    if not question.cards:
        make_ready(terms)
        return b"[]", JSON
    earlier = [Done(action, Fraction(times)) for action, times in question.earlier]
    cards, board = _cards(question.cards), _cards(question.board)
    found = solver_of(terms).advise(terms, Seen(cards, board, earlier))
    return msgspec.json.encode(valued(terms, cards, board, found)), JSON


def make_ready(terms: Terms) -> None:
    """Solves one hand at each decision, so that the kernels are compiled and the results of the game are cached."""
    for seen in sample_hands(terms):
        solver_of(terms).advise(terms, seen)


def sample_hands(terms: Terms) -> Iterator[Seen]:
    structure = structure_of(terms)
    count = structure.own
    for decision in structure.decisions:
        yield Seen(PACK[:count], PACK[count : count + decision.seen + structure.dealer_up])


# --- What an action is worth, and why --------------------------------------------------------------------


def valued(terms: Terms, cards: Sequence[Card], seen: Sequence[Card], found: Sequence[Advice]) -> list[ActionValue]:
    """Advice as it is sent, with the outs of each action that keeps the player in the round."""
    return [worth(one, _outs(terms, cards, seen, one)) for one in found]


def _outs(terms: Terms, cards: Sequence[Card], seen: Sequence[Card], one: Advice) -> tuple[Outs, ...]:
    if one.action == BUY and one.discard is not None:
        return outs_after_discard(terms, cards, seen, one.discard)
    return () if one.chances is None else outs(terms, cards, seen)


def worth(one: Advice, improving: tuple[Outs, ...] = ()) -> ActionValue:
    discard = "" if one.discard is None else str(one.discard)
    win, tie, lose = map(fraction_text, one.chances) if one.chances is not None else ("", "", "")
    return ActionValue(
        action=one.action,
        multiple=times_json(one.multiple),
        ev=fraction_text(one.ev),
        discard=discard,
        words=one.name,
        win=win,
        tie=tie,
        lose=lose,
        outs=improving,
    )


# --- Drills ----------------------------------------------------------------------------------------------


def deal_spot(terms: Terms, question: Drill) -> Spot:
    """The closest decision among random spots that fit the question; if none fits, the closest of all."""
    chance = PracticeChance(question.seed)
    stages = [one for one in decisions_of(terms) if one.stage == question.stage] or decisions_of(terms)
    until, spots = monotonic() + DRILL_SECONDS, list[tuple[bool, Fraction, Spot]]()
    while sum(fits for fits, _, _ in spots) < ENOUGH and len(spots) < MOST_DEALS:
        decision = stages[chance.below(len(stages))]
        spots.append(_valued_spot(terms, decision, Deck.new().shuffled(chance).cards, question.best))
        if monotonic() > until:
            break
    return min(spots, key=lambda found: (not found[0], found[1]))[2]


def _valued_spot(terms: Terms, decision: Decision, deck: Sequence[Card], best: str) -> tuple[bool, Fraction, Spot]:
    """A spot, whether its best action is the wanted one, and by how much the best action beats the next best."""
    structure, earlier = structure_of(terms), decisions_before(terms, decision)
    own, after = structure.own, structure.own + decision.seen
    cards, board, up = deck[:own], deck[own:after], deck[after : after + structure.dealer_up]
    found = solver_of(terms).advise(terms, Seen(cards, (*board, *up), earlier))
    actions = tuple(valued(terms, cards, (*board, *up), found))
    spot = Spot(decision.stage, _texts(cards), _texts(board), _texts(up), tuple(one.name for one in earlier), actions)
    others = [found[0].ev - one.ev for one in found if kind_of(one) != kind_of(found[0])]
    return not best or kind_of(found[0]) == best, min(others, default=Fraction(0)), spot


def kind_of(one: Advice) -> str:
    """An action without the card it discards: "bet 4x", "fold", "buy 2x"."""
    return one.name.partition(",")[0]


def decisions_before(terms: Terms, decision: Decision) -> tuple[Done, ...]:
    """Decisions that lead to a stage, with as little at stake as possible."""
    done, bet_at = list[Done](), set[str]()
    for one in decisions_of(terms):
        if one.stage == decision.stage:
            break
        if not one.is_asked(bet_at):
            continue
        if one.pulls:
            done.append(Done("ride"))
        elif one.can_check and decision.after != one.stage:
            done.append(Done("check"))
        else:
            done.append(Done("bet", min(one.bets)))
            bet_at.add(one.stage)
    return tuple(done)


@lru_cache(maxsize=64)
def _terms(text: str) -> Terms:
    return accept(parse_draft(text)).terms


def _cards(texts: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts))


def _texts(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))
