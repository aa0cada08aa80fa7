"""The room around an open table: who is connected, whose machine is at work, that everybody hears of changes.

`room` gives everybody a turn at the table, `machines` lets its machines play, `waiting` is for what takes them long,
`company` tells other servers who is here, `mishaps` and `tally` note what went wrong and how much was done.
May import: every room before it.
"""
