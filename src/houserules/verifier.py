"""Stand-alone verifier of a Houserules log: rebuilds every hand, payout, meter and balance from an exported log alone.

    python verifier.py LOG [--head FILE]... [--key HEX] [--json]

One file, standard library only, and nothing of Houserules is imported: it was written from the regulations and from the
format of the log, so that a fault of the engine is not a fault of its auditor as well. It checks, in this order:

 1. Proofs: the leaf of every entry, the Merkle root, the Ed25519 signature of the head, heads kept elsewhere.
 2. Rounds: the commitment to every shuffled deck, no card twice, each card to the place the dealing procedure names,
    decisions in turn and their amounts, each line of each seat in the order of settlement, bonuses, payout limit, and
    what goes back and what is settled when an irregularity voids a round.
 3. Meters: contributions, wins, divided shares, reseeds, reserve.
 4. Ledger: what the transfers must have been, from the events; balances; the trial balance, which is 0.

The first difference is named with entry, table, round, seat, wager, what was expected, what was found, and the
paragraph. Exit code: 0 everything agrees, 1 a difference, 2 the log cannot be read or the call is wrong.

Where a text leaves a doubt the reading in force is taken from the log (`TableInstalled.terms.readings`).
Amounts are cents; meter units are ten-thousandths of a cent.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

Object: TypeAlias = dict[str, Any]
Cards: TypeAlias = list[str]
UNITS = 10_000
DECK = 52


# =====================================================================================================================
# 1. Differences
# =====================================================================================================================


class Unreadable(Exception):
    """What was given is not a log, not a head, or not there."""


@dataclass(eq=False)
class Different(Exception):
    """Where the log and the law part: the first place, and what would have agreed."""

    what: str
    expected: object = ""
    found: object = ""
    cite: str = ""
    seq: int = 0
    table: str = ""
    round: int = 0
    seat: int = 0
    wager: str = ""

    def placed(self, **place: Any) -> Different:
        """The same difference, with whatever of its place was not known yet."""
        for name, value in place.items():
            if not getattr(self, name):
                setattr(self, name, value)
        return self

    def as_dict(self) -> Object:
        shown = {name: getattr(self, name) for name in ("seq", "table", "round", "seat", "wager")}
        return shown | {"what": self.what, "expected": self.expected, "found": self.found, "paragraph": self.cite}

    def __str__(self) -> str:
        names = ("seq", "table", "round", "seat", "wager")
        where = ", ".join(f"{_PLACES[name]} {getattr(self, name)}" for name in names if getattr(self, name))
        lines = [f"{where}: {self.what}" if where else self.what]
        lines += [f"  expected   {self.expected}", f"  found      {self.found}"]
        return "\n".join([*lines, f"  paragraph  {self.cite}"] if self.cite else lines)


_PLACES = {"seq": "entry", "table": "table", "round": "round", "seat": "seat", "wager": "wager"}


def check(what: str, expected: object, found: object, cite: str = "", **place: Any) -> None:
    """Stops at the first thing that is not what it must be."""
    if expected != found:
        raise Different(what, expected, found, cite, **place)


# =====================================================================================================================
# 2. Proofs: SHA-256 Merkle tree (RFC 6962), Ed25519 (RFC 8032), signed heads
# =====================================================================================================================


def leaf_hash(body: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + body).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """The frontier of a Merkle tree: roots of its full subtrees, largest first, as (size, hash)."""

    def __init__(self) -> None:
        self.size = 0
        self.peaks: list[tuple[int, bytes]] = []

    def append(self, leaf: bytes) -> None:
        self.size += 1
        size, digest = 1, leaf
        while self.peaks and self.peaks[-1][0] == size:
            digest = node_hash(self.peaks.pop()[1], digest)
            size *= 2
        self.peaks.append((size, digest))

    def root(self) -> bytes:
        if not self.peaks:
            return hashlib.sha256(b"").digest()
        digest = self.peaks[-1][1]
        for _, left in reversed(self.peaks[:-1]):
            digest = node_hash(left, digest)
        return digest


_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)
Point: TypeAlias = tuple[int, int, int, int]


def _add(p: Point, q: Point) -> Point:
    """The sum of two points of the curve, in extended coordinates (RFC 8032, 5.1.4)."""
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % _P, (p[1] + p[0]) * (q[1] + q[0]) % _P
    c, d = 2 * p[3] * q[3] * _D % _P, 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(scalar: int, point: Point) -> Point:
    total: Point = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            total = _add(total, point)
        point = _add(point, point)
        scalar >>= 1
    return total


def _same_point(p: Point, q: Point) -> bool:
    return (p[0] * q[2] - q[0] * p[2]) % _P == 0 and (p[1] * q[2] - q[1] * p[2]) % _P == 0


def _x_of(y: int, sign: int) -> int | None:
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    if square == 0:
        return None if sign else 0
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT_OF_MINUS_ONE % _P
    if (x * x - square) % _P:
        return None
    return _P - x if x & 1 != sign else x


def _point(text: bytes) -> Point | None:
    number = int.from_bytes(text, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    x = _x_of(y, sign) if y < _P else None
    return None if x is None else (x, y, 1, x * y % _P)


_BASE_Y = 4 * pow(5, -1, _P) % _P
_BASE_X = _x_of(_BASE_Y, 0) or 0
_BASE: Point = (_BASE_X, _BASE_Y, 1, _BASE_X * _BASE_Y % _P)


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Does the Ed25519 signature of a message hold under a public key? (RFC 8032, 5.1.7)"""
    if len(key) != 32 or len(signature) != 64:
        return False
    a, r = _point(key), _point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= _L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % _L
    return _same_point(_times(s, _BASE), _add(r, _times(k, a)))


@dataclass(frozen=True)
class Head:
    """A signed statement: the log of this property had so many entries, with this root, at this time."""

    property: str
    size: int
    root: str
    at: int
    key: str
    signature: str

    def signed_text(self) -> bytes:
        lines = ("houserules head 1", f"property {self.property}", f"size {self.size}", f"root {self.root}")
        return "".join(f"{line}\n" for line in (*lines, f"at {self.at}")).encode()

    def check(self, key: str, where: str) -> None:
        """By the property's own key, and truly signed."""
        check(f"{where}: the key it is signed with", key, self.key)
        if not is_signed(bytes.fromhex(self.key), self.signed_text(), bytes.fromhex(self.signature)):
            raise Different(f"{where}: the signature", "one that holds under the property's key", self.signature)


HEX = re.compile(r"[0-9a-f]+")


def hexadecimal(text: object, length: int, where: str) -> str:
    if not isinstance(text, str) or len(text) != length or not HEX.fullmatch(text):
        raise Unreadable(f"{where}: {text!r} is not {length} lower-case hexadecimal digits")
    return text


def read_kept_head(path: Path) -> Head:
    """A head kept elsewhere: seven lines of text; blank lines and lines that begin with # are passed over."""
    lines = [line.strip() for line in _text_of(path).splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    names = ["houserules", "property", "size", "root", "at", "key", "signature"]
    if [line.partition(" ")[0] for line in lines] != names or lines[0] != "houserules head 1":
        raise Unreadable(f"{path}: not a signed head; a head has the lines {', '.join(names)}")
    _, name, size, root, at, key, signature = (line.partition(" ")[2] for line in lines)
    if not (size.isdecimal() and at.isdecimal()):
        raise Unreadable(f"{path}: size and time of a head are whole numbers, not {size!r} and {at!r}")
    keys = hexadecimal(root, 64, str(path)), int(at), hexadecimal(key, 64, str(path))
    return Head(name, int(size), *keys, hexadecimal(signature, 128, str(path)))


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path}: {error}") from None


# =====================================================================================================================
# 3. The export: a header, the entries, the signed head; one JSON object a line
# =====================================================================================================================


@dataclass(frozen=True)
class Header:
    property: str
    size: int
    key: str


def lines_of(path: Path) -> Iterator[tuple[int, bytes, bool]]:
    """Number, bytes and "is it the last?" of each line; a line without its end is damage."""
    try:
        with path.open("rb") as file:
            number, waiting = 0, file.readline()
            while waiting:
                number, line, waiting = number + 1, waiting, file.readline()
                if not line.endswith(b"\n"):
                    raise Different(f"line {number}: its end", "a line feed", "the end of the file")
                yield number, line[:-1], not waiting
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None


def canonical(line: bytes, where: str) -> Object:
    """The object of a line that must be written in one way only, so that no bit of it is without meaning."""
    try:
        value = json.loads(line)
        written = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{where}: not JSON ({error})") from None
    check(f"{where}: its writing", written.decode("utf-8"), line.decode("utf-8", "replace"))
    if not isinstance(value, dict):
        raise Unreadable(f"{where}: {value!r} is not an object")
    return value


def read_header(line: bytes) -> Header:
    value = canonical(line, "line 1, the header")
    if (value.get("format"), value.get("version")) != ("houserules-log", 1):
        raise Unreadable("line 1: not a log of format houserules-log, version 1")
    check("line 1, the header: its fields", ["format", "version", "property", "size", "key"], list(value))
    if not isinstance(value["size"], int) or not isinstance(value["property"], str):
        raise Unreadable("line 1: the size is a whole number, the property's name a text")
    return Header(value["property"], value["size"], hexadecimal(value["key"], 64, "line 1"))


def read_last_line(line: bytes, number: int) -> Head:
    where = f"line {number}, the signed head"
    value = canonical(line, where)
    head = value.get("head")
    if list(value) != ["head", "signature", "key"] or not isinstance(head, dict):
        raise Different(where, "head, signature and key", ", ".join(map(str, value)))
    check(f"{where}: its fields", ["property", "size", "root", "at"], list(head))
    signed = hexadecimal(value["key"], 64, where), hexadecimal(value["signature"], 128, where)
    return Head(head["property"], head["size"], hexadecimal(head["root"], 64, where), head["at"], *signed)


# =====================================================================================================================
# 4. Cards and hands. A card is its text: rank, then suit ("As", "Td")
# =====================================================================================================================

RANKS = "23456789TJQKA"
RANK = {text: number for number, text in enumerate(RANKS, 2)}
PACK = frozenset(rank + suit for rank in RANKS for suit in "cdhs")
HANDS = (
    *("high card", "pair", "two pair", "three-of-a-kind", "straight"),
    *("flush", "full house", "four-of-a-kind", "straight flush", "royal flush"),
)
"""Five-card hands from the lowest up: 647a.6(b), 653a.6(b), 677a.6(b), Maryland 6.D, Massachusetts 3(b)."""
Strength: TypeAlias = tuple[int, tuple[int, ...]]


def rank_of(card: str) -> int:
    return RANK[card[0]]


def straight_top(ranks: Iterable[int]) -> int:
    """The top card of the best five in sequence; the ace may stand below the 2, and nowhere else low. 0: none."""
    held = set(ranks)
    if 14 in held:
        held.add(1)
    return next((top for top in range(14, 4, -1) if all(top - n in held for n in range(5))), 0)


def strength(cards: Sequence[str]) -> Strength:
    """The best five-card hand of five or more cards: its class, and what compares within the class."""
    ranks = sorted((rank_of(card) for card in cards), reverse=True)
    suited = _flush_ranks(cards)
    if suited and (top := straight_top(suited)):
        return (9 if top == 14 else 8), (top,)
    return _of_a_kind(ranks, suited)


def _flush_ranks(cards: Sequence[str]) -> list[int]:
    """Ranks of the suit that has five cards or more, highest first."""
    for suit in "cdhs":
        ranks = [rank_of(card) for card in cards if card[1] == suit]
        if len(ranks) >= 5:
            return sorted(ranks, reverse=True)
    return []


def _of_a_kind(ranks: list[int], suited: list[int]) -> Strength:
    """Matched ranks first, the larger group before the smaller, then the other cards from the top."""
    count = Counter(ranks)
    groups = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    sizes = [count[rank] for rank in groups]
    others = [rank for rank in sorted(count, reverse=True) if rank != groups[0]]
    if sizes[0] == 4:
        return 7, (groups[0], others[0])
    if sizes[0] == 3 and sizes[1] >= 2:
        return 6, (groups[0], max(rank for rank in groups[1:] if count[rank] >= 2))
    if suited:
        return 5, tuple(suited[:5])
    if top := straight_top(ranks):
        return 4, (top,)
    if sizes[0] == 3:
        return 3, (groups[0], *others[:2])
    if sizes[0] == 2 and sizes[1] == 2:
        high, low = groups[0], groups[1]
        return 2, (high, low, max(rank for rank in groups if rank not in (high, low)))
    if sizes[0] == 2:
        return 1, (groups[0], *others[:3])
    return 0, tuple(ranks[:5])


def hand_name(cards: Sequence[str]) -> str:
    return HANDS[strength(cards)[0]]


def six_card_name(cards: Sequence[str]) -> str:
    """The Six Card Bonus hand: the first of the list that the six cards contain (647a.6(d), 653a.6(d))."""
    one_suit = len({card[1] for card in cards}) == 1
    if one_suit and {rank_of(card) for card in cards} == {9, 10, 11, 12, 13, 14}:
        diamonds = cards[0][1] == "d"
        return "six-card royal flush, " + ("diamonds" if diamonds else "hearts, spades or clubs")
    return hand_name(cards)


# --- High Card Flush (678a.6) ------------------------------------------------------------------------------------

Flush: TypeAlias = tuple[int, tuple[int, ...]]
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def best_flush(cards: Sequence[str]) -> Flush:
    """The longest flush, and of two as long the one with the higher cards (678a.6(b), (c))."""
    suits = [sorted((rank_of(card) for card in cards if card[1] == suit), reverse=True) for suit in "cdhs"]
    return max((len(ranks), tuple(ranks)) for ranks in suits)


def longest_run(cards: Sequence[str]) -> int:
    """The length of the longest straight flush; the ace is high or low, never between (678a.6(d))."""
    longest = 0
    for suit in "cdhs":
        held = {rank_of(card) for card in cards if card[1] == suit}
        held |= {1} if 14 in held else set()
        for low in range(1, 15):
            length = next(n for n in range(16) if low + n not in held)
            longest = max(longest, length)
    return longest


# --- Two and three cards -----------------------------------------------------------------------------------------


def pocket(cards: Sequence[str]) -> tuple[int, int, bool]:
    """Higher rank, lower rank, one suit?"""
    low, high = sorted(map(rank_of, cards))
    return high, low, cards[0][1] == cards[1][1]


def texas_bonus_row(cards: Sequence[str]) -> str:
    """The row of two cards in 647a.12(b) and Maryland 12.B; the dealer's aces apart. Nothing: it loses."""
    high, low, suited = pocket(cards)
    if high == low:
        return "ace-ace" if high == 14 else _PAIRS_BELOW_ACES[high >= 11]
    if high != 14 or low < 11:
        return ""
    how = "(same suit)" if suited else "(different suits)"
    return f"ace-king {how}" if low == 13 else f"ace-queen or ace-jack {how}"


_PAIRS_BELOW_ACES = {True: "king-king, queen-queen or jack-jack", False: "pair of 10-10 through 2-2"}


def pocket_bonus_row(cards: Sequence[str]) -> str:
    """The row of two cards in 677a.12(d)."""
    high, low, suited = pocket(cards)
    if high == low:
        return "pair of aces" if high == 14 else "pair of 2s-kings"
    if high != 14 or low < 11:
        return ""
    return "ace and a king, queen or jack " + ("(same suit)" if suited else "(different suits)")


def instant_winner(cards: Sequence[str], low_ace: bool) -> str:
    """Three cards that win at once when declared (Massachusetts 3(c)); nothing if they do not."""
    ranks = sorted(map(rank_of, cards))
    if len(set(ranks)) == 1:
        return "three-of-a-kind"
    runs = ranks[2] - ranks[0] == 2 and len(set(ranks)) == 3
    if len({card[1] for card in cards}) == 1 and (runs or (low_ace and ranks == [2, 3, 14])):
        return "three card straight flush"
    return ""


# =====================================================================================================================
# 5. Odds and the printed paytables
# =====================================================================================================================


@dataclass(frozen=True)
class Odds:
    """Printed odds. "to": the stake stays beside the winnings; "for", and a share of a meter: it is part of them."""

    printed: str
    kind: str
    amount: Fraction = Fraction(0)
    meter: str = ""

    @classmethod
    def parse(cls, printed: str) -> Odds:
        text = printed.replace(",", "")
        if match := re.fullmatch(r"(\d+) (to|for) (\d+)", text):
            return cls(printed, match[2], Fraction(int(match[1]), int(match[3])))
        if match := re.fullmatch(r"(\d+)% (?:of (meter)|(mega|major|minor) jackpot)", text):
            return cls(printed, "share", Fraction(int(match[1]), 100), match[2] or match[3])
        if match := re.fullmatch(r"\$(\d+)", text):
            return cls(printed, "sum", Fraction(100 * int(match[1])))
        if text in ("push", "N/A"):
            return cls(printed, text)
        raise Different("odds", "A to B, A for B, P% of a meter, a sum, push or N/A", printed)

    def pays(self, stake: int) -> int:
        """Cents beside a returned stake, or in place of it; fractions of a cent are dropped."""
        return int(self.amount if self.kind == "sum" else stake * self.amount)


Rows: TypeAlias = dict[str, str]
Columns: TypeAlias = dict[str, Rows]


def table(names: str, *rows: str) -> Columns:
    """A printed table: the names of its columns, then a row of cells each, " | " between."""
    columns = names.split()
    cells = [[cell.strip() for cell in row.split("|")] for row in rows]
    return {name: {row[0]: row[n] for row in cells if row[n]} for n, name in enumerate(columns, 1)}


