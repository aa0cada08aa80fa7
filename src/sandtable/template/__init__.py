"""Outpost, the smallest complete wargame: what `sandtable new-game NAME` copies and the guide explains.

Ten by ten hexes, four counters a side; a side moves, then fights, then it is the other's turn. Who holds the well
at the end has won, and so has he who destroys the enemy. One module a chapter, as in every game of the house.
"""
