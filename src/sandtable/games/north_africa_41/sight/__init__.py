"""What players see: the view, panels beside the map, layers over it, questions, the log, and what can be clicked.

Offers of a single chapter live in its room; here they come together. Nothing here changes the position, and no room
but `staff` and the title may import it.
May import: every other room but `staff`.
"""
