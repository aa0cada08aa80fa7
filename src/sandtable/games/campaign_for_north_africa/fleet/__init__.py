"""[30, 32.7] The Mediterranean Fleet: ships assigned to the coast, their bombardments, and air raids on them in
harbour."""
