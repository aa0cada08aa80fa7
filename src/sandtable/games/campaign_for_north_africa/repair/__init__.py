"""[21, 22] Breakdown on the march, wrecks and their towing, Repair Facilities and repair."""
