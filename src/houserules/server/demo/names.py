"""Names that visitors of the demo choose: visible, told apart by the eye, and none of the house's own."""

from __future__ import annotations

import re
import unicodedata

from houserules.floor.handlers.names import is_name
from houserules.floor.house_staff import DEALER, FLOORPERSON
from houserules.server.http.permissions import ROLES
from houserules.server.refusals import ServerRefused

LONGEST_NAME = 40
HOUSE_NAMES = frozenset(who.partition(":")[2] for who in (DEALER, FLOORPERSON))
"""Under which the house itself gives orders."""
OWN_WORDS = (*ROLES, "floorperson", "house", "system", "demo", "cage", "admin", *HOUSE_NAMES)
"""Roles, and whoever else is named in the log."""
INVISIBLE = re.compile(
    "[\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters that are shown as nothing, among them letters and marks that count as printable."""
LOOKS_LIKE = str.maketrans(
    "аеорсухіїјѕԁԛԝһкмтвнзьӏгпαορνκτυιηγωχεβⅼıɑɡ01|",
    "aeopcyxiijsdqwhkmtbhzblrnaopvktuinywxebliagoil",
)
"""Letters of other scripts, and digits, as the Latin letters they are taken for; the commonest of them."""


def chosen_name(name: str) -> str:
    """The name as it is kept, in its one spelling; refused where it cannot be shown, or is one of the house's own."""
    kept = " ".join(unicodedata.normalize("NFKC", name).split())
    is_visible = not INVISIBLE.search(name) and name.isprintable() and has_letter(kept)
    if not is_visible or not is_name(kept) or len(kept) > LONGEST_NAME:
        raise ServerRefused("not-readable")
    if is_own_word(kept):
        raise ServerRefused("name-taken")
    return kept


def has_letter(name: str) -> bool:
    """Whether a name has a letter or digit of some script, and no accent before its first character.

    Signs and accents alone are hardly told apart, and an accent at the beginning is drawn over whatever stands before.
    """
    return any(map(str.isalnum, name)) and not unicodedata.combining(name[0])


def alike(name: str) -> str:
    """What two names have in common that are taken for each other: case, accents, look-alikes and spaces left out."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(c for c in plain if not unicodedata.combining(c)).translate(LOOKS_LIKE)
    return "".join(c for c in letters if c.isalnum()) or plain


def is_own_word(name: str) -> bool:
    """Whether a name is that of a role or of the house, or begins with one as a word: "Dealer", "dealer-2"."""
    seen, first = alike(name), alike(re.split(r"[\W\d_]+", name.strip())[0])
    own = {alike(word) for word in OWN_WORDS}
    return seen in own or first in own
