"""The conformance kit: what every game must do, checked while random players play it to the end.

walk(title(), seed)            one game, every check at every position; raises `Failure`
fuzz(title(), games, seed)     many games on all cores; a failing game is dumped as a save that can be loaded
check_title, check_same_everywhere, playthrough: what is checked once
"""

from sandtable.conformance.failure import Failure
from sandtable.conformance.fuzz import fuzz
from sandtable.conformance.once import check_same_everywhere, check_title, playthrough, setups
from sandtable.conformance.walk import BRISK, LEAKS, THOROUGH, Care, Walked, walk

__all__ = [
    "BRISK",
    "LEAKS",
    "THOROUGH",
    "Care",
    "Failure",
    "Walked",
    "check_same_everywhere",
    "check_title",
    "fuzz",
    "playthrough",
    "setups",
    "walk",
]
