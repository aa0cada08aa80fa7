"""Resource Points and what they buy, chapters 18, 23 and 24 with 9.5: events, markers, aircraft, Fortifications.

What is bought here may be bought in many phases, so the rooms of those phases ask this one.
May import: `pieces`, `sea`, `ground`, `lines`, `results`.
"""
