"""The property's signing key (Ed25519), in a file that only its owner may read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from tablelaw.errors import BadFile
from tablelaw.files import OWNER_ONLY, unfinished
from tablelaw.proofs.refusals import BadKeyFile

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class SigningKey:
    """A signing key, which exposes its public half but never the private one."""

    __slots__ = ("_private", "public")

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw().hex()

    def sign(self, message: bytes) -> str:
        return self._private.sign(message).hex()

    def __repr__(self) -> str:
        return f"SigningKey(public={self.public})"


def new_key() -> SigningKey:
    """Returns a new random key, which is not stored anywhere."""
    return SigningKey(Ed25519PrivateKey.generate())


def create_key(path: Path) -> SigningKey:
    """Creates a key in a new file, which appears complete or not at all. An existing file is never replaced."""
    private = Ed25519PrivateKey.generate()
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    if os.path.lexists(path):
        raise _there_already(path)
    try:
        with unfinished(path, is_new=True, mode=OWNER_ONLY) as beside, beside.open("wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
    except BadFile as error:
        if os.path.lexists(path):
            raise _there_already(path) from None
        raise _refusal(path, "cannot be written", error.what, "a folder you may write to") from None
    except OSError as error:
        raise _refusal(path, "cannot be written", error.strerror or str(error), "a folder you may write to") from None
    return SigningKey(private)


def _there_already(path: Path) -> BadKeyFile:
    return _refusal(path, "there is already a file", "a lost key cannot be recovered", "another name")


def load_key(path: Path) -> SigningKey:
    """Loads a key. Checks the file's mode after opening it, so the file cannot be swapped between the check and the
    read.
    """
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            pem = file.read()
    except OSError as error:
        accepted = "a key file, as `tablelaw floor init` makes it"
        raise _refusal(path, "cannot be read", error.strerror or str(error), accepted) from None
    if os.name == "posix" and mode & _OTHERS:
        why = f"its mode is {stat.S_IMODE(mode):o}, so others may have read it"
        raise _refusal(path, "can be read by others", why, f"chmod {OWNER_ONLY:o}, if you are sure nobody has")
    return SigningKey(_private_key(path, pem))


def is_signed(message: bytes, signature: str, public: str) -> bool:
    """Whether the holder of the public key signed this message. Key and signature are lower-case hexadecimal."""
    try:
        Ed25519PublicKey.from_public_bytes(_plain(public)).verify(_plain(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _plain(text: str) -> bytes:
    """Decodes lower-case hexadecimal and rejects any other spelling, so every changed character is noticed."""
    value = bytes.fromhex(text)
    if value.hex() != text:
        raise ValueError("not lower-case hexadecimal without spaces")
    return value


def _private_key(path: Path, pem: bytes) -> Ed25519PrivateKey:
    try:
        private = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        private = None
    if isinstance(private, Ed25519PrivateKey):
        return private
    raise _refusal(path, "does not contain a signing key", "", "an Ed25519 private key as PEM, without a password")


def _refusal(path: Path, what: str, why: str, accepted: str) -> BadKeyFile:
    return BadKeyFile(what, where=str(path), why=why, accepted=accepted)
