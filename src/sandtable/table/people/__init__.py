"""The people of a house: accounts, sessions, what is a person's. A table on one's own machine knows none of it.

`people` brings them together; `accounts`, `letters`, `neighbours` (blocks and reports), `belongings` and `visits` are
what people do, `watch` carries out what was decided elsewhere, `console` is the host's.
May import: `messages`, `stores`.
"""
