"""[16] Patrols: who may look at an enemy hex, what becomes of a patrol and what it sees; dummy tank battalions."""