EVEN_MONEY = table("printed", "any winning hand | 1 to 1")
SHARED_PROGRESSIVE = table(
    "A B C D",
    "royal flush | 100% of meter | 100% mega jackpot | 100% mega jackpot | 100% mega jackpot",
    "straight flush | 10% of meter | 100% major jackpot | 100% major jackpot | 100% major jackpot",
    "four-of-a-kind | 300 for 1 | 300 for 1 | 100% minor jackpot | 100% minor jackpot",
    "full house | 50 for 1 | 50 for 1 | 50 for 1 | 50 for 1",
    "flush | 40 for 1 | 40 for 1 | 40 for 1 | 40 for 1",
    "straight | 30 for 1 | 30 for 1 | 30 for 1 | 30 for 1",
    "three-of-a-kind | 9 for 1 | 9 for 1 | 10 for 1 | 9 for 1",
)
SHARED_ENVY = table("$1 $5", "royal flush | $1,000 | $5,000", "straight flush | $300 | $1,500")
SHARED_FIVE_CARD = table(
    "printed",
    "royal flush | 100% of meter",
    "straight flush | 10% of meter",
    "four-of-a-kind | 500 for 1",
    "full house | 100 for 1",
    "flush | 50 for 1",
)
SHARED_DRAWN = table("printed", "magic card | 20 for 1", "lucky bonus | 5 for 1")
SHARED_SIX_CARD = table(
    "A B C D E",
    "six-card royal flush, diamonds | | | | | 200,000 to 1",
    "six-card royal flush, hearts, spades or clubs | | | | | 20,000 to 1",
    "royal flush | 1,000 to 1 | 1,000 to 1 | 1,000 to 1 | 1,000 to 1 | 1,000 to 1",
    "straight flush | 200 to 1 | 200 to 1 | 200 to 1 | 200 to 1 | 200 to 1",
    "four-of-a-kind | 50 to 1 | 50 to 1 | 100 to 1 | 100 to 1 | 50 to 1",
    "full house | 25 to 1 | 25 to 1 | 20 to 1 | 20 to 1 | 20 to 1",
    "flush | 20 to 1 | 15 to 1 | 15 to 1 | 15 to 1 | 15 to 1",
    "straight | 10 to 1 | 10 to 1 | 9 to 1 | 10 to 1 | 10 to 1",
    "three-of-a-kind | 5 to 1 | 5 to 1 | 8 to 1 | 7 to 1 | 5 to 1",
)
TEXAS_BONUS = table(
    "A B",
    "ace-ace (dealer and player) | 1,000 to 1 | N/A",
    "ace-ace | 30 to 1 | 30 to 1",
    "ace-king (same suit) | 25 to 1 | 25 to 1",
    "ace-queen or ace-jack (same suit) | 20 to 1 | 20 to 1",
    "ace-king (different suits) | 15 to 1 | 15 to 1",
    "king-king, queen-queen or jack-jack | 10 to 1 | 10 to 1",
    "ace-queen or ace-jack (different suits) | 5 to 1 | 5 to 1",
    "pair of 10-10 through 2-2 | 3 to 1 | 3 to 1",
)

Printed: TypeAlias = dict[str, tuple[str, Columns]]
"""Paytable -> its paragraph and its columns."""

PRINTED_647A: Printed = {
    "even-money": ("647a.12(a)", EVEN_MONEY),
    "texas-bonus": ("647a.12(b)", TEXAS_BONUS),
    "progressive": ("647a.12(d)(1)", SHARED_PROGRESSIVE),
    "envy": ("647a.12(d)(5)", SHARED_ENVY),
    "five-card": ("647a.12(e)(1)", SHARED_FIVE_CARD),
    "drawn": ("647a.12(e)(3)", SHARED_DRAWN),
    "six-card": ("647a.12(f)", SHARED_SIX_CARD),
}

PRINTED_MARYLAND: Printed = {
    "even-money": ("12.A", EVEN_MONEY),
    "texas-bonus": ("12.B", {"A": TEXAS_BONUS["A"], "B": TEXAS_BONUS["A"]}),
}
"""Paytable B is printed line for line as A; under the reading without-the-double its first line is not offered."""

PRINTED_653A: Printed = {
    "even-money": ("653a.12(a)", EVEN_MONEY),
    "blind": (
        "653a.12(b)",
        table(
            "A B",
            "royal flush | 500 to 1 | 500 to 1",
            "straight flush | 50 to 1 | 50 to 1",
            "four-of-a-kind | 10 to 1 | 10 to 1",
            "full house | 3 to 1 | 3 to 1",
            "flush | 3 to 2 | 3 to 2",
            "straight | 1 to 1 | ",
            "less than a straight | push | ",
            "less than a flush | | push",
        ),
    ),
    "trips": (
        "653a.12(c)",
        table(
            "A B C D",
            "royal flush | 50 to 1 | 50 to 1 | 50 to 1 | 50 to 1",
            "straight flush | 40 to 1 | 40 to 1 | 40 to 1 | 40 to 1",
            "four-of-a-kind | 30 to 1 | 30 to 1 | 30 to 1 | 20 to 1",
            "full house | 9 to 1 | 8 to 1 | 8 to 1 | 7 to 1",
            "flush | 7 to 1 | 6 to 1 | 7 to 1 | 6 to 1",
            "straight | 4 to 1 | 5 to 1 | 4 to 1 | 5 to 1",
            "three-of-a-kind | 3 to 1 | 3 to 1 | 3 to 1 | 3 to 1",
        ),
    ),
    "progressive": ("653a.12(d)(1)", SHARED_PROGRESSIVE),
    "envy": ("653a.12(d)(5)", SHARED_ENVY),
    "five-card": ("653a.12(e)(1)", SHARED_FIVE_CARD),
    "drawn": ("653a.12(e)(3)", SHARED_DRAWN),
    "six-card": ("653a.12(f)", SHARED_SIX_CARD),
    "bad-beat": (
        "653a.12(g)",
        table(
            "A B",
            "straight flush | 10,000 to 1 | 7,500 to 1",
            "four-of-a-kind | 500 to 1 | 500 to 1",
            "full house | 40 to 1 | 50 to 1",
            "flush | 25 to 1 | 30 to 1",
            "straight | 20 to 1 | 20 to 1",
            "three-of-a-kind | 9 to 1 | 9 to 1",
        ),
    ),
}

PRINTED_677A: Printed = {
    "even-money": ("677a.12(a)", EVEN_MONEY),
    "odds": (
        "677a.12(b)",
        table(
            "printed",
            *("royal flush | 500 to 1", "straight flush | 50 to 1", "four-of-a-kind | 10 to 1", "full house | 3 to 1"),
            *("flush | 3 to 2", "straight | 1 to 1"),
            *("three-of-a-kind | push", "two pair | push", "pair | push", "high card | push"),
        ),
    ),
    "odds-bad-beat": (
        "677a.12(c)",
        table(
            "printed",
            *("royal flush | N/A", "straight flush | 500 to 1", "four-of-a-kind | 25 to 1", "full house | 6 to 1"),
            *("flush | 5 to 1", "straight | 4 to 1"),
        ),
    ),
    "pocket-bonus": (
        "677a.12(d)",
        table(
            "A B C",
            "pair of aces | 30 to 1 | 25 to 1 | 30 to 1",
            "ace and a king, queen or jack (same suit) | 20 to 1 | 20 to 1 | 20 to 1",
            "ace and a king, queen or jack (different suits) | 10 to 1 | 10 to 1 | 10 to 1",
            "pair of 2s-kings | 5 to 1 | 5 to 1 | 4 to 1",
        ),
    ),
    "trips-plus": (
        "677a.12(e)",
        table(
            "A B C D",
            "royal flush | 100 to 1 | 100 to 1 | 100 to 1 | 100 to 1",
            "straight flush | 40 to 1 | 40 to 1 | 40 to 1 | 40 to 1",
            "four-of-a-kind | 30 to 1 | 30 to 1 | 30 to 1 | 30 to 1",
            "full house | 9 to 1 | 8 to 1 | 7 to 1 | 8 to 1",
            "flush | 7 to 1 | 6 to 1 | 6 to 1 | 7 to 1",
            "straight | 4 to 1 | 5 to 1 | 5 to 1 | 4 to 1",
            "three-of-a-kind | 3 to 1 | 3 to 1 | 3 to 1 | 3 to 1",
        ),
    ),
}

PRINTED_678A: Printed = {
    "even-money": ("678a.12(a)", EVEN_MONEY),
    "flush-bonus": (
        "678a.12(b)",
        table(
            "A B C D E F G H",
            "seven-card flush|300 to 1|100 to 1|200 to 1|300 to 1|400 to 1|400 to 1|500 to 1|250 to 1",
            "six-card flush  |100 to 1|20 to 1 |20 to 1 |75 to 1 |60 to 1 |100 to 1|100 to 1|100 to 1",
            "five-card flush |10 to 1 |10 to 1 |10 to 1 |5 to 1  |12 to 1 |10 to 1 |10 to 1 |10 to 1",
            "four-card flush |1 to 1  |2 to 1  |2 to 1  |2 to 1  |1 to 1  |1 to 1  |1 to 1  |1 to 1",
        ),
    ),
    "straight-flush-bonus": (
        "678a.12(c)",
        table(
            "A B C D",
            "seven-card straight flush | 500 to 1 | 1,000 to 1 | 500 to 1 | 1,000 to 1",
            "six-card straight flush | 200 to 1 | 500 to 1 | 200 to 1 | 500 to 1",
            "five-card straight flush | 100 to 1 | 100 to 1 | 100 to 1 | 100 to 1",
            "four-card straight flush | 75 to 1 | 75 to 1 | 60 to 1 | 60 to 1",
            "three-card straight flush | 7 to 1 | 7 to 1 | 8 to 1 | 8 to 1",
        ),
    ),
    "progressive": (
        "678a.12(d)(1)",
        table(
            "A B",
            "seven-card straight flush | 100% of meter | 100% of meter",
            "six-card straight flush | 10% of meter | 10% of meter",
            "five-card straight flush | 250 for 1 | 900 for 1",
            "four-card straight flush | 40 for 1 | 50 for 1",
            "three-card straight flush | 3 for 1 | N/A",
        ),
    ),
}

INSTANT_ROWS = table(
    "required permissible", "three card straight flush | 5 to 1 | 5 to 1", "three-of-a-kind | 5 to 1 | 5 to 1"
)
PRINTED_COLORADO: Printed = {
    "bet": (
        "12(b), 13(b)",
        table(
            "required permissible",
            "royal flush | 500 to 1 | 500 to 1",
            "straight flush | 100 to 1 | 100 to 1",
            "four-of-a-kind | 40 to 1 | 25 to 1",
            "full house | 11 to 1 | 10 to 1",
            "flush | 8 to 1 | 8 to 1",
            "straight | 5 to 1 | 5 to 1",
            "three-of-a-kind | 3 to 1 | 3 to 1",
            "two pair | 2 to 1 | 2 to 1",
            "pair of tens, jacks, queens, kings or aces | 1 to 1 | 1 to 1",
        ),
    ),
    "instant": ("12(b), 13(b)", INSTANT_ROWS),
    "bonus": (
        "12(d), 13(d)",
        table(
            "required permissible",
            "royal flush | 10,000 to 1 | 10,000 to 1",
            "straight flush | 1000 to 1 | 1000 to 1",
            "four-of-a-kind | 100 to 1 | 100 to 1",
            "full house | 50 to 1 | 50 to 1",
            "flush | 25 to 1 | 25 to 1",
            "straight | 15 to 1 | 15 to 1",
            "three-of-a-kind | 3 to 1 | 3 to 1",
            "two pair | 1 to 1 | 1 to 1",
            "pair of jacks or better | push | push",
        ),
    ),
    "bonus-instant": ("12(d), 13(d)", INSTANT_ROWS),
}

METERS_OF_PROGRESSIVE = {
    "A": {"progressive-a": ("meter", 10_000, "21/100")},
    "B": {"mega-b": ("mega", 10_000, "11/100"), "major-b": ("major", 1_000, "1/10")},
    "C": {
        "mega-c": ("mega", 10_000, "9/100"),
        "major-c": ("major", 1_000, "7/100"),
        "minor-c": ("minor", 250, "3/100"),
    },
    "D": {"mega-d": ("mega", 10_000, "1/10"), "major-d": ("major", 1_000, "2/25"), "minor-d": ("minor", 250, "3/100")},
}
"""647a.12(d)(3), 653a.12(d)(3): name, seed and reseed in dollars for each dollar wagered, primary increment."""
FIVE_CARD_METER = ("meter", 10_000, 0, "13/100", "2/25")
"""647a.12(e)(4), 653a.12(e)(4): name, seed, reseed, primary and reserve increment."""
LEAST_RESET_CENTS = 3_000_000
"""678a.12(d)(3): initial and reset amount."""


# =====================================================================================================================
# 6. Terms: what the operator chose for a table, as the log has it, held against the printed law
# =====================================================================================================================


@dataclass(frozen=True)
class MeterTerms:
    """A meter in force at a table. `id` is the property's name for it, `meter` the regulation's."""

    id: str
    meter: str
    name: str
    wagers: tuple[str, ...]
    seed: int
    reseed: int
    primary: Fraction
    reserve: Fraction

    @classmethod
    def parse(cls, raw: Object) -> MeterTerms:
        seed, reseed = (int(Fraction(raw[name]) * UNITS) for name in ("seed", "reseed"))
        shares = Fraction(raw["primary"]), Fraction(raw["reserve"])
        return cls(raw["id"], raw["meter"], raw["name"], tuple(raw["wagers"]), seed, reseed, *shares)

    def adds(self, stake: int) -> tuple[int, int]:
        """Units a wager adds to the meter and to the reserve, each rounded down."""
        return int(stake * UNITS * self.primary), int(stake * UNITS * self.reserve)


class Terms:
    """The terms of one table. `rows` answers with the odds in force, as printed."""

    def __init__(self, raw: Object) -> None:
        self.raw = raw
        self.choices: dict[str, str] = raw["choices"]
        self.readings: dict[str, str] = raw["readings"]
        self.wagers: dict[str, Object] = raw["wagers"]
        self.seats: int = raw["seats"]
        self.limit: int | None = raw["payout_limit"]
        self.dealing: str = raw["dealing"]
        self.meters = [MeterTerms.parse(meter) for meter in raw["meters"]]
        columns = {name: table["columns"] for name, table in raw["paytables"].items()}
        self.tables: dict[str, Columns] = {
            name: {column: dict(rows) for column, rows in by_column.items()} for name, by_column in columns.items()
        }

    def reading(self, name: str) -> str:
        return self.readings.get(name, "")

    def rows(self, paytable: str, column: str = "") -> Rows:
        columns = self.tables[paytable]
        return columns[column] if column else next(iter(columns.values()))

    def meter(self, wager: str, name: str) -> MeterTerms:
        for meter in self.meters:
            if wager in meter.wagers and meter.name == name:
                return meter
        raise Different("a share of a meter", f"a meter {name!r} for {wager}", [m.id for m in self.meters])


def check_terms(game: Game, terms: Terms) -> None:
    """The paytables, meters and limit of a table are ones the regulation permits."""
    for name, columns in terms.tables.items():
        if name not in game.printed:
            raise Different("paytable", sorted(game.printed), name, game.id)
        cite, printed = game.printed[name]
        for column, rows in columns.items():
            if column not in printed:
                raise Different(f"column of paytable {name}", sorted(printed), column, cite)
            game.check_column(terms, name, column, offered(rows), cite)
    check_meters(game, terms)
    game.check_limit(terms)


def offered(rows: Rows) -> Rows:
    """The rows that pay or push; a class of hand without odds stands in no row."""
    return {row: odds for row, odds in rows.items() if odds not in ("", "N/A", "lose", "loses")}


def check_meters(game: Game, terms: Terms) -> None:
    for meter in terms.meters:
        amount = max(terms.wagers[meter.wagers[0]]["amounts"], default=100)
        cite, expected = game.printed_meter(terms, meter, amount)
        found = meter.name, meter.seed, meter.reseed, meter.primary, meter.reserve
        check(f"meter {meter.id}: name, seed, reseed, primary and reserve increment", expected, found, cite)


# =====================================================================================================================
# 7. What the six regulations share: how cards are dealt, how a wager is ruled on
# =====================================================================================================================

Step: TypeAlias = tuple[str, Any, str]
"""("card", place, face), ("ask", stage, ""), ("reveal", number, "") or ("turn up", "", "")."""
Choices: TypeAlias = dict[str, tuple[str, Sequence[int]]]
"""Action -> the wager it places, and the sums permitted."""
NO_WAGER: tuple[str, Sequence[int]] = ("", (0,))
Forfeits: TypeAlias = dict[str, tuple[str, ...]]
"""Wager -> paragraphs."""


def to(place: str, number: int = 1, face: str = "down") -> list[Step]:
    return [("card", place, face)] * number


def one_at_a_time(seats: Sequence[int], last: str, times: int) -> list[Step]:
    """A card to each player from the dealer's left, then to the last place; so many times."""
    return in_stacks(seats, last, 1) * times


def in_stacks(seats: Sequence[int], last: str, size: int) -> list[Step]:
    """A stack to each player from the dealer's left, then to the last place."""
    return [step for place in (*(f"seat {seat}" for seat in seats), last) for step in to(place, size)]


def ask(stage: str) -> list[Step]:
    return [("ask", stage, "")]


TURN_UP: list[Step] = [("turn up", "", "")]
BURN = to("burn")


def up(number: int) -> list[Step]:
    """A burned card, then community cards face up."""
    return BURN + to("community", number, "up")


def reveal(number: int) -> list[Step]:
    return [("reveal", number, "")]


@dataclass(frozen=True)
class Ruling:
    """What the law says of one wager; `paytable` and `row` where odds decide what is paid."""

    outcome: str
    cite: str
    paytable: str = ""
    row: str = ""


