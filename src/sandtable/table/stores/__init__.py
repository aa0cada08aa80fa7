"""Where tables are kept: an interface small enough for any database (`base`), what all databases with SQL have in
common (`sql`), and two of them, each in a module of its own.

`schema` holds the numbered migrations, `opening` finds the store of an address.
May import: `pace`, `accord`, `messages`.
"""
