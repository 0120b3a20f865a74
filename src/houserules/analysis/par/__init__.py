"""The PAR sheet of a Rules Submission.

`sheet` gathers the figures into the classes of `data`; `sections` puts them in the order and words that all forms
print; `as_text`, `as_html`, `as_json`, `as_pdf` and `as_xlsx` are the forms; `compare` sets two sheets side by side.
Nothing here solves a game: the figures come from the modules of `houserules.analysis`.
"""

from houserules.analysis.par.sheet import par as par
from houserules.analysis.par.sheet import rulebook_fingerprint as rulebook_fingerprint

__all__ = ["par", "rulebook_fingerprint"]