@dataclass(frozen=True)
class Void:
    """What voids a round: the paragraphs that say so, and the wagers that are settled all the same."""

    cites: tuple[str, ...]
    settled: frozenset[str] = frozenset()


class Game:
    """One regulation. Methods get the round and answer from the text alone."""

    id = ""
    printed: Printed
    required: tuple[str, ...] = ("ante",)
    equal: tuple[str, ...] = ()
    """Wagers that must equal the Ante when bets close."""
    needs: ClassVar[dict[str, tuple[str, ...]]] = {}
    """Optional wagers placed before the deal, and the wagers each cannot stand without."""
    order: tuple[str, ...]
    """Wagers of a seat in the order they are settled."""
    own_cards = 2
    limited: tuple[str, ...] = ()
    limit_cite = ""
    left_cite = ""
    """The paragraph on wagers of a player who leaves."""
    harmless: tuple[str, ...] = (
        *("one-card-face-up", "card-drawn-in-error", "exposed-card-drawn-in-error", "player-card-exposed"),
        *("shuffler-jam", "device-out-of-order", "device-counts-wrong", "player-leaves"),
    )
    """Irregularities that do not void a round."""

    # --- The table -------------------------------------------------------------------------------------------------

    def check_column(self, terms: Terms, name: str, column: str, rows: Rows, cite: str) -> None:
        check(f"paytable {name}, column {column}", offered(self.printed[name][1][column]), rows, cite)

    def printed_meter(self, terms: Terms, meter: MeterTerms, amount: int) -> tuple[str, object]:
        raise Different("meter", "no meter in this game", meter.id)

    def check_limit(self, terms: Terms) -> None:
        check("payout limit", None, terms.limit, self.limit_cite)

    # --- The round -------------------------------------------------------------------------------------------------

    def plan(self, round_: Round) -> list[Step]:
        raise NotImplementedError

    def asked(self, round_: Round, stage: str) -> list[int]:
        """Seats to be asked at a decision, clockwise from the dealer's left."""
        raise NotImplementedError

    def choices(self, round_: Round, seat: int, stage: str) -> Choices:
        raise NotImplementedError

    def void(self, round_: Round, slip: str) -> Void | None:
        raise NotImplementedError

    # --- Wagers ----------------------------------------------------------------------------------------------------

    def folded(self, round_: Round, seat: int) -> Forfeits:
        """Wagers a fold loses, and the paragraphs that may be named for it."""
        raise NotImplementedError

    def rule(self, round_: Round, seat: int, wager: str) -> Ruling:
        raise NotImplementedError

    def declared(self, round_: Round, seat: int) -> str:
        """The instant winner a seat holds, where a game knows any."""
        return ""

    def must_validate(self, wager: str, odds: str) -> str:
        """The paragraph that has a floorperson validate a win; nothing where none does."""
        return ""

    def bonuses(self, round_: Round, seat: int, wager: str) -> Iterator[tuple[int, int, Ruling]]:
        """Bonus lines at their place in the order: (seat paid, stake they are paid on, ruling)."""
        return iter(())

    def by_row(self, round_: Round, paytable: str, row: str, won: str, lost: str) -> Ruling:
        """Paid by the row a hand stands in; lost where it stands in none, or in one that is not offered."""
        odds = round_.terms.rows(paytable).get(row, "")
        if not row or odds in ("", "N/A"):
            return Ruling("lost", lost)
        return Ruling("push" if odds == "push" else "won", won, paytable, row)


def against_dealer(standing: int, cites: tuple[str, str, str], tie: str) -> Ruling:
    """Lower loses, higher wins even money, equal goes back; `cites` in that order, `tie` in the text's word."""
    if standing < 0:
        return Ruling("lost", cites[0])
    if standing > 0:
        return Ruling("won", cites[1], "even-money", "any winning hand")
    return Ruling(tie, cites[2])


class HoldEm(Game):
    """Two cards each and five community cards."""

    def initial(self, round_: Round) -> list[Step]:
        """The initial cards; from the hand and from a manual shoe one at a time, from an automated shoe in stacks."""
        seats, six = round_.seats, to("six-card", 4) if round_.has_wager("six-card") else []
        if round_.method in ("manual-shoe", "hand"):
            return six + one_at_a_time(seats, "dealer", 2)
        if round_.method == "automated-shoe":
            return in_stacks(seats, "dealer", 2) + six
        return to("community", 5) + in_stacks(seats, "dealer", 2) + six

    def board_first(self, round_: Round) -> bool:
        return round_.method == "reshuffling-shoe"

    def standing(self, round_: Round, seat: int) -> int:
        player, dealer = round_.player_strength(seat), round_.dealer_strength()
        return (player > dealer) - (player < dealer)


# =====================================================================================================================
# 8. Progressive, Five Card Hand and Six Card wagers, in the same words in 647a and 653a
# =====================================================================================================================


class PennsylvaniaHoldEm(HoldEm):
    """647a.12(d)-(f) and 653a.12(d)-(f); the letters of section 11 differ."""

    chapter = ""
    progressive_letter = ""
    five_card_letter = ""
    six_card_letter = ""

    def section(self, text: str) -> str:
        return f"{self.chapter}.{text}"

    def printed_meter(self, terms: Terms, meter: MeterTerms, amount: int) -> tuple[str, object]:
        """Seed and reseed are so many dollars for each dollar of the wager offered."""
        scale = amount * UNITS
        if meter.meter == "five-card":
            name, seed, reseed, primary, reserve = FIVE_CARD_METER
            return self.section("12(e)(4)"), (name, seed * scale, reseed * scale, Fraction(primary), Fraction(reserve))
        column = METERS_OF_PROGRESSIVE[terms.choices["progressive"]]
        if meter.meter not in column:
            raise Different("meter", sorted(column), meter.meter, self.section("12(d)(3)"))
        name, seed, primary = column[meter.meter]
        return self.section("12(d)(3)"), (name, seed * scale, seed * scale, Fraction(primary), Fraction(0))

    def must_validate(self, wager: str, odds: str) -> str:
        if wager == "progressive":
            return self.section(f"11({self.progressive_letter})(3)")
        if wager in FIVE_CARD and (odds == "500 for 1" or "%" in odds):
            return self.section(f"11({self.five_card_letter})(2)")
        return ""

    def rule_shared(self, round_: Round, seat: int, wager: str) -> Ruling:
        """The rank of two cards and the Flop decides; of two cards and four more for the Six Card Bonus."""
        if wager == "six-card":
            cite = self.section(f"11({self.six_card_letter})")
            row = six_card_name(round_.own(seat) + round_.six_cards())
            if row.startswith("six-card royal") and row not in round_.terms.rows("six-card"):
                row = "royal flush"
            return self.by_row(round_, "six-card", row, f"{cite}(2)", f"{cite}(1)")
        letter = self.progressive_letter if wager == "progressive" else self.five_card_letter
        cite = self.section(f"11({letter})")
        cards = round_.dealer_cards() if wager == "five-card-dealer" else round_.own(seat)
        paytable = "progressive" if wager == "progressive" else "five-card"
        return self.by_row(round_, paytable, hand_name(cards + round_.flop()), cite, cite)

    # --- Envy, Magic Card, Lucky -----------------------------------------------------------------------------------

    def bonuses(self, round_: Round, seat: int, wager: str) -> Iterator[tuple[int, int, Ruling]]:
        if wager == "envy":
            yield from self.envy(round_, seat)
        elif wager == "magic-card":
            yield from self.magic(round_, seat)
        elif wager == "lucky-bonus":
            yield from self.lucky(round_, seat)

    def envy(self, round_: Round, seat: int) -> Iterator[tuple[int, int, Ruling]]:
        """A straight flush or better pays everybody else who made the Progressive wager, as it is shown."""
        if not self.envy_is_owed(round_):
            return
        name = hand_name(round_.own(seat) + round_.flop())
        if name not in ("royal flush", "straight flush"):
            return
        cite = self.section(f"11({self.progressive_letter})(5)")
        for other in reversed(round_.seats):
            if round_.players[other] != round_.players[seat] and self.earns_envy(round_, other):
                yield other, round_.stakes[other]["progressive"], Ruling("won", cite, "envy", name)

    def envy_is_owed(self, round_: Round) -> bool:
        """Somebody wagered on the Progressive, and it is not returned."""
        is_void = round_.void is not None and "progressive" not in round_.void.settled
        return "envy" in round_.terms.wagers and round_.has_wager("progressive") and not is_void

    def earns_envy(self, round_: Round, seat: int) -> bool:
        return "progressive" in round_.stakes[seat] and seat not in round_.gone

    def magic(self, round_: Round, seat: int) -> Iterator[tuple[int, int, Ruling]]:
        """One of the cards of the hand wagered on, or of the Flop, is the card drawn."""
        for wager, stake in round_.live_five_card(seat):
            hand = (round_.own(seat) if wager == "five-card-player" else round_.dealer_cards()) + round_.flop()
            for _ in (card for card in round_.drawn_cards if card in hand):
                yield seat, stake, Ruling("won", self.section("12(e)(3)"), "drawn", "magic card")

    def lucky(self, round_: Round, seat: int) -> Iterator[tuple[int, int, Ruling]]:
        """The position wagered on is the one drawn; 0 is the dealer's."""
        for wager, stake in round_.live_five_card(seat):
            position = seat if wager == "five-card-player" else 0
            for _ in (drawn for drawn in round_.drawn_positions if drawn == position):
                yield seat, stake, Ruling("won", self.section("12(e)(3)"), "drawn", "lucky bonus")


FIVE_CARD = ("five-card-player", "five-card-dealer")
SHARED_WAGERS = ("progressive", *FIVE_CARD, "six-card")
SHARED_ORDER = ("progressive", "envy", *FIVE_CARD, "magic-card", "lucky-bonus", "six-card")
BONUSES = ("envy", "magic-card", "lucky-bonus")


# =====================================================================================================================
# 9. 58 Pa. Code 653a: Ultimate Texas Hold 'Em Poker
# =====================================================================================================================

FLOOR_OF_LIMITS = 5_000_000


class Ultimate(PennsylvaniaHoldEm):
    id, chapter = "pa-653a", "653a"
    printed = PRINTED_653A
    required, equal = ("ante", "blind"), ("blind",)
    needs: ClassVar[dict[str, tuple[str, ...]]] = {
        **dict.fromkeys(("trips", "progressive", *FIVE_CARD), ("ante", "blind")),
        "bad-beat": ("ante", "blind", "trips"),
        "six-card": ("ante",),
    }
    order = ("ante", "blind", "play", "trips", "bad-beat", *SHARED_ORDER)
    limited, limit_cite, left_cite = ("ante", "blind", "play"), "653a.12(h)", "653a.7(b)"
    progressive_letter, five_card_letter, six_card_letter = "k", "l", "m"

    def check_limit(self, terms: Terms) -> None:
        """12(h): none, or at least $50,000 and what 1 + 4 + 500 times the least Ante comes to."""
        least = max(FLOOR_OF_LIMITS, 505 * terms.wagers["ante"]["minimum"])
        if terms.limit is not None and terms.limit < least:
            raise Different("payout limit", f"none, or {least} or more", terms.limit, self.limit_cite)

    def plan(self, round_: Round) -> list[Step]:
        """11(b)-(g), with the community cards dealt (8(e), 9(c), 10(c)) or turned up (10(g))."""
        flop, last = (reveal(3), reveal(2)) if self.board_first(round_) else (up(3), up(2))
        middle = ask("before-flop") + flop + ask("after-flop") + last + ask("after-river")
        return self.initial(round_) + middle + TURN_UP

    def asked(self, round_: Round, stage: str) -> list[int]:
        return [seat for seat in round_.in_play() if "play" not in round_.stakes[seat]]

    def choices(self, round_: Round, seat: int, stage: str) -> Choices:
        """11(b) three or four times the Ante, 11(d) twice, 11(f) once or fold."""
        ante = round_.stakes[seat]["ante"]
        if stage == "before-flop":
            return {"check": NO_WAGER, "bet": ("play", (3 * ante, 4 * ante))}
        if stage == "after-flop":
            return {"check": NO_WAGER, "bet": ("play", (2 * ante,))}
        return {"fold": NO_WAGER, "bet": ("play", (ante,))}

    def folded(self, round_: Round, seat: int) -> Forfeits:
        """11(f)(2); on Progressive and Five Card Hand wagers the text is silent."""
        lost: Forfeits = dict.fromkeys(("ante", "blind", "bad-beat"), ("653a.11(f)(2)",))
        if round_.terms.reading("fold-and-progressive") == "collected":
            lost["progressive"] = ("653a.11(f)(2)", "653a.11(k)")
        if round_.terms.reading("fold-and-five-card") == "collected":
            lost |= dict.fromkeys(FIVE_CARD, ("653a.11(f)(2)", "653a.11(l)"))
        return lost

    def earns_envy(self, round_: Round, seat: int) -> bool:
        collected = seat in round_.folded and "progressive" in self.folded(round_, seat)
        return super().earns_envy(round_, seat) and not collected

    def rule(self, round_: Round, seat: int, wager: str) -> Ruling:
        if wager in SHARED_WAGERS:
            return self.rule_shared(round_, seat, wager)
        if wager == "trips":
            row = HANDS[round_.player_strength(seat)[0]]
            return self.by_row(round_, "trips", row, "653a.11(i)(1)", "653a.11(i)(2)")
        if wager == "bad-beat":
            return self.bad_beat(round_, seat)
        standing = self.standing(round_, seat)
        if wager == "ante" and round_.dealer_strength()[0] == 0:
            return Ruling("returned", "653a.11(h)(1)")
        if wager == "blind" and standing > 0:
            return self.blind(round_, seat)
        cites = "653a.11(h)(2)(i)", "653a.11(h)(2)(ii)", "653a.11(h)(2)(iii)"
        return against_dealer(standing, cites, "returned")

    def blind(self, round_: Round, seat: int) -> Ruling:
        """11(h)(2)(ii), 12(b): paid from a straight or a flush up, returned below."""
        rows = round_.terms.rows("blind")
        row = HANDS[round_.player_strength(seat)[0]]
        if row not in rows:
            row = next(name for name in rows if name.startswith("less than"))
        return self.by_row(round_, "blind", row, "653a.11(h)(2)(ii)", "")

    def bad_beat(self, round_: Round, seat: int) -> Ruling:
        """11(j): three-of-a-kind or better that is outranked, whoever holds it."""
        standing = self.standing(round_, seat)
        if standing < 0 and round_.player_strength(seat)[0] >= 3:
            return Ruling("won", "653a.11(j)(1)", "bad-beat", HANDS[round_.player_strength(seat)[0]])
        if standing > 0 and round_.dealer_strength()[0] >= 3:
            return Ruling("won", "653a.11(j)(2)", "bad-beat", HANDS[round_.dealer_strength()[0]])
        return Ruling("lost", "653a.11(j)(3)")

    def void(self, round_: Round, slip: str) -> Void | None:
        trips = frozenset({"trips"})
        silent = frozenset({"bad-beat", "progressive", *FIVE_CARD, "six-card"})
        keeps = round_.terms.reading("exposed-card-and-silent-wagers") == "settled"
        return {
            "cards-face-up-early": Void(("653a.13(a)",)),
            "cards-face-up-late": Void(("653a.13(a)",), trips),
            "wrong-number-of-cards": Void(("653a.13(c)",)),
            "dealer-card-exposed": Void(("653a.13(d)",), trips | silent if keeps else trips),
            "shoe-jam": Void(("653a.13(f)",)),
            **dict.fromkeys(STUB_SLIPS, Void(("653a.8(h)", "653a.9(f)", "653a.10(f)"))),
        }.get(slip)


STUB_SLIPS = ("stub-wrong-misdealt", "stub-wrong-misdealt-not-52", "stub-wrong-not-misdealt")


# =====================================================================================================================
# 10. Texas Hold 'Em Bonus Poker: 58 Pa. Code 647a, and Maryland
# =====================================================================================================================

MAIN_WAGERS = ("ante", "flop", "turn", "river")


