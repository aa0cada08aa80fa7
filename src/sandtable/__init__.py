"""Board wargames of the desert war on one rules engine."""

__version__ = "0.1.0"
