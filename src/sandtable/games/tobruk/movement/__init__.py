"""The ways over the map, chapters 5, 8 and 9: terrain costs, zones of control, supply paths, the move mode, overruns.

`reach` finds where a unit may go, `marching` takes it there, `phase` is the move mode and `offers` what
the screen lets a player click in it. Minefields stop a move, overruns interrupt it.
May import: `pieces`, `arrivals`.
"""