class TexasBonus(PennsylvaniaHoldEm):
    id, chapter = "pa-647a", "647a"
    printed = PRINTED_647A
    needs: ClassVar[dict[str, tuple[str, ...]]] = dict.fromkeys(
        ("texas-bonus", "progressive", *FIVE_CARD, "six-card"), ("ante",)
    )
    order: tuple[str, ...] = (*MAIN_WAGERS, "texas-bonus", *SHARED_ORDER)
    limited: tuple[str, ...] = MAIN_WAGERS
    limit_cite, left_cite = "647a.12(c)", "647a.7(b)"
    progressive_letter, five_card_letter, six_card_letter = "i", "j", "k"
    lower, higher, ante_back, tie = ("647a.11(h)(2)(i)", *["647a.11(h)(2)(ii)"] * 2, "647a.11(h)(2)(iii)")
    fold_cite, bonus_cite = "647a.11(b)(2)", "647a.11(h)(3)"

    def check_limit(self, terms: Terms) -> None:
        """12(c): $50,000, or the most a round at the least wager can win."""
        check("payout limit", max(FLOOR_OF_LIMITS, self.best_round(terms)), terms.limit, self.limit_cite)

    def best_round(self, terms: Terms) -> int:
        """Ante, twice the Ante, and twice the Ante again, at even money."""
        return int(5 * terms.wagers["ante"]["minimum"])

    def plan(self, round_: Round) -> list[Step]:
        """11(b)-(h), with the community cards dealt (8(e), 9(e), 10(c)) or turned up (10(g))."""
        first = self.board_first(round_)
        flop, turn, river = (reveal(3), reveal(1), reveal(1)) if first else (up(3), up(1), up(1))
        middle = ask("before-flop") + flop + ask("before-turn") + turn + ask("before-river") + river
        return self.initial(round_) + middle + TURN_UP

    def asked(self, round_: Round, stage: str) -> list[int]:
        seats = round_.in_play()
        return seats if stage == "before-flop" else [seat for seat in seats if "flop" in round_.stakes[seat]]

    def choices(self, round_: Round, seat: int, stage: str) -> Choices:
        """11(b) twice the Ante or fold; 11(d) and (f) the Ante or nothing."""
        ante = round_.stakes[seat]["ante"]
        if stage == "before-flop":
            return {"fold": NO_WAGER, "bet": ("flop", (2 * ante,))}
        return {"check": NO_WAGER, "bet": (stage.removeprefix("before-"), (ante,))}

    def folded(self, round_: Round, seat: int) -> Forfeits:
        """11(b)(2): the Ante; (B) no Progressive Payout either."""
        return {"ante": (self.fold_cite,), "progressive": ("647a.11(b)(2)(i)(B)",)}

    def rule(self, round_: Round, seat: int, wager: str) -> Ruling:
        if wager in SHARED_WAGERS:
            return self.rule_shared(round_, seat, wager)
        if wager == "texas-bonus":
            return self.texas_bonus(round_, seat)
        standing = self.standing(round_, seat)
        bar = HANDS.index(round_.terms.choices["ante-pays-from"])
        if wager == "ante" and standing > 0 and round_.player_strength(seat)[0] < bar:
            return Ruling("returned", self.ante_back)
        return against_dealer(standing, (self.lower, self.higher, self.tie), "returned")

    def texas_bonus(self, round_: Round, seat: int) -> Ruling:
        """12(b): the player's first two cards; most for aces against the dealer's aces, where that is offered."""
        row, double = texas_bonus_row(round_.own(seat)), "ace-ace (dealer and player)"
        dealer = texas_bonus_row(round_.dealer_cards())
        offers = round_.terms.rows("texas-bonus").get(double, "N/A") != "N/A"
        if row == dealer == "ace-ace" and offers:
            row = double
        return self.by_row(round_, "texas-bonus", row, self.bonus_cite, self.bonus_cite)

    def void(self, round_: Round, slip: str) -> Void | None:
        bonus = frozenset({"texas-bonus"})
        silent = frozenset({"progressive", *FIVE_CARD, "six-card"})
        keeps = round_.terms.reading("exposed-card-and-silent-wagers") == "settled"
        return {
            "cards-face-up-early": Void(("647a.13(a)",)),
            "cards-face-up-late": Void(("647a.13(a)",), bonus),
            "wrong-number-of-cards": Void(("647a.13(c)",)),
            "dealer-card-exposed": Void(("647a.13(d)",), bonus | silent if keeps else bonus),
            "shoe-jam": Void(("647a.13(f)",)),
            **dict.fromkeys(STUB_SLIPS, Void(("647a.8(h)", "647a.9(h)", "647a.10(f)"))),
        }.get(slip)


class Maryland(TexasBonus):
    """Maryland prints the same game: no Progressive, Five Card or Six Card wager, and the limit covers the Bonus."""

    id, chapter = "md-thb", ""
    printed = PRINTED_MARYLAND
    needs: ClassVar[dict[str, tuple[str, ...]]] = {"texas-bonus": ("ante",)}
    order = (*MAIN_WAGERS, "texas-bonus")
    limited, limit_cite, left_cite = (*MAIN_WAGERS, "texas-bonus"), "12.C", "7.C(2)"
    lower, higher, ante_back, tie = "11.I(3)(d)(i)", "11.I(3)(d)(ii)", "11.I(3)(d)(iii)", "11.I(3)(d)(iv)"
    fold_cite, bonus_cite = "11.C(2)", "11.I(4)"

    def check_column(self, terms: Terms, name: str, column: str, rows: Rows, cite: str) -> None:
        expected = dict(self.printed[name][1][column])
        if name == "texas-bonus" and column == "B" and terms.reading("paytable-b") == "without-the-double":
            del expected["ace-ace (dealer and player)"]
        check(f"paytable {name}, column {column}", expected, rows, cite)

    def printed_meter(self, terms: Terms, meter: MeterTerms, amount: int) -> tuple[str, object]:
        raise Different("meter", "no meter in this game", meter.id)

    def best_round(self, terms: Terms) -> int:
        """12.C: Ante and Bonus together at their least."""
        best = super().best_round(terms)
        if "texas-bonus" in terms.wagers:
            odds = max(Odds.parse(odds).amount for odds in offered(terms.rows("texas-bonus")).values())
            best += int(odds * terms.wagers["texas-bonus"]["minimum"])
        return best

    def folded(self, round_: Round, seat: int) -> Forfeits:
        return {"ante": (self.fold_cite,)}

    def void(self, round_: Round, slip: str) -> Void | None:
        bonus = frozenset({"texas-bonus"})
        return {
            "cards-face-up-early": Void(("13.B",)),
            "cards-face-up-late": Void(("13.B", "13.C"), bonus),
            "wrong-number-of-cards": Void(("13.E",)),
            "dealer-card-exposed": Void(("13.F", "13.G"), bonus),
            "shoe-jam": Void(("13.H",)),
            "shuffler-jam": Void(("13.H",)),
            **dict.fromkeys(STUB_SLIPS, Void(("8.G", "9.F", "9.G", "9.H", "10.F", "10.G", "10.H"))),
        }.get(slip)


# =====================================================================================================================
# 11. 58 Pa. Code 677a: Heads-Up Hold 'Em
# =====================================================================================================================


class HeadsUp(HoldEm):
    id = "pa-677a"
    printed = PRINTED_677A
    required, equal = ("ante", "odds"), ("odds",)
    needs: ClassVar[dict[str, tuple[str, ...]]] = dict.fromkeys(("pocket-bonus", "trips-plus"), ("ante", "odds"))
    order = ("ante", "raise", "odds", "pocket-bonus", "trips-plus")
    limited, limit_cite, left_cite = ("ante", "raise", "odds"), "677a.12(f)", "677a.7(b)"

    def check_limit(self, terms: Terms) -> None:
        """12(f): none, or at least $50,000 and what 1 + 3 + 500 times the least Ante comes to."""
        least = max(FLOOR_OF_LIMITS, 504 * terms.wagers["ante"]["minimum"])
        if terms.limit is not None and terms.limit < least:
            raise Different("payout limit", f"none, or {least} or more", terms.limit, self.limit_cite)

    def plan(self, round_: Round) -> list[Step]:
        """8(c)-(d), 9(b)-(c), 10(b)-(c): the board lies face down after the hands; 10(g): before them."""
        board = [] if self.board_first(round_) else to("community", 5)
        middle = ask("before-flop") + reveal(3) + ask("after-flop") + reveal(2) + ask("after-river")
        return self.initial(round_) + board + middle + TURN_UP

    def asked(self, round_: Round, stage: str) -> list[int]:
        return [seat for seat in round_.in_play() if "raise" not in round_.stakes[seat]]

    def choices(self, round_: Round, seat: int, stage: str) -> Choices:
        """11(b) up to three times the Ante, 11(d) up to twice, 11(f) the Ante or fold."""
        ante = round_.stakes[seat]["ante"]
        if stage == "after-river":
            return {"fold": NO_WAGER, "bet": ("raise", (ante,))}
        most = (3 if stage == "before-flop" else 2) * ante
        least = {"fixed-multiple": most, "no-minimum": 1}.get(round_.terms.reading("minimum-raise"), ante)
        return {"check": NO_WAGER, "bet": ("raise", range(least, most + 1))}

    def folded(self, round_: Round, seat: int) -> Forfeits:
        return {"ante": ("677a.11(f)",), "odds": ("677a.11(f)",)}

    def rule(self, round_: Round, seat: int, wager: str) -> Ruling:
        if wager == "pocket-bonus":
            row = pocket_bonus_row(round_.own(seat))
            return self.by_row(round_, "pocket-bonus", row, "677a.11(i)(1)(i)", "677a.11(i)(1)(ii)")
        player = HANDS[round_.player_strength(seat)[0]]
        if wager == "trips-plus":
            return self.by_row(round_, "trips-plus", player, "677a.11(i)(2)(i)", "677a.11(i)(2)(ii)")
        standing = self.standing(round_, seat)
        if round_.dealer_strength()[0] == 0:
            return self.dealer_without_a_pair(round_, wager, standing, player)
        return self.dealer_with_a_pair(round_, wager, standing, player)

    def dealer_without_a_pair(self, round_: Round, wager: str, standing: int, player: str) -> Ruling:
        """11(h)(1): the Ante pushes; Raise and Odds win, push or lose."""
        if wager == "ante":
            return Ruling("push", "677a.11(h)(1)")
        if wager == "odds" and standing > 0:
            return self.by_row(round_, "odds", player, "677a.11(h)(1)(i)", "")
        cites = "677a.11(h)(1)(iii)", "677a.11(h)(1)(i)", "677a.11(h)(1)(ii)"
        return against_dealer(standing, cites, "push")

    def dealer_with_a_pair(self, round_: Round, wager: str, standing: int, player: str) -> Ruling:
        """11(h)(2): a losing straight or higher keeps the Odds, paid as a Bad Beat (12(c))."""
        if standing >= 0:
            if wager == "odds" and standing > 0:
                return self.by_row(round_, "odds", player, "677a.11(h)(2)(i)", "")
            return against_dealer(standing, ("", "677a.11(h)(2)(i)", "677a.11(h)(2)(ii)"), "push")
        is_bad_beat = HANDS.index(player) >= HANDS.index("straight")
        if wager == "odds" and is_bad_beat:
            return self.by_row(round_, "odds-bad-beat", player, "677a.11(h)(2)(iii)(B)", "")
        if wager == "ante":
            return Ruling("lost", "677a.11(h)(2)(iii)")
        return Ruling("lost", "677a.11(h)(2)(iii)" + ("(B)" if is_bad_beat else "(A)"))

    def void(self, round_: Round, slip: str) -> Void | None:
        return {
            "cards-face-up-early": Void(("677a.13(a)",)),
            "cards-face-up-late": Void(("677a.13(a)",), frozenset({"pocket-bonus"})),
            "wrong-number-of-cards": Void(("677a.13(c)",)),
            "dealer-card-exposed": Void(("677a.13(d)",), frozenset({"pocket-bonus", "trips-plus"})),
            "shoe-jam": Void(("677a.13(f)",)),
            **dict.fromkeys(STUB_SLIPS, Void(("677a.8(g)", "677a.9(f)", "677a.10(f)"))),
        }.get(slip)


# =====================================================================================================================
# 12. 58 Pa. Code 678a: High Card Flush
# =====================================================================================================================


class HighCardFlush(Game):
    id = "pa-678a"
    printed = PRINTED_678A
    needs: ClassVar[dict[str, tuple[str, ...]]] = dict.fromkeys(
        ("flush-bonus", "straight-flush-bonus", "progressive"), ("ante",)
    )
    order = ("ante", "raise", "flush-bonus", "straight-flush-bonus", "progressive")
    left_cite = "678a.7(b)"
    own_cards = 7

    def printed_meter(self, terms: Terms, meter: MeterTerms, amount: int) -> tuple[str, object]:
        """12(d)(3): rate, initial and reset amount are the operator's; neither amount below $30,000."""
        seed, reseed = (max(units, LEAST_RESET_CENTS * UNITS) for units in (meter.seed, meter.reseed))
        return "678a.12(d)(3)", ("meter", seed, reseed, meter.primary, Fraction(0))

    def plan(self, round_: Round) -> list[Step]:
        """8(d), 9(b): one at a time; 10(b): in stacks of seven."""
        stacked = round_.method == "automated-shoe"
        deal = in_stacks(round_.seats, "dealer", 7) if stacked else one_at_a_time(round_.seats, "dealer", 7)
        return deal + ask("raise-or-fold") + TURN_UP

    def asked(self, round_: Round, stage: str) -> list[int]:
        return round_.in_play()

    def choices(self, round_: Round, seat: int, stage: str) -> Choices:
        """11(b): a flush of two to four cards permits the Ante, of five up to twice, of six or seven up to thrice."""
        ante, length = round_.stakes[seat]["ante"], best_flush(round_.own(seat))[0]
        times = 1 if length <= 4 else 2 if length == 5 else 3
        least = 1 if times > 1 and round_.terms.reading("minimum-raise") == "no-minimum" else ante
        return {"fold": NO_WAGER, "bet": ("raise", range(least, times * ante + 1))}

    def folded(self, round_: Round, seat: int) -> Forfeits:
        return {"ante": ("678a.11(c)(2)",)}

    def must_validate(self, wager: str, odds: str) -> str:
        return "678a.11(e)(3)(iii)" if wager == "progressive" else ""

    def rule(self, round_: Round, seat: int, wager: str) -> Ruling:
        if wager in ("ante", "raise"):
            return self.main(round_, seat, wager)
        own = round_.own(seat)
        if wager == "flush-bonus":
            row = f"{NUMBERS[best_flush(own)[0]]}-card flush"
            return self.by_row(round_, wager, row, "678a.11(e)(1)(ii)", "678a.11(e)(1)(i)")
        row = f"{NUMBERS.get(longest_run(own), 'no')}-card straight flush"
        if wager == "straight-flush-bonus":
            return self.by_row(round_, wager, row, "678a.11(e)(2)(ii)", "678a.11(e)(2)(i)")
        return self.by_row(round_, wager, row, "678a.11(e)(3)", "678a.11(e)(3)")

    def main(self, round_: Round, seat: int, wager: str) -> Ruling:
        """11(d)(1): below a three-card flush, nine high, the Ante is paid and the Raise goes back; 11(d)(2)(ii)."""
        dealer, player = best_flush(round_.dealer_cards()), best_flush(round_.own(seat))
        if dealer[0] < 3 or (dealer[0] == 3 and dealer[1][0] < 9):
            won = Ruling("won", "678a.11(d)(1)", "even-money", "any winning hand")
            return won if wager == "ante" else Ruling("returned", "678a.11(d)(1)")
        standing = (player > dealer) - (player < dealer)
        cites = "678a.11(d)(2)(ii)(C)", "678a.11(d)(2)(ii)(A)", "678a.11(d)(2)(ii)(B)"
        return against_dealer(standing, cites, "push")

    def void(self, round_: Round, slip: str) -> Void | None:
        optional = frozenset({"flush-bonus", "straight-flush-bonus", "progressive"})
        return {
            "cards-face-up": Void(("678a.13(a)",)),
            "wrong-number-of-cards": Void(("678a.13(c)",)),
            "dealer-card-exposed": Void(("678a.13(d)",), optional),
            "shoe-jam": Void(("678a.13(f)",)),
            **dict.fromkeys(STUB_SLIPS, Void(("678a.8(h)", "678a.9(f)", "678a.10(f)"))),
        }.get(slip)


# =====================================================================================================================
# 13. Massachusetts: Colorado Hold 'Em Poker
# =====================================================================================================================

TENS_UP = "pair of tens, jacks, queens, kings or aces"
JACKS_UP = "pair of jacks or better"


class Colorado(Game):
    id = "ma-colorado"
    printed = PRINTED_COLORADO
    needs: ClassVar[dict[str, tuple[str, ...]]] = {"bonus": ("ante",)}
    order = ("ante", "bet", "bonus")
    own_cards = 3
    limited, limit_cite = ("ante", "bet"), "12(c)"
    harmless = (*Game.harmless[:-1], "community-card-exposed", "wrong-declaration")

    def check_limit(self, terms: Terms) -> None:
        if terms.limit is not None and terms.limit < FLOOR_OF_LIMITS:
            raise Different("payout limit", f"none, or {FLOOR_OF_LIMITS} or more", terms.limit, "12(c), 13(c)")

    def check_column(self, terms: Terms, name: str, column: str, rows: Rows, cite: str) -> None:
        """12(b), (d), 13(b), (d): the printed odds are the least; tens push where 11(f) is read to go before 13(b)."""
        printed = dict(self.printed[name][1][column])
        if name == "bet" and column == "permissible" and terms.reading("pair-of-tens") == "push":
            printed[JACKS_UP] = printed.pop(TENS_UP)
        check(f"rows of paytable {name}, column {column}", sorted(printed), sorted(rows), cite)
        for row, odds in printed.items():
            if Odds.parse(rows[row]).amount < Odds.parse(odds).amount:
                raise Different(f"paytable {name}, column {column}, {row}", f"{odds} or better", rows[row], cite)

    def section(self, round_: Round, required: str, permissible: str) -> str:
        return required if round_.terms.choices["version"] == "required" else permissible

    def plan(self, round_: Round) -> list[Step]:
        """7(c), 8(c): one at a time, the community area last; 9(c): in stacks of three. 10(c), 11(c): turned up."""
        stacked = round_.method == "automated-shoe"
        deal = in_stacks(round_.seats, "community", 3) if stacked else one_at_a_time(round_.seats, "community", 3)
        return deal + ask(f"{round_.terms.choices['version']}-bet") + reveal(3)

    def asked(self, round_: Round, stage: str) -> list[int]:
        return round_.in_play()

    def choices(self, round_: Round, seat: int, stage: str) -> Choices:
        """10(b), 11(b): the Bet equals the Ante; only the version with a required bet knows a fold."""
        bet: Choices = {"bet": ("bet", (round_.stakes[seat]["ante"],)), "declare": NO_WAGER}
        return bet | {self.section(round_, "fold", "play"): NO_WAGER}

    def folded(self, round_: Round, seat: int) -> Forfeits:
        return dict.fromkeys(("ante", "bonus"), ("10(b)(2)",))

    def declared(self, round_: Round, seat: int) -> str:
        return instant_winner(round_.own(seat), round_.terms.reading("suited-ace-two-three") != "ace-high-only")

    def rule(self, round_: Round, seat: int, wager: str) -> Ruling:
        bonus = self.section(round_, "12(d)", "13(d)")
        if seat in round_.declared:
            row = self.declared(round_, seat)
            if not row:
                return Ruling("lost", "14(d)")
            at_once = self.section(round_, "10(b)(3)(i)", "11(b)(2)(i)")
            won = ("instant", at_once) if wager == "ante" else ("bonus-instant", bonus)
            return self.by_row(round_, won[0], row, won[1], "")
        name, ranks = self.five_cards(round_, seat)
        if wager == "bonus":
            row = JACKS_UP if name == "pair" and ranks[0] >= 11 else name
            return self.by_row(round_, "bonus", row, bonus, "6a(a)")
        return self.main(round_, name, ranks[0])

    def five_cards(self, round_: Round, seat: int) -> tuple[str, tuple[int, ...]]:
        kept = [card for card in round_.own(seat) if card not in round_.discards[seat]]
        hand, ranks = strength(kept + round_.community(3))
        return HANDS[hand], ranks

    def main(self, round_: Round, name: str, pair: int) -> Ruling:
        """10(e)-(g): sevens to nines push; 11(e)-(g): nines and tens push; below loses, above is paid."""
        required = round_.terms.choices["version"] == "required"
        tens_win = required or round_.terms.reading("pair-of-tens") == "win"
        pushes = (7, 8, 9) if required else (9,) if tens_win else (9, 10)
        chapter = self.section(round_, "10", "11")
        if name == "high card" or (name == "pair" and pair < pushes[0]):
            return Ruling("lost", f"{chapter}(e)")
        if name == "pair" and pair in pushes:
            return Ruling("push", f"{chapter}(f)")
        row = name if name != "pair" else TENS_UP if tens_win else JACKS_UP
        return self.by_row(round_, "bet", row, f"{chapter}(g)", "")

    def void(self, round_: Round, slip: str) -> Void | None:
        return {
            "cards-face-up": Void(("14(a)",)),
            "wrong-number-of-cards": Void(("14(c)",)),
            "shoe-jam": Void(("14(f)",)),
            **dict.fromkeys(STUB_SLIPS, Void(("7(e)(2)", "8(e)", "9(e)", "14(c)"))),
        }.get(slip)


