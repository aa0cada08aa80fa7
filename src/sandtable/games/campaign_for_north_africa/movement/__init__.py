"""[8, 9, 10] Movement: what the ground costs, Zones of Control and stacking, where counters may go, their march hex by
hex with what they meet, Reaction, Contact, the railway, and the region west of the map."""
