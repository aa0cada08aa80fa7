"""Chapters 8.3, 8.4, 8.6, 9 and 10: a hex and its neighbours.

`passage` and `terrain_costs` tell what a step costs, `zones` who controls a hex, `stacking` how many it holds, and
`contact` what it takes to break off; `movement_record` is what a Movement Segment remembers.
May import: every room from `rommel` to `capability`.
"""
