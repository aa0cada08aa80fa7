"""The table: a local server that keeps games, seats people and machines at them, and shows each what it may see."""
