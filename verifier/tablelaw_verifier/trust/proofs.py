"""The SHA-256 Merkle tree (RFC 6962) and Ed25519 signatures (RFC 8032)."""

from __future__ import annotations

import hashlib
from typing import TypeAlias


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
    """Whether the Ed25519 signature of a message is valid under a public key (RFC 8032, 5.1.7)."""
    if len(key) != 32 or len(signature) != 64:
        return False
    a, r = _point(key), _point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= _L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % _L
    return _same_point(_times(s, _BASE), _add(r, _times(k, a)))
