"""Chapter 12: the Barrage Step. Guns forward or back, the targets, the secret plot, and what the shells do.

`firing` says who may fire at what, `targets` what the firer is told of it, `plot` is the question to both sides.
May import: what `combat` may, and of `combat` itself what stands before the assaults.
"""
