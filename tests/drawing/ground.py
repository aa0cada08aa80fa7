"""The ground of small maps for tests: two rows of desert and a row of sea."""

GROUND = """
rows = [{ first = "0301", cells = "~~~~~" }, { first = "0201", cells = "....." }, { first = "0101", cells = "....." }]
[grid]
layout = "pointy"
source = "toy"
[grid.numbering]
scheme = "row-column"
layout = "pointy"
columns = [1, 5]
rows = [1, 3]
shifted = "even"
order = "row-column"
rows_run = "north"
[[terrain]]
symbol = "."
terrain = "clear"
[[terrain]]
symbol = "~"
terrain = "sea"
playable = false
[default]
source = "toy"
confidence = "good"
"""
