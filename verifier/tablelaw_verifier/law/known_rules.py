"""Fingerprints of the rules that this verifier knows, so that no table escapes its checks under another name.

`python -m tools.known_rules` writes this module from the rulebooks of Tablelaw. The fingerprints decide nothing else.
"""

from __future__ import annotations

KNOWN_RULES: dict[str, tuple[str, ...]] = {
    "pa-647a": ("da938ca134593e35",),
    "md-thb": ("55bfa98ad1f41cc2",),
    "ma-colorado": (
        "93693031a93823c7",
        "acb3c255949fd841",
        "1e7660a922a344e7",
    ),
    "pa-653a": ("207e3c8629fcb879",),
    "pa-677a": (
        "0b07923d58986639",
        "9a6a94fa49e88d1e",
        "06ba2628ab22e3e3",
    ),
    "pa-678a": (
        "4f3d3a1a9488ec5b",
        "f4d57557cc9f2ae6",
    ),
    "fr-ultimate": ("9de07d8fb8d57af1",),
    "fr-trois-cartes": ("cbfabc6ea76c66d7",),
    "fr-stud": ("63ae417f0ce3e0d7",),
    "fr-holdem": ("0222244b2dd02945",),
}
