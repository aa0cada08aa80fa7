"""Afrika Korps (third edition): the campaign in the western desert, April 1941 to October 1942."""

# The rooms, each named after chapters of the book; a room imports only rooms before it.
ROOMS = (
    "pieces", "ground", "arrivals", "combat", "movement", "sight", "staff",
)  # fmt: skip
