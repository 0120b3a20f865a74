"""The rows that every table looks up by id; a rulebook must have all of them to be playable."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tablelaw.errors import BadRulebook
from tablelaw.law.rows import BUY
from tablelaw.law.rulebook import Rulebook

FACTS = {
    "seats": "how many betting positions a table has",
    "deck": "how many cards the deck has",
    "cut-at-least": "the fewest cards that a cut may take",
}
DECK, CARDS = "deck", 52
"""Every deck is dealt, counted and analysed as 52 different cards."""
POSITIONS = "positions-per-player"
COUNT_STUB = "count-stub"
LONGEST_ID = 32
ID = re.compile(rf"(?=.{{1,{LONGEST_ID}}}\Z)[a-z0-9]+(?:-[a-z0-9]+)*")
"""An id is a word of commands, files and addresses, and in capitals the prefix of the game's tables."""
ID_IN_WORDS = f"1 to {LONGEST_ID} lower-case letters and digits, joined by single hyphens, such as my-game"
TABLE_PREFIX = re.compile(rf"(?=.{{1,{LONGEST_ID}}}\Z)[^\W_]+(?:[ ._-][^\W_]+)*")


def id_is_plain(book: Rulebook) -> Iterator[BadRulebook]:
    if not ID.fullmatch(book.id):
        yield BadRulebook(f"the id {book.id!r}", where="rulebook.toml, id", accepted=ID_IN_WORDS)


def table_prefix_is_plain(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that tables can be named by the prefix; without one, their names begin with the id in capitals."""
    prefix = book.presentation.table_prefix
    if prefix and not TABLE_PREFIX.fullmatch(prefix):
        accepted = f"1 to {LONGEST_ID} letters and digits, such as ABC; without any, the id in capitals"
        yield BadRulebook(f"the table_prefix {prefix!r}", where="rulebook.toml, presentation", accepted=accepted)


def required_facts_exist(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that the facts a table needs are whole numbers, and that the deck has 52 cards; positions per player may
    be a fact or the operator's choice.
    """
    facts = {fact.id: fact.value for fact in book.facts}
    for name, says in FACTS.items():
        if type(facts.get(name)) is not int:
            what = f"the fact {name!r} is {facts[name]!r}" if name in facts else f"no fact {name!r}"
            yield BadRulebook(what, where="rulebook.toml, facts", accepted=f"a whole number: {says}")
        elif name == DECK and facts[name] != CARDS:
            why = f"games are dealt and analysed with {CARDS} different cards"
            yield BadRulebook(
                f"a deck of {facts[name]} cards", where="rulebook.toml, facts (deck)", why=why, accepted="52"
            )
    if POSITIONS not in facts and POSITIONS not in {option.id for option in book.options}:
        accepted = "a fact or an option: at how many positions one player may wager"
        yield BadRulebook(f"no {POSITIONS!r}", where="rulebook.toml", accepted=accepted)


def required_duties_exist(book: Rulebook) -> Iterator[BadRulebook]:
    if COUNT_STUB not in {duty.id for duty in book.duties}:
        accepted = "a row that says when the cards left over are counted"
        yield BadRulebook(f"no duty {COUNT_STUB!r}", where="duties.toml, duties", accepted=accepted)


def required_hands_exist(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that the player's hand exists, the dealer's hand if the dealer is dealt cards, and the initial hand if a
    card is discarded.
    """
    known = {hand.id for hand in book.hands}
    for name, why in _hands_needed(book).items():
        if name not in known:
            yield BadRulebook(f"no hand {name!r}", where="round.toml, hands", why=why, accepted=f"a row with id {name}")


def _hands_needed(book: Rulebook) -> dict[str, str]:
    needed = {"player": "every game reads the player's cards"}
    if any("dealer" in step.to for dealing in book.dealing for step in dealing.steps):
        needed["dealer"] = "cards are dealt to the dealer"
    if any(choice.discard and choice.action != BUY for stage in book.stages for choice in stage.choices):
        needed["initial"] = "a player discards cards, and a wager may depend on those held before"
    return needed
