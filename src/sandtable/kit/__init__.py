"""The kit: what every hex wargame needs and no game should write again.

It stands between `core` (the engine, which knows no hex war) and `games`: it imports the core and nothing else of the
house, and no game's name appears in it. `clicks` works out what can be clicked from the actions a decision lists;
`screen` makes the view; `wargame` is the title that gives a new game both, so that it can be played in the browser
before it has a line of screen code.
"""
