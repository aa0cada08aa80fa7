"""Chapter 16: patrols, and the dummy tanks that deceive them.

`patrol_phase` is the Patrol Phase, `patrol_results` one patrol from setting out to its report, `decoys` the dummies.
May import: every room from `rommel` to `logistics`.
"""
