"""[31] General Rommel: where he is, who has him along, and his journeys to Germany."""
