"""What stud poker de casino pays: article 55-16, alinéas 36 and 54 to 58, and article 55-17. "Fois" does not include
the stake.
"""

from __future__ import annotations

from tablelaw_verifier.law.odds import EVEN_MONEY, Printed, table

PRINTED_STUD: Printed = {
    "even-money": ("Art. 55-16 al. 36", EVEN_MONEY),
    "raise": (
        ", ".join(f"Art. 55-17 al. {line}" for line in range(2, 11)),
        table(
            "printed",
            "royal flush | 100 to 1",
            "straight flush | 50 to 1",
            "four-of-a-kind | 20 to 1",
            "full house | 10 to 1",
            "flush | 8 to 1",
            "straight | 5 to 1",
            "three-of-a-kind | 3 to 1",
            "two pair | 2 to 1",
            "pair | 1 to 1",
            "high card | 1 to 1",
        ),
    ),
    "bonus": (
        ", ".join(f"Art. 55-16 al. {line}" for line in range(53, 59)),
        table(
            "printed",
            "royal flush | 5,000 to 1",
            "straight flush | 2,000 to 1",
            "four-of-a-kind | 1,000 to 1",
            "full house | 150 to 1",
            "flush | 100 to 1",
        ),
    ),
}
