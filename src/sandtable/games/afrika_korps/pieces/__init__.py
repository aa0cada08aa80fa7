"""The pieces as printed, chapters 1, 2 and 7: counters, the tables of combat and supply, the Time Record Card.

What every other room asks of a counter or a table. Nothing here moves or fights.
May import: the map of the game, nothing else of it.
"""
