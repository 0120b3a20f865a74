"""Stand-alone verifier of a Houserules log: rebuilds every hand, payout, meter and balance from an exported log alone.

    python verifier.py LOG [--head FILE]... [--key HEX] [--json]

One file, standard library only, and nothing of Houserules is imported: it was written from the regulations and from the
format of the log, so that a fault of the engine is not a fault of its auditor as well. It checks, in this order:

 1. Proofs: the leaf of every entry, the Merkle root, the Ed25519 signature of the head, heads kept elsewhere.
 2. Form: every entry written in one way, no key twice, no field unknown at any level; numbers, ids and times in order.
 3. Orders: each given by somebody who may give it, its events those it comes to, gaming days one after the other.
 4. Tables: the terms in force are those of the Rules Submission, and ones the regulation permits.
 5. Rounds: the commitment to every shuffled deck, no card twice, each card to the place the dealing procedure names,
    decisions in turn and their amounts, each line of each seat in the order of settlement, bonuses, payout limit, and
    what goes back and what is settled when an irregularity voids a round.
 6. Meters: contributions, wins, divided shares, reseeds, reserve, adjustments.
 7. Ledger: what the transfers must have been, each with its code, accounts, sum and paragraph; corrections, which
    never move back more than was moved; balances; the trial balance, which is 0.

The first difference is named with entry, table, round, seat, wager, what was expected, what was found, and the
paragraph. What no program can find in a log alone stands at the end of every report. Exit code: 0 everything agrees,
1 a difference, 2 the log cannot be read or the call is wrong, 141 nobody read the report to its end.

Where a text leaves a doubt the reading in force is taken from the log (`TableInstalled.terms.readings`).
Amounts are cents; meter units are ten-thousandths of a cent.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import sys
import tomllib
import unicodedata
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar

Object: TypeAlias = dict[str, Any]
Cards: TypeAlias = list[str]
T = TypeVar("T")
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
        lines = (HEAD_TITLE, f"property {self.property}", f"size {self.size}", f"root {self.root}")
        return "".join(f"{line}\n" for line in (*lines, f"at {self.at}")).encode()

    def check(self, key: str, where: str) -> None:
        """By the property's own key, and truly signed."""
        check(f"{where}: the key it is signed with", key, self.key)
        if not is_signed(bytes.fromhex(self.key), self.signed_text(), bytes.fromhex(self.signature)):
            raise Different(f"{where}: the signature", "one that holds under the property's key", self.signature)


HEX = re.compile(r"[0-9a-f]+")
HEAD_TITLE, LATEST_FORMAT, NEWER = "houserules head 1", 2, "it needs the verifier of a newer program"


def hexadecimal(text: object, length: int, where: str) -> str:
    if not isinstance(text, str) or len(text) != length or not HEX.fullmatch(text):
        raise Unreadable(f"{where}: {text!r} is not {length} lower-case hexadecimal digits")
    return text


