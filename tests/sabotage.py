"""A pytest plugin that breaks the code named by a paragraph's entry and checks whether the named test notices.

Run with `-p tests.sabotage`. Each selected test runs once for every piece of code the provisions ledger says it shows,
with that piece broken: a rule never applies, a function raises, a class cannot be used. A test that still passes does
not run the code, so the claim is wrong. The unnoticed pairs are printed, one per line, after `UNNOTICED`.
"""

from __future__ import annotations

import functools
import gc
import types
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from _pytest.runner import runtestprotocol

from tablelaw.law.conduct import Rule
from tests.ledger_claims import claims, resolve

UNNOTICED = "unnoticed:"


class Sabotaged(BaseException):
    """Raised by broken code; not an Exception, so that no handler of the product catches it."""


RAISES, NEVER_APPLIES = "import tests.sabotage as s; raise s.Sabotaged", "return None"


def broken_code(closed_over: int, body: str) -> types.CodeType:
    """A code object with this body, and with as many free variables as the code it replaces, which Python requires."""
    names = ", ".join(f"v{n}" for n in range(closed_over))
    uses = f"    {names}\n" if names else ""
    source = f"def outer({names}):\n  def broken(*args, **kwargs):\n{uses}    {body}\n  return broken"
    made: dict[str, Callable[..., types.FunctionType]] = {}
    exec(source, made)
    return made["outer"](*range(closed_over)).__code__


@contextmanager
def sabotaged(target: object) -> Iterator[None]:
    """Breaks a rule, a function or every method of a class, wherever it has been imported."""
    with ExitStack() as stack:
        body = NEVER_APPLIES if isinstance(target, Rule) else RAISES
        for function in _functions_of(target.decide if isinstance(target, Rule) else target):
            stack.enter_context(_function_broken(function, body))
        yield


def _functions_of(target: object) -> list[types.FunctionType]:
    if isinstance(target, type):
        return [value for value in vars(target).values() if isinstance(value, types.FunctionType)]
    plain = getattr(target, "__wrapped__", target)
    assert isinstance(plain, types.FunctionType), f"cannot sabotage {target!r}"
    return [plain]


@contextmanager
def _function_broken(function: types.FunctionType, body: str) -> Iterator[None]:
    """Replaces the code object itself: other modules may have imported the function, and rulebooks copied a rule."""
    code = function.__code__
    function.__code__ = broken_code(len(code.co_freevars), body)
    try:
        yield
    finally:
        function.__code__ = code


def forget_cached_answers() -> None:
    """Empties every `lru_cache`: a cached answer would hide the broken code."""
    gc.unfreeze()  # because `get_objects` does not list frozen objects
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper):
            found.cache_clear()


def run_alone(item: pytest.Item) -> list[pytest.TestReport]:
    """Runs a test with new fixtures, which are torn down again."""
    item._initrequest()  # type: ignore[attr-defined]
    return runtestprotocol(item, nextitem=None, log=False)


class Plugin:
    """Runs each test with each broken piece of code, and records which pairs any of its parameters noticed."""

    def __init__(self) -> None:
        self.noticed: set[tuple[str, str]] = set()
        self.asked: set[tuple[str, str]] = set()

    def run(self, item: pytest.Item, dotted: str) -> None:
        test = item.nodeid.partition("[")[0]
        self.asked.add((dotted, test))
        if (dotted, test) in self.noticed:
            return
        sound = run_alone(item)
        assert not any(report.failed for report in sound), f"{item.nodeid} fails without sabotage"
        forget_cached_answers()
        with sabotaged(resolve(dotted)):
            reports = run_alone(item)
        if any(report.failed for report in reports):
            self.noticed.add((dotted, test))


PLUGIN = Plugin()


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    for dotted in sorted(claims()[item.nodeid.partition("[")[0]]):
        PLUGIN.run(item, dotted)
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    print(f"asked: {len(PLUGIN.asked)}")
    for dotted, test in sorted(PLUGIN.asked - PLUGIN.noticed):
        print(f"{UNNOTICED} {dotted} {test}")
