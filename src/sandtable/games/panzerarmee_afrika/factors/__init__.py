"""Combat factors, cases 8.5, 12.3 and 12.4.2 to 12.4.6: what units count for, counter-attacks, losses.

Combats and overruns both reckon with them, so they stand below movement and combat.
May import: `pieces`, `supply`.
"""
