"""The sea and its ports, chapters 21 and 22: control, capacity, demolition and repair, attacks on convoys, Malta.

What sails is decided in the Movement Phase, so the convoys themselves live in `movement`.
May import: `pieces`.
"""