GAMES: dict[str, Game] = {
    game.id: game for game in (Ultimate(), TexasBonus(), Maryland(), HeadsUp(), HighCardFlush(), Colorado())
}


# =====================================================================================================================
# 14. Meters
# =====================================================================================================================


@dataclass(frozen=True)
class Draw:
    """What a win did to a meter: each part in cents, units drawn, and what it started again from."""

    meter: Meter
    before: int
    after: int
    part: int
    drawn: int
    reseed: int
    moved: int


@dataclass
class Meter:
    """A meter as it must stand. Contributions are pending from the lock-out until the round is cleared."""

    terms: MeterTerms
    units: int
    reserve: int = 0
    pending: int = 0
    pending_reserve: int = 0

    def win(self, share: Fraction, parts: int) -> Draw:
        """A share, divided equally, in whole cents: what is left over stays on the meter.

        After the whole meter was won it starts again from its reseed amount and its reserve.
        """
        before, part = self.units, int(self.units * share / parts / UNITS)
        drawn = part * parts * UNITS
        reseed, moved = (self.terms.reseed, self.reserve) if share == 1 else (0, 0)
        self.units += reseed + moved - drawn
        self.reserve -= moved
        return Draw(self, before, self.units, part, drawn, reseed, moved)

    def give_back(self, cents: int) -> Draw:
        """A part of a divided share that nobody may have stays on the meter."""
        before = self.units
        self.units += cents * UNITS
        return Draw(self, before, self.units, 0, -cents * UNITS, 0, 0)

    def undo(self, draw: Draw) -> None:
        self.units += draw.drawn - draw.reseed - draw.moved
        self.reserve += draw.moved

    def stand(self) -> tuple[int, int, int, int]:
        return self.units, self.reserve, self.pending, self.pending_reserve

    def cents(self) -> tuple[int, int, int]:
        """What the ledger must hold of it: meter, reserve, and a cent for each that has begun one."""
        started = (self.units % UNITS > 0) + (self.reserve % UNITS > 0)
        return self.units // UNITS, self.reserve // UNITS, started


CHANGES: dict[str, tuple[int, int, int, int]] = {
    "opened": (1, 0, 0, 0),
    "staked": (0, 0, 1, 1),
    "counted": (1, 1, -1, -1),
    "withdrawn": (0, 0, -1, -1),
    "won": (-1, 0, 0, 0),
    "reseeded": (1, 0, 0, 0),
    "reserve moved": (1, -1, 0, 0),
    "restored": (1, 0, 0, 0),
    "reseed undone": (-1, 0, 0, 0),
    "reserve returned": (-1, 1, 0, 0),
    "paid": (0, 0, 0, 0),
    "adjusted": (1, 0, 0, 0),
}
"""What a recorded change adds to units, reserve, pending units and pending reserve: signs of its units or reserve."""
OF_UNITS_ALONE = ("reserve moved", "reserve returned")
"""Both sides of these move by the change's units."""


def changed(stand: tuple[int, int, int, int], change: Object) -> tuple[int, int, int, int]:
    kind, units = change["kind"], change.get("units", 0)
    if kind not in CHANGES:
        raise Different("kind of a meter change", sorted(CHANGES), kind)
    reserve = units if kind in OF_UNITS_ALONE else change.get("reserve", 0)
    a, b, c, d = CHANGES[kind]
    return stand[0] + a * units, stand[1] + b * reserve, stand[2] + c * units, stand[3] + d * reserve


# =====================================================================================================================
# 15. The books
# =====================================================================================================================

MAY_BE_NEGATIVE = ("cage", "house")
ACCOUNT_KINDS = ("chips", "game", "tray", "drop", "meter", "reserve", "rounding", "handpay", *MAY_BE_NEGATIVE)
Cause: TypeAlias = tuple[int, str, str]
"""Seat, wager, paragraph."""
Place: TypeAlias = tuple[str, int, int, str]
"""Table, round, seat, wager."""
Change: TypeAlias = tuple[str, str, int, int, int, str, int, int, str]
"""Meter, kind, units, reserve, cents, then the place."""


class Expected:
    """What the events of one entry must have done to the accounts and the meters."""

    def __init__(self) -> None:
        self.posted: Counter[str] = Counter()
        self.pending: Counter[str] = Counter()
        self.causes: dict[str, list[Cause]] = {}
        self.changes: Counter[Change] = Counter()

    def change(self, kind: str, meter: Meter, place: Place, units: int = 0, reserve: int = 0, cents: int = 0) -> None:
        """A change of a meter that must be recorded; one that changes nothing need not be."""
        self.changes[(meter.terms.id, kind, units, reserve, cents, *place)] += 1

    def move(self, debit: str, credit: str, cents: int, cause: Cause = (0, "", "")) -> None:
        for account, sign in ((debit, -1), (credit, 1)):
            self.posted[account] += sign * cents
            self.causes.setdefault(account, []).append(cause)

    def set_aside(self, account: str, cents: int, cause: Cause) -> None:
        self.pending[account] += cents
        self.causes.setdefault(account, []).append(cause)


class Books:
    """Balances from the transfers alone. Credits less debits; pending debits are not the owner's to spend."""

    def __init__(self) -> None:
        self.balance: Counter[str] = Counter()
        self.held: Counter[str] = Counter()
        self.open: dict[str, tuple[str, str, int]] = {}
        self.transfers = 0
        self.begin("")

    def begin(self, stem: str) -> None:
        self.stem = stem
        self.ids: set[str] = set()
        self.posted: Counter[str] = Counter()
        self.pending: Counter[str] = Counter()

    def take(self, transfer: Object) -> None:
        """One transfer, in the order of the log."""
        name, kind = transfer["id"], transfer.get("kind", "posted")
        if name in self.ids or not name.startswith(f"{self.stem}/"):
            raise Different("id of a transfer", f"one of its own that begins with {self.stem}/", name)
        self.ids.add(name)
        self.transfers += 1
        debit, credit, cents = transfer["debit"], transfer["credit"], transfer["cents"]
        for account in (debit, credit):
            if account.partition(":")[0] not in ACCOUNT_KINDS:
                raise Different(f"transfer {name}: account", ", ".join(ACCOUNT_KINDS), account)
        if cents <= 0 or debit == credit or not transfer["cite"]:
            raise Different(f"transfer {name}", "cents above 0 between two accounts, with a cite", transfer)
        if kind == "posted":
            self._move(debit, credit, cents)
        elif kind == "pending":
            self.open[name] = (debit, credit, cents)
            self._hold(debit, cents)
        else:
            self._end(transfer, kind)
        self._check_available(name, debit)

    def _end(self, transfer: Object, kind: str) -> None:
        name, pending = transfer["id"], transfer.get("pending", "")
        if pending not in self.open or kind not in ("post", "void"):
            raise Different(f"transfer {name}", "post or void of a pending transfer", f"{kind} of {pending!r}")
        debit, credit, cents = self.open.pop(pending)
        check(f"transfer {name}: accounts of {pending}", [debit, credit], [transfer["debit"], transfer["credit"]])
        self._hold(debit, -cents)
        if transfer["cents"] > cents or (kind == "void" and transfer["cents"] != cents):
            raise Different(f"transfer {name}: cents of {pending}", cents, transfer["cents"])
        if kind == "post":
            self._move(debit, credit, transfer["cents"])

    def _move(self, debit: str, credit: str, cents: int) -> None:
        for account, change in ((debit, -cents), (credit, cents)):
            self.balance[account] += change
            self.posted[account] += change

    def _hold(self, account: str, cents: int) -> None:
        self.held[account] += cents
        self.pending[account] += cents

    def _check_available(self, name: str, account: str) -> None:
        available = self.balance[account] - self.held[account]
        if available < 0 and account not in MAY_BE_NEGATIVE:
            raise Different(f"transfer {name}: what {account} has left", "0 or more", available)

    def compare(self, expected: Expected) -> None:
        """The transfers of an entry come to what its events say, account by account."""
        for what, wanted, found in (
            ("cents moved on", expected.posted, self.posted),
            ("cents set aside on", expected.pending, self.pending),
        ):
            for account in sorted({*wanted, *found}):
                if wanted[account] != found[account]:
                    raise self._located(what, account, wanted[account], found[account], expected)

    def _located(self, what: str, account: str, wanted: int, found: int, expected: Expected) -> Different:
        causes = list(dict.fromkeys(expected.causes.get(account, [])))
        difference = Different(f"{what} {account}", wanted, found)
        if len(causes) == 1:
            seat, wager, cite = causes[0]
            return difference.placed(seat=seat, wager=wager, cite=cite)
        wagers = [wager for _, wager, _ in causes if wager]
        cites = ", ".join(dict.fromkeys(cite for _, _, cite in causes if cite))
        return difference.placed(wager=", ".join(dict.fromkeys(wagers)), cite=cites)


# =====================================================================================================================
# 16. A deck that was committed to
# =====================================================================================================================


class Deck:
    """A shuffled deck: its commitment, how deep it was cut, how many cards have left it."""

    def __init__(self) -> None:
        self.leaves: list[str] = []
        self.cut = 0
        self.out = 0
        self.is_ready = False

    def shuffled(self, needs_cut: bool) -> None:
        self.leaves, self.cut, self.out, self.is_ready = [], 0, 0, not needs_cut

    def cut_at(self, depth: int) -> None:
        self.cut, self.is_ready = (self.cut + depth) % DECK, True

    def seal(self, sealed: Object) -> None:
        """52 leaves, and the root published before the cut is the root over them."""
        check("leaves of a sealed deck", DECK, len(sealed["leaves"]))
        tree = Tree()
        for leaf in sealed["leaves"]:
            tree.append(bytes.fromhex(leaf))
        check("root of a sealed deck", tree.root().hex(), sealed["root"])
        self.leaves = list(sealed["leaves"])

    def open(self, card: str, salt: str) -> None:
        """The card that left the deck last is the one committed to at its place."""
        position = (self.cut + self.out - 1) % DECK
        if not self.leaves:
            raise Different("a card from the deck", "a deck sealed before it was cut", card)
        opened = b"\x02" + bytes.fromhex(salt) + position.to_bytes(4, "big") + card.encode()
        what = f"card {self.out} of the deck ({card}, position {position}): its commitment"
        check(what, self.leaves[position], hashlib.sha256(opened).hexdigest())


# =====================================================================================================================
# 17. A round of play
# =====================================================================================================================


@dataclass
class Line:
    """One wager settled, as it must be; `cites` are the paragraphs that may be named for it."""

    seat: int
    wager: str
    stake: int
    outcome: str
    cites: tuple[str, ...]
    odds: str = ""
    row: str = ""
    odds_cites: tuple[str, ...] = ()
    paid: int = 0
    returned: int = 0
    kept: int = 0
    meter: str = ""
    meter_before: int = 0
    meter_after: int = 0
    reserve_moved: int = 0
    hand_pay: bool = False
    draw: Draw | None = None
    paid_by: Meter | None = None

    def compare(self, found: Object) -> None:
        """Field by field; the paragraph may be named more or less closely."""
        cite = " or ".join(self.cites)
        place: Object = {"seat": self.seat, "wager": self.wager, "cite": cite}
        for name in LINE_FIELDS:
            wanted = getattr(self, name)
            if wanted != found.get(name, type(wanted)()):
                raise Different(f"{LINE_FIELDS[name]} of the wager", wanted, found.get(name), **place)
        if not names_one(found["cite"], self.cites):
            raise Different("paragraph of the settlement", cite, found["cite"], **place)
        if not names_one(found.get("paid_under", ""), self.odds_cites or ("",)):
            raise Different("paragraph of the odds", " or ".join(self.odds_cites), found.get("paid_under"), **place)


LINE_FIELDS = {
    "stake": "stake",
    "outcome": "outcome",
    "row": "row of the paytable",
    "odds": "odds",
    "meter": "meter",
    "meter_before": "meter before",
    "paid": "cents paid",
    "returned": "cents returned",
    "kept": "cents kept",
    "meter_after": "meter after",
    "reserve_moved": "reserve moved",
    "hand_pay": "hand-pay",
}


def same_paragraph(one: str, other: str) -> bool:
    """The same paragraph, or one that contains the other."""
    short, long = sorted((one, other), key=len)
    return long == short or (short != "" and long.startswith(short) and long[len(short)] in "(.")


def names_one(cite: str, paragraphs: Iterable[str]) -> bool:
    return any(same_paragraph(cite, paragraph) for paragraph in paragraphs)


