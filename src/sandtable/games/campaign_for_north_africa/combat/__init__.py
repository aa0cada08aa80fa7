"""[11-15, 17] The Combat Segment step by step: who must attack, forces committed in secret, anti-armour fire, Close
Assault with its differential, losses and retreats, Retreat Before Assault, morale, training and surrender. The Barrage
Step has a folder of its own."""
