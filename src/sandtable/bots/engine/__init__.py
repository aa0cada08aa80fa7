"""Players that are programs of their own, in any language: a line protocol on standard input and output, or over HTTP.

docs/engine-protocol.md is its contract. `program` runs one and bounds what it may do, `remote` speaks to one that lives
elsewhere, `conversation` speaks the protocol about one decision, `player` makes a machine player of it, `examination`
tries a program in every game.
"""
