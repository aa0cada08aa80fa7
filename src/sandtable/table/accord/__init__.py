"""What players agree on beside the game: to take back, to adjourn, to play again.

`values` is what stands between them and is kept with the table; `agreeing` says what becomes of it with every word.
May import: core.
"""
