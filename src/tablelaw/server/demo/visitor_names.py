"""The names that visitors to the demo choose: visible, distinguishable, and not used by the house."""

from __future__ import annotations

import re
import unicodedata

from tablelaw.floor.handlers.validation import is_name
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.persons import Actor
from tablelaw.server.http.permissions import ROLES
from tablelaw.server.refusals import ServerRefused

LONGEST_NAME = 40
HOUSE_NAMES = frozenset(Actor.parse(who).name for who in (DEALER, FLOORPERSON))
"""Names under which the house itself gives orders."""
OWN_WORDS = (*ROLES, "floorperson", "house", "system", "demo", "cage", "admin", *HOUSE_NAMES)
"""Roles, and other names that appear in the log."""
INVISIBLE = re.compile(
    "[\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters that display as nothing, including letters and marks that count as printable."""
LOOKS_LIKE = str.maketrans(
    "аеорсухіїјѕԁԛԝһкмтвнзьӏгпαορνκτυιηγωχεβⅼıɑɡ01|",
    "aeopcyxiijsdqwhkmtbhzblrnaopvktuinywxebliagoil",
)
"""Common letters of other scripts, and digits, that look like Latin letters, mapped to those letters."""


def chosen_name(name: str) -> str:
    """The name in the one spelling that is stored; refuses a name that cannot be displayed or belongs to the house."""
    kept = " ".join(unicodedata.normalize("NFKC", name).split())
    is_visible = not INVISIBLE.search(name) and name.isprintable() and has_letter(kept)
    if not is_visible or not is_name(kept) or len(kept) > LONGEST_NAME:
        raise ServerRefused("not-readable")
    if is_own_word(kept):
        raise ServerRefused("name-taken")
    return kept


def has_letter(name: str) -> bool:
    """Whether a name has a letter or digit of some script, and does not begin with an accent.

    Names made only of signs and accents are hard to tell apart, and an accent at the beginning is drawn over whatever
    precedes it.
    """
    return any(map(str.isalnum, name)) and not unicodedata.combining(name[0])


def alike(name: str) -> str:
    """Reduces a name to a form shared by all that look alike: without case, accents, look-alikes and spaces."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(c for c in plain if not unicodedata.combining(c)).translate(LOOKS_LIKE)
    return "".join(c for c in letters if c.isalnum()) or plain


def is_own_word(name: str) -> bool:
    """Whether a name is, or begins with, a role or a name of the house as a whole word: "Dealer", "dealer-2"."""
    seen, first = alike(name), alike(re.split(r"[\W\d_]+", name.strip())[0])
    own = {alike(word) for word in OWN_WORDS}
    return seen in own or first in own
