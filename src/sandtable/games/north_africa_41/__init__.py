"""North Africa '41: Rommel's first offensive to the end of Crusader, February to December 1941."""
