"""A signed head in the form sent to pages, with the first line of the signed text, so that a browser can verify it."""

from __future__ import annotations

from tablelaw.proofs.heads import Head, SignedHead, title
from tablelaw.views.messages import Wire


class ServedHead(Wire, frozen=True):
    head: Head
    signature: str
    key: str
    format: int
    title: str
    """The first line of the signed text."""

    def signed(self) -> SignedHead:
        return SignedHead(self.head, self.signature, self.key, self.format)


def served_head(signed: SignedHead) -> ServedHead:
    return ServedHead(
        head=signed.head, signature=signed.signature, key=signed.key, format=signed.format, title=title(signed.format)
    )
