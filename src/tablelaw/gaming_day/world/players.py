"""Players of a day, what they wager and how they decide: careless, timid, bold, careful or thinking."""

from __future__ import annotations

from tablelaw.floor.read_model import TableView
from tablelaw.gaming_day.streams import Draws
from tablelaw.law.rows import BUY
from tablelaw.submission.submission import WagerTerms
from tablelaw.table import commands
from tablelaw.table.automation.players import sensible
from tablelaw.table.engine import Engine
from tablelaw.table.legal import decisions
from tablelaw.table.state import Round

ROUNDS_THOUGHT_OF = 2
HIGH_RANK = 10


def stakes_of(engine: Engine, draws: Draws) -> dict[str, int]:
    """Chooses a seat's stakes: the required wagers at one to four times the minimum, sometimes the maximum, and most of
    the others.
    """
    submission, rules = engine.submission, engine.rules
    base = submission.wagers[rules.base]
    unit = min(base.minimum_cents * draws.between(1, 4), base.maximum_cents)
    if draws.one_in(8):
        unit = base.maximum_cents
    placed = {wager.id: unit for wager in rules.opening}
    for wager, terms in submission.wagers.items():
        row = rules.wagers[wager]
        if row.kind == "optional" and all(need in placed for need in row.needs) and draws.below(5):
            placed[wager] = row.limited(_sum(terms, draws), unit)
    return placed


def _sum(terms: WagerTerms, draws: Draws) -> int:
    if terms.amounts_cents:
        return draws.pick(terms.amounts_cents)
    odd = terms.minimum_cents + draws.below(4) * 333
    return min(terms.maximum_cents, draws.pick((terms.minimum_cents, odd)))


def cost(stakes: dict[str, int], engine: Engine, medium: str) -> int:
    """How much of some stakes comes from the player's chips, or from the electronic account."""
    is_account = medium == "game"
    wagers = engine.rules.wagers
    return sum(c for wager, c in stakes.items() if (wagers[wager].medium == "electronic account") is is_account)


def decision(view: TableView, skill: str, draws: Draws) -> commands.Act:
    """Makes one decision as that kind of player would; thinking players decide by simulation, but only with virtual
    decks.
    """
    round_ = view.state.round
    assert round_ is not None
    if skill == "thinking" and not view.engine.physical:
        return sensible(view.engine, view.state, draws, ROUNDS_THOUGHT_OF)
    open_to = list(decisions(view.engine.rules, round_))
    if skill == "careless" or draws.one_in(6):
        return draws.pick(open_to)
    staying = [act for act in open_to if act.action != "declare"]
    if skill == "bold":
        return max(staying, key=_at_risk)
    if skill == "timid" or not _is_good(round_, staying[0].seat):
        return min(staying, key=lambda act: (act.action != "fold", _at_risk(act)))
    return max(staying, key=_at_risk)


def _at_risk(act: commands.Act) -> tuple[int, bool, bool]:
    """A sort key by what an action leaves at risk: taking a wager back comes before leaving it, and a purchase comes
    last.
    """
    return act.cents, act.action != "pull", act.action == BUY


def _is_good(round_: Round, seat: int) -> bool:
    """Whether a hand is good enough for a careful player: a pair, two high cards, or four of a suit."""
    cards = round_.seats[seat].cards
    ranks = [card.rank for card in cards]
    suits = [card & 3 for card in cards]
    return len(set(ranks)) < len(ranks) or min(ranks) >= HIGH_RANK or max(map(suits.count, suits)) > 3


def cheapest(view: TableView) -> commands.Act:
    """The cheapest action, for a player who cannot pay for more."""
    assert view.state.round is not None
    dear = ("declare", BUY)
    return min(decisions(view.engine.rules, view.state.round), key=lambda act: (act.cents, act.action in dear))
