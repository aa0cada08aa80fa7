"""Tobruk: Operation Crusader, the relief of Tobruk, 18 November to 7 December 1941."""
