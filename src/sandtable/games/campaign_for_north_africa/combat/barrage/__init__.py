"""[12] The Barrage Step: guns forward or back, targets, the secret plot, and what the shells do."""
