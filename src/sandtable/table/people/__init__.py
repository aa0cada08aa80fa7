"""The people of a house: accounts, sessions, what is a person's. A table on one's own machine knows none of it."""
