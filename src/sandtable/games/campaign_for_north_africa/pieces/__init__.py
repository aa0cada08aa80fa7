"""[3, 4] The pieces: the counters of the three nations with their ID Codes, the weapons in them, what a unit is at this
moment and how strong, and by what it moves."""
