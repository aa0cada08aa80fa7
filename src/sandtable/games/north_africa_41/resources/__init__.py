"""Resource Points, events, markers and aircraft, chapters 18, 23 and 24, and the Initial Phase they open.

What is bought here may be bought in many phases, so the rooms of those phases ask this one.
May import: `pieces`, `sea`, `ground`, `lines`.
"""
