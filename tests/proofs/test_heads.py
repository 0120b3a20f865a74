"""Signed heads, the key they are signed with, and every named refusal."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelaw import former_name
from tablelaw.errors import TablelawError
from tablelaw.proofs import heads, keys, merkle
from tablelaw.proofs.heads import Head, SignedHead
from tablelaw.proofs.refusals import NewerFormat, ProofRefused

change = msgspec.structs.replace

KEY, OTHER = keys.new_key(), keys.new_key()
LEAVES = [merkle.leaf_hash(b"entry %d" % number) for number in range(40)]
TREE = merkle.Tree(LEAVES)
AT = 1_763_250_000


def head_of(size: int, tree: merkle.Tree = TREE, at: int = AT) -> Head:
    return Head("Riverside", size, tree.root(size).hex(), at)


SIGNED = heads.sign_head(head_of(30), KEY)
TEXT = heads.as_text(SIGNED)


def refusal(ask: Callable[[], object]) -> ProofRefused:
    with pytest.raises(ProofRefused) as refused:
        ask()
    return refused.value


# --- Signing ------------------------------------------------------------------------------------------


def test_what_is_signed_is_written_in_one_way_only() -> None:
    root = TREE.root(30).hex()
    written = f"tablelaw head 2\nproperty Riverside\nsize 30\nroot {root}\nat {AT}\n"
    assert heads.canonical(SIGNED.head) == written.encode()


def test_a_signed_head_is_believed() -> None:
    assert heads.verify_head(SIGNED, KEY.public) == heads.verify_head(SIGNED, KEY.public, "Riverside") == head_of(30)


@pytest.mark.parametrize(
    "changed",
    [
        SignedHead(Head("Lakeside", 30, SIGNED.head.root, AT), SIGNED.signature, SIGNED.key, 2),
        SignedHead(Head("Riverside", 31, SIGNED.head.root, AT), SIGNED.signature, SIGNED.key, 2),
        SignedHead(Head("Riverside", 30, TREE.root(29).hex(), AT), SIGNED.signature, SIGNED.key, 2),
        SignedHead(Head("Riverside", 30, SIGNED.head.root, AT + 1), SIGNED.signature, SIGNED.key, 2),
        SignedHead(SIGNED.head, SIGNED.signature, OTHER.public, 2),
        SignedHead(SIGNED.head, OTHER.sign(heads.canonical(SIGNED.head)), SIGNED.key, 2),
        SignedHead(SIGNED.head, SIGNED.signature[:-2], SIGNED.key, 2),
        SignedHead(SIGNED.head, "no hexadecimal", SIGNED.key, 2),
        SignedHead(SIGNED.head, SIGNED.signature.upper(), SIGNED.key, 2),
        SignedHead(SIGNED.head, SIGNED.signature, SIGNED.key + " ", 2),
        SignedHead(SIGNED.head, SIGNED.signature, "00", 2),
        SignedHead(SIGNED.head, SIGNED.signature, SIGNED.key, 1),
    ],
)
def test_bad_signature(changed: SignedHead) -> None:
    assert refusal(lambda: heads.verify_head(changed, KEY.public)).code == "bad-signature"


def test_other_key() -> None:
    forged = heads.sign_head(SIGNED.head, OTHER)
    found = refusal(lambda: heads.verify_head(forged, KEY.public, where="kept.head"))
    assert found.code == "other-key"
    assert str(found).startswith(f"kept.head: the head is signed with another key; it is signed with {OTHER.public}")


def test_other_property() -> None:
    found = refusal(lambda: heads.verify_head(SIGNED, KEY.public, "Lakeside"))
    assert found.code == "other-property"
    assert "the head is of 'Riverside'" in str(found)


def test_every_bit_of_what_is_signed_counts() -> None:
    message = heads.canonical(SIGNED.head)
    for bit in range(len(message) * 8):
        flipped = bytearray(message)
        flipped[bit // 8] ^= 1 << bit % 8
        assert not keys.is_signed(bytes(flipped), SIGNED.signature, SIGNED.key)


# --- Format 1 -----------------------------------------------------------------------------------------

FIRST = SignedHead(SIGNED.head, KEY.sign(heads.canonical(SIGNED.head, 1)), KEY.public, 1)


def test_a_head_of_the_first_format_is_read_and_written_as_it_was() -> None:
    text = heads.as_text(FIRST)
    assert text.startswith(f"{former_name.HEAD_TITLE}\nproperty Riverside\n")
    assert heads.read_text(text) == FIRST
    assert heads.verify_head(FIRST, KEY.public, "Riverside") == SIGNED.head


def test_a_head_of_the_first_format_says_nothing_of_it_as_json() -> None:
    assert b"format" not in msgspec.json.encode(FIRST)
    assert msgspec.json.encode(SIGNED).endswith(b',"format":2}')
    assert [msgspec.json.decode(msgspec.json.encode(one), type=SignedHead) for one in (FIRST, SIGNED)] == [
        FIRST,
        SIGNED,
    ]


def test_a_head_of_one_format_does_not_pass_for_another() -> None:
    assert refusal(lambda: heads.verify_head(change(FIRST, format=2), KEY.public)).code == "bad-signature"


@pytest.mark.parametrize(("format", "code"), [(-1, "bad-head"), (0, "bad-head"), (3, "newer-format")])
def test_a_format_there_is_not(format: int, code: str) -> None:
    with pytest.raises(TablelawError) as refused:
        heads.verify_head(change(SIGNED, format=format), KEY.public)
    assert refused.value.code == code


# --- Against a log ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [30, 31, 40])
def test_a_log_that_has_grown_keeps_its_head(size: int) -> None:
    heads.check_log(SIGNED.head, size, merkle.Tree(LEAVES[:size]).root)


@pytest.mark.parametrize("size", [0, 29])
def test_log_truncated(size: int) -> None:
    found = refusal(lambda: heads.check_log(SIGNED.head, size, merkle.Tree(LEAVES[:size]).root))
    assert found.code == "log-truncated"
    assert f"2025-11-15 23:40:00 UTC was signed over 30 entries with root {SIGNED.head.root}" in str(found)
    assert f"entries {size + 1} to 30 are missing" in str(found)


@pytest.mark.parametrize("place", [0, 15, 29])
def test_log_rewritten(place: int) -> None:
    rewritten = merkle.Tree([*LEAVES[:place], merkle.leaf_hash(b"another"), *LEAVES[place + 1 :]])
    found = refusal(lambda: heads.check_log(SIGNED.head, 40, rewritten.root))
    assert found.code == "log-rewritten"
    assert "the first difference is in entries 1 to 30" in str(found)
    closer = refusal(lambda: heads.check_log(SIGNED.head, 40, rewritten.root, agreed=11))
    assert "the first difference is in entries 12 to 30" in str(closer)


def test_what_comes_after_a_head_is_not_its_business() -> None:
    heads.check_log(SIGNED.head, 40, merkle.Tree([*LEAVES[:30], *map(merkle.leaf_hash, [b"x"] * 10)]).root)


# --- Against another head -----------------------------------------------------------------------------


@pytest.mark.parametrize(("old", "new"), [(0, 40), (1, 2), (30, 30), (29, 40), (32, 40)])
def test_one_head_follows_another(old: int, new: int) -> None:
    heads.check_succession(head_of(old), head_of(new, at=AT + 60), TREE.consistency(old, new))


def test_log_rolled_back() -> None:
    found = refusal(lambda: heads.check_succession(head_of(30), head_of(29, at=AT + 60), []))
    assert found.code == "log-rolled-back"
    assert "the newer head has fewer entries" in str(found)


@pytest.mark.parametrize("size", [30, 40])
def test_log_rolled_back_and_grown_again_another_way(size: int) -> None:
    """An older log was put in place and continued differently: no history fits both its heads and the one kept."""
    fork = merkle.Tree([*LEAVES[:25], *map(merkle.leaf_hash, [b"x"] * 15)])
    found = refusal(lambda: heads.check_succession(head_of(30), head_of(size, fork), fork.consistency(30, size)))
    assert found.code == "log-rolled-back"
    assert "does not begin with the older" in str(found)


def test_heads_of_two_properties_have_no_order() -> None:
    lakeside = Head("Lakeside", 40, TREE.root(40).hex(), AT)
    found = refusal(lambda: heads.check_succession(head_of(30), lakeside, TREE.consistency(30, 40)))
    assert found.code == "other-property"


# --- As text ------------------------------------------------------------------------------------------


def test_a_head_comes_back_from_text() -> None:
    assert heads.read_text(TEXT) == SIGNED


@pytest.mark.parametrize(
    "pasted",
    [
        TEXT.replace("\n", "\r\n"),
        f"\n\n  {TEXT.strip()}  \n",
        TEXT.replace("\n", "\n\n"),
        f"# handed to the board's office\n{TEXT}",
        "\n".join(f"\t{line} " for line in TEXT.splitlines()),
    ],
)
def test_a_pasted_head_is_read(pasted: str) -> None:
    assert heads.read_text(pasted) == SIGNED


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this is not a signed head"),
        ("{}", "this is not a signed head"),
        (TEXT.replace("head 2", "head 0"), "this is not a signed head"),
        (TEXT.replace("head 2", "head 02"), "this is not a signed head"),
        (TEXT.replace("head 2", "head 1"), "this is not a signed head"),
        (TEXT.replace("tablelaw head 2", former_name.HEAD_TITLE.replace("1", "2")), "this is not a signed head"),
        ("\n".join(TEXT.splitlines()[:-1]), "this is not a signed head"),
        (TEXT + "size 30\n", "this is not a signed head"),
        (TEXT.replace("size 30", "size 030"), "'size 030' stands where a signed head has its size"),
        (TEXT.replace("size 30", "size -1"), "'size -1' stands where a signed head has its size"),
        (TEXT.replace("size 30", "number 30"), "'number 30' stands where a signed head has its size"),
        (TEXT.replace("property Riverside", "property"), "'property' stands where a signed head has its property"),
        (TEXT.replace("property Riverside", "property  River"), "' River' cannot be a property's name"),
        (TEXT.replace("property Riverside", "property River\x07side"), "cannot be a property's name"),
        (TEXT.replace(f"at {AT}", f"at {10**15}"), f"at {10**15} do not make a head"),
        (TEXT.replace("signature ", "signature AB"), "stands where a signed head has its signature"),
        (TEXT.replace(SIGNED.head.root, SIGNED.head.root.upper()), "stands where a signed head has its root"),
    ],
)
def test_bad_head(text: str, said: str) -> None:
    found = refusal(lambda: heads.read_text(text, "kept.head"))
    assert found.code == "bad-head"
    assert said in str(found)
    assert found.where == "kept.head"
    assert found.accepted


@pytest.mark.parametrize("format", [3, 4, 10])
def test_head_of_a_newer_format_is_refused_by_name(format: int) -> None:
    with pytest.raises(NewerFormat) as refused:
        heads.read_text(TEXT.replace("head 2", f"head {format}"), "kept.head")
    found = refused.value
    assert (found.code, found.where, found.accepted) == ("newer-format", "kept.head", "a newer program")


@pytest.mark.parametrize("name", ["", " ", "Riverside ", "River\nside", "River\u2028side"])
def test_a_name_that_text_would_change_is_never_signed(name: str) -> None:
    assert refusal(lambda: heads.sign_head(Head(name, 0, "0" * 64, 0), KEY)).code == "bad-head"


@given(st.text(), st.integers(0, 10**17), st.binary(min_size=32, max_size=32), st.integers(0, 10**11))
def test_any_head_that_can_be_signed_comes_back(name: str, size: int, root: bytes, at: int) -> None:
    head = Head(name, size, root.hex(), at)
    try:
        signed = heads.sign_head(head, KEY)
    except ProofRefused:
        assert not name or not name.isprintable() or name != name.strip()
        return
    assert heads.verify_head(heads.read_text(heads.as_text(signed)), KEY.public, name) == head


# --- Key files ----------------------------------------------------------------------------------------


def test_a_key_file_is_its_owners_only(tmp_path: Path) -> None:
    path = tmp_path / "floor.key"
    created = keys.create_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    loaded = keys.load_key(path)
    assert loaded.public == created.public
    assert keys.is_signed(b"message", loaded.sign(b"message"), created.public)


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_the_mode_does_not_hang_on_the_umask(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        keys.create_key(tmp_path / "floor.key")
    finally:
        os.umask(before)
    assert (tmp_path / "floor.key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601, 0o644])
def test_a_key_file_open_to_others_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "floor.key"
    keys.create_key(path)
    path.chmod(mode)
    found = refusal(lambda: keys.load_key(path))
    assert found.code == "bad-key-file"
    assert f"its mode is {mode:o}" in str(found)


def test_a_key_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "floor.key"
    created = keys.create_key(path)
    assert "there is already a file" in str(refusal(lambda: keys.create_key(path)))
    assert keys.load_key(path).public == created.public


@pytest.mark.parametrize("step", ["os.fsync", "os.link"])
def test_a_key_file_is_whole_or_not_there(tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*anything: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "floor.key"
    with monkeypatch.context() as patch:
        patch.setattr(step, full)
        patch.setattr(Path, "rename", full)
        assert "No space left" in str(refusal(lambda: keys.create_key(path)))
    assert list(tmp_path.iterdir()) == []
    assert keys.create_key(path).public == keys.load_key(path).public


def test_no_key_is_made_where_a_link_leads(tmp_path: Path) -> None:
    path = tmp_path / "floor.key"
    path.symlink_to(tmp_path / "elsewhere.key")
    assert "there is already a file" in str(refusal(lambda: keys.create_key(path)))
    assert not (tmp_path / "elsewhere.key").exists()


def test_no_key_is_written_to_the_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    created = keys.create_key(Path("-"))
    assert keys.load_key(tmp_path / "-").public == created.public
    assert capfd.readouterr().out == ""


def test_a_key_file_that_cannot_be_read_or_written_is_refused(tmp_path: Path) -> None:
    assert "cannot be read; No such file" in str(refusal(lambda: keys.load_key(tmp_path / "none.key")))
    assert "cannot be written; there is no folder" in str(
        refusal(lambda: keys.create_key(tmp_path / "none" / "floor.key"))
    )


@pytest.mark.parametrize("content", [b"", b"no key", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_a_file_without_a_key_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "floor.key"
    path.write_bytes(content)
    path.chmod(0o600)
    assert "does not contain a signing key" in str(refusal(lambda: keys.load_key(path)))


def test_a_key_shows_its_public_half_only() -> None:
    assert repr(KEY) == f"SigningKey(public={KEY.public})"
