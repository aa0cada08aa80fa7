"""Chapters 11 to 15 and 17: the steps of the Combat Segment.

`obligations`, `commitment` and `force_assignment` say who fights whom; `barrage` has a folder of its own; then
`anti_armour`, `close_assault` and `resolution`, with `differential` and `morale`, and the `retreats`.
May import: every room from `rommel` to `movement`.
"""
