"""What tells two simulated tables apart: everything a kernel is given, and the code that deals and plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
import numpy.typing as npt

import houserules
from houserules.simulation.codes import Column

SHARED = ("cards/*.py", *(f"simulation/{name}.py" for name in ("codes", "streams", "deals", "one_decision")))


def fingerprint_of(kernels: str, columns: Sequence[Column], given: Iterable[object]) -> str:
    """`kernels` is how the modules that play such a table are named; `given` are numbers, arrays and tuples of them."""
    digest = sha256(f"{code_digest(kernels)} {columns!r}".encode())
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
def code_digest(kernels: str) -> str:
    """A digest of the modules that deal, read hands and play."""
    package, digest = Path(houserules.__file__).parent, sha256()
    for pattern in (*SHARED, f"simulation/{kernels}*.py"):
        for path in sorted(package.glob(pattern)):
            digest.update(f"{path.name} ".encode() + path.read_bytes())
    return digest.hexdigest()