class Round:
    """One round, rebuilt event by event. `steps` is what the dealing procedure and the text of the round prescribe."""

    def __init__(self, table: Table, number: int, seats: Sequence[int]) -> None:
        self.table, self.game, self.terms = table, table.game, table.terms
        self.number, self.seats, self.stakes = number, list(seats), table.bets
        self.players = {seat: table.players[seat] for seat in seats}
        self.method = table.method
        self.cards: dict[str, Cards] = {}
        self.out: Cards = []
        self.shown = self.set_aside = self.at = 0
        self.dealers: set[str] = set()
        self.chips_counted = False
        self.answers: dict[str, set[int]] = {}
        self.folded: set[int] = set()
        self.gone: set[int] = set()
        self.declared: set[int] = set()
        self.discards: dict[int, Cards] = {}
        self.drawn_cards: Cards = []
        self.drawn_positions: list[int] = []
        self.void: Void | None = None
        self.validated: set[tuple[int, str]] = set()
        self.memo: dict[int, Strength] = {}
        self.steps: list[Step] = []
        self.start_settling()

    def start_settling(self) -> None:
        self.lines: list[Line] = []
        self.done: set[tuple[int, str]] = set()
        self.forfeited: set[tuple[int, str]] = set()
        self.finished: set[int] = set()
        self.at_once: tuple[int, Iterator[Line]] | None = None
        self.current: tuple[int, Iterator[Line]] | None = None
        self.divided: Draw | None = None
        self.unpaid: list[tuple[int, str, Meter, int]] = []

    # --- What a rule may look at -----------------------------------------------------------------------------------

    def has_wager(self, wager: str) -> bool:
        return any(wager in stakes for stakes in self.stakes.values())

    def counts(self, wager: str) -> int:
        return sum(wager in stakes for stakes in self.stakes.values())

    def in_play(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.folded and seat not in self.gone]

    def _of(self, place: str, number: int) -> Cards:
        cards = self.cards.get(place, [])
        check(f"cards at {place}", number, len(cards))
        return cards

    def own(self, seat: int) -> Cards:
        return self._of(f"seat {seat}", self.game.own_cards)

    def dealer_cards(self) -> Cards:
        return self._of("dealer", self.game.own_cards)

    def six_cards(self) -> Cards:
        return self._of("six-card", 4)

    def community(self, number: int) -> Cards:
        """The first so many community cards, which must lie face up."""
        if self.shown < number:
            raise Different("community cards face up", f"{number} or more", self.shown)
        return self.cards["community"][:number]

    def flop(self) -> Cards:
        return self.community(3)

    def player_strength(self, seat: int) -> Strength:
        if seat not in self.memo:
            self.memo[seat] = strength(self.own(seat) + self.community(5))
        return self.memo[seat]

    def dealer_strength(self) -> Strength:
        if 0 not in self.memo:
            self.memo[0] = strength(self.dealer_cards() + self.community(5))
        return self.memo[0]

    def live_five_card(self, seat: int) -> list[tuple[str, int]]:
        """The Five Card Hand wagers of a seat that are settled on their hand; a player who left has none any more."""
        if seat in self.gone:
            return []
        wagers = [wager for wager in FIVE_CARD if wager in self.stakes[seat] and (seat, wager) not in self.forfeited]
        if self.void is not None:
            wagers = [wager for wager in wagers if wager in self.void.settled]
        return [(wager, self.stakes[seat][wager]) for wager in wagers]

    # --- Cards -----------------------------------------------------------------------------------------------------

    def undecided(self, stage: str) -> list[int]:
        answered = self.answers.get(stage, set())
        return [seat for seat in self.game.asked(self, stage) if seat not in answered]

    def next_step(self) -> Step:
        """What comes next; decisions nobody has to take, and all of them in a void round, are passed over."""
        while self.at < len(self.steps):
            kind, stage, _ = self.steps[self.at]
            if kind != "ask" or (self.void is None and self.undecided(stage)):
                return self.steps[self.at]
            self.at += 1
        return ("settle", "", "")

    def step(self, kind: str) -> Step:
        step = self.next_step()
        if step[0] != kind:
            raise Different("what comes next", " ".join(map(str, step)).strip(), kind)
        self.at += 1
        return step

    def leaves_deck(self, card: str) -> None:
        if card not in PACK or card in self.out:
            raise Different("a card", "one of the 52 that is not out yet", card)
        self.out.append(card)
        self.table.open_card(card)

    def remember_dealer(self, event: Object) -> None:
        """Whoever deals or settles as a dealer may not validate in this round."""
        if event["by"].startswith("dealer:"):
            self.dealers.add(event["by"])

    def on_dealt(self, event: Object) -> None:
        self.remember_dealer(event)
        on_device = [name for name, terms in self.terms.wagers.items() if terms["medium"] == "progressive device"]
        if not self.chips_counted and any(map(self.has_wager, on_device)):
            raise Different("a card", "dealt after the chips of the devices were counted", "before", event["cite"])
        for place, card, face in event["cards"]:
            _, wanted, side = self.step("card")
            check("place of the card", f"{wanted}, face {side}", f"{place}, face {face}", event["cite"])
            self.leaves_deck(card)
            self.cards.setdefault(place, []).append(card)
            self.shown += place == "community" and face == "up"

    def on_set_aside(self, event: Object) -> None:
        for card in event["card"]:
            self.leaves_deck(card)
        self.set_aside += len(event["card"])
        if self.set_aside > 1:
            raise Different("cards found face up in one round", "1, or a void round", self.set_aside, event["cite"])

    def on_revealed(self, event: Object) -> None:
        number = self.step("reveal")[1]
        check("cards turned up", self.cards["community"][self.shown : self.shown + number], event["cards"])
        self.shown += number

    def on_turned_up(self, event: Object) -> None:
        if self.void is None:
            self.step("turn up")
        check("the dealer's cards", self.cards.get("dealer", []), event["cards"], event["cite"])

    # --- Decisions -------------------------------------------------------------------------------------------------

    def on_decided(self, event: Object) -> None:
        """In turn, and only what the text permits at that moment with that hand."""
        seat, stage, action = event["seat"], event["stage"], event["action"]
        place = {"seat": seat, "wager": event["wager"], "cite": event["cite"]}
        kind, wanted, _ = self.next_step()
        check("the decision that is due", f"ask {stage}", f"{kind} {wanted}", **place)
        check("whose turn it is", self.undecided(stage)[0], seat, **place)
        permitted = self.game.choices(self, seat, stage)
        if action not in permitted:
            raise Different("a decision", " or ".join(permitted), action, **place)
        wager, sums = permitted[action]
        check("the wager of a decision", wager, event["wager"], **place)
        if event["cents"] not in sums:
            raise Different("the sum of a decision", _sums_text(sums), event["cents"], **place)
        self.answers.setdefault(stage, set()).add(seat)
        if wager:
            self.stakes[seat][wager] = event["cents"]
            self.table.place(self, seat, wager, event["cents"], event["cite"])
        self._acted(seat, action, event)

    def _acted(self, seat: int, action: str, event: Object) -> None:
        discard = list(event["discard"])
        if self.game.id == "ma-colorado" and action in ("bet", "play"):
            is_one = len(discard) == 1 and discard[0] in self.own(seat)
            check("the discard", True, is_one, event["cite"], seat=seat)
            self.discards[seat] = discard
        if action == "fold":
            self.folded.add(seat)
            self.at_once = seat, self._forfeits(seat, self.game.folded(self, seat))
        elif action == "declare":
            self.declared.add(seat)
            self.at_once = seat, self.settlement(seat)

    # --- Irregularities --------------------------------------------------------------------------------------------

    def on_slip(self, event: Object) -> None:
        slip, seat = event["slip"], event["seat"]
        void = self.game.void(self, slip)
        if event["voids"]:
            self._become_void(event, void)
            return
        if slip not in self.game.harmless:
            raise Different("an irregularity", "void" if void else "one the text knows", slip, event["cite"])
        if slip == "player-leaves":
            check("who orders wagers lost", "floor", event["by"].partition(":")[0], event["cite"], seat=seat)
            self.gone.add(seat)
            self.at_once = seat, self._forfeits(seat, dict.fromkeys(self.game.order, (self.game.left_cite,)))
        if slip == "wrong-declaration":
            check("three cards wrongly declared", "", self.game.declared(self, seat), event["cite"], seat=seat)

    def _become_void(self, event: Object, void: Void | None) -> None:
        if void is None or self.void is not None:
            raise Different("what voids a round", "an irregularity that does, once", event["slip"], event["cite"])
        if not names_one(event["cite"], void.cites):
            raise Different("paragraph of the void", " or ".join(void.cites), event["cite"])
        self._check_moment(event["slip"], event["cite"])
        undone = [[line.seat, line.wager] for line in self.lines]
        check("lines undone by the void", undone, event["reopened"], event["cite"])
        for line in reversed(self.lines):
            self.table.undo(self, line, event["cite"])
        self.void = void
        self.start_settling()

    def _check_moment(self, slip: str, cite: str) -> None:
        """Before or after the initial cards are complete; before or after the last decision."""
        hands = [f"seat {seat}" for seat in self.seats] + ["dealer"]
        complete = all(len(self.cards.get(place, [])) == self.game.own_cards for place in hands)
        if slip in ("cards-face-up-early", "cards-face-up-late"):
            check("initial cards complete", slip.endswith("late"), complete, cite)
        if slip == "dealer-card-exposed":
            ahead = [stage for kind, stage, _ in self.steps[self.at :] if kind == "ask"]
            check("a player still to decide", True, any(self.undecided(stage) for stage in ahead), cite)

    # --- Settlement ------------------------------------------------------------------------------------------------

    def on_settled(self, event: Object) -> None:
        self.remember_dealer(event)
        seat = event["seat"]
        if self.at_once is None and self.current is None:
            self._begin(seat)
        turn = self.at_once or self.current
        assert turn is not None
        check("the seat settled", turn[0], seat)
        for found in event["lines"]:
            self._take(next(turn[1], None), found)
        if self.at_once is not None or event["done"]:
            self._check_nothing_left(seat, turn[1])
        if event["done"]:
            self.finished.add(seat)
        if self.at_once is None and event["done"]:
            self.current = None
        self.at_once = None

    def _begin(self, seat: int) -> None:
        """Counter-clockwise from the dealer's right, when all cards are dealt and all have decided."""
        step = self.next_step()
        if self.void is None and step[0] != "settle":
            raise Different("what comes next", " ".join(map(str, step)).strip(), f"settlement of seat {seat}")
        left = [number for number in self.seats if number not in self.finished]
        check("the seat whose turn it is", max(left, default=0), seat)
        self.current = seat, self.settlement(seat)

    def _take(self, wanted: Line | None, found: Object) -> None:
        if wanted is None:
            place = {"seat": found["seat"], "wager": found["wager"]}
            raise Different("a line of the settlement", "no further line", found, **place)
        expected, there = f"seat {wanted.seat}, {wanted.wager}", f"seat {found['seat']}, {found['wager']}"
        place = {"seat": wanted.seat, "wager": wanted.wager, "cite": " or ".join(wanted.cites)}
        check("the wager whose turn it is", expected, there, **place)
        wanted.compare(found)
        if wanted.outcome == "won" and (cite := self.game.must_validate(wanted.wager, wanted.odds)):
            valid = (wanted.seat, wanted.wager) in self.validated
            check("validation by a floorperson", True, valid, cite, seat=wanted.seat, wager=wanted.wager)
        self.lines.append(wanted)
        self.table.settle(self, wanted)

    def _check_nothing_left(self, seat: int, lines: Iterator[Line]) -> None:
        if left := next(lines, None):
            place: Object = {"seat": left.seat, "wager": left.wager, "cite": " or ".join(left.cites)}
            raise Different("a line of the settlement", f"{left.outcome} {left.stake}", "no line", **place)

    def _forfeits(self, seat: int, lost: Forfeits) -> Iterator[Line]:
        """Wagers that are lost before the settlement: by a fold, or because the player left."""
        for wager in self.game.order:
            stake = self.stakes[seat].get(wager)
            if wager in lost and stake and (seat, wager) not in self.done:
                self.done.add((seat, wager))
                self.forfeited.add((seat, wager))
                line = Line(seat, wager, stake, "lost", lost[wager], kept=stake)
                if wager == "five-card-dealer" and self.divided is not None:
                    draw = line.draw = self.divided.meter.give_back(self.divided.part)
                    line.meter, line.meter_before, line.meter_after = draw.meter.terms.meter, draw.before, draw.after
                yield line

    def settlement(self, seat: int) -> Iterator[Line]:
        """The lines of a seat, each worked out when its turn comes: a meter pays what it shows then."""
        for wager in self.game.order:
            if wager in BONUSES:
                for other, stake, ruling in self.game.bonuses(self, seat, wager):
                    yield self._bonus(other, wager, stake, ruling)
            elif wager in self.stakes[seat] and (seat, wager) not in self.done:
                self.done.add((seat, wager))
                yield self._line(seat, wager)
        yield from self._limit(seat)

    def _limit(self, seat: int) -> Iterator[Line]:
        """What the winnings of the limited wagers exceed the payout limit by is taken off."""
        if self.terms.limit is not None:
            won = sum(line.paid for line in self.lines if line.seat == seat and line.wager in self.game.limited)
            if won > self.terms.limit:
                cites = (self.game.limit_cite,) if self.game.id != "ma-colorado" else ("12(c)", "13(c)")
                yield Line(seat, "payout limit", 0, "limited", cites, paid=self.terms.limit - won)

    def _line(self, seat: int, wager: str) -> Line:
        stake = self.stakes[seat][wager]
        if self.void is not None and wager not in self.void.settled:
            return Line(seat, wager, stake, "void", self.void.cites, returned=stake)
        if cites := self._right_ended_by_a_fold(seat, wager):
            return Line(seat, wager, stake, "lost", cites, kept=stake)
        ruling = self.game.rule(self, seat, wager)
        line = Line(seat, wager, stake, ruling.outcome, (ruling.cite,), row=ruling.row)
        if ruling.paytable:
            line.odds_cites = self._odds_cites(ruling.paytable)
            self._pay(line, Odds.parse(self.terms.rows(ruling.paytable)[ruling.row]))
        if ruling.outcome == "lost":
            line.kept = stake
        elif ruling.outcome in ("push", "returned"):
            line.returned = stake
        return line

    def _right_ended_by_a_fold(self, seat: int, wager: str) -> tuple[str, ...]:
        """The paragraphs of a fold that a void does not undo: of wagers on a device, taken before the deal."""
        on_a_device = wager in ("progressive", *FIVE_CARD)
        if self.void is None or seat not in self.folded or not on_a_device:
            return ()
        return self.game.folded(self, seat).get(wager, ())

    def _pay(self, line: Line, odds: Odds) -> None:
        line.odds = odds.printed
        if odds.kind == "share":
            self._pay_share(line, odds)
        elif odds.kind in ("to", "for"):
            line.paid = odds.pays(line.stake)
            line.returned, line.kept = (line.stake, 0) if odds.kind == "to" else (0, line.stake)

    def _pay_share(self, line: Line, odds: Odds) -> None:
        """Of what the meter shows now; the dealer's hand is measured once, and divided equally among its wagers."""
        meter = self.table.meter(self.terms.meter(line.wager, odds.meter))
        draw = self.divided if line.wager == "five-card-dealer" else None
        line.meter, line.kept, line.hand_pay = meter.terms.meter, line.stake, True
        line.meter_before = line.meter_after = meter.units
        line.paid_by = meter
        if draw is None:
            draw = line.draw = meter.win(odds.amount, self._parts(line.wager))
            line.meter_after, line.reserve_moved = draw.after, draw.moved
        if line.wager == "five-card-dealer":
            self.divided = draw
        line.paid = draw.part

    def _parts(self, wager: str) -> int:
        if wager != "five-card-dealer":
            return 1
        return sum(wager in self.stakes[seat] and (seat, wager) not in self.forfeited for seat in self.seats)

    def _bonus(self, seat: int, wager: str, stake: int, ruling: Ruling) -> Line:
        """A bonus pays on the stake of the wager it rides on, which has a line of its own."""
        column = f"${stake // 100}" if ruling.paytable == "envy" else ""
        odds = Odds.parse(self.terms.rows(ruling.paytable, column)[ruling.row])
        line = Line(seat, wager, 0, "won", (ruling.cite,), odds.printed, ruling.row, paid=odds.pays(stake))
        line.odds_cites = self._odds_cites(ruling.paytable)
        return line

    def _odds_cites(self, paytable: str) -> tuple[str, ...]:
        return tuple(self.game.printed[paytable][0].split(", "))

    # --- The end ---------------------------------------------------------------------------------------------------

    def on_cleared(self, event: Object) -> None:
        check("number of the round", self.number, event["number"])
        for seat in self.seats:
            for wager in self.stakes[seat]:
                if (seat, wager) not in self.done:
                    raise Different("a line for every wager", "a line", "none", event["cite"], seat=seat, wager=wager)
            check("the seat is settled", True, seat in self.finished, event["cite"], seat=seat)
        check("seats whose hand-pay has no documents", [], [row[0] for row in self.unpaid], event["cite"])
        self.table.count(self)


def _sums_text(sums: Sequence[int]) -> str:
    return f"{sums[0]} to {sums[-1]}" if isinstance(sums, range) else " or ".join(map(str, sums))


# =====================================================================================================================
# 18. A table
# =====================================================================================================================


