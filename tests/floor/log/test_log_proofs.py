"""Proofs from a store for someone who keeps only heads."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec
import pytest

from tablelaw.errors import TablelawError
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.log.log_proofs import (
    EntryProof,
    GrowthProof,
    check_entry,
    check_growth,
    prove_entry,
    prove_growth,
)
from tablelaw.floor.store.api import Store
from tablelaw.proofs import keys
from tablelaw.proofs.heads import Head
from tests.floor.logs import AT, Author, write

KEY = keys.new_key()
OLD, NEW = 23, 40


@pytest.fixture
def heads(store: Store) -> tuple[Head, Head]:
    """Heads over 23 and over 40 entries of the store's log."""
    author = Author(KEY)
    write(store, list(author.rows(OLD - 1)))
    old = sign_log(store, KEY, AT).head
    write(store, list(author.rows(NEW - OLD)))
    return old, sign_log(store, KEY, AT + 60).head


def refused(ask: Callable[[], object]) -> str:
    with pytest.raises(TablelawError) as found:
        ask()
    return found.value.code


def test_every_entry_is_shown_under_either_head(store: Store, heads: tuple[Head, Head]) -> None:
    for head in heads:
        for seq in range(1, head.size + 1):
            proof = prove_entry(store, seq, head.size)
            assert msgspec.json.decode(msgspec.json.encode(proof), type=EntryProof) == proof
            check_entry(proof, head)


def test_an_entry_changed_moved_or_shown_under_another_head_is_refused(store: Store, heads: tuple[Head, Head]) -> None:
    old, new = heads
    proof = prove_entry(store, 17, OLD)
    changed = msgspec.structs.replace
    for spoilt in (
        changed(proof, body=proof.body.replace("dealer:bob", "dealer:eve")),
        changed(proof, seq=18),
        changed(proof, seq=0),
        changed(proof, path=proof.path[1:]),
        changed(proof, path=("no hash", *proof.path[1:])),
    ):
        assert spoilt != proof
        assert refused(partial(check_entry, spoilt, old)) == "entry-not-shown"
    assert refused(lambda: check_entry(proof, new)) == "entry-not-shown"


def test_a_log_that_grew_is_shown_to_have_grown(store: Store, heads: tuple[Head, Head]) -> None:
    old, new = heads
    proof = prove_growth(store, OLD)
    check_growth(proof, old, new)
    other = msgspec.structs.replace(old, root="0" * 64)
    assert refused(lambda: check_growth(proof, other, new)) == "log-rolled-back"
    assert refused(lambda: check_growth(GrowthProof(OLD, NEW, ("no hash",)), old, new)) == "log-rolled-back"
    assert refused(lambda: check_growth(proof, new, old)) == "log-rolled-back"


def test_questions_beyond_the_log_are_refused(store: Store, heads: tuple[Head, Head]) -> None:
    assert refused(lambda: prove_entry(store, NEW + 1)) == "no-such-entry"
    assert refused(lambda: prove_entry(store, OLD + 1, OLD)) == "no-such-entry"
    assert refused(lambda: prove_entry(store, 0)) == "no-such-entry"
    assert refused(lambda: prove_entry(store, 1, NEW + 1)) == "no-such-entry"
    assert refused(lambda: prove_growth(store, NEW, OLD)) == "no-such-entry"
