"""Chapter 27: desert raiders and commandos, out of sight until they strike.

`tables` holds the figures, `forming` makes raiders out of armoured cars, `prowling` moves them, `encounters` is how
they are found, `raids` what they do to dumps, trucks and Rommel, and `interception` how convoys are ambushed;
`commandos` are Layforce and the SAS, whom the fleet puts ashore.
May import: every room from `rommel` to `ground`.
"""
