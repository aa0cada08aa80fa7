"""Chapters 8 and 13: the Movement Segment, and whoever else moves.

`reach` says where counters may go, `fuel` what it takes, `march` takes them there hex by hex and asks for `reaction`;
`segment` is the player's part of it. `rail` and `region` have the trains and the boxes west of the map.
May import: every room from `rommel` to `organisation`.
"""
