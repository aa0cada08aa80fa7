"""The programs that serve: a table on one's own machine or network (`run`), and a house for strangers (`public`).

`alone` keeps a second server from the same folder, `patience` ends connections that never say what they want.
May import: every room before it.
"""
