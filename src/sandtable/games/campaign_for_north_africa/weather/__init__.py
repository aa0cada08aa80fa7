"""Chapter 29: the weather of an Operations Stage and the map sections it falls upon.

`weather` rolls for it and answers for a hex, `tables` are the charts of the seasons and of storms.
May import: no other room, only the map, the calendar and the state.
"""
