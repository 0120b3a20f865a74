"""Checks the rankings that a rulebook defines itself, so that none is read differently from what it says.

Solvers and simulations read hands of a family with that family's own tables, and assume that the classes of a ranking
follow its strengths. A ranking that breaks these promises would therefore give wrong figures without any warning. So
each ranking is tried on every combination of ranks, in several suits, for up to five cards, and on a sample of larger
hands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any, NamedTuple

from tablelaw.cards.card import ACE, PACK, Card, cards_text
from tablelaw.cards.rankings import five_card, flush_hand, four_card, three_card
from tablelaw.cards.rankings.ranking import BEST_FIVE, BEST_FOUR, BEST_SUIT, LISTED, THREE_CARDS, Ranking
from tablelaw.errors import BadRulebook, TablelawError

FAMILIES: Mapping[str, Ranking] = {
    BEST_FIVE: five_card.FIVE_CARD,
    BEST_FOUR: four_card.FOUR_CARD,
    BEST_SUIT: flush_hand.FLUSH,
    THREE_CARDS: three_card.THREE_CARD,
}
"""The ranking whose strengths every ranking of a family must give."""
DECIDING: Mapping[str, Callable[[int], tuple[int, ...]]] = {
    BEST_FIVE: five_card.deciding_ranks,
    BEST_FOUR: four_card.deciding_ranks,
    BEST_SUIT: flush_hand.ranks_of,
    THREE_CARDS: three_card.deciding_ranks,
}
SUITS, RANKS = 4, 13
EVERY_PATTERN_UP_TO = 5
SAMPLE, COMPLETIONS = 1_000, 3
"""For larger hands: how many pseudo-random ones are tried, and how many times each rare smaller hand is completed."""
STRONGEST = 2**31 - 1
"""Simulations keep strengths in 32 bits."""
NO_FAMILY = f'family = "{LISTED}", whose hands are read by its own strengths'
Hand = tuple[Card, ...]


class Read(NamedTuple):
    """What a ranking says of a hand."""

    hand: Hand
    cls: str
    strength: int


def require_sound(ranking: Ranking) -> None:
    """Refuses a ranking that contradicts itself or the family it claims."""
    if ranking.family not in (LISTED, *FAMILIES):
        raise _refusal(ranking, f"the family {ranking.family!r} is unknown", accepted=", ".join((LISTED, *FAMILIES)))
    _require_known_classes(ranking)
    if ranking.strength is None and (ranking.class_of is not None or ranking.least is not None):
        raise _refusal(ranking, "class_of or least without strength", accepted="strength too, or neither of them")
    if not reads_as_its_family(ranking):
        _require_parts_of_the_family(ranking)
        _require_order(ranking)


def reads_as_its_family(ranking: Ranking) -> bool:
    """Whether a ranking uses the functions of its family's own ranking, and so need not be tried."""
    known = FAMILIES.get(ranking.family)
    return known is not None and all(
        getattr(ranking, name) == getattr(known, name)
        for name in ("sizes", "classes", "classify", "strength", "class_of", "least", "of_one_strength")
    )


@lru_cache(maxsize=64)
def digest_of(ranking: Ranking) -> str:
    """A digest of a ranking's rows and of all its answers, so that different rankings never share cached results."""
    groups = {name: (*members,) for name, members in ranking.groups.items()}
    said: list[object] = [ranking.classes, groups, ranking.sizes, ranking.family, sorted(ranking.of_one_strength)]
    if not reads_as_its_family(ranking):
        said += [(tuple(map(int, read.hand)), read.cls, read.strength) for read in _reads(ranking)]
        said += [_least(ranking, cls, ranks) for cls in ranking.classes for ranks in ((), *_every_rank())]
    return sha256(repr(said).encode()).hexdigest()


@lru_cache(maxsize=64)
def tells_suits_apart(ranking: Ranking, size: int) -> bool:
    """Whether renaming the suits changes what a ranking says of some hand of this size; it never does in a family."""
    if ranking.family in FAMILIES:
        return False
    return any(
        _told(ranking, hand) != _told(ranking, other) for hand in _hands(size) for other in _in_other_suits(hand)
    )


