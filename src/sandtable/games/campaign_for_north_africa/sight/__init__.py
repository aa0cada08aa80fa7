"""[3.6] What each side may see: the state as it knows it, its view with panels, ledgers and TOE sheets, layers over the
map, the story, and answers to its questions."""
