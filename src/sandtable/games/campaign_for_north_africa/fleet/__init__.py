"""Chapter 30, with 32.7: the Mediterranean Fleet.

`phase` brings ships to sea and home again, `ships` assigns them, `offshore_bombardment` has their guns, `shore_guns`
those that fire at them; `raids` are the Axis air raids on Alexandria, `chariots` the one by frogmen, `damage` what both
do; `troops` go by sea from port to port, `landings` are those of commandos.
May import: every room from `rommel` to `combat`.
"""
