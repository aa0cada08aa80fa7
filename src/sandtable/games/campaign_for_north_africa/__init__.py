"""The Campaign for North Africa: the land game, from the summer of 1940 to the end in Tunisia."""
