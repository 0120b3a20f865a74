"""What `import tablelaw as tl` offers besides the analysis: hands, rounds, simulations and the value of your own
strategies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.lazy_names import lazy_names

if TYPE_CHECKING:
    from tablelaw.library.hand_reading import ReadHand as ReadHand
    from tablelaw.library.hand_reading import evaluate as evaluate
    from tablelaw.library.hand_reading import hand as hand
    from tablelaw.library.own_strategies import StrategyValue as StrategyValue
    from tablelaw.library.own_strategies import value as value
    from tablelaw.library.par_sheets import par as par
    from tablelaw.library.rounds import PlayedRound as PlayedRound
    from tablelaw.library.rounds import play as play
    from tablelaw.library.rounds import settle as settle
    from tablelaw.library.simulations import Simulated as Simulated
    from tablelaw.library.simulations import simulate as simulate

_MODULES = {
    "PlayedRound": "rounds",
    "ReadHand": "hand_reading",
    "Simulated": "simulations",
    "StrategyValue": "own_strategies",
    "evaluate": "hand_reading",
    "hand": "hand_reading",
    "par": "par_sheets",
    "play": "rounds",
    "settle": "rounds",
    "simulate": "simulations",
    "value": "own_strategies",
}

__all__ = [
    "PlayedRound",
    "ReadHand",
    "Simulated",
    "StrategyValue",
    "evaluate",
    "hand",
    "par",
    "play",
    "settle",
    "simulate",
    "value",
]

__getattr__ = lazy_names(__name__, _MODULES)