def read_kept_head(path: Path) -> Head:
    """A head kept elsewhere: seven lines of text; blank lines and lines that begin with # are passed over."""
    lines = [line.strip() for line in _text_of(path).splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    names = ["houserules", "property", "size", "root", "at", "key", "signature"]
    if lines and re.fullmatch(r"houserules head [1-9][0-9]*", lines[0]) and lines[0] != HEAD_TITLE:
        raise Unreadable(f"{path}: newer-format: {lines[0]!r} is newer than {HEAD_TITLE!r}; {NEWER}")
    if [line.partition(" ")[0] for line in lines] != names or lines[0] != HEAD_TITLE:
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
    version: int
    left_out: str


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
    version = value.get("version")
    if value.get("format") != "houserules-log" or type(version) is not int or version < 1:
        raise Unreadable(f"line 1: not a log of format houserules-log, version 1 to {LATEST_FORMAT}")
    if version > LATEST_FORMAT:
        raise Unreadable(f"line 1: newer-format: version {version} is newer than {LATEST_FORMAT}; {NEWER}")
    left_out = ["left_out"] if version > 1 and value.get("left_out") else []
    check("line 1, the header: its fields", ["format", "version", "property", "size", "key", *left_out], list(value))
    said = value.get("left_out", "")
    if not isinstance(value["size"], int) or not isinstance(value["property"], str) or not isinstance(said, str):
        raise Unreadable("line 1: the size is a whole number, the property's name and what is left out are texts")
    return Header(value["property"], value["size"], hexadecimal(value["key"], 64, "line 1"), version, said)


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
    ranks, suited = sorted((rank_of(card) for card in cards), reverse=True), _flush_ranks(cards)
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


def longest_run(cards: Sequence[str], low_ace: bool = True) -> int:
    """The length of the longest straight flush; the ace is high or low, never between (678a.6(d))."""
    longest = 0
    for suit in "cdhs":
        held = {rank_of(card) for card in cards if card[1] == suit}
        held |= {1} if low_ace and 14 in held else set()
        for low in range(1, 15):
            longest = max(longest, next(n for n in range(16) if low + n not in held))
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
# 5. The form of an entry: every field it may have, at every level, and who may give which order
# =====================================================================================================================


def _is_list_of(inner: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: type(value) is list and all(map(inner, value))


def _is_row_of(*inner: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: (
        type(value) is list
        and len(value) == len(inner)
        and all(is_it(part) for is_it, part in zip(inner, value, strict=True))
    )


def _is_card(value: Any) -> bool:
    return type(value) is str and value in PACK


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_number(value: Any) -> bool:
    """A whole number; True and 1.0 are none, though Python calls them equal to 1."""
    return type(value) is int


KINDS: dict[str, Callable[[Any], bool]] = {
    "text": _is_text,
    "number": _is_number,
    "flag": lambda value: type(value) is bool,
    "card": _is_card,
    "texts": _is_list_of(_is_text),
    "numbers": _is_list_of(_is_number),
    "cards": _is_list_of(_is_card),
    "dealt": _is_list_of(_is_row_of(_is_text, _is_card, _is_text)),
    "readings": _is_list_of(_is_row_of(_is_text, _is_number)),
    "wagers": _is_list_of(_is_row_of(_is_number, _is_text)),
    "rows": _is_list_of(_is_row_of(_is_text, _is_text)),
    "sum-or-none": lambda value: value is None or type(value) is int,
    "list": lambda value: type(value) is list,
    "object": lambda value: type(value) is dict,
}


class Form:
    """The fields of one kind of object, each NAME:KIND; a question mark ends the name of one that may be left out."""

    def __init__(self, name: str, text: str) -> None:
        pairs = [part.split(":") for part in text.split()]
        self.name = name
        self.kinds = {field.rstrip("?"): kind for field, kind in pairs}
        self.fields = {field: KINDS[kind] for field, kind in self.kinds.items()}
        self.needed = frozenset(field for field, _ in pairs if not field.endswith("?"))

    def check(self, value: Any) -> None:
        """Every field that is needed, no field that is unknown, each of its kind."""
        if type(value) is not dict:
            raise Different(self.name, "an object", value)
        if not self.needed <= value.keys():
            raise Different(f"fields of {self.name}", ", ".join(self.fields), ", ".join(value))
        for name, found in value.items():
            if name not in self.fields:
                raise Different(f"fields of {self.name}", ", ".join(self.fields), name)
            if not self.fields[name](found):
                raise Different(f"{name} of {self.name}", f"of the kind {self.kinds[name]}", found)


def each(names: str, value: T) -> dict[str, T]:
    """The same value for each of some names."""
    return dict.fromkeys(names.split(), value)


def forms(shared: str, **rows: str) -> dict[str, Form]:
    return {name: Form(name, f"type:text {text} {shared}") for name, text in rows.items()}


ENTRY = Form(
    "an entry",
    "seq:number id:text stream:text number:number by:text at:number command:object events?:list transfers?:list"
    " meters?:list round?:number sealed?:object openings?:texts format?:number",
)
SEALED = Form("a sealed deck", "root:text leaves:texts")
TRANSFER = Form(
    "a transfer",
    "id:text debit:text credit:text cents:number code:text cite:text kind?:text pending?:text corrects?:text"
    " reason?:text approvers?:texts",
)
METER_CHANGE = Form(
    "a change of a meter",
    "meter:text kind:text cite:text units?:number reserve?:number cents?:number table?:text round?:number"
    " seat?:number wager?:text reason?:text approvers?:texts",
)
LINE = Form(
    "a line of a settlement",
    "seat:number wager:text stake:number outcome:text cite:text odds?:text row?:text paid?:number returned?:number"
    " kept?:number paid_under?:text meter?:text meter_before?:number meter_after?:number reserve_moved?:number"
    " hand_pay?:flag note?:text readings?:texts",
)
EVENTS = forms(
    "cite:text by?:text at?:number",
    DecksReceived="backs:texts preshuffled:flag",
    DecksReadied="status:text",
    Shuffled="how:text cards:cards status:text",
    DeckCut="depth:number",
    RecutOrdered="",
    DeviceMarked="device:text how:text",
    MethodChanged="dealing:text",
    TableClosed="",
    SeatTaken="seat:number player:text",
    SeatLeft="seat:number",
    WagerPlaced="seat:number wager:text cents:number",
    WagerWithdrawn="seat:number wager:text",
    BetsClosed="number:number seats:numbers",
    ChipsCounted="number:number",
    Dealt="cards:dealt",
    Revealed="cards:cards",
    Decided="seat:number stage:text action:text wager?:text cents?:number discard?:cards racked?:flag",
    DealerTurnedUp="cards:cards",
    MetersRead="readings:readings",
    BonusDrawn="cards:cards positions:numbers",
    Settled="seat:number lines:list done?:flag",
    ShareFixed="line:object",
    ValidationAsked="seat:number wager:text",
    Validated="seat:number wager:text",
    DocumentsCompleted="seat:number",
    StubCounted="cards:number right:flag",
    SlipFound="slip:text seat:number voids:flag board:flag reopened?:wagers",
    CardSetAside="card:cards",
    DeckRemoved="",
    RoundCleared="number:number status:text",
)
HAPPENED = forms(
    "cite:text",
    PropertyOpened="name:text public_key:text jurisdiction?:text time_zone?:text",
    JurisdictionAdopted="jurisdiction:text time_zone:text reason?:text approvers?:texts",
    TableInstalled="table:text submission:text physical:flag terms:object rules?:object",
    TableRemoved="table:text",
    **each("DayStarted DayEnded", "day:text"),
    **each("DayTakenBack DayResumed", "day:text reason:text"),
    ChipsBought="player:text table:text cents:number",
    ChipsCashed="player:text cents:number",
    AccountLoaded="player:text cents:number",
    AccountClosed="player:text cents:number",
    **each("TrayFilled TrayCredited", "table:text cents:number"),
    DropCounted="table:text cents:number expected_cents:number",
    **each("LinkCut LinkRestored", "link:text"),
    Corrected="transfer:text reason:text",
    MeterAdjusted="meter:text reason:text",
    DealerAssigned="table:text dealer:text",
    SeatServed="table:text seat:number player:text",
    ClosingAsked="table:text floorperson:text",
    RoundInspected="table:text round:number entry?:number",
    LogExported="size:number",
    SnapshotTaken="seq:number digest:text",
    ProjectionsRebuilt="reason:text entries:number transfers:number accounts:number meters:number snapshots:number",
)
TABLE_COMMANDS = forms(
    "by?:text at?:number",
    **each("InspectDecks VerifyInspection ShowCards WashCards OrderRecut CloseTable", ""),
    **each("CloseBets Deal TurnUp SettleSeat ClearRound", ""),
    ReceiveDecks="backs:texts preshuffled?:flag",
    SpreadCards="face?:text",
    Shuffle="how:text cards?:cards",
    CutDeck="depth:number",
    ChangeDecks="backs:texts preshuffled?:flag",
    MarkDevice="device:text works?:flag",
    ChangeMethod="dealing:text",
    TakeSeat="seat:number player?:text",
    LeaveSeat="seat:number",
    PlaceWager="seat:number wager:text cents:number",
    WithdrawWager="seat:number wager:text",
    CountChips="number:number",
    EnterCard="card:card",
    Act="seat:number action:text cents?:number discard?:cards",
    Validate="seat:number wager:text",
    CompleteDocuments="seat:number",
    CountStub="cards:number",
    ReportSlip="slip:text seat?:number card?:cards",
)
PROPERTY_COMMANDS = forms(
    "",
    OpenProperty="name:text public_key?:text jurisdiction?:text time_zone?:text",
    AdoptJurisdiction="jurisdiction:text time_zone?:text reason?:text approvers?:texts",
    InstallTable="submission:text tray_cents:number physical?:flag",
    RemoveTable="table:text",
    StartDay="day:text",
    EndDay="",
    TakeBackDay="day:text reason:text approvers:texts",
    BuyIn="player:text table:text cents:number",
    CashOut="player:text",
    LoadAccount="player:text cents:number",
    CloseAccount="player:text",
    **each("FillTray CreditTray CountDrop", "table:text cents:number"),
    **each("CutLink RestoreLink", "link:text"),
    CorrectTransfer="transfer:text cents:number reason:text approvers:texts together?:flag",
    AdjustMeter="meter:text units:number reason:text approvers:texts",
    AssignDealer="table:text dealer:text",
    ServeSeat="table:text seat:number player:text",
    AskClosing="table:text is_taken_back?:flag",
    InspectRound="table:text round:number entry?:number",
    ExportLog="size:number",
    TakeSnapshot="seq:number digest:text",
    RecordRebuild="reason:text entries:number transfers:number accounts:number meters:number snapshots:number",
)
TERMS = Form(
    "the terms of a table",
    "rulebook:text table:text casino:text minimum:number maximum:number payout_limit:sum-or-none dealing:text"
    " shuffler:text decks:number seats:number positions_per_player:number choices:object readings:object"
    " paytables:object wagers:object meters:list",
)
RULES = Form("the rules in force", "rulebook:text edition:text program:text digest:text parts:object")
PAYTABLE = Form("a paytable", "wagers:texts cite:text columns:object")
WAGER_TERMS = Form("the terms of a wager", "minimum:number maximum:number amounts:numbers medium:text link:text")
METER_TERMS = Form(
    "the terms of a meter",
    "id:text meter:text name:text wagers:texts seed:text reseed:text primary:text reserve:text link:text",
)


def pairs(text: str) -> dict[str, str]:
    """Names and values in turn: A B, C D."""
    return dict(pair.split() for pair in text.split(", "))


DEALER, FLOORPERSON, PLAYER, CASHIER = "dealer", "floor", "player", "cashier"
SYSTEM, ADMINISTRATOR, AUDITOR = "system", "administrator", "auditor"
_HOUSE = (FLOORPERSON, ADMINISTRATOR, SYSTEM)
MAY_GIVE: dict[str, tuple[str, ...]] = {
    **each("ReceiveDecks ChangeDecks InspectDecks SpreadCards WashCards CutDeck CloseBets CountChips", (DEALER,)),
    **each("Shuffle Deal EnterCard TurnUp SettleSeat ClearRound", (DEALER, SYSTEM)),
    **each("CountStub MarkDevice ReportSlip", (DEALER, FLOORPERSON)),
    **each("VerifyInspection OrderRecut ChangeMethod CloseTable Validate CompleteDocuments AskClosing", (FLOORPERSON,)),
    **each("TakeSeat LeaveSeat", (PLAYER, DEALER, FLOORPERSON)),
    **each("PlaceWager WithdrawWager Act", (PLAYER, DEALER)),
    "ShowCards": (PLAYER,),
    "OpenProperty": (SYSTEM, ADMINISTRATOR),
    **each("AdoptJurisdiction InstallTable RemoveTable AdjustMeter TakeBackDay", (FLOORPERSON, ADMINISTRATOR)),
    **each("StartDay EndDay CutLink RestoreLink", _HOUSE),
    **each("BuyIn LoadAccount CloseAccount", (PLAYER, DEALER, FLOORPERSON)),
    "CashOut": (PLAYER, CASHIER, FLOORPERSON),
    **each("FillTray CreditTray CountDrop", (CASHIER, FLOORPERSON)),
    "CorrectTransfer": (CASHIER, FLOORPERSON, ADMINISTRATOR),
    "AssignDealer": (DEALER, FLOORPERSON, ADMINISTRATOR),
    "ServeSeat": (DEALER, FLOORPERSON),
    **each("InspectRound ExportLog", (AUDITOR,)),
    "TakeSnapshot": (SYSTEM,),
    "RecordRebuild": (ADMINISTRATOR,),
}
"""Who may give which order. Meters are read and bonuses drawn by the system alone, within other orders."""

COMES_TO: dict[str, str] = {
    **dict.fromkeys(("ReceiveDecks", "ChangeDecks"), "DecksReceived"),
    **each("InspectDecks VerifyInspection SpreadCards ShowCards WashCards", "DecksReadied"),
    "CloseBets": "BetsClosed( BonusDrawn)?",
    "Deal": "Dealt|Revealed",
    "Act": "(MetersRead )?Decided( SlipFound)?( Settled)?",
    "SettleSeat": "(MetersRead )?Settled(( ShareFixed)? ValidationAsked)?",
    "Validate": "(MetersRead )?Validated Settled(( ShareFixed)? ValidationAsked)?",
    "ReportSlip": "(MetersRead )?SlipFound( CardSetAside| DeckRemoved| Settled)?",
    "TakeBackDay": "DayTakenBack|DayResumed",
    **pairs("Shuffle Shuffled, CutDeck DeckCut, OrderRecut RecutOrdered, MarkDevice DeviceMarked"),
    **pairs("ChangeMethod MethodChanged, CloseTable TableClosed, TakeSeat SeatTaken, LeaveSeat SeatLeft"),
    **pairs("PlaceWager WagerPlaced, WithdrawWager WagerWithdrawn, CountChips ChipsCounted, EnterCard Dealt"),
    **pairs("TurnUp DealerTurnedUp, CompleteDocuments DocumentsCompleted, CountStub StubCounted"),
    **pairs("ClearRound RoundCleared, OpenProperty PropertyOpened, AdoptJurisdiction JurisdictionAdopted"),
    **pairs("InstallTable TableInstalled, RemoveTable TableRemoved, StartDay DayStarted, EndDay DayEnded"),
    **pairs("BuyIn ChipsBought, CashOut ChipsCashed, LoadAccount AccountLoaded, CloseAccount AccountClosed"),
    **pairs("FillTray TrayFilled, CreditTray TrayCredited, CountDrop DropCounted, CutLink LinkCut"),
    **pairs("RestoreLink LinkRestored, CorrectTransfer Corrected, AdjustMeter MeterAdjusted"),
    **pairs("AssignDealer DealerAssigned, ServeSeat SeatServed, AskClosing ClosingAsked, InspectRound RoundInspected"),
    **pairs("ExportLog LogExported, TakeSnapshot SnapshotTaken, RecordRebuild ProjectionsRebuilt"),
}
"""The events an order comes to, in their order."""
_PATTERNS = {name: re.compile(pattern) for name, pattern in COMES_TO.items()}
OF_THE_SYSTEM = ("MetersRead", "BonusDrawn")
READIED = {
    "InspectDecks": ("inspected",),
    "VerifyInspection": ("verified",),
    "SpreadCards": ("spread", "idle"),
    "ShowCards": ("seen",),
    "WashCards": ("stacked",),
}
SEVERAL_FACE_UP = ("cards-face-up", "cards-face-up-early", "cards-face-up-late")
"""What one more card face up in the same round is, whichever of them was reported."""
ONE_FACE_UP = ("one-card-face-up", "exposed-card-drawn-in-error")
FOLLOWS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(ONE_FACE_UP, ("CardSetAside",)),
    "device-counts-wrong": ("DeckRemoved",),
    "player-leaves": ("Settled",),
}
"""What an irregularity makes happen at once."""


def check_entry_form(entry: Any) -> None:
    """No field is unknown, missing or of another kind, at any level."""
    ENTRY.check(entry)
    is_table = entry["stream"].startswith("table ")
    if not is_table and entry["stream"] != "floor":
        raise Different("stream of an entry", "floor, or table and its name", entry["stream"])
    _check_typed("a command", entry["command"], TABLE_COMMANDS if is_table else PROPERTY_COMMANDS)
    for event in entry.get("events", ()):
        _check_typed("an event", event, EVENTS if is_table else HAPPENED)
        if event["type"] == "Settled":
            for line in event["lines"]:
                LINE.check(line)
        elif event["type"] == "ShareFixed":
            LINE.check(event["line"])
        elif event["type"] == "TableInstalled":
            check_terms_form(event["terms"])
            check_rules_form(event)
    for transfer in entry.get("transfers", ()):
        TRANSFER.check(transfer)
    for change in entry.get("meters", ()):
        METER_CHANGE.check(change)
    if "sealed" in entry:
        SEALED.check(entry["sealed"])


def _check_typed(what: str, value: Any, known: dict[str, Form]) -> None:
    kind = value.get("type") if type(value) is dict else None
    if kind not in known:
        raise Different(what, ", ".join(sorted(known)), kind)
    known[kind].check(value)


def check_terms_form(terms: Any) -> None:
    TERMS.check(terms)
    for paytable in terms["paytables"].values():
        PAYTABLE.check(paytable)
        for rows in paytable["columns"].values():
            if not KINDS["rows"](rows):
                raise Different("rows of a paytable", "pairs of a row and its odds", rows)
    for wager in terms["wagers"].values():
        WAGER_TERMS.check(wager)
    for meter in terms["meters"]:
        METER_TERMS.check(meter)
    for part in ("choices", "readings"):
        if not all(_is_text(value) for value in terms[part].values()):
            raise Different(f"{part} of a table", "texts", terms[part])


def check_rules_form(event: Object) -> None:
    """The rules in force that an installed table names: of the rulebook it is played under, with one digest of all."""
    rules = event.get("rules")
    if rules is None:
        return
    RULES.check(rules)
    if rules["rulebook"] != event["terms"]["rulebook"]:
        raise Different("rulebook of the rules in force", event["terms"]["rulebook"], rules["rulebook"])
    if not all(_is_text(part) for part in rules["parts"].values()):
        raise Different("parts of the rules in force", "texts", rules["parts"])
    written = json.dumps(rules["parts"], sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(written.encode()).hexdigest()
    if rules["digest"] != digest:
        raise Different("digest of the rules in force", digest, rules["digest"])


def check_order(entry: Object) -> None:
    """The order is one its giver may give, and its events are those it comes to."""
    command, events = entry["command"], entry.get("events", [])
    kind, role = command["type"], entry["by"].partition(":")[0]
    if role not in MAY_GIVE[kind] or (":" in entry["by"] and not person_of(entry["by"])):
        raise Different(f"who gives the order {kind}", " or ".join(MAY_GIVE[kind]), entry["by"])
    told = " ".join(event["type"] for event in events)
    if not _PATTERNS[kind].fullmatch(told):
        raise Different(f"what the order {kind} comes to", COMES_TO[kind], told or "nothing")
    main = next(event for event in events if event["type"] not in OF_THE_SYSTEM)
    _check_copied(kind, command, main)
    _check_slip(kind, [event for event in events if event["type"] not in OF_THE_SYSTEM])
    if entry["stream"] != "floor":
        _check_givers(entry)


def _check_slip(kind: str, events: list[Object]) -> None:
    """A wrong declaration is found with the decision alone; each irregularity is followed by what it makes happen."""
    found = [number for number, event in enumerate(events) if event["type"] == "SlipFound"]
    for number in found:
        slip, cite = events[number]["slip"], events[number]["cite"]
        check("a wrong declaration", kind == "Act", slip == "wrong-declaration", cite)
        if kind == "ReportSlip":
            follows = tuple(event["type"] for event in events[number + 1 :])
            check(f"what follows the irregularity {slip}", FOLLOWS.get(slip, ()), follows, cite)


def _check_givers(entry: Object) -> None:
    """A table knows a player by the position, others by role and name; its own system reads and draws."""
    command, role = entry["command"], entry["by"].partition(":")[0]
    seat = command.get("seat", 0)
    kept = entry["by"] if role != PLAYER else f"player:{seat}" if seat else PLAYER
    check("giver of the command", kept, command.get("by"))
    check("time of the command", entry["at"], command.get("at"))
    for event in entry["events"]:
        by = SYSTEM if event["type"] in OF_THE_SYSTEM else kept
        check(f"giver of the event {event['type']}", by, event.get("by"), event["cite"])
        check(f"time of the event {event['type']}", entry["at"], event.get("at"), event["cite"])


def _check_copied(kind: str, command: Object, event: Object) -> None:
    """What a command and its event both tell is the same; a second card face up is told as several."""
    for name, given in command.items():
        if name in ("type", "by", "at") or name not in event:
            continue
        if name == "slip" and given in ONE_FACE_UP and event["slip"] in SEVERAL_FACE_UP:
            continue
        if kind == "TakeSeat" and name == "player" and not given:
            given = f"player {command['seat']}"
        check(f"{name} of the event {event['type']}, as the order {kind} has it", given, event[name], event["cite"])
    if kind in READIED and event["status"] not in READIED[kind]:
        raise Different(f"what the order {kind} makes of the decks", " or ".join(READIED[kind]), event["status"])
    if kind == "MarkDevice":
        check("the device works again", command.get("works", False), event["how"] == "works again", event["cite"])
    if kind == "EnterCard":
        check("the card entered", [command["card"]], [card for _, card, _ in event["cards"]], event["cite"])


def person_of(name: str) -> str:
    """Who it is in whatever role and spelling: "floor: Cho " and "cho" are one person."""
    text = unicodedata.normalize("NFKC", name.rpartition(":")[2])
    visible = "".join(letter for letter in text if unicodedata.category(letter) != "Cf")
    return unicodedata.normalize("NFKC", " ".join(visible.split()).casefold())


def check_approved(what: str, reason: str, approvers: Sequence[str], cite: str) -> None:
    """A reason, and two or more different persons."""
    persons = [person_of(name) for name in approvers]
    if not reason.strip() or len(persons) < 2 or not all(persons) or len(set(persons)) < len(persons):
        raise Different(what, "a reason and two different persons", f"{reason!r}, {', '.join(approvers)}", cite)


# =====================================================================================================================
# 6. Odds and the printed paytables
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
    columns, cells = names.split(), [[cell.strip() for cell in row.split("|")] for row in rows]
    return {name: {row[0]: row[n] for row in cells if row[n]} for n, name in enumerate(columns, 1)}


EVEN_MONEY = table("printed", "any winning hand | 1 to 1")
SHARED_PROGRESSIVE = table(
    "A B C D",
    "royal flush | 100% of meter | 100% mega jackpot | 100% mega jackpot | 100% mega jackpot",
    "straight flush | 10% of meter | 100% major jackpot | 100% major jackpot | 100% major jackpot",
    "four-of-a-kind | 300 for 1 | 300 for 1 | 100% minor jackpot | 100% minor jackpot",
    *("full house | 50 for 1 | 50 for 1 | 50 for 1 | 50 for 1", "flush | 40 for 1 | 40 for 1 | 40 for 1 | 40 for 1"),
    "straight | 30 for 1 | 30 for 1 | 30 for 1 | 30 for 1",
    "three-of-a-kind | 9 for 1 | 9 for 1 | 10 for 1 | 9 for 1",
)
SHARED_ENVY = table("$1 $5", "royal flush | $1,000 | $5,000", "straight flush | $300 | $1,500")
SHARED_FIVE_CARD = table(
    "printed",
    *("royal flush | 100% of meter", "straight flush | 10% of meter", "four-of-a-kind | 500 for 1"),
    *("full house | 100 for 1", "flush | 50 for 1"),
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
    *("ace-ace (dealer and player) | 1,000 to 1 | N/A", "ace-ace | 30 to 1 | 30 to 1"),
    *("ace-king (same suit) | 25 to 1 | 25 to 1", "ace-queen or ace-jack (same suit) | 20 to 1 | 20 to 1"),
    *("ace-king (different suits) | 15 to 1 | 15 to 1", "king-king, queen-queen or jack-jack | 10 to 1 | 10 to 1"),
    *("ace-queen or ace-jack (different suits) | 5 to 1 | 5 to 1", "pair of 10-10 through 2-2 | 3 to 1 | 3 to 1"),
)

Printed: TypeAlias = dict[str, tuple[str, Columns]]
"""Paytable -> its paragraph and its columns."""

Temporary: TypeAlias = dict[tuple[str, str], tuple[str, str, str, str]]
"""Columns that a supplement adds for some time: paytable and column -> wager, paragraph, first and last day."""

EDITIONS = {
    **dict.fromkeys(("pa-647a", "pa-653a"), ("2012-07-07", "2014-08-16", "2014-12-13", "2019-08-31")),
    **dict.fromkeys(("pa-677a", "pa-678a"), ("proposed-2015-08-14",)),
    "md-thb": ("1.0",),
    "ma-colorado": ("undated",),
}
"""The editions of each regulation: by their first day, or as a text without dates is called."""

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
            *("royal flush | 500 to 1 | 500 to 1", "straight flush | 50 to 1 | 50 to 1"),
            *("four-of-a-kind | 10 to 1 | 10 to 1", "full house | 3 to 1 | 3 to 1", "flush | 3 to 2 | 3 to 2"),
            *("straight | 1 to 1 | ", "less than a straight | push | ", "less than a flush | | push"),
        ),
    ),
    "trips": (
        "653a.12(c)",
        table(
            "A B C D",
            "royal flush | 50 to 1 | 50 to 1 | 50 to 1 | 50 to 1",
            "straight flush | 40 to 1 | 40 to 1 | 40 to 1 | 40 to 1",
            "four-of-a-kind | 30 to 1 | 30 to 1 | 30 to 1 | 20 to 1",
            *("full house | 9 to 1 | 8 to 1 | 8 to 1 | 7 to 1", "flush | 7 to 1 | 6 to 1 | 7 to 1 | 6 to 1"),
            *("straight | 4 to 1 | 5 to 1 | 4 to 1 | 5 to 1", "three-of-a-kind | 3 to 1 | 3 to 1 | 3 to 1 | 3 to 1"),
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
            "A B C",
            "straight flush | 10,000 to 1 | 7,500 to 1 | 2,500 to 1",
            *("four-of-a-kind | 500 to 1 | 500 to 1 | 500 to 1", "full house | 40 to 1 | 50 to 1 | 50 to 1"),
            *("flush | 25 to 1 | 30 to 1 | 30 to 1", "straight | 20 to 1 | 20 to 1 | 20 to 1"),
            "three-of-a-kind | 9 to 1 | 9 to 1 | 9 to 1",
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
            *("full house | 9 to 1 | 8 to 1 | 7 to 1 | 8 to 1", "flush | 7 to 1 | 6 to 1 | 6 to 1 | 7 to 1"),
            *("straight | 4 to 1 | 5 to 1 | 5 to 1 | 4 to 1", "three-of-a-kind | 3 to 1 | 3 to 1 | 3 to 1 | 3 to 1"),
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
            *("five-card straight flush | 250 for 1 | 900 for 1", "four-card straight flush | 40 for 1 | 50 for 1"),
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
            *("royal flush | 500 to 1 | 500 to 1", "straight flush | 100 to 1 | 100 to 1"),
            *("four-of-a-kind | 40 to 1 | 25 to 1", "full house | 11 to 1 | 10 to 1", "flush | 8 to 1 | 8 to 1"),
            *("straight | 5 to 1 | 5 to 1", "three-of-a-kind | 3 to 1 | 3 to 1", "two pair | 2 to 1 | 2 to 1"),
            "pair of tens, jacks, queens, kings or aces | 1 to 1 | 1 to 1",
        ),
    ),
    "instant": ("12(b), 13(b)", INSTANT_ROWS),
    "bonus": (
        "12(d), 13(d)",
        table(
            "required permissible",
            *("royal flush | 10,000 to 1 | 10,000 to 1", "straight flush | 1000 to 1 | 1000 to 1"),
            *("four-of-a-kind | 100 to 1 | 100 to 1", "full house | 50 to 1 | 50 to 1", "flush | 25 to 1 | 25 to 1"),
            *("straight | 15 to 1 | 15 to 1", "three-of-a-kind | 3 to 1 | 3 to 1", "two pair | 1 to 1 | 1 to 1"),
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
# 7. Terms: what the operator chose for a table, as the log has it, held against the printed law
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
        self.names_rules = True
        """Whether the table names the rules in force; lines of earlier tables need not name their readings."""
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
# 8. What the six regulations share: how cards are dealt, how a wager is ruled on
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
    readings: tuple[str, ...] = ()
    """The readings without which it would be another."""

    def resting_on(self, *readings: str) -> Ruling:
        return replace(self, readings=(*self.readings, *readings))


@dataclass(frozen=True)
class Void:
    """What voids a round: the paragraphs that say so, and the wagers that are settled all the same."""

    cites: tuple[str, ...]
    settled: frozenset[str] = frozenset()


EVENT_SECTIONS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("SeatTaken", "SeatLeft"), ("2", "7", "11")),
    "DecksReceived": ("3", "4"),
    "DecksReadied": ("4", "5"),
    "TableClosed": ("4",),
    **dict.fromkeys(("Shuffled", "DeckCut", "RecutOrdered"), ("5",)),
    **dict.fromkeys(("WagerPlaced", "WagerWithdrawn"), ("7",)),
    **dict.fromkeys(("BetsClosed", "ChipsCounted"), ("7", "8", "9", "10")),
    "Dealt": ("8", "9", "10", "11"),
    "MethodChanged": ("8", "9", "10"),
    "StubCounted": ("5", "8", "9", "10"),
    **dict.fromkeys(("Decided", "Revealed", "DealerTurnedUp", "RoundCleared"), ("11",)),
    **dict.fromkeys(("ValidationAsked", "Validated", "DocumentsCompleted"), ("11",)),
    "Settled": ("7", "11"),
    **dict.fromkeys(("MetersRead", "ShareFixed"), ("12",)),
    "BonusDrawn": ("1", "12"),
    **dict.fromkeys(("DeviceMarked", "CardSetAside"), ("13",)),
    **dict.fromkeys(("SlipFound", "DeckRemoved"), ("5", "7", "8", "9", "10", "13")),
}
"""The sections of the Pennsylvania chapters, and of Maryland's which are numbered alike, that speak of an event."""
MASSACHUSETTS_SECTIONS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("SeatTaken", "SeatLeft"), ("2", "6", "7")),
    "DecksReceived": ("3", "4"),
    "DecksReadied": ("4", "5"),
    "TableClosed": ("4",),
    **dict.fromkeys(("Shuffled", "DeckCut", "RecutOrdered"), ("5",)),
    **dict.fromkeys(("WagerPlaced", "WagerWithdrawn"), ("6", "6a")),
    **dict.fromkeys(("BetsClosed", "Dealt", "MethodChanged", "StubCounted"), ("7", "8", "9")),
    **dict.fromkeys(("Decided", "Revealed", "RoundCleared"), ("10", "11")),
    "Settled": ("10", "11", "14"),
    **dict.fromkeys(("DeviceMarked", "CardSetAside"), ("14",)),
    **dict.fromkeys(("SlipFound", "DeckRemoved"), ("5", "7", "8", "9", "10", "11", "14")),
}
BEFORE = {
    "inspected": ("received",),
    "verified": ("inspected",),
    "spread": ("verified",),
    "idle": ("stacked", "used", "ready", "shuffled"),
    "seen": ("spread", "idle"),
    "stacked": ("seen",),
}
"""What decks must be before they are inspected, verified and so on: section 4."""
MAY_BE_SHUFFLED = ("stacked", "used", "ready", "shuffled")
OUTSIDE_A_ROUND = ("shuffler-jam", "device-out-of-order", "device-counts-wrong")
STUB_COUNTED_EVERY = 5


EVERY_WAGER = "every wager"


