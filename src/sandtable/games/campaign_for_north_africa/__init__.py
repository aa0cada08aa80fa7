"""The Campaign for North Africa: the land game, from the summer of 1940 to the end in Tunisia."""

# The rooms, each named after chapters of the book; a room imports only rooms before it.
ROOMS = (
    "rommel", "weather", "pieces", "capability", "ground", "raiders", "losses", "repair", "logistics", "prisoners",
    "construction", "patrols", "organisation", "movement", "combat", "fleet", "replacements", "arrivals", "sight",
    "staff",
)  # fmt: skip