def _told(ranking: Ranking, hand: Hand) -> tuple[str, int]:
    return ranking.classify(hand), ranking.strength(hand) if ranking.strength is not None else 0


def _in_other_suits(hand: Hand) -> Iterator[Hand]:
    """The same hand with all suits moved by one, two and three places, and with two suits exchanged."""
    for moved in ((1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2), (1, 0, 2, 3)):
        yield tuple(PACK[card - card % SUITS + moved[card % SUITS]] for card in hand)


# --- What is required ------------------------------------------------------------------------------------


def _require_known_classes(ranking: Ranking) -> None:
    if not ranking.sizes or min(ranking.sizes) < 1 or max(ranking.sizes) > len(PACK):
        raise _refusal(ranking, f"sizes {ranking.sizes}", accepted="how many cards a hand may have")
    if len(set(ranking.classes)) < len(ranking.classes) or not ranking.classes:
        raise _refusal(ranking, "a class is listed twice, or none is", accepted="each class once, highest first")
    named = {*ranking.of_one_strength, *(cls for members in ranking.groups.values() for cls in members)}
    if unknown := sorted(named.difference(ranking.classes)):
        what = f"groups or of_one_strength name {unknown[0]!r}"
        raise _refusal(ranking, what, accepted=", ".join(ranking.classes))


def _require_parts_of_the_family(ranking: Ranking) -> None:
    known = FAMILIES.get(ranking.family)
    if known is None:
        return
    if ranking.strength is None or ranking.class_of is None:
        what = f"the family {ranking.family!r} without strength and class_of"
        raise _refusal(ranking, what, accepted=f"both, or {NO_FAMILY}")
    if not set(ranking.sizes) <= set(known.sizes):
        what = f"hands of {_numbers(ranking.sizes)} cards in the family {ranking.family!r}"
        raise _refusal(ranking, what, accepted=f"{_numbers(known.sizes)} cards, or {NO_FAMILY}")


def _require_strength_of_the_family(ranking: Ranking, read: Read) -> None:
    """Every hand must have the strength that its family's own ranking gives it, because solvers use that strength."""
    known = FAMILIES.get(ranking.family)
    if known is None or known.strength is None or read.strength == (should := known.strength(read.hand)):
        return
    what = f"it claims the family {ranking.family!r} but has other strengths"
    why = f"{cards_text(read.hand)} is {read.strength}, in {known.name} {should}"
    raise _refusal(ranking, what, why=why, accepted=f"the strengths of {known.name}, or {NO_FAMILY}")


def _numbers(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes))


def _require_order(ranking: Ranking) -> None:
    """Classes must follow the strengths, and `class_of`, `least` and `of_one_strength` must agree with both."""
    reads = _reads(ranking)
    if ranking.strength is None:
        return
    if ranking.class_of is not None:
        _require_one_class(ranking, ranking.class_of, reads)
    _require_rising_classes(ranking, reads)
    strengths: dict[str, list[int]] = {}
    for read in sorted(reads, key=lambda read: read.strength):
        strengths.setdefault(read.cls, []).append(read.strength)
    for cls in ranking.of_one_strength.intersection(strengths):
        if strengths[cls][0] != strengths[cls][-1]:
            what, why = (
                f"of_one_strength names {cls!r}",
                f"its strengths are {strengths[cls][0]} to {strengths[cls][-1]}",
            )
            raise _refusal(ranking, what, why=why, accepted="classes within which all hands are equal")
    if ranking.least is not None:
        _require_least(ranking, strengths)


def _require_one_class(ranking: Ranking, class_of: Callable[[int], str], reads: Sequence[Read]) -> None:
    for read in reads:
        told = _asked(ranking, f"class_of {read.strength}", partial(class_of, read.strength))
        if told != read.cls:
            why = f"{cards_text(read.hand)} is {read.cls!r}, its strength {read.strength} is {told!r}"
            raise _refusal(ranking, "classify and class_of differ", why=why, accepted="one class for each hand")


