"""Board wargames of the desert war on one rules engine."""

from sandtable.compiled import look_first

__version__ = "0.1.0"

look_first()
