"""Chapter 3.6: what each side may see, and how it is shown.

`observe` is the state as one side knows it and everything else here starts from that: the view with its panels, ledgers
and TOE sheets, layers over the map, the story, the answers to questions.
May import: every room of the rules, never `staff`.
"""
