"""[6, 7, 18] What units can still do: Capability Points and Cohesion, who has the Initiative, and who is held in
Reserve."""
