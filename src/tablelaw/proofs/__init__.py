"""The mathematics that lets others check a log: Merkle trees, signed heads, and commitments to a deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.lazy_names import lazy_names

if TYPE_CHECKING:
    from tablelaw.proofs.heads import Head as Head
    from tablelaw.proofs.heads import SignedHead as SignedHead
    from tablelaw.proofs.heads import sign_head as sign_head
    from tablelaw.proofs.heads import verify_head as verify_head
    from tablelaw.proofs.keys import SigningKey as SigningKey
    from tablelaw.proofs.keys import load_key as load_key
    from tablelaw.proofs.merkle import Tree as Tree
    from tablelaw.proofs.merkle import is_consistent as is_consistent
    from tablelaw.proofs.merkle import is_included as is_included
    from tablelaw.proofs.refusals import ProofRefused as ProofRefused

__all__ = [
    "Head",
    "ProofRefused",
    "SignedHead",
    "SigningKey",
    "Tree",
    "is_consistent",
    "is_included",
    "load_key",
    "sign_head",
    "verify_head",
]

__getattr__ = lazy_names(
    __name__,
    {
        "Head": "heads",
        "ProofRefused": "refusals",
        "SignedHead": "heads",
        "SigningKey": "keys",
        "Tree": "merkle",
        "is_consistent": "merkle",
        "is_included": "merkle",
        "load_key": "keys",
        "sign_head": "heads",
        "verify_head": "heads",
    },
)
