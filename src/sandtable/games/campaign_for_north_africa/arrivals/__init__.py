"""[20, 60, 61] The scenarios, from deployment to victory: who stands where, what arrives, is released and
withdrawn."""
