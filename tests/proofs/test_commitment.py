"""The commitment to a deck: it binds every card, can be opened one card at a time, and hides the others."""

from __future__ import annotations

import hmac
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelaw.cards import Deck
from tablelaw.chance import KernelChance
from tablelaw.proofs import commitment
from tablelaw.proofs.commitment import Opening, Seal
from tablelaw.proofs.refusals import ProofRefused

KEY = bytes(range(32))
ORDER = """
    3c 4d 3h 8s Tc 6s Kh 6h Th Ad 9c 3s 7h Kc Qh 9d 8d 2h Ac 7c 4c 2s Jc 7s Kd 7d
    5h 8h 5d Ah 5c Ts 4h 5s 4s 8c 6c Qd Qc Jd Ks Qs Js 3d 9s 9h Jh Td 2d As 2c 6d
"""
CARDS = tuple(ORDER.split())
SEALED, SECRET = commitment.seal(CARDS, KEY)


def test_salt_and_leaf_are_what_the_format_says() -> None:
    place = (7).to_bytes(4, "big")
    salt = hmac.new(KEY, place, sha256).digest()
    assert commitment.open_card(SECRET, 7) == Opening(CARDS[7], salt.hex())
    assert SEALED.leaves[7] == sha256(b"\x02" + salt + place + CARDS[7].encode()).hexdigest()


def test_a_commitment_once_made_stays_the_same_for_ever() -> None:
    assert SEALED.root == "f6d604e5addeccd3a593a16d7fb132f91f8744a4a4f057344634362cb42b7497"
    assert len(SEALED.leaves) == 52


def test_every_card_opens_and_only_in_its_place() -> None:
    for position, card in enumerate(CARDS):
        opening = commitment.open_card(SECRET, position)
        assert opening.card == card
        commitment.check(SEALED, position, *opening)
        path = commitment.path_of(SEALED, position)
        places = [at for at in range(-1, 53) if commitment.is_opened(SEALED.leaves, at, *opening)]
        rooted = [at for at in range(-1, 53) if commitment.is_under_root(SEALED.root, 52, at, opening, path)]
        assert places == rooted == [position]


def test_no_other_card_opens_a_place() -> None:
    for position, card in enumerate(CARDS):
        salt = commitment.open_card(SECRET, position).salt
        assert [c for c in CARDS if commitment.is_opened(SEALED.leaves, position, c, salt)] == [card]
        path = commitment.path_of(SEALED, position)
        under = [c for c in CARDS if commitment.is_under_root(SEALED.root, 52, position, Opening(c, salt), path)]
        assert under == [card]


@pytest.mark.parametrize(
    ("card", "salt"),
    [
        (CARDS[0], "00" * 32),
        (CARDS[0], commitment.open_card(SECRET, 0).salt[:-2]),
        (CARDS[0], commitment.open_card(SECRET, 1).salt),
        (CARDS[0] + " ", commitment.open_card(SECRET, 0).salt),
        ("", commitment.open_card(SECRET, 0).salt),
        (CARDS[0], "salt"),
    ],
)
def test_bad_opening(card: str, salt: str) -> None:
    with pytest.raises(
        ProofRefused, match="was not at position 0; the leaf published before the cut is different"
    ) as found:
        commitment.check(SEALED, 0, card, salt)
    assert found.value.code == "bad-opening"
    assert not commitment.is_under_root(SEALED.root, 52, 0, Opening(card, salt), commitment.path_of(SEALED, 0))


@pytest.mark.parametrize(
    "changed",
    [
        Seal("0" * 64, SEALED.leaves),
        Seal(SEALED.root, (*SEALED.leaves[:51], SEALED.leaves[0])),
        Seal(SEALED.root, SEALED.leaves[:51]),
        Seal(SEALED.root, ("leaf",)),
        Seal(SEALED.root, ("00",) * 52),
    ],
)
def test_a_seal_whose_leaves_are_not_its_roots_is_refused(changed: Seal) -> None:
    assert not commitment.is_whole(changed)
    with pytest.raises(ProofRefused, match="the root does not match the leaves"):
        commitment.check(changed, 0, *commitment.open_card(SECRET, 0))


