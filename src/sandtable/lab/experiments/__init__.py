"""Experiments: many games of machines, each told in rows of tables.

`design` reads what is to be played and lists the games, `instructed` makes players follow a given line, `noting` writes
down what happens, `playing` plays one game, `ledger` keeps finished games so that an interrupted run is carried on,
`running` spreads games over processes and `cluster` over a Ray cluster, `columns` says what the tables hold and
`parquet` writes them.
"""
