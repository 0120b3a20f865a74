"""`tablelaw hand "As Ks ..."`: names the hand that these cards make under each ranking for that number of cards, with
the paragraph.
"""

from __future__ import annotations

from typing import Annotated

import typer

from tablelaw import rulebooks
from tablelaw.cards import RANKINGS, Ranking, cards_text, parse_cards
from tablelaw.cards.card import Card
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, show_json
from tablelaw.errors import WrongCardCount

CardsOf = Annotated[
    str, typer.Argument(metavar="CARDS", help='The cards in quotation marks, such as "As Kd 10h" or "A♠ K♦ T♥".')
]


def hand(cards: CardsOf, as_json: JsonFlag = False) -> None:
    """What these cards are under each ranking, for example: tablelaw hand "As Ks Qs Js Ts"."""
    read = parse_cards(cards)
    rankings = [ranking for ranking in RANKINGS.values() if len(read) in ranking.sizes]
    if not rankings:
        _refuse_count(len(read))
    if as_json:
        show_json({"cards": cards_text(read), "rankings": [_json(ranking, read) for ranking in rankings]})
        return
    table = make_table(cards_text(read), "ranking", "class", "in words", "law")
    for ranking in rankings:
        defined = definitions(ranking, ranking.classify(read))
        law = "\n".join(f"{book}: {', '.join(cites)}" for book, cites in defined.items())
        add_row(table, ranking.name, ranking.classify(read), ranking.describe(read), law)
    console.print(table)


def _refuse_count(count: int) -> None:
    sizes = sorted({size for ranking in RANKINGS.values() for size in ranking.sizes})
    what = f"{count} card{'' if count == 1 else 's'}: no ranking takes that many"
    raise WrongCardCount(what, accepted=f"{', '.join(map(str, sizes[:-1]))} or {sizes[-1]} cards")


def definitions(ranking: Ranking, cls: str) -> dict[str, list[str]]:
    """The paragraphs that define a class, for each rulebook that uses the ranking."""
    found = {book.id: book.class_cites(ranking.name, cls) for book in rulebooks.all_rulebooks()}
    return {book: [str(cite) for cite in cites] for book, cites in found.items() if cites is not None}


def _json(ranking: Ranking, cards: tuple[Card, ...]) -> dict[str, object]:
    defined = definitions(ranking, ranking.classify(cards))
    return {
        "ranking": ranking.name,
        "class": ranking.classify(cards),
        "words": ranking.describe(cards),
        "strength": ranking.strength(cards) if ranking.strength else None,
        "law": [{"rulebook": book, "cites": cites} for book, cites in defined.items()],
    }


def register(app: typer.Typer) -> None:
    app.command(name="hand")(hand)
