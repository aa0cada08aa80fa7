"""[28.0] Prisoners: where they are, who guards them, and what becomes of them.

`tables` holds the figures, `guards` forms the guards and takes them back, `marches` moves prisoners and those who have
escaped, `escapes` is how they get away, are caught again or set free, and `phase` asks the players.
May import: every room from `rommel` to `logistics`.
"""
