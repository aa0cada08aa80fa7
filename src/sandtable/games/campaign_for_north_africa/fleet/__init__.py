"""Chapter 30, with 32.7: the Mediterranean Fleet.

`phase` brings ships to sea and home again, `ships` assigns them, `offshore_bombardment` has their guns, `shore_guns`
those that fire at them, `raids` the Axis air raids on Alexandria, `troops` those who go by sea from port to port.
May import: every room from `rommel` to `combat`.
"""
