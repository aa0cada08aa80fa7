"""Reinforcements and replacements, chapter 13: what arrives and where, what leaves, points, options, dismounting.

`phase` is the reinforcement phase with everything chosen in it; `offers` is what the screen lets a player click.
May import: every room from `pieces` to `combat`.
"""
