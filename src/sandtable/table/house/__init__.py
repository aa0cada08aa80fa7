"""The house: all tables of one store. They are made, listed, opened, swept for fallen flags, copied, and left.

`house` holds the rooms of the tables that are open; `making`, `listing`, `tickets`, `sweep` and the others each do one
thing with its tables.
May import: every room before it.
"""
