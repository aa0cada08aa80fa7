"""Lines of Supply and what draws on them, cases 16.2 to 16.4 and chapter 17: tracing, MSUs, Supply Points.

The lines are traced here for every room that needs to know who is supplied; the Supply Phase itself is in `supply`.
May import: `pieces`, `sea`, `ground`.
"""
