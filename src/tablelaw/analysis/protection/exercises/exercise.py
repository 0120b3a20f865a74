"""Exercises for surveillance staff: practice rounds dealt from a seed, some of them played with a seen card, and their
answers.

The rounds belong to no property. In most rounds of a real table, an honest player and one who sees the card act alike,
so nobody could distinguish them. Such deals are left out, and every round of an exercise has a telling decision: one at
which the two would act differently.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tablelaw import rulebooks
from tablelaw.analysis.main_choices import Told, choices_of, terms_for
from tablelaw.analysis.protection.api import possible_information
from tablelaw.analysis.protection.exercises.deals import deal_round, require_faces
from tablelaw.analysis.protection.exercises.rounds import Move, Played, play_round
from tablelaw.analysis.protection.information import BadInformation, Information
from tablelaw.cards import Card
from tablelaw.chance import PracticeChance
from tablelaw.errors import TablelawError
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.law.structure import structure_of

ROUNDS, MOST_ROUNDS = 8, 40
MOST_DEALS = 4_000
"""The most deals that are tried for one exercise."""


class BadExercise(TablelawError):
    """An exercise cannot be made or marked as asked."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """Practice rounds of a game, in each of which the same hidden cards may have been seen."""

    rulebook: str
    choices: Mapping[str, str]
    information: Information
    seed: str
    rounds: tuple[Played, ...]
    looked_at: int
    """How many deals were tried to find these rounds."""

    def as_dict(self) -> dict[str, object]:
        """The exercise as JSON, without its answers."""
        return {
            "rulebook": self.rulebook,
            "choices": dict(self.choices),
            "seen": self.information.text,
            "seed": self.seed,
            "deals": self.looked_at,
            "rounds": [self._shown(number, one) for number, one in enumerate(self.rounds, 1)],
        }

    def _shown(self, number: int, played: Played) -> dict[str, object]:
        deal = played.deal
        return {
            "round": number,
            "cards": _texts(deal.own),
            "board": _texts(deal.board),
            "dealer": _texts(deal.dealer),
            "may_have_seen": _texts(deal.seen(self.information)),
            "moves": [
                {"stage": move.stage, "board": _texts(deal.board[: move.open_cards]), "taken": move.taken}
                for move in played.moves
            ],
        }

    def marked(self, marks: Collection[int]) -> Marked:
        """The exercise with these rounds marked as played with a seen card, ready to be scored."""
        odd = sorted(set(marks) - set(range(1, len(self.rounds) + 1)))
        if odd:
            raise BadExercise(f"there is no round {odd[0]}", where="marks", accepted=f"1 to {len(self.rounds)}")
        return Marked(self, frozenset(marks))


@dataclass(frozen=True, slots=True)
class Marked:
    """An exercise with somebody's marks."""

    exercise: Exercise
    marks: frozenset[int]

    @property
    def right(self) -> int:
        """How many rounds are correctly marked or correctly left unmarked."""
        rounds = enumerate(self.exercise.rounds, 1)
        return sum((number in self.marks) == one.was_seen for number, one in rounds)

    def as_dict(self) -> dict[str, object]:
        """The answers as JSON: the score, and for each round the telling decision."""
        return {
            "seed": self.exercise.seed,
            "right": self.right,
            "of": len(self.exercise.rounds),
            "rounds": [self._shown(number, one) for number, one in enumerate(self.exercise.rounds, 1)],
        }

    def _shown(self, number: int, played: Played) -> dict[str, object]:
        return {
            "round": number,
            "marked": number in self.marks,
            "was_seen": played.was_seen,
            "reason": reason(played),
            "telling": telling_of(played).as_dict(),
        }


def exercise(
    of: str | Rulebook,
    seen: Iterable[str],
    seed: str | int = 1,
    rounds: int = ROUNDS,
    tell: Told | None = None,
    **choices: str,
) -> Exercise:
    """Deals an exercise about a game from a seed; the same seed always gives the same rounds."""
    book = rulebooks.get(of)
    terms = terms_for(book, {**dict(book.chosen), **book.named_choices(choices)})
    return exercise_of(terms, seen, seed, rounds, tell)


def exercise_of(
    terms: Terms, seen: Iterable[str], seed: str | int = 1, rounds: int = ROUNDS, tell: Told | None = None
) -> Exercise:
    """Deals an exercise about a game whose choices are already made."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadExercise(f"{rounds} rounds", where="rounds", accepted=f"1 to {MOST_ROUNDS}")
    information = possible_information(terms, seen)
    require_faces(information)
    chance, found, looked_at = PracticeChance(f"exercise {seed}"), list[Played](), 0
    structure = structure_of(terms)
    while len(found) < rounds:
        if looked_at == MOST_DEALS:
            raise BadInformation(
                f"only {len(found)} of {MOST_DEALS:,} deals are played differently with {information.text} seen",
                where=terms.book.id,
                accepted="cards that change play more often, or fewer rounds",
            )
        looked_at += 1
        deal, was_seen = deal_round(structure, information, chance), bool(chance.below(2))
        played = play_round(terms, information, deal, was_seen, tell)
        if played.telling is not None:
            found.append(played)
            if tell is not None:
                tell(f"{terms.book.id}, rounds that tell, {len(found)} of {rounds}")
    return Exercise(terms.book.id, choices_of(terms), information, str(seed), tuple(found), looked_at)


def telling_of(played: Played) -> Move:
    assert played.telling is not None, "an exercise has only rounds with a telling decision"
    return played.telling


def reason(played: Played) -> str:
    """Why a round is honest or not, in a sentence."""
    move = telling_of(played)
    values = {one.name: one.ev for one in (move.informed if played.was_seen else move.honest)}
    other = move.honest[0].name if played.was_seen else move.informed[0].name
    whose, instead = ("with the seen cards", "without them") if played.was_seen else ("honestly", "with the seen cards")
    worth = f"{_antes(values[move.taken])}, {other} {_antes(values[other])}"
    return f"At {move.stage}, {move.taken} is best {whose} ({worth}); {instead}, {other} would be best."


def _antes(worth: Fraction) -> str:
    return f"{float(worth):+.4f} Antes"


def _texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]
