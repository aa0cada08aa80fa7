"""Chapters 6, 7 and 18, and the tables of 17: what units are able to do.

Capability Points and the Cohesion that suffers when they are overspent, the Initiative, Reserve Status, and units that
a scenario holds in place.
May import: `rommel`, `weather`, `pieces`.
"""
