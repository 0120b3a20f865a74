"""`houserules hand "As Ks ..."`: what these cards are under each ranking that takes so many."""

from __future__ import annotations

import typer

from houserules.cards import RANKINGS, Ranking, cards_text, parse_cards
from houserules.cards.card import Card
from houserules.cli.show import JsonFlag, add_row, console, make_table, refuse, show_json


def hand(cards: str, as_json: JsonFlag = False) -> None:
    """What these cards are under each ranking, for example: houserules hand "As Ks Qs Js Ts"."""
    read = parse_cards(cards)
    rankings = [ranking for ranking in RANKINGS.values() if len(read) in ranking.sizes]
    if not rankings:
        sizes = sorted({size for ranking in RANKINGS.values() for size in ranking.sizes})
        refuse(f"{len(read)} cards: no ranking takes so many; accepted: {', '.join(map(str, sizes))} cards")
    if as_json:
        show_json({"cards": cards_text(read), "rankings": [_json(ranking, read) for ranking in rankings]})
        return
    table = make_table(cards_text(read), "ranking", "class", "in words")
    for ranking in rankings:
        add_row(table, ranking.name, ranking.classify(read), ranking.describe(read))
    console.print(table)


def _json(ranking: Ranking, cards: tuple[Card, ...]) -> dict[str, object]:
    return {
        "ranking": ranking.name,
        "class": ranking.classify(cards),
        "words": ranking.describe(cards),
        "strength": ranking.strength(cards) if ranking.strength else None,
    }


def register(app: typer.Typer) -> None:
    app.command(name="hand")(hand)