def resting(*rows: str) -> dict[str, dict[str, str]]:
    """Readings by what happened and by wager: "slip slip: reading wager wager", of every wager where none is named."""
    found: dict[str, dict[str, str]] = {}
    for row in (*rows, "stub-wrong-misdealt-not-52: misdealt-and-miscounted", "player-leaves: abandoned-wagers"):
        happened, _, named = row.partition(": ")
        reading, *wagers = named.split()
        for slip in happened.split():
            found.setdefault(slip, {}).update(dict.fromkeys(wagers or [EVERY_WAGER], reading))
    return found


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
    rests: ClassVar[dict[str, dict[str, str]]] = {}
    """The readings by which a fold or an irregularity does to a wager what it does."""
    limit_readings: tuple[str, ...] = ()
    """The readings that say what counts towards the payout limit and what is cut."""
    harmless: tuple[str, ...] = (
        *("one-card-face-up", "card-drawn-in-error", "exposed-card-drawn-in-error", "player-card-exposed"),
        *("shuffler-jam", "device-out-of-order", "device-counts-wrong", "player-leaves"),
    )
    """Irregularities that do not void a round."""
    methods: tuple[str, ...] = ("manual-shoe", "hand", "automated-shoe", "reshuffling-shoe")
    deck_hours: ClassVar[dict[str, int]] = {"hand": 4, "manual-shoe": 8, "automated-shoe": 8, "reshuffling-shoe": 8}
    """How long decks may be in use under each dealing procedure: 3(c), Maryland 3.C."""
    stub_cites: tuple[str, ...] = ("8", "9", "10")
    event_sections: ClassVar[dict[str, tuple[str, ...]]] = EVENT_SECTIONS
    always: tuple[str, ...] = ()
    """Wagers every table offers; the others are offered where the submission says so."""
    options: tuple[str, ...] = ()
    """What a submission chooses beside the paytables."""
    amounts: ClassVar[dict[str, tuple[int, ...]]] = {}
    """Sums the text prints for a wager, where the submission does not name one of them."""
    most_seats = 6
    temporary: ClassVar[Temporary] = {}

    def edition(self, day: str) -> str:
        """The edition in force on a day: a supplement's while it is law, otherwise the last that has begun."""
        begun = [name for name in EDITIONS[self.id] if len(name) != len(day) or name <= day]
        added = [first for _, _, first, last in self.temporary.values() if first <= day <= last]
        return max([*begun[-1:], *added], default="")

    def meter_cite(self, meter: str) -> str:
        """The paragraph that says how a meter starts and grows."""
        chapter = self.id.partition("-")[2]
        return f"{chapter}.12(e)(4)" if meter == "five-card" else f"{chapter}.12(d)(3)"

    def section_number(self, cite: str) -> str:
        """The section of a paragraph of this regulation: "653a.11(h)(1)" -> "11"; nothing for another one's."""
        match = re.match(r"(\d+[a-z])\.(\d+)(?![\da-z])", cite)
        return match[2] if match and match[1] == self.id.partition("-")[2] else ""

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

    def reading(self, happened: str, wager: str) -> tuple[str, ...]:
        """The reading by which a fold or an irregularity does to a wager what it does; none where the text says it."""
        row = self.rests.get(happened, {})
        name = row.get(wager, row.get(EVERY_WAGER, ""))
        return (name,) if name else ()

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
# 9. Progressive, Five Card Hand and Six Card wagers, in the same words in 647a and 653a
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
                ruling = self.by_row(round_, "six-card", "royal flush", f"{cite}(2)", f"{cite}(1)")
                return ruling.resting_on("six-card-royal-without-a-row")
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
ON_DEVICES = ("progressive", *FIVE_CARD, "envy", "magic-card", "lucky-bonus")
"""Wagers that had left the player before the cards were dealt, and the bonuses that ride on them."""
SHARED_ORDER = ("progressive", "envy", *FIVE_CARD, "magic-card", "lucky-bonus", "six-card")
BONUSES = ("envy", "magic-card", "lucky-bonus")


# =====================================================================================================================
# 10. 58 Pa. Code 653a: Ultimate Texas Hold 'Em Poker
# =====================================================================================================================

FLOOR_OF_LIMITS = 5_000_000


class Ultimate(PennsylvaniaHoldEm):
    id, chapter = "pa-653a", "653a"
    always = ("ante", "blind", "play", "trips")
    options = ("positions-per-player", "magic-card", "lucky-bonus", "draws-every-rounds")
    amounts: ClassVar[dict[str, tuple[int, ...]]] = {"progressive": (100, 500)}
    printed = PRINTED_653A
    temporary: ClassVar[Temporary] = {("bad-beat", "C"): ("bad-beat", "653b.3", "2024-03-23", "2026-03-23")}
    required, equal = ("ante", "blind"), ("blind",)
    needs: ClassVar[dict[str, tuple[str, ...]]] = {
        **dict.fromkeys(("trips", "progressive", *FIVE_CARD), ("ante", "blind")),
        "bad-beat": ("ante", "blind", "trips"),
        "six-card": ("ante",),
    }
    order = ("ante", "blind", "play", "trips", "bad-beat", *SHARED_ORDER)
    limited, limit_cite, left_cite = ("ante", "blind", "play"), "653a.12(h)", "653a.7(b)"
    rests = resting(
        "fold: fold-and-progressive progressive envy",
        f"fold: fold-and-five-card {' '.join(FIVE_CARD)} magic-card lucky-bonus",
        f"dealer-card-exposed: exposed-card-and-silent-wagers bad-beat {' '.join(SHARED_ORDER)}",
    )
    limit_readings = ("limit-is-winnings",)
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
        rows, row = round_.terms.rows("blind"), HANDS[round_.player_strength(seat)[0]]
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
        trips, silent = frozenset({"trips"}), frozenset({"bad-beat", "progressive", *FIVE_CARD, "six-card"})
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
# 11. Texas Hold 'Em Bonus Poker: 58 Pa. Code 647a, and Maryland
# =====================================================================================================================

MAIN_WAGERS = ("ante", "flop", "turn", "river")


class TexasBonus(PennsylvaniaHoldEm):
    id, chapter = "pa-647a", "647a"
    always = ("ante", "flop", "turn", "river")
    options: tuple[str, ...] = (
        *("ante-pays-from", "positions-per-player"),
        *("magic-card", "lucky-bonus", "draws-every-rounds"),
    )
    amounts: ClassVar[dict[str, tuple[int, ...]]] = {"progressive": (100, 500)}
    printed = PRINTED_647A
    needs: ClassVar[dict[str, tuple[str, ...]]] = dict.fromkeys(
        ("texas-bonus", "progressive", *FIVE_CARD, "six-card"), ("ante",)
    )
    order: tuple[str, ...] = (*MAIN_WAGERS, "texas-bonus", *SHARED_ORDER)
    limited: tuple[str, ...] = MAIN_WAGERS
    limit_cite, left_cite = "647a.12(c)", "647a.7(b)"
    rests = resting(
        "fold: fold-and-progressive progressive",
        "fold: envy-to-a-folder envy",
        f"dealer-card-exposed: exposed-card-and-silent-wagers {' '.join(SHARED_ORDER)}",
    )
    limit_readings = ("limit-is-winnings", "limit-order")
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
        standing, bar = self.standing(round_, seat), HANDS.index(round_.terms.choices["ante-pays-from"])
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
        bonus, silent = frozenset({"texas-bonus"}), frozenset({"progressive", *FIVE_CARD, "six-card"})
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
    options = ("ante-pays-from",)
    amounts: ClassVar[dict[str, tuple[int, ...]]] = {}
    printed = PRINTED_MARYLAND
    needs: ClassVar[dict[str, tuple[str, ...]]] = {"texas-bonus": ("ante",)}
    order = (*MAIN_WAGERS, "texas-bonus")
    limited, limit_cite, left_cite = (*MAIN_WAGERS, "texas-bonus"), "12.C", "7.C(2)"
    rests = resting(
        "fold: fold-cases-lost-their-fold texas-bonus",
        "cards-face-up-late: face-up-exception-cite texas-bonus",
        "dealer-card-exposed: exposure-exception-cite texas-bonus",
        "shuffler-jam: jam-with-two-decks",
        "shoe-jam: jam-merges-two-devices",
    )
    lower, higher, ante_back, tie = "11.I(3)(d)(i)", "11.I(3)(d)(ii)", "11.I(3)(d)(iii)", "11.I(3)(d)(iv)"
    fold_cite, bonus_cite = "11.C(2)", "11.I(4)"

    def section_number(self, cite: str) -> str:
        match = re.match(r"(\d+)\.[A-Z]|(\d+)$", cite)
        return (match[1] or match[2]) if match else ""

    def check_column(self, terms: Terms, name: str, column: str, rows: Rows, cite: str) -> None:
        expected = dict(self.printed[name][1][column])
        if name == "texas-bonus" and column == "B" and terms.reading("paytable-b") == "without-the-double":
            del expected["ace-ace (dealer and player)"]
        check(f"paytable {name}, column {column}", expected, rows, cite)

    def printed_meter(self, terms: Terms, meter: MeterTerms, amount: int) -> tuple[str, object]:
        raise Different("meter", "no meter in this game", meter.id)

    def texas_bonus(self, round_: Round, seat: int) -> Ruling:
        """12.B(2): whether paytable B pays aces against aces more than other aces is a reading."""
        ruling = super().texas_bonus(round_, seat)
        aces_meet = texas_bonus_row(round_.own(seat)) == texas_bonus_row(round_.dealer_cards()) == "ace-ace"
        return ruling.resting_on("paytable-b") if aces_meet and "B" in round_.terms.tables["texas-bonus"] else ruling

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
# 12. 58 Pa. Code 677a: Heads-Up Hold 'Em
# =====================================================================================================================


class HeadsUp(HoldEm):
    id, always = "pa-677a", ("ante", "odds", "raise")
    printed = PRINTED_677A
    required, equal = ("ante", "odds"), ("odds",)
    needs: ClassVar[dict[str, tuple[str, ...]]] = dict.fromkeys(("pocket-bonus", "trips-plus"), ("ante", "odds"))
    order = ("ante", "raise", "odds", "pocket-bonus", "trips-plus")
    limited, limit_cite, left_cite = ("ante", "raise", "odds"), "677a.12(f)", "677a.7(b)"
    rests = resting(
        "fold: folded-ante ante",
        "fold: folded-straight odds",
        "fold: fold-and-optional-wagers pocket-bonus trips-plus",
        "wrong-number-of-cards shoe-jam stub-wrong-misdealt stub-wrong-not-misdealt: void-and-optional-wagers",
        "cards-face-up-late: face-up-cards-and-trips-plus trips-plus",
        "dealer-card-exposed: void-after-a-fold ante odds raise",
        "dealer-card-exposed: trips-on-void-hands trips-plus",
    )
    limit_readings = ("limit-is-winnings",)

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
        return against_dealer(standing, ("677a.11(h)(1)(iii)", "677a.11(h)(1)(i)", "677a.11(h)(1)(ii)"), "push")

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
# 13. 58 Pa. Code 678a: High Card Flush
# =====================================================================================================================


class HighCardFlush(Game):
    id, always = "pa-678a", ("ante", "raise")
    methods = ("manual-shoe", "hand", "automated-shoe")
    printed = PRINTED_678A
    needs: ClassVar[dict[str, tuple[str, ...]]] = dict.fromkeys(
        ("flush-bonus", "straight-flush-bonus", "progressive"), ("ante",)
    )
    order = ("ante", "raise", "flush-bonus", "straight-flush-bonus", "progressive")
    left_cite = "678a.7(b)"
    own_cards = 7
    rests = resting(
        "fold: fold-and-optional-wagers flush-bonus straight-flush-bonus progressive",
        "cards-face-up wrong-number-of-cards shoe-jam: void-and-meters progressive",
        "stub-wrong-misdealt stub-wrong-not-misdealt: void-and-meters progressive",
        "wrong-number-of-cards dealer-card-exposed: void-after-a-fold ante",
        "dealer-card-exposed: exposed-card-and-void-hands flush-bonus straight-flush-bonus progressive",
    )

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
        ruling = self.by_run(round_, wager, longest_run(own))
        is_low = ruling != self.by_run(round_, wager, longest_run(own, low_ace=False))
        return ruling.resting_on("low-ace") if is_low else ruling

    def by_run(self, round_: Round, wager: str, length: int) -> Ruling:
        """11(e)(2), (3): paid by the length of the longest straight flush."""
        row = f"{NUMBERS.get(length, 'no')}-card straight flush"
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
# 14. Massachusetts: Colorado Hold 'Em Poker
# =====================================================================================================================

TENS_UP = "pair of tens, jacks, queens, kings or aces"
JACKS_UP = "pair of jacks or better"


class Colorado(Game):
    id, always = "ma-colorado", ("ante", "bet")
    options = ("version", "positions-per-player")
    amounts: ClassVar[dict[str, tuple[int, ...]]] = {"bonus": (100,)}
    methods = ("manual-shoe", "hand", "automated-shoe")
    deck_hours: ClassVar[dict[str, int]] = {}
    stub_cites, event_sections = ("7(e)", "8(e)", "9(e)"), MASSACHUSETTS_SECTIONS
    most_seats = 16
    printed = PRINTED_COLORADO
    needs: ClassVar[dict[str, tuple[str, ...]]] = {"bonus": ("ante",)}
    order, own_cards = ("ante", "bet", "bonus"), 3
    limited, limit_cite = ("ante", "bet"), "12(c)"
    rests = resting(
        "fold: fold-and-bonus bonus",
        "cards-face-up wrong-number-of-cards shoe-jam: void-returns-wagers",
        "stub-wrong-misdealt stub-wrong-not-misdealt: void-returns-wagers",
    )
    limit_readings = ("payout-limit-scope", "payout-limit-share")
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

    def section_number(self, cite: str) -> str:
        match = re.match(r"(\d+a?)(\(|$)", cite)
        return match[1] if match else ""

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
            ruling = self.by_declaration(round_, wager, self.declared(round_, seat))
            rests = len({instant_winner(round_.own(seat), low_ace) for low_ace in (True, False)}) > 1
            return ruling.resting_on("suited-ace-two-three") if rests else ruling
        name, ranks = self.five_cards(round_, seat)
        if wager == "bonus":
            row = JACKS_UP if name == "pair" and ranks[0] >= 11 else name
            return self.by_row(round_, "bonus", row, bonus, "6a(a)")
        return self.main(round_, name, ranks[0])

    def by_declaration(self, round_: Round, wager: str, row: str) -> Ruling:
        """10(b)(3)(i), 11(b)(2)(i): an instant winner is paid at once; 14(d): declared in error it loses."""
        if not row:
            lost = Ruling("lost", "14(d)")
            return lost if wager == "ante" else lost.resting_on("wrong-declaration-and-other-wagers")
        if wager == "ante":
            return self.by_row(round_, "instant", row, self.section(round_, "10(b)(3)(i)", "11(b)(2)(i)"), "")
        return self.by_row(round_, "bonus-instant", row, self.section(round_, "12(d)", "13(d)"), "")

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
            push = Ruling("push", f"{chapter}(f)")
            return push.resting_on("pair-of-tens") if pair == 10 else push
        row = name if name != "pair" else TENS_UP if tens_win else JACKS_UP
        ruling = self.by_row(round_, "bet", row, f"{chapter}(g)", "")
        rests = not required and name == "pair" and (pair == 10 or not tens_win)
        return ruling.resting_on("pair-of-tens") if rests else ruling

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
# 15. The Rules Submission: what was filed, held against the terms of the table
# =====================================================================================================================

OFFERED_WITH = {
    "envy": "progressive",
    **dict.fromkeys(("five-card-dealer", "magic-card", "lucky-bonus"), "five-card-player"),
}
"""Wagers and bonuses that come with another wager."""
MEDIA = {
    "progressive": "progressive device",
    **dict.fromkeys(("five-card-player", "five-card-dealer"), "electronic account"),
}
"""How a wager is placed where it is not placed in chips."""
DEFAULT_CHOICES = {
    "positions-per-player": "1",
    "magic-card": "no",
    "lucky-bonus": "no",
    "draws-every-rounds": "20",
    "ante-pays-from": "straight",
    "version": "required",
}
"""What holds where a submission does not say; of the paytables the first column that is printed."""


def by_name(text: str) -> dict[str, tuple[str, ...]]:
    """ "name=one|other name=..." as names with their candidates."""
    return {name: tuple(found.split("|")) for name, _, found in (word.partition("=") for word in text.split())}


_DIVIDED, _SILENT = "dealer-share-split=by-person|by-wager", "exposed-card-and-silent-wagers=returned|settled"
SWITCHABLE_READINGS = {
    "pa-647a": by_name(f"{_DIVIDED} {_SILENT}"),
    "pa-653a": by_name(f"{_DIVIDED} {_SILENT} fold-and-progressive=stays|collected fold-and-five-card=stays|collected"),
    "md-thb": by_name("paytable-b=as-printed|without-the-double"),
    "pa-677a": by_name("minimum-raise=from-one-ante|fixed-multiple|no-minimum"),
    "pa-678a": by_name("minimum-raise=from-one-ante|no-minimum"),
    "ma-colorado": by_name("pair-of-tens=push|win suited-ace-two-three=counts|ace-high-only"),
}
"""The readings that a submission may choose, each with its candidates; the first holds where it does not choose."""
_IN_ORDER = by_name("limit-is-winnings=winnings limit-order=in-order-of-settlement")
_COLORADO_LIMIT = "payout-limit-scope=per-hand-winnings payout-limit-share=ante-first"
SETTLED_READINGS = {
    "pa-647a": _IN_ORDER,
    "pa-653a": by_name("limit-is-winnings=winnings-cut-from-the-blind"),
    "md-thb": _IN_ORDER,
    "pa-677a": by_name("limit-is-winnings=winnings-cut-from-the-odds"),
    "pa-678a": by_name("low-ace=high-or-low"),
    "ma-colorado": by_name(f"{_COLORADO_LIMIT} wrong-declaration-and-other-wagers=lost"),
}
"""The readings that this program settles by and no submission may choose, each with the meaning that holds."""
ONCE_FIXED = {"dealer-share-split": "by-wager"}
"""What held before a reading could be chosen, at tables that name no rules in force."""
USUAL_SEATS = 6


def money(value: object) -> int:
    """ "$50,000", "$7.50" or a whole number of dollars, in cents."""
    match = re.fullmatch(r"\$?\s*([\d,]+)(?:\.(\d\d))?", str(value).strip())
    if match is None or type(value) not in (str, int):
        raise Different("a sum of a submission", "a sum of money", value)
    return 100 * int(match[1].replace(",", "")) + int(match[2] or 0)


def percent(value: object) -> Fraction:
    match = re.fullmatch(r"(\d+)(?:\.(\d+))?\s*%", str(value).strip())
    if match is None:
        raise Different("a rate of a submission", "a percentage", value)
    return Fraction(int(match[1] + (match[2] or "")), 100 * 10 ** len(match[2] or ""))


