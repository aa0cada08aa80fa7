"""What comes and goes, chapters 19 and 20, with the scenarios: Reinforcements, Replacements, conversions.

May import: every room from `pieces` to `supply`.
"""