def _require_rising_classes(ranking: Ranking, reads: Sequence[Read]) -> None:
    place = {cls: n for n, cls in enumerate(ranking.classes)}
    for lower, higher in pairwise(sorted(reads, key=lambda read: (read.strength, -place[read.cls]))):
        if place[higher.cls] > place[lower.cls] or (higher.strength == lower.strength and higher.cls != lower.cls):
            said = (f"{cards_text(r.hand)}, {r.cls!r}, has {r.strength}" for r in (lower, higher))
            accepted = "classes listed highest first, in the order of their strengths"
            raise _refusal(ranking, "the classes do not follow the strengths", why="; ".join(said), accepted=accepted)


def _require_least(ranking: Ranking, strengths: Mapping[str, Sequence[int]]) -> None:
    """The lowest strength of a class must be above every hand of the lower classes, and not above any hand of the
    class.
    """
    below = -1
    for cls in reversed(ranking.classes):
        least, found = _least(ranking, cls, ()), strengths.get(cls)
        if found and not below < least <= found[0]:
            what, why = f"least of {cls!r} is {least}", f"a hand of it has {found[0]}, one of a lower class {below}"
            raise _refusal(ranking, what, why=why, accepted="the lowest strength of the class")
        below = found[-1] if found else below
    if ranking.family in FAMILIES:
        _require_least_of_the_family(ranking, strengths)


def _require_least_of_the_family(ranking: Ranking, strengths: Mapping[str, Sequence[int]]) -> None:
    known = FAMILIES[ranking.family]
    assert known.class_of is not None and known.least is not None
    for cls, found in strengths.items():
        if cls not in known.classes or known.class_of(found[0]) != cls:
            continue
        for rank in {DECIDING[ranking.family](strength)[0] for strength in found}:
            if _least(ranking, cls, (rank,)) != (should := known.least(cls, (rank,))):
                what = f"least of {cls!r} with the rank {rank} is {_least(ranking, cls, (rank,))}"
                raise _refusal(ranking, what, accepted=f"{should}, as in {known.name}")


def _refusal(ranking: Ranking, what: str, *, why: str = "", accepted: str) -> BadRulebook:
    return BadRulebook(what, where=f"rankings.py ({ranking.name})", why=why, accepted=accepted)


# --- What a ranking says ---------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _reads(ranking: Ranking) -> tuple[Read, ...]:
    """The class and strength of every hand that is tried."""
    return tuple(_read(ranking, hand) for size in ranking.sizes for hand in _hands(size))


def _read(ranking: Ranking, hand: Hand) -> Read:
    cls = _asked(ranking, f"classify of {cards_text(hand)}", lambda: ranking.classify(hand))
    if cls not in ranking.classes:
        what = f"{cards_text(hand)} is classified as {cls!r}"
        raise _refusal(ranking, what, accepted=f"one of {', '.join(ranking.classes)}")
    if ranking.strength is None:
        return Read(hand, cls, 0)
    of = ranking.strength
    strength = _asked(ranking, f"strength of {cards_text(hand)}", lambda: of(hand))
    if type(strength) is not int or not 0 <= strength <= STRONGEST:
        what = f"the strength of {cards_text(hand)} is {strength!r}"
        raise _refusal(ranking, what, accepted=f"a whole number from 0 to {STRONGEST}")
    read = Read(hand, cls, strength)
    _require_strength_of_the_family(ranking, read)
    return read


def _least(ranking: Ranking, cls: str, ranks: tuple[int, ...]) -> int:
    least = ranking.least
    found = _asked(ranking, f"least of {cls!r}", lambda: least(cls, ranks) if least is not None else 0)
    if type(found) is not int:
        raise _refusal(ranking, f"least of {cls!r} is {found!r}", accepted="a whole number, the strength of a hand")
    return found


def _every_rank() -> Iterator[tuple[int, ...]]:
    return ((rank,) for rank in range(2, ACE + 1))


def _asked(ranking: Ranking, what: str, ask: Callable[[], Any]) -> Any:
    """The answer of one of a ranking's functions; any exception becomes a refusal that names the ranking."""
    try:
        return ask()
    except Exception as error:
        said = str(error) if isinstance(error, TablelawError) else f"{type(error).__name__}: {error}"
        accepted = "an answer for every hand of its sizes and every class"
        raise _refusal(ranking, f"{what} fails", why=said, accepted=accepted) from error


