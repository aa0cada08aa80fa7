"""Panzerarmee Afrika (1982 edition, revised 2025): the campaign in the western desert, April 1941 to November 1942."""

# The rooms, each named after chapters of the book; a room imports only rooms before it.
ROOMS = (
    "pieces", "supply", "factors", "movement", "combat", "arrivals", "victory", "sight", "staff",
)  # fmt: skip
