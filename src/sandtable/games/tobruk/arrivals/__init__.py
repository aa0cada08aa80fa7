"""Units that come onto the map, chapters 4 and 12: reinforcements, headquarters that return, recovered armour.

Reinforcements enter in the move mode of their formation's activation; recovered armour appears when the chit of its
corps is drawn.
May import: `pieces`.
"""
