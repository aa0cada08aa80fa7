"""The Movement Phase, chapter 5 with 18.5 and 21.1: moves, Trucks, rail, convoys, Rommel.

`phase` is what its player may do, in any order until he is done; it includes Automatic DS, so it stands above combat.
May import: every room from `pieces` to `combat`.
"""
