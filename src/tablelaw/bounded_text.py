"""Limits on TOML and JSON from users, checked before the text is parsed.

Some short texts make a parser very slow or crash it: a key with thousands of dotted parts, deeply nested arrays, an
integer with many thousands of digits. One pass over the text finds these, and each is refused with its own code.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from tablelaw.errors import TablelawError

LONGEST_TEXT = 256 * 1024
"""The most characters in a text, about ten times the largest hand-written file in this project."""
MOST_KEYS = 2_000
"""The most keys and table headings."""
MOST_VALUES = 10_000
LONGEST_KEY = 200
"""The most characters in a key, including all its dotted parts."""
MOST_PARTS = 8
"""The most dotted parts in a key or table heading."""
MOST_DEEP = 16
"""The most levels of nested arrays and tables."""
LONGEST_NUMBER = 40
"""The most characters in a number, a date or a time."""

WHAT = {
    "text-too-long": ("the text is too long", f"{LONGEST_TEXT:,} characters at most"),
    "too-many-keys": ("the text has too many keys", f"{MOST_KEYS:,} at most"),
    "too-many-values": ("the text has too many values", f"{MOST_VALUES:,} at most"),
    "key-too-long": ("a key is too long", f"{LONGEST_KEY} characters in {MOST_PARTS} dotted parts at most"),
    "too-deep": ("arrays or tables are nested too deeply", f"{MOST_DEEP} levels at most"),
    "number-too-long": ("a number is too long", f"{LONGEST_NUMBER} characters at most"),
}


class OutOfBounds(TablelawError):
    """A text exceeds one of the limits on size, nesting or length; `name` identifies the limit."""

    def __init__(self, what: str, *, name: str, where: str = "", why: str = "", accepted: str = "") -> None:
        self.name = name
        super().__init__(what, where=where, why=why, accepted=accepted)

    @property
    def code(self) -> str:
        return self.name


def _refused(name: str, where: str, line: int = 0) -> OutOfBounds:
    what, accepted = WHAT[name]
    return OutOfBounds(what, name=name, where=where, why=f"line {line}" if line else "", accepted=accepted)


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """Parses TOML; raises `OutOfBounds` if it exceeds a limit and `TOMLDecodeError` if it is not valid."""
    require_short_text(text, where)
    _TomlScan(text, where).run()
    return tomllib.loads(text)


def parse_json(text: str, where: str) -> Any:
    """Parses JSON; raises `OutOfBounds` if it exceeds a limit and `JSONDecodeError` if it is not valid."""
    require_short_text(text, where)
    require_bounded_json(text.encode(errors="surrogatepass"), where)
    return json.loads(text)


def require_short_text(text: str, where: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise _refused("text-too-long", where)


# --- JSON -------------------------------------------------------------------------------------------------

_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
"""A string, terminated or not; the possessive quantifiers prevent backtracking."""
_LONG_NUMBER = re.compile(rb"[-+.0-9eE]{%d}" % (LONGEST_NUMBER + 1))
_ALIKE = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


def require_bounded_json(body: bytes, where: str = "") -> None:
    """Refuses JSON with too much nesting, too many values or overlong numbers; the parser finds other errors."""
    bare = _STRING.sub(b'"', body)
    if _LONG_NUMBER.search(bare):
        raise _refused("number-too-long", where)
    if bare.count(b",") > MOST_VALUES:
        raise _refused("too-many-values", where)
    if _is_deep(bare):
        raise _refused("too-deep", where)


def _is_deep(bare: bytes) -> bool:
    """Whether brackets are nested too deeply, found by removing the innermost pairs once for each permitted level.

    Whole passes over the bytes are much faster than a loop over the brackets.
    """
    left = bare.translate(_ALIKE, _NO_BRACKETS)
    if len(left) <= MOST_DEEP:
        return False
    for _ in range(MOST_DEEP):
        left = left.replace(b"[]", b"")
    return b"[]" in left or left.count(b"[") > MOST_DEEP


# --- TOML -------------------------------------------------------------------------------------------------

_TOML = re.compile(
    r"(?P<comment>#[^\n]*+)"
    r'|(?P<string>"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']++|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]++|\\[^\n])*+"?'
    r"|'[^'\n]*+'?)"
    r"|(?P<bare>[A-Za-z0-9_+:-]++)"
    r"|(?P<mark>[\[\]{}=,.\n])",
    re.DOTALL,
)
"""A comment, a string (terminated or not), a run of bare characters, or a mark."""


class _TomlScan:
    """Scans a text in one pass, keeping track of the nesting and of whether it is in a key or a value."""

    def __init__(self, text: str, where: str) -> None:
        self._text, self._where = text, where
        self._open: list[str] = []
        self._is_value = False
        self._keys = self._values = 0
        self._parts, self._length = 1, 0
        """Dotted parts and characters of the key or number being read."""
        self._at = 0

    def run(self) -> None:
        for found in _TOML.finditer(self._text):
            self._at = found.start()
            if found["mark"]:
                self._mark(found[0])
            elif found["bare"] or (found["string"] and not self._is_value):
                self._word(len(found[0]))

    def _word(self, length: int) -> None:
        """Adds to the length of the key or number being read."""
        self._length += length
        if self._is_value and self._length > LONGEST_NUMBER:
            raise self._refused("number-too-long")
        if self._length > LONGEST_KEY:
            raise self._refused("key-too-long")

    def _mark(self, mark: str) -> None:
        if mark == ".":
            self._dot()
        elif mark == "=":
            self._begin(is_value=True)
            self._count_key()
        elif mark == "\n":
            if not self._open:
                self._begin(is_value=False)
        elif mark == ",":
            self._count_value()
            self._begin(is_value=self._is_array)
        elif mark in "[{":
            self._enter(mark)
        else:
            self._leave()

    def _dot(self) -> None:
        self._parts += 1
        self._word(1)
        if not self._is_value and self._parts > MOST_PARTS:
            raise self._refused("key-too-long")

    @property
    def _is_array(self) -> bool:
        return bool(self._open) and self._open[-1] == "["

    def _enter(self, mark: str) -> None:
        """Opens an array or an inline table; the heading of a table counts as a key."""
        if mark == "[" and not self._is_value:
            self._count_key()
            return
        self._open.append(mark)
        self._begin(is_value=mark == "[")
        if len(self._open) > MOST_DEEP:
            raise self._refused("too-deep")

    def _leave(self) -> None:
        if self._open:
            self._open.pop()
        self._begin(is_value=bool(self._open) or self._is_value)

    def _begin(self, *, is_value: bool) -> None:
        self._is_value = is_value
        self._parts, self._length = 1, 0

    def _count_key(self) -> None:
        self._keys += 1
        if self._keys > MOST_KEYS:
            raise self._refused("too-many-keys")

    def _count_value(self) -> None:
        self._values += 1
        if self._values > MOST_VALUES:
            raise self._refused("too-many-values")

    def _refused(self, name: str) -> OutOfBounds:
        return _refused(name, self._where, self._text.count("\n", 0, self._at) + 1)
