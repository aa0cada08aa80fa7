"""What machine players of every game share: looking ahead, warning, choosing between courses.

A staff thinks from the view of one side only. It never asks who is playing, draws its own dice for what might be, and
is the same for the same seed. What a port or a supply is worth belongs to the games.
"""
