"""The regulations by their ids."""

from __future__ import annotations

from tablelaw_verifier.law.game import Game
from tablelaw_verifier.law.regulations.fr_holdem import HoldemDeCasino
from tablelaw_verifier.law.regulations.fr_stud import Stud
from tablelaw_verifier.law.regulations.fr_trois_cartes import TroisCartes
from tablelaw_verifier.law.regulations.fr_ultimate import FrenchUltimate
from tablelaw_verifier.law.regulations.ma_colorado import Colorado
from tablelaw_verifier.law.regulations.md_thb import Maryland
from tablelaw_verifier.law.regulations.pa_647a import TexasBonus
from tablelaw_verifier.law.regulations.pa_653a import Ultimate
from tablelaw_verifier.law.regulations.pa_677a import HeadsUp
from tablelaw_verifier.law.regulations.pa_678a import HighCardFlush

_AMERICAN = Ultimate(), TexasBonus(), Maryland(), HeadsUp(), HighCardFlush(), Colorado()
_FRENCH = TroisCartes(), Stud(), FrenchUltimate(), HoldemDeCasino()
GAMES: dict[str, Game] = {game.id: game for game in (*_AMERICAN, *_FRENCH)}
