"""[32] The abstract supply rules: Supply Units and Motorization Points, drawing Ammo and Fuel, depots, truck convoys,
convoys and shipping, airlift."""
