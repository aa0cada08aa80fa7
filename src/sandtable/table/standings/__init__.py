"""Results: who has won what, how strong everybody is, and tournaments.

`recorder` counts a game when it is over, `glicko` rates, `pairing` says who meets whom.
May import: every room before it but `live`, `rooms` and `notices`.
"""
