"""Compiles kernels once for each machine and version of the code, cached on disk where possible.

Numba's cache notices only changes to a kernel's own file, but a kernel also contains the functions it calls and the
constants it reads from other files. Therefore each version of the folders with kernels has its own cache folder.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from time import time
from typing import Any, TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

PACKAGE = Path(__file__).parents[2]
WITH_KERNELS = ("analysis", "cards", "simulation")
"""The folders of the package that contain kernels."""
KEPT_SECONDS = 24 * 60 * 60
"""How long kernels of other versions are kept, since another process may still be using them."""


def kernel(function: Kernel) -> Kernel:
    """Compiles a function and caches it inside the package or in the user's cache; if neither is writable, it is
    compiled in every process.
    """
    _choose_folder()
    try:
        return cast(Kernel, numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:
        return cast(Kernel, numba.njit(nogil=True)(function))


@cache
def _choose_folder() -> None:
    """Caches kernels in the folder that Numba is configured to use, or inside the package."""
    config: Any = numba.config
    base = Path(config.CACHE_DIR or PACKAGE / "__pycache__")
    folder = base / f"kernels-{code_digest()}"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        for other in base.glob("kernels-*"):
            if other != folder and other.stat().st_mtime < time() - KEPT_SECONDS:
                rmtree(other, ignore_errors=True)
        config.CACHE_DIR = str(folder)


def code_digest() -> str:
    """A digest of all code that a kernel may be compiled from, including subfolders."""
    digest = sha256()
    for folder in WITH_KERNELS:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(f"{path.relative_to(PACKAGE).as_posix()} ".encode() + path.read_bytes())
    return digest.hexdigest()[:16]
