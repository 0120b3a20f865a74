"""Ways to tamper with an exported log; each returns bytes that differ from its input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO

from tablelaw.chance import Chance

Tamper = Callable[[bytes, Chance], bytes]


def lines_of(data: bytes) -> list[bytes]:
    """Splits a log into lines at line feeds only, as reading a file in binary does."""
    return list(BytesIO(data))


def pick(chance: Chance, first: int, last: int) -> int:
    return first + chance.below(last - first + 1)


# --- Bits and bytes -----------------------------------------------------------------------------------


def flip(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit >> 3] ^= 1 << (bit & 7)
    return bytes(changed)


def flip_a_bit(data: bytes, chance: Chance) -> bytes:
    return flip(data, chance.below(8 * len(data)))


def cut_off_anywhere(data: bytes, chance: Chance) -> bytes:
    return data[: chance.below(len(data))]


def drop_a_byte(data: bytes, chance: Chance) -> bytes:
    at = chance.below(len(data))
    return data[:at] + data[at + 1 :]


# --- Lines: the first is the header, the last the head ---------------------------------------------------


def by_lines(change: Callable[[list[bytes], Chance], list[bytes]]) -> Tamper:
    def tamper(data: bytes, chance: Chance) -> bytes:
        return b"".join(change(lines_of(data), chance))

    tamper.__name__ = change.__name__
    return tamper


@by_lines
def cut_off_last_entries(lines: list[bytes], chance: Chance) -> list[bytes]:
    return lines[: -pick(chance, 1, len(lines) - 2) - 1] + lines[-1:]


@by_lines
def cut_off_last_entries_and_say_so(lines: list[bytes], chance: Chance) -> list[bytes]:
    """Deletes the last entries and adjusts the number of entries in the header."""
    left = pick(chance, 1, len(lines) - 3)
    return [resized(lines[0], len(lines) - 2, left), *lines[1 : left + 1], lines[-1]]


@by_lines
def delete_a_line(lines: list[bytes], chance: Chance) -> list[bytes]:
    at = chance.below(len(lines))
    return lines[:at] + lines[at + 1 :]


@by_lines
def duplicate_a_line(lines: list[bytes], chance: Chance) -> list[bytes]:
    at, to = chance.below(len(lines)), chance.below(len(lines) + 1)
    return [*lines[:to], lines[at], *lines[to:]]


@by_lines
def replace_a_line(lines: list[bytes], chance: Chance) -> list[bytes]:
    at = chance.below(len(lines))
    other = (at + pick(chance, 1, len(lines) - 1)) % len(lines)
    return [*lines[:at], lines[other], *lines[at + 1 :]]


@by_lines
def swap_two_lines(lines: list[bytes], chance: Chance) -> list[bytes]:
    one = chance.below(len(lines))
    two = (one + pick(chance, 1, len(lines) - 1)) % len(lines)
    changed = list(lines)
    changed[one], changed[two] = lines[two], lines[one]
    return changed


@by_lines
def move_an_entry(lines: list[bytes], chance: Chance) -> list[bytes]:
    at = pick(chance, 1, len(lines) - 2)
    rest = lines[:at] + lines[at + 1 :]
    to = pick(chance, 1, len(rest) - 1)
    to += to == at
    return [*rest[:to], lines[at], *rest[to:]]


@by_lines
def insert_a_line(lines: list[bytes], chance: Chance) -> list[bytes]:
    to = chance.below(len(lines) + 1)
    return [*lines[:to], (b"\n", b"{}\n", b"null\n", b" ")[chance.below(4)], *lines[to:]]


@by_lines
def change_an_amount(lines: list[bytes], chance: Chance) -> list[bytes]:
    """Changes one wager's cents and nothing else in the entry, as a thief might."""
    entries = [at for at, line in enumerate(lines) if b'"cents":' in line]
    at = entries[chance.below(len(entries))]
    return [*lines[:at], lines[at].replace(b'"cents":', b'"cents":9', 1), *lines[at + 1 :]]


def resized(header: bytes, old: int, new: int) -> bytes:
    assert b'"size":%d,' % old in header
    return header.replace(b'"size":%d,' % old, b'"size":%d,' % new)


def splices(other: bytes) -> tuple[Tamper, ...]:
    """Splices in parts of another log of the same property, with the same length and key."""

    @by_lines
    def put_in_an_entry_of_another_log(lines: list[bytes], chance: Chance) -> list[bytes]:
        at = pick(chance, 2, len(lines) - 2)
        return [*lines[:at], lines_of(other)[at], *lines[at + 1 :]]

    @by_lines
    def go_on_with_another_log(lines: list[bytes], chance: Chance) -> list[bytes]:
        at = pick(chance, 3, len(lines) - 2)
        return lines[:at] + lines_of(other)[at:]

    @by_lines
    def end_with_the_head_of_another_log(lines: list[bytes], chance: Chance) -> list[bytes]:
        return lines[:-1] + lines_of(other)[-1:]

    return put_in_an_entry_of_another_log, go_on_with_another_log, end_with_the_head_of_another_log


def rollbacks(older: Sequence[bytes]) -> tuple[Tamper, ...]:
    """Older exports that are complete and correctly signed; only a newer head kept elsewhere reveals them."""

    def put_an_older_log_in_place(data: bytes, chance: Chance) -> bytes:
        return older[chance.below(len(older))]

    return (put_an_older_log_in_place,)


FLIPS: tuple[Tamper, ...] = (flip_a_bit,)
TRUNCATIONS: tuple[Tamper, ...] = (cut_off_anywhere, drop_a_byte, cut_off_last_entries, cut_off_last_entries_and_say_so)
SPLICES: tuple[Tamper, ...] = (
    delete_a_line,
    duplicate_a_line,
    replace_a_line,
    swap_two_lines,
    move_an_entry,
    insert_a_line,
    change_an_amount,
)
