"""Chapters 14.4, 15.8, 17.5, 26.2 and 28: TOE Strength Points that are lost, captured or surrendered.

`absorbing_losses` is the owner's choice, `casualties` the losses of Close Assault, `captives` what the enemy takes, and
`surrender` the end of a unit that can do nothing else, `mines` what an enemy minefield takes [26.25]. What becomes of
prisoners is the room `prisoners`.
May import: every room from `rommel` to `ground`.
"""