class Filed:
    """A submission's text; `check` holds the terms of the table against it."""

    def __init__(self, text: str, terms: Terms, cite: str) -> None:
        try:
            self.raw: Object = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise Different("a submission", "TOML", str(error), cite) from None
        self.terms, self.cite = terms, cite
        self.game = GAMES[terms.raw["rulebook"]]

    def part(self, name: str) -> Object:
        value = self.raw.get(name, {})
        return value if type(value) is dict else {}

    def check(self) -> None:
        """Every term follows from what was filed, or from what holds where nothing was."""
        terms, limits, procedure = self.terms.raw, self.part("limits"), self.part("procedure")
        filed = {
            "rulebook": self.raw.get("rulebook"),
            "casino": self.raw.get("property"),
            "table": self.raw.get("table"),
            "minimum": money(limits.get("minimum")),
            "maximum": money(limits.get("maximum")),
            "dealing": procedure.get("dealing"),
            "shuffler": procedure.get("shuffler"),
            "decks": procedure.get("decks"),
            "seats": procedure.get("seats", USUAL_SEATS),
            "choices": self.choices(),
        }
        filed["positions_per_player"] = int(filed["choices"].get("positions-per-player", 1))
        if "payout_limit" in limits or not isinstance(self.game, TexasBonus):
            filed["payout_limit"] = money(limits["payout_limit"]) if "payout_limit" in limits else None
        for name, wanted in filed.items():
            self._same(f"{name} of the table, as it was filed", wanted, terms[name])
        self._check_readings()
        self._check_wagers()
        self._check_paytables()
        self._check_meters()

    def _same(self, what: str, wanted: object, found: object) -> None:
        check(what, wanted, found, self.cite)

    def choices(self) -> dict[str, str]:
        """Options and paytable columns: as filed, else the first that is printed."""
        chosen = {name: DEFAULT_CHOICES[name] for name in self.game.options}
        if self.game.id != "ma-colorado":
            columns = {name: next(iter(printed[1])) for name, printed in self.game.printed.items()}
            chosen |= {name: column for name, column in columns.items() if name != "envy"}
        for part in ("options", "paytables"):
            chosen |= {name: str(value) for name, value in self.part(part).items() if name in chosen}
        return chosen

    def _check_readings(self) -> None:
        """As filed, where a submission may choose; else as the program settles by it."""
        known, filed, switchable = self.terms.readings, self.part("readings"), SWITCHABLE_READINGS[self.game.id]
        for name, chosen in filed.items():
            if chosen not in switchable.get(name, ()):
                accepted = ", ".join(switchable.get(name, ())) or "none: no submission chooses it"
                raise Different(f"reading {name}, as it was filed", accepted, chosen, self.cite)
        for name, candidates in switchable.items():
            is_early = not self.terms.names_rules and name in ONCE_FIXED and known.get(name) in (None, ONCE_FIXED[name])
            if name in filed or not is_early:
                self._same(f"reading {name}, as it was filed", filed.get(name, candidates[0]), known.get(name))
        for name, (wanted,) in SETTLED_READINGS[self.game.id].items():
            self._same(f"reading {name}, which no submission chooses", wanted, known.get(name, wanted))

    def offered(self) -> list[str]:
        """Always, where it was filed, or with the wager it comes with."""
        wagers, choices = self.part("wagers"), self.terms.choices
        found = []
        for wager in self.game.order:
            filed = wagers.get(OFFERED_WITH.get(wager, wager), {})
            is_chosen = wager not in ("magic-card", "lucky-bonus") or choices.get(wager) == "yes"
            if is_chosen and (wager in self.game.always or filed.get("offered") is True):
                found.append(wager)
        return found

    def _check_wagers(self) -> None:
        self._same("wagers of the table, as filed", sorted(self.offered()), sorted(self.terms.wagers))
        for wager, found in self.terms.wagers.items():
            written = self.part("wagers").get(OFFERED_WITH.get(wager, wager), {})
            amounts = [money(written["amount"])] if "amount" in written else list(self.game.amounts.get(wager, ()))
            wanted = {
                "minimum": min(amounts, default=money(written.get("minimum", self.part("limits")["minimum"]))),
                "maximum": max(amounts, default=money(written.get("maximum", self.part("limits")["maximum"]))),
                "amounts": amounts,
                "medium": MEDIA.get(wager, "chips"),
                "link": str(written.get("link", "")),
            }
            self._same(f"terms of the wager {wager}, as it was filed", wanted, found)

    def _check_paytables(self) -> None:
        """A table for every wager offered, with the column chosen and the odds that were filed above the printed."""
        choices, offered = self.terms.choices, set(self.terms.wagers)
        for name, found in self.terms.raw["paytables"].items():
            self._same(f"wagers of paytable {name}", True, bool(offered.intersection(found["wagers"])))
            wanted = [choices[name]] if name in choices else [choices["version"]] if "version" in choices else None
            if wanted is not None:
                self._same(f"column of paytable {name}, as it was chosen", wanted, list(found["columns"]))
            for column, rows in self.terms.tables.get(name, {}).items():
                better = self.part("odds").get(name, {})
                printed = self.game.printed.get(name, ("", {}))[1].get(column, {})
                for row, odds in rows.items():
                    if isinstance(self.game, Colorado) and row in printed:
                        self._same(f"odds of {name}, {row}", better.get(row, printed[row]), odds)

    def _check_meters(self) -> None:
        for meter, raw in zip(self.terms.meters, self.terms.raw["meters"], strict=True):
            written = self.part("wagers").get(meter.wagers[0], {})
            self._same(f"link of meter {meter.id}, as it was filed", str(written.get("link", "")), raw["link"])
            if self.game.id == "pa-678a":
                wanted = money(written["seed"]) * UNITS, money(written["reseed"]) * UNITS, percent(written["rate"])
                self._same("figures of the meter, as filed", wanted, (meter.seed, meter.reseed, meter.primary))
        wagers = {wager for meter in self.terms.meters for wager in meter.wagers}
        fed = {wager for wager in ("progressive", "five-card-player", "five-card-dealer") if wager in self.terms.wagers}
        self._same("wagers that feed a meter", fed, wagers)


# =====================================================================================================================
# 16. Meters
# =====================================================================================================================


