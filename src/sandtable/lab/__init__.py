"""The lab: what games tell when they are over, and what thousands of them tell together.

`chances` reads off a position how likely each side is to win, by curves fitted to games that machines have played
(`fitting`). `luck` plays every die of a game again with all that it could have shown. `review` puts both together into
a report, `page` draws it. The room `experiments` plays many games and writes down what happens in them, the room
`report` tells what they show. The lab knows no game; it may import core, kit, bots and drawing.
"""