# --- The hands asked -------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _hands(size: int) -> tuple[Hand, ...]:
    """The hands of one size on which a ranking is tried, the same on every machine."""
    every = _patterns(size) if size <= EVERY_PATTERN_UP_TO else _sample(size)
    return tuple(dict.fromkeys(tuple(sorted(hand)) for hand in every))


def _patterns(size: int) -> Iterator[Hand]:
    """Every combination of ranks: in mixed suits, in pseudo-random suits and, where possible, all in one suit."""
    draw = _drawing(size)
    for ranks in combinations_with_replacement(range(RANKS), size):
        if any(ranks.count(rank) > SUITS for rank in ranks):
            continue
        yield tuple(_card(rank, place) for place, rank in enumerate(ranks))
        yield tuple(_card(rank, SUITS - 1 - place % SUITS) for place, rank in enumerate(ranks))
        yield _in_drawn_suits(ranks, draw)
        if len(set(ranks)) == size:
            yield from (tuple(_card(rank, suit) for rank in ranks) for suit in range(SUITS))


def _in_drawn_suits(ranks: Sequence[int], draw: Iterator[int]) -> Hand:
    left: dict[int, list[int]] = defaultdict(lambda: [*range(SUITS)])
    return tuple(_card(rank, left[rank].pop(next(draw) % len(left[rank]))) for rank in ranks)


def _sample(size: int) -> Iterator[Hand]:
    """Hands of more than five cards: every combination of five ranks completed, rare hands completed several times,
    every holding of one suit, and pseudo-random hands.
    """
    draw = _drawing(size)
    for core in (*_cores(), *_long_suits(size), *_fives()):
        yield _completed(core, size, draw)
    for core in _cores():
        for _ in range(COMPLETIONS):
            yield _completed(core, size, draw)
    for _ in range(SAMPLE):
        yield _completed((), size, draw)


def _fives() -> Iterator[Hand]:
    """A hand of five cards for each strength: every combination of ranks in mixed suits, and five ranks in one suit."""
    for number, ranks in enumerate(combinations_with_replacement(range(RANKS), 5)):
        if ranks[0] != ranks[4]:
            yield tuple(_card(rank, place) for place, rank in enumerate(ranks))
            if len(set(ranks)) == 5:
                yield tuple(_card(rank, number) for rank in ranks)


@lru_cache(maxsize=8)
def rare_hands(size: int) -> tuple[Hand, ...]:
    """Hands of this size that contain each straight, straight flush, pair, three, four, two pair or full house."""
    draw = _drawing(size)
    return tuple(_completed(core, size, draw) for core in _cores() if len(core) <= size)


def _cores() -> Iterator[Hand]:
    """Straights, straight flushes in every suit, and every pair, three, four, two pair and full house."""
    for low in range(-1, RANKS - 4):
        run = [rank % RANKS for rank in range(low, low + 5)]
        yield tuple(_card(rank, place) for place, rank in enumerate(run))
        yield from (tuple(_card(rank, suit) for rank in run) for suit in range(SUITS))
    for first in range(RANKS):
        yield from (tuple(_card(first, suit) for suit in range(count)) for count in (2, 3, 4))
        for other in set(range(RANKS)) - {first}:
            for count, more in ((3, 2), (2, 2)):
                yield tuple(_card(first, suit) for suit in range(count)) + tuple(
                    _card(other, suit) for suit in range(more)
                )


def _long_suits(size: int) -> Iterator[Hand]:
    """Every holding of one suit from two cards to all, in one of the four suits."""
    for length in range(2, min(size, RANKS) + 1):
        for number, ranks in enumerate(combinations(range(RANKS), length)):
            yield tuple(_card(rank, number) for rank in ranks)


def _completed(core: Hand, size: int, draw: Iterator[int]) -> Hand:
    """A hand with these cards, completed with pseudo-random cards."""
    left = [card for card in PACK if card not in core]
    return (*core, *(left.pop(next(draw) % len(left)) for _ in range(size - len(core))))


def _card(rank: int, suit: int) -> Card:
    return PACK[rank * SUITS + suit % SUITS]


def _drawing(seed: int) -> Iterator[int]:
    """Pseudo-random numbers that are the same on every machine."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 33
