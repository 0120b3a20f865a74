"""Fingerprints of simulated tables: a digest of the input to the kernels and of the code that deals and plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tablelaw.simulation.codes import Column

CODE = ("cards", "simulation")


def fingerprint_of(columns: Sequence[Column], given: Iterable[object]) -> str:
    """A digest of a table; `given` is the input to its kernels: numbers, arrays and tuples of them."""
    return sha256(f"{code_digest()} {columns!r} {digest_of(given)}".encode()).hexdigest()


def digest_of(given: Iterable[object]) -> str:
    """A digest of numbers and arrays, such as the values of codes."""
    digest = sha256()
    for array in _arrays(given):
        whole = np.ascontiguousarray(array)
        digest.update(f" {whole.dtype} {whole.shape} ".encode() + whole.tobytes())
    return digest.hexdigest()


def _arrays(given: Iterable[object]) -> Iterator[npt.NDArray[np.generic]]:
    for item in given:
        if isinstance(item, frozenset):
            yield from _arrays(sorted(item))
        elif isinstance(item, tuple):
            yield from _arrays(item)
        else:
            yield np.asarray(item)


@cache
def code_digest() -> str:
    """A digest of the modules that deal, read hands, play and count, including subfolders."""
    package, digest = Path(__file__).parents[1], sha256()
    for folder in CODE:
        for path in sorted((package / folder).rglob("*.py")):
            digest.update(f"{path.relative_to(package).as_posix()} ".encode() + path.read_bytes())
    return digest.hexdigest()
