"""A table that is open: its game, its seats, and what each of them sees.

`table` is the core that the others work on: the game in memory, always as the store has it. `playing`, `flags`,
`seating`, `sharing`, `command` and `agreements` change it, `showing` and `records` tell of it. `sight` is the only way
from the game to whatever leaves the server. Everything here is synchronous; whoever shares a table takes turns.
May import: every room before it.
"""
