"""Players that are programs of their own, in any language: a line protocol on standard input and output.

docs/engine-protocol.md is its contract. `program` runs one and bounds what it may do, `conversation` speaks the
protocol about one decision, `player` makes a machine player of it, `examination` tries a program in every game.
"""
