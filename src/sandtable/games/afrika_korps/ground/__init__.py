"""How units stand on the map, chapters 5, 7, 8, 13, 14, 17, 18 and 22: zones, roads, reach, supply lines, Rommel.

`reach` finds where a unit may go over the graph of `routes`; `supply` traces the lines that attacks and armies need.
May import: `pieces`.
"""
