"""Redraws the pictures of docs/simulation.md from the example studies.

python tools/simulation_pictures.py            all of them
python tools/simulation_pictures.py session    those of one question
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tablelaw.simulation.runs import Threads
from tablelaw.studies.answers.chart_style import png
from tablelaw.studies.run import answers
from tablelaw.studies.study import read_source

ROOT = Path(__file__).parents[1]
SHOWN = ("hold-pa-653a", "session-ma-colorado", "shift-pa-677a", "jackpot-pa-647a", "limit-md-thb")


def main(asked: list[str]) -> None:
    for name in SHOWN:
        question = name.partition("-")[0]
        if not asked or question in asked:
            source = read_source(ROOT / "examples" / "studies" / f"{name}.toml")
            for answer in answers(source, Threads(os.cpu_count() or 1)):
                place = ROOT / "docs" / "images" / f"sim-{answer.question}.png"
                place.write_bytes(png(answer.draw))
                print(f"{place.relative_to(ROOT)}: {answer.title}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
