"""Tobruk: Operation Crusader, the relief of Tobruk, 18 November to 7 December 1941."""

# The rooms, each named after chapters of the book; a room imports only rooms before it.
ROOMS = (
    "pieces", "arrivals", "movement", "combat", "scenario", "sight", "staff",
)  # fmt: skip
