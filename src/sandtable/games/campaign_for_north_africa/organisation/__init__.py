"""[19] Formations: what may be assigned and attached to them, and the Organization Phase in which players do so, absorb
spare points, and attach Motorization Points."""
