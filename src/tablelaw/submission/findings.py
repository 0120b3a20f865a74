"""Findings: everything that is wrong with a Rules Submission, each with its paragraph and what would satisfy it."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from dataclasses import dataclass

from tablelaw.law.text_values import Cites

NO_PARAGRAPH = "no paragraph: it concerns the form of a submission or the operator's own figures"


@dataclass(frozen=True, slots=True)
class Finding:
    """One objection to a submission; `code` is stable and meant for programs."""

    code: str
    where: str
    what: str
    satisfy: str
    cite: str = ""

    @property
    def law(self) -> str:
        """The paragraphs that the finding rests on, or the reason there are none."""
        return self.cite or NO_PARAGRAPH

    def sentence(self) -> str:
        return f"{self.where}: {self.what} [{self.law}]; would satisfy: {self.satisfy}"

    def as_dict(self) -> dict[str, str]:
        return {name: getattr(self, name) for name in ("code", "where", "what", "satisfy", "cite", "law")}


def finding(code: str, where: str, what: str, satisfy: str, cite: Cites | str = "") -> Finding:
    return Finding(code, where, what, satisfy, str(cite))


def one_of(values: Iterable[str]) -> str:
    named = list(values)
    return "one of " + ", ".join(named) if named else "none"


def counted(findings: Sized) -> str:
    """The number of findings in words: "1 finding", "3 findings"."""
    return f"{len(findings)} finding{'' if len(findings) == 1 else 's'}"
