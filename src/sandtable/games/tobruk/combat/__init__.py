"""The combat mode, chapters 10, 11 and 13: attacks in the printed order, with air, artillery and anti-tank fire.

`phase` declares, `resolution` goes through the steps of an attack, and every step has its own module. `forecasts` gives
the exact chances; `offers` and `panels` are what the screen shows of a battle.
May import: `pieces`, `arrivals`, `movement`.
"""
