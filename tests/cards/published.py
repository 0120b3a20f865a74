"""Counts every evaluator must reproduce, highest class first (reference figures of the project)."""

from __future__ import annotations

ALL_FIVES, ALL_SIXES, ALL_SEVENS = 2_598_960, 20_358_520, 133_784_560
FIVES = (4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240)
SIXES = (188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160)
SEVENS = (
    *(4_324, 37_260, 224_848, 3_473_184, 4_047_644),
    *(6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460),
)
