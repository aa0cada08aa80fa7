"""The ground, chapters 5 to 7: the map as ways to move, zones of control, who may move, how far and where.

`reach` finds every hex a unit may go to; `paths` reads the way a player writes; `entering` says what happens to what
an enemy finds in his hex.
May import: `pieces`, `sea`.
"""
