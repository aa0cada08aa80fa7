"""Chapter 32, with 8.9: the abstract rules of supply.

Supply Units and Motorization Points, drawing Ammo and Fuel, depots, truck convoys, the Axis convoys and the attacks on
them, coastal shipping and airlift.
May import: every room from `rommel` to `repair`.
"""
