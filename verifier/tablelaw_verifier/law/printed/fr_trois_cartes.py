"""What poker trois cartes pays: article 55-21, alinéas 32, 38 to 41, 49, 53 and 54. "Fois" does not include the
stake.
"""

from __future__ import annotations

from tablelaw_verifier.law.odds import EVEN_MONEY, Printed, table

PRINTED_TROIS_CARTES: Printed = {
    "even-money": ("Art. 55-21 al. 41", EVEN_MONEY),
    "winning-ante": (
        "Art. 55-21 al. 38",
        table(
            "printed",
            "straight flush | 5 to 1",
            "three-of-a-kind | 4 to 1",
            "straight | 1 to 1",
            "flush | 1 to 1",
            "pair | 1 to 1",
            "high card | 1 to 1",
        ),
    ),
    "bonus": (
        "Art. 55-21 al. 49",
        table("printed", "straight flush | 5 to 1", "three-of-a-kind | 4 to 1", "straight | 1 to 1"),
    ),
    "pair-plus": (
        "Art. 55-21 al. 54",
        table(
            "printed",
            "straight flush | 40 to 1",
            "three-of-a-kind | 30 to 1",
            "straight | 6 to 1",
            "flush | 3 to 1",
            "pair | 1 to 1",
        ),
    ),
}
