"""The wording of the dealer's checklist: cards, steps of the deal and decisions."""

from __future__ import annotations

from collections.abc import Iterable

from tablelaw.law.rows import Choice, Step
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.table.reading.sentences import place_name

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


WITHOUT_A_SUM = {"play": "play on without a wager", "ride": "let it ride"}


def cards_words(count: int, noun: str = "card") -> str:
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} {noun}" + ("" if count == 1 else "s")


def step_words(step: Step) -> str:
    """One step of the deal in words: who gets how many cards, how many times round, face up or down."""
    places = _places(step.to)
    tours = "" if step.times == 1 else ", twice round" if step.times == 2 else f", {NUMBERS[step.times]} times round"
    cover = " The cover card goes with the dealer's cards." if step.cover_card else ""
    each = "" if len(step.to) == 1 and "players" not in step.to else " each"
    source = " from the hand" if step.from_hand else ""
    return f"Deal {cards_words(step.cards)}{each}{source} face {step.face} to {places}{tours}.{cover}"


def _places(to: Iterable[str]) -> str:
    words = {"players": "every player clockwise from the left", "dealer": "the dealer", "community": "the board"}
    return ", then to ".join(words.get(place, f"the {place_name(place)} area") for place in to)


def choice_words(book: Rulebook, terms: Terms | None, choice: Choice) -> str:
    """What a player may do, with the multiple of the opening wager it requires."""
    words: str = WITHOUT_A_SUM.get(choice.action, choice.action)
    if choice.pulls:
        words = f"take back {book.wager(choice.pulls).name}"
    elif choice.places:
        base = next(wager.name for wager in book.wagers if wager.kind == "opening")
        words = f"bet {book.wager(choice.wager).name}, {_multiple(book, terms, choice)} {base}"
    if choice.hands:
        words += f" with {_limit(book, choice)}"
    if choice.price is not None:
        price, times = book.wager(choice.price.wager).name, choice.price.times
        cost = "as much as" if times == 1 else f"{times} times"
        base = next(wager.name for wager in book.wagers if wager.kind == "opening")
        return f"{words}, buying {cards_words(choice.discard)} for {price}, {cost} {base}"
    return words + (f", discarding {cards_words(choice.discard)}" if choice.discard else "")


def _limit(book: Rulebook, choice: Choice) -> str:
    """The hands that a choice is open to: their classes, or on which side of a qualification line they are."""
    classes, stage = " or ".join(choice.hands), next(stage for stage in book.stages if choice in stage.choices)
    hand = next(hand for hand in book.hands if hand.id == stage.hand)
    return classes if hand.at_least is None else f"a hand that {classes} ({hand.says.rstrip('.')})"


def _multiple(book: Rulebook, terms: Terms | None, choice: Choice) -> str:
    """The multiple of the base wager that a decision requires, under the chosen reading."""
    if choice.times and choice.part is not None:
        return f"{' or '.join(f'{times}/{choice.part}' for times in choice.times)} of"
    if choice.times:
        return "as much as" if choice.times == (1,) else f"{' or '.join(map(str, choice.times))} times"
    chosen = choice.reading and (terms.reading(choice.reading) if terms else book.reading(choice.reading).chosen)
    least, most = choice.by_reading.get(chosen, (0, choice.up_to or 0))
    return f"{least} times" if least == most else f"{least} to {most} times" if least else f"up to {most} times"
