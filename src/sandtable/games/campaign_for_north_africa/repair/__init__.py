"""Chapters 21 and 22, and 14.5: vehicles that break down, the wrecks they become, towing, facilities and repair.

`destroyed_tanks` are what combat units find on the battlefield.
May import: every room from `rommel` to `losses`.
"""
