"""Commands to try, shown by `tablelaw` alone."""

from __future__ import annotations

from tablelaw import rulebooks


def examples() -> tuple[tuple[str, str], ...]:
    """Commands to try, using rulebooks whose output is worth seeing."""
    first, *_ = rulebooks.shown_first()
    doubtful = max(rulebooks.all_rulebooks(), key=lambda book: len(book.readings))
    one, other = _one_game_two_laws()
    return (
        (f"tablelaw play {first.id}", "a practice table in this terminal"),
        (f"tablelaw settle --template {first.id} > hand.toml", "a hand to settle: cards, wagers, decisions"),
        ("tablelaw settle hand.toml", "every wager of every seat, with the paragraph that decided it"),
        (f"tablelaw procedure {first.id} --method {first.dealing[0].id}", "the dealer's steps as a checklist"),
        (f"tablelaw analyze {first.id}", "the exact house edge of every permitted choice"),
        (f"tablelaw simulate examples/studies/hold-{first.id}.toml", "millions of rounds, next to the exact values"),
        ("tablelaw law", "every paragraph of the regulations, and how it is implemented"),
        (f'tablelaw law show {first.id} "{first.rules[0].cite}"', "a paragraph, with the rules and tables based on it"),
        (f"tablelaw law readings {doubtful.id}", "where a text contradicts itself, and the reading used"),
        (f"tablelaw law diff {one} {other}", "one game, two laws: what differs"),
        (f"tablelaw submission new {first.id} -o my.toml", "a Rules Submission with every choice explained"),
        ("tablelaw submission check my.toml", "all findings, each with its paragraph"),
        ("tablelaw sign my.toml --format html > sign.html", "the sign for the table"),
        (
            "tablelaw floor init --property NAME --jurisdiction pa --db floor.db",
            "a floor of your own (docs/operations.md)",
        ),
        ('tablelaw hand "Kd Qh Ad Jh 4s 5h 6d"', "what a hand is under each ranking"),
    )


def _one_game_two_laws() -> tuple[str, str]:
    """Two rulebooks of the same game if there are any, otherwise the first two."""
    by_game: dict[str, list[str]] = {}
    for book in rulebooks.all_rulebooks():
        by_game.setdefault(book.game, []).append(book.id)
    twins = next((ids for ids in by_game.values() if len(ids) > 1), list(rulebooks.IDS))
    return twins[0], twins[1]
