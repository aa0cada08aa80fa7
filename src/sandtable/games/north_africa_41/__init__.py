"""North Africa '41: Rommel's first offensive to the end of Crusader, February to December 1941."""

# The rooms, each named after chapters of the book; a room imports only rooms before it.
ROOMS = (
    "pieces", "sea", "ground", "lines", "results", "resources", "combat", "movement", "supply", "arrivals", "victory",
    "sight", "staff",
)  # fmt: skip
