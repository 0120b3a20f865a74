"""The example studies with smaller numbers, and otherwise unchanged."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.examples import example

ROOT = Path(__file__).parents[2]
FOLDERS = ROOT / "examples" / "rulebooks"
EXAMPLES = sorted((ROOT / "examples" / "studies").glob("*.toml"))
SMALL = {"sessions": 300, "shifts": 60, "periods": 2, "days": 3, "tables": "[1, 2]"}
ROUNDS = 40_000


def load_examples() -> None:
    """Makes the example rulebooks outside the package known, as `--rulebooks examples/rulebooks` does."""
    for folder in sorted(FOLDERS.iterdir()):
        example(folder.name)


load_examples()
_FOLDER = TemporaryDirectory(prefix="studies-")


def small(path: Path) -> Path:
    """A copy of a study that takes a moment to run; all tests of a process share it, so that its table is made once."""
    text = path.read_text("utf-8").replace("../submissions", str(ROOT / "examples" / "submissions"))
    for name, number in SMALL.items():
        text = re.sub(rf"^{name} = .*$", f"{name} = {number}", text, flags=re.MULTILINE)
    head, rest = text.split("[[seats]]", 1)
    head = re.sub(r"^rounds = .*$", f"rounds = {ROUNDS}", head, flags=re.MULTILINE)
    made = Path(_FOLDER.name) / path.name
    made.write_text(f"{head}[[seats]]{rest}", "utf-8")
    return made
