"""Chapters 19 and 17.3: the Organization Phase.

`phase` asks, the others hold its rules: attaching and detaching, how much a formation may take, absorbing spare points,
attaching Motorization Points, training. `regrouping` does some of it during movement.
May import: every room from `rommel` to `patrols`.
"""
