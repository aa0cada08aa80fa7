"""What players see: the view, arrows, how the game stands, questions, the story, and what can be clicked.

Nothing here changes the position, and no room but `staff` and the title may import it.
May import: every other room but `staff`.
"""