def test_a_path_that_is_no_path_shows_nothing() -> None:
    opening = commitment.open_card(SECRET, 3)
    assert not commitment.is_under_root(SEALED.root, 52, 3, opening, ["no", "path"])
    assert not commitment.is_under_root("no root", 52, 3, opening, commitment.path_of(SEALED, 3))


# --- What stays hidden ----------------------------------------------------------------------------------


@given(st.permutations(range(10, 52)))
def test_openings_say_nothing_of_cards_not_opened(rest: list[int]) -> None:
    """Two decks that agree on ten cards open those ten identically, whatever the other cards are."""
    twin = (*CARDS[:10], *(CARDS[place] for place in rest))
    sealed, secret = commitment.seal(twin, KEY)
    opened = [commitment.open_card(secret, position) for position in range(10)]
    assert opened == [commitment.open_card(SECRET, position) for position in range(10)]
    assert sealed.leaves[:10] == SEALED.leaves[:10]


def test_a_leaf_not_opened_is_not_found_by_trying_every_card() -> None:
    """With all other salts, a salt of zeros and an empty salt, none of the 52 cards leads to the remaining leaf."""
    known = [bytes.fromhex(commitment.open_card(SECRET, position).salt) for position in range(51)]
    tried = {commitment.leaf(salt, 51, card).hex() for salt in (*known, bytes(32), b"") for card in CARDS}
    assert SEALED.leaves[51] not in tried


def test_the_same_deck_under_another_key_has_no_leaf_in_common() -> None:
    other, _ = commitment.seal(CARDS, commitment.fresh_key())
    assert not set(other.leaves) & set(SEALED.leaves)


def test_every_leaf_and_salt_is_its_own() -> None:
    openings = [commitment.open_card(SECRET, position) for position in range(52)]
    assert len(set(SEALED.leaves)) == len({opening.salt for opening in openings}) == 52


def test_sizes_depend_on_no_card() -> None:
    sizes = set()
    for _ in range(50):
        deck = Deck.new().shuffled(KernelChance())
        sealed, secret = commitment.seal(tuple(map(str, deck.cards)), commitment.fresh_key())
        opening = commitment.open_card(secret, 0)
        sizes.add((len(secret), *map(len, (sealed.root, *sealed.leaves, *opening))))
    assert sizes == {(32 + 104, 64, *(64,) * 52, 2, 64)}


def test_leaves_of_two_orders_have_bits_alike() -> None:
    """Over 400 keys, each bit of the leaf of an ace and of a deuce is set about half of the time, within six sigma."""
    for card in ("As", "2c"):
        counts = [0] * 256
        for number in range(400):
            drawn = sha256(b"%d" % number).digest()
            sealed, _ = commitment.seal((card,), drawn)
            value = int(sealed.leaves[0], 16)
            counts = [count + (value >> bit & 1) for bit, count in enumerate(counts)]
        assert all(140 < count < 260 for count in counts)


# --- Keys and secrets -------------------------------------------------------------------------------------


def test_a_key_comes_from_the_kernel_and_is_never_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len({commitment.fresh_key() for _ in range(100)}) == 100
    monkeypatch.setattr("os.urandom", lambda size: b"k" * size)
    assert commitment.fresh_key() == b"k" * 32


def test_the_order_comes_back_from_the_secret() -> None:
    assert commitment.cards_of(SECRET) == CARDS


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33)])
def test_a_key_of_another_size_is_refused(key: bytes) -> None:
    with pytest.raises(ProofRefused, match=f"a key of {len(key)} bytes; accepted: 32 bytes from the kernel"):
        commitment.seal(CARDS, key)


def test_a_card_of_another_size_is_refused() -> None:
    with pytest.raises(ProofRefused, match="not written with two characters"):
        commitment.seal(("10s",), KEY)


@pytest.mark.parametrize("secret", [b"", KEY, SECRET[:-1], KEY[:-1]])
def test_bad_deck_secret(secret: bytes) -> None:
    with pytest.raises(ProofRefused, match=f"{len(secret)} bytes are not the secret of a deck") as found:
        commitment.open_card(secret, 0)
    assert found.value.code == "bad-deck-secret"


@pytest.mark.parametrize("position", [-1, 52])
def test_a_position_outside_the_deck_is_refused(position: int) -> None:
    with pytest.raises(ProofRefused, match=f"no position {position}; accepted: 0 to 51"):
        commitment.open_card(SECRET, position)
