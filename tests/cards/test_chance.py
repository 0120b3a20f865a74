from __future__ import annotations

import ast
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tablelaw
from tablelaw.chance import KernelChance, PracticeChance

FORBIDDEN = ("random", "numpy.random")


def kernel_of(drawn: bytes) -> Callable[[int], bytes]:
    """An operating system that returns these bytes, one at a time."""
    left = iter(drawn)
    return lambda size: bytes([next(left)]) if size == 1 else pytest.fail(f"asked for {size} bytes")


def forbidden_imports(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            names = [f"{node.value.id}.{node.attr}".replace("np.", "numpy.", 1)]
        else:
            continue
        yield from (name for name in names if name in FORBIDDEN or name.startswith(("random.", "numpy.random.")))


def test_a_draw_of_n_or_more_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "urandom", kernel_of(bytes([63 << 2, 52 << 2, 51 << 2])))
    assert KernelChance().below(52) == 51


@pytest.mark.parametrize("n", [2, 3, 5, 10, 51, 52, 128, 129, 255, 256])
def test_every_number_below_n_has_as_many_bytes_as_the_others(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[int] = Counter()
    for byte in range(256):
        monkeypatch.setattr(os, "urandom", kernel_of(bytes([byte])))
        try:
            seen[KernelChance().below(n)] += 1
        except StopIteration:
            continue
    assert set(seen) == set(range(n))
    assert len(set(seen.values())) == 1


def test_below_one_is_always_nought_and_asks_for_no_randomness(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "urandom", lambda size: b"" if size == 0 else pytest.fail("asked"))
    assert KernelChance().below(1) == 0


@pytest.mark.parametrize("n", [0, -1])
def test_no_number_lies_below_nought(n: int) -> None:
    with pytest.raises(ValueError, match=f"cannot draw a number below {n}"):
        KernelChance().below(n)


def test_numbers_wider_than_a_byte_reach_both_ends() -> None:
    chance = PracticeChance("wide")
    drawn = [chance.below(300) for _ in range(6_000)]
    assert (min(drawn), max(drawn)) == (0, 299)


def test_one_seed_gives_one_stream_and_another_gives_another() -> None:
    chances = PracticeChance("7"), PracticeChance(7), PracticeChance("8")
    streams = [[chance.below(1_000) for _ in range(20)] for chance in chances]
    assert streams[0] == streams[1] != streams[2]


def test_kernel_chance_keeps_nothing() -> None:
    assert not hasattr(KernelChance(), "__dict__")
    assert KernelChance.__slots__ == ()


@pytest.mark.parametrize(
    "planted",
    [
        *("import random", "from random import Random", "import numpy.random", "from numpy import random"),
        *("from numpy.random import default_rng", "import numpy as np\nnp.random.default_rng()"),
    ],
)
def test_a_forbidden_generator_would_be_seen(planted: str) -> None:
    assert list(forbidden_imports(planted))


def test_no_module_uses_a_generator_of_its_own() -> None:
    root = Path(tablelaw.__file__).parent
    modules = sorted(root.rglob("*.py"))
    found = {str(path.relative_to(root)): list(forbidden_imports(path.read_text())) for path in modules}
    assert len(modules) > 10
    assert {path: names for path, names in found.items() if names} == {}
