"""The doors: whatever comes in by HTTP or by a socket, and what is answered.

`app` puts them together behind `security`; `api` and `connection` are the doors of a table, the others those of the
lobby, of accounts, notices, standings and of whoever runs the house (`operations`).
May import: every room before it.
"""
