"""The PAR sheet of a Rules Submission.

`sheet` gathers the figures into the classes of `contents`; `sections` gives them the order and wording that all forms
use; `forms` writes text, HTML, JSON, PDF and spreadsheets; `compare` sets two sheets side by side. Nothing here solves
a game: the figures come from the modules of `tablelaw.analysis`.
"""

from tablelaw.analysis.par.sheet import par as par
from tablelaw.analysis.par.sheet import rulebook_fingerprint as rulebook_fingerprint

__all__ = ["par", "rulebook_fingerprint"]
