"""Supply and what hangs on it, chapters 8, 9 and 10: networks, supply states, Malta, command and control.

`network` traces the chains of installations; the supply phase, the Malta invasion and the roll for Allied command open
a turn.
May import: `pieces`.
"""
