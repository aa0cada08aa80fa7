"""Chapters 23 and 24: engineers, and what is built and demolished.

`state.projects` holds what is under way; `minefields`, `forts`, `laid`, `railway` and `workshops` are what comes of it.
What that changes for all who move is in the `Sky` of `ground.terrain_costs`; what a hex costs some movers besides, an
enemy minefield for one, is laid over the ground as `Tolls`: `ground_of(state, gaits, tolls)`.
May import: every room from `rommel` to `prisoners`.
"""
