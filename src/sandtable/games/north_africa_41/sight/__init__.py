"""What players see: the view, panels beside the map, layers over it, questions, the log, and what can be clicked.

Most clicks offer something out of several chapters, so the offers are all here. Nothing here changes the position,
and no room but `staff` and the title may import it.
May import: every other room but `staff`.
"""