class Table:
    """One table, from its installation on: seats, decks, wagers, rounds."""

    def __init__(self, audit: Audit, name: str, terms: Terms, physical: bool) -> None:
        self.audit, self.name, self.terms, self.physical = audit, name, terms, physical
        self.game = GAMES[terms.raw["rulebook"]]
        self.method = terms.dealing
        self.players: dict[int, str] = {}
        self.bets: dict[int, dict[str, int]] = {}
        self.decks = [Deck()]
        self.deck = 0
        self.rounds = 0
        self.round: Round | None = None
        self.reshuffles = terms.raw["shuffler"] == "reshuffling"
        self.shuffler_works = terms.raw["shuffler"] != "none"
        check_terms(self.game, terms)

    def see(self, event: Object) -> None:
        handler = HANDLERS.get(event["type"])
        if handler is None:
            raise Different("an event", ", ".join(sorted(HANDLERS)), event["type"])
        if not event["cite"]:
            raise Different("paragraph of an event", "one", "none")
        if self.round is not None and self.round.at_once and event["type"] not in ("Settled", "SlipFound"):
            raise Different("what comes next", "settlement at once", event["type"], seat=self.round.at_once[0])
        handler(self, event)

    def in_round(self) -> Round:
        if self.round is None:
            raise Different("a round in play", "one", "none")
        return self.round

    # --- Decks -----------------------------------------------------------------------------------------------------

    def on_received(self, event: Object) -> None:
        self.decks, self.deck = [Deck() for _ in event["backs"]], 0

    def on_table_closed(self, event: Object) -> None:
        """Cards and players leave."""
        if self.round is not None or self.bets:
            raise Different("a table closed", "no wagers on it", "wagers", event["cite"])
        self.players = {}

    def on_shuffled(self, event: Object) -> None:
        """While a round is played it is the other of two decks that is shuffled.

        Cards shuffled by hand or before delivery are cut; a device, or one that reshuffles, spares the cut.
        """
        other = self.round is not None and len(self.decks) > 1
        deck = self.decks[1 - self.deck if other else self.deck]
        by_device = event["how"] == "machine"
        deck.shuffled(needs_cut=not (by_device or (event["how"] == "preshuffled" and self.reshuffles)))
        sealed = self.audit.entry.get("sealed")
        if self.physical:
            check("a commitment to real cards", None, sealed)
        elif sealed is None:
            raise Different("a shuffle", "a commitment to the order of the cards", "none", event["cite"])
        else:
            check("cards of a sealed deck in the log", [], list(event["cards"]), event["cite"])
            deck.seal(sealed)

    def on_cut(self, event: Object) -> None:
        """At least ten cards from the top, at least one below; what was above goes to the bottom."""
        if not 10 <= event["depth"] <= 51:
            raise Different("depth of the cut", "10 to 51", event["depth"], event["cite"])
        self.decks[self.deck].cut_at(event["depth"])

    def open_card(self, card: str) -> None:
        deck = self.decks[self.deck]
        deck.out += 1
        if not self.physical:
            deck.open(card, self.audit.opening(card))

    def on_stub(self, event: Object) -> None:
        out = len(self.round.out) if self.round is not None else 0
        check("the count of the stub is right", event["cards"] + out == DECK, event["right"], event["cite"])

    def on_device(self, event: Object) -> None:
        """Two decks alternate as long as the shuffler works, which may be the shoe itself."""
        if event["device"] == "shuffler" or self.reshuffles:
            self.shuffler_works = event["how"] == "works again"

    def on_method(self, event: Object) -> None:
        self.method = event["dealing"]

    # --- Seats and wagers --------------------------------------------------------------------------------------------

    def on_seat_taken(self, event: Object) -> None:
        seat, player = event["seat"], event["player"]
        if seat in self.players or not 1 <= seat <= self.terms.seats:
            raise Different("a seat", f"an empty one of {self.terms.seats}", seat, event["cite"], seat=seat)
        self.players[seat] = player

    def on_seat_left(self, event: Object) -> None:
        if event["seat"] in self.bets or event["seat"] not in self.players:
            raise Different("a seat left", "one without wagers", event["seat"], event["cite"], seat=event["seat"])
        del self.players[event["seat"]]

    def on_placed(self, event: Object) -> None:
        """Offered, of a permitted sum, by a seated player, before no more bets."""
        seat, wager, cents = event["seat"], event["wager"], event["cents"]
        place = {"seat": seat, "wager": wager, "cite": event["cite"]}
        if self.round is not None:
            raise Different("a wager", "placed before no more bets", "placed after", **place)
        if seat not in self.players or wager in self.bets.get(seat, {}):
            raise Different("a wager", "the only one of its kind, of a seated player", f"seat {seat}", **place)
        terms = self.terms.wagers.get(wager)
        if terms is None or wager not in (*self.game.required, *self.game.needs):
            raise Different("a wager", "one that is offered and placed before the deal", wager, **place)
        sums = terms["amounts"] or range(terms["minimum"], terms["maximum"] + 1)
        if cents not in sums:
            raise Different("the sum of a wager", _sums_text(sums), cents, **place)
        self._check_links(wager, place)
        self.bets.setdefault(seat, {})[wager] = cents
        self.audit.stake(self, self.players[seat], seat, wager, cents, event["cite"])

    def _check_links(self, wager: str, place: Object) -> None:
        link = self.terms.wagers[wager].get("link", "")
        if link and link in self.audit.links_down:
            raise Different("a wager on a linked meter", "none while the link is down", f"link {link} is down", **place)

    def on_withdrawn(self, event: Object) -> None:
        """A wager goes back before no more bets, and with it those that cannot stand without it."""
        seat, gone = event["seat"], [event["wager"]]
        if self.round is not None or event["wager"] not in self.bets.get(seat, {}):
            raise Different("a wager withdrawn", "one placed, before no more bets", event["wager"], event["cite"])
        while gone:
            wager = gone.pop()
            cents = self.bets[seat].pop(wager)
            self.audit.stake(self, self.players[seat], seat, wager, -cents, event["cite"])
            gone += [name for name in self.bets[seat] if wager in self.game.needs.get(name, ()) and name not in gone]
        if not self.bets[seat]:
            del self.bets[seat]

    def on_closed(self, event: Object) -> None:
        """No more bets: required wagers are there and equal, no optional one stands alone."""
        if self.round is not None:
            raise Different("no more bets", "once a round", "again", event["cite"])
        check("seats with wagers", sorted(self.bets), list(event["seats"]), event["cite"])
        for seat, stakes in self.bets.items():
            for wager in (*self.game.required, *(need for name in stakes for need in self.game.needs.get(name, ()))):
                if wager not in stakes:
                    raise Different("a wager that others need", wager, "none", event["cite"], seat=seat)
            for wager in self.game.equal:
                check("a wager that equals the Ante", stakes["ante"], stakes[wager], event["cite"], seat=seat)
        self._check_positions(event["cite"])
        deck = self.decks[self.deck]
        check("a deck shuffled, cut where it must be, and not dealt from", (True, 0), (deck.is_ready, deck.out))
        self._start(event["number"], event["cite"])
        self.in_round().remember_dealer(event)
        self.in_round().steps = self.game.plan(self.in_round())
        for place, meter, cents, units, reserve in self._feeds():
            meter.pending += units
            meter.pending_reserve += reserve
            self.audit.expected.change("staked", meter, place, units, reserve, cents)

    def _check_positions(self, cite: str) -> None:
        """One player wagers on as many boxes as filed, and they are adjacent."""
        most = self.terms.raw["positions_per_player"]
        for player in {self.players[seat] for seat in self.bets}:
            seats = [seat for seat in sorted(self.bets) if self.players[seat] == player]
            if len(seats) > most or seats[-1] - seats[0] >= len(seats):
                raise Different(f"boxes of {player!r}", f"at most {most}, adjacent", seats, cite)

    def _start(self, number: int, cite: str) -> None:
        self.rounds += 1
        check("number of the round", self.rounds, number, cite)
        self.round = Round(self, number, sorted(self.bets))
        self.audit.totals["rounds"] += 1
        self.audit.totals["hands"] += len(self.bets)

    def on_chips(self, event: Object) -> None:
        """As many chips as the devices accepted wagers."""
        on_device = [wager for wager, terms in self.terms.wagers.items() if terms["medium"] == "progressive device"]
        placed = sum(self.in_round().counts(wager) for wager in on_device)
        check("chips against accepted wagers", placed, event["number"], event["cite"])
        self.in_round().chips_counted = True

    def on_drawn(self, event: Object) -> None:
        """What the table game system drew; it counts for the bonuses that are offered."""
        choices, round_ = self.terms.choices, self.in_round()
        if choices.get("magic-card") == "yes":
            round_.drawn_cards += event["cards"]
        if choices.get("lucky-bonus") == "yes":
            round_.drawn_positions += event["positions"]

    # --- Irregularities, validation, the end -------------------------------------------------------------------------

    def on_slip(self, event: Object) -> None:
        """Outside of a round only wagers already placed can go back (Maryland 13.H)."""
        if self.round is None and event["voids"]:
            self._start(self.rounds + 1, event["cite"])
        if self.round is not None:
            self.round.on_slip(event)

    def on_asked(self, event: Object) -> None:
        turn = self.in_round().current
        check("the seat that waits for validation", turn[0] if turn else None, event["seat"], event["cite"])

    def on_validated(self, event: Object) -> None:
        """A floorperson, and another person than the player paid and whoever dealt or settled in the round."""
        role, _, person = event["by"].partition(":")
        round_ = self.in_round()
        concerned = {round_.players[event["seat"]], *(by.partition(":")[2] for by in round_.dealers)} - {""}
        if role != "floor" or person.strip().casefold() in {name.strip().casefold() for name in concerned}:
            accepted = "a floorperson who neither is paid nor dealt or settled"
            raise Different("who validates", accepted, event["by"], event["cite"])
        self.in_round().validated.add((event["seat"], event["wager"]))

    def on_documents(self, event: Object) -> None:
        """The documents of a seat are complete: its hand-pays leave for the cage."""
        round_ = self.in_round()
        for seat, wager, meter, cents in (row for row in round_.unpaid if row[0] == event["seat"]):
            self.audit.expected.move(f"handpay:{self.name}", "cage", cents, (seat, wager, event["cite"]))
            self.audit.expected.change("paid", meter, (self.name, round_.number, seat, wager), cents=cents)
        round_.unpaid = [row for row in round_.unpaid if row[0] != event["seat"]]

    def on_meters(self, event: Object) -> None:
        """What the table was told its meters show is what they show."""
        meters = {terms.meter: self.meter(terms) for terms in self.terms.meters}
        for name, units in event["readings"]:
            meter = meters.get(name.removesuffix(" reserve"))
            if meter is None:
                raise Different("a reading", ", ".join(meters), name, event["cite"])
            shown = meter.reserve if name.endswith(" reserve") else meter.units
            check(f"reading of {name}", shown, units, event["cite"])

    def on_cleared(self, event: Object) -> None:
        self.in_round().on_cleared(event)
        self.round, self.bets = None, {}
        if len(self.decks) > 1 and self.shuffler_works:
            self.deck = 1 - self.deck

    # --- Money and meters --------------------------------------------------------------------------------------------

    def meter(self, terms: MeterTerms) -> Meter:
        return self.audit.meters[terms.id]

    def place(self, round_: Round, seat: int, wager: str, cents: int, cite: str) -> None:
        self.audit.stake(self, round_.players[seat], seat, wager, cents, cite)

    def settle(self, round_: Round, line: Line, sign: int = 1, cite: str = "") -> None:
        """The stake is no longer set aside; what is kept goes to the tray, what is paid comes from it.

        A share of a meter goes to the hand-pay account instead, never to the player's chips or game account.
        """
        audit, player = self.audit, round_.players[line.seat]
        cause = (line.seat, line.wager, cite or line.cites[0])
        account = self.account(player, line.wager)
        if line.stake:
            audit.stake(self, player, line.seat, line.wager, -sign * line.stake, cause[2])
        paid = 0 if line.hand_pay else line.paid
        audit.expected.move(account, f"tray:{self.name}", sign * (line.kept - paid), cause)
        if line.draw is not None:
            audit.hand_pay(self, sign * line.draw.drawn // UNITS, cause)
            self._drawn(line.draw, sign > 0, (self.name, round_.number, line.seat, line.wager))
        if line.paid_by is not None and line.paid and sign > 0:
            round_.unpaid.append((line.seat, line.wager, line.paid_by, line.paid))
        for name, cents in (("wagered", line.stake), ("paid", line.paid), ("kept", line.kept)):
            audit.totals[name] += sign * cents
        audit.totals["lines"] += sign

    def _drawn(self, draw: Draw, done: bool, place: Place) -> None:
        """What a win, or the end of one, must have changed: what left the meter, and what it started again from."""
        change = self.audit.expected.change
        if draw.drawn:
            kind = "won" if (draw.drawn > 0) == done else "restored"
            change(kind, draw.meter, place, abs(draw.drawn), cents=abs(draw.drawn) // UNITS)
        if draw.reseed:
            change("reseeded" if done else "reseed undone", draw.meter, place, draw.reseed)
        if draw.moved:
            change("reserve moved" if done else "reserve returned", draw.meter, place, draw.moved)

    def undo(self, round_: Round, line: Line, cite: str) -> None:
        self.settle(round_, line, -1, cite)
        if line.draw is not None:
            line.draw.meter.undo(line.draw)

    def account(self, player: str, wager: str) -> str:
        """Five Card Hand wagers and what they win move on the electronic account, all others in chips."""
        on = "five-card-player" if wager in ("magic-card", "lucky-bonus") else wager
        electronic = self.terms.wagers.get(on, {}).get("medium") == "electronic account"
        return f"{'game' if electronic else 'chips'}:{player}"

    def _feeds(self) -> Iterator[tuple[Place, Meter, int, int, int]]:
        """Every wager that feeds a meter: where it lies, the meter, its cents, what it adds."""
        round_ = self.in_round()
        for terms in self.terms.meters:
            for seat, stakes in round_.stakes.items():
                for wager in (name for name in terms.wagers if name in stakes):
                    place = (self.name, round_.number, seat, wager)
                    yield place, self.meter(terms), stakes[wager], *terms.adds(stakes[wager])

    def count(self, round_: Round) -> None:
        """The round is complete: what its wagers add comes on display, except for those that went back.

        Before no more bets nothing is pending, so that a round that is void before it has nothing to count.
        """
        void = {(line.seat, line.wager) for line in round_.lines if line.outcome == "void"}
        if not round_.steps:
            return
        for place, meter, cents, units, reserve in self._feeds():
            is_void = place[2:] in void
            meter.pending -= units
            meter.pending_reserve -= reserve
            meter.units += 0 if is_void else units
            meter.reserve += 0 if is_void else reserve
            self.audit.expected.change("withdrawn" if is_void else "counted", meter, place, units, reserve, cents)


def passed_over(table: Table, event: Object) -> None:
    """Events without effect on cards or money."""


def of_round(name: str) -> Any:
    def handler(table: Table, event: Object) -> None:
        getattr(table.in_round(), name)(event)

    return handler


HANDLERS: dict[str, Any] = {
    **dict.fromkeys(("DecksReadied", "RecutOrdered", "DeckRemoved"), passed_over),
    "DecksReceived": Table.on_received,
    "TableClosed": Table.on_table_closed,
    "Shuffled": Table.on_shuffled,
    "DeckCut": Table.on_cut,
    "StubCounted": Table.on_stub,
    "DeviceMarked": Table.on_device,
    "MethodChanged": Table.on_method,
    "SeatTaken": Table.on_seat_taken,
    "SeatLeft": Table.on_seat_left,
    "WagerPlaced": Table.on_placed,
    "WagerWithdrawn": Table.on_withdrawn,
    "BetsClosed": Table.on_closed,
    "ChipsCounted": Table.on_chips,
    "BonusDrawn": Table.on_drawn,
    "SlipFound": Table.on_slip,
    "ValidationAsked": Table.on_asked,
    "Validated": Table.on_validated,
    "DocumentsCompleted": Table.on_documents,
    "MetersRead": Table.on_meters,
    "RoundCleared": Table.on_cleared,
    "Dealt": of_round("on_dealt"),
    "CardSetAside": of_round("on_set_aside"),
    "Revealed": of_round("on_revealed"),
    "DealerTurnedUp": of_round("on_turned_up"),
    "Decided": of_round("on_decided"),
    "Settled": of_round("on_settled"),
}


# =====================================================================================================================
# 19. The property: entries in their order
# =====================================================================================================================


class Audit:
    """Everything rebuilt so far. `take` gets one entry after the other and stops at the first difference."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self.meters: dict[str, Meter] = {}
        self.stands: dict[str, tuple[int, int, int, int]] = {}
        self.ledgers: dict[str, tuple[int, int, int]] = {}
        self.books = Books()
        self.links_down: set[str] = set()
        self.numbers: Counter[str] = Counter()
        self.totals: Counter[str] = Counter()
        self.entry: Object = {}
        self.expected = Expected()
        self.openings: Iterator[str] = iter(())
        self.find_entry: Any = None
        self.owner = "", ""
        self.ids: set[str] = set()
        self.named_by_tables: set[str] = set()
        self.links: set[str] = set()

    def take(self, entry: Object) -> None:
        try:
            self._take(entry)
        except Different as difference:
            table = entry["stream"].removeprefix("table ") if entry["stream"] != "floor" else ""
            raise difference.placed(seq=entry["seq"], table=table, round=entry.get("round", 0)) from None

    def _take(self, entry: Object) -> None:
        self.entry, stream = entry, entry["stream"]
        self.numbers[stream] += 1
        self.totals["entries"] += 1
        check("number of the entry", self.totals["entries"], entry["seq"])
        check(f"number in stream {stream!r}", self.numbers[stream], entry["number"])
        if entry["id"] in self.ids:
            raise Different("id of the order", "one that no order before had", entry["id"])
        self.ids.add(entry["id"])
        self.expected = Expected()
        self.openings = iter(entry.get("openings", ()))
        number = self._round_of(stream)
        for event in entry.get("events", ()):
            self._see(stream, event)
        check("round of the entry", number or self._round_of(stream), entry.get("round", 0))
        check("openings without a card", [], list(self.openings))
        self._check_meters(entry.get("meters", ()))
        self._check_transfers(entry)

    def _round_of(self, stream: str) -> int:
        """The round in play at a table, or the one that wagers are placed for; 0 outside of a round."""
        table = self.tables.get(stream.removeprefix("table "))
        if table is None or stream == "floor":
            return 0
        return table.round.number if table.round is not None else table.rounds + 1 if table.bets else 0

    def _see(self, stream: str, event: Object) -> None:
        if stream == "floor":
            handler = HAPPENINGS.get(event["type"])
            if handler is None:
                raise Different("a happening", ", ".join(sorted(HAPPENINGS)), event["type"])
            handler(self, event)
            return
        name = stream.removeprefix("table ")
        if name not in self.tables:
            raise Different("a table", f"one that is installed: {', '.join(self.tables)}", name)
        self.tables[name].see(event)

    def opening(self, card: str) -> str:
        salt = next(self.openings, None)
        if salt is None:
            raise Different("a card from a sealed deck", f"the salt that opens {card}", "none")
        return salt

    # --- Money -------------------------------------------------------------------------------------------------------

    def stake(self, table: Table, player: str, seat: int, wager: str, cents: int, cite: str) -> None:
        """A wager is set aside: neither the player's to spend nor the house's yet; less than 0: no longer."""
        self.expected.set_aside(table.account(player, wager), cents, (seat, wager, cite))

    def hand_pay(self, table: Table, cents: int, cause: Cause) -> None:
        """From the meter to what an attendant has to pay; the meter's side follows from what it shows."""
        self.expected.move("house", f"handpay:{table.name}", cents, cause)

    def _check_meters(self, changes: Iterable[Object]) -> None:
        """The recorded changes are those the events make, and bring every meter where it must stand."""
        found: Counter[Change] = Counter()
        for change in changes:
            name = change["meter"]
            self.stands[name] = changed(self.stands.get(name, (0, 0, 0, 0)), change)
            numbers = (change.get(key, 0) for key in ("units", "reserve", "cents"))
            place = change.get("table", ""), change.get("round", 0), change.get("seat", 0), change.get("wager", "")
            found[(name, change["kind"], *numbers, *place)] += 1
        if found != self.expected.changes:
            raise meter_difference(self.expected.changes - found, found - self.expected.changes)
        self._check_stands({change[0] for change in found})

    def _check_stands(self, names: Iterable[str]) -> None:
        for name in names:
            what = f"units, reserve and pending units of meter {name}"
            check(what, self.meters[name].stand(), self.stands.get(name))

    def _check_transfers(self, entry: Object) -> None:
        self.books.begin(f"{entry['stream']}:{entry['number']}")
        for transfer in entry.get("transfers", ()):
            self.books.take(transfer)
            if transfer.get("corrects"):
                self._correct(transfer)
        if entry["command"].get("together"):
            self._check_together(entry)
        for name in {change[0] for change in self.expected.changes}:
            self._follow_meter(name)
        self.books.compare(self.expected)

    def _follow_meter(self, name: str) -> None:
        """The ledger holds the whole cents a meter shows, the house being the other side."""
        cents, old = self.meters[name].cents(), self.ledgers.get(name, (0, 0, 0))
        for kind, now, then in zip(("meter", "reserve", "rounding"), cents, old, strict=True):
            if now != then:
                self.expected.move("house", f"{kind}:{name}", now - then, (0, "", f"meter {name}"))
        self.ledgers[name] = cents

    def _correct(self, transfer: Object) -> None:
        """A correction goes back over the accounts of an earlier transfer, with a reason and two approvers."""
        wrong = self.find_transfer(transfer["corrects"])
        back = [wrong["credit"], wrong["debit"]]
        check(f"accounts of the correction of {wrong['id']}", back, [transfer["debit"], transfer["credit"]])
        if not transfer.get("reason", "").strip() or len(set(transfer.get("approvers", ()))) < 2:
            raise Different("a correction", "a reason and two approvers", transfer.get("approvers", ()))
        self.expected.move(transfer["debit"], transfer["credit"], transfer["cents"], (0, "", transfer["cite"]))

    def _check_together(self, entry: Object) -> None:
        """Cash and chips of a buy-in go back together, by the same sum."""
        named, cents = entry["command"]["transfer"], entry["command"]["cents"]
        wrong, stem = self.find_transfer(named), named.rpartition("/")[0]
        legs = [f"{stem}/0", f"{stem}/1"] if wrong["code"] == "buy-in" else [named]
        found = [(transfer.get("corrects"), transfer["cents"]) for transfer in entry["transfers"]]
        check("transfers set right together", [(leg, cents) for leg in legs], found)

    def find_transfer(self, name: str) -> Object:
        """An earlier transfer: its id begins with the stream and number of its entry."""
        stream, _, rest = name.rpartition(":")
        number = rest.partition("/")[0]
        entry = self.find_entry(stream, int(number)) if self.find_entry and number.isdecimal() else None
        for transfer in entry.get("transfers", ()) if entry else ():
            if transfer["id"] == name:
                return dict(transfer)
        raise Different("the transfer a correction is of", "an earlier one", name)

    # --- Happenings --------------------------------------------------------------------------------------------------

    def on_opened(self, event: Object) -> None:
        check("the first entry", 1, self.entry["seq"], event["cite"])
        self.owner = event["name"], event["public_key"]

    def on_installed(self, event: Object) -> None:
        """A table with its tray; its meters start at their seed unless a linked table has started them."""
        name, terms = event["table"], Terms(event["terms"])
        if name in self.tables or terms.raw["rulebook"] not in GAMES:
            raise Different("a table installed", "a new one under a known rulebook", name)
        self.tables[name] = Table(self, name, terms, event["physical"])
        self._check_names(name, terms, event["cite"])
        for meter in terms.meters:
            known = self.meters.get(meter.id)
            if known is None:
                self.meters[meter.id] = Meter(meter, meter.seed)
                self.expected.change("opened", self.meters[meter.id], (name, 0, 0, ""), meter.seed)
            else:
                what = f"terms of the shared meter {meter.id}"
                check(what, _shared(known.terms), _shared(meter), event["cite"])
        self.expected.move("cage", f"tray:{name}", self.entry["command"]["tray_cents"], (0, "", event["cite"]))

    def _check_names(self, table: str, terms: Terms, cite: str) -> None:
        """A meter bears the name of its link, or of its table where it has none; so these two never share a name."""
        for meter in terms.raw["meters"]:
            check("name of a meter", f"{meter['link'] or table}/{meter['meter']}", meter["id"], cite)
        links = {meter["link"] for meter in terms.raw["meters"] if meter["link"]}
        own = {table} if any(not meter["link"] for meter in terms.raw["meters"]) else set()
        self.links |= links
        self.named_by_tables |= own
        if alike := sorted(self.links & {*self.named_by_tables, *self.tables}):
            raise Different("names of tables and links", "no name that is both", alike[0], cite)

    def on_removed(self, event: Object) -> None:
        """What its tray and drop box hold goes to the cage."""
        name = event["table"]
        if self.tables.pop(name, None) is None:
            raise Different("a table removed", ", ".join(self.tables), name)
        for account in (f"tray:{name}", f"drop:{name}"):
            self.expected.move(account, "cage", self.books.balance[account], (0, "", event["cite"]))

    def on_bought(self, event: Object) -> None:
        """Cash into the drop box, chips of the tray to the player."""
        cause = (0, "", event["cite"])
        self.expected.move("cage", f"drop:{event['table']}", event["cents"], cause)
        self.expected.move(f"tray:{event['table']}", f"chips:{event['player']}", event["cents"], cause)

    def on_cashed(self, event: Object) -> None:
        self._all_of(f"chips:{event['player']}", "cage", event)

    def on_loaded(self, event: Object) -> None:
        player = event["player"]
        self.expected.move(f"chips:{player}", f"game:{player}", event["cents"], (0, "", event["cite"]))

    def on_unloaded(self, event: Object) -> None:
        self._all_of(f"game:{event['player']}", f"chips:{event['player']}", event)

    def _all_of(self, account: str, taker: str, event: Object) -> None:
        """Paid out to zero."""
        check(f"all that {account} holds", self.books.balance[account], event["cents"], event["cite"])
        self.expected.move(account, taker, event["cents"], (0, "", event["cite"]))

    def on_filled(self, event: Object) -> None:
        self.expected.move("cage", f"tray:{event['table']}", event["cents"], (0, "", event["cite"]))

    def on_credited(self, event: Object) -> None:
        self.expected.move(f"tray:{event['table']}", "cage", event["cents"], (0, "", event["cite"]))

    def on_counted(self, event: Object) -> None:
        """The whole box goes to the cage; what the count finds more or less is the house's."""
        drop, cause = f"drop:{event['table']}", (0, "", event["cite"])
        check(f"what {drop} should hold", self.books.balance[drop], event["expected_cents"], event["cite"])
        self.expected.move(drop, "cage", event["cents"], cause)
        self.expected.move(drop, "house", event["expected_cents"] - event["cents"], cause)

    def on_link_cut(self, event: Object) -> None:
        self.links_down.add(event["link"])

    def on_link_restored(self, event: Object) -> None:
        self.links_down.discard(event["link"])

    def on_adjusted(self, event: Object) -> None:
        """A recorded correction of a displayed meter: a reason and two approvers."""
        for change in self.entry.get("meters", ()):
            if change["kind"] != "adjusted" or change["meter"] not in self.meters:
                raise Different("a change of a meter", "an adjustment of a known one", change)
            if not change.get("reason", "").strip() or len(set(change.get("approvers", ()))) < 2:
                raise Different("an adjustment", "a reason and two approvers", change.get("approvers", ()))
            meter = self.meters[change["meter"]]
            meter.units += change["units"]
            self.expected.change("adjusted", meter, ("", 0, 0, ""), change["units"])

    def on_other(self, event: Object) -> None:
        """Gaming days, snapshots, inspections and corrections move nothing by themselves."""

    # --- The end -----------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """The trial balance is 0, meters stand as they must, and what is set aside is what lies on the tables."""
        self._check_stands(self.meters)
        for name, meter in self.meters.items():
            kept = tuple(self.books.balance[f"{kind}:{name}"] for kind in ("meter", "reserve", "rounding"))
            check(f"cents of meter {name}, its reserve and its rounding", meter.cents(), kept)
        check("trial balance of all accounts", 0, sum(self.books.balance.values()))
        held = sum(cents for _, _, cents in self.books.open.values())
        on_tables = sum(cents for table in self.tables.values() for cents in table_stakes(table))
        check("cents set aside for wagers on the tables", on_tables, held)


def meter_difference(missing: Counter[Change], surplus: Counter[Change]) -> Different:
    """The first change of a meter that is missing, beside the one that stands in its place."""
    wanted, found = next(iter(missing), None), next(iter(surplus), None)
    meter, kind, *_ = wanted or found or ("", "")
    seat, wager = (wanted or found or ("", ""))[-2:]
    names = ("units", "reserve", "cents")
    expected, there = (dict(zip(names, change[2:5], strict=True)) if change else "none" for change in (wanted, found))
    return Different(f"{kind!r} on meter {meter}", expected, there, seat=int(seat or 0), wager=str(wager))


def _shared(terms: MeterTerms) -> tuple[object, ...]:
    """What tables that share a meter must agree on."""
    return terms.name, terms.wagers, terms.seed, terms.reseed, terms.primary, terms.reserve


def table_stakes(table: Table) -> Iterator[int]:
    round_ = table.round
    settled = round_.done - _unseen(round_) if round_ is not None else set()
    for seat, stakes in (round_.stakes if round_ is not None else table.bets).items():
        yield from (cents for wager, cents in stakes.items() if (seat, wager) not in settled)


def _unseen(round_: Round) -> set[tuple[int, str]]:
    """Wagers whose line was worked out but has not come yet: none, unless a round stopped half-way."""
    return round_.done - {(line.seat, line.wager) for line in round_.lines}


QUIET_HAPPENINGS = ("DayStarted", "DayEnded", "Corrected", "SnapshotTaken", "RoundInspected", "LogExported")
HAPPENINGS: dict[str, Any] = {
    "PropertyOpened": Audit.on_opened,
    "TableInstalled": Audit.on_installed,
    "TableRemoved": Audit.on_removed,
    "ChipsBought": Audit.on_bought,
    "ChipsCashed": Audit.on_cashed,
    "AccountLoaded": Audit.on_loaded,
    "AccountClosed": Audit.on_unloaded,
    "TrayFilled": Audit.on_filled,
    "TrayCredited": Audit.on_credited,
    "DropCounted": Audit.on_counted,
    "LinkCut": Audit.on_link_cut,
    "LinkRestored": Audit.on_link_restored,
    "MeterAdjusted": Audit.on_adjusted,
    **dict.fromkeys(QUIET_HAPPENINGS, Audit.on_other),
}


# =====================================================================================================================
# 20. The whole log, and the report
# =====================================================================================================================


@dataclass
class Report:
    """What was looked at, and where it differs; proofs and contents are checked apart."""

    name: str = ""
    size: int = 0
    root: str = ""
    summary: Object = field(default_factory=dict)
    differences: list[Different] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        return not self.differences

    def as_dict(self) -> Object:
        about = {"agrees": self.agrees, "property": self.name, "entries": self.size, "root": self.root}
        return about | self.summary | {"differences": [difference.as_dict() for difference in self.differences]}


UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError)
"""What an entry of another shape than the log's may lead to."""


class Verifier:
    """Reads an export once, line by line."""

    def __init__(self, path: Path, kept: Sequence[Head] = (), key: str = "") -> None:
        self.path, self.kept, self.key = path, kept, key
        self.tree, self.audit, self.report = Tree(), Audit(), Report()
        self.roots: dict[int, str] = {}
        self.offsets: dict[str, array[int]] = {}
        self.orders = array("Q")
        self.audit.find_entry = self.find_entry
        self.stopped = False

    def run(self) -> Report:
        header: Header | None = None
        head: Head | None = None
        try:
            offset = 0
            for number, line, is_last in lines_of(self.path):
                if number == 1:
                    header = read_header(line)
                elif is_last:
                    head = read_last_line(line, number)
                else:
                    self._entry(number, line, offset)
                offset += len(line) + 1
        except Different as difference:
            self.report.differences.append(difference)
            return self._reported(header)
        if header is None or head is None:
            raise Unreadable(f"{self.path}: a log has a header, entries and a signed head; this has fewer lines")
        self._check_proofs(header, head)
        self._close()
        return self._reported(header)

    def _entry(self, number: int, line: bytes, offset: int) -> None:
        self.tree.append(leaf_hash(line))
        if any(head.size == self.tree.size for head in self.kept):
            self.roots[self.tree.size] = self.tree.root().hex()
        if self.stopped:
            return
        try:
            entry = json.loads(line)
            self.audit.take(entry)
            self.offsets.setdefault(entry["stream"], array("Q")).append(offset)
            self.orders.append(order_hash(entry["id"]))
        except Different as difference:
            self._stop(difference)
        except UNREADABLE as error:
            what = f"line {number}: an entry that can be read"
            self._stop(Different(what, "an entry of the log", f"{type(error).__name__}: {error}", seq=number - 1))

    def _stop(self, difference: Different) -> None:
        """What comes after the first difference rests on it; the leaves are still counted."""
        self.report.differences.append(difference)
        self.stopped = True

    def find_entry(self, stream: str, number: int) -> Object | None:
        offsets = self.offsets.get(stream, ())
        if not 1 <= number <= len(offsets):
            return None
        with self.path.open("rb") as file:
            file.seek(offsets[number - 1])
            found: Object = json.loads(file.readline())
        return found

    def _check_proofs(self, header: Header, head: Head) -> None:
        """The signed head says what the leaves say, and so does every head kept elsewhere."""
        self.report.root = self.tree.root().hex()
        key = self.key or header.key
        found = []
        for kept in (None, *self.kept):
            try:
                if kept is None:
                    self._check_head(header, head, key)
                else:
                    self._check_kept(kept, header, key)
            except Different as difference:
                found.append(difference)
        self.report.differences[:0] = found

    def _check_head(self, header: Header, head: Head, key: str) -> None:
        check("the key of the header", key, header.key)
        if not self.stopped or self.audit.totals["entries"] > 1:
            check("property and key (entry 1, header)", self.audit.owner, (header.property, header.key))
        check("property of the signed head", header.property, head.property)
        check("entries of the log (header, head)", [self.tree.size] * 2, [header.size, head.size])
        head.check(key, "the signed head")
        check("root of the log", head.root, self.report.root)

    def _check_kept(self, kept: Head, header: Header, key: str) -> None:
        where = f"the head kept elsewhere, of {kept.size} entries"
        kept.check(key, where)
        check(f"{where}: property", kept.property, header.property)
        if kept.size > self.tree.size:
            raise Different(f"{where}: the log was cut short or rolled back", kept.size, self.tree.size)
        root = self.roots.get(kept.size) or (Tree().root().hex() if kept.size == 0 else self.report.root)
        check(f"{where}: the root of entries 1 to {kept.size}", kept.root, root)

    def _close(self) -> None:
        if not self.stopped:
            try:
                self.audit.close()
                self._check_orders()
            except Different as difference:
                self._stop(difference)

    def _check_orders(self) -> None:
        """No order was carried out twice."""
        twice = [number for number, times in Counter(self.orders).items() if times > 1]
        if not twice:
            return
        seen: set[str] = set()
        for number, line, _ in lines_of(self.path):
            entry = json.loads(line)
            if entry.get("id", "") in seen:
                raise Different("id of an order", "one that was not carried out before", entry["id"], seq=number - 1)
            if order_hash(entry.get("id", "")) in twice:
                seen.add(entry["id"])

    def _reported(self, header: Header | None) -> Report:
        audit, report = self.audit, self.report
        report.name, report.size = header.property if header else "", self.tree.size
        report.summary = {
            **{name: audit.totals[name] for name in ("rounds", "hands", "lines")},
            **{f"{name}_cents": audit.totals[name] for name in ("wagered", "paid", "kept")},
            "transfers": audit.books.transfers,
            "trial_balance": sum(audit.books.balance.values()),
            "accounts": {name: cents for name, cents in sorted(audit.books.balance.items()) if cents},
            "tables": {name: table.rounds for name, table in audit.tables.items()},
            "meters": {
                name: {"units": meter.units, "reserve_units": meter.reserve} for name, meter in audit.meters.items()
            },
        }
        return report


def order_hash(name: str) -> int:
    """Eight bytes stand for an order's id, so that a long log fits into memory."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")


def verify(path: Path, heads: Sequence[Path] = (), key: str = "") -> Report:
    """The report on an exported log."""
    return Verifier(path, [read_kept_head(head) for head in heads], key).run()


def dollars(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02}"


def meter_text(units: int) -> str:
    return f"${units // UNITS // 100:,}.{units // UNITS % 100:02}{units % UNITS:04}"


def report_text(report: Report) -> str:
    """The report for a reader at a terminal."""
    about = report.summary
    lines = [f"{report.name}: {report.size:,} entries, {about['rounds']:,} rounds, {about['hands']:,} hands"]
    money = ", ".join(f"{name} {dollars(about[f'{name}_cents'])}" for name in ("wagered", "paid", "kept"))
    lines.append(f"{about['lines']:,} wagers settled: {money}")
    balance = dollars(about["trial_balance"])
    lines.append(f"{about['transfers']:,} transfers on {len(about['accounts']):,} accounts, trial balance {balance}")
    for name, meter in about["meters"].items():
        reserve = f", reserve {meter_text(meter['reserve_units'])}" if meter["reserve_units"] else ""
        lines.append(f"meter {name}: {meter_text(meter['units'])}{reserve}")
    if report.agrees:
        lines.append(f"Everything agrees. Root {report.root}")
    for difference in report.differences:
        lines += ["", f"DIFFERENCE at {difference}"]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="verifier", description="Rebuilds and checks an exported Houserules log.")
    parser.add_argument("log", type=Path, help="the exported log")
    parser.add_argument(
        "--head", type=Path, action="append", default=[], help="a signed head kept elsewhere; repeatable"
    )
    parser.add_argument(
        "--key", default="", help="the property's public key, 64 hexadecimal digits, if known from elsewhere"
    )
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    chosen = parser.parse_args(arguments)
    try:
        report = verify(chosen.log, chosen.head, chosen.key)
    except Unreadable as error:
        print(f"cannot be read: {error}", file=sys.stderr)
        return 2
    print(json.dumps(report.as_dict(), indent=2, default=str) if chosen.json else report_text(report))
    return 0 if report.agrees else 1


if __name__ == "__main__":
    sys.exit(main())