@dataclass(frozen=True)
class Draw:
    """What a win did to a meter: each seat's part in cents, units drawn, and what it started again from."""

    meter: Meter
    before: int
    after: int
    parts: dict[int, int]
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

    def win(self, share: Fraction, owners: list[list[int]]) -> Draw:
        """A share, divided equally, in whole cents: what is left over stays on the meter.

        An owner of several seats has one part, spread over them, odd cents on the first.
        After the whole meter was won it starts again from its reseed amount and its reserve.
        """
        before, part = self.units, int(self.units * share / len(owners) / UNITS)
        parts = {seat: part // len(own) + (place < part % len(own)) for own in owners for place, seat in enumerate(own)}
        drawn = part * len(owners) * UNITS
        reseed, moved = (self.terms.reseed, self.reserve) if share == 1 else (0, 0)
        self.units += reseed + moved - drawn
        self.reserve -= moved
        return Draw(self, before, self.units, parts, drawn, reseed, moved)

    def give_back(self, cents: int) -> Draw:
        """A part of a divided share that nobody may have stays on the meter."""
        before = self.units
        self.units += cents * UNITS
        return Draw(self, before, self.units, {}, -cents * UNITS, 0, 0)

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
# 17. The books
# =====================================================================================================================

MAY_BE_NEGATIVE = ("cage", "house")
ACCOUNT_KINDS = ("chips", "game", "tray", "drop", "meter", "reserve", "rounding", "handpay", *MAY_BE_NEGATIVE)
MOST_CENTS = 10**13
"""A hundred billion dollars: no transfer is larger."""


def _routes(*texts: str) -> frozenset[tuple[str, str]]:
    """ "chips game > tray" names two routes."""
    pairs = [text.split(" > ") for text in texts]
    return frozenset((giver, taker) for left, right in pairs for giver in left.split() for taker in right.split())


_OF_A_METER = _routes("house > meter reserve rounding", "meter reserve rounding > house", "meter > reserve rounding")
_OF_A_METER |= _routes("reserve > meter rounding", "rounding > meter reserve")
_TO_TRAY, _FROM_TRAY = _routes("chips game > tray"), _routes("tray > chips game")
TRANSFER_CODES: dict[str, tuple[str, frozenset[tuple[str, str]]]] = {
    "buy-in": ("posted", _routes("cage > drop", "tray > chips")),
    "cash-out": ("posted", _routes("chips > cage")),
    "load": ("posted", _routes("chips > game")),
    "unload": ("posted", _routes("game > chips")),
    "fill": ("posted", _routes("cage > tray")),
    "credit": ("posted", _routes("tray > cage")),
    "drop count": ("posted", _routes("drop > cage")),
    "drop short": ("posted", _routes("drop > house")),
    "drop over": ("posted", _routes("house > cage")),
    "wager": ("pending", _TO_TRAY),
    "collected": ("post", _TO_TRAY),
    "returned": ("void", _TO_TRAY),
    "win": ("posted", _FROM_TRAY),
    "payout limit": ("posted", _TO_TRAY),
    "undone": ("posted", _TO_TRAY | _FROM_TRAY),
    "share": ("posted", _routes("meter > handpay")),
    "share undone": ("posted", _routes("handpay > meter")),
    "hand-pay": ("posted", _routes("handpay > cage")),
    **dict.fromkeys(
        ("seed", "contribution", "reseed", "reseed undone", "reserve moved", "reserve returned", "adjustment"),
        ("posted", _OF_A_METER),
    ),
}
"""What a transfer is for: how it moves, and from which kind of account to which."""
_PLAIN = frozenset(
    route
    for how, routes in TRANSFER_CODES.values()
    for route in routes
    if how in ("posted", "post") and not {"meter", "reserve", "rounding"}.intersection(route)
)
TRANSFER_CODES["correction"] = ("posted", _PLAIN | {(taker, giver) for giver, taker in _PLAIN})
CODE_OF_CHANGE = {
    "opened": "seed",
    "counted": "contribution",
    "won": "share",
    "restored": "share undone",
    "reseeded": "reseed",
    "reseed undone": "reseed undone",
    "reserve moved": "reserve moved",
    "reserve returned": "reserve returned",
    "paid": "hand-pay",
    "adjusted": "adjustment",
}
"""The code of the transfers of each change of a meter; what is staked or withdrawn moves nothing."""
_GOVERNED = """
property-log       601a.2  465a.2  36.03.10.02A      138.08  PropertyOpened JurisdictionAdopted
rules-submissions  601a.2  601a.2  36.05.03.19A      147.03  TableInstalled TableRemoved
internal-controls  465a.2  465a.2  36.03.10.04A      138.02  ClosingAsked
gaming-day         465a.2  465a.2  36.03.01.02B(14)  138.28  DayStarted DayEnded DayTakenBack DayResumed
dealers            465a.2  465a.2  36.05.03.01B(1)   138.11  DealerAssigned
served-seats       465a.2  465a.2  36.03.10.04C(1)   138.02  SeatServed
table-inventory    465a.2  465a.2  36.05.03.02A      138.36
fills              465a.2  465a.2  36.05.03.04A      138.02  TrayFilled
credits            465a.2  465a.2  36.05.03.05A      138.02  TrayCredited
drop               465a.2  465a.2  36.03.10.45C(2)   138.19  DropCounted
chips-bought       465a.2  465a.2  36.05.03.06C      138.31  ChipsBought
chips-cashed       465a.2  465a.2  36.05.02.10J(3)   146.09  ChipsCashed
accounts-loaded    605a.2  605a.3  36.05.02.21D(1)   138.02  AccountLoaded
accounts-closed    605a.2  605a.3  36.05.02.21E(2)   138.02  AccountClosed
links              605a.7  605a.8  36.05.03.24H      143.02  LinkCut LinkRestored
meter-adjustments  605a.7  605a.7  36.05.03.24J(2)   143.02  MeterAdjusted
corrections        465a.2  465a.2  36.03.10.04C(1)   138.08  Corrected
inspections        465a.2  465a.2  36.03.10.08B(4)   138.09  RoundInspected
exports            465a.2  465a.2  36.03.10.08B(5)   138.09  LogExported
snapshots          605a.7  465a.2  36.03.10.08B(2)   138.09  SnapshotTaken
rebuilds           465a.2  465a.2  36.03.10.08B(1)   138.09  ProjectionsRebuilt"""
"""A matter, its paragraph in logs that name no jurisdiction, in Pennsylvania, COMAR and 205 CMR, and its happenings."""
_ROWS = [row.split() for row in _GOVERNED.strip().splitlines()]
_LAWS = (1, "", ""), (2, "pa", ""), (3, "md", "COMAR "), (4, "ma", "205 CMR ")
PARAGRAPHS = {told: {row[0]: before + row[column] for row in _ROWS} for column, told, before in _LAWS}
"""What governs a property outside a round, by its jurisdiction."""
MATTERS = {happening: row[0] for row in _ROWS for happening in row[5:]}
TIME_ZONE = "America/New_York"
"""Of each of the jurisdictions, where a property does not name another."""
Cause: TypeAlias = tuple[int, str, str]
"""Seat, wager, paragraph."""
Place: TypeAlias = tuple[str, int, int, str]
"""Table, round, seat, wager."""
Change: TypeAlias = tuple[str, str, int, int, int, str, str, int, int, str]
"""Meter, kind, units, reserve, cents, paragraph, then the place."""
Move: TypeAlias = tuple[str, str, str, int, str, str, str]
"""Code, account debited, account credited, cents, paragraph, its own id if it is pending, the pending one it ends."""


class Expected:
    """What the events of one entry must have done to the accounts and the meters."""

    def __init__(self) -> None:
        self.posted: Counter[str] = Counter()
        self.pending: Counter[str] = Counter()
        self.causes: dict[str, list[Cause]] = {}
        self.changes: Counter[Change] = Counter()
        self.moves: Counter[Move] = Counter()

    def change(
        self, kind: str, meter: Meter, place: Place, cite: str, units: int = 0, reserve: int = 0, cents: int = 0
    ) -> None:
        """A change of a meter that must be recorded; one that changes nothing need not be."""
        self.changes[(meter.terms.id, kind, units, reserve, cents, cite, *place)] += 1

    def move(self, debit: str, credit: str, cents: int, cause: Cause = (0, "", "")) -> None:
        """Cents that must have moved, by whichever transfers of a meter."""
        for account, sign in ((debit, -1), (credit, 1)):
            self.posted[account] += sign * cents
            self.causes.setdefault(account, []).append(cause)

    def transfer(self, code: str, debit: str, credit: str, cents: int, cause: Cause, ends: str = "") -> None:
        """A transfer that must stand in the entry; none where nothing moves."""
        if cents:
            self.moves[(code, debit, credit, cents, cause[2], "", ends)] += 1
            self.move(debit, credit, cents, cause)

    def set_aside(self, name: str, debit: str, credit: str, cents: int, cause: Cause) -> None:
        self.moves[("wager", debit, credit, cents, cause[2], name, "")] += 1
        self._hold(debit, cents, cause)

    def end(self, name: str, debit: str, credit: str, stake: int, kept: int, cause: Cause) -> None:
        """A wager that was set aside ends: what the house keeps moves, or all of it goes back."""
        if kept:
            self.transfer("collected", debit, credit, kept, cause, name)
        else:
            self.moves[("returned", debit, credit, stake, cause[2], "", name)] += 1
        self._hold(debit, -stake, cause)

    def _hold(self, account: str, cents: int, cause: Cause) -> None:
        self.pending[account] += cents
        self.causes.setdefault(account, []).append(cause)


class Books:
    """Balances from the transfers alone. Credits less debits; pending debits are not the owner's to spend."""

    def __init__(self) -> None:
        self.balance: Counter[str] = Counter()
        self.held: Counter[str] = Counter()
        self.open: dict[str, tuple[str, str, int]] = {}
        self.transfers = 0
        self.begin("", [])

    def begin(self, stem: str, changes: Sequence[Object]) -> None:
        self.stem, self.changes = stem, changes
        self.number = 0
        self.ids: set[str] = set()
        self.posted: Counter[str] = Counter()
        self.pending: Counter[str] = Counter()
        self.moves: Counter[Move] = Counter()

    def take(self, transfer: Object) -> None:
        """One transfer, in the order of the log."""
        name, kind = transfer["id"], transfer.get("kind", "posted")
        debit, credit, cents = transfer["debit"], transfer["credit"], transfer["cents"]
        self._check_form(transfer, kind)
        self._check_id(transfer, kind)
        self.transfers += 1
        if kind == "posted":
            self._move(debit, credit, cents)
        elif kind == "pending":
            self.open[name] = (debit, credit, cents)
            self._hold(debit, cents)
        else:
            self._end(transfer, kind)
        self._check_available(name, debit)

    def _check_form(self, transfer: Object, kind: str) -> None:
        """A known code between the kinds of account it moves between, with a sum and a paragraph."""
        name, debit, credit = transfer["id"], transfer["debit"], transfer["credit"]
        code, cents = transfer["code"], transfer["cents"]
        for account in (debit, credit):
            if account.partition(":")[0] not in ACCOUNT_KINDS:
                raise Different(f"transfer {name}: account", ", ".join(ACCOUNT_KINDS), account)
        if not 0 < cents <= MOST_CENTS or debit == credit or not transfer["cite"]:
            raise Different(f"transfer {name}", "cents above 0 between two accounts, with a cite", transfer)
        if code not in TRANSFER_CODES:
            raise Different(f"transfer {name}: what it is for", ", ".join(TRANSFER_CODES), code, transfer["cite"])
        how, routes = TRANSFER_CODES[code]
        check(f"transfer {name}: how a transfer for {code} moves", how, kind, transfer["cite"])
        if (debit.partition(":")[0], credit.partition(":")[0]) not in routes:
            accepted = ", ".join(f"{giver} to {taker}" for giver, taker in sorted(routes))
            raise Different(f"transfer {name}: accounts of {code}", accepted, f"{debit} to {credit}", transfer["cite"])
        if code != "correction" and transfer.get("corrects"):
            raise Different(f"transfer {name}: what it corrects", "nothing", transfer["corrects"], transfer["cite"])

    def _check_id(self, transfer: Object, kind: str) -> None:
        """Its place in the entry; for a wager its seat and wager, for a meter its place among the changes."""
        name = transfer["id"]
        if name in self.ids or not name.startswith(f"{self.stem}/"):
            raise Different("id of a transfer", f"one of its own that begins with {self.stem}/", name)
        self.ids.add(name)
        rest = name.removeprefix(f"{self.stem}/")
        if match := re.fullmatch(r"meter(\d+)/(\d+)", rest):
            self._check_of_meter(transfer, int(match[1]))
        else:
            if kind != "pending":
                check("id of a transfer", f"{self.stem}/{self.number}", name)
            own = name if kind == "pending" else ""
            ends = transfer.get("pending", "")
            accounts = transfer["debit"], transfer["credit"]
            self.moves[(transfer["code"], *accounts, transfer["cents"], transfer["cite"], own, ends)] += 1
        self.number += 1

    def _check_of_meter(self, transfer: Object, number: int) -> None:
        """A transfer of a change of a meter has its paragraph, reason and approvers, and stays with its accounts."""
        change = self.changes[number] if number < len(self.changes) else {"kind": "no change", "meter": ""}
        what, cite = f"transfer {transfer['id']}", transfer["cite"]
        check(f"{what}: what it is for", CODE_OF_CHANGE.get(change["kind"], "nothing"), transfer["code"], cite)
        for name, blank in (("cite", ""), ("reason", ""), ("approvers", [])):
            check(f"{what}: its {name}", change.get(name, blank), transfer.get(name, blank), cite)
        if change["kind"] in ("won", "restored", "paid"):
            check(f"{what}: cents", change.get("cents", 0), transfer["cents"], cite)
        accounts = {f"{kind}:{change['meter']}" for kind in ("meter", "reserve", "rounding")}
        accounts |= {"house", "cage", f"handpay:{change.get('table', '')}"}
        for account in (transfer["debit"], transfer["credit"]):
            if account not in accounts:
                raise Different(f"{what}: account", f"one of meter {change['meter']}", account, cite)

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
        """The transfers of an entry come to what its events say, account by account and then one by one."""
        for what, wanted, found in (
            ("cents moved on", expected.posted, self.posted),
            ("cents set aside on", expected.pending, self.pending),
        ):
            for account in sorted({*wanted, *found}):
                if wanted[account] != found[account]:
                    raise self._located(what, account, wanted[account], found[account], expected)
        if expected.moves != self.moves:
            missing, surplus = expected.moves - self.moves, self.moves - expected.moves
            wanted_move, found_move = next(iter(missing), None), next(iter(surplus), None)
            cite = (wanted_move or found_move or ("",) * 7)[4]
            raise Different("a transfer", move_text(wanted_move), move_text(found_move), str(cite))

    def _located(self, what: str, account: str, wanted: int, found: int, expected: Expected) -> Different:
        causes = list(dict.fromkeys(expected.causes.get(account, [])))
        difference = Different(f"{what} {account}", wanted, found)
        if len(causes) == 1:
            seat, wager, cite = causes[0]
            return difference.placed(seat=seat, wager=wager, cite=cite)
        wagers = [wager for _, wager, _ in causes if wager]
        cites = ", ".join(dict.fromkeys(cite for _, _, cite in causes if cite))
        return difference.placed(wager=", ".join(dict.fromkeys(wagers)), cite=cites)


def move_text(move: Move | None) -> str:
    if move is None:
        return "no such transfer"
    code, debit, credit, cents, cite, name, ends = move
    more = f", as {name}" if name else f", ending {ends}" if ends else ""
    return f"{code}: {cents} cents from {debit} to {credit} under {cite}{more}"


# =====================================================================================================================
# 18. A deck that was committed to
# =====================================================================================================================


class Deck:
    """A deck at a table: what was done with it, its commitment, its cut, how many cards have left it."""

    def __init__(self, preshuffled: bool = False) -> None:
        self.leaves: list[str] = []
        self.cut = 0
        self.out = 0
        self.preshuffled = preshuffled
        self.was_cut = False
        self.inspector = ""
        self.status = "stacked" if preshuffled else "received"

    def become(self, status: str) -> None:
        """Spread out, washed, used or taken away: its cards are in no known order any more."""
        self.status, self.preshuffled, self.was_cut, self.leaves, self.out = status, False, False, [], 0

    def shuffled(self, how: str, needs_cut: bool) -> None:
        self.leaves, self.cut, self.out, self.was_cut = [], 0, 0, False
        self.preshuffled = how == "preshuffled"
        self.status = "shuffled" if needs_cut else "ready"

    def cut_at(self, depth: int) -> None:
        self.cut, self.status, self.was_cut = (self.cut + depth) % DECK, "ready", True

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
# 19. A round of play
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
    cite: str = ""
    """The paragraphs that the log names, once they were found to be the right ones."""
    paid_under: str = ""
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
    is_fixed: bool = False
    """A share that left its meter when the player's turn came, before it was validated."""
    readings: tuple[str, ...] = ()
    """The readings it rests on."""

    def compare(self, found: Object, names_readings: bool) -> None:
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
        self._compare_readings(found.get("readings", []), names_readings, place)
        self.cite, self.paid_under = found["cite"], found.get("paid_under", "")

    def _compare_readings(self, found: list[str], names_readings: bool, place: Object) -> None:
        """None that it does not rest on, none twice, and all of them where the table names any."""
        wanted = set(self.readings)
        if len(set(found)) < len(found) or not set(found) <= wanted or (names_readings and set(found) != wanted):
            expected = " and ".join(sorted(wanted)) or "none"
            raise Different("readings the settlement rests on", expected, " and ".join(found) or "none", **place)


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
        self.stub = self.voided_by = ""
        self.racked = False
        """The stub went to the discard rack uncounted, with the first seat settled."""
        self.waiting: list[tuple[int, str]] = []
        self.documents: set[int] = set()
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
        self.fixed: Line | None = None
        self.abandoned: list[Line] = []
        self.unpaid: list[tuple[int, str, Meter, int]] = []
        self.documents = set()
        self.waiting = []

    # --- What a rule may look at -----------------------------------------------------------------------------------

    def has_wager(self, wager: str) -> bool:
        return any(wager in stakes for stakes in self.stakes.values())

    def counts(self, wager: str) -> int:
        return sum(wager in stakes for stakes in self.stakes.values())

    def on_devices(self) -> int:
        """How many wagers the progressive devices accepted."""
        on_device = [name for name, terms in self.terms.wagers.items() if terms["medium"] == "progressive device"]
        return sum(map(self.counts, on_device))

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
        if not self.chips_counted and self.on_devices():
            raise Different("a card", "dealt after the chips of the devices were counted", "before", event["cite"])
        self.check_stub("a card", event["cite"])
        for place, card, face in event["cards"]:
            _, wanted, side = self.step("card")
            check("place of the card", f"{wanted}, face {side}", f"{place}, face {face}", event["cite"])
            self.leaves_deck(card)
            self.cards.setdefault(place, []).append(card)
            self.shown += place == "community" and face == "up"

    def check_stub(self, what: str, cite: str) -> None:
        """Nothing goes on after a stub that was counted wrong until the reason is found, which voids the round."""
        if self.stub in ("wrong", "confirmed") and self.void is None:
            raise Different(what, "the irregularity behind the wrong count of the stub first", "none", cite)

    def on_set_aside(self, event: Object) -> None:
        if self.table.physical:
            named = self.table.audit.entry["command"].get("card", [])
            check("the card set aside", named, list(event["card"]), event["cite"])
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
        self.check_stub("a decision", event["cite"])
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
            self.at_once = seat, self._forfeits(seat, self.game.folded(self, seat), "fold")
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
            self.waiting = [payout for payout in self.waiting if payout[0] != seat]
            self._abandon_share(seat, event["cite"])
            lost: Forfeits = dict.fromkeys(self.game.order, (self.game.left_cite,))
            self.at_once = seat, self._forfeits(seat, lost, slip)
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
        for line in (*self.abandoned, *([self.fixed] if self.fixed else [])):
            self.table.undraw(self, line, event["cite"])
        self.void, self.voided_by = void, event["slip"]
        self.validated = set()
        self.start_settling()

    def _abandon_share(self, seat: int, cite: str) -> None:
        """A share that waits goes back when its player leaves; a divided one stays drawn for the others."""
        line = self.fixed
        if line is None or line.seat != seat:
            return
        self.fixed = None
        self.done.discard((seat, line.wager))
        if self.divided is not None and line.wager == "five-card-dealer" and len(self.divided.parts) > 1:
            self.abandoned.append(line)
        else:
            self.table.undraw(self, line, cite)
            self.divided = None if line.draw is self.divided else self.divided

    def check_not_a_dealer(self, event: Object) -> None:
        """A recount is by somebody who did not deal in the round."""
        dealers = {person_of(by.partition(":")[2]) for by in self.dealers}
        if person_of(event["by"].partition(":")[2]) in dealers - {""}:
            raise Different("who counts the stub again", "another person than the dealer", event["by"], event["cite"])

    def _check_moment(self, slip: str, cite: str) -> None:
        """Before or after the initial cards are complete; before or after the last decision."""
        hands = [f"seat {seat}" for seat in self.seats] + ["dealer"]
        complete = all(len(self.cards.get(place, [])) == self.game.own_cards for place in hands)
        if slip in STUB_SLIPS:
            counted = ("confirmed",) if self.table.audit.confirms_stub else ("confirmed", "wrong")
            check("a wrong count of the stub, counted again by a floorperson", True, self.stub in counted, cite)
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
            wanted = self.fixed if self.at_once is None and self.fixed is not None else next(turn[1], None)
            self.fixed = None if wanted is self.fixed else self.fixed
            self._take(wanted, found)
        if self.at_once is not None or event["done"]:
            self._check_nothing_left(seat, turn[1])
        if event["done"]:
            self.finished.add(seat)
        if self.at_once is None:
            asked = any(found["type"] == "ValidationAsked" for found in self.table.audit.entry["events"])
            check("a seat settled to the end", not asked, event["done"], event["cite"], seat=seat)
            self._check_first(event)
        if self.at_once is None and event["done"]:
            self.current = None
        self.at_once = None

    def _check_first(self, event: Object) -> None:
        """After a validation the wager that was validated is settled first."""
        command = self.table.audit.entry["command"]
        if command["type"] == "Validate":
            first = event["lines"][0] if event["lines"] else {"seat": 0, "wager": "none"}
            wanted, found = (command["seat"], command["wager"]), (first["seat"], first["wager"])
            check("the wager settled after its validation", wanted, found, event["cite"], seat=command["seat"])

    def _begin(self, seat: int) -> None:
        """Counter-clockwise from the dealer's right, when all cards are dealt and all have decided."""
        step = self.next_step()
        if self.void is None and step[0] != "settle":
            raise Different("what comes next", " ".join(map(str, step)).strip(), f"settlement of seat {seat}")
        self.table.check_stub_count(self)
        self.racked = self.racked or seat not in self.gone
        left = [number for number in self.seats if number not in self.finished]
        check("the seat whose turn it is", max(left, default=0), seat)
        self.current = seat, self.settlement(seat)

    def on_fixed(self, event: Object) -> None:
        """A share is measured and leaves its meter at the player's turn; the same line is settled once validated."""
        found, cite = event["line"], f"{self.game.id.removeprefix('pa-')}.12(d)(4)"
        line = next(self.current[1], None) if self.current is not None and self.fixed is None else None
        if line is None or not line.hand_pay:
            raise Different("a share that is fixed", "one whose turn it is", found, cite)
        check("the share whose turn it is", (line.seat, line.wager), (found["seat"], found["wager"]), cite)
        check("paragraph of the player's turn", cite, event["cite"], cite)
        line.compare(found, self.terms.names_rules)
        self.fixed, line.is_fixed = line, True
        self.table.audit.fixes_shares = True
        self.table.draw(self, line)

    def is_share(self, seat: int, wager: str) -> bool:
        """Is what a wager won a share of a meter?"""
        ruling = self.game.rule(self, seat, wager)
        if not ruling.paytable:
            return False
        return Odds.parse(self.terms.rows(ruling.paytable)[ruling.row]).kind == "share"

    def _take(self, wanted: Line | None, found: Object) -> None:
        if wanted is None:
            place = {"seat": found["seat"], "wager": found["wager"]}
            raise Different("a line of the settlement", "no further line", found, **place)
        expected, there = f"seat {wanted.seat}, {wanted.wager}", f"seat {found['seat']}, {found['wager']}"
        place = {"seat": wanted.seat, "wager": wanted.wager, "cite": " or ".join(wanted.cites)}
        check("the wager whose turn it is", expected, there, **place)
        wanted.compare(found, self.terms.names_rules)
        if wanted.outcome == "won" and (cite := self.game.must_validate(wanted.wager, wanted.odds)):
            valid = (wanted.seat, wanted.wager) in self.validated
            check("validation by a floorperson", True, valid, cite, seat=wanted.seat, wager=wanted.wager)
            if wanted.hand_pay and self.table.audit.fixes_shares:
                check("a share fixed at the player's turn", True, wanted.is_fixed, cite, wager=wanted.wager)
        self.lines.append(wanted)
        if wanted.hand_pay:
            self.documents.add(wanted.seat)
        self.table.settle(self, wanted)

    def _check_nothing_left(self, seat: int, lines: Iterator[Line]) -> None:
        fixed = self.fixed if self.fixed is not None and self.fixed.seat == seat else None
        if left := fixed or next(lines, None):
            place: Object = {"seat": left.seat, "wager": left.wager, "cite": " or ".join(left.cites)}
            raise Different("a line of the settlement", f"{left.outcome} {left.stake}", "no line", **place)

    def _forfeits(self, seat: int, lost: Forfeits, happened: str) -> Iterator[Line]:
        """Wagers that are lost before the settlement: by a fold, or because the player left."""
        for wager in self.game.order:
            stake = self.stakes[seat].get(wager)
            if wager in lost and stake and (seat, wager) not in self.done:
                self.done.add((seat, wager))
                self.forfeited.add((seat, wager))
                rests = self.game.reading(happened, wager)
                line = Line(seat, wager, stake, "lost", lost[wager], kept=stake, readings=rests)
                if wager == "five-card-dealer" and self.divided is not None:
                    draw = line.draw = self.divided.meter.give_back(self.divided.parts[seat])
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
                line = Line(seat, "payout limit", 0, "limited", cites, paid=self.terms.limit - won)
                line.readings = self.game.limit_readings
                yield line

    def _line(self, seat: int, wager: str) -> Line:
        stake, rests = self.stakes[seat][wager], self._rests_on(seat, wager)
        if self.void is not None and wager not in self.void.settled:
            rests = self.game.reading(self.voided_by, wager)
            return Line(seat, wager, stake, "void", self.void.cites, returned=stake, readings=rests)
        if cites := self._right_ended_by_a_fold(seat, wager):
            return Line(seat, wager, stake, "lost", cites, kept=stake, readings=rests)
        ruling = self.game.rule(self, seat, wager)
        line = Line(seat, wager, stake, ruling.outcome, (ruling.cite,), row=ruling.row)
        line.readings = (*rests, *ruling.readings)
        if ruling.paytable:
            line.odds_cites = self._odds_cites(ruling.paytable)
            self._pay(line, Odds.parse(self.terms.rows(ruling.paytable)[ruling.row]))
        if ruling.outcome == "lost":
            line.kept = stake
        elif ruling.outcome in ("push", "returned"):
            line.returned = stake
        return line

    def _rests_on(self, seat: int, wager: str) -> tuple[str, ...]:
        """The readings by which a wager is settled although its player folded, or although the round is void."""
        rests = self.game.reading(self.voided_by, wager) if self.void is not None else ()
        given_back = self.void is not None and wager not in ON_DEVICES
        return (*rests, *self.game.reading("fold", wager)) if seat in self.folded and not given_back else rests

    def _right_ended_by_a_fold(self, seat: int, wager: str) -> tuple[str, ...]:
        """The paragraphs of a fold that a void does not undo: of wagers on a device, taken before the deal."""
        if self.void is None or seat not in self.folded or wager not in ON_DEVICES:
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
        """Of what the meter shows now; the dealer's hand is measured once and divided equally."""
        meter = self.table.meter(self.terms.meter(line.wager, odds.meter))
        draw = self.divided if line.wager == "five-card-dealer" else None
        line.meter, line.kept, line.hand_pay = meter.terms.meter, line.stake, True
        line.meter_before = line.meter_after = meter.units
        line.paid_by = meter
        if draw is None:
            draw = line.draw = meter.win(odds.amount, self._owners(line))
            line.meter_after, line.reserve_moved = draw.after, draw.moved
        if line.wager == "five-card-dealer":
            self.divided = draw
        line.paid = draw.parts[line.seat]
        if line.wager == "five-card-dealer":
            line.readings = (*line.readings, *self._division_readings(line, len(draw.parts)))

    def _division_readings(self, line: Line, parts: int) -> Iterator[str]:
        """Who counts when a share is divided, and whether a player who folded does."""
        if parts > 1:
            yield "dealer-share-split"
        folded = [seat for seat in self.seats if line.wager in self.stakes[seat] and seat in self.folded]
        yield from (name for name in self.game.reading("fold", line.wager) if folded and name not in line.readings)

    def _owners(self, line: Line) -> list[list[int]]:
        """The seats of each who has a part of a win: 12(e)(2) divides it by players or, as read so, by wagers."""
        if line.wager != "five-card-dealer":
            return [[line.seat]]
        having = [seat for seat in self.seats if line.wager in self.stakes[seat]]
        seats = [seat for seat in sorted(having, reverse=True) if (seat, line.wager) not in self.forfeited]
        if self.terms.reading("dealer-share-split") != "by-person":
            return [[seat] for seat in seats]
        names = dict.fromkeys(self.players[seat] for seat in seats)
        return [[seat for seat in seats if self.players[seat] == name] for name in names]

    def _bonus(self, seat: int, wager: str, stake: int, ruling: Ruling) -> Line:
        """A bonus pays on the stake of the wager it rides on, which has a line of its own."""
        column = f"${stake // 100}" if ruling.paytable == "envy" else ""
        odds = Odds.parse(self.terms.rows(ruling.paytable, column)[ruling.row])
        line = Line(seat, wager, 0, "won", (ruling.cite,), odds.printed, ruling.row, paid=odds.pays(stake))
        line.readings = self._rests_on(seat, wager)
        line.odds_cites = self._odds_cites(ruling.paytable)
        return line

    def _odds_cites(self, paytable: str) -> tuple[str, ...]:
        """The paragraphs that may be named for the odds of the column in force."""
        column = next(iter(self.terms.tables[paytable]), "")
        supplement = self.game.temporary.get((paytable, column))
        return (supplement[1],) if supplement else tuple(self.game.printed[paytable][0].split(", "))

    # --- The end ---------------------------------------------------------------------------------------------------

    def on_cleared(self, event: Object) -> None:
        check("number of the round", self.number, event["number"])
        for seat in self.seats:
            for wager in self.stakes[seat]:
                if (seat, wager) not in self.done:
                    raise Different("a line for every wager", "a line", "none", event["cite"], seat=seat, wager=wager)
            check("the seat is settled", True, seat in self.finished, event["cite"], seat=seat)
        check("seats whose hand-pay has no documents", [], sorted(self.documents), event["cite"])
        check("validations that were asked for and not given", [], self.waiting, event["cite"])
        self.table.check_stub_count(self)
        self.table.count(self, event["cite"])


def _sums_text(sums: Sequence[int]) -> str:
    return f"{sums[0]} to {sums[-1]}" if isinstance(sums, range) else " or ".join(map(str, sums))


# =====================================================================================================================
# 20. A table
# =====================================================================================================================


class Table:
    """One table, from its installation on: seats, decks, wagers, rounds."""

    def __init__(self, audit: Audit, name: str, terms: Terms, physical: bool) -> None:
        self.audit, self.name, self.terms, self.physical = audit, name, terms, physical
        self.since: int = audit.entry["seq"]
        self.game = GAMES[terms.raw["rulebook"]]
        self.method = terms.dealing
        self.players: dict[int, str] = {}
        self.dealer = self.closing = ""
        self.served: dict[int, str] = {}
        """Seats whose player has no device, with the player."""
        self.bets: dict[int, dict[str, int]] = {}
        self.decks: list[Deck] = []
        self.deck = self.decks_since = self.rounds = self.rounds_since_count = 0
        self.held: dict[tuple[int, str], str] = {}
        self.round: Round | None = None
        self.reshuffles = terms.raw["shuffler"] == "reshuffling"
        self.shuffler_works = terms.raw["shuffler"] != "none"
        check_terms(self.game, terms)

    def see(self, event: Object) -> None:
        handler = HANDLERS.get(event["type"])
        if handler is None:
            raise Different("an event", ", ".join(sorted(HANDLERS)), event["type"])
        self._check_cite(event)
        if self.round is not None and self.round.at_once and event["type"] not in ("Settled", "SlipFound"):
            raise Different("what comes next", "settlement at once", event["type"], seat=self.round.at_once[0])
        handler(self, event)

    def _check_cite(self, event: Object) -> None:
        """An event names a paragraph of its own regulation, of a section that speaks of such events."""
        sections = self.game.event_sections[event["type"]]
        for cite in event["cite"].split(", "):
            if self.game.section_number(cite) not in sections:
                accepted = f"{self.game.id}, section {' or '.join(sections)}"
                raise Different(f"paragraph of the event {event['type']}", accepted, event["cite"], event["cite"])

    def in_round(self) -> Round:
        if self.round is None:
            raise Different("a round in play", "one", "none")
        return self.round

    # --- Decks -----------------------------------------------------------------------------------------------------

    def current_deck(self) -> Deck:
        if not self.decks:
            raise Different("a deck", "decks received first", "none")
        return self.decks[self.deck]

    def other_deck(self) -> Deck:
        """The deck that is shuffled next: the other of two while a round is played."""
        self.current_deck()
        return self.decks[1 - self.deck if self.round is not None and len(self.decks) > 1 else self.deck]

    def on_received(self, event: Object) -> None:
        """Two decks of different colours alternate only where a shuffler is in use."""
        is_first = self.audit.entry["command"]["type"] == "ReceiveDecks"
        if bool(self.decks) == is_first or self.round is not None:
            raise Different("decks received", "at a table without them, or in exchange for others", event["backs"])
        number = self.terms.raw["decks"] if self.shuffler_works else 1
        found = len(event["backs"]), len(set(event["backs"]))
        check("decks of different colours", (number, number), found, event["cite"])
        self.decks, self.deck = [Deck(event["preshuffled"]) for _ in event["backs"]], 0
        self.decks_since, self.rounds_since_count = self.audit.now, 0

    def on_readied(self, event: Object) -> None:
        """Inspected, verified by another person, spread, seen by a player, washed: in this order."""
        deck, status, cite = self.current_deck(), event["status"], event["cite"]
        if self.round is not None or deck.status not in BEFORE[status]:
            raise Different(f"decks {status}", f"decks that are {' or '.join(BEFORE[status])}", deck.status, cite)
        if status == "verified" and person_of(event["by"]) in (person_of(deck.inspector), ""):
            raise Different("who verifies the inspection", "another person than inspected", event["by"], cite)
        if status == "idle" and (self.bets or (self.reshuffles and self.shuffler_works)):
            raise Different("decks spread", "at an idle table, not out of a reshuffling device", "wagers", cite)
        for each in self.decks:
            if each.status != "removed":
                each.become(status)
                each.inspector = event["by"] if status == "inspected" else each.inspector

    def on_table_closed(self, event: Object) -> None:
        """Cards and players leave."""
        if self.round is not None or self.bets or not self.decks:
            raise Different("a table closed", "decks and no wagers on it", "wagers", event["cite"])
        self.players, self.decks, self.deck = {}, [], 0
        self.dealer, self.served, self.closing = "", {}, ""

    def on_shuffled(self, event: Object) -> None:
        """While a round is played it is the other of two decks that is shuffled.

        Cards shuffled by hand or before delivery are cut; a device, or one that reshuffles, spares the cut.
        """
        deck, how, cite = self.other_deck(), event["how"], event["cite"]
        if deck.status not in MAY_BE_SHUFFLED:
            raise Different("a deck shuffled", f"one that is {' or '.join(MAY_BE_SHUFFLED)}", deck.status, cite)
        ways = ["machine" if self.shuffler_works else "hand"]
        ways += ["preshuffled"] if deck.preshuffled and deck.status == "stacked" else []
        if how not in ways:
            raise Different("how a deck is shuffled", " or ".join(ways), how, cite)
        deck.shuffled(how, needs_cut=how != "machine" and not (self.reshuffles and self.shuffler_works))
        check("what becomes of a shuffled deck", deck.status, event["status"], cite)
        sealed = self.audit.entry.get("sealed")
        if self.physical:
            check("a commitment to real cards", None, sealed)
        elif sealed is None:
            raise Different("a shuffle", "a commitment to the order of the cards", "none", cite)
        else:
            check("cards of a sealed deck in the log", [], list(event["cards"]), cite)
            self.audit.check_seal(sealed)
            deck.seal(sealed)

    def on_cut(self, event: Object) -> None:
        """At least ten cards from the top, at least one below; what was above goes to the bottom."""
        deck = self.current_deck()
        as_it_came = self.physical and deck.preshuffled and deck.status == "stacked"
        if deck.status != "shuffled" and not as_it_came:
            raise Different("a deck cut", "one shuffled by hand or preshuffled", deck.status, event["cite"])
        if not 10 <= event["depth"] <= 51:
            raise Different("depth of the cut", "10 to 51", event["depth"], event["cite"])
        deck.cut_at(event["depth"])

    def on_recut(self, event: Object) -> None:
        deck = self.current_deck()
        if deck.status != "ready" or not deck.was_cut or self.round is not None:
            raise Different("a deck to be cut again", "one that was cut, before any card is dealt", deck.status)
        deck.status = "shuffled"

    def on_deck_removed(self, event: Object) -> None:
        self.other_deck().become("removed")

    def open_card(self, card: str) -> None:
        deck = self.current_deck()
        deck.out += 1
        if not self.physical:
            deck.open(card, self.audit.opening(card))

    def on_stub(self, event: Object) -> None:
        round_ = self.in_round()
        is_right = event["cards"] + len(round_.out) == DECK
        check("the count of the stub is right", is_right, event["right"], event["cite"])
        is_again, role = round_.stub == "wrong", event["by"].partition(":")[0]
        if round_.void is not None or round_.stub not in ("", "wrong"):
            raise Different("the stub counted", "once, in a round that stands", "again", event["cite"])
        check("who counts the stub", "floor" if is_again else "dealer", role, event["cite"])
        if is_again:
            round_.check_not_a_dealer(event)
            self.audit.confirms_stub = True
        round_.stub = "right" if is_right else "confirmed" if is_again else "wrong"

    def check_stub_count(self, round_: Round) -> None:
        """At least once in five rounds, before any wager is settled, unless a device counts the deck."""
        cite = " or ".join(self.game.stub_cites)
        round_.check_stub("a settlement", cite)
        spared = self.shuffler_works and self.terms.raw["shuffler"] in ("counting", "reshuffling")
        is_due = self.rounds_since_count + 1 >= STUB_COUNTED_EVERY and not spared
        if is_due and not round_.stub and not round_.racked and round_.void is None:
            raise Different("the stub counted", f"once in {STUB_COUNTED_EVERY} rounds", "not counted", cite)

    def on_device(self, event: Object) -> None:
        """Two decks alternate as long as the shuffler works, which may be the shoe itself."""
        if event["device"] == "shuffler" or self.reshuffles:
            self.shuffler_works = event["how"] == "works again"

    def on_method(self, event: Object) -> None:
        if event["dealing"] not in self.game.methods or self.round is not None or event["dealing"] == self.method:
            accepted = f"another of {', '.join(self.game.methods)}, between rounds"
            raise Different("a dealing procedure", accepted, event["dealing"], event["cite"])
        self.method = event["dealing"]

    # --- Seats and wagers --------------------------------------------------------------------------------------------

    def on_seat_taken(self, event: Object) -> None:
        seat, player = event["seat"], event["player"]
        if seat in self.players or not 1 <= seat <= self.terms.seats:
            raise Different("a seat", f"an empty one of {self.terms.seats}", seat, event["cite"], seat=seat)
        self.players[seat] = player
        self._check_held(player, event["cite"])

    def on_seat_left(self, event: Object) -> None:
        if event["seat"] in self.bets or event["seat"] not in self.players:
            raise Different("a seat left", "one without wagers", event["seat"], event["cite"], seat=event["seat"])
        self.served.pop(event["seat"], None)
        self._check_held(self.players.pop(event["seat"]), event["cite"])

    def _check_held(self, player: str, cite: str) -> None:
        """One player holds as many positions as filed, side by side."""
        held = sorted(seat for seat, name in self.players.items() if name == player)
        most = self.terms.raw["positions_per_player"]
        if len(held) > most or (held and held[-1] - held[0] >= len(held)):
            raise Different(f"positions of {player!r}", f"at most {most}, adjacent", held, cite)

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
        self.set_aside(self.players[seat], seat, wager, cents, event["cite"])

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
            self.end_stake(self.players[seat], seat, wager, cents, 0, event["cite"])
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
        for stakes in self.bets.values():
            for wager in stakes:
                self._check_links(wager, {"wager": wager, "cite": event["cite"]})
        deck = self.current_deck()
        check("a deck shuffled, cut where it must be, and not dealt from", ("ready", 0), (deck.status, deck.out))
        hours = self.game.deck_hours.get(self.method, 0)
        if hours and self.audit.now >= self.decks_since + hours * 3600:
            raise Different("decks in use", f"under {hours} hours", self.audit.now - self.decks_since, event["cite"])
        deck.status = "in play"
        self._start(event["number"], event["cite"])
        self.in_round().remember_dealer(event)
        self.in_round().steps = self.game.plan(self.in_round())
        for place, meter, cents, units, reserve in self._feeds():
            meter.pending += units
            meter.pending_reserve += reserve
            self.audit.expected.change("staked", meter, place, event["cite"], units, reserve, cents)

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
        self.audit.editions[f"{self.game.id}, edition {self.game.edition(self.audit.day)}"] += 1
        self.audit.totals["hands"] += len(self.bets)

    def on_chips(self, event: Object) -> None:
        """As many chips as the devices accepted wagers."""
        round_ = self.in_round()
        check("chips against accepted wagers", round_.on_devices(), event["number"], event["cite"])
        if round_.chips_counted or round_.cards or not event["number"]:
            raise Different("chips counted", "once, before the first card", "again", event["cite"])
        round_.chips_counted = True

    def on_drawn(self, event: Object) -> None:
        """What the table game system drew; it counts for the bonuses that are offered."""
        choices, round_ = self.terms.choices, self.in_round()
        most_cards, most_positions = (choices.get(bonus) == "yes" for bonus in ("magic-card", "lucky-bonus"))
        cards, positions = event["cards"], event["positions"]
        rides = any(map(round_.has_wager, FIVE_CARD))
        if not rides or len(cards) > most_cards or len(positions) > most_positions or not (cards or positions):
            raise Different("a draw", "one for each bonus that is offered and wagered on", event, event["cite"])
        if not all(0 <= position <= self.terms.seats for position in positions):
            raise Different("a position drawn", f"0 to {self.terms.seats}", positions, event["cite"])
        round_.drawn_cards, round_.drawn_positions = list(cards), list(positions)

    def check_draw(self) -> None:
        """Where a draw falls in every round, one is missing if it is not there; how often others fall is chance."""
        round_, choices = self.in_round(), self.terms.choices
        if choices.get("draws-every-rounds") == "1" and any(map(round_.has_wager, FIVE_CARD)):
            found = len(round_.drawn_cards), len(round_.drawn_positions)
            wanted = tuple(int(choices.get(bonus) == "yes") for bonus in ("magic-card", "lucky-bonus"))
            check("cards and positions drawn", wanted, found)

    # --- Irregularities, validation, the end -------------------------------------------------------------------------

    def on_slip(self, event: Object) -> None:
        """Outside of a round only wagers already placed can go back (Maryland 13.H)."""
        slip = event["slip"]
        if self.round is None and event["voids"]:
            self._start(self.rounds + 1, event["cite"])
        elif self.round is None and (slip not in OUTSIDE_A_ROUND or slip not in self.game.harmless):
            raise Different("an irregularity outside of a round", " or ".join(OUTSIDE_A_ROUND), slip, event["cite"])
        if self.round is not None:
            self.round.on_slip(event)
        if slip == "shuffler-jam" and self.decks:
            self.other_deck().become("stacked")

    def on_asked(self, event: Object) -> None:
        round_ = self.in_round()
        turn = round_.current
        check("the seat that waits for validation", turn[0] if turn else None, event["seat"], event["cite"])
        self._check_validated(event)
        if round_.fixed is not None:
            check("the wager that waits for validation", round_.fixed.wager, event["wager"], event["cite"])
        if self.audit.fixes_shares and round_.fixed is None and round_.is_share(event["seat"], event["wager"]):
            place = {"cite": event["cite"], "seat": event["seat"], "wager": event["wager"]}
            raise Different("a share that waits for validation", "fixed at the player's turn", "not fixed", **place)
        round_.waiting.append((event["seat"], event["wager"]))

    def _check_validated(self, event: Object) -> None:
        """A wager of the seat that the text has a floorperson validate, and the paragraph that does."""
        staked = self.in_round().stakes.get(event["seat"], {})
        cite = self.game.must_validate(event["wager"], "100% of meter") if event["wager"] in staked else ""
        if not cite or not same_paragraph(cite, event["cite"]):
            place = {"seat": event["seat"], "wager": event["wager"]}
            raise Different("what is validated", cite or "a wager that is validated", event["cite"], **place)

    def on_validated(self, event: Object) -> None:
        """A floorperson, and another person than the player paid and whoever dealt or settled in the round."""
        role, round_, payout = event["by"].partition(":")[0], self.in_round(), (event["seat"], event["wager"])
        self._check_validated(event)
        concerned = {person_of(name) for name in (round_.players[event["seat"]], *round_.dealers)} - {""}
        if role != FLOORPERSON or person_of(event["by"]) in concerned:
            accepted = "a floorperson who neither is paid nor dealt or settled"
            raise Different("who validates", accepted, event["by"], event["cite"])
        if payout not in round_.waiting:
            raise Different("a validation", "of a payout that waits for one", payout, event["cite"])
        round_.waiting.remove(payout)
        round_.validated.add(payout)

    def on_documents(self, event: Object) -> None:
        """The documents of a seat are complete: its hand-pays leave for the cage."""
        round_ = self.in_round()
        if event["seat"] not in round_.documents:
            raise Different("documents", "of a seat that won a share of a meter", event["seat"], event["cite"])
        round_.documents.discard(event["seat"])
        for seat, wager, meter, cents in (row for row in round_.unpaid if row[0] == event["seat"]):
            self.audit.expected.move(f"handpay:{self.name}", "cage", cents, (seat, wager, event["cite"]))
            place = (self.name, round_.number, seat, wager)
            self.audit.expected.change("paid", meter, place, event["cite"], cents=cents)
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
        round_ = self.in_round()
        round_.on_cleared(event)
        removed = round_.voided_by in ("stub-wrong-misdealt-not-52", "stub-wrong-not-misdealt")
        check("what becomes of the deck", "removed" if removed else "used", event["status"], event["cite"])
        self.current_deck().become(event["status"])
        self.rounds_since_count = 0 if round_.stub else self.rounds_since_count + 1
        self.round, self.bets = None, {}
        if len(self.decks) > 1 and self.shuffler_works:
            self.deck = 1 - self.deck

    # --- Money and meters --------------------------------------------------------------------------------------------

    def meter(self, terms: MeterTerms) -> Meter:
        return self.audit.meters[terms.id]

    def place(self, round_: Round, seat: int, wager: str, cents: int, cite: str) -> None:
        self.set_aside(round_.players[seat], seat, wager, cents, cite)

    def set_aside(self, player: str, seat: int, wager: str, cents: int, cite: str) -> None:
        """A wager is set aside: neither the player's to spend nor the house's yet."""
        name = self.held[seat, wager] = f"{self.audit.stem()}/{seat}/{wager}"
        tray = f"tray:{self.name}"
        self.audit.expected.set_aside(name, self.account(player, wager), tray, cents, (seat, wager, cite))

    def end_stake(self, player: str, seat: int, wager: str, stake: int, kept: int, cite: str) -> None:
        held, tray = self.held.pop((seat, wager), ""), f"tray:{self.name}"
        self.audit.expected.end(held, self.account(player, wager), tray, stake, kept, (seat, wager, cite))

    def settle(self, round_: Round, line: Line) -> None:
        """The stake is no longer set aside; what is kept goes to the tray, what is paid comes from it.

        A share of a meter goes to the hand-pay account instead, never to the player's chips or game account.
        """
        player, cite = round_.players[line.seat], line.paid_under or line.cite
        if line.stake:
            self.end_stake(player, line.seat, line.wager, line.stake, line.kept, line.cite)
        if not line.hand_pay:
            self._pay(player, line, line.paid, "win" if line.paid > 0 else "payout limit", cite)
        if not line.is_fixed:
            self.draw(round_, line)
        if line.paid_by is not None and line.paid:
            round_.unpaid.append((line.seat, line.wager, line.paid_by, line.paid))
        self._tally(line, 1)

    def _pay(self, player: str, line: Line, cents: int, code: str, cite: str) -> None:
        """From the tray to the player; a negative sum the other way."""
        tray, account = f"tray:{self.name}", self.account(player, line.wager)
        giver, taker = (tray, account) if cents > 0 else (account, tray)
        self.audit.expected.transfer(code, giver, taker, abs(cents), (line.seat, line.wager, cite))

    def _tally(self, line: Line, sign: int) -> None:
        for name, cents in (("wagered", line.stake), ("paid", line.paid), ("kept", line.kept)):
            self.audit.totals[name] += sign * cents
        self.audit.totals["lines"] += sign

    def draw(self, round_: Round, line: Line) -> None:
        """What a share moves from its meter to the hand-pay account."""
        cite = line.paid_under or line.cite
        if line.draw is not None:
            self.audit.hand_pay(self, line.draw.drawn // UNITS, (line.seat, line.wager, cite))
            self._drawn(line.draw, True, (self.name, round_.number, line.seat, line.wager), cite)

    def undraw(self, round_: Round, line: Line, cite: str) -> None:
        """A share goes back to its meter."""
        if line.draw is not None:
            self.audit.hand_pay(self, -line.draw.drawn // UNITS, (line.seat, line.wager, cite))
            self._drawn(line.draw, False, (self.name, round_.number, line.seat, line.wager), cite)
            line.draw.meter.undo(line.draw)

    def _drawn(self, draw: Draw, done: bool, place: Place, cite: str) -> None:
        """What a win, or the end of one, must have changed: what left the meter, and what it started again from."""
        change = self.audit.expected.change
        if draw.drawn:
            kind = "won" if (draw.drawn > 0) == done else "restored"
            change(kind, draw.meter, place, cite, abs(draw.drawn), cents=abs(draw.drawn) // UNITS)
        if draw.reseed:
            change("reseeded" if done else "reseed undone", draw.meter, place, cite, draw.reseed)
        if draw.moved:
            change("reserve moved" if done else "reserve returned", draw.meter, place, cite, draw.moved)

    def undo(self, round_: Round, line: Line, cite: str) -> None:
        """A void takes back what was settled; the wager is on the table again."""
        player, tray = round_.players[line.seat], f"tray:{self.name}"
        if not line.hand_pay:
            self._pay(player, line, -line.paid, "undone", line.paid_under or line.cite)
        cause = (line.seat, line.wager, cite)
        self.audit.expected.transfer("undone", tray, self.account(player, line.wager), line.kept, cause)
        if line.stake:
            self.set_aside(player, line.seat, line.wager, line.stake, cite)
        self.undraw(round_, line, cite)
        self._tally(line, -1)

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

    def count(self, round_: Round, cite: str) -> None:
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
            kind = "withdrawn" if is_void else "counted"
            self.audit.expected.change(kind, meter, place, cite, units, reserve, cents)


def of_round(name: str) -> Any:
    def handler(table: Table, event: Object) -> None:
        getattr(table.in_round(), name)(event)

    return handler


HANDLERS: dict[str, Any] = {
    "DecksReceived": Table.on_received,
    "DecksReadied": Table.on_readied,
    "RecutOrdered": Table.on_recut,
    "DeckRemoved": Table.on_deck_removed,
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
    "ShareFixed": of_round("on_fixed"),
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
# 21. The property: entries in their order
# =====================================================================================================================


LOOKS = ("RoundInspected", "LogExported", "SnapshotTaken", "ProjectionsRebuilt")
LEAVE_EMPTY = frozenset(("DayStarted", "DayEnded", "DayTakenBack", "DayResumed", *LOOKS))
"""Events after which a day is as empty as before."""


@dataclass
class DayMemory:
    """Whether anything has happened in the day under way, since the last one ended, and in the last one."""

    is_empty: bool = False
    is_quiet: bool = False
    was_empty: bool = False
    before: str = ""

    def see(self, kinds: Iterable[str]) -> None:
        if not LEAVE_EMPTY.issuperset(kinds):
            self.is_empty = self.is_quiet = self.was_empty = False


class Audit:
    """Everything rebuilt so far. `take` gets one entry after the other and stops at the first difference."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self.meters: dict[str, Meter] = {}
        self.confirms_stub = False
        """A wrong count of the stub is counted again by a floorperson; in a log of an earlier form it was not."""
        self.fixes_shares = False
        self.names_rules = False
        """The log tells shares fixed at their turns; one of an earlier form measured them when they were validated."""
        self.stands: dict[str, tuple[int, int, int, int]] = {}
        self.ledgers: dict[str, tuple[int, int, int]] = {}
        self.books = Books()
        self.links_down: set[str] = set()
        self.numbers: Counter[str] = Counter()
        self.totals: Counter[str] = Counter()
        self.editions: Counter[str] = Counter()
        self.entry: Object = {}
        self.expected = Expected()
        self.openings: Iterator[str] = iter(())
        self.find_entry: Any = None
        self.owner = "", ""
        self.jurisdiction = ""
        self.ids: set[str] = set()
        self.named_by_tables: set[str] = set()
        self.links: set[str] = set()
        self.former: set[str] = set()
        self.now = 0
        self.day = self.last_day = ""
        self.days = DayMemory()
        self.moved_back: Counter[str] = Counter()
        self.seals: set[str] = set()

    def take(self, entry: Any) -> None:
        """One entry; a difference is placed where it is found, by its place in the log if its own number is wrong."""
        try:
            self._take(entry)
        except Different as difference:
            stream, number = (entry.get(name) for name in ("stream", "round")) if type(entry) is dict else ("", 0)
            table = stream.removeprefix("table ") if type(stream) is str and stream.startswith("table ") else ""
            place = number if type(number) is int else 0
            raise difference.placed(seq=self.totals["entries"], table=table, round=place) from None

    def _take(self, entry: Object) -> None:
        self.totals["entries"] += 1
        check_entry_form(entry)
        self.entry, stream = entry, entry["stream"]
        self.numbers[stream] += 1
        check("number of the entry", self.totals["entries"], entry["seq"])
        check(f"number in stream {stream!r}", self.numbers[stream], entry["number"])
        if entry["id"] in self.ids:
            raise Different("id of the order", "one that no order before had", entry["id"])
        self.ids.add(entry["id"])
        if entry["at"] < self.now:
            raise Different("time of the entry", f"{self.now} or later, as the entry before has it", entry["at"])
        self.now = entry["at"]
        check_order(entry)
        self._check_standing(entry)
        self.expected = Expected()
        self.openings = iter(entry.get("openings", ()))
        number = self._round_of(stream)
        for event in entry.get("events", ()):
            self._see(stream, event)
        if entry["command"]["type"] == "CloseBets":
            self.tables[stream.removeprefix("table ")].check_draw()
        if "sealed" in entry:
            check("what a deck is sealed with", "Shuffle", entry["command"]["type"])
        check("round of the entry", number or self._round_of(stream), entry.get("round", 0))
        check("openings without a card", [], list(self.openings))
        self.days.see(event["type"] for event in entry.get("events", ()))
        self._check_meters(entry.get("meters", ()))
        self._check_transfers(entry)
        if entry["by"].startswith(f"{PLAYER}:") and entry["command"]["type"] in BY_DEVICE:
            self.tables[stream.removeprefix("table ")].served.pop(entry["command"]["seat"], None)

    def _check_in_force(self, entry: Object) -> None:
        """No wager is placed or locked in on a gaming day on which its column of the paytable is not law."""
        table = self.tables.get(entry["stream"].removeprefix("table "))
        if table is None or entry["command"]["type"] not in ("PlaceWager", "CloseBets"):
            return
        is_date = re.fullmatch(r"\d{4}-\d\d-\d\d", self.day) is not None
        day = self.day if is_date else datetime.fromtimestamp(entry["at"], UTC).date().isoformat()
        for (paytable, column), (wager, cite, first, last) in table.game.temporary.items():
            if column in table.terms.tables.get(paytable, {}) and not first <= day <= last:
                placed = entry["command"].get("wager") == wager
                lies = any(wager in wagers for wagers in table.bets.values())
                if placed or (lies and entry["command"]["type"] == "CloseBets"):
                    raise Different(f"the wager {wager}", f"{first} to {last}", f"day {day}", cite)

    def _check_standing(self, entry: Object) -> None:
        """What must stand before an order: the property open, a day begun, and a player at the own seat."""
        command = entry["command"]
        kind, (role, _, person) = command["type"], entry["by"].partition(":")
        check("the first order of a log", kind == "OpenProperty", entry["seq"] == 1)
        if kind in IN_A_GAMING_DAY and not self.day:
            raise Different(f"the order {kind}", "a gaming day begun first", "none")
        self._check_in_force(entry)
        if role == DEALER:
            self._check_dealer(entry)
        if role != PLAYER:
            return
        if "player" in command:
            check("whom a player gives an order for", person, command["player"])
        elif "seat" in command:
            table = self.tables.get(entry["stream"].removeprefix("table "))
            holder = table.players.get(command["seat"], person) if table else person
            check("whose seat a player gives an order for", holder, person, seat=command["seat"])

    def _check_dealer(self, entry: Object) -> None:
        """At a table with a dealer nobody else deals, and the dealer acts only for players recorded as without device.

        The automatic dealer deals anywhere, and checks or folds for who does not answer in time.
        """
        command, table = entry["command"], self.tables.get(entry["stream"].removeprefix("table "))
        if table is None or not table.dealer:
            return
        is_automatic = entry["by"] == AUTOMATIC_DEALER
        if not is_automatic:
            check("who deals the table", f"{DEALER}:{table.dealer}", entry["by"])
        is_silence = command.get("action") in ("check", "fold") and not command.get("cents")
        if command["type"] not in OF_PLAYERS or (is_automatic and is_silence):
            return
        seat = command["seat"]
        if table.players.get(seat) is None or table.served.get(seat) != table.players[seat]:
            told = "a player recorded as having no device"
            raise Different("for whom a dealer acts", told, table.players.get(seat, "nobody"), seat=seat)

    def stem(self) -> str:
        """How the ids of this entry's transfers begin."""
        return f"{self.entry['stream']}:{self.entry['number']}"

    def check_seal(self, sealed: Object) -> None:
        """Salts are drawn anew for every deck, so that no two decks are sealed alike."""
        if sealed["root"] in self.seals:
            raise Different("a commitment to a deck", "one of its own", sealed["root"])
        self.seals.add(sealed["root"])

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
            if event["type"] in OF_A_TABLE and event["table"] not in self.tables:
                raise Different("a table", f"one that is installed: {', '.join(self.tables)}", event["table"])
            check(f"paragraph of {event['type']}", self._paragraph_of(event), event["cite"])
            handler(self, event)
            return
        name = stream.removeprefix("table ")
        if name not in self.tables:
            raise Different("a table", f"one that is installed: {', '.join(self.tables)}", name)
        self.tables[name].see(event)

    def _paragraph_of(self, event: Object) -> str:
        """What concerns one table is under the law of its rulebook; all else under that of the property."""
        kind, told = event["type"], event.get("jurisdiction", "")
        if kind in ("PropertyOpened", "JurisdictionAdopted"):
            if told not in PARAGRAPHS or (kind == "JurisdictionAdopted" and (not told or self.jurisdiction)):
                raise Different("the jurisdiction of the property", "pa, md or ma, named once", told)
            return PARAGRAPHS[told][MATTERS[kind]]
        meters = ((table, meter) for table in self.tables.values() for meter in table.terms.raw["meters"])
        owners = (table for table, meter in meters if meter["id"] == event.get("meter") and not meter["link"])
        table = self.tables[event["table"]] if kind in OF_A_TABLE else next(owners, None)
        terms = event.get("terms") or (table.terms.raw if table else {})
        return self.paragraph(MATTERS[kind], str(terms.get("rulebook", "")))

    def paragraph(self, matter: str, rulebook: str = "") -> str:
        """What governs a matter of the property, or of a table under that rulebook."""
        told = rulebook.partition("-")[0] if rulebook and self.jurisdiction else self.jurisdiction
        return PARAGRAPHS.get(told, {}).get(matter, "")

    def opening(self, card: str) -> str:
        salt = next(self.openings, None)
        if salt is None:
            raise Different("a card from a sealed deck", f"the salt that opens {card}", "none")
        return salt

    # --- Money -------------------------------------------------------------------------------------------------------

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
            found[(name, change["kind"], *numbers, change["cite"], *place)] += 1
        if found != self.expected.changes:
            raise meter_difference(self.expected.changes - found, found - self.expected.changes)
        self._check_stands({change[0] for change in found})

    def _check_stands(self, names: Iterable[str]) -> None:
        for name in names:
            what = f"units, reserve and pending units of meter {name}"
            check(what, self.meters[name].stand(), self.stands.get(name))

    def _check_transfers(self, entry: Object) -> None:
        self.books.begin(self.stem(), entry.get("meters", []))
        for transfer in entry.get("transfers", ()):
            self.books.take(transfer)
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

    def on_corrected(self, event: Object) -> None:
        """So many cents of an earlier transfer go back the way they came: a reason, two approvers, never its maker.

        Cash and chips of a buy-in go back together, by the same sum.
        """
        command, cite = self.entry["command"], event["cite"]
        named, cents = command["transfer"], command["cents"]
        check_approved("a correction", command["reason"], command["approvers"], cite)
        legs = self._legs(named) if command.get("together") else [named]
        found = self.entry.get("transfers", [])
        check("transfers set right", legs, [transfer.get("corrects", "") for transfer in found], cite)
        for leg, back in zip(legs, found, strict=True):
            self._correct(leg, cents, command, back)

    def _correct(self, name: str, cents: int, command: Object, back: Object) -> None:
        wrong, maker = self.find_transfer(name)
        cite = back["cite"]
        for part in ("reason", "approvers"):
            check(f"{part} of the correction of {name}", command[part], back.get(part), cite)
        if wrong.get("kind", "posted") not in ("posted", "post"):
            raise Different("the transfer a correction is of", "one that moved cents", name, cite)
        if person_of(maker) and person_of(maker) in map(person_of, command["approvers"]):
            raise Different(f"approvers of the correction of {name}", f"others than its maker, {maker}", maker, cite)
        left = wrong["cents"] - self.moved_back[name]
        if not 0 < cents <= left:
            raise Different(f"cents of {name} that corrections move back", f"at most {left}", cents, cite)
        self.moved_back[name] += cents
        cause = (0, "", self.paragraph("corrections"))
        self.expected.transfer("correction", wrong["credit"], wrong["debit"], cents, cause)

    def _legs(self, name: str) -> list[str]:
        stem = name.rpartition("/")[0]
        return [f"{stem}/0", f"{stem}/1"] if self.find_transfer(name)[0]["code"] == "buy-in" else [name]

    def find_transfer(self, name: str) -> tuple[Object, str]:
        """An earlier transfer and who made it: its id begins with the stream and number of its entry."""
        stream, _, rest = name.rpartition(":")
        number = rest.partition("/")[0]
        entry = self.find_entry(stream, int(number)) if self.find_entry and number.isdecimal() else None
        for transfer in entry.get("transfers", ()) if entry else ():
            if entry is not None and transfer["id"] == name:
                return dict(transfer), str(entry["by"])
        raise Different("the transfer a correction is of", "an earlier one", name)

    # --- Happenings --------------------------------------------------------------------------------------------------

    def on_opened(self, event: Object) -> None:
        check("the first entry", 1, self.entry["seq"], event["cite"])
        check("a name of the property", True, bool(event["name"]), event["cite"])
        self.owner = event["name"], event["public_key"]
        self.on_adopted(event)

    def on_adopted(self, event: Object) -> None:
        """Jurisdiction and time zone are those of the order; a jurisdiction comes with a time zone."""
        command, self.jurisdiction = self.entry["command"], event.get("jurisdiction", "")
        check("the jurisdiction that was ordered", command.get("jurisdiction", ""), self.jurisdiction, event["cite"])
        zone = command.get("time_zone") or TIME_ZONE if self.jurisdiction else ""
        check("the time zone of the property", zone, event.get("time_zone", ""), event["cite"])
        approved, told = ((part.get("reason", ""), part.get("approvers", [])) for part in (command, event))
        check("the approval of the jurisdiction", approved, told, event["cite"])
        if any(told):  # earlier logs tell nobody but the giver
            check_approved("an adopted jurisdiction", *told, event["cite"])

    def _check_named_rules(self, event: Object) -> bool:
        """Whether a table names the rules in force; once one has, all that come later do."""
        before, self.names_rules = self.names_rules, event.get("rules") is not None
        if before and not self.names_rules:
            raise Different("the rules in force of a table", "named, as at a table before it", "none", event["cite"])
        return self.names_rules

    def on_installed(self, event: Object) -> None:
        """A table with its tray; its meters start at their seed unless a linked table has started them."""
        name, terms = event["table"], Terms(event["terms"])
        if name in self.tables or terms.raw["rulebook"] not in GAMES:
            raise Different("a table installed", "a new one under a known rulebook", name)
        check("property and table of the terms", (self.owner[0], name), (terms.raw["casino"], terms.raw["table"]))
        terms.names_rules = self._check_named_rules(event)
        Filed(event["submission"], terms, event["cite"]).check()
        self._check_version(terms, event["cite"])
        self.tables[name] = Table(self, name, terms, event["physical"])
        self._check_names(name, terms, event["cite"])
        for meter in terms.meters:
            known = self.meters.get(meter.id)
            if known is None:
                self.meters[meter.id] = Meter(meter, meter.seed)
                cite = GAMES[terms.raw["rulebook"]].meter_cite(meter.meter)
                self.expected.change("opened", self.meters[meter.id], (name, 0, 0, ""), cite, meter.seed)
            else:
                check(f"terms of the shared meter {meter.id}", _shared(known.terms), _shared(meter), event["cite"])
        tray, cite = self.entry["command"]["tray_cents"], self.paragraph("table-inventory", terms.raw["rulebook"])
        self.expected.transfer("fill", "cage", f"tray:{name}", tray, (0, "", cite))

    def _check_version(self, terms: Terms, cite: str) -> None:
        """Massachusetts: the same version of the game at all tables."""
        version = terms.choices.get("version", "")
        for table in self.tables.values():
            if version and table.terms.raw["rulebook"] == terms.raw["rulebook"]:
                check("version of the game, as at the other tables", table.terms.choices["version"], version, cite)

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
        """Only a closed table leaves; what its tray and drop box hold goes to the cage."""
        name, table = event["table"], self.tables.pop(event["table"])
        if table.decks:
            raise Different("a table removed", "one that is closed", name, event["cite"])
        self.former.add(name)
        for kind, code, matter in (("tray", "credit", "table-inventory"), ("drop", "drop count", "drop")):
            account = f"{kind}:{name}"
            cause = (0, "", self.paragraph(matter, table.terms.raw["rulebook"]))
            self.expected.transfer(code, account, "cage", self.books.balance[account], cause)

    def on_bought(self, event: Object) -> None:
        """Cash into the drop box, chips of the tray to the player."""
        cause, table = (0, "", event["cite"]), event["table"]
        self.expected.transfer("buy-in", "cage", f"drop:{table}", event["cents"], cause)
        self.expected.transfer("buy-in", f"tray:{table}", f"chips:{event['player']}", event["cents"], cause)

    def on_cashed(self, event: Object) -> None:
        self._all_of("cash-out", f"chips:{event['player']}", "cage", event)

    def on_loaded(self, event: Object) -> None:
        player = event["player"]
        self.expected.transfer("load", f"chips:{player}", f"game:{player}", event["cents"], (0, "", event["cite"]))

    def on_unloaded(self, event: Object) -> None:
        self._all_of("unload", f"game:{event['player']}", f"chips:{event['player']}", event)

    def _all_of(self, code: str, account: str, taker: str, event: Object) -> None:
        """Paid out to zero, by a player without wagers on any table."""
        check(f"all that {account} holds", self.books.balance[account], event["cents"], event["cite"])
        for table in self.tables.values():
            players = table.round.players if table.round is not None else table.players
            if event["player"] in (players[seat] for seat in table.bets):
                raise Different("money taken away", "no wagers on a table", f"wagers at {table.name}", event["cite"])
        self.expected.transfer(code, account, taker, event["cents"], (0, "", event["cite"]))

    def on_filled(self, event: Object) -> None:
        self.expected.transfer("fill", "cage", f"tray:{event['table']}", event["cents"], (0, "", event["cite"]))

    def on_credited(self, event: Object) -> None:
        self.expected.transfer("credit", f"tray:{event['table']}", "cage", event["cents"], (0, "", event["cite"]))

    def on_counted(self, event: Object) -> None:
        """The whole box goes to the cage; what the count finds more or less is the house's."""
        drop, cause = f"drop:{event['table']}", (0, "", event["cite"])
        held, counted = event["expected_cents"], event["cents"]
        check(f"what {drop} should hold", self.books.balance[drop], held, event["cite"])
        self.expected.transfer("drop count", drop, "cage", min(held, counted), cause)
        self.expected.transfer("drop short", drop, "house", max(0, held - counted), cause)
        self.expected.transfer("drop over", "house", "cage", max(0, counted - held), cause)

    def on_link_cut(self, event: Object) -> None:
        self._check_link(event, is_down=False)
        self.links_down.add(event["link"])

    def on_link_restored(self, event: Object) -> None:
        self._check_link(event, is_down=True)
        self.links_down.discard(event["link"])

    def _check_link(self, event: Object, is_down: bool) -> None:
        known = {meter["link"] for table in self.tables.values() for meter in table.terms.raw["meters"]} - {""}
        if event["link"] not in known:
            raise Different("a link", ", ".join(sorted(known)) or "none", event["link"], event["cite"])
        check(f"the link {event['link']} is down", is_down, event["link"] in self.links_down, event["cite"])

    def on_adjusted(self, event: Object) -> None:
        """A recorded correction of a displayed meter: a reason, two approvers, and never below nothing."""
        command, cite = self.entry["command"], event["cite"]
        check_approved("an adjustment", command["reason"], command["approvers"], cite)
        meter = self.meters.get(command["meter"])
        if meter is None:
            raise Different("a meter adjusted", ", ".join(self.meters), command["meter"], cite)
        for change in self.entry.get("meters", ()):
            for part in ("reason", "approvers"):
                check(f"{part} of the adjustment", command[part], change.get(part), cite)
        meter.units += command["units"]
        if meter.units < 0 or not command["units"]:
            raise Different("what an adjusted meter shows", "0 or more, and another sum", meter.units, cite)
        self.expected.change("adjusted", meter, ("", 0, 0, ""), cite, command["units"])

    # --- Days, and looking back --------------------------------------------------------------------------------------

    def on_day_started(self, event: Object) -> None:
        """One gaming day at a time, each later than the last."""
        if self.day or event["day"] <= self.last_day:
            last = self.day or self.last_day
            raise Different("a gaming day begun", f"one after {last}, which has ended", event["day"], event["cite"])
        self.day, self.days.is_empty = event["day"], True

    def on_day_ended(self, event: Object) -> None:
        check("the gaming day that ends", self.day or "none has begun", event["day"], event["cite"])
        under_way = [table.name for table in self.tables.values() if table.round is not None]
        check("rounds under way when a day ends", [], under_way, event["cite"])
        self.days = DayMemory(was_empty=self.days.is_empty, is_quiet=True, before=self.last_day)
        self.day, self.last_day = "", event["day"]

    def on_day_taken_back(self, event: Object) -> None:
        """A day begun by mistake was none, while nothing had happened in it: a reason, two approvers."""
        self._check_taken_back(event, self.day, self.days.is_empty)
        self.day, self.days.is_empty = "", False

    def on_day_resumed(self, event: Object) -> None:
        """A day ended by mistake goes on, while nothing had happened since: a reason, two approvers."""
        self._check_taken_back(event, "" if self.day else self.last_day, self.days.is_quiet)
        self.day, self.last_day = event["day"], self.days.before
        self.days = DayMemory(is_empty=self.days.was_empty)

    def _check_taken_back(self, event: Object, day: str, is_so: bool) -> None:
        command = self.entry["command"]
        check("the day that is taken back", day or "none", event["day"], event["cite"])
        check("the day and reason of the order", [event["day"], event["reason"]], [command["day"], command["reason"]])
        check_approved("a day taken back", command["reason"], command["approvers"], event["cite"])
        check("nothing has happened", True, is_so, event["cite"])

    def on_snapshot(self, event: Object) -> None:
        """A snapshot is of everything before its own entry, and its digest is one of SHA-256."""
        check("entries of a snapshot", self.entry["seq"] - 1, event["seq"], event["cite"])
        check("id of a snapshot's order", f"snapshot {event['seq']}", self.entry["id"], event["cite"])
        if len(event["digest"]) != 64 or not HEX.fullmatch(event["digest"]):
            raise Different("digest of a snapshot", "64 hexadecimal digits", event["digest"], event["cite"])

    def on_assigned(self, event: Object) -> None:
        """A dealer takes a table that has none, or gives up their own; others assign anybody."""
        table, (role, _, person) = self.tables[event["table"]], self.entry["by"].partition(":")
        if role == DEALER and not {event["dealer"], table.dealer} <= {"", person}:
            raise Different("a table that a dealer takes", "a free one, or their own", event["table"], event["cite"])
        table.dealer = event["dealer"]

    def on_served(self, event: Object) -> None:
        """A floorperson or the table's own dealer records of who sits there that they have no device."""
        table, (role, _, person) = self.tables[event["table"]], self.entry["by"].partition(":")
        if role == DEALER:
            check("who records it", table.dealer or "a floorperson", person, event["cite"])
        check("who sits there", table.players.get(event["seat"]), event["player"], event["cite"], seat=event["seat"])
        table.served[event["seat"]] = event["player"]

    def on_closing_asked(self, event: Object) -> None:
        """The floorperson who asks is named; only where somebody has asked can it be taken back, by nobody's name."""
        table, person = self.tables[event["table"]], self.entry["by"].partition(":")[2]
        is_taken_back = self.entry["command"].get("is_taken_back", False)
        can_be = bool(table.decks) and (bool(table.closing) or not is_taken_back)
        check("a table that can be asked to close", True, can_be, event["cite"])
        check("who has asked", "" if is_taken_back else person, event["floorperson"], event["cite"])
        table.closing = event["floorperson"]

    def on_inspected(self, event: Object) -> None:
        """Only a round that is over is looked at; an entry tells one of an earlier time from one under way."""
        table = self.tables.get(event["table"])
        if table is None and event["table"] not in self.former:
            raise Different("a table looked at", ", ".join((*self.tables, *self.former)), event["table"], event["cite"])
        check("the entry of the round", self.entry["command"].get("entry", 0), entry := event.get("entry", 0))
        if table and table.round and event["round"] == table.round.number and not 0 < entry < table.since:
            raise Different("a round looked at", "one that is over", event["round"], event["cite"])

    def on_exported(self, event: Object) -> None:
        if not 0 <= event["size"] < self.entry["seq"]:
            raise Different("entries copied", f"fewer than {self.entry['seq']}", event["size"], event["cite"])

    def on_rebuilt(self, event: Object) -> None:
        """Rows beside the log were made anew; of the log itself nothing changes."""
        counts = [event[kind] for kind in ("entries", "transfers", "accounts", "meters", "snapshots")]
        if not event["reason"].strip() or min(counts) < 0 or not any(counts):
            raise Different("rows made anew", "a reason, and rows of some kind", counts, event["cite"])

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
    names = ("units", "reserve", "cents", "paragraph")
    expected, there = (dict(zip(names, change[2:6], strict=True)) if change else "none" for change in (wanted, found))
    cite = str((wanted or found or ("",) * 6)[5])
    return Different(f"{kind!r} on meter {meter}", expected, there, cite, seat=int(seat or 0), wager=str(wager))


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


AUTOMATIC_DEALER = "dealer:on duty"
"""Who deals the tables that no person deals; nobody can sign in under that name."""
BY_DEVICE = ("PlaceWager", "WithdrawWager", "Act")
"""Orders that a player gives from a device: whoever gives one has one."""
OF_PLAYERS = ("LeaveSeat", "PlaceWager", "Act")
"""Orders that are a player's own, and a dealer's only where it is recorded that the player has no device."""
IN_A_GAMING_DAY = ("PlaceWager", "CloseBets", "BuyIn")
"""Orders that are carried out in a gaming day only."""
OF_A_TABLE = (
    *("TableRemoved", "ChipsBought", "TrayFilled", "TrayCredited", "DropCounted"),
    *("DealerAssigned", "SeatServed", "ClosingAsked"),
)
HAPPENINGS: dict[str, Any] = {
    "PropertyOpened": Audit.on_opened,
    "JurisdictionAdopted": Audit.on_adopted,
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
    "DayStarted": Audit.on_day_started,
    "DayEnded": Audit.on_day_ended,
    "DayTakenBack": Audit.on_day_taken_back,
    "DayResumed": Audit.on_day_resumed,
    "Corrected": Audit.on_corrected,
    "SnapshotTaken": Audit.on_snapshot,
    "DealerAssigned": Audit.on_assigned,
    "SeatServed": Audit.on_served,
    "ClosingAsked": Audit.on_closing_asked,
    "RoundInspected": Audit.on_inspected,
    "LogExported": Audit.on_exported,
    "ProjectionsRebuilt": Audit.on_rebuilt,
}


# =====================================================================================================================
# 22. The whole log, and the report
# =====================================================================================================================


class Limit(NamedTuple):
    """A change that no program can find in a log alone, and the reason."""

    id: str
    what: str
    why: str


NOT_TO_BE_FOUND = (
    Limit(
        "cut-tail",
        "entries cut off at the end of the log",
        "a log may end after any entry, and whoever has the property's key can sign the shorter one",
    ),
    Limit(
        "written-anew",
        "a log written and signed anew as a whole, or in part, that agrees with itself",
        "the key signs whatever it is given; only a head kept elsewhere shows that there was another log",
    ),
    Limit(
        "invented-order",
        "an order that nobody gave, or one left out, with all that follows from it made to agree",
        "an order is known from the log alone; the giver or a receipt has to contradict it",
    ),
    Limit(
        "names-and-times",
        "a person, an order's id, a time or a reason exchanged for another that may stand there as well",
        "who somebody was, and at which second within those before and after, is told nowhere else",
    ),
    Limit(
        "order-of-tables",
        "entries of different tables that change places within one second and share no account or meter",
        "nothing but the number of the entry says which came first",
    ),
    Limit(
        "chance",
        "another shuffle, cut or bonus draw that is possible as well, sealed before it was dealt",
        "chance leaves no trace; only what players saw, or many rounds together, can contradict it",
    ),
    Limit(
        "real-cards",
        "cards that somebody entered at a table with real cards in place of those that were dealt",
        "real cards are not committed to; the table's recording has to show them",
    ),
)


@dataclass
class Report:
    """What was looked at, and where it differs; proofs and contents are checked apart."""

    name: str = ""
    size: int = 0
    root: str = ""
    summary: Object = field(default_factory=dict)
    differences: list[Different] = field(default_factory=list)
    kept: int = 0
    """Entries that a head kept elsewhere binds."""
    left_out: str = ""
    """What the header says of later entries; nothing vouches for it."""

    @property
    def agrees(self) -> bool:
        return not self.differences

    def as_dict(self) -> Object:
        about = {"agrees": self.agrees, "property": self.name, "entries": self.size, "root": self.root}
        differences = [difference.as_dict() for difference in self.differences]
        limits = [limit._asdict() for limit in NOT_TO_BE_FOUND]
        bound = {"entries_bound_by_kept_heads": self.kept, "not_to_be_found": limits, "left_out": self.left_out}
        return about | self.summary | {"differences": differences} | bound


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
        self.format = self.latest = 1
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
                    self.latest = header.version
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
            entry = written_entry(line)
            self._check_format(entry)
            self.audit.take(entry)
            self.offsets.setdefault(entry["stream"], array("Q")).append(offset)
            self.orders.append(order_hash(entry["id"]))
        except Different as difference:
            self._stop(difference.placed(seq=number - 1))
        except UNREADABLE as error:
            what = f"line {number}: an entry that can be read"
            self._stop(Different(what, "an entry of the log", f"{type(error).__name__}: {error}", seq=number - 1))

    def _check_format(self, entry: Object) -> None:
        """Unsaid in the first format; it never goes back, and the header has the latest."""
        found = entry.get("format", 1)
        if type(found) is not int or entry.get("format") == 1 or not self.format <= found <= self.latest:
            raise Different("format of the entry", f"{self.format} to {self.latest}, the first one unsaid", found)
        self.format = found

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
        key, found = self.key or header.key, []
        for kept in (None, *self.kept):
            try:
                if kept is None:
                    self._check_head(header, head, key)
                else:
                    self._check_kept(kept, header, key)
                    self.report.kept = max(self.report.kept, kept.size)
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
        report.left_out = header.left_out if header else ""
        report.summary = {
            **{name: audit.totals[name] for name in ("rounds", "hands", "lines")},
            **{f"{name}_cents": audit.totals[name] for name in ("wagered", "paid", "kept")},
            "editions": dict(sorted(audit.editions.items())),
            "transfers": audit.books.transfers,
            "trial_balance": sum(audit.books.balance.values()),
            "accounts": {name: cents for name, cents in sorted(audit.books.balance.items()) if cents},
            "tables": {name: table.rounds for name, table in audit.tables.items()},
            "meters": {
                name: {"units": meter.units, "reserve_units": meter.reserve} for name, meter in audit.meters.items()
            },
        }
        return report


def written_entry(line: bytes) -> Any:
    """An entry is written in one way only: no key twice, no blank, no number or letter in another form."""
    entry = json.loads(line)
    again = json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode()
    if again != line:
        shortest = min(len(again), len(line))
        same = next((place for place in range(shortest) if again[place] != line[place]), shortest)
        wanted, found = (text[max(0, same - 30) : same + 30].decode("utf-8", "replace") for text in (again, line))
        raise Different(f"writing of the entry, from its byte {same}", wanted, found)
    return entry


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
    lines += [f"{rounds:,} rounds under {edition}" for edition, rounds in about["editions"].items()]
    balance = dollars(about["trial_balance"])
    lines.append(f"{about['transfers']:,} transfers on {len(about['accounts']):,} accounts, trial balance {balance}")
    for name, meter in about["meters"].items():
        reserve = f", reserve {meter_text(meter['reserve_units'])}" if meter["reserve_units"] else ""
        lines.append(f"meter {name}: {meter_text(meter['units'])}{reserve}")
    if report.left_out:
        lines.append(f"Said by whoever exported the log, and vouched for by no head: {report.left_out}")
    if report.agrees:
        lines.append(f"Everything agrees. Root {report.root}")
    for difference in report.differences:
        lines += ["", f"DIFFERENCE at {difference}"]
    return "\n".join([*lines, "", *limits_text(report)])


def limits_text(report: Report) -> list[str]:
    """What the report cannot tell, at the end of every one of them."""
    bound = f"Entries 1 to {report.kept:,} are bound by a head kept elsewhere: what follows holds for the later ones."
    lines = [
        bound if report.kept else "No head kept elsewhere was given (--head): what follows holds for every entry.",
        "Not to be found in a log alone, by this or any program:",
    ]
    return lines + [f"- {limit.what}: {limit.why}." for limit in NOT_TO_BE_FOUND]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="verifier", description="Rebuilds and checks an exported Houserules log.")
    parser.add_argument("log", type=Path, help="the exported log")
    parser.add_argument("--head", type=Path, action="append", default=[], help="a signed head kept apart; repeatable")
    parser.add_argument("--key", default="", help="the property's public key (64 hex digits), if known from elsewhere")
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    chosen = parser.parse_args(arguments)
    try:
        report = verify(chosen.log, chosen.head, chosen.key)
    except Unreadable as error:
        print(f"cannot be read: {error}", file=sys.stderr)
        return 2
    try:
        print(json.dumps(report.as_dict(), indent=2, default=str) if chosen.json else report_text(report), flush=True)
    except BrokenPipeError:  # whoever reads the report has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141  # 128 and the number of SIGPIPE, as a shell tells of a program that the signal ended
    return 0 if report.agrees else 1


if __name__ == "__main__":
    sys.exit(main())
