"""The verifier's own Ed25519 and Merkle tree match the floor's, and heads kept elsewhere are checked."""

from __future__ import annotations

import json
import os

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

import tablelaw_verifier as verifier
from tablelaw.proofs.keys import new_key
from tablelaw.proofs.merkle import root_of
from tablelaw_verifier.trust import proofs as verifier_proofs
from tests.verifier.editable_log import EditableLog

RFC_8032 = (
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
)


@pytest.mark.parametrize(("key", "message", "signature"), RFC_8032)
def test_signatures_of_rfc_8032(key: str, message: str, signature: str) -> None:
    parts = bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature)
    assert verifier_proofs.is_signed(*parts)
    assert not verifier_proofs.is_signed(parts[0], parts[1] + b"\x00", parts[2])


def test_signatures_hold_exactly_where_openssl_says_so() -> None:
    """Checks valid signatures, and signatures with one bit changed in the key, message or signature."""
    for _ in range(40):
        private = Ed25519PrivateKey.generate()
        message = os.urandom(40)
        parts = [private.public_key().public_bytes_raw(), message, private.sign(message)]
        assert verifier_proofs.is_signed(*parts)
        place = os.urandom(1)[0] % 3
        changed = bytearray(parts[place])
        changed[os.urandom(1)[0] % len(changed)] ^= 1 << os.urandom(1)[0] % 8
        parts[place] = bytes(changed)
        assert verifier_proofs.is_signed(*parts) == openssl_says(*parts)


def openssl_says(key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def test_a_signature_with_the_group_order_added_is_refused() -> None:
    key, message, signature = (bytes.fromhex(part) for part in RFC_8032[1])
    s = int.from_bytes(signature[32:], "little") + verifier_proofs._L
    assert not verifier_proofs.is_signed(key, message, signature[:32] + s.to_bytes(32, "little"))


def test_the_root_is_the_root_of_rfc_6962() -> None:
    tree, leaves = verifier_proofs.Tree(), [os.urandom(32) for _ in range(70)]
    for size, leaf in enumerate(leaves):
        assert tree.root() == root_of(leaves[:size])
        tree.append(leaf)


# --- Heads -------------------------------------------------------------------------------------------------


def test_an_older_head_kept_elsewhere_agrees(editable: EditableLog) -> None:
    log, size = editable.written(), len(editable.entries)
    heads = [editable.head(count, f"kept{count}.txt") for count in (1, size // 3, size)]
    assert verifier.verify(log, heads).agrees


def test_a_rewrite_is_found_by_a_head_kept_elsewhere(editable: EditableLog) -> None:
    """An order's id is changed and the log signed again, so only the kept head reveals it."""
    kept = editable.head(200)
    editable.entries[150]["id"] += " rewritten"
    log = editable.written()
    assert verifier.verify(log).agrees
    report = verifier.verify(log, [kept])
    assert [difference.what for difference in report.differences] == [
        "the head kept elsewhere, of 200 entries: the root of entries 1 to 200"
    ]


def test_a_rollback_is_found_by_a_head_kept_elsewhere(editable: EditableLog) -> None:
    kept = editable.head(len(editable.entries))
    settled = next(n for n, entry in enumerate(editable.entries) if n > 300 and entry["stream"] == "floor")
    del editable.entries[settled:]
    log = editable.written()
    report = verifier.verify(log, [kept])
    assert "cut short or rolled back" in report.differences[0].what


def test_another_key_is_refused(editable: EditableLog) -> None:
    """A forger who signs with another key and names it in the header cannot change the key in the first entry."""
    editable.key = new_key()
    editable.header["key"] = editable.key.public
    report = editable.report()
    assert report.differences[0].what == "property and key (entry 1, header)"


def test_the_key_known_from_elsewhere_counts(editable: EditableLog) -> None:
    log = editable.written()
    assert verifier.verify(log, key=editable.key.public).agrees
    assert verifier.verify(log, key=new_key().public).differences[0].what == "the key of the header"


def test_a_changed_entry_differs_from_its_signed_head(editable: EditableLog) -> None:
    log = editable.written()
    text = log.read_bytes()
    place = text.index(b'"at":') + 5
    log.write_bytes(text[:place] + b"9" + text[place + 1 :])
    assert "root of the log" in [difference.what for difference in verifier.verify(log).differences]


@pytest.mark.parametrize("line", [0, -1])
def test_header_and_head_have_one_way_of_writing(editable: EditableLog, line: int) -> None:
    log = editable.written()
    lines = log.read_bytes().splitlines()
    lines[line] = json.dumps(json.loads(lines[line])).encode()
    log.write_bytes(b"".join(text + b"\n" for text in lines))
    assert "its canonical form" in verifier.verify(log).differences[0].what
